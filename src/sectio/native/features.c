/* What the model sees of each text block: the compiled twin of model/features.py.
 *
 * The groups and the order of features in each are those of that file, which says what they mean; so are the kinds of numbers (32 or
 * 64 bits) that quotients are taken in, so that both give the same to the last bit. Rows are in document order: what is inherited from
 * above, or summed up from before, takes one sweep.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 4, WINDOWS = 3, SCORES = 3, KINDS = 9 };
enum { WORDS, LENGTH, LINKS, STOPS, COMMAS, UPPER, DIGITS, MONIES, RULES, CJK, COUNTS }; /* features.COUNTS */
enum { R_WORDS, R_LINKS, R_STOPS, R_PROSE, R_BLOCKS, RUNNING };                           /* features.BELOW */

typedef struct {
    int64_t rows, texts, blocks;
    /* per row */
    const int32_t *parent, *end, *depth;
    const int16_t *tag;
    const uint8_t *in_link, *hidden;
    const int64_t *spoken, *marked, *class_numbers;
    /* per text */
    const int32_t *text_rows, *words, *length, *marks;
    const uint16_t *first_bits, *last_bits;
    /* per block: its first text, and the first behind it */
    const int32_t *first, *last;
    /* logarithms of 1, 2 … words of the page + 1 */
    const float *logs;
    int64_t tag_names;
} Page;

/* The same for all pages. */
typedef struct {
    /* per tag code; larger codes are as the last */
    const uint8_t *is_block;
    const int8_t *heading, *kind, *as_parent;
    int64_t tags, paragraph;
    /* bits of characters, and of class words, that are asked for */
    int64_t stop, comma, upper, digit, rule, comment, price;
    /* how many features there are of each kind */
    int64_t whole, roles, groups, parents;
} Tables;

typedef struct {
    const Tables *tables;
    /* per row */
    int32_t *container, *texts_before, *top, *heading, *below_words, *below_links;
    int64_t *inherited, *path;
    double *score, *worth;
    /* per text: running sums, one more than there are texts */
    int32_t *running[RUNNING];
    /* per block */
    double *sums[COUNTS], *window[3], *group_sums[3];
    int64_t *bits;
    int32_t *node, *box, *group, *group_size, *run;
    int32_t *slots;
    int64_t slot_count;
    double total;
} Work;

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

static size_t lay_out(const Page *page, Work *work, uint8_t *base) {
    size_t used = 0;
    int64_t rows = page->rows, blocks = page->blocks;
    int32_t **of_rows[] = {&work->container, &work->texts_before, &work->top, &work->heading, &work->below_words, &work->below_links};
    for (size_t i = 0; i < sizeof of_rows / sizeof *of_rows; i++) *of_rows[i] = part(base, &used, rows + 1, sizeof(int32_t));
    work->inherited = part(base, &used, rows, sizeof(int64_t));
    work->path = part(base, &used, rows, sizeof(int64_t));
    work->score = part(base, &used, SCORES * rows, sizeof(double));
    work->worth = part(base, &used, rows, sizeof(double));
    for (int i = 0; i < RUNNING; i++) work->running[i] = part(base, &used, page->texts + 1, sizeof(int32_t));
    for (int i = 0; i < COUNTS; i++) work->sums[i] = part(base, &used, blocks, sizeof(double));
    for (int i = 0; i < 3; i++) work->window[i] = part(base, &used, blocks + 1, sizeof(double));
    for (int i = 0; i < 3; i++) work->group_sums[i] = part(base, &used, blocks, sizeof(double));
    work->bits = part(base, &used, blocks, sizeof(int64_t));
    int32_t **of_blocks[] = {&work->node, &work->box, &work->group, &work->group_size, &work->run};
    for (size_t i = 0; i < sizeof of_blocks / sizeof *of_blocks; i++) *of_blocks[i] = part(base, &used, blocks, sizeof(int32_t));
    for (work->slot_count = 16; work->slot_count < 2 * blocks; work->slot_count *= 2) {}
    work->slots = part(base, &used, work->slot_count, sizeof(int32_t));
    return used;
}

/* What several groups need. */

