/* Plain text, written directly from the markup: the compiled twin of output/text.py. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

enum { NOTHING, BLANK, TAB, LINE, PART }; /* what comes before a text, as there */

/* Characters that are the same in composed form whatever is beside them, first and last of each run; many more are, these are most of
 * what is written. No white space is among them. */
static const int32_t PLAIN[][2] = {
    {0x21, 0x7E},       {0xA1, 0xAC},       {0xAE, 0x2FF},      {0x388, 0x482},   {0x48A, 0x52F},   {0x5D0, 0x5EA},   {0x621, 0x64A},
    {0x1E00, 0x1EF9},   {0x200C, 0x200F},   {0x2010, 0x2027},   {0x202A, 0x202E}, {0x2030, 0x205E}, {0x20A0, 0x20BF}, {0x2100, 0x2125},
    {0x2190, 0x2328},   {0x2460, 0x2ADB},   {0x3001, 0x3029},   {0x3041, 0x3096}, {0x30A1, 0x30FF}, {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3},
    {0xFE0E, 0xFE0F},   {0xFF01, 0xFF9D},   {0x1F1E6, 0x1F1FF}, {0x1F300, 0x1F6D7}, {0x1F900, 0x1F9FF},
};

/* What pages mean by the characters 128 to 159; 0 for nothing. */
static const uint16_t C1[] = {
    0x20AC, 0, 0x201A, 0x192,  0x201E, 0x2026, 0x2020, 0x2021, 0x2C6, 0x2030, 0x160, 0x2039, 0x152, 0, 0x17D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x2DC, 0x2122, 0x161, 0x203A, 0x153, 0, 0x17E, 0x178,
};

/* Whether composed text has something else in place of a character that is not white space: nothing, but for those above. */
static int is_odd(int32_t point) {
    return point < ' ' || (point >= 0x7F && point < 0xA0) || point == 0xAD || point == 0x200B || point == 0x2060 || point == 0xFEFF ||
           point == 0xFFFE || point == 0xFFFF;
}

static int is_plain(int32_t point) {
    int low = 0, high = sizeof PLAIN / sizeof *PLAIN;
    while (low < high) {
        int middle = (low + high) / 2;
        if (point > PLAIN[middle][1]) low = middle + 1;
        else high = middle;
    }
    return low < (int)(sizeof PLAIN / sizeof *PLAIN) && point >= PLAIN[low][0];
}

/* White space, as `str.isspace` has it. */
static int is_space(int32_t point) {
    if (point < 0x80) return point == ' ' || (point >= 9 && point <= 13) || (point >= 28 && point <= 31);
    if (point < 0x2000) return point == 0x85 || point == 0xA0 || point == 0x1680;
    return point <= 0x200A || point == 0x2028 || point == 0x2029 || point == 0x202F || point == 0x205F || point == 0x3000;
}

/* The character at s, of which *length bytes are taken. */
static int32_t point_at(const uint8_t *s, int64_t left, int64_t *length) {
    *length = *s < 0xC0 ? 1 : *s < 0xE0 ? 2 : *s < 0xF0 ? 3 : 4;
    if (*length > left) *length = left;
    switch (*length) {
    case 1: return *s;
    case 2: return (s[0] & 0x1F) << 6 | (s[1] & 0x3F);
    case 3: return (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F);
    default: return (s[0] & 0x07) << 18 | (s[1] & 0x3F) << 12 | (s[2] & 0x3F) << 6 | (s[3] & 0x3F);
    }
}

/* What is written, and whether all of it is plain; nothing is read beyond `size`, and `out` has room for all texts and more. */
typedef struct {
    const uint8_t *source;
    const int32_t *starts, *ends;
    const int8_t *before;
    int64_t size, texts, length;
    uint8_t *out;
    int begun, gap, is_plain; /* begun: since the last line end or tab; white space counts only then */
    int left_out;             /* whether a character was, so that white space may be where none belongs */
    Clock *clock;
} Writing;

