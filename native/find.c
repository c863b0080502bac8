/* Where a few letters are in a long source: `bytes.find`, several times as quick; and whether short values hold any of some letters. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

enum { AT_ONCE = 64 };

/* Whether the letters may begin at one of so many places, by two of them: a loop without branches, which compilers turn into vectors. */
static int may_begin(const uint8_t *some, uint8_t one, const uint8_t *others, uint8_t other) {
    uint8_t found = 0;
    for (int i = 0; i < AT_ONCE; i++) found |= (uint8_t)((some[i] == one) & (others[i] == other));
    return found;
}

int64_t find_letters(const uint8_t *s, int64_t size, const uint8_t *letters, int64_t length, int64_t at, Clock *clock) {
    /* Of ` data-score="` the ends are everywhere; the letter before the last two and one in the middle are not. */
    int64_t one = length / 2, other = length > 3 ? length - 3 : length - 1;
    if (other == one) other = 0;
    while (at + length <= size && !late(clock, AT_ONCE / 16)) {
        int64_t stop = at + AT_ONCE;
        if (stop + length - 1 > size) stop = size - length + 1;
        else if (!may_begin(s + at + one, letters[one], s + at + other, letters[other])) at = stop;
        for (; at < stop; at++)
            if (s[at] == letters[0] && !memcmp(s + at, letters, (size_t)length)) return at;
    }
    return -1;
}

/* find(source, letters, start): the first place from there on, or -1. */
PyObject *find(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    const uint8_t *source, *letters;
    int64_t length = -1, few = -1, start;
    PyObject *found = 0;
    (void)module;
    if (!expect("find", size, 3) && !take(&held, given[0], "source", "u1", READ, &length, &source) &&
        !take(&held, given[1], "letters", "u1", READ, &few, &letters)) {
        start = PyLong_AsLongLong(given[2]);
        if (PyErr_Occurred()) found = 0;
        else if (start < 0 || !few) PyErr_SetString(PyExc_ValueError, "find needs letters, and a place to begin");
        else {
            start_long_work(&clock, (length - start) / 16);
            int64_t at = find_letters(source, length, letters, few, start, &clock);
            if (!end_work(&clock)) found = PyLong_FromLongLong(at);
        }
    }
    release(&held);
    return found;
}

/* Needles in small letters; `first` has for each letter the needle that begins with it, `next` the next one, -1 for none. */
enum { MOST_NEEDLES = 500 };
typedef struct {
    const uint8_t *letters[MOST_NEEDLES];
    int64_t lengths[MOST_NEEDLES];
    int16_t first[256], next[MOST_NEEDLES];
    int count;
} Needles;

static uint8_t small(uint8_t letter) { return letter >= 'A' && letter <= 'Z' ? letter + 32 : letter; }

/* The needles, which are written with a zero between each two; -1 with an exception set if they are too many, or one is nothing. */
static int read_needles(const uint8_t *s, int64_t size, Needles *needles) {
    int count = 0;
    for (int i = 0; i < 256; i++) needles->first[i] = -1;
    for (int64_t start = 0, end; start <= size; start = end + 1) {
        for (end = start; end < size && s[end]; end++) continue;
        if (end == start || count == MOST_NEEDLES) {
            PyErr_SetString(PyExc_ValueError, "needles: some letters each, not too many");
            return -1;
        }
        needles->letters[count] = s + start;
        needles->lengths[count] = end - start;
        needles->next[count] = needles->first[s[start]];
        needles->first[s[start]] = (int16_t)count++;
    }
    needles->count = count;
    return 0;
}

/* What the first three letters of all needles come to, as a set: most places of most values begin none. */
enum { OPENING = 3, OPENINGS = 1 << 14 };
typedef struct {
    uint64_t bits[OPENINGS / 64];
} Openings;

/* A number below `OPENINGS` for three letters, small or not. */
static uint32_t opening(uint32_t letters) { return (letters | 0x202020) * 2654435761u >> 18; }

