/* What the second pass sees of each block: the compiled twin of model/second.py, which says what the columns mean.
 *
 * Sums run over the blocks in their order, in 64 bits, so that both give the same to the last bit.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "frame.h"
#include "stages.h"
#include "trees.h"

enum { LEVELS = FRAME_LEVELS, NEIGHBOURS = 8, CORES = 3 };
enum {
    S_LOGIT, S_NEIGHBOURS, S_SINCE = S_NEIGHBOURS + NEIGHBOURS, S_TO, S_FROM_FIRST, S_FROM_LAST, S_CERTAIN_BEFORE, S_CHANCE,
    S_EXPECTED = S_CHANCE + LEVELS, S_CORES = S_EXPECTED + LEVELS, S_ALIKE = S_CORES + 3 * CORES, S_BELOW_HEADING = S_ALIKE + 4,
    S_HEADING_LOGIT, S_STORY, S_ABOVE = S_STORY + 4, S_PAGE_EXPECTED, S_PAGE_SHARE, S_PAGE_DOUBTFUL, S_PAGE_CERTAIN, S_PAGE_LARGEST, COLUMNS
};
static const float NEVER = -10; /* as in model/first.py */
static const double CERTAIN = 0.8, DOUBTFUL = 0.2, FAR_LOGIT = -8, FAR_WORDS = 9999;

/* Per block, except `first` and `last`, which are levels by blocks. */
typedef struct {
    const float *words, *logits;
    const double *chance;
    const int32_t *first, *last, *path, *shape, *story, *kind;
    const uint8_t *heading, *in_title;
    int64_t blocks, runs;
} Given;

typedef struct {
    int64_t key, index;
    double value;
} Sorted;

typedef struct {
    /* running sums, one more than there are blocks: expected words, words and a half for each block, words, certain words */
    double *gain, *weight, *words, *certain;
    double *sums[2]; /* for one step at a time */
    int32_t *counts;
    Sorted *sorted, *kinds;
    Clock *clock;
    float *out;
} Work;

#define EACH(i, count) for (int64_t i = 0; i < (count) && !late(work->clock, 1); i++)
#define TO(column) work->out[(column) * given->blocks + block]

static double larger(double a, double b) { return a > b ? a : b; }
static double weight_of(const Given *given, int64_t block) { return (double)given->words[block] + 0.5; }
static int is_certain(const Given *given, int64_t block) { return given->chance[block] >= CERTAIN; }

static void sum_up(const Given *given, Work *work) {
    work->gain[0] = work->weight[0] = work->words[0] = work->certain[0] = 0;
    EACH(block, given->blocks) {
        double words = given->words[block], weight = weight_of(given, block);
        work->gain[block + 1] = work->gain[block] + given->chance[block] * weight;
        work->weight[block + 1] = work->weight[block] + weight;
        work->words[block + 1] = work->words[block] + words;
        work->certain[block + 1] = work->certain[block] + (is_certain(given, block) ? words : 0);
    }
}

static void neighbours(const Given *given, Work *work) {
    static const int64_t steps[NEIGHBOURS] = {-8, -4, -2, -1, 1, 2, 4, 8};
    EACH(block, given->blocks) {
        TO(S_LOGIT) = given->logits[block];
        for (int i = 0; i < NEIGHBOURS; i++) {
            int64_t other = block + steps[i];
            TO(S_NEIGHBOURS + i) = other >= 0 && other < given->blocks ? given->logits[other] : (float)FAR_LOGIT;
        }
    }
}

