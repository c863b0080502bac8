/* The logits of the boosted trees: the compiled twin of model/trees.py. */
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

enum {
    DEEPEST = 8,
    TOGETHER = 4096 /* blocks between two looks at the clock */
};

typedef struct {
    /* levels by trees: the feature asked for and the border; trees by leaves: what is added */
    const int64_t *feature;
    const float *border, *leaf;
    int64_t trees, levels;
    /* one row a feature, one column a block */
    const float *columns;
    int64_t features, blocks;
    float *out;
    Clock *clock;
} Forest;

/* Blocks `start` to `stop`, four at a time, which a processor compares at once. */
static void add_tree(const float *const *column, const float *border, int64_t levels, const float *leaf, int64_t start, int64_t stop, float *out) {
    int64_t block = start;
    for (; block + 4 <= stop; block += 4) {
        int32_t number[4] = {0};
        for (int64_t level = 0; level < levels; level++)
            for (int i = 0; i < 4; i++) number[i] = 2 * number[i] + (column[level][block + i] > border[level]);
        for (int i = 0; i < 4; i++) out[block + i] += leaf[number[i]];
    }
    for (; block < stop; block++) {
        int32_t number = 0;
        for (int64_t level = 0; level < levels; level++) number = 2 * number + (column[level][block] > border[level]);
        out[block] += leaf[number];
    }
}

/* One tree after the other is added to every block, in their order: the sum is the same to the last bit however blocks are cut. */
static void add_trees(const Forest *forest, int64_t start, int64_t stop) {
    const float *column[DEEPEST];
    float border[DEEPEST];
    for (int64_t tree = 0; tree < forest->trees && !late(forest->clock, stop - start); tree++) {
        for (int64_t level = 0; level < forest->levels; level++) {
            column[level] = forest->columns + forest->feature[level * forest->trees + tree] * forest->blocks;
            border[level] = forest->border[level * forest->trees + tree];
        }
        add_tree(column, border, forest->levels, forest->leaf + (tree << forest->levels), start, stop, forest->out);
    }
}

static int check_forest(const Forest *forest) {
    for (int64_t i = 0; i < forest->trees * forest->levels; i++) {
        if (forest->feature[i] >= 0 && forest->feature[i] < forest->features) continue;
        PyErr_Format(PyExc_IndexError, "a tree asks for feature %lld of %lld", (long long)forest->feature[i], (long long)forest->features);
        return -1;
    }
    return 0;
}

static int take_forest(Held *held, PyObject *const *given, Forest *forest) {
    forest->trees = forest->levels = forest->features = forest->blocks = -1;
    if (take_matrix(held, given[0], "feature", "i8", READ, &forest->levels, &forest->trees, &forest->feature)) return -1;
    if (forest->levels < 1 || forest->levels > DEEPEST) {
        PyErr_Format(PyExc_ValueError, "feature: a tree has 1 to %d levels, not %lld", DEEPEST, (long long)forest->levels);
        return -1;
    }
    int64_t leaves = (int64_t)1 << forest->levels;
    if (take_matrix(held, given[1], "border", "f4", READ, &forest->levels, &forest->trees, &forest->border) ||
        take_matrix(held, given[2], "leaf", "f4", READ, &forest->trees, &leaves, &forest->leaf) ||
        take_matrix(held, given[3], "columns", "f4", READ, &forest->features, &forest->blocks, &forest->columns) ||
        take(held, given[4], "out", "f4", WRITE, &forest->blocks, &forest->out))
        return -1;
    return check_forest(forest);
}

/* tree_logits(feature, border, leaf, columns, out): the sum of the leaves each block falls into. */
PyObject *tree_logits(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Forest forest = {.clock = &clock};
    (void)module;
    if (expect("tree_logits", size, 5) || take_forest(&held, given, &forest)) {
        release(&held);
        return 0;
    }
    start_work(&clock);
    memset(forest.out, 0, (size_t)forest.blocks * sizeof *forest.out);
    for (int64_t start = 0; start < forest.blocks && !clock.stopped; start += TOGETHER)
        add_trees(&forest, start, start + TOGETHER < forest.blocks ? start + TOGETHER : forest.blocks);
    int failed = end_work(&clock);
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
