/* Which texts are written: the compiled twin of `written` in output/furniture.py, which says what furniture and captions are.
 *
 * One pass over the rows sums up what is below each of them, where figures or buttons ask for it; a second follows how far
 * captions, furniture, lines that open something and headings reach. What has to be read is left to Python.
 */
#include <stdlib.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

/* What a tag is, as bits: in the order of `KINDS` in output/furniture.py. */
enum { FIGURE = 1, MEDIA = 2, NO_MEDIA = 4, BUTTON = 8, LINE = 16, HEADING = 32 };
/* What attributes say of a row: in the order of `MARKS` there. */
enum { NAMED = 1, CAPTION = 2, OPENS = 4 };
enum { CAPTION_WORDS = 80, BUTTON_WORDS = 4, NOTE_LENGTH = 60 };

typedef struct {
    const int32_t *end, *text_rows, *words, *length;
    const int16_t *tag;
    const uint8_t *kinds, *marks, *in_link;
    int64_t rows, texts, tags;
} Given;

/* Sums over the rows before each row, and one more. */
typedef struct {
    int32_t media, others, words;
} Sums;

static uint8_t kind(const Given *given, int64_t row) {
    int64_t code = given->tag[row];
    return given->kinds[code < given->tags ? code : given->tags - 1];
}

static void sum_rows(const Given *given, Sums *sums, Clock *clock) {
    Sums now = {0, 0, 0};
    int64_t text = 0;
    for (int64_t row = 0; row < given->rows && !late(clock, 1); row++) {
        uint8_t own = kind(given, row);
        sums[row] = now;
        now.media += (own & MEDIA) != 0;
        now.others += (own & NO_MEDIA) != 0;
        if (text < given->texts && given->text_rows[text] == row) now.words += given->words[text++];
    }
    sums[given->rows] = now;
}

static int32_t words_below(const Given *given, const Sums *sums, int64_t row) { return sums[given->end[row]].words - sums[row].words; }

static int is_captioned(const Given *given, const Sums *sums, int64_t row) {
    const Sums *behind = sums + given->end[row];
    return behind->media > sums[row].media && behind->others == sums[row].others && words_below(given, sums, row) <= CAPTION_WORDS;
}

static void reach(int64_t *reached, int64_t end) {
    if (end > *reached) *reached = end;
}

/* Leave texts out of `at`; those that are linked and in a heading, or short, go into `found`, first the ones, then from its end the others. */
static void leave_out(const Given *given, const Sums *sums, int captions, uint8_t *at, int32_t *found, int64_t counts[2], Clock *clock) {
    int64_t text = 0, caption = 0, furniture = 0, line = 0, heading = 0;
    for (int64_t row = 0; row < given->rows && !late(clock, 1); row++) {
        uint8_t own = kind(given, row), said = given->marks[row];
        int64_t end = given->end[row];
        if (own & LINE) reach(&line, end);
        if (own & HEADING) reach(&heading, end);
        if ((said & CAPTION) || ((own & FIGURE) && is_captioned(given, sums, row))) reach(&caption, end);
        if (said & NAMED) reach(&furniture, end);
        if ((own & BUTTON) && row >= line && !(said & OPENS) && words_below(given, sums, row) <= BUTTON_WORDS) reach(&furniture, end);
        if (text == given->texts || given->text_rows[text] != row) continue;
        if (captions && row < caption) at[text] = 0;
        if (at[text] && given->in_link[row]) {
            if (row < heading) found[counts[0]++] = (int32_t)text;
            if (given->length[text] < NOTE_LENGTH) found[2 * given->texts - ++counts[1]] = (int32_t)text;
        }
        if (row < furniture) at[text] = 0;
        text++;
    }
}

static int is_sound(const Given *given) {
    int64_t words = 0;
    if (!given->tags || given->rows >= INT32_MAX || given->texts > given->rows) return 0;
    for (int64_t row = 0; row < given->rows; row++)
        if (given->end[row] <= row || given->end[row] > given->rows || given->tag[row] < 0) return 0;
    for (int64_t text = 0; text < given->texts; text++) {
        if (given->text_rows[text] < (text ? given->text_rows[text - 1] + 1 : 0) || given->text_rows[text] >= given->rows) return 0;
        if (given->words[text] < 0) return 0;
        words += given->words[text];
    }
    return words <= INT32_MAX;
}

static int take_given(Held *held, PyObject *table, Given *given) {
    given->rows = given->texts = given->tags = -1;
    if (take_from(held, table, "end", "i4", &given->rows, &given->end) || take_from(held, table, "tag", "i2", &given->rows, &given->tag) ||
        take_from(held, table, "marks", "u1", &given->rows, &given->marks) || take_from(held, table, "in_link", "b1", &given->rows, &given->in_link) ||
        take_from(held, table, "text_rows", "i4", &given->texts, &given->text_rows) || take_from(held, table, "words", "i4", &given->texts, &given->words) ||
        take_from(held, table, "length", "i4", &given->texts, &given->length) || take_from(held, table, "kinds", "u1", &given->tags, &given->kinds))
        return -1;
    if (is_sound(given)) return 0;
    PyErr_SetString(PyExc_ValueError, "these are not the rows and texts of a page");
    return -1;
}

static PyObject *numbers(const int32_t *found, int64_t count) {
    return PyByteArray_FromStringAndSize((const char *)found, (Py_ssize_t)(count * (int64_t)sizeof *found));
}

/* written_texts(given, captions, at): see compiled.py. */
PyObject *written_texts(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Given given;
    uint8_t *at;
    int64_t counts[2] = {0, 0};
    PyObject *result = 0;
    (void)module;
    if (!expect("written_texts", size, 3) && !take_given(&held, arguments[0], &given) &&
        !take(&held, arguments[2], "at", "b1", WRITE, &given.texts, &at)) {
        int captions = PyLong_AsLong(arguments[1]) != 0; /* a bool: what is not a number is refused */
        Sums *sums = calloc((size_t)given.rows + 1, sizeof *sums); /* zeros: a call that is late leaves them unfilled */
        int32_t *found = calloc((size_t)given.texts * 2 + 1, sizeof *found);
        if (!sums || !found) PyErr_NoMemory();
        else if (!PyErr_Occurred()) {
            start_work(&clock);
            sum_rows(&given, sums, &clock);
            leave_out(&given, sums, captions, at, found, counts, &clock);
            if (!end_work(&clock))
                result = Py_BuildValue("(NN)", numbers(found, counts[0]), numbers(found + 2 * given.texts - counts[1], counts[1]));
        }
        free(sums);
        free(found);
    }
    release(&held);
    return result;
}