static void distances(const Given *given, Work *work) {
    int64_t before = -1, after = given->blocks, first = given->blocks, last = -1;
    double total = larger(work->certain[given->blocks], 1);
    EACH(block, given->blocks) {
        if (!is_certain(given, block)) continue;
        if (first == given->blocks) first = block;
        last = block;
    }
    EACH(block, given->blocks) {
        if (is_certain(given, block)) before = block;
        TO(S_SINCE) = (float)(before < 0 ? FAR_WORDS : larger(work->words[block] - work->words[before + 1], 0));
        TO(S_FROM_FIRST) = (float)(block - first);
        TO(S_FROM_LAST) = (float)(block - last);
        TO(S_CERTAIN_BEFORE) = (float)(work->certain[block + 1] / total);
    }
    for (int64_t block = given->blocks - 1; block >= 0 && !late(work->clock, 1); block--) {
        if (is_certain(given, block)) after = block;
        TO(S_TO) = (float)(after >= given->blocks ? FAR_WORDS : larger(work->words[after] - work->words[block + 1], 0));
    }
}

static double in_run(const Given *given, const double *running, int64_t run) { return running[given->last[run]] - running[given->first[run]]; }

static void levels(const Given *given, Work *work) {
    double total = work->gain[given->blocks];
    EACH(block, given->blocks) {
        for (int level = 0; level < LEVELS; level++) {
            int64_t run = level * given->blocks + block;
            double held = in_run(given, work->gain, run);
            TO(S_CHANCE + level) = (float)(held / in_run(given, work->weight, run));
            TO(S_EXPECTED + level) = (float)(held / total);
        }
    }
}

/* The smallest run with at least so many certain words, or -1. */
static int64_t find_core(const Given *given, const Work *work, double least) {
    int64_t found = -1;
    double smallest = INFINITY;
    EACH(run, given->runs) {
        double size = in_run(given, work->weight, run);
        if (in_run(given, work->certain, run) < least || size >= smallest) continue;
        smallest = size;
        found = run;
    }
    return found;
}

static void cores(const Given *given, Work *work) {
    static const double shares[CORES] = {0.5, 0.8, 0.95};
    for (int core = 0; core < CORES; core++) {
        int64_t found = find_core(given, work, shares[core] * work->certain[given->blocks]), run = found < 0 ? 0 : found;
        int64_t start = found < 0 ? 0 : given->first[run], end = found < 0 ? given->blocks : given->last[run];
        double pure = in_run(given, work->certain, run) / in_run(given, work->weight, run);
        float *away = work->out + (S_CORES + 3 * core) * given->blocks, *purity = away + given->blocks, *up = purity + given->blocks;
        if (late(work->clock, given->blocks * LEVELS)) return;
        for (int64_t block = 0; block < given->blocks; block++) {
            away[block] = (float)((block < start ? block - start : 0) + (block >= end ? block - end + 1 : 0));
            purity[block] = (float)pure;
            up[block] = 0;
        }
        for (int level = 0; level < LEVELS; level++) { /* one after the other, in vectors */
            const int32_t *first = given->first + level * given->blocks, *last = given->last + level * given->blocks;
            for (int64_t block = 0; block < given->blocks; block++) up[block] += (float)((first[block] > (int32_t)start) | (last[block] < (int32_t)end));
        }
    }
}

static void alike_by(const Given *given, Work *work, const int32_t *group, int column) {
    double *size = work->sums[0], *total = work->sums[1];
    int32_t *count = work->counts;
    memset(size, 0, (size_t)given->blocks * sizeof *size);
    memset(total, 0, (size_t)given->blocks * sizeof *total);
    memset(count, 0, (size_t)given->blocks * sizeof *count);
    EACH(block, given->blocks) {
        size[group[block]] += weight_of(given, block);
        total[group[block]] += weight_of(given, block) * (double)given->logits[block];
        count[group[block]]++;
    }
    EACH(block, given->blocks) {
        double weight = weight_of(given, block), logit = given->logits[block];
        double mean = (total[group[block]] - weight * logit) / larger(size[group[block]] - weight, 0.5);
        TO(column) = (float)(count[group[block]] > 1 ? mean : logit);
        TO(column + 1) = (float)count[group[block]];
    }
}

static void alike(const Given *given, Work *work) {
    alike_by(given, work, given->path, S_ALIKE);
    alike_by(given, work, given->shape, S_ALIKE + 2);
}

