/* Boosted trees, for every file that runs some. */
#ifndef SECTIO_TREES_H
#define SECTIO_TREES_H

#include "arguments.h"
#include "clock.h"

typedef struct {
    /* levels by trees: the feature asked for and the border; trees by leaves: what is added */
    const int64_t *feature;
    const float *border, *leaf;
    int64_t trees, levels;
} Forest;

/* The three arrays, checked for trees that ask for one of so many features; -1 with an exception set if they are not sound. */
int take_forest(Held *held, PyObject *feature, PyObject *border, PyObject *leaf, int64_t features, Forest *forest);

/* The sum of the leaves each block falls into; `columns` has one row a feature and one column a block. */
void run_forest(const Forest *forest, const float *columns, int64_t blocks, float *out, Clock *clock);

#endif
