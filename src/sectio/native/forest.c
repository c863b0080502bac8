/* The forest's logits: the compiled twin of model/forest.py. */
#include <stdint.h>
#include <string.h>

enum { DEEPEST = 8 };

typedef struct {
    /* levels by trees: the feature asked for and the border; trees by leaves: what is added */
    const int64_t *feature;
    const float *border, *leaf;
    int64_t trees, levels;
} Forest;

/* Four blocks at a time, which a processor compares at once. */
static void add_tree(const float *const *column, const float *border, int64_t levels, const float *leaf, int64_t blocks, float *out) {
    for (int64_t block = 0; block < blocks; block += 4) {
        int32_t number[4] = {0};
        for (int64_t level = 0; level < levels; level++)
            for (int i = 0; i < 4; i++) number[i] = 2 * number[i] + (column[level][block + i] > border[level]);
        for (int i = 0; i < 4; i++) out[block + i] += leaf[number[i]];
    }
}

static void add_block(const float *const *column, const float *border, int64_t levels, const float *leaf, int64_t block, float *out) {
    int32_t number = 0;
    for (int64_t level = 0; level < levels; level++) number = 2 * number + (column[level][block] > border[level]);
    out[block] += leaf[number];
}

/* `columns` holds one row a feature; features below `features` are asked for. */
int sectio_forest(const Forest *forest, const float *columns, int64_t features, int64_t blocks, float *out) {
    const float *column[DEEPEST];
    float border[DEEPEST];
    if (forest->levels > DEEPEST) return -1;
    for (int64_t i = 0; i < forest->trees * forest->levels; i++)
        if (forest->feature[i] < 0 || forest->feature[i] >= features) return -1;
    memset(out, 0, (size_t)blocks * sizeof *out);
    for (int64_t tree = 0; tree < forest->trees; tree++) {
        for (int64_t level = 0; level < forest->levels; level++) {
            column[level] = columns + forest->feature[level * forest->trees + tree] * blocks;
            border[level] = forest->border[level * forest->trees + tree];
        }
        const float *leaf = forest->leaf + (tree << forest->levels);
        int64_t fours = blocks & ~(int64_t)3;
        add_tree(column, border, forest->levels, leaf, fours, out);
        for (int64_t block = fours; block < blocks; block++) add_block(column, border, forest->levels, leaf, block, out);
    }
    return 0;
}