/* Parts between headings: what is before the first one is part 0. */
static void headings(const Given *given, Work *work) {
    double *size = work->sums[0], *held = work->sums[1];
    int64_t part = 0, last = -1;
    memset(size, 0, (size_t)(given->blocks + 1) * sizeof *size);
    memset(held, 0, (size_t)(given->blocks + 1) * sizeof *held);
    EACH(block, given->blocks) {
        double own = given->heading[block] ? 0 : weight_of(given, block);
        part += given->heading[block] != 0;
        size[part] += own;
        held[part] += own * given->chance[block];
    }
    part = 0;
    EACH(block, given->blocks) {
        part += given->heading[block] != 0;
        if (given->heading[block]) last = block;
        TO(S_BELOW_HEADING) = (float)(held[part] / larger(size[part], 0.5));
        TO(S_HEADING_LOGIT) = last < 0 ? (float)FAR_LOGIT : given->logits[last];
    }
}

static int by_key(const void *a, const void *b) {
    const Sorted *one = a, *other = b;
    if (one->key != other->key) return one->key < other->key ? -1 : 1;
    return one->index < other->index ? -1 : one->index > other->index;
}

/* The stories in the order of their rows, each once: its row, its kind, and whether it has the title. */
static int64_t list_stories(const Given *given, Work *work) {
    int64_t count = 0, stories = 0;
    EACH(block, given->blocks) {
        if (given->kind[block] < 0) continue;
        work->sorted[count++] = (Sorted){given->story[block], given->kind[block], given->in_title[block] && given->heading[block]};
    }
    qsort(work->sorted, (size_t)count, sizeof *work->sorted, by_key);
    EACH(i, count) {
        if (stories && work->sorted[stories - 1].key == work->sorted[i].key)
            work->sorted[stories - 1].value = larger(work->sorted[stories - 1].value, work->sorted[i].value);
        else
            work->sorted[stories++] = work->sorted[i];
    }
    return stories;
}

static int64_t find_story(const Sorted *stories, int64_t count, int64_t row) {
    int64_t low = 0, high = count - 1;
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (stories[middle].key < row) low = middle + 1;
        else high = middle;
    }
    return low;
}

/* Of each story: titles and stories of its kind, and the number of the first one. */
static void compare_stories(Work *work, int64_t count) {
    double *titles = work->sums[0], *several = work->sums[1];
    EACH(i, count) work->kinds[i] = (Sorted){work->sorted[i].index, i, work->sorted[i].value};
    qsort(work->kinds, (size_t)count, sizeof *work->kinds, by_key);
    for (int64_t start = 0, stop; start < count && !late(work->clock, 1); start = stop) {
        double sum = 0;
        for (stop = start; stop < count && work->kinds[stop].key == work->kinds[start].key; stop++) sum += work->kinds[stop].value;
        for (int64_t i = start; i < stop; i++) {
            titles[work->kinds[i].index] = sum;
            several[work->kinds[i].index] = (double)(stop - start);
            work->counts[work->kinds[i].index] = (int32_t)work->kinds[start].index;
        }
    }
}

static void stories(const Given *given, Work *work) {
    int64_t count = list_stories(given, work);
    compare_stories(work, count);
    EACH(block, given->blocks) {
        int64_t story = given->kind[block] < 0 ? -1 : find_story(work->sorted, count, given->story[block]);
        double has = story < 0 ? 0 : work->sorted[story].value;
        TO(S_STORY) = (float)has;
        TO(S_STORY + 1) = story >= 0 && work->sums[0][story] > has;
        TO(S_STORY + 2) = story < 0 ? 0 : (float)(story - work->counts[story]);
        TO(S_STORY + 3) = story < 0 ? 0 : (float)work->sums[1][story];
    }
}

/* Merge two runs of blocks side by side, of which the second begins at `middle`; of equal chances the earlier block comes first. */
static void merge(const double *chance, const int32_t *from, int64_t start, int64_t middle, int64_t stop, int32_t *to) {
    int64_t one = start, other = middle;
    for (int64_t i = start; i < stop; i++) {
        int is_one = other >= stop || (one < middle && chance[from[one]] >= chance[from[other]]);
        to[i] = is_one ? from[one] : from[other];
        one += is_one;
        other += !is_one;
    }
}

