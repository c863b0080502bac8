/* One level of a tree in training: the compiled twin of lab/training/boost.py. */
#include <Python.h>
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

/* What the loops need. A sample of blocks is cut into bins, features by blocks; nodes are those of the level. */
typedef struct {
    int64_t features, blocks, nodes, most;
    const uint8_t *bins, *node;
    const int64_t *borders;
    const double *gradient, *curvature, *slope, *bend;
    const double *decay; /* of leaves: one number */
    double *gains;
} Level;

/* First and second derivatives above each border, nodes by borders; blocks are added in their order. */
static void sums(const Level *level, const uint8_t *bins, int64_t borders, double (*above)[2]) {
    memset(above, 0, (size_t)(level->nodes * borders) * sizeof *above);
    for (int64_t block = 0; block < level->blocks; block++) {
        if (!bins[block]) continue;
        double *cell = above[level->node[block] * borders + bins[block] - 1];
        cell[0] += level->gradient[block];
        cell[1] += level->curvature[block];
    }
    for (int64_t node = 0; node < level->nodes; node++) {
        double (*own)[2] = above + node * borders;
        for (int64_t border = borders - 2; border >= 0; border--) {
            own[border][0] += own[border + 1][0];
            own[border][1] += own[border + 1][1];
        }
    }
}

/* For each border: how much the loss falls when every node is cut there. */
static void gains(const Level *level, int64_t borders, double (*above)[2], double *out) {
    for (int64_t node = 0; node < level->nodes; node++) {
        for (int64_t border = 0; border < borders; border++) {
            const double *own = above[node * borders + border];
            double below = level->slope[node] - own[0];
            out[border] += own[0] * own[0] / (own[1] + *level->decay) + below * below / (level->bend[node] - own[1] + *level->decay);
        }
    }
}

static int is_within(const Level *level) {
    for (int64_t feature = 0; feature < level->features; feature++) {
        if (level->borders[feature] < 0 || level->borders[feature] > level->most) return 0;
        for (int64_t block = 0; block < level->blocks; block++)
            if (level->bins[feature * level->blocks + block] > level->borders[feature]) return 0;
    }
    for (int64_t block = 0; block < level->blocks; block++)
        if (level->node[block] >= level->nodes) return 0;
    return 1;
}

static int work(const Level *level) {
    Clock clock;
    if (!is_within(level)) {
        PyErr_SetString(PyExc_ValueError, "a bin or a node is beyond the last");
        return -1;
    }
    double (*above)[2] = malloc((size_t)(level->nodes * level->most + 1) * sizeof *above);
    if (!above) {
        PyErr_NoMemory();
        return -1;
    }
    start_work(&clock);
    memset(level->gains, 0, (size_t)(level->features * level->most) * sizeof *level->gains);
    for (int64_t feature = 0; feature < level->features && !late(&clock, level->blocks); feature++) {
        sums(level, level->bins + feature * level->blocks, level->borders[feature], above);
        gains(level, level->borders[feature], above, level->gains + feature * level->most);
    }
    free(above);
    return end_work(&clock);
}

/* level_gains(bins, borders, node, gradient, curvature, slope, bend, decay, out): features by borders; 0 where a feature has fewer. */
PyObject *level_gains(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Level level = {.features = -1, .blocks = -1, .nodes = -1, .most = -1};
    int64_t one = 1;
    int failed = -1;
    (void)module;
    if (!expect("level_gains", size, 9) && !take_matrix(&held, given[0], "bins", "u1", READ, &level.features, &level.blocks, &level.bins) &&
        !take(&held, given[1], "borders", "i8", READ, &level.features, &level.borders) &&
        !take(&held, given[2], "node", "u1", READ, &level.blocks, &level.node) &&
        !take(&held, given[3], "gradient", "f8", READ, &level.blocks, &level.gradient) &&
        !take(&held, given[4], "curvature", "f8", READ, &level.blocks, &level.curvature) &&
        !take(&held, given[5], "slope", "f8", READ, &level.nodes, &level.slope) &&
        !take(&held, given[6], "bend", "f8", READ, &level.nodes, &level.bend) &&
        !take(&held, given[7], "decay", "f8", READ, &one, &level.decay) &&
        !take_matrix(&held, given[8], "out", "f8", WRITE, &level.features, &level.most, &level.gains)) {
        failed = work(&level);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
