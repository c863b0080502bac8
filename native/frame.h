/* A page made ready by `ready_features`, as other files see it: the frame of its blocks, for the second pass. */
#ifndef SECTIO_FRAME_H
#define SECTIO_FRAME_H

#include <Python.h>
#include <stdint.h>

#include "clock.h"

typedef struct Ready Ready;

/* What `model.second.Frame` describes, to be filled: per block, except `first` and `last`, which are levels by blocks. */
typedef struct {
    int32_t *first, *last, *path, *shape, *story, *kind;
} Frame;

enum { FRAME_LEVELS = 6 };

/* The page in a capsule, or 0 with an exception set. */
const Ready *ready_from(PyObject *capsule);
int64_t ready_blocks(const Ready *ready);
int32_t words_of_block(const Ready *ready, int64_t block);

/* Bytes of scratch memory for `fill_frame`. */
size_t frame_scratch(const Ready *ready);
void fill_frame(const Ready *ready, const Frame *frame, void *scratch, Clock *clock);

#endif
