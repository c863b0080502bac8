/* Sums of products, vectorised. A file that needs them includes this one once for each kind of processor, with
 *
 *   LANE    a vector of LANES floats, or a float
 *   AT      the vector at an address, which need not be a multiple of its size
 *   NAME    what is put before the names of the functions
 *   TARGET  what the functions are compiled for
 *
 * Every result is one sum from left to right, without fused operations: lanes are different results, never parts of one, so that
 * all processors give the same bits. Vectors are spelt out because compilers do not keep an array of sums in registers.
 */

static inline ALWAYS_INLINE TARGET void NAME(load)(LANE *sum, const float *from, const int lanes) {
    for (int j = 0; j < lanes; j++) sum[j] = AT(from + j * LANES);
}

static inline ALWAYS_INLINE TARGET void NAME(save)(const LANE *sum, float *to, const int lanes) {
    for (int j = 0; j < lanes; j++) AT(to + j * LANES) = sum[j];
}

/* to[j] += value[i] * weights[index[i]][j] for `lanes` vectors of j from `at` on, list by list and i from first to last. */
static inline ALWAYS_INLINE TARGET void NAME(listed)(float *to, const List *lists, int64_t count, int64_t at, int64_t width, const int lanes) {
    LANE sum[6];
    NAME(load)(sum, to + at, lanes);
    for (const List *list = lists; list < lists + count; list++) {
        for (int64_t i = 0; i < list->count; i++) {
            const float *row = list->weights + list->index[i] * width + at;
            for (int j = 0; j < lanes; j++) sum[j] += AT(row + j * LANES) * list->value[i];
        }
    }
    NAME(save)(sum, to + at, lanes);
}

static TARGET void NAME(add_lists)(float *to, const List *lists, int64_t count, int64_t width) {
    int64_t at = 0;
    for (; at + 6 * LANES <= width; at += 6 * LANES) NAME(listed)(to, lists, count, at, width, 6);
    for (; at + 4 * LANES <= width; at += 4 * LANES) NAME(listed)(to, lists, count, at, width, 4);
    for (; at + 3 * LANES <= width; at += 3 * LANES) NAME(listed)(to, lists, count, at, width, 3);
    for (; at + 2 * LANES <= width; at += 2 * LANES) NAME(listed)(to, lists, count, at, width, 2);
    for (; at + LANES <= width; at += LANES) NAME(listed)(to, lists, count, at, width, 1);
    for (; at < width; at++)
        for (const List *list = lists; list < lists + count; list++)
            for (int64_t i = 0; i < list->count; i++) to[at] += list->value[i] * list->weights[list->index[i] * width + at];
}

/* The same for two blocks at once and every row of weights: they are read half as often. Values of a block are `step` apart. */
static inline ALWAYS_INLINE TARGET void NAME(pair)(float *const to[2], const float *const value[2], int64_t step, int64_t count, const float *weights,
                                                   int64_t width, const int lanes) {
    LANE one[6], other[6];
    NAME(load)(one, to[0], lanes);
    NAME(load)(other, to[1], lanes);
    for (int64_t i = 0; i < count; i++) {
        for (int j = 0; j < lanes; j++) {
            LANE some = AT(weights + i * width + j * LANES);
            one[j] += some * value[0][i * step];
            other[j] += some * value[1][i * step];
        }
    }
    NAME(save)(one, to[0], lanes);
    NAME(save)(other, to[1], lanes);
}

static TARGET void NAME(add_pair)(float *one, float *other, const float *const value[2], int64_t step, int64_t count, const float *weights, int64_t width) {
    int64_t j = 0;
    for (; j + 6 * LANES <= width; j += 6 * LANES) NAME(pair)((float *[]){one + j, other + j}, value, step, count, weights + j, width, 6);
    for (; j + 3 * LANES <= width; j += 3 * LANES) NAME(pair)((float *[]){one + j, other + j}, value, step, count, weights + j, width, 3);
    for (; j + LANES <= width; j += LANES) NAME(pair)((float *[]){one + j, other + j}, value, step, count, weights + j, width, 1);
    for (; j < width; j++) {
        for (int64_t i = 0; i < count; i++) {
            one[j] += value[0][i * step] * weights[i * width + j];
            other[j] += value[1][i * step] * weights[i * width + j];
        }
    }
}

/* (from - mean) / spread, but at most CLIP away from 0. */
static TARGET void NAME(standardise)(const float *from, int64_t count, float mean, float spread, float *to) {
    for (int64_t i = 0; i < count; i++) {
        float scaled = (from[i] - mean) / spread;
        scaled = scaled < -CLIP ? -CLIP : scaled;
        to[i] = scaled > CLIP ? CLIP : scaled;
    }
}

/* The values that are not 0 with their numbers; returns how many there are. */
#ifdef LIST
#define LISTED LIST
#else
#define LISTED NAME(list)
static TARGET int32_t NAME(list)(const float *from, int64_t width, float *value, int32_t *index) { return list_from(from, 0, width, value, index, 0); }
#endif

static const Products NAME(products) = {NAME(add_lists), NAME(add_pair), NAME(standardise), LISTED};

#undef LIST
#undef LISTED

#undef AT
#undef LANE
#undef LANES
#undef NAME
#undef TARGET
