/* What the trees of the page types see: the compiled twin of `_plain_totals` in model/pagetype.py. */
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

enum { LANES = 16, TOGETHER = 16, MOST_SUMS = 2 }; /* columns, blocks and rows of weights at once */

typedef struct {
    const float *columns, *weights;
    float *out;
    int64_t count, blocks, sums; /* of columns, of blocks, of weights for each block */
    Clock *clock;
} Sums;

/* A few blocks of a few columns, side by side by column; 0 for columns that are not there. */
static void turn(const Sums *of, int64_t column, int64_t block, int64_t here, float tile[TOGETHER][LANES]) {
    for (int64_t lane = 0; lane < LANES; lane++) {
        const float *from = of->columns + (column + lane) * of->blocks + block;
        if (column + lane >= of->count)
            for (int64_t i = 0; i < here; i++) tile[i][lane] = 0;
        else
            for (int64_t i = 0; i < here; i++) tile[i][lane] = from[i];
    }
}

/* Blocks are added one after the other; columns are different sums, so that it does not matter how many are added at once. */
static void add_tile(float tile[TOGETHER][LANES], const float *weight, int64_t here, float total[LANES]) {
    float sum[LANES];
    memcpy(sum, total, sizeof sum);
    for (int64_t i = 0; i < here; i++)
        for (int lane = 0; lane < LANES; lane++) sum[lane] += tile[i][lane] * weight[i];
    memcpy(total, sum, sizeof sum);
}

static void add_columns(const Sums *of, int64_t column) {
    float tile[TOGETHER][LANES], total[MOST_SUMS][LANES] = {{0}};
    for (int64_t block = 0; block < of->blocks && !late(of->clock, TOGETHER * LANES); block += TOGETHER) {
        int64_t here = of->blocks - block < TOGETHER ? of->blocks - block : TOGETHER;
        turn(of, column, block, here, tile);
        for (int64_t sum = 0; sum < of->sums; sum++) add_tile(tile, of->weights + sum * of->blocks + block, here, total[sum]);
    }
    for (int64_t sum = 0; sum < of->sums; sum++)
        for (int64_t lane = 0; lane < LANES && column + lane < of->count; lane++) of->out[sum * of->count + column + lane] = total[sum][lane];
}

static int too_many(int64_t sums) {
    if (sums <= MOST_SUMS) return 0;
    PyErr_Format(PyExc_ValueError, "weights: at most %d rows", MOST_SUMS);
    return -1;
}

/* weighted_sums(columns, weights, out): the sums of all columns, with each row of weights. */
PyObject *weighted_sums(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Sums of = {.count = -1, .blocks = -1, .sums = -1, .clock = &clock};
    (void)module;
    int failed = expect("weighted_sums", size, 3) ||
                 take_matrix(&held, given[0], "columns", "f4", READ, &of.count, &of.blocks, &of.columns) ||
                 take_matrix(&held, given[1], "weights", "f4", READ, &of.sums, &of.blocks, &of.weights) ||
                 take_matrix(&held, given[2], "out", "f4", WRITE, &of.sums, &of.count, &of.out) || too_many(of.sums);
    if (!failed) {
        start_long_work(&clock, of.count * of.blocks / LANES);
        for (int64_t column = 0; column < of.count; column += LANES) add_columns(&of, column);
        failed = end_work(&clock);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