static void sweep_rows(const Page *page, Work *work) {
    int32_t texts = 0;
    for (int64_t row = 0; row < page->rows; row++) {
        int64_t above = page->parent[row], tag = code(page, work->tables, row);
        work->texts_before[row] = texts;
        texts += page->tag[row] == 0;
        work->container[row] = work->tables->is_block[tag] ? (int32_t)row : row ? work->container[above] : 0;
        work->heading[row] = work->tables->heading[tag] ? work->tables->heading[tag] : row ? work->heading[above] : 0;
    }
    work->texts_before[page->rows] = texts;
}

static void sum_texts(const Page *page, Work *work) {
    int64_t block = 0;
    for (int i = 0; i < RUNNING; i++) work->running[i][0] = 0;
    for (int64_t text = 0; text < page->texts; text++) {
        int64_t row = page->text_rows[text], around = work->container[page->parent[row]];
        int32_t words = page->words[text], starts = block < page->blocks && page->first[block] == text;
        int32_t now[RUNNING] = {words, page->in_link[row] ? words : 0, page->marks[text], page->tag[around] == work->tables->paragraph ? words : 0, starts};
        for (int i = 0; i < RUNNING; i++) work->running[i][text + 1] = work->running[i][text] + now[i];
        block += starts;
    }
}

static void sum_blocks(const Page *page, Work *work) {
    work->total = 0;
    for (int64_t block = 0; block < page->blocks; block++) {
        int64_t first = page->first[block], last = page->last[block], row = page->text_rows[first];
        work->node[block] = (int32_t)row;
        work->box[block] = work->container[page->parent[row]];
        int64_t length = 0;
        for (int64_t text = first; text < last; text++) length += page->length[text];
        work->sums[WORDS][block] = work->running[R_WORDS][last] - work->running[R_WORDS][first];
        work->sums[LENGTH][block] = (double)length;
        work->sums[LINKS][block] = work->running[R_LINKS][last] - work->running[R_LINKS][first];
        for (int mark = STOPS; mark < COUNTS; mark++) {
            int64_t sum = 0;
            for (int64_t text = first; text < last; text++) sum += page->marks[(mark - STOPS) * page->texts + text];
            work->sums[mark][block] = (double)sum;
        }
        work->total += work->sums[WORDS][block];
    }
    work->total = most(work->total, 1);
}

static int32_t below(const Page *page, const Work *work, int kind, int64_t row) {
    return work->running[kind][work->texts_before[page->end[row]]] - work->running[kind][work->texts_before[row]];
}

static int64_t elements(const Page *page, const Work *work, int64_t row) {
    return page->end[row] - row - (work->texts_before[page->end[row]] - work->texts_before[row]);
}

/* Words below each row, and the nearest row on the way up whose parent holds more. */
static void sum_rows(const Page *page, Work *work) {
    for (int64_t row = 0; row < page->rows; row++) {
        int64_t above = page->parent[row];
        work->below_words[row] = below(page, work, R_WORDS, row);
        work->below_links[row] = below(page, work, R_LINKS, row);
        work->top[row] = work->below_words[above] > work->below_words[row] ? (int32_t)row : row ? work->top[above] : 0;
    }
}

/* The groups. `out` is where the group's first feature starts; each feature has one number per block. */
#define TO(feature) out[(feature) * page->blocks + block]

enum {
    T_WORDS, T_CHARS, T_WORD_LENGTH, T_STOPS, T_STOPS_PER_WORD, T_COMMAS, T_COMMAS_PER_WORD, T_UPPER, T_DIGITS, T_MONIES, T_RULES, T_CJK,
    T_LINK_SHARE, T_LINK_WORDS, T_TEXTS, T_ENDS_STOP, T_ENDS_COMMA, T_STARTS_UPPER, T_STARTS_DIGIT, T_STARTS_RULE, T_ONE_WORD, T_NO_WORDS,
    T_HIDDEN, T_IN_LINK_WHOLE, T_COUNTING, TEXT_FEATURES
};