/* Whether all needles are longer than an opening, so that a value that holds one of them has its opening. */
static int are_long(const Needles *needles) {
    for (int k = 0; k < needles->count; k++)
        if (needles->lengths[k] <= OPENING) return 0;
    return 1;
}

static void find_openings(const Needles *needles, Openings *openings) {
    memset(openings, 0, sizeof *openings);
    for (int k = 0; k < needles->count; k++) {
        const uint8_t *s = needles->letters[k];
        uint32_t number = opening((uint32_t)s[0] | (uint32_t)s[1] << 8 | (uint32_t)s[2] << 16);
        openings->bits[number / 64] |= (uint64_t)1 << number % 64;
    }
}

/* Whether a needle is in a value, behind which a line end is thought; only where an opening is, if there are any. */
static int holds(const uint8_t *s, int64_t size, const Needles *needles, const Openings *openings) {
    for (int64_t i = 0; i < (openings ? size - OPENING + 1 : size); i++) {
        if (openings) {
            uint32_t number = opening((uint32_t)s[i] | (uint32_t)s[i + 1] << 8 | (uint32_t)s[i + 2] << 16);
            if (!(openings->bits[number / 64] >> number % 64 & 1)) continue;
        }
        for (int k = needles->first[small(s[i])]; k >= 0; k = needles->next[k]) {
            int64_t same = 1;
            while (same < needles->lengths[k] && i + same <= size && (i + same < size ? small(s[i + same]) : '\n') == needles->letters[k][same]) same++;
            if (same == needles->lengths[k]) return 1;
        }
    }
    return 0;
}

/* The same of needles of any length: what the first six letters come to, of shorter needles the first three. Many lines have three
   letters of one, few have six. */
enum { LONG_OPENING = 6, AHEAD = 8 };
typedef struct {
    Openings brief, lengthy;
    uint64_t three, six; /* masks */
} Beginnings;

static uint32_t beginning(uint64_t letters) { return (uint32_t)(((letters | 0x2020202020202020) * 0x9e3779b97f4a7c15) >> 50); }

static int has(const Openings *openings, uint32_t number) { return (int)(openings->bits[number / 64] >> number % 64 & 1); }

/* So many letters, at most eight, as they are in memory. */
static uint64_t few_letters(const uint8_t *s, int64_t count) {
    uint64_t letters = 0;
    if (count >= AHEAD) memcpy(&letters, s, AHEAD); /* one load */
    else memcpy(&letters, s, (size_t)count);
    return letters;
}

/* -1 with an exception set if a needle is too short. */
static int find_beginnings(const Needles *needles, Beginnings *found) {
    memset(found, 0, sizeof *found);
    memset(&found->three, 255, OPENING);
    memset(&found->six, 255, LONG_OPENING);
    for (int k = 0; k < needles->count; k++) {
        if (needles->lengths[k] < OPENING) {
            PyErr_SetString(PyExc_ValueError, "needles: three letters at least");
            return -1;
        }
        int is_long = needles->lengths[k] >= LONG_OPENING;
        uint32_t number = beginning(few_letters(needles->letters[k], is_long ? LONG_OPENING : OPENING));
        (is_long ? &found->lengthy : &found->brief)->bits[number / 64] |= (uint64_t)1 << number % 64;
    }
    return 0;
}

/* Mark the needles that are in a value, behind which the source goes on up to `left` letters from its start; how many are. */
static int mark_held(const uint8_t *s, int64_t size, int64_t left, const Needles *needles, const Beginnings *beginnings, uint8_t *held) {
    int found = 0;
    for (int64_t i = 0; i + OPENING <= size; i++) {
        uint64_t letters = few_letters(s + i, left - i);
        if (!(has(&beginnings->brief, beginning(letters & beginnings->three)) | has(&beginnings->lengthy, beginning(letters & beginnings->six)))) continue;
        for (int k = needles->first[small(s[i])]; k >= 0; k = needles->next[k]) {
            int64_t same = 1;
            if (held[k] || i + needles->lengths[k] > size) continue;
            while (same < needles->lengths[k] && small(s[i + same]) == needles->letters[k][same]) same++;
            if (same == needles->lengths[k]) held[k] = 1, found++;
        }
    }
    return found;
}

