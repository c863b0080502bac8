/* What the model knows about each text block: the compiled twin of model/features.py.
 *
 * The groups and the order of features in each are those of that file, which says what they mean; so are the kinds of numbers (32 or
 * 64 bits) that quotients are taken in, so that both give the same to the last bit. Rows are in document order: what is inherited from
 * above, or summed up from before, takes one sweep.
 */
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "frame.h"
#include "processor.h"
#include "stages.h"

enum { LEVELS = 4, WINDOWS = 3, SCORES = 3, KINDS = 9, WHOLE = 20 };
enum { WORDS, LENGTH, LINKS, STOPS, COMMAS, UPPER, DIGITS, MONIES, SEPARATORS, CJK, COUNTS }; /* features.COUNTS */
enum { R_WORDS, R_LINKS, R_STOPS, R_PROSE, R_BLOCKS, RUNNING };                           /* features.BELOW */
enum { MARKS = COUNTS - STOPS };

/* Columns of the page: name, type in C and NumPy, how many for each of what. `first` and `last` are a block's first text and the first
 * behind it; `logs` are the logarithms of 1, 2 … words of the page + 1. */
#define COLUMNS(X)                               \
    X(parent, int32_t, "i4", 1, rows)            \
    X(end, int32_t, "i4", 1, rows)               \
    X(depth, int32_t, "i4", 1, rows)             \
    X(tag, int16_t, "i2", 1, rows)               \
    X(in_link, uint8_t, "b1", 1, rows)           \
    X(hidden, uint8_t, "b1", 1, rows)            \
    X(class_groups, int64_t, "i8", 1, rows)      \
    X(marked, int64_t, "i8", 1, rows)            \
    X(class_numbers, int64_t, "i8", 1, rows)     \
    X(text_rows, int32_t, "i4", 1, texts)        \
    X(words, int32_t, "i4", 1, texts)            \
    X(length, int32_t, "i4", 1, texts)           \
    X(marks, int32_t, "i4", MARKS, texts)        \
    X(first_bits, uint16_t, "u2", 1, texts)      \
    X(last_bits, uint16_t, "u2", 1, texts)       \
    X(first, int32_t, "i4", 1, blocks)           \
    X(last, int32_t, "i4", 1, blocks)            \
    X(logs, float, "f4", 1, logarithms)

/* The same for all pages, by tag code (larger codes are as the last): which are blocks, levels of headings, kinds that are counted, and
 * places among the parents that are told apart. Then features about the wording of texts, and those whose logarithm is taken. */
#define TABLES(X)                    \
    X(is_block, uint8_t, "b1", 1, tags) \
    X(heading, int8_t, "i1", 1, tags)   \
    X(kind, int8_t, "i1", 1, tags)      \
    X(as_parent, int8_t, "i1", 1, tags) \
    X(worded, int64_t, "i8", 1, words)  \
    X(logged, int64_t, "i8", 1, logs)

/* Bits of characters and of class words that are asked for, the code of paragraphs, and how many features there are of some groups. */
#define NUMBERS(X) X(paragraph) X(stop) X(comma) X(upper) X(digit) X(separator) X(comment) X(price) X(roles) X(groups) X(parents)

#define ARRAY(name, type, code, each, of) const type *name;
#define NUMBER(name) int64_t name;

typedef struct {
    COLUMNS(ARRAY)
    int64_t rows, texts, blocks, logarithms, tag_names;
} Page;

typedef struct {
    TABLES(ARRAY)
    NUMBERS(NUMBER)
    int64_t tags, words, logs;
} Tables;

/* Blocks that share a path: the group of each block; how many blocks each group has, its first one, and sums of `WORDS LINKS STOPS`. */
typedef struct {
    int32_t *of, *size, *first;
    double *sums[3];
} Groups;

/* The best article node by one way of scoring: the node, its score, and for each block the best score above it. */
typedef struct {
    int64_t node;
    double score;
    double *above;
} Best;

/* What is known of the whole page; `start` to `stop` are the blocks that are asked for. */
typedef struct {
    const Tables *tables;
    Clock *clock;
    /* per row, and one more; `scratch` is for one step at a time */
    int32_t *container, *texts_before, *top;
    int8_t *heading;
    void *scratch[2];
    /* per text: running sums, one more than there are texts */
    int32_t *running[RUNNING];
    /* per block */
    int32_t *node, *box, *last_heading, *run;
    int64_t *marked, *classes, *near;
    Groups paths, groups;
    Best best[SCORES];
    int32_t *slots;
    int64_t slot_bits; /* there are 2 to the power of it */
    int64_t first_h1, start, stop;
    double total;
} Work;

/* Over rows, texts or blocks, until the time is over. */
#define EACH_FROM(start, i, count) for (int64_t i = (start); i < (count) && !late(work->clock, 1); i++)
#define EACH(i, count) EACH_FROM(0, i, count)
#define EACH_BLOCK EACH_FROM(work->start, block, work->stop)

static int64_t at_most(int64_t a, int64_t b) { return a < b ? a : b; }
static int64_t at_least(int64_t a, int64_t b) { return a > b ? a : b; }
static double least(double a, double b) { return a < b ? a : b; }
static double most(double a, double b) { return a > b ? a : b; }
static int64_t code(const Page *page, const Tables *tables, int64_t row) { return at_most(page->tag[row], tables->tags - 1); }

/* One piece of memory for everything, handed out in parts; with `base` 0 only the size is found. */
static void *part(uint8_t *base, size_t *used, int64_t count, size_t size) {
    void *at = base ? base + *used : 0;
    *used += (((size_t)count * size) + 15) & ~(size_t)15;
    return at;
}

static void lay_out_groups(Groups *groups, int64_t blocks, uint8_t *base, size_t *used) {
    int32_t **counts[] = {&groups->of, &groups->size, &groups->first};
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) *counts[i] = part(base, used, blocks, sizeof(int32_t));
    for (int i = 0; i < 3; i++) groups->sums[i] = part(base, used, blocks, sizeof(double));
}

