/* The logits of the boosted trees: the compiled twin of model/trees.py. */
#include "trees.h"

#include <string.h>

#include "processor.h"
#include "stages.h"

#ifdef HAS_WIDE
#include <immintrin.h>
#endif

enum {
    DEEPEST = 8,
    TOGETHER = 2048 /* blocks between two looks at the clock */
};

/* A tree for the blocks `start` to `stop`: where they are in its columns, and what is added to. */
typedef struct {
    const float *column[DEEPEST], *leaf;
    float border[DEEPEST];
    int64_t levels, start, stop;
    float *out;
} Tree;

/* The numbers of the leaves of some blocks at once: a comparison of vectors gives -1 for true. Depths that models have are spelt out:
 * the compiler then keeps borders in registers. */
#define ADD_SOME(name, target, floats, ints, lanes)                                                                  \
    static inline ALWAYS_INLINE target int64_t name##_levels(const Tree *tree, const int64_t levels) {               \
        int64_t block = tree->start;                                                                                 \
        for (; block + (lanes) <= tree->stop; block += (lanes)) {                                                    \
            ints number = {0};                                                                                       \
            int32_t numbers[lanes];                                                                                  \
            for (int64_t level = 0; level < levels; level++) {                                                       \
                floats some;                                                                                         \
                memcpy(&some, tree->column[level] + block, sizeof some);                                             \
                number = number + number - (ints)(some > tree->border[level]);                                       \
            }                                                                                                        \
            memcpy(numbers, &number, sizeof numbers);                                                                \
            for (int i = 0; i < (lanes); i++) tree->out[block + i] += tree->leaf[numbers[i]];                        \
        }                                                                                                            \
        return block;                                                                                                \
    }                                                                                                                \
    static target int64_t name(const Tree *tree) {                                                                   \
        return tree->levels == 6 ? name##_levels(tree, 6) : tree->levels == 5 ? name##_levels(tree, 5) : name##_levels(tree, tree->levels); \
    }

#ifdef HAS_WIDE
typedef float Eight __attribute__((vector_size(32)));
typedef int32_t EightInts __attribute__((vector_size(32)));
ADD_SOME(add_wide, FOR_WIDE, Eight, EightInts, 8)

/* The leaves of sixteen blocks at once: those of a tree are kept in the processor, which looks them up by number, 32 at a time. */
static inline ALWAYS_INLINE FOR_WIDEST int64_t widest_levels(const Tree *tree, const int64_t levels) {
    int64_t block = tree->start;
    __m512 leaf[4];
    for (int i = 0; i < 1 << (levels - 4); i++) leaf[i] = _mm512_loadu_ps(tree->leaf + 16 * i);
    for (; block + 16 <= tree->stop; block += 16) {
        __m512i number = _mm512_setzero_si512();
        for (int64_t level = 0; level < levels; level++) {
            __mmask16 above = _mm512_cmp_ps_mask(_mm512_loadu_ps(tree->column[level] + block), _mm512_set1_ps(tree->border[level]), _CMP_GT_OQ);
            number = _mm512_add_epi32(number, number);
            number = _mm512_mask_add_epi32(number, above, number, _mm512_set1_epi32(1));
        }
        __m512 found = _mm512_permutex2var_ps(leaf[0], number, leaf[1]);
        if (levels == 6) {
            __mmask16 is_late = _mm512_cmpgt_epi32_mask(number, _mm512_set1_epi32(31));
            found = _mm512_mask_blend_ps(is_late, found, _mm512_permutex2var_ps(leaf[2], number, leaf[3]));
        }
        _mm512_storeu_ps(tree->out + block, _mm512_add_ps(_mm512_loadu_ps(tree->out + block), found));
    }
    return block;
}

static FOR_WIDEST int64_t add_widest(const Tree *tree) {
    return tree->levels == 6 ? widest_levels(tree, 6) : tree->levels == 5 ? widest_levels(tree, 5) : add_wide(tree);
}
#else
#define add_wide add_plain
#define add_widest add_plain
#endif

#ifdef __GNUC__
typedef float Four __attribute__((vector_size(16)));
typedef int32_t FourInts __attribute__((vector_size(16)));
ADD_SOME(add_plain, , Four, FourInts, 4)
#else
static int64_t add_plain(const Tree *tree) { return tree->start; }
#endif

static void add_rest(const Tree *tree, int64_t start) {
    for (int64_t block = start; block < tree->stop; block++) {
        int32_t number = 0;
        for (int64_t level = 0; level < tree->levels; level++) number = 2 * number + (tree->column[level][block] > tree->border[level]);
        tree->out[block] += tree->leaf[number];
    }
}

/* One tree after the other is added to every block, in their order: the sum is the same to the last bit however blocks are cut. */
void run_forest(const Forest *forest, const float *columns, int64_t blocks, float *out, Clock *clock) {
    int64_t (*add)(const Tree *) = is_widest() ? add_widest : is_wide() ? add_wide : add_plain;
    memset(out, 0, (size_t)blocks * sizeof *out);
    for (int64_t start = 0, stop; start < blocks && !clock->stopped; start = stop) {
        stop = blocks - start < TOGETHER ? blocks : start + TOGETHER;
        for (int64_t number = 0; number < forest->trees && !late(clock, stop - start); number++) {
            Tree tree = {.levels = forest->levels, .start = start, .stop = stop, .out = out, .leaf = forest->leaf + (number << forest->levels)};
            for (int64_t level = 0; level < forest->levels; level++) {
                tree.column[level] = columns + forest->feature[level * forest->trees + number] * blocks;
                tree.border[level] = forest->border[level * forest->trees + number];
            }
            add_rest(&tree, add(&tree));
        }
    }
}

int take_forest(Held *held, PyObject *feature, PyObject *border, PyObject *leaf, int64_t features, Forest *forest) {
    forest->trees = forest->levels = -1;
    if (take_matrix(held, feature, "feature", "i8", READ, &forest->levels, &forest->trees, &forest->feature)) return -1;
    if (forest->levels < 1 || forest->levels > DEEPEST) {
        PyErr_Format(PyExc_ValueError, "feature: a tree has 1 to %d levels, not %lld", DEEPEST, (long long)forest->levels);
        return -1;
    }
    int64_t leaves = (int64_t)1 << forest->levels;
    if (take_matrix(held, border, "border", "f4", READ, &forest->levels, &forest->trees, &forest->border) ||
        take_matrix(held, leaf, "leaf", "f4", READ, &forest->trees, &leaves, &forest->leaf))
        return -1;
    for (int64_t i = 0; i < forest->trees * forest->levels; i++) {
        if (forest->feature[i] >= 0 && forest->feature[i] < features) continue;
        PyErr_Format(PyExc_IndexError, "a tree asks for feature %lld of %lld", (long long)forest->feature[i], (long long)features);
        return -1;
    }
    return 0;
}

/* tree_logits(feature, border, leaf, columns, out): the sum of the leaves each block falls into. */
PyObject *tree_logits(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Forest forest;
    const float *columns;
    float *out;
    int64_t features = -1, blocks = -1;
    int failed = -1;
    (void)module;
    if (!expect("tree_logits", size, 5) && !take_matrix(&held, given[3], "columns", "f4", READ, &features, &blocks, &columns) &&
        !take_forest(&held, given[0], given[1], given[2], features, &forest) && !take(&held, given[4], "out", "f4", WRITE, &blocks, &out)) {
        start_work(&clock);
        run_forest(&forest, columns, blocks, out, &clock);
        failed = end_work(&clock);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
