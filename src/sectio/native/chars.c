/* Words, lengths and marks of texts, counted where they stand in the markup: the compiled twin of dom/chars.py. */
#include <stdint.h>
#include <string.h>

enum { ALNUM = 1, UNDERSCORE = 2, JOINER = 4, CJK = 8, SPACE = 16 }; /* classes as there */
enum { WORDS, LENGTH, FIRST, LAST, MARKS };
enum { APART, JOINED, INSIDE }; /* how the next character stands to the word before it */

/* What is written as an entity at s; its length is put into *length. */
static int32_t entity_at(const uint8_t *s, int64_t left, int64_t *length) {
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

/* The character at s, of which *length bytes are taken; -1 if it is beyond the first plane, or none. */
static int32_t point_at(const uint8_t *s, int64_t left, int64_t *length) {
    *length = 1;
    if (*s == '&') return entity_at(s, left, length);
    if (*s < 0x80) return *s;
    *length = *s < 0xE0 ? 2 : 3;
    if (*s < 0xC0 || *s >= 0xF0 || left < *length) return -1;
    if (*length == 2) return (s[0] & 0x1F) << 6 | (s[1] & 0x3F);
    return (s[0] & 0x0F) << 12 | (s[1] & 0x3F) << 6 | (s[2] & 0x3F);
}

/* How many small letters of ASCII stand at s. */
static int64_t small_letters(const uint8_t *s, int64_t left) {
    int64_t n = 0;
    while (n < left && s[n] >= 'a' && s[n] <= 'z') n++;
    return n;
}

/* Count one text; `out` has one number in every `stride`. 0 if it has no character, or one beyond the first plane. */
static int count(const uint8_t *s, int64_t n, const uint16_t *table, const int8_t *mark, int32_t *out, int64_t stride) {
    int32_t words = 0, length = 0, last = 0;
    int gap = 0, counted = 0, link = APART;
    for (int64_t i = 0, taken; i < n; i += taken) {
        int32_t point = point_at(s + i, n - i, &taken);
        if (point < 0) return 0;
        uint16_t now = table[point];
        if (now & SPACE) {
            gap = length > 0;
            link = APART;
            continue;
        }
        if (!length) out[FIRST * stride] = now;
        length += 1 + gap;
        gap = 0;
        last = now;
        if (now & (ALNUM | UNDERSCORE)) {
            if (link == APART) counted = 0; /* a run of underscores alone is no word */
            if (!counted && (now & ALNUM)) {
                counted = 1;
                words++;
            }
            link = INSIDE;
            if (counted) { /* small letters go on with a word and change nothing else */
                int64_t more = small_letters(s + i + taken, n - i - taken);
                taken += more;
                length += (int32_t)more;
                last = more ? ALNUM : last;
            }
        } else {
            link = link == INSIDE && (now & JOINER) ? JOINED : APART;
            if (now & CJK) words++;
        }
        if (mark[now] >= 0) out[(MARKS + mark[now]) * stride]++;
    }
    out[WORDS * stride] = words;
    out[LENGTH * stride] = length;
    out[LAST * stride] = last;
    return length > 0;
}

/* Count the texts from `starts` to `ends`; -1 for the words of one that cannot be counted here. */
void sectio_count(const uint8_t *s, int64_t n, const int32_t *starts, const int32_t *ends, int64_t texts, const uint16_t *table,
                  const int8_t *mark, int32_t *out) {
    for (int64_t i = 0; i < texts; i++) {
        int inside = starts[i] >= 0 && ends[i] >= starts[i] && ends[i] <= n;
        if (!inside || !count(s + starts[i], ends[i] - starts[i], table, mark, out + i, texts)) out[i] = -1;
    }
}