static float *text_features(const Page *page, const Work *work, float *out) {
    for (int64_t block = 0; block < page->blocks; block++) {
        double now[COUNTS];
        for (int i = 0; i < COUNTS; i++) now[i] = work->sums[i][block];
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
        TO(T_RULES) = (float)now[RULES];
        TO(T_CJK) = (float)(now[CJK] / solid);
        TO(T_LINK_SHARE) = (float)(now[LINKS] / some);
        TO(T_LINK_WORDS) = (float)now[LINKS];
        TO(T_TEXTS) = (float)(page->last[block] - page->first[block]);
        TO(T_ENDS_STOP) = (ends & work->tables->stop) != 0;
        TO(T_ENDS_COMMA) = (ends & work->tables->comma) != 0;
        TO(T_STARTS_UPPER) = (starts & work->tables->upper) != 0;
        TO(T_STARTS_DIGIT) = (starts & work->tables->digit) != 0;
        TO(T_STARTS_RULE) = (starts & work->tables->rule) != 0;
        TO(T_ONE_WORD) = now[WORDS] == 1;
        TO(T_NO_WORDS) = now[WORDS] == 0;
        TO(T_HIDDEN) = page->hidden[work->node[block]] != 0;
        TO(T_IN_LINK_WHOLE) = TO(T_LINK_SHARE) > 0.9f;
        TO(T_COUNTING) = now[DIGITS] > 0 && now[DIGITS] + now[WORDS] >= now[LENGTH];
    }
    return out + TEXT_FEATURES * page->blocks;
}

enum {
    P_PLACE, P_BEFORE, P_AFTER, P_DEPTH, P_HEADING, P_SINCE_HEADING, P_WORDS_SINCE_HEADING, P_LAST_HEADING, P_AFTER_H1, P_FROM_H1, P_IS_TITLE,
    P_IN_TITLE, P_COPIES, P_FIRST_COPY, PLACE_FEATURES
};

/* The last four are about what texts say, which is left to the caller. */
static float *place_features(const Page *page, const Work *work, float *out) {
    double total = work->total, before = 0, before_heading = 0;
    int64_t last = -1, first_h1 = -1, last_level = 0;
    for (int64_t block = 0; block < page->blocks && first_h1 < 0; block++)
        if (work->heading[work->node[block]] == 1) first_h1 = block;
    for (int64_t block = 0; block < page->blocks; block++) {
        double words = work->sums[WORDS][block];
        int32_t level = work->heading[work->node[block]];
        if (level) {
            last = block;
            last_level = level;
            before_heading = before;
        }
        TO(P_PLACE) = (float)((double)block / (double)at_least(page->blocks - 1, 1));
        TO(P_BEFORE) = (float)(before / total);
        TO(P_AFTER) = (float)((total - before - words) / total);
        TO(P_DEPTH) = (float)(page->depth[work->node[block]] / 10.0);
        TO(P_HEADING) = (float)level;
        TO(P_SINCE_HEADING) = (float)(block - last);
        TO(P_WORDS_SINCE_HEADING) = (float)(before - before_heading);
        TO(P_LAST_HEADING) = (float)last_level;
        TO(P_AFTER_H1) = first_h1 >= 0 && block >= first_h1;
        TO(P_FROM_H1) = (float)(block - first_h1);
        before += words;
    }
    return out + PLACE_FEATURES * page->blocks;
}

static float *window_features(const Page *page, Work *work, float *out) {
    static const int64_t reaches[WINDOWS] = {2, 6, 16};
    static const int kinds[3] = {WORDS, LINKS, STOPS};
    for (int i = 0; i < 3; i++) {
        work->window[i][0] = 0;
        for (int64_t block = 0; block < page->blocks; block++)
            work->window[i][block + 1] = work->window[i][block] + work->sums[kinds[i]][block];
    }
    for (int width = 0; width < WINDOWS; width++) {
        for (int64_t block = 0; block < page->blocks; block++) {
            int64_t until = at_most(block + reaches[width] + 1, page->blocks);
            int64_t since[2] = {at_least(block - reaches[width], 0), block};
            for (int side = 0; side < 2; side++) {
                int feature = 6 * width + 3 * side;
                double words = work->window[0][until] - work->window[0][since[side]], some = most(words, 1);
                TO(feature) = (float)words;
                TO(feature + 1) = (float)((work->window[1][until] - work->window[1][since[side]]) / some);
                TO(feature + 2) = (float)((work->window[2][until] - work->window[2][since[side]]) / some);
            }
        }
    }
    return out + 6 * WINDOWS * page->blocks;
}