static size_t lay_out(const Page *page, Work *work, uint8_t *base) {
    size_t used = 0;
    int64_t rows = page->rows, blocks = page->blocks;
    int32_t **of_rows[] = {&work->container, &work->texts_before, &work->top};
    for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++) *of_rows[i] = part(base, &used, rows + 1, sizeof(int32_t));
    work->heading = part(base, &used, rows, sizeof(int8_t));
    for (int i = 0; i < 2; i++) work->scratch[i] = part(base, &used, rows, sizeof(double));
    for (int i = 0; i < RUNNING; i++) work->running[i] = part(base, &used, page->texts + 1, sizeof(int32_t));
    int32_t **of_blocks[] = {&work->node, &work->box, &work->last_heading, &work->run};
    for (size_t i = 0; i < sizeof of_blocks / sizeof *of_blocks; i++) *of_blocks[i] = part(base, &used, blocks, sizeof(int32_t));
    int64_t **bits[] = {&work->marked, &work->classes, &work->near};
    for (size_t i = 0; i < sizeof bits / sizeof *bits; i++) *bits[i] = part(base, &used, blocks, sizeof(int64_t));
    for (int i = 0; i < SCORES; i++) work->best[i].above = part(base, &used, blocks, sizeof(double));
    lay_out_groups(&work->paths, blocks, base, &used);
    lay_out_groups(&work->groups, blocks, base, &used);
    for (work->slot_bits = 4; (int64_t)1 << work->slot_bits < 2 * blocks; work->slot_bits++) {}
    work->slots = part(base, &used, (int64_t)1 << work->slot_bits, sizeof(int32_t));
    return used;
}

/* What several groups need. */

static void sweep_rows(const Page *page, Work *work) {
    int32_t texts = 0;
    EACH(row, page->rows) {
        int64_t above = page->parent[row], tag = code(page, work->tables, row);
        work->texts_before[row] = texts;
        texts += page->tag[row] == 0;
        work->container[row] = work->tables->is_block[tag] ? (int32_t)row : row ? work->container[above] : 0;
        work->heading[row] = work->tables->heading[tag] ? work->tables->heading[tag] : row ? work->heading[above] : (int8_t)0;
    }
    work->texts_before[page->rows] = texts;
}

static void sum_texts(const Page *page, Work *work) {
    int64_t block = 0;
    for (int i = 0; i < RUNNING; i++) work->running[i][0] = 0;
    EACH(text, page->texts) {
        int64_t row = page->text_rows[text], around = work->container[page->parent[row]];
        int32_t words = page->words[text], starts = block < page->blocks && page->first[block] == text;
        int32_t now[RUNNING] = {words, page->in_link[row] ? words : 0, page->marks[text], page->tag[around] == work->tables->paragraph ? words : 0, starts};
        for (int i = 0; i < RUNNING; i++) work->running[i][text + 1] = work->running[i][text] + now[i];
        block += starts;
    }
}

/* A running sum before a block; behind the last one, all of it. */
static int32_t before(const Page *page, const Work *work, int kind, int64_t block) {
    return work->running[kind][block < page->blocks ? page->first[block] : page->texts];
}

static double in_block(const Page *page, const Work *work, int kind, int64_t block) {
    return before(page, work, kind, block + 1) - before(page, work, kind, block);
}

static double marks_in_block(const Page *page, int mark, int64_t block) {
    int64_t sum = 0;
    for (int64_t text = page->first[block]; text < page->last[block]; text++) sum += page->marks[(mark - STOPS) * page->texts + text];
    return (double)sum;
}

static void sum_block(const Page *page, const Work *work, int64_t block, double *now) {
    int64_t length = 0;
    for (int64_t text = page->first[block]; text < page->last[block]; text++) length += page->length[text];
    now[WORDS] = in_block(page, work, R_WORDS, block);
    now[LENGTH] = (double)length;
    now[LINKS] = in_block(page, work, R_LINKS, block);
    for (int mark = STOPS; mark < COUNTS; mark++) now[mark] = marks_in_block(page, mark, block);
}

static void sweep_blocks(const Page *page, Work *work) {
    int32_t last = -1;
    work->first_h1 = -1;
    work->total = most(work->running[R_WORDS][page->texts], 1);
    EACH(block, page->blocks) {
        int32_t row = page->text_rows[page->first[block]], level = work->heading[row];
        work->node[block] = row;
        work->box[block] = work->container[page->parent[row]];
        if (level) last = (int32_t)block;
        if (level == 1 && work->first_h1 < 0) work->first_h1 = block;
        work->last_heading[block] = last;
    }
}

static int32_t below(const Page *page, const Work *work, int kind, int64_t row) {
    return work->running[kind][work->texts_before[page->end[row]]] - work->running[kind][work->texts_before[row]];
}

static int64_t elements(const Page *page, const Work *work, int64_t row) {
    return page->end[row] - row - (work->texts_before[page->end[row]] - work->texts_before[row]);
}

/* The nearest row on the way up whose parent holds more words. */
static void find_tops(const Page *page, Work *work) {
    EACH(row, page->rows) {
        int64_t above = page->parent[row];
        int holds_more = below(page, work, R_WORDS, above) > below(page, work, R_WORDS, row);
        work->top[row] = holds_more ? (int32_t)row : row ? work->top[above] : 0;
    }
}

/* The groups. `out` is where the group's first feature starts; each feature has one number for each block that is asked for. */
#define TO(feature) out[(feature) * (work->stop - work->start) + (block - work->start)]
#define BEHIND(features) (out + (features) * (work->stop - work->start))

