/* Words, lengths and marks of texts, counted directly in the markup: the compiled twin of dom/chars.py. */
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

enum { ALNUM = 1, UNDERSCORE = 2, JOINER = 4, CJK = 8, SPACE = 16 }; /* classes as there */
enum { WORDS, LENGTH, FIRST, LAST, MARKS };
enum { APART, JOINED, INSIDE }; /* whether the next character continues the word before it */

int32_t entity_at(const uint8_t *s, int64_t left, int64_t *length) {
    static const struct { const char *name; int64_t length; int32_t point; } ENTITIES[] = {
        {"&amp;", 5, '&'}, {"&nbsp;", 6, 0xA0}, {"&lt;", 4, '<'}, {"&gt;", 4, '>'}, {"&quot;", 6, '"'},
    };
    for (int i = 0; i < 5; i++) {
        *length = ENTITIES[i].length;
        if (left >= *length && !memcmp(s, ENTITIES[i].name, *length)) return ENTITIES[i].point;
    }
    *length = 1;
    return '&';
}

/* The character at s, of which *length bytes are taken; -1 if it is beyond the first plane, or not a character. */
static int32_t point_at(const uint8_t *s, int64_t left, int64_t *length) {
    *length = 1;
    if (*s == '&') return entity_at(s, left, length);
    if (*s < 0x80) return *s;
    *length = *s < 0xE0 ? 2 : 3;
    if (*s < 0xC0 || *s >= 0xF0 || left < *length) return -1;
    if (*length == 2) return (s[0] & 0x1F) << 6 | (s[1] & 0x3F);
    return (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F);
}

/* How many lower-case ASCII letters start at s. */
static int64_t small_letters(const uint8_t *s, int64_t left) {
    int64_t n = 0;
    while (n < left && s[n] >= 'a' && s[n] <= 'z') n++;
    return n;
}

/* What is counted, and where to. */
typedef struct {
    const uint8_t *source;
    const int32_t *starts, *ends;
    const uint16_t *table; /* the class of each character of the first plane */
    const int8_t *mark;    /* per class: which mark it is counted as, -1 for none */
    int32_t *out;          /* one row per count, one number per text */
    int64_t size, texts, classes, marks;
    Clock *clock;
} Count;

/* Note a character that is counted as a mark. */
static inline void add_mark(const Count *count, int32_t *out, uint16_t now) {
    if (now >= count->classes) return;
    int8_t mark = count->mark[now];
    if (mark >= 0 && mark < count->marks) out[(MARKS + mark) * count->texts]++;
}

/* Count one text; `out` has one number in every `texts`. 0 if it has no character, or one beyond the first plane. */
static int count_text(const Count *count, const uint8_t *s, int64_t n, int32_t *out) {
    int32_t words = 0, length = 0, last = 0;
    int gap = 0, counted = 0, link = APART;
    int64_t looked = 0;
    for (int64_t i = 0, taken; i < n; i += taken) {
        int32_t point = point_at(s + i, n - i, &taken);
        if (point < 0) return 0;
        if (i - looked > BETWEEN_LOOKS) {
            if (late(count->clock, i - looked)) return 0;
            looked = i;
        }
        uint16_t now = count->table[point];
        if (now & SPACE) {
            gap = length > 0;
            link = APART;
            continue;
        }
        if (!length) out[FIRST * count->texts] = now;
        length += 1 + gap;
        gap = 0;
        last = now;
        if (now & (ALNUM | UNDERSCORE)) {
            if (link == APART) counted = 0; /* underscores alone are not a word */
            if (!counted && (now & ALNUM)) {
                counted = 1;
                words++;
            }
            link = INSIDE;
            if (counted) { /* lower-case letters continue a word and change nothing else */
                int64_t more = small_letters(s + i + taken, n - i - taken);
                taken += more;
                length += (int32_t)more;
                last = more ? ALNUM : last;
            }
        } else {
            link = link == INSIDE && (now & JOINER) ? JOINED : APART;
            if (now & CJK) words++;
        }
        add_mark(count, out, now);
    }
    out[WORDS * count->texts] = words;
    out[LENGTH * count->texts] = length;
    out[LAST * count->texts] = last;
    return length > 0;
}

static void count_texts(const Count *count) {
    for (int64_t i = 0; i < count->texts && !late(count->clock, 1); i++) {
        int64_t start = count->starts[i], end = count->ends[i];
        int inside = start >= 0 && end >= start && end <= count->size;
        if (inside) late(count->clock, end - start);
        if (!inside || !count_text(count, count->source + start, end - start, count->out + i)) count->out[i] = -1;
    }
}

static int take_count(Held *held, PyObject *const *given, Count *count) {
    int64_t plane = 0x10000 + 3, filled; /* and one row each for three kinds beyond the first plane */
    count->size = count->texts = count->classes = -1;
    if (take(held, given[0], "source", "u1", READ, &count->size, &count->source) ||
        take(held, given[1], "starts", "i4", READ, &count->texts, &count->starts) ||
        take(held, given[2], "ends", "i4", READ, &count->texts, &count->ends) ||
        take(held, given[3], "table", "u2", READ, &plane, &count->table) ||
        take(held, given[4], "mark", "i1", READ, &count->classes, &count->mark))
        return -1;
    count->marks = PyLong_AsLongLong(given[5]);
    if (count->marks < 0 || count->marks > INT8_MAX) {
        if (!PyErr_Occurred()) PyErr_SetString(PyExc_ValueError, "marks: there are 0 to 127");
        return -1;
    }
    filled = (MARKS + count->marks) * count->texts;
    return take(held, given[6], "out", "i4", WRITE, &filled, &count->out);
}

/* count(source, starts, ends, table, mark, marks, out): words, length, first and last class and the marks of each text, one in each
 * row of `out`, which is zero before; -1 words for a text that cannot be counted here. */
PyObject *count(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Count todo = {.clock = &clock};
    (void)module;
    if (expect("count", size, 7) || take_count(&held, given, &todo)) {
        release(&held);
        return 0;
    }
    start_long_work(&clock, todo.texts * 64);
    count_texts(&todo);
    int failed = end_work(&clock);
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