enum { A_WORDS, A_SHARE, A_LINKS, A_STOPS, A_DENSITY, A_BLOCK_WORDS, A_PROSE, A_BLOCKS, A_HEIGHT, ANCESTOR_FEATURES };

static float *ancestor_features(const Page *page, const Work *work, float *out) {
    float total = (float)work->total;
    for (int64_t block = 0; block < page->blocks; block++) {
        int64_t row = work->top[work->box[block]];
        for (int level = 0; level < LEVELS; level++, row = work->top[page->parent[row]]) {
            int feature = level * ANCESTOR_FEATURES;
            float own = (float)work->below_words[row], held = own > 1 ? own : 1, blocks = (float)below(page, work, R_BLOCKS, row);
            TO(feature + A_WORDS) = own;
            TO(feature + A_SHARE) = own / total;
            TO(feature + A_LINKS) = (float)work->below_links[row] / held;
            TO(feature + A_STOPS) = (float)below(page, work, R_STOPS, row) / held;
            TO(feature + A_DENSITY) = own / (float)at_least(elements(page, work, row), 1);
            TO(feature + A_BLOCK_WORDS) = own / (blocks > 1 ? blocks : 1);
            TO(feature + A_PROSE) = (float)below(page, work, R_PROSE, row) / held;
            TO(feature + A_BLOCKS) = blocks;
            TO(feature + A_HEIGHT) = (float)(page->depth[row] / 10.0);
        }
    }
    return out + LEVELS * ANCESTOR_FEATURES * page->blocks;
}

/* How good an article node each row is, by three ways: sentences in its blocks, density of its children, its paragraphs. */
static void score_rows(const Page *page, Work *work) {
    int64_t rows = page->rows;
    double *first = work->worth, *blocks = work->score, *dense = blocks + rows, *prose = dense + rows;
    memset(first, 0, (size_t)rows * sizeof *first);
    memset(blocks, 0, SCORES * (size_t)rows * sizeof *blocks);
    for (int64_t block = 0; block < page->blocks; block++) {
        double words = work->sums[WORDS][block], worth = least(words / 15, 3);
        worth += work->sums[COMMAS][block];
        worth += 1;
        worth *= words >= 5;
        worth *= 1 - work->sums[LINKS][block] / most(words, 1);
        first[page->parent[work->box[block]]] += worth;
    }
    for (int64_t row = 1; row < rows; row++) {
        int64_t above = page->parent[row];
        int32_t plain = work->below_words[row] - work->below_links[row];
        double density = (double)plain / (double)at_least(elements(page, work, row), 1);
        blocks[above] += first[row];
        dense[above] += density * (double)page->logs[work->below_words[row]];
        if (page->tag[row] == work->tables->paragraph) prose[above] += plain;
    }
    for (int64_t row = 0; row < rows; row++) {
        blocks[row] = blocks[row] * 0.5 + first[row];
        blocks[row] *= 1 - (double)work->below_links[row] / most(work->below_words[row], 1);
    }
}

enum { B_IN, B_RATIO, B_SHARE, B_DEPTH, B_FROM, B_IN_DENSE, B_DENSE_RATIO, B_IN_PROSE, B_PROSE_RATIO, B_FROM_PROSE, BEST_FEATURES };

static int64_t blocks_before(const Work *work, int64_t row) {
    return work->running[R_BLOCKS][work->texts_before[row]];
}

static float *best_features(const Page *page, Work *work, float *out) {
    static const int inside[SCORES] = {B_IN, B_IN_DENSE, B_IN_PROSE}, ratio[SCORES] = {B_RATIO, B_DENSE_RATIO, B_PROSE_RATIO},
                     from[SCORES] = {B_FROM, -1, B_FROM_PROSE};
    score_rows(page, work);
    for (int which = 0; which < SCORES; which++) {
        double *score = work->score + which * page->rows, best = score[0];
        int64_t node = 0;
        for (int64_t row = 1; row < page->rows; row++) {
            if (score[row] > best) {
                best = score[row];
                node = row;
            }
        }
        for (int64_t row = 1; row < page->rows; row++) score[row] = most(score[row], score[page->parent[row]]);
        int64_t first = blocks_before(work, node), last = blocks_before(work, page->end[node]);
        for (int64_t block = 0; block < page->blocks; block++) {
            int64_t away = at_most(block - first, 0) + at_least(block - last + 1, 0);
            TO(ratio[which]) = (float)(score[work->node[block]] / most(best, 1e-9));
            TO(inside[which]) = away == 0;
            if (from[which] >= 0) TO(from[which]) = (float)away;
            if (which) continue;
            TO(B_SHARE) = (float)(work->below_words[node] / work->total);
            TO(B_DEPTH) = (float)(page->depth[node] / 10.0);
        }
    }
    return out + BEST_FEATURES * page->blocks;
}