enum {
    T_WORDS, T_CHARS, T_WORD_LENGTH, T_STOPS, T_STOPS_PER_WORD, T_COMMAS, T_COMMAS_PER_WORD, T_UPPER, T_DIGITS, T_MONIES, T_SEPARATORS, T_CJK,
    T_LINK_SHARE, T_LINK_WORDS, T_TEXTS, T_ENDS_STOP, T_ENDS_COMMA, T_STARTS_UPPER, T_STARTS_DIGIT, T_STARTS_SEPARATOR, T_ONE_WORD, T_NO_WORDS,
    T_HIDDEN, T_IN_LINK_WHOLE, T_COUNTING, TEXT_FEATURES
};

/* The last one is about what texts say, which is left to the caller. */
static float *text_features(const Page *page, Work *work, float *out) {
    EACH_BLOCK {
        double now[COUNTS];
        sum_block(page, work, block, now);
        double some = most(now[WORDS], 1), solid = most(now[LENGTH], 1);
        uint16_t starts = page->first_bits[page->first[block]], ends = page->last_bits[page->last[block] - 1];
        TO(T_WORDS) = (float)now[WORDS];
        TO(T_CHARS) = (float)now[LENGTH];
        TO(T_WORD_LENGTH) = (float)(now[LENGTH] / some);
        TO(T_STOPS) = (float)now[STOPS];
        TO(T_STOPS_PER_WORD) = (float)(now[STOPS] / some);
        TO(T_COMMAS) = (float)now[COMMAS];
        TO(T_COMMAS_PER_WORD) = (float)(now[COMMAS] / some);
        TO(T_UPPER) = (float)(now[UPPER] / solid);
        TO(T_DIGITS) = (float)(now[DIGITS] / solid);
        TO(T_MONIES) = (float)now[MONIES];
        TO(T_SEPARATORS) = (float)now[SEPARATORS];
        TO(T_CJK) = (float)(now[CJK] / solid);
        TO(T_LINK_SHARE) = (float)(now[LINKS] / some);
        TO(T_LINK_WORDS) = (float)now[LINKS];
        TO(T_TEXTS) = (float)(page->last[block] - page->first[block]);
        TO(T_ENDS_STOP) = (ends & work->tables->stop) != 0;
        TO(T_ENDS_COMMA) = (ends & work->tables->comma) != 0;
        TO(T_STARTS_UPPER) = (starts & work->tables->upper) != 0;
        TO(T_STARTS_DIGIT) = (starts & work->tables->digit) != 0;
        TO(T_STARTS_SEPARATOR) = (starts & work->tables->separator) != 0;
        TO(T_ONE_WORD) = now[WORDS] == 1;
        TO(T_NO_WORDS) = now[WORDS] == 0;
        TO(T_HIDDEN) = page->hidden[work->node[block]] != 0;
        TO(T_IN_LINK_WHOLE) = TO(T_LINK_SHARE) > 0.9f;
    }
    return BEHIND(TEXT_FEATURES);
}

enum {
    P_PLACE, P_BEFORE, P_AFTER, P_DEPTH, P_HEADING, P_SINCE_HEADING, P_WORDS_SINCE_HEADING, P_LAST_HEADING, P_AFTER_H1, P_FROM_H1, P_IS_TITLE,
    P_IN_TITLE, P_COPIES, P_FIRST_COPY, PLACE_FEATURES
};

/* The last four are about what texts say, which is left to the caller. */
static float *place_features(const Page *page, Work *work, float *out) {
    double total = work->total;
    EACH_BLOCK {
        double words = in_block(page, work, R_WORDS, block), ahead = before(page, work, R_WORDS, block);
        int64_t last = work->last_heading[block], first_h1 = work->first_h1;
        TO(P_PLACE) = (float)((double)block / (double)at_least(page->blocks - 1, 1));
        TO(P_BEFORE) = (float)(ahead / total);
        TO(P_AFTER) = (float)((total - ahead - words) / total);
        TO(P_DEPTH) = (float)(page->depth[work->node[block]] / 10.0);
        TO(P_HEADING) = (float)work->heading[work->node[block]];
        TO(P_SINCE_HEADING) = (float)(block - last);
        TO(P_WORDS_SINCE_HEADING) = (float)(ahead - (last < 0 ? 0 : before(page, work, R_WORDS, last)));
        TO(P_LAST_HEADING) = last < 0 ? 0 : (float)work->heading[work->node[last]];
        TO(P_AFTER_H1) = first_h1 >= 0 && block >= first_h1;
        TO(P_FROM_H1) = (float)(block - first_h1);
    }
    return BEHIND(PLACE_FEATURES);
}

static float *window_features(const Page *page, Work *work, float *out) {
    static const int64_t reaches[WINDOWS] = {2, 6, 16};
    for (int width = 0; width < WINDOWS; width++) {
        EACH_BLOCK {
            int64_t until = at_most(block + reaches[width] + 1, page->blocks);
            int64_t since[2] = {at_least(block - reaches[width], 0), block};
            for (int side = 0; side < 2; side++) {
                int feature = 6 * width + 3 * side;
                double sums[3];
                for (int kind = R_WORDS; kind <= R_STOPS; kind++)
                    sums[kind] = before(page, work, kind, until) - before(page, work, kind, since[side]);
                TO(feature) = (float)sums[R_WORDS];
                TO(feature + 1) = (float)(sums[R_LINKS] / most(sums[R_WORDS], 1));
                TO(feature + 2) = (float)(sums[R_STOPS] / most(sums[R_WORDS], 1));
            }
        }
    }
    return BEHIND(6 * WINDOWS);
}

enum { A_WORDS, A_SHARE, A_LINKS, A_STOPS, A_DENSITY, A_BLOCK_WORDS, A_PROSE, A_BLOCKS, A_HEIGHT, ANCESTOR_FEATURES };