/* The blocks by their chances, the likeliest first, in the memory of `sorted`: runs of two, four, eight … */
static const int32_t *by_chance(const Given *given, Work *work) {
    int64_t count = given->blocks;
    int32_t *order = (int32_t *)(void *)work->sorted, *spare = order + count;
    for (int64_t i = 0; i < count; i++) order[i] = (int32_t)i;
    for (int64_t run = 1; run < count && !late(work->clock, count); run *= 2) {
        for (int64_t start = 0; start < count; start += 2 * run) {
            int64_t middle = start + run < count ? start + run : count, stop = start + 2 * run < count ? start + 2 * run : count;
            merge(given->chance, order, start, middle, stop, spare);
        }
        int32_t *other = order;
        order = spare;
        spare = other;
    }
    return order;
}

static void sort_chances(const Given *given, Work *work) {
    double total = work->gain[given->blocks], above = 0;
    const int32_t *order = by_chance(given, work);
    EACH(i, given->blocks) {
        int64_t block = order[i];
        double weight = weight_of(given, block);
        above += weight;
        TO(S_ABOVE) = (float)((above - weight) / total);
    }
}

static void whole_page(const Given *given, Work *work) {
    double total = work->gain[given->blocks], doubtful = 0, sure = 0, largest = 0;
    EACH(block, given->blocks) {
        double chance = given->chance[block], weight = weight_of(given, block);
        doubtful += chance > DOUBTFUL && chance < CERTAIN ? weight : 0;
        sure += chance >= CERTAIN ? chance * weight : 0;
        largest = larger(largest, chance * weight);
    }
    const double values[] = {0, total / work->weight[given->blocks], doubtful / total, sure / total, largest / total};
    for (int i = 0; i < 5; i++) EACH(block, given->blocks) TO(S_PAGE_EXPECTED + i) = (float)values[i];
}

static int check(const Given *given) {
    for (int64_t i = 0; i < given->runs; i++) {
        if (given->first[i] >= 0 && given->first[i] < given->last[i] && given->last[i] <= given->blocks) continue;
        PyErr_Format(PyExc_ValueError, "run %lld is out of range", (long long)i);
        return -1;
    }
    for (int64_t i = 0; i < given->blocks; i++) {
        if (given->path[i] >= 0 && given->path[i] < given->blocks && given->shape[i] >= 0 && given->shape[i] < given->blocks) continue;
        PyErr_Format(PyExc_ValueError, "path or shape of %lld is out of range", (long long)i);
        return -1;
    }
    return 0;
}

static int take_given(Held *held, PyObject *from, Given *given) {
    given->blocks = given->runs = -1;
    if (take_from(held, from, "words", "f4", &given->blocks, &given->words) || take_from(held, from, "logits", "f4", &given->blocks, &given->logits) ||
        take_from(held, from, "chance", "f8", &given->blocks, &given->chance) || take_from(held, from, "path", "i4", &given->blocks, &given->path) ||
        take_from(held, from, "shape", "i4", &given->blocks, &given->shape) || take_from(held, from, "story", "i4", &given->blocks, &given->story) ||
        take_from(held, from, "kind", "i4", &given->blocks, &given->kind) || take_from(held, from, "heading", "b1", &given->blocks, &given->heading) ||
        take_from(held, from, "in_title", "b1", &given->blocks, &given->in_title))
        return -1;
    given->runs = LEVELS * given->blocks;
    if (take_from(held, from, "first", "i4", &given->runs, &given->first) || take_from(held, from, "last", "i4", &given->runs, &given->last)) return -1;
    if (given->blocks > 0) return check(given);
    PyErr_SetString(PyExc_ValueError, "there is no block");
    return -1;
}