/* Hashes of the labels on the path from the root to each row. */
static void hash_paths(const Page *page, Work *work) {
    for (int64_t row = 0; row < page->rows; row++) {
        uint64_t mixed = (uint64_t)page->class_numbers[row] * (uint64_t)page->tag_names + (uint64_t)(int64_t)page->tag[row];
        mixed *= 0x9E3779B97F4A7C15u;
        mixed ^= mixed >> 29;
        mixed *= ((uint64_t)page->depth[row] + 1) * 0xBF58476D1CE4E5B9u | 1;
        work->path[row] = (int64_t)(mixed >> 32) + (row ? work->path[page->parent[row]] : 0);
    }
}

/* Number the groups of blocks whose rows have the same path; sums of each group. */
static void group_blocks(const Page *page, Work *work, const int32_t *rows) {
    static const int kinds[3] = {WORDS, LINKS, STOPS};
    int32_t groups = 0;
    memset(work->slots, 0, (size_t)work->slot_count * sizeof *work->slots);
    for (int64_t block = 0; block < page->blocks; block++) {
        int64_t key = work->path[page->parent[rows[block]]];
        int64_t slot = (int64_t)(((uint64_t)key * 0x9E3779B97F4A7C15u >> 32) & (uint64_t)(work->slot_count - 1));
        while (work->slots[slot] && work->path[page->parent[rows[work->run[work->slots[slot] - 1]]]] != key)
            slot = (slot + 1) & (work->slot_count - 1);
        int32_t group = work->slots[slot] - 1;
        if (group < 0) {
            group = groups++;
            work->slots[slot] = groups;
            work->run[group] = (int32_t)block; /* the group's first block */
            work->group_size[group] = 0;
            for (int i = 0; i < 3; i++) work->group_sums[i][group] = 0;
        }
        work->group[block] = group;
        work->group_size[group]++;
        for (int i = 0; i < 3; i++) work->group_sums[i][group] += work->sums[kinds[i]][block];
    }
}

enum { G_COUNT, G_WORDS, G_SHARE, G_LINKS, G_STOPS, G_RUN, G_GROUP, G_SAME_AS_LAST = 10, G_SAME_AS_NEXT, PATH_FEATURES };

static void group_features(const Page *page, const Work *work, float *out) {
    for (int64_t block = 0; block < page->blocks; block++) {
        int32_t group = work->group[block];
        double size = work->group_size[group], words = work->group_sums[0][group];
        TO(G_COUNT) = (float)size;
        TO(G_WORDS) = (float)(words / size);
        TO(G_SHARE) = (float)(words / work->total);
        TO(G_LINKS) = (float)(work->group_sums[1][group] / most(words, 1));
    }
}

static float *path_features(const Page *page, Work *work, float *out) {
    int64_t blocks = page->blocks;
    hash_paths(page, work);
    group_blocks(page, work, work->node);
    group_features(page, work, out);
    for (int64_t start = 0, stop; start < blocks; start = stop) {
        for (stop = start + 1; stop < blocks && work->group[stop] == work->group[start]; stop++) {}
        for (int64_t block = start; block < stop; block++) {
            int32_t group = work->group[block];
            TO(G_STOPS) = (float)(work->group_sums[2][group] / most(work->group_sums[0][group], 1));
            TO(G_RUN) = (float)(stop - start);
            TO(G_SAME_AS_LAST) = block > start;
            TO(G_SAME_AS_NEXT) = block + 1 < stop;
        }
    }
    group_blocks(page, work, work->box);
    group_features(page, work, out + G_GROUP * blocks);
    return out + PATH_FEATURES * blocks;
}