static float *ancestor_features(const Page *page, Work *work, float *out) {
    float total = (float)work->total;
    EACH_BLOCK {
        int64_t row = work->top[work->box[block]];
        for (int level = 0; level < LEVELS; level++, row = work->top[page->parent[row]]) {
            int feature = level * ANCESTOR_FEATURES;
            float own = (float)below(page, work, R_WORDS, row), held = own > 1 ? own : 1, blocks = (float)below(page, work, R_BLOCKS, row);
            TO(feature + A_WORDS) = own;
            TO(feature + A_SHARE) = own / total;
            TO(feature + A_LINKS) = (float)below(page, work, R_LINKS, row) / held;
            TO(feature + A_STOPS) = (float)below(page, work, R_STOPS, row) / held;
            TO(feature + A_DENSITY) = own / (float)at_least(elements(page, work, row), 1);
            TO(feature + A_BLOCK_WORDS) = own / (blocks > 1 ? blocks : 1);
            TO(feature + A_PROSE) = (float)below(page, work, R_PROSE, row) / held;
            TO(feature + A_BLOCKS) = blocks;
            TO(feature + A_HEIGHT) = (float)(page->depth[row] / 10.0);
        }
    }
    return BEHIND(LEVELS * ANCESTOR_FEATURES);
}

/* How good an article node each row is, by sentences in its blocks, its own and its children's. */
static void score_blocks(const Page *page, Work *work, double *score, double *first) {
    memset(first, 0, (size_t)page->rows * sizeof *first);
    EACH(block, page->blocks) {
        double words = in_block(page, work, R_WORDS, block), worth = least(words / 15, 3);
        worth += marks_in_block(page, COMMAS, block);
        worth += 1;
        worth *= words >= 5;
        worth *= 1 - in_block(page, work, R_LINKS, block) / most(words, 1);
        first[page->parent[work->box[block]]] += worth;
    }
    EACH_FROM(1, row, page->rows) score[page->parent[row]] += first[row];
    EACH(row, page->rows) {
        score[row] = score[row] * 0.5 + first[row];
        score[row] *= 1 - (double)below(page, work, R_LINKS, row) / most(below(page, work, R_WORDS, row), 1);
    }
}

static int32_t plain_words(const Page *page, const Work *work, int64_t row) {
    return below(page, work, R_WORDS, row) - below(page, work, R_LINKS, row);
}

/* The same by the density of its children. */
static void score_density(const Page *page, Work *work, double *score, double *unused) {
    (void)unused;
    EACH_FROM(1, row, page->rows) {
        double density = (double)plain_words(page, work, row) / (double)at_least(elements(page, work, row), 1);
        score[page->parent[row]] += density * (double)page->logs[below(page, work, R_WORDS, row)];
    }
}

/* The same by its paragraphs. */
static void score_prose(const Page *page, Work *work, double *score, double *unused) {
    (void)unused;
    EACH_FROM(1, row, page->rows)
        if (page->tag[row] == work->tables->paragraph) score[page->parent[row]] += plain_words(page, work, row);
}

static void find_best(const Page *page, Work *work, const double *score, Best *best) {
    best->node = 0;
    best->score = score[0];
    EACH_FROM(1, row, page->rows) {
        if (score[row] <= best->score) continue;
        best->score = score[row];
        best->node = row;
    }
}

static void score_rows(const Page *page, Work *work) {
    static void (*const ways[SCORES])(const Page *, Work *, double *, double *) = {score_blocks, score_density, score_prose};
    double *score = work->scratch[0];
    for (int which = 0; which < SCORES && !work->clock->stopped; which++) {
        Best *best = work->best + which;
        memset(score, 0, (size_t)page->rows * sizeof *score);
        ways[which](page, work, score, work->scratch[1]);
        find_best(page, work, score, best);
        EACH_FROM(1, row, page->rows) score[row] = most(score[row], score[page->parent[row]]);
        EACH(block, page->blocks) best->above[block] = score[work->node[block]];
    }
}

enum { B_IN, B_RATIO, B_SHARE, B_DEPTH, B_FROM, B_IN_DENSE, B_DENSE_RATIO, B_IN_PROSE, B_PROSE_RATIO, B_FROM_PROSE, BEST_FEATURES };

static int64_t blocks_before(const Work *work, int64_t row) {
    return work->running[R_BLOCKS][work->texts_before[row]];
}

static float *best_features(const Page *page, Work *work, float *out) {
    static const int inside[SCORES] = {B_IN, B_IN_DENSE, B_IN_PROSE}, ratio[SCORES] = {B_RATIO, B_DENSE_RATIO, B_PROSE_RATIO},
                     from[SCORES] = {B_FROM, -1, B_FROM_PROSE};
    for (int which = 0; which < SCORES; which++) {
        const Best *best = work->best + which;
        int64_t first = blocks_before(work, best->node), last = blocks_before(work, page->end[best->node]);
        EACH_BLOCK {
            int64_t away = at_most(block - first, 0) + at_least(block - last + 1, 0);
            TO(ratio[which]) = (float)(best->above[block] / most(best->score, 1e-9));
            TO(inside[which]) = away == 0;
            if (from[which] >= 0) TO(from[which]) = (float)away;
            if (which) continue;
            TO(B_SHARE) = (float)(below(page, work, R_WORDS, best->node) / work->total);
            TO(B_DEPTH) = (float)(page->depth[best->node] / 10.0);
        }
    }
    return BEHIND(BEST_FEATURES);
}

/* Hashes of the labels on the path from the root to each row. */
static void hash_paths(const Page *page, const Work *work, int64_t *path) {
    EACH(row, page->rows) {
        uint64_t mixed = (uint64_t)page->class_numbers[row] * (uint64_t)page->tag_names + (uint64_t)(int64_t)page->tag[row];
        mixed *= 0x9E3779B97F4A7C15u;
        mixed ^= mixed >> 29;
        mixed *= ((uint64_t)page->depth[row] + 1) * 0xBF58476D1CE4E5B9u | 1;
        path[row] = (int64_t)(mixed >> 32) + (row ? path[page->parent[row]] : 0);
    }
}

