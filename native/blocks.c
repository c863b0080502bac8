/* Where text blocks begin, and which rows are below some roots: the compiled twins of `block_gaps` and `covered` in dom/page.py. */
#include <stdlib.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

typedef struct {
    const int32_t *end, *text_rows;
    const int16_t *tag;
    const uint8_t *is_block; /* by tag; larger codes are as the last */
    uint8_t *out;
    int64_t rows, texts, tags, line_break;
} Given;

static int is_sound(const Given *given) {
    for (int64_t row = 0; row < given->rows; row++)
        if (given->end[row] <= row || given->end[row] > given->rows || given->tag[row] < 0) return 0;
    for (int64_t text = 0; text < given->texts; text++)
        if (given->text_rows[text] < (text ? given->text_rows[text - 1] + 1 : 0) || given->text_rows[text] >= given->rows) return 0;
    return given->tags > 0;
}

/* A text begins a block if an element of a block starts or ends, or a line does, between it and the text before. `closes` is zero. */
static void find_gaps(const Given *given, uint8_t *closes, Clock *clock) {
    int64_t text = 0;
    uint8_t is_gap = 1;
    for (int64_t row = 0; row < given->rows && text < given->texts && !late(clock, 1); row++) {
        int64_t code = given->tag[row] < given->tags ? given->tag[row] : given->tags - 1;
        if (given->is_block[code]) closes[given->end[row]] = 1;
        is_gap |= given->is_block[code] | closes[row] | (given->tag[row] == given->line_break);
        if (given->text_rows[text] != row) continue;
        given->out[text++] = is_gap;
        is_gap = 0;
    }
}

/* block_gaps(end, tag, is_block, text_rows, line_break, out): see compiled.py. */
PyObject *block_gaps(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Given given = {.rows = -1, .texts = -1, .tags = -1};
    int failed = -1;
    (void)module;
    if (!expect("block_gaps", size, 6) && !take(&held, arguments[0], "end", "i4", READ, &given.rows, &given.end) &&
        !take(&held, arguments[1], "tag", "i2", READ, &given.rows, &given.tag) &&
        !take(&held, arguments[2], "is_block", "b1", READ, &given.tags, &given.is_block) &&
        !take(&held, arguments[3], "text_rows", "i4", READ, &given.texts, &given.text_rows) &&
        !take(&held, arguments[5], "out", "b1", WRITE, &given.texts, &given.out)) {
        given.line_break = PyLong_AsLongLong(arguments[4]);
        uint8_t *closes = PyErr_Occurred() ? 0 : calloc(1, (size_t)given.rows + 1);
        if (!closes && !PyErr_Occurred()) PyErr_NoMemory();
        if (closes && !is_sound(&given)) PyErr_SetString(PyExc_ValueError, "end, tag or text_rows: these are not the rows of a page");
        else if (closes) {
            start_work(&clock);
            find_gaps(&given, closes, &clock);
            failed = end_work(&clock);
        }
        free(closes);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}

/* covered(end, roots, out): the twin of `covered` there. A row is in a subtree if it is before the furthest end of any root so far. */
PyObject *covered(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    const int32_t *end;
    const uint8_t *roots;
    uint8_t *out;
    int64_t rows = -1, reached = 0;
    int failed = -1;
    (void)module;
    if (!expect("covered", size, 3) && !take(&held, arguments[0], "end", "i4", READ, &rows, &end) &&
        !take(&held, arguments[1], "roots", "b1", READ, &rows, &roots) && !take(&held, arguments[2], "out", "b1", WRITE, &rows, &out)) {
        start_work(&clock);
        for (int64_t row = 0; row < rows && !late(&clock, 1); row++) {
            if (roots[row] && end[row] > reached) reached = end[row];
            out[row] = reached > row;
        }
        failed = end_work(&clock);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