static void put(Writing *to, const uint8_t *s, int64_t length) {
    if (to->gap) to->out[to->length++] = ' ';
    to->gap = 0;
    to->begun = 1;
    memcpy(to->out + to->length, s, (size_t)length);
    to->length += length;
}

/* Write what an entity, or an odd character, stands for; where that is nothing, white space on both sides of it stays apart. */
static void put_instead(Writing *to, int32_t point) {
    uint8_t letters[3] = {(uint8_t)point};
    int64_t length = !is_odd(point);
    uint16_t meant = point >= 0x80 && point < 0xA0 ? C1[point - 0x80] : 0;
    if (meant) {
        length = meant < 0x800 ? 2 : 3;
        letters[0] = (uint8_t)(length == 2 ? 0xC0 | meant >> 6 : 0xE0 | meant >> 12);
        letters[1] = (uint8_t)(0x80 | (length == 2 ? meant & 0x3F : meant >> 6 & 0x3F));
        letters[2] = (uint8_t)(0x80 | (meant & 0x3F));
    }
    to->left_out |= !length;
    put(to, letters, length);
}

static int is_letter(uint8_t byte) { return byte > ' ' && byte < 0x7F && byte != '&'; }

static void write_text(Writing *to, const uint8_t *s, int64_t n) {
    for (int64_t i = 0, taken; i < n && !late(to->clock, 1); i += taken) {
        for (taken = 0; i + taken < n && is_letter(s[i + taken]) && taken < BETWEEN_LOOKS;) taken++;
        if (taken) {
            put(to, s + i, taken);
            continue;
        }
        int32_t point = s[i] == '&' ? entity_at(s + i, n - i, &taken) : point_at(s + i, n - i, &taken);
        if (is_space(point)) {
            to->gap = to->begun;
            continue;
        }
        if (s[i] == '&' || is_odd(point)) put_instead(to, point);
        else {
            to->is_plain &= is_plain(point);
            put(to, s + i, taken);
        }
    }
}

static void write_texts(Writing *to) {
    static const char SEPARATORS[] = {0, 0, '\t', '\n', 0};
    for (int64_t i = 0; i < to->texts && !late(to->clock, 1); i++) {
        int8_t before = to->before[i];
        if (before == BLANK) to->gap = to->begun;
        else if (before != NOTHING) {
            to->gap = to->begun = 0;
            to->out[to->length++] = (uint8_t)SEPARATORS[before];
        }
        write_text(to, to->source + to->starts[i], to->ends[i] - to->starts[i]);
    }
}

/* How long the result may be, if every byte became a character of three bytes; -1 with an exception set if a text is not in the source, or what is before it unknown. */
static int64_t room(const Writing *to) {
    int64_t length = 0;
    for (int64_t i = 0; i < to->texts; i++) {
        int64_t start = to->starts[i], end = to->ends[i];
        if (start < 0 || end < start || end > to->size || to->before[i] < NOTHING || to->before[i] > PART) {
            PyErr_Format(PyExc_ValueError, "text %lld is outside the source, or after something unknown", (long long)i);
            return -1;
        }
        length += 3 * (end - start) + 1;
    }
    return length;
}

static int take_writing(Held *held, PyObject *const *given, Writing *to) {
    to->size = to->texts = -1;
    return take(held, given[0], "source", "u1", READ, &to->size, &to->source) ||
           take(held, given[1], "starts", "i4", READ, &to->texts, &to->starts) ||
           take(held, given[2], "ends", "i4", READ, &to->texts, &to->ends) ||
           take(held, given[3], "before", "i1", READ, &to->texts, &to->before);
}

static PyObject *written(Writing *to) {
    int64_t length = room(to);
    to->out = length < 0 ? 0 : malloc((size_t)length + 1);
    if (!to->out) return length < 0 ? 0 : PyErr_NoMemory();
    start_work(to->clock);
    write_texts(to);
    PyObject *text = end_work(to->clock) ? 0 : PyUnicode_DecodeUTF8((const char *)to->out, (Py_ssize_t)to->length, 0);
    free(to->out);
    return text ? Py_BuildValue("(NO)", text, to->is_plain ? Py_True : Py_False) : 0;
}

