/* Texts, values and attributes cut out of clean markup, as Python's strings: the compiled twin of `_cut`, `Noted.values` and
 * `attributes` in dom/markup.py.
 *
 * Strings are Python's objects, so the interpreter is kept throughout; a long page still looks at its clock.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

typedef struct {
    const uint8_t *source;
    const int32_t *starts, *ends;
    int64_t size, count, longest;
    uint8_t *room; /* for the longest piece, made when the first entity is met */
    Clock *clock;
} Cuts;

/* A piece with what its entities stand for, which is never longer than they are. */
static PyObject *without_entities(Cuts *cuts, const uint8_t *s, int64_t length) {
    int64_t used = 0, taken = 1;
    if (!cuts->room) cuts->room = malloc((size_t)cuts->longest);
    if (!cuts->room) return PyErr_NoMemory();
    for (int64_t i = 0; i < length; i += taken) {
        taken = 1;
        int32_t point = s[i] == '&' ? entity_at(s + i, length - i, &taken) : s[i];
        if (s[i] == '&' && point >= 0x80) cuts->room[used++] = 0xC2; /* the blank that does not break: all others are ASCII */
        cuts->room[used++] = (uint8_t)point;
    }
    return PyUnicode_DecodeUTF8((const char *)cuts->room, (Py_ssize_t)used, 0);
}

static PyObject *string(Cuts *cuts, int64_t start, int64_t end) {
    const uint8_t *s = cuts->source + start;
    if (late(cuts->clock, 1 + (end - start) / 16)) return 0;
    if (end > start && memchr(s, '&', (size_t)(end - start))) return without_entities(cuts, s, end - start);
    return PyUnicode_DecodeUTF8((const char *)s, (Py_ssize_t)(end - start), 0);
}

/* Whether all pieces are in the source, and how long the longest is; -1 with an exception set if not. */
static int measure(Cuts *cuts) {
    for (int64_t i = 0; i < cuts->count; i++) {
        int64_t start = cuts->starts[i], end = cuts->ends[i];
        if (start < 0 || end < start || end > cuts->size) {
            PyErr_Format(PyExc_ValueError, "%lld to %lld is outside the source", (long long)start, (long long)end);
            return -1;
        }
        if (end - start > cuts->longest) cuts->longest = end - start;
    }
    return 0;
}

static int take_cuts(Held *held, PyObject *const *given, Cuts *cuts) {
    cuts->size = cuts->count = -1;
    return take(held, given[0], "source", "u1", READ, &cuts->size, &cuts->source) ||
           take(held, given[1], "starts", "i4", READ, &cuts->count, &cuts->starts) ||
           take(held, given[2], "ends", "i4", READ, &cuts->count, &cuts->ends) || measure(cuts);
}

/* Begin and end the making of strings: 0 with an exception set if it was late or failed. */
static void begin(Cuts *cuts, Clock *clock) {
    cuts->clock = clock;
    start_making(clock);
    late(clock, 1);
}

static PyObject *done(Cuts *cuts, PyObject *made) {
    free(cuts->room);
    if (end_work(cuts->clock)) Py_CLEAR(made);
    return made;
}

static PyObject *listed(Cuts *cuts) {
    Clock clock;
    begin(cuts, &clock);
    PyObject *list = PyList_New((Py_ssize_t)cuts->count);
    for (int64_t i = 0; list && i < cuts->count; i++) {
        PyObject *made = string(cuts, cuts->starts[i], cuts->ends[i]);
        if (!made || PyList_SetItem(list, (Py_ssize_t)i, made)) Py_CLEAR(list);
    }
    return done(cuts, list);
}

/* strings(source, starts, ends): a list of what is written from each start to its end. */
PyObject *strings(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Cuts cuts = {.room = 0};
    (void)module;
    PyObject *list = expect("strings", size, 3) || take_cuts(&held, given, &cuts) ? 0 : listed(&cuts);
    release(&held);
    return list;
}

/* Put a value under a key, both of which are taken over; -1 with an exception set if one of them could not be made. */
static int put(PyObject *table, PyObject *key, PyObject *value) {
    int failed = !key || !value || PyDict_SetItem(table, key, value);
    Py_XDECREF(key);
    Py_XDECREF(value);
    return failed ? -1 : 0;
}

static PyObject *by_row(Cuts *cuts, const int64_t *rows) {
    Clock clock;
    begin(cuts, &clock);
    PyObject *table = PyDict_New();
    for (int64_t i = 0; table && i < cuts->count; i++) {
        PyObject *value = string(cuts, cuts->starts[i], cuts->ends[i]);
        if (!value || put(table, PyLong_FromLongLong(rows[i]), value)) Py_CLEAR(table);
    }
    return done(cuts, table);
}