static uint8_t *lay_out(Work *work, int64_t blocks) {
    size_t sums = (size_t)(blocks + 1) * sizeof(double), sorted = (size_t)blocks * sizeof(Sorted);
    uint8_t *memory = malloc(6 * sums + 2 * sorted + (size_t)blocks * sizeof(int32_t)), *at = memory;
    if (!memory) return 0;
    double **running[] = {&work->gain, &work->weight, &work->words, &work->certain, &work->sums[0], &work->sums[1]};
    for (int i = 0; i < 6; i++, at += sums) *running[i] = (double *)(void *)at;
    work->sorted = (Sorted *)(void *)at;
    work->kinds = (Sorted *)(void *)(at + sorted);
    work->counts = (int32_t *)(void *)(at + 2 * sorted);
    return memory;
}

static void fill(const Given *given, Work *work) {
    static void (*const parts[])(const Given *, Work *) = {
        sum_up, neighbours, distances, levels, cores, alike, headings, stories, sort_chances, whole_page,
    };
    for (size_t i = 0; i < sizeof parts / sizeof *parts && !work->clock->stopped; i++) parts[i](given, work);
}

/* second_features(given, out): the columns before those of the first pass, one in each row of `out`. The expected words of the page,
 * whose logarithm is a column, are returned. */
PyObject *second_features(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Given given;
    Work work = {.clock = &clock};
    int64_t columns = COLUMNS;
    uint8_t *memory = 0;
    PyObject *result = 0;
    (void)module;
    if (expect("second_features", size, 2) || take_given(&held, arguments[0], &given) ||
        take_matrix(&held, arguments[1], "out", "f4", WRITE, &columns, &given.blocks, &work.out)) {
        release(&held);
        return 0;
    }
    memory = lay_out(&work, given.blocks);
    if (!memory) PyErr_NoMemory();
    else {
        start_work(&clock);
        fill(&given, &work);
        if (!end_work(&clock)) result = PyFloat_FromDouble(work.gain[given.blocks]);
    }
    free(memory);
    release(&held);
    return result;
}

/* The same for a page made ready, with the trees that follow: nothing of it is seen outside. */

typedef struct {
    const Ready *ready;
    Forest forest;
    const float *columns;  /* of the first pass: one row a feature */
    const int64_t *base;   /* the features that are looked at again */
    int64_t features, bases, heading, in_title;
    float expected; /* the logarithm of the expected words of the page, which NumPy takes */
} Pass;

static int take_pass(Held *held, PyObject *const *arguments, Pass *pass, Given *given) {
    static const char *const names[] = {"feature", "border", "leaf"};
    PyObject *table = arguments[0], *trees[3];
    pass->ready = ready_from(arguments[1]);
    if (!pass->ready) return -1;
    given->blocks = ready_blocks(pass->ready);
    given->runs = LEVELS * given->blocks;
    pass->features = pass->bases = -1;
    if (take_from(held, table, "base", "i8", &pass->bases, &pass->base) || number_from(table, "heading", &pass->heading) ||
        number_from(table, "in_title", &pass->in_title) ||
        take_matrix(held, arguments[2], "columns", "f4", READ, &pass->features, &given->blocks, &pass->columns) ||
        take(held, arguments[3], "logits", "f4", READ, &given->blocks, &given->logits) ||
        take(held, arguments[4], "chance", "f8", READ, &given->blocks, &given->chance))
        return -1;
    for (int i = 0; i < 3; i++) {
        trees[i] = PyDict_GetItemString(table, names[i]);
        if (trees[i]) continue;
        PyErr_Format(PyExc_TypeError, "a dictionary with an entry %s is needed", names[i]);
        return -1;
    }
    double expected = PyFloat_AsDouble(arguments[5]);
    if (expected == -1 && PyErr_Occurred()) return -1;
    pass->expected = (float)expected;
    return take_forest(held, trees[0], trees[1], trees[2], COLUMNS + pass->bases, &pass->forest);
}

static int has_columns(const Pass *pass) {
    int is_sound = pass->bases <= pass->features && pass->heading >= 0 && pass->heading < pass->features && pass->in_title >= 0 && pass->in_title < pass->features;
    for (int64_t i = 0; i < pass->bases; i++) is_sound = is_sound && pass->base[i] >= 0 && pass->base[i] < pass->features;
    if (!is_sound) PyErr_SetString(PyExc_ValueError, "base, heading or in_title: there is no such feature");
    return is_sound;
}