/* The slot a key is looked for in first. Keyed by this process: a page cannot be written so that all its paths share one. */
static int64_t slot_of(int64_t key, int64_t bits) {
    uint64_t mixed = (uint64_t)key * (process_key | 1);
    mixed ^= mixed >> 32;
    mixed *= (process_key ^ 0x9E3779B97F4A7C15u) | 1;
    return (int64_t)(mixed >> (64 - bits));
}

/* Number the groups of blocks whose rows have the same path, in order of their first blocks; sums of each group. */
static void group_blocks(const Page *page, Work *work, const int64_t *path, const int32_t *rows, Groups *groups) {
    int64_t mask = ((int64_t)1 << work->slot_bits) - 1;
    int32_t count = 0;
    memset(work->slots, 0, sizeof *work->slots << work->slot_bits);
    EACH(block, page->blocks) {
        int64_t key = path[page->parent[rows[block]]], slot = slot_of(key, work->slot_bits);
        while (work->slots[slot] && path[page->parent[rows[groups->first[work->slots[slot] - 1]]]] != key && !late(work->clock, 1))
            slot = (slot + 1) & mask;
        int32_t group = work->slots[slot] - 1;
        if (group < 0) {
            group = count++;
            work->slots[slot] = count;
            groups->first[group] = (int32_t)block;
            groups->size[group] = 0;
            for (int kind = R_WORDS; kind <= R_STOPS; kind++) groups->sums[kind][group] = 0;
        }
        groups->of[block] = group;
        groups->size[group]++;
        for (int kind = R_WORDS; kind <= R_STOPS; kind++) groups->sums[kind][group] += in_block(page, work, kind, block);
    }
}

static void group_paths(const Page *page, Work *work) {
    int64_t *path = work->scratch[0], blocks = page->blocks;
    const int32_t *group = work->paths.of;
    hash_paths(page, work, path);
    group_blocks(page, work, path, work->node, &work->paths);
    group_blocks(page, work, path, work->box, &work->groups);
    for (int64_t start = 0, stop; start < blocks && !late(work->clock, 1); start = stop) {
        for (stop = start + 1; stop < blocks && group[stop] == group[start]; stop++) {}
        for (int64_t block = start; block < stop; block++) work->run[block] = (int32_t)(stop - start);
    }
}

enum { G_COUNT, G_WORDS, G_SHARE, G_LINKS, G_STOPS, G_RUN, G_GROUP, G_SAME_AS_LAST = 10, G_SAME_AS_NEXT, PATH_FEATURES };

static void group_features(const Work *work, const Groups *groups, float *out) {
    EACH_BLOCK {
        int32_t group = groups->of[block];
        double size = groups->size[group], words = groups->sums[R_WORDS][group];
        TO(G_COUNT) = (float)size;
        TO(G_WORDS) = (float)(words / size);
        TO(G_SHARE) = (float)(words / work->total);
        TO(G_LINKS) = (float)(groups->sums[R_LINKS][group] / most(words, 1));
    }
}

static float *path_features(const Page *page, Work *work, float *out) {
    const Groups *paths = &work->paths;
    group_features(work, paths, out);
    EACH_BLOCK {
        int32_t group = paths->of[block];
        TO(G_STOPS) = (float)(paths->sums[R_STOPS][group] / most(paths->sums[R_WORDS][group], 1));
        TO(G_RUN) = (float)work->run[block];
        TO(G_SAME_AS_LAST) = block > 0 && paths->of[block - 1] == group;
        TO(G_SAME_AS_NEXT) = block + 1 < page->blocks && paths->of[block + 1] == group;
    }
    group_features(work, &work->groups, BEHIND(G_GROUP));
    return BEHIND(PATH_FEATURES);
}

/* The page as a whole: one number a feature, spread over the blocks by the caller. */
static void page_features(const Page *page, const Work *work, float *out) {
    int64_t kinds[KINDS] = {0}, comments = 0, prices = 0, depths = 0, long_blocks = 0;
    double total = work->total, monies = 0, ideographs = 0;
    EACH(row, page->rows) {
        int8_t kind = work->tables->kind[code(page, work->tables, row)];
        if (kind >= 0 && kind < KINDS) kinds[kind]++;
        comments += (page->class_groups[row] & work->tables->comment) != 0;
        prices += (page->class_groups[row] & work->tables->price) != 0;
        if (page->tag[row] == 0) depths += page->depth[row];
    }
    EACH(block, page->blocks) {
        monies += marks_in_block(page, MONIES, block);
        ideographs += marks_in_block(page, CJK, block);
        long_blocks += in_block(page, work, R_WORDS, block) > 30;
    }
    const double values[] = {
        total, (double)page->blocks, work->running[R_LINKS][page->texts] / total, total / (double)page->blocks,
        work->running[R_PROSE][page->texts] / total, (double)kinds[0], (double)kinds[1], (double)kinds[2], (double)kinds[3], (double)kinds[4],
        (double)kinds[5], (double)kinds[6], (double)comments, (double)prices, monies, ideographs / total, (double)kinds[7], (double)kinds[8],
        (double)depths / (double)page->texts / 10, (double)long_blocks,
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) out[i] = (float)values[i];
}

/* Bits of each block, one feature a bit: few are set. */
static float *bits_apart(const Work *work, const int64_t *bits, int64_t count, float *out) {
    uint64_t asked = count < 64 ? ((uint64_t)1 << count) - 1 : UINT64_MAX;
    memset(out, 0, (size_t)(count * (work->stop - work->start)) * sizeof *out);
    EACH_BLOCK
        for (uint64_t left = (uint64_t)bits[block] & asked; left; left &= left - 1) TO(lowest_bit(left)) = 1;
    return BEHIND(count);
}

