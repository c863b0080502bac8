/* Which texts may begin with certain letters: what `signatures` of metadata/names.py looks at first. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

enum { ASCII = 128 };

typedef struct {
    const uint8_t *source, *pairs;
    const int32_t *starts, *ends;
    int64_t size, texts, letters;
    int32_t *found;
    int64_t count;
    uint8_t begins[ASCII][ASCII];
    Clock *clock;
} Texts;

static int is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F); }

/* Whether only Python can tell what a letter is. */
static int is_other(uint8_t c) { return c >= ASCII || c == '&'; }

static int may_begin(const Texts *of, int64_t text) {
    const uint8_t *s = of->source + of->starts[text], *end = of->source + of->ends[text];
    while (s < end && is_space(*s)) s++;
    if (s < end && is_other(*s)) return 1;
    return end - s > 1 && (is_other(s[1]) || of->begins[s[0]][s[1]]);
}

static int take_texts(Held *held, PyObject *const *given, Texts *of) {
    of->size = of->texts = of->letters = -1;
    if (take(held, given[0], "source", "u1", READ, &of->size, &of->source) || take(held, given[1], "starts", "i4", READ, &of->texts, &of->starts) ||
        take(held, given[2], "ends", "i4", READ, &of->texts, &of->ends) || take(held, given[3], "pairs", "u1", READ, &of->letters, &of->pairs))
        return -1;
    memset(of->begins, 0, sizeof of->begins);
    for (int64_t i = 0; i + 1 < of->letters; i += 2)
        if (of->pairs[i] < ASCII && of->pairs[i + 1] < ASCII) of->begins[of->pairs[i]][of->pairs[i + 1]] = 1;
    for (int64_t text = 0; text < of->texts; text++)
        if (of->starts[text] < 0 || of->ends[text] < of->starts[text] || of->ends[text] > of->size) {
            PyErr_Format(PyExc_ValueError, "text %lld is outside the source", (long long)text);
            return -1;
        }
    return 0;
}

/* texts_beginning(source, starts, ends, pairs): the numbers of the texts that may begin with one of the pairs of letters, white space aside. */
PyObject *texts_beginning(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Texts of = {.clock = &clock};
    PyObject *result = 0;
    (void)module;
    if (!expect("texts_beginning", size, 4) && !take_texts(&held, given, &of)) {
        of.found = malloc((size_t)of.texts * sizeof *of.found + 1);
        if (of.found) {
            start_long_work(&clock, of.texts);
            for (int64_t text = 0; text < of.texts && !late(&clock, 1); text++)
                if (may_begin(&of, text)) of.found[of.count++] = (int32_t)text;
            if (!end_work(&clock)) result = PyByteArray_FromStringAndSize((const char *)of.found, (Py_ssize_t)(of.count * (int64_t)sizeof *of.found));
        } else {
            PyErr_NoMemory();
        }
        free(of.found);
    }
    release(&held);
    return result;
}