typedef struct {
    const uint8_t *source, *needles;
    const int32_t *starts, *ends;
    int64_t size, values, length;
} Values;

static int take_values(Held *held, PyObject *const *given, Values *all) {
    all->size = all->values = all->length = -1;
    if (take(held, given[0], "source", "u1", READ, &all->size, &all->source) ||
        take(held, given[1], "starts", "i4", READ, &all->values, &all->starts) ||
        take(held, given[2], "ends", "i4", READ, &all->values, &all->ends) ||
        take(held, given[3], "needles", "u1", READ, &all->length, &all->needles))
        return -1;
    for (int64_t i = 0; i < all->values; i++)
        if (all->starts[i] < 0 || all->ends[i] < all->starts[i] || all->ends[i] > all->size) {
            PyErr_SetString(PyExc_ValueError, "a value is outside the source");
            return -1;
        }
    return 0;
}

/* any_holds(source, starts, ends, needles): see compiled.py. */
PyObject *any_holds(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Values all;
    Needles needles;
    PyObject *found = 0;
    (void)module;
    if (!expect("any_holds", size, 4) && !take_values(&held, given, &all) && !read_needles(all.needles, all.length, &needles)) {
        Openings openings;
        int is_in = 0, is_long = are_long(&needles);
        if (is_long) find_openings(&needles, &openings);
        start_work(&clock);
        late(&clock, 1);
        for (int64_t i = 0; i < all.values && !is_in && !late(&clock, 1 + all.ends[i] - all.starts[i]); i++)
            is_in = holds(all.source + all.starts[i], all.ends[i] - all.starts[i], &needles, is_long ? &openings : 0);
        if (!end_work(&clock)) found = Py_NewRef(is_in ? Py_True : Py_False);
    }
    release(&held);
    return found;
}

/* Room for so many more numbers; -1 with an exception set if there is none. */
typedef struct {
    int32_t *items;
    int64_t used, room;
} Numbers;

static int make_room(Numbers *numbers, int64_t more) {
    if (numbers->used + more <= numbers->room) return 0;
    int64_t room = 2 * (numbers->used + more);
    int32_t *items = realloc(numbers->items, (size_t)room * sizeof *items);
    if (!items) {
        PyErr_NoMemory();
        return -1;
    }
    numbers->items = items;
    numbers->room = room;
    return 0;
}

/* The numbers of each value and of the needles in it, one pair after the other. */
static int list_held(const Values *all, const Needles *needles, Clock *clock, Numbers *pairs) {
    Beginnings beginnings;
    uint8_t held[MOST_NEEDLES] = {0};
    if (find_beginnings(needles, &beginnings)) return -1;
    for (int64_t i = 0; i < all->values && !late(clock, 1 + all->ends[i] - all->starts[i]); i++) {
        int64_t start = all->starts[i];
        int found = mark_held(all->source + start, all->ends[i] - start, all->size - start, needles, &beginnings, held);
        if (!found) continue;
        if (make_room(pairs, 2 * found)) return -1;
        for (int k = 0; k < needles->count; k++) {
            if (!held[k]) continue;
            held[k] = 0;
            pairs->items[pairs->used++] = (int32_t)i;
            pairs->items[pairs->used++] = k;
        }
    }
    return 0;
}

/* held_needles(source, starts, ends, needles): see compiled.py. */
PyObject *held_needles(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Values all;
    Needles needles;
    Numbers pairs = {0};
    PyObject *found = 0;
    (void)module;
    if (!expect("held_needles", size, 4) && !take_values(&held, given, &all) && !read_needles(all.needles, all.length, &needles)) {
        start_work(&clock);
        int failed = list_held(&all, &needles, &clock, &pairs);
        if (!end_work(&clock) && !failed) found = PyByteArray_FromStringAndSize((const char *)pairs.items, (Py_ssize_t)(pairs.used * (int64_t)sizeof(int32_t)));
        free(pairs.items);
    }
    release(&held);
    return found;
}
