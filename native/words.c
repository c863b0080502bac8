/* Words of class and id attributes, read directly in the markup: the compiled twin of dom/words.py. */
#include <string.h>

#include "arguments.h"
#include "checksum.h"
#include "clock.h"
#include "stages.h"

/* Longest value that is read whole (`MAX_LENGTH`), room for a word of the lists, values that are remembered. */
enum { LONGEST = 300, WIDTH = 16, KEPT_BITS = 10, KEPT = 1 << KEPT_BITS };
static const uint32_t MIXER = 0x9E3779B9; /* words that end alike are far apart */
static const int64_t CUT = (int64_t)1 << 62; /* the bit of a value that was not read whole */

typedef struct {
    const uint8_t *letters; /* `WIDTH` per slot: its word, filled up with zeros */
    const int64_t *bits;    /* per slot: the group of its word, as a bit; 0 if it is free */
    int64_t slots;          /* a power of two */
} Lists;

static int is_lower(uint8_t c) { return c >= 'a' && c <= 'z'; }
static int is_upper(uint8_t c) { return c >= 'A' && c <= 'Z'; }
static int is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The group of a word; words that share a slot are in the slots after it. */
static int64_t look_up(const uint8_t *word, int64_t n, const Lists *lists) {
    uint32_t hash = 0;
    if (n >= WIDTH) return 0;
    for (int64_t i = 0; i < n; i++) hash = hash * 31 + word[i];
    hash = hash * MIXER >> 8;
    for (int64_t tried = 0; tried < lists->slots; tried++) {
        int64_t slot = (hash + tried) & (lists->slots - 1);
        const uint8_t *there = lists->letters + slot * WIDTH;
        if (!lists->bits[slot]) return 0;
        if (!there[n] && !memcmp(there, word, (size_t)n)) return lists->bits[slot];
    }
    return 0;
}

/* Where the token that starts at i ends; i if there is none. One capital is not a token; the last of several starts a word. */
static int64_t token_end(const uint8_t *s, int64_t i, int64_t n) {
    int64_t capitals = 0, j = i;
    for (; j < n && is_upper(s[j]); j++) capitals++;
    if (j == n || !is_lower(s[j])) return capitals < 2 ? i : j;
    if (capitals == 2) return i;
    if (capitals > 2) return j - 1;
    while (j < n && is_lower(s[j])) j++;
    return j;
}

uint32_t checksum_table[256];

void fill_checksum_table(void) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        checksum_table[i] = crc;
    }
}

/* The word groups of a value, and the check sum of its tokens with a space between each two. */
static int64_t read_value(const uint8_t *s, int64_t n, const Lists *lists, int64_t *number) {
    uint8_t low[LONGEST];
    uint32_t crc = UINT32_MAX;
    int64_t bits = 0, name = 0, tokens = 0;
    for (int64_t i = 0; i < n; i++) low[i] = is_upper(s[i]) ? s[i] + 32 : s[i];
    for (int64_t i = 0; i < n;) {
        int64_t start = i, stop = token_end(s, i, n);
        if (stop > start) {
            if (tokens++) crc = checked(crc, ' ');
            for (int64_t j = start; j < stop; j++) crc = checked(crc, low[j]);
            bits |= look_up(low + start, stop - start, lists);
            i = stop;
        } else if (is_space(s[i++])) {
            name = i;
        }
        /* A whole name may be a word, too. */
        if ((i == n || is_space(s[i])) && (start > name || stop < i)) bits |= look_up(low + name, i - name, lists);
    }
    *number = crc ^ UINT32_MAX;
    return bits;
}

static int is_plain(const uint8_t *s, int64_t n) {
    uint8_t odd = 0;
    for (int64_t i = 0; i < n; i++) odd |= (uint8_t)((s[i] == '&') | s[i] >> 7); /* without branches, so that it is done in vectors */
    return !odd;
}

/* A number below `KEPT` that equal values have in common, and others rarely; the last eight letters may overlap those before. */
static int64_t key_of(const uint8_t *s, int64_t n) {
    uint64_t hash = (uint64_t)n, word;
    for (int64_t i = 0; i + 8 < n; i += 8) {
        memcpy(&word, s + i, 8);
        hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
        hash ^= hash >> 29;
    }
    if (n >= 8) memcpy(&word, s + n - 8, 8);
    else word = n ? (uint64_t)s[0] << 32 | (uint64_t)s[n / 2] << 24 | (uint64_t)s[n / 4] << 16 | (uint64_t)s[n - 1] << 8 | s[n > 1] : 0;
    hash = (hash ^ word) * 0x9E3779B97F4A7C15u;
    hash ^= hash >> 29;
    return (int64_t)(hash * 0x9E3779B97F4A7C15u >> (64 - KEPT_BITS));
}

typedef struct {
    const uint8_t *source;
    const int32_t *starts, *ends;
    int64_t *bits, *numbers;
    int64_t size, values;
    Lists lists;
    Clock *clock;
} Values;

static void read_values(const Values *all) {
    struct { int64_t value, length; } kept[KEPT]; /* two of three values occurred earlier on the page */
    for (int64_t key = 0; key < KEPT; key++) kept[key].length = -1;
    for (int64_t i = 0; i < all->values; i++) {
        int64_t start = all->starts[i], end = all->ends[i];
        all->bits[i] = 0;
        all->numbers[i] = -1;
        if (start < 0 || end < start || end > all->size) continue;
        const uint8_t *value = all->source + start;
        int64_t length = end - start < LONGEST ? end - start : LONGEST, key = key_of(value, length);
        if (late(all->clock, 1 + length)) return;
        int64_t twin = kept[key].value;
        if (kept[key].length == end - start && !memcmp(all->source + all->starts[twin], value, (size_t)length)) {
            all->bits[i] = all->bits[twin];
            all->numbers[i] = all->numbers[twin];
            continue;
        }
        kept[key].value = i;
        kept[key].length = end - start;
        if (!is_plain(value, length)) continue;
        all->bits[i] = read_value(value, length, &all->lists, all->numbers + i) | (end - start > LONGEST ? CUT : 0);
    }
}

static int take_values(Held *held, PyObject *const *given, Values *all) {
    all->size = all->values = all->lists.slots = -1;
    if (take(held, given[0], "source", "u1", READ, &all->size, &all->source) ||
        take(held, given[1], "starts", "i4", READ, &all->values, &all->starts) ||
        take(held, given[2], "ends", "i4", READ, &all->values, &all->ends) ||
        take(held, given[3], "letters", "S16", READ, &all->lists.slots, &all->lists.letters) ||
        take(held, given[4], "word_bits", "i8", READ, &all->lists.slots, &all->lists.bits) ||
        take(held, given[5], "bits", "i8", WRITE, &all->values, &all->bits) ||
        take(held, given[6], "numbers", "i8", WRITE, &all->values, &all->numbers))
        return -1;
    if (all->lists.slots > 0 && !(all->lists.slots & (all->lists.slots - 1))) return 0;
    PyErr_SetString(PyExc_ValueError, "letters: the number of slots must be a power of two");
    return -1;
}

/* class_words(source, starts, ends, letters, word_bits, bits, numbers): bits and number of each value into the last two; -1 for the
 * number of a value that is not plain ASCII. */
PyObject *class_words(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Values all = {.clock = &clock};
    (void)module;
    if (expect("class_words", size, 7) || take_values(&held, given, &all)) {
        release(&held);
        return 0;
    }
    start_long_work(&clock, all.values * 16);
    read_values(&all);
    int failed = end_work(&clock);
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