/* Marks of each block's node and its ancestors. */
static void inherit(const Page *page, Work *work, const int64_t *own, int64_t *to) {
    int64_t *inherited = work->scratch[0];
    EACH(row, page->rows) inherited[row] = own[row] | (row ? inherited[page->parent[row]] : 0);
    EACH(block, page->blocks) to[block] = inherited[work->node[block]];
}

static void inherit_marks(const Page *page, Work *work) {
    inherit(page, work, page->marked, work->marked);
    inherit(page, work, page->class_groups, work->classes);
}

/* Of the three nearest elements alone. */
static void find_near_marks(const Page *page, Work *work) {
    EACH(block, page->blocks) {
        int64_t one = page->parent[work->node[block]], two = page->parent[one], three = page->parent[two];
        work->near[block] = page->class_groups[one] | page->class_groups[two] | page->class_groups[three];
    }
}

static void parent_marks(const Page *page, const Work *work, float *out) {
    memset(out, 0, (size_t)(work->tables->parents * (work->stop - work->start)) * sizeof *out);
    EACH_BLOCK {
        int8_t parent = work->tables->as_parent[code(page, work->tables, page->parent[work->node[block]])];
        if (parent >= 0) TO(parent) = 1;
    }
}

/* Numbers that are used as indices must be in range, and sums of counts must fit; else nothing is read. */

static int wrong(const char *what, int64_t where) {
    PyErr_Format(PyExc_ValueError, "%s of %lld is out of range", what, (long long)where);
    return -1;
}

static int check_rows(const Page *page) {
    int64_t texts = 0;
    for (int64_t row = 0; row < page->rows; row++) {
        if (page->parent[row] < 0 || page->parent[row] > at_least(row - 1, 0)) return wrong("parent", row);
        if (page->end[row] <= row || page->end[row] > page->rows) return wrong("end", row);
        if (page->tag[row] < 0 || page->depth[row] < 0) return wrong("tag or depth", row);
        if (page->tag[row]) continue;
        if (texts == page->texts || page->text_rows[texts] != row) return wrong("text_rows", texts);
        texts++;
    }
    return texts == page->texts ? 0 : wrong("text_rows", texts);
}

static int check_texts(const Page *page) {
    int64_t words = 0, stops = 0;
    for (int64_t text = 0; text < page->texts; text++) {
        if (page->words[text] < 0 || page->length[text] < 0 || page->marks[text] < 0) return wrong("words, length or marks", text);
        words += page->words[text];
        stops += page->marks[text];
    }
    if (words >= page->logarithms) return wrong("logs", words);
    return words > INT32_MAX || stops > INT32_MAX ? wrong("sum", words) : 0;
}

static int check_blocks(const Page *page) {
    int64_t behind = 0;
    for (int64_t block = 0; block < page->blocks; block++) {
        if (page->first[block] != behind || page->last[block] <= page->first[block]) return wrong("first or last", block);
        behind = page->last[block];
    }
    return behind == page->texts ? 0 : wrong("last", page->blocks - 1);
}

static int64_t feature_count(const Tables *tables) {
    int64_t measures = TEXT_FEATURES + PLACE_FEATURES + 6 * WINDOWS + LEVELS * ANCESTOR_FEATURES + BEST_FEATURES + PATH_FEATURES + WHOLE;
    return measures + tables->roles + 2 * tables->groups + tables->parents;
}

static int check_places(const int64_t *places, int64_t count, int64_t features) {
    if (count > features) return wrong("worded or logged", count);
    for (int64_t i = 0; i < count; i++)
        if (places[i] < 0 || places[i] >= features) return wrong("worded or logged", i);
    return 0;
}

static int check_tables(const Tables *tables) {
    if (tables->tags < 1) return wrong("tags", 0);
    if (tables->roles < 0 || tables->roles > 64 || tables->groups < 0 || tables->groups > 64) return wrong("roles or groups", 0);
    for (int64_t tag = 0; tag < tables->tags; tag++)
        if (tables->as_parent[tag] >= tables->parents) return wrong("as_parent", tag);
    if (tables->parents < 0 || tables->parents > INT8_MAX) return wrong("parents", tables->parents);
    return check_places(tables->worded, tables->words, feature_count(tables)) || check_places(tables->logged, tables->logs, feature_count(tables));
}

/* What is known of the whole page; what a step needs of the steps before is there unless the clock stopped them. */
static void prepare(const Page *page, Work *work) {
    static void (*const steps[])(const Page *, Work *) = {
        sweep_rows, sum_texts, sweep_blocks, find_tops, score_rows, group_paths, inherit_marks, find_near_marks,
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps && !work->clock->stopped; i++) steps[i](page, work);
}

/* Features of the whole page, the same for all blocks; those about the wording of texts, of which `wording` has one in each row for all
 * blocks of the page; what logarithms are taken of, into `raised`. */
static void fill_rest(const Page *page, Work *work, const float *whole, const float *wording, float *out, float *raised) {
    const Tables *tables = work->tables;
    int64_t blocks = work->stop - work->start, first = feature_count(tables) - tables->parents - 2 * tables->groups - tables->roles - WHOLE;
    for (int64_t i = 0; i < WHOLE && !late(work->clock, blocks); i++)
        EACH_BLOCK TO(first + i) = whole[i];
    for (int64_t i = 0; i < tables->words && !late(work->clock, blocks); i++)
        memcpy(out + tables->worded[i] * blocks, wording + i * page->blocks + work->start, (size_t)blocks * sizeof *out);
    for (int64_t i = 0; i < tables->logs && !late(work->clock, blocks); i++)
        for (int64_t at = 0; at < blocks; at++) raised[i * blocks + at] = fabsf(out[tables->logged[i] * blocks + at]) + 1;
}