/* plain_text(source, starts, ends, before): the texts from each start to its end, white space collapsed, with what comes before each;
 * and whether that is composed text for certain. */
PyObject *plain_text(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Writing to = {.clock = &clock, .is_plain = 1};
    (void)module;
    PyObject *result = expect("plain_text", size, 4) || take_writing(&held, given, &to) ? 0 : written(&to);
    release(&held);
    return result;
}

/* Texts on lines of their own */

static int is_on_one_line(const Writing *of) {
    if (!of->left_out) return 1;
    if (of->length && (of->out[0] == ' ' || of->out[of->length - 1] == ' ')) return 0;
    for (int64_t i = 1; i < of->length; i++)
        if (of->out[i] == ' ' && of->out[i - 1] == ' ') return 0;
    return 1;
}

/* A text as it is, or nothing if only Python can tell what it is composed. */
static PyObject *one_line(Writing *to, int64_t text, int *is_known) {
    to->length = to->begun = to->gap = to->left_out = 0;
    to->is_plain = 1;
    write_text(to, to->source + to->starts[text], to->ends[text] - to->starts[text]);
    *is_known = to->is_plain && is_on_one_line(to);
    return PyUnicode_DecodeUTF8((const char *)to->out, *is_known ? (Py_ssize_t)to->length : 0, 0);
}

static int take_lines(Held *held, PyObject *const *given, Writing *to, int64_t *longest) {
    to->size = to->texts = -1;
    if (take(held, given[0], "source", "u1", READ, &to->size, &to->source) || take(held, given[1], "starts", "i4", READ, &to->texts, &to->starts) ||
        take(held, given[2], "ends", "i4", READ, &to->texts, &to->ends))
        return -1;
    for (int64_t i = 0; i < to->texts; i++) {
        int64_t start = to->starts[i], end = to->ends[i];
        if (start < 0 || end < start || end > to->size) {
            PyErr_Format(PyExc_ValueError, "text %lld is outside the source", (long long)i);
            return -1;
        }
        if (end - start > *longest) *longest = end - start;
    }
    return 0;
}

static PyObject *lines_of(Writing *to, int64_t longest) {
    to->out = malloc(3 * (size_t)longest + 1);
    int32_t *unknown = malloc(((size_t)to->texts + 1) * sizeof *unknown);
    PyObject *list = to->out && unknown ? PyList_New((Py_ssize_t)to->texts) : PyErr_NoMemory(), *numbers = 0;
    int64_t count = 0;
    start_making(to->clock);
    late(to->clock, 1);
    for (int64_t i = 0; list && i < to->texts; i++) {
        int is_known = 1;
        PyObject *made = one_line(to, i, &is_known);
        if (!is_known) unknown[count++] = (int32_t)i;
        if (!made || late(to->clock, 1) || PyList_SetItem(list, (Py_ssize_t)i, Py_NewRef(made))) Py_CLEAR(list);
        Py_XDECREF(made);
    }
    if (end_work(to->clock)) Py_CLEAR(list);
    if (list) numbers = PyByteArray_FromStringAndSize((const char *)unknown, (Py_ssize_t)(count * (int64_t)sizeof *unknown));
    free(to->out);
    free(unknown);
    if (numbers) return Py_BuildValue("(NN)", list, numbers);
    Py_XDECREF(list);
    return 0;
}

/* line_texts(source, starts, ends): each text on one line and composed, and the numbers of those that only Python can compose, which are
 * nothing here. */
PyObject *line_texts(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Writing to = {.clock = &clock};
    int64_t longest = 0;
    (void)module;
    PyObject *result = expect("line_texts", size, 3) || take_lines(&held, given, &to, &longest) ? 0 : lines_of(&to, longest);
    release(&held);
    return result;
}