/* Memory for the frame, what is marked, and all columns; `frame` and `given` then point to it. */
static uint8_t *lay_out_pass(const Pass *pass, Given *given, Frame *frame, float **words, uint8_t **marks, float **columns, void **scratch) {
    size_t blocks = (size_t)given->blocks, runs = (size_t)given->runs, made = (size_t)(COLUMNS + pass->bases) * blocks;
    size_t floats = (made + blocks) * sizeof(float), ints = (2 * runs + 4 * blocks) * sizeof(int32_t), marked = (2 * blocks + 15) & ~(size_t)15;
    uint8_t *memory = malloc(frame_scratch(pass->ready) + 16 + floats + ints + marked), *at = memory;
    if (!memory) return 0;
    *scratch = at, at += (frame_scratch(pass->ready) + 15) & ~(size_t)15;
    *columns = (float *)(void *)at, *words = *columns + made, at += floats;
    frame->first = (int32_t *)(void *)at, frame->last = frame->first + runs, frame->path = frame->last + runs;
    frame->shape = frame->path + blocks, frame->story = frame->shape + blocks, frame->kind = frame->story + blocks, at += ints;
    *marks = at;
    given->words = *words, given->heading = *marks, given->in_title = *marks + blocks;
    given->first = frame->first, given->last = frame->last, given->path = frame->path, given->shape = frame->shape;
    given->story = frame->story, given->kind = frame->kind;
    return memory;
}

/* The columns of the second pass, those of the first that are looked at again, and the trees' answer. */
static void correct(const Pass *pass, const Given *given, Work *work, float *words, uint8_t *marks, float *out) {
    const float *heading = pass->columns + pass->heading * given->blocks, *in_title = pass->columns + pass->in_title * given->blocks;
    EACH(block, given->blocks) {
        words[block] = (float)words_of_block(pass->ready, block);
        marks[block] = heading[block] > 0;
        marks[given->blocks + block] = in_title[block] > 0;
    }
    fill(given, work);
    EACH(block, given->blocks) TO(S_PAGE_EXPECTED) = pass->expected;
    for (int64_t i = 0; i < pass->bases && !late(work->clock, given->blocks); i++)
        memcpy(work->out + (COLUMNS + i) * given->blocks, pass->columns + pass->base[i] * given->blocks, (size_t)given->blocks * sizeof *out);
    if (work->clock->stopped) return;
    run_forest(&pass->forest, work->out, given->blocks, out, work->clock);
    EACH(block, given->blocks) out[block] = given->logits[block] <= NEVER ? given->logits[block] : given->logits[block] + out[block];
}

static int run_pass(const Pass *pass, Given *given, float *out) {
    Clock clock;
    Work work = {.clock = &clock};
    Frame frame;
    float *words;
    uint8_t *marks;
    void *scratch;
    uint8_t *sums = lay_out(&work, given->blocks), *memory = sums ? lay_out_pass(pass, given, &frame, &words, &marks, &work.out, &scratch) : 0;
    int failed = -1;
    if (memory) {
        start_long_work(&clock, given->blocks * 256);
        fill_frame(pass->ready, &frame, scratch, &clock);
        if (!clock.stopped) correct(pass, given, &work, words, marks, out);
        failed = end_work(&clock);
    } else {
        PyErr_NoMemory();
    }
    free(memory);
    free(sums);
    return failed;
}

/* second_logits(tables, ready, columns, logits, chance, expected, out): see compiled.py. */
PyObject *second_logits(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Given given;
    Pass pass;
    float *out;
    int failed = -1;
    (void)module;
    if (!expect("second_logits", size, 7) && !take_pass(&held, arguments, &pass, &given) && has_columns(&pass) &&
        !take(&held, arguments[6], "out", "f4", WRITE, &given.blocks, &out))
        failed = run_pass(&pass, &given, out);
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