/* The features of the blocks that are asked for. */
static void fill(const Page *page, Work *work, float *out) {
    static float *(*const groups[])(const Page *, Work *, float *) = {
        text_features, place_features, window_features, ancestor_features, best_features, path_features,
    };
    for (size_t i = 0; i < sizeof groups / sizeof *groups && !work->clock->stopped; i++) out = groups[i](page, work, out);
    if (work->clock->stopped) return;
    out = BEHIND(WHOLE);
    out = bits_apart(work, work->marked, work->tables->roles, out);
    out = bits_apart(work, work->classes, work->tables->groups, out);
    out = bits_apart(work, work->near, work->tables->groups, out);
    parent_marks(page, work, out);
}

#define TAKE_ARRAY(name, type, code, each, of)                         \
    count = to->of < 0 ? -1 : (each) * to->of;                         \
    if (take_from(held, given, #name, code, &count, &to->name)) return -1; \
    if (to->of < 0) to->of = count;
#define TAKE_NUMBER(name) \
    if (number_from(given, #name, &to->name)) return -1;

static int take_page(Held *held, PyObject *given, Page *to) {
    int64_t count;
    to->rows = to->texts = to->blocks = to->logarithms = -1;
    COLUMNS(TAKE_ARRAY)
    if (number_from(given, "tag_names", &to->tag_names) || check_rows(to) || check_texts(to)) return -1;
    if (to->blocks < 1) return wrong("blocks", to->blocks);
    return check_blocks(to);
}

static int take_tables(Held *held, PyObject *given, Tables *to) {
    int64_t count;
    to->tags = to->words = to->logs = -1;
    TABLES(TAKE_ARRAY)
    NUMBERS(TAKE_NUMBER)
    return check_tables(to);
}

/* A page made ready: what Python gave, which is held until this is freed, and what was found. */
struct Ready {
    Held held;
    Page page;
    Tables tables;
    Work work;
    uint8_t *memory;
};

static const char *const READY = "sectio.ready_features";

static void free_ready(Ready *ready) {
    release(&ready->held);
    free(ready->memory);
    free(ready);
}

static void free_capsule(PyObject *capsule) { free_ready(PyCapsule_GetPointer(capsule, READY)); }

static int make_ready(Ready *ready, PyObject *columns, PyObject *tables, PyObject *to) {
    Clock clock;
    float *whole;
    int64_t wholes = WHOLE;
    if (take_page(&ready->held, columns, &ready->page) || take_tables(&ready->held, tables, &ready->tables) ||
        take(&ready->held, to, "whole", "f4", WRITE, &wholes, &whole))
        return -1;
    ready->memory = malloc(lay_out(&ready->page, &ready->work, 0));
    if (!ready->memory) {
        PyErr_NoMemory();
        return -1;
    }
    lay_out(&ready->page, &ready->work, ready->memory);
    ready->work.tables = &ready->tables;
    ready->work.clock = &clock;
    start_long_work(&clock, ready->page.rows * 16);
    prepare(&ready->page, &ready->work);
    if (!clock.stopped) page_features(&ready->page, &ready->work, whole);
    return end_work(&clock);
}

/* ready_features(columns, tables, whole): the page made ready for `block_features`; `whole` gets the features of the page as a whole.
 * There is at least one block. */
PyObject *ready_features(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    (void)module;
    if (expect("ready_features", size, 3)) return 0;
    Ready *ready = calloc(1, sizeof *ready);
    if (!ready) return PyErr_NoMemory();
    if (!make_ready(ready, given[0], given[1], given[2])) {
        PyObject *capsule = PyCapsule_New(ready, READY, free_capsule);
        if (capsule) return capsule;
    }
    free_ready(ready);
    return 0;
}

const Ready *ready_from(PyObject *capsule) { return PyCapsule_GetPointer(capsule, READY); }

/* block_features(ready, start, whole, wording, out, raised): see compiled.py. */
PyObject *block_features(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    (void)module;
    if (expect("block_features", size, 6)) return 0;
    const Ready *ready = ready_from(given[0]);
    if (!ready) return 0;
    Work work = ready->work; /* a copy, so that threads may ask for different blocks */
    int64_t features = feature_count(work.tables), blocks = -1, wholes = WHOLE, words = work.tables->words, logs = work.tables->logs;
    int64_t every = ready->page.blocks;
    const float *whole, *wording;
    float *out, *raised;
    work.clock = &clock;
    work.start = PyLong_AsLongLong(given[1]);
    int failed = (work.start == -1 && PyErr_Occurred()) || take(&held, given[2], "whole", "f4", READ, &wholes, &whole) ||
                 take_matrix(&held, given[3], "wording", "f4", READ, &words, &every, &wording) ||
                 take_matrix(&held, given[4], "out", "f4", WRITE, &features, &blocks, &out) ||
                 take_matrix(&held, given[5], "raised", "f4", WRITE, &logs, &blocks, &raised);
    if (!failed && (work.start < 0 || work.start > ready->page.blocks - blocks)) failed = wrong("start", work.start);
    if (!failed) {
        work.stop = work.start + blocks;
        start_long_work(&clock, blocks * 256);
        fill(&ready->page, &work, out);
        if (!clock.stopped) fill_rest(&ready->page, &work, whole, wording, out, raised);
        failed = end_work(&clock);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}

/* put_logs(ready, logs, out): see compiled.py. */
PyObject *put_logs(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    (void)module;
    if (expect("put_logs", size, 3)) return 0;
    const Ready *ready = ready_from(given[0]);
    if (!ready) return 0;
    const Tables *tables = &ready->tables;
    int64_t features = feature_count(tables), blocks = -1, count = tables->logs;
    const float *logs;
    float *out;
    int failed = take_matrix(&held, given[1], "logs", "f4", READ, &count, &blocks, &logs) ||
                 take_matrix(&held, given[2], "out", "f4", WRITE, &features, &blocks, &out);
    if (!failed) {
        start_work(&clock);
        for (int64_t i = 0; i < count && !late(&clock, blocks); i++) {
            float *to = out + tables->logged[i] * blocks;
            for (int64_t at = 0; at < blocks; at++) to[at] = copysignf(logs[i * blocks + at], to[at]);
        }
        failed = end_work(&clock);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}

/* The frame of the blocks, for the second pass (model/second.py). */

enum { STORY = 40 };

/* An element that may be one of several stories: those of one kind have the same parent, tag and class. */
typedef struct {
    uint64_t label;
    int32_t parent, row;
} Story;

static int by_kind(const void *a, const void *b) {
    const Story *one = a, *other = b;
    if (one->parent != other->parent) return one->parent < other->parent ? -1 : 1;
    if (one->label != other->label) return one->label < other->label ? -1 : 1;
    return one->row < other->row ? -1 : one->row > other->row;
}

/* Elements with enough words and a heading in them; `headings` is for as many rows and one more. */
static int64_t list_stories(const Page *page, const Work *work, int32_t *headings, Story *stories) {
    int64_t count = 0;
    headings[0] = 0;
    EACH(row, page->rows) headings[row + 1] = headings[row] + (work->tables->heading[code(page, work->tables, row)] > 0);
    EACH(row, page->rows) {
        if (page->tag[row] == 0 || below(page, work, R_WORDS, row) < STORY || headings[page->end[row]] == headings[row]) continue;
        uint64_t label = (uint64_t)page->class_numbers[row] * (uint64_t)page->tag_names + (uint64_t)(int64_t)page->tag[row];
        stories[count++] = (Story){label, page->parent[row], (int32_t)row};
    }
    return count;
}

/* The number of the kind of each row, if there are several of it, or -1. */
static void number_kinds(const Page *page, const Work *work, Story *stories, int64_t count, int32_t *kinds) {
    int32_t kind = 0;
    EACH(row, page->rows) kinds[row] = -1;
    qsort(stories, (size_t)count, sizeof *stories, by_kind);
    for (int64_t start = 0, stop; start < count && !late(work->clock, 1); start = stop, kind++) {
        for (stop = start + 1; stop < count && stories[stop].parent == stories[start].parent && stories[stop].label == stories[start].label; stop++) {}
        for (int64_t i = start; i < stop && stop - start > 1; i++) kinds[stories[i].row] = kind;
    }
}

static void find_stories(const Page *page, const Work *work, const int32_t *kinds, int32_t *near, int32_t *story, int32_t *kind) {
    EACH(row, page->rows) near[row] = kinds[row] >= 0 ? (int32_t)row : row ? near[page->parent[row]] : 0;
    EACH(block, page->blocks) {
        int32_t row = near[work->node[block]];
        kind[block] = kinds[row];
        story[block] = kinds[row] < 0 ? -1 : row;
    }
}

static void find_runs(const Page *page, const Work *work, int32_t *first, int32_t *last) {
    EACH(block, page->blocks) {
        int64_t row = work->top[work->box[block]];
        for (int level = 0; level < FRAME_LEVELS; level++, row = work->top[page->parent[row]]) {
            first[level * page->blocks + block] = (int32_t)blocks_before(work, row);
            last[level * page->blocks + block] = (int32_t)blocks_before(work, page->end[row]);
        }
    }
}

int64_t ready_blocks(const Ready *ready) { return ready->page.blocks; }
int32_t words_of_block(const Ready *ready, int64_t block) {
    return before(&ready->page, &ready->work, R_WORDS, block + 1) - before(&ready->page, &ready->work, R_WORDS, block);
}

size_t frame_scratch(const Ready *ready) { return (size_t)ready->page.rows * (sizeof(Story) + 2 * sizeof(int32_t)) + sizeof(int32_t); }

void fill_frame(const Ready *ready, const Frame *frame, void *scratch, Clock *clock) {
    const Page *page = &ready->page;
    Work work = ready->work; /* a copy: its clock is that of this call */
    Story *stories = scratch;
    int32_t *headings = (int32_t *)(void *)(stories + page->rows), *kinds = headings + page->rows + 1;
    work.clock = clock;
    find_runs(page, &work, frame->first, frame->last);
    memcpy(frame->path, work.paths.of, (size_t)page->blocks * sizeof *frame->path);
    memcpy(frame->shape, work.groups.of, (size_t)page->blocks * sizeof *frame->shape);
    number_kinds(page, &work, stories, list_stories(page, &work, headings, stories), kinds);
    find_stories(page, &work, kinds, headings, frame->story, frame->kind);
}

/* block_frame(ready, first, last, path, shape, story, kind): runs of blocks (levels by blocks), groups and stories of all blocks. */
PyObject *block_frame(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    static const char *const names[] = {"first", "last", "path", "shape", "story", "kind"};
    Held held = {.count = 0};
    Clock clock;
    Frame frame;
    int32_t **to[] = {&frame.first, &frame.last, &frame.path, &frame.shape, &frame.story, &frame.kind};
    (void)module;
    if (expect("block_frame", size, 7)) return 0;
    const Ready *ready = ready_from(given[0]);
    if (!ready) return 0;
    int failed = 0;
    for (int i = 0; i < 6 && !failed; i++) {
        int64_t count = (i < 2 ? FRAME_LEVELS : 1) * ready->page.blocks;
        failed = take(&held, given[i + 1], names[i], "i4", WRITE, &count, to[i]);
    }
    void *scratch = failed ? 0 : malloc(frame_scratch(ready));
    if (scratch) {
        start_work(&clock);
        fill_frame(ready, &frame, scratch, &clock);
        failed = end_work(&clock);
        free(scratch);
    } else if (!failed) {
        PyErr_NoMemory();
        failed = -1;
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
