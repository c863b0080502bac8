/* Words, lengths and marks of texts, in one pass: the compiled twin of dom/chars.py. */
#include <stdint.h>

/* `bits` are the class bits of all characters, texts lie between the spaces at `gaps`; classes as there. */
enum { ALNUM = 1, UNDERSCORE = 2, JOINER = 4, CJK = 8, SPACE = 16 };
enum { WORDS, LENGTH, FIRST, LAST, MARKS };

int sectio_count(const uint16_t *bits, const int64_t *gaps, int64_t texts, const int64_t *mark, int32_t *out) {
    for (int64_t text = 0; text < texts; text++) {
        int32_t words = 0, solid = 0, runs = 0, first = -1, last = 0;
        int in_word = 0, counted = 0, after_space = 0;
        for (int64_t i = gaps[text] + 1; i < gaps[text + 1]; i++) {
            uint16_t now = bits[i];
            if (now & SPACE) {
                after_space = 1;
                in_word = 0;
                continue;
            }
            runs += after_space && solid;
            after_space = 0;
            solid++;
            if (first < 0) first = now;
            last = now;
            if (mark[now] >= 0) out[(MARKS + mark[now]) * texts + text]++;
            if (now & CJK) words++;
            int word = (now & (ALNUM | UNDERSCORE)) ||
                       ((now & JOINER) && (bits[i - 1] & (ALNUM | UNDERSCORE)) && (bits[i + 1] & (ALNUM | UNDERSCORE)));
            if (!word || !in_word) counted = 0; /* a run of underscores alone is no word */
            in_word = word;
            if (word && !counted && (now & ALNUM)) {
                counted = 1;
                words++;
            }
        }
        if (first < 0) return -1;
        out[WORDS * texts + text] = words;
        out[LENGTH * texts + text] = solid + runs;
        out[FIRST * texts + text] = first;
        out[LAST * texts + text] = last;
    }
    return 0;
}
