/* Which values of attributes may have some words, or hide their element; for dom/sieve.py and dom/markup.py.
 *
 * A sieve is a table of bits by the hash of a word. It may hold back too little, never too much: what passes is read by the plain code,
 * which alone decides.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

enum { SIEVE = 8192 }; /* bytes of a sieve */

static int is_word(uint8_t c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-';
}

static int64_t word_end(const uint8_t *s, int64_t i, int64_t stop) {
    while (i < stop && is_word(s[i])) i++;
    return i;
}

/* The bit of a word; `sign` is `.` for classes and `#` for ids. */
static uint32_t bit_of(uint8_t sign, const uint8_t *word, int64_t n) {
    uint64_t hash = process_key ^ sign;
    for (int64_t i = 0; i < n; i++) hash = (hash ^ word[i]) * 0x100000001B3u;
    hash ^= hash >> 32;
    return (uint32_t)(hash * 0x9E3779B97F4A7C15u >> 48);
}

static int is_kept(const uint8_t *sieve, uint32_t bit) { return sieve[bit >> 3] >> (bit & 7) & 1; }

/* Attribute values of a page, or other words; and a growing list of what is found. */
typedef struct {
    const uint8_t *source;
    const int32_t *starts, *ends;
    int64_t size, count;
    Clock *clock;
} Values;

typedef struct {
    int32_t *items;
    int64_t used, room;
    int failed;
} Numbers;

static void add(Numbers *to, int64_t number) {
    if (to->used == to->room) {
        int64_t room = to->room + to->room / 2 + 64;
        int32_t *more = realloc(to->items, (size_t)room * sizeof *more);
        to->failed |= !more;
        if (!more) return;
        to->items = more;
        to->room = room;
    }
    to->items[to->used++] = (int32_t)number;
}

static PyObject *given_numbers(const Numbers *found) {
    if (found->failed) return PyErr_NoMemory();
    return PyByteArray_FromStringAndSize((const char *)found->items, (Py_ssize_t)(found->used * (int64_t)sizeof *found->items));
}

/* Value i: 0 if it is not in the source. */
static int value_at(const Values *values, int64_t i, const uint8_t **value, int64_t *length) {
    int64_t start = values->starts[i], end = values->ends[i];
    *value = values->source + start;
    *length = end - start;
    return start >= 0 && end >= start && end <= values->size;
}

/* Words end at whatever is not a letter, digit, `_` or `-`: whole names of other characters are written with a backslash in sheets. */
static void fill_sieve(const Values *values, uint8_t sign, uint8_t *sieve) {
    const uint8_t *value;
    int64_t length;
    for (int64_t i = 0; i < values->count; i++) {
        if (!value_at(values, i, &value, &length) || late(values->clock, 1 + length)) continue;
        for (int64_t at = 0, stop; at < length; at = stop + 1) {
            stop = word_end(value, at, length);
            if (stop == at) continue;
            uint32_t bit = bit_of(sign, value + at, stop - at);
            sieve[bit >> 3] |= (uint8_t)(1 << (bit & 7));
        }
    }
}

static int has_kept_word(const uint8_t *value, int64_t length, uint8_t sign, const uint8_t *sieve) {
    for (int64_t at = 0, stop; at < length; at = stop + 1) {
        stop = word_end(value, at, length);
        if (stop > at && is_kept(sieve, bit_of(sign, value + at, stop - at))) return 1;
    }
    return 0;
}

static void keep_values(const Values *values, uint8_t sign, const uint8_t *sieve, Numbers *found) {
    const uint8_t *value;
    int64_t length;
    for (int64_t i = 0; i < values->count && !late(values->clock, 1); i++) {
        if (!value_at(values, i, &value, &length) || late(values->clock, length)) continue;
        if (has_kept_word(value, length, sign, sieve)) add(found, i);
    }
}

static int take_values(Held *held, PyObject *const *given, Values *values) {
    values->size = values->count = -1;
    return take(held, given[0], "source", "u1", READ, &values->size, &values->source) ||
           take(held, given[1], "starts", "i4", READ, &values->count, &values->starts) ||
           take(held, given[2], "ends", "i4", READ, &values->count, &values->ends);
}

/* sieve_words(source, starts, ends, sign, sieve): adds the words of these values to a sieve of 8192 bytes. */
PyObject *sieve_words(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Values values = {.clock = &clock};
    const uint8_t *sign;
    uint8_t *sieve;
    int64_t one = 1, room = SIEVE;
    int failed = expect("sieve_words", size, 5) || take_values(&held, given, &values) || take(&held, given[3], "sign", "u1", READ, &one, &sign) ||
                 take(&held, given[4], "sieve", "u1", WRITE, &room, &sieve);
    (void)module;
    if (!failed) {
        start_work(&clock);
        fill_sieve(&values, *sign, sieve);
        failed = end_work(&clock);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}

/* sieved_values(source, starts, ends, sign, sieve): the numbers of the values that may have a word of a sieve. */
PyObject *sieved_values(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Values values = {.clock = &clock};
    Numbers found = {.items = 0};
    const uint8_t *sign, *sieve;
    int64_t one = 1, room = SIEVE;
    PyObject *numbers = 0;
    (void)module;
    if (!expect("sieved_values", size, 5) && !take_values(&held, given, &values) && !take(&held, given[3], "sign", "u1", READ, &one, &sign) &&
        !take(&held, given[4], "sieve", "u1", READ, &room, &sieve)) {
        start_work(&clock);
        keep_values(&values, *sign, sieve, &found);
        numbers = end_work(&clock) ? 0 : given_numbers(&found);
    }
    free(found.items);
    release(&held);
    return numbers;
}

/* Inline styles. */

/* Whether a style says `display:none` or `visibility:hidden`, spaces left out and capitals as small letters. */
static int style_hides(const uint8_t *style, int64_t length) {
    static const char *const SAID[2] = {"display:none", "visibility:hidden"};
    for (int which = 0; which < 2; which++) {
        const char *said = SAID[which];
        for (int64_t at = 0, i; at < length; at = i > at ? i : at + 1) { /* its first letter does not come again: what matched is passed */
            int64_t matched = 0;
            for (i = at; i < length && said[matched]; i++) {
                uint8_t c = style[i] >= 'A' && style[i] <= 'Z' ? style[i] + 32 : style[i];
                if (c == ' ') continue;
                if (c != (uint8_t)said[matched]) break;
                matched++;
            }
            if (!said[matched]) return 1;
        }
    }
    return 0;
}

/* hiding_styles(source, starts, ends): the numbers of the inline styles that hide. */
PyObject *hiding_styles(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Values values = {.clock = &clock};
    Numbers found = {.items = 0};
    PyObject *numbers = 0;
    (void)module;
    if (!expect("hiding_styles", size, 3) && !take_values(&held, given, &values)) {
        const uint8_t *style;
        int64_t length;
        start_work(&clock);
        for (int64_t i = 0; i < values.count && !late(&clock, 1); i++)
            if (value_at(&values, i, &style, &length) && !late(&clock, 2 * length) && style_hides(style, length)) add(&found, i);
        numbers = end_work(&clock) ? 0 : given_numbers(&found);
    }
    free(found.items);
    release(&held);
    return numbers;
}