/* strings_by_row(source, rows, starts, ends): the same by the numbers of rows. */
PyObject *strings_by_row(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Cuts cuts = {.room = 0};
    const int64_t *rows;
    (void)module;
    PyObject *table = 0;
    if (!expect("strings_by_row", size, 4)) {
        PyObject *const places[] = {given[0], given[2], given[3]};
        if (!take_cuts(&held, places, &cuts) && !take(&held, given[1], "rows", "i8", READ, &cuts.count, &rows)) table = by_row(&cuts, rows);
    }
    release(&held);
    return table;
}

/* Where a name that begins at s ends, if `="` follows; else 0. */
static const uint8_t *name_end(const uint8_t *s, const uint8_t *last) {
    while (s < last && *s != '=' && *s != ' ') s++;
    return last - s > 1 && s[0] == '=' && s[1] == '"' ? s : 0;
}

/* The end of the value behind a name, or 0 if there is none. */
static const uint8_t *value_end(const uint8_t *name, const uint8_t *last) {
    return name ? memchr(name + 2, '"', (size_t)(last - name - 2)) : 0;
}

/* Put the attribute that begins behind a blank at s into the table: where it ends, 0 if there is none or it could not be put. */
static const uint8_t *put_attribute(Cuts *cuts, PyObject *table, const uint8_t *s, const uint8_t *last) {
    /* A name may begin with `=`, or be nothing. */
    const uint8_t *name = name_end(s < last && *s == '=' ? s + 1 : s, last), *end = value_end(name, last);
    if (!end && s < last && *s == '=') end = value_end(name = name_end(s, last), last);
    if (!end) return 0;
    PyObject *value = string(cuts, name + 2 - cuts->source, end - cuts->source);
    PyObject *key = value ? PyUnicode_DecodeUTF8((const char *)s, (Py_ssize_t)(name - s), 0) : 0;
    return put(table, key, value) ? 0 : end + 1;
}

/* The attributes of the tag from s to `last`; 0 if it is late or failed. */
static PyObject *of_tag(Cuts *cuts, const uint8_t *s, const uint8_t *last) {
    PyObject *table = PyDict_New();
    while (table && s < last && (s = memchr(s, ' ', (size_t)(last - s)))) {
        const uint8_t *end = put_attribute(cuts, table, s + 1, last);
        if (!end && (late(cuts->clock, 1) || PyErr_Occurred())) Py_CLEAR(table);
        s = end ? end : s + 1;
    }
    return table;
}

/* tag_attributes(tag): all attributes of a tag as clean markup has it. */
PyObject *tag_attributes(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Cuts cuts = {.size = -1};
    (void)module;
    PyObject *table = 0;
    if (!expect("tag_attributes", size, 1) && !take(&held, given[0], "tag", "u1", READ, &cuts.size, &cuts.source)) {
        Clock clock;
        cuts.longest = cuts.size;
        begin(&cuts, &clock);
        table = done(&cuts, of_tag(&cuts, cuts.source, cuts.source + cuts.size));
    }
    release(&held);
    return table;
}

/* The first place of a letter, or the end. */
static const uint8_t *first_of(const uint8_t *s, const uint8_t *last, int letter) {
    const uint8_t *found = s < last ? memchr(s, letter, (size_t)(last - s)) : 0;
    return found ? found : last;
}

/* Name, attributes and text of a tag behind its `<`; all that is before the next one. */
static PyObject *tag_and_text(Cuts *cuts, const uint8_t *s, const uint8_t *last) {
    const uint8_t *end = first_of(s, last, '>'), *name = first_of(s, end, ' '), *text = end < last ? end + 1 : last;
    PyObject *attributes = of_tag(cuts, s, end), *said = attributes ? string(cuts, text - cuts->source, last - cuts->source) : 0;
    PyObject *called = said ? PyUnicode_DecodeUTF8((const char *)s, (Py_ssize_t)(name - s), 0) : 0;
    PyObject *all = called ? PyTuple_Pack(3, called, attributes, said) : 0;
    Py_XDECREF(called);
    Py_XDECREF(attributes);
    Py_XDECREF(said);
    return all;
}

static PyObject *all_tags(Cuts *cuts) {
    const uint8_t *last = cuts->source + cuts->size, *s = first_of(cuts->source, last, '<');
    PyObject *list = PyList_New(0);
    while (list && s < last) {
        const uint8_t *next = first_of(s + 1, last, '<');
        PyObject *one = tag_and_text(cuts, s + 1, next);
        if (!one || PyList_Append(list, one)) Py_CLEAR(list);
        Py_XDECREF(one);
        s = next;
    }
    return list;
}

/* listed_tags(source): of clean markup each tag's name, attributes, and the text behind it. */
PyObject *listed_tags(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Cuts cuts = {.size = -1};
    (void)module;
    PyObject *list = 0;
    if (!expect("listed_tags", size, 1) && !take(&held, given[0], "source", "u1", READ, &cuts.size, &cuts.source)) {
        Clock clock;
        cuts.longest = cuts.size;
        begin(&cuts, &clock);
        list = done(&cuts, all_tags(&cuts));
    }
    release(&held);
    return list;
}
