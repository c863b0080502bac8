/* Words of class and id attributes, read where they stand in the markup: the compiled twin of dom/words.py. */
#include <stdint.h>
#include <string.h>

/* Longest value that is read whole (`MAX_LENGTH`), room for a word of the lists, values that are kept in mind. */
enum { LONGEST = 300, WIDTH = 16, KEPT = 512 };

typedef struct {
    const uint8_t *letters; /* `WIDTH` per slot: its word, filled up with zeros */
    const int64_t *bits;    /* per slot: the group of its word, as a bit; 0 if it is free */
    int64_t slots;          /* a power of two */
} Lists;

static int is_lower(uint8_t c) { return c >= 'a' && c <= 'z'; }
static int is_upper(uint8_t c) { return c >= 'A' && c <= 'Z'; }
static int is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* The group of a word; words that share a slot stand in the slots behind it. */
static int64_t look_up(const uint8_t *word, int64_t n, const Lists *lists) {
    uint32_t hash = 0;
    if (n >= WIDTH) return 0;
    for (int64_t i = 0; i < n; i++) hash = hash * 31 + word[i];
    for (int64_t tried = 0; tried < lists->slots; tried++) {
        int64_t slot = (hash + tried) & (lists->slots - 1);
        const uint8_t *there = lists->letters + slot * WIDTH;
        if (!lists->bits[slot]) return 0;
        if (!there[n] && !memcmp(there, word, n)) return lists->bits[slot];
    }
    return 0;
}

/* Where the token ends that starts at i; i if none does. A capital alone is none, and the last of many starts a word. */
static int64_t token_end(const uint8_t *s, int64_t i, int64_t n) {
    int64_t capitals = 0, j = i;
    for (; j < n && is_upper(s[j]); j++) capitals++;
    if (j == n || !is_lower(s[j])) return capitals < 2 ? i : j;
    if (capitals == 2) return i;
    if (capitals > 2) return j - 1;
    while (j < n && is_lower(s[j])) j++;
    return j;
}

static uint32_t checked(uint32_t crc, const uint8_t *s, int64_t n, const uint32_t *table) {
    for (int64_t i = 0; i < n; i++) crc = crc >> 8 ^ table[(crc ^ s[i]) & 255];
    return crc;
}

/* The groups a value speaks of, and the check sum of its tokens with a space between each two. */
static int64_t read_value(const uint8_t *s, int64_t n, const Lists *lists, const uint32_t *table, int64_t *number) {
    uint8_t low[LONGEST];
    uint32_t crc = UINT32_MAX;
    int64_t bits = 0, name = 0, tokens = 0;
    for (int64_t i = 0; i < n; i++) low[i] = is_upper(s[i]) ? s[i] + 32 : s[i];
    for (int64_t i = 0; i < n;) {
        int64_t start = i, stop = token_end(s, i, n);
        if (stop > start) {
            if (tokens++) crc = checked(crc, (const uint8_t *)" ", 1, table);
            crc = checked(crc, low + start, stop - start, table);
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
    for (int64_t i = 0; i < n; i++)
        if (s[i] == '&' || s[i] >= 0x80) return 0;
    return 1;
}

/* The table of the check sum that zlib calls crc32. */
static void fill(uint32_t *table) {
    for (uint32_t i = 0; i < 256; i++) {
        uint32_t crc = i;
        for (int bit = 0; bit < 8; bit++) crc = crc >> 1 ^ (crc & 1 ? 0xEDB88320u : 0);
        table[i] = crc;
    }
}

/* A number below `KEPT` that equal values have in common. */
static int64_t key_of(const uint8_t *s, int64_t n) {
    return n ? (n + 7 * s[0] + 31 * s[n / 2] + 127 * s[n - 1]) & (KEPT - 1) : 0;
}

/* Bits and numbers of the values from `starts` to `ends`; -1 for the number of one that is not plain ASCII. */
void sectio_words(const uint8_t *s, int64_t n, const int32_t *starts, const int32_t *ends, int64_t values, const Lists *lists,
                  int64_t *bits, int64_t *numbers) {
    uint32_t table[256];
    struct { int64_t value, length; } kept[KEPT]; /* most values stand there before: two of three */
    fill(table);
    for (int64_t key = 0; key < KEPT; key++) kept[key].length = -1;
    for (int64_t i = 0; i < values; i++) {
        bits[i] = 0;
        numbers[i] = -1;
        if (starts[i] < 0 || ends[i] < starts[i] || ends[i] > n) continue;
        const uint8_t *value = s + starts[i];
        int64_t length = ends[i] - starts[i] < LONGEST ? ends[i] - starts[i] : LONGEST, key = key_of(value, length);
        int64_t twin = kept[key].value;
        if (kept[key].length == length && !memcmp(s + starts[twin], value, length)) {
            bits[i] = bits[twin];
            numbers[i] = numbers[twin];
            continue;
        }
        kept[key].value = i;
        kept[key].length = length;
        if (is_plain(value, length)) bits[i] = read_value(value, length, lists, table, numbers + i);
    }
}