/* The page as a whole: one number a feature, spread over the blocks by the caller. */
static void page_features(const Page *page, const Work *work, float *out) {
    int64_t kinds[KINDS] = {0}, comments = 0, prices = 0, depths = 0, long_blocks = 0;
    double total = work->total, monies = 0, ideographs = 0;
    for (int64_t row = 0; row < page->rows; row++) {
        int8_t kind = work->tables->kind[code(page, work->tables, row)];
        if (kind >= 0 && kind < KINDS) kinds[kind]++;
        comments += (page->spoken[row] & work->tables->comment) != 0;
        prices += (page->spoken[row] & work->tables->price) != 0;
        if (page->tag[row] == 0) depths += page->depth[row];
    }
    for (int64_t block = 0; block < page->blocks; block++) {
        monies += work->sums[MONIES][block];
        ideographs += work->sums[CJK][block];
        long_blocks += work->sums[WORDS][block] > 30;
    }
    const double values[] = {
        total, (double)page->blocks, work->running[R_LINKS][page->texts] / total, total / (double)page->blocks,
        work->running[R_PROSE][page->texts] / total, (double)kinds[0], (double)kinds[1], (double)kinds[2], (double)kinds[3], (double)kinds[4],
        (double)kinds[5], (double)kinds[6], (double)comments, (double)prices, monies, ideographs / total, (double)kinds[7], (double)kinds[8],
        (double)depths / (double)page->texts / 10, (double)long_blocks,
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) out[i] = (float)values[i];
}

/* Bits of each block, one feature a bit. */
static float *bits_apart(const Page *page, const int64_t *bits, int64_t count, float *out) {
    for (int64_t bit = 0; bit < count; bit++)
        for (int64_t block = 0; block < page->blocks; block++) TO(bit) = (float)((int32_t)(bits[block] >> bit) & 1);
    return out + count * page->blocks;
}

/* Of each block's node and its ancestors. */
static float *inherited_marks(const Page *page, Work *work, const int64_t *own, int64_t count, float *out) {
    for (int64_t row = 0; row < page->rows; row++) work->inherited[row] = own[row] | (row ? work->inherited[page->parent[row]] : 0);
    for (int64_t block = 0; block < page->blocks; block++) work->bits[block] = work->inherited[work->node[block]];
    return bits_apart(page, work->bits, count, out);
}

/* Of the three nearest elements alone. */
static float *near_marks(const Page *page, Work *work, float *out) {
    for (int64_t block = 0; block < page->blocks; block++) {
        int64_t one = page->parent[work->node[block]], two = page->parent[one], three = page->parent[two];
        work->bits[block] = page->spoken[one] | page->spoken[two] | page->spoken[three];
    }
    return bits_apart(page, work->bits, work->tables->groups, out);
}

static void parent_marks(const Page *page, const Work *work, float *out) {
    memset(out, 0, (size_t)(work->tables->parents * page->blocks) * sizeof *out);
    for (int64_t block = 0; block < page->blocks; block++) {
        int8_t parent = work->tables->as_parent[code(page, work->tables, page->parent[work->node[block]])];
        if (parent >= 0) TO(parent) = 1;
    }
}

/* Fill all features but those about what texts say; `whole` gets the page's, whose rows are left free. 0 if all is well. */
int sectio_features(const Page *page, const Tables *tables, float *out, float *whole) {
    Work work = {.tables = tables};
    uint8_t *base = malloc(lay_out(page, &work, 0));
    if (!base) return -1;
    lay_out(page, &work, base);
    sweep_rows(page, &work);
    sum_texts(page, &work);
    sum_blocks(page, &work);
    sum_rows(page, &work);
    out = text_features(page, &work, out);
    out = place_features(page, &work, out);
    out = window_features(page, &work, out);
    out = ancestor_features(page, &work, out);
    out = best_features(page, &work, out);
    out = path_features(page, &work, out);
    page_features(page, &work, whole);
    out += tables->whole * page->blocks;
    out = inherited_marks(page, &work, page->marked, tables->roles, out);
    out = inherited_marks(page, &work, page->spoken, tables->groups, out);
    out = near_marks(page, &work, out);
    parent_marks(page, &work, out);
    free(base);
    return 0;
}
