/* Shapes and paths of the items of lists: the compiled twin of parts of tabular/lists.py. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "pairs.h"
#include "stages.h"

enum { SAMPLE = 60, SHAPE_ROWS = 200, SHAPE_DEPTH = 4 }; /* as there */

/* The tags in an item and how deep they are, in order, none twice. */
typedef struct {
    int32_t codes[SHAPE_ROWS];
    int32_t size;
} Shape;

typedef struct {
    const int32_t *depth, *starts, *stops;
    const int16_t *tag;
    int64_t rows, items;
    double *likeness;
    int32_t *kinds, *sizes;
    Shape *sample;
    int32_t *all;     /* the codes of all shapes of the sample, then what most have */
    int32_t frequent; /* how many codes most have */
    Clock *clock;
} Shapes;

/* The first code of the shape that is not below this one. */
static int32_t place_of(const Shape *shape, int32_t code) {
    int32_t low = 0, high = shape->size;
    while (low < high) {
        int32_t middle = (low + high) / 2;
        if (shape->codes[middle] < code) low = middle + 1;
        else high = middle;
    }
    return low;
}

static void read_shape(const Shapes *of, int64_t item, Shape *shape) {
    int64_t start = of->starts[item], stop = of->stops[item];
    if (stop > start + SHAPE_ROWS) stop = start + SHAPE_ROWS;
    shape->size = 0;
    for (int64_t row = start; row < stop; row++) {
        int32_t below = of->depth[row] - of->depth[start];
        if (below > SHAPE_DEPTH) continue;
        int32_t code = below * (1 << 16) + of->tag[row], place = place_of(shape, code);
        if (place < shape->size && shape->codes[place] == code) continue;
        memmove(shape->codes + place + 1, shape->codes + place, (size_t)(shape->size - place) * sizeof code);
        shape->codes[place] = code;
        shape->size++;
    }
}

static int by_number(const void *a, const void *b) {
    int32_t one = *(const int32_t *)a, other = *(const int32_t *)b;
    return (one > other) - (one < other);
}

/* What at least half of the sample have, in order, in place of all codes. */
static void read_profile(Shapes *of, int64_t items) {
    int64_t all = 0;
    for (int64_t item = 0; item < items; item++) {
        memcpy(of->all + all, of->sample[item].codes, (size_t)of->sample[item].size * sizeof *of->all);
        all += of->sample[item].size;
    }
    qsort(of->all, (size_t)all, sizeof *of->all, by_number);
    for (int64_t i = 0, next; i < all; i = next) {
        for (next = i + 1; next < all && of->all[next] == of->all[i];) next++;
        if (2 * (next - i) >= items) of->all[of->frequent++] = of->all[i];
    }
}

static double likeness(const Shape *shape, const int32_t *profile, int32_t size) {
    int32_t common = 0;
    for (int32_t i = 0, j = 0; i < shape->size && j < size;) {
        int32_t one = shape->codes[i], other = profile[j];
        common += one == other;
        i += one <= other;
        j += other <= one;
    }
    int32_t whole = shape->size + size - common;
    return (double)common / (whole > 1 ? whole : 1);
}

static int is_same(const Shape *a, const Shape *b) {
    return a->size == b->size && !memcmp(a->codes, b->codes, (size_t)a->size * sizeof *a->codes);
}

static void compare(Shapes *of) {
    int64_t sample = of->items < SAMPLE ? of->items : SAMPLE;
    for (int64_t item = 0; item < sample; item++) {
        read_shape(of, item, of->sample + item);
        of->kinds[item] = (int32_t)item;
        for (int64_t before = 0; before < item && of->kinds[item] == item; before++)
            if (is_same(of->sample + before, of->sample + item)) of->kinds[item] = (int32_t)before;
    }
    read_profile(of, sample);
    for (int64_t item = 0; item < of->items && !late(of->clock, SHAPE_ROWS); item++) {
        Shape shape;
        read_shape(of, item, &shape);
        of->sizes[item] = shape.size;
        of->likeness[item] = likeness(&shape, of->all, of->frequent);
    }
}

static int no_run(int64_t item) {
    PyErr_Format(PyExc_ValueError, "item %lld is not a run of rows", (long long)item);
    return -1;
}

static int check_items(const int32_t *starts, const int32_t *stops, int64_t items, int64_t rows) {
    for (int64_t item = 0; item < items; item++)
        if (starts[item] < 0 || stops[item] <= starts[item] || stops[item] > rows) return no_run(item);
    return 0;
}

static int take_shapes(Held *held, PyObject *const *given, Shapes *of) {
    of->rows = of->items = -1;
    if (take(held, given[0], "depth", "i4", READ, &of->rows, &of->depth) || take(held, given[1], "tag", "i2", READ, &of->rows, &of->tag) ||
        take(held, given[2], "starts", "i4", READ, &of->items, &of->starts) || take(held, given[3], "stops", "i4", READ, &of->items, &of->stops))
        return -1;
    int64_t sample = of->items < SAMPLE ? of->items : SAMPLE;
    return take(held, given[4], "likeness", "f8", WRITE, &of->items, &of->likeness) ||
           take(held, given[5], "kinds", "i4", WRITE, &sample, &of->kinds) || take(held, given[6], "sizes", "i4", WRITE, &of->items, &of->sizes) ||
           check_items(of->starts, of->stops, of->items, of->rows);
}

/* item_shapes(depth, tag, starts, stops, likeness, kinds, sizes): how much each item is like what most of the first have, which of the first
 * has the same shape as each of them, and how much is in each shape. */
PyObject *item_shapes(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Shapes of = {.clock = &clock};
    int failed = expect("item_shapes", size, 7) || take_shapes(&held, given, &of);
    (void)module;
    of.sample = failed ? 0 : malloc(SAMPLE * sizeof *of.sample);
    of.all = failed ? 0 : malloc(SAMPLE * SHAPE_ROWS * sizeof *of.all);
    if (!failed && of.sample && of.all) {
        start_work(&clock);
        compare(&of);
        failed = end_work(&clock);
    } else if (!failed) {
        PyErr_NoMemory();
        failed = 1;
    }
    free(of.sample);
    free(of.all);
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}

/* Paths */

typedef struct {
    const int32_t *parent, *label;
    const uint8_t *wanted;
    int32_t *out;
    int64_t rows;
    Pairs known; /* the path above, and a label */
} Paths;

static int number_paths(Paths *of) {
    for (int64_t row = 1; row < of->rows && !late(of->known.clock, 1); row++) {
        if (!of->wanted[row]) continue;
        int32_t number = number_of(&of->known, of->out[of->parent[row]], of->label[row]);
        if (number < 0) return -1;
        of->out[row] = number + 1;
    }
    return 0;
}

static int take_paths(Held *held, PyObject *const *given, Paths *of) {
    of->rows = -1;
    if (take(held, given[0], "parent", "i4", READ, &of->rows, &of->parent) || take(held, given[1], "label", "i4", READ, &of->rows, &of->label) ||
        take(held, given[2], "wanted", "b1", READ, &of->rows, &of->wanted) || take(held, given[3], "out", "i4", WRITE, &of->rows, &of->out))
        return -1;
    for (int64_t row = 0; row < of->rows; row++) {
        if (of->parent[row] >= 0 && (of->parent[row] < row || !row)) continue;
        PyErr_Format(PyExc_ValueError, "row %lld is not below another", (long long)row);
        return -1;
    }
    return 0;
}

/* row_paths(parent, label, wanted, out): a number for the path of each wanted row but the first, in order; `out` is zero before. */
PyObject *row_paths(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Paths of = {.rows = 0};
    int failed = expect("row_paths", size, 4) || take_paths(&held, given, &of);
    (void)module;
    if (!failed) {
        start_work(&clock);
        int full = start_pairs(&of.known, &clock) || number_paths(&of);
        failed = end_work(&clock);
        if (!failed && full) {
            PyErr_NoMemory();
            failed = 1;
        }
        end_pairs(&of.known);
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}

/* Sizes */

typedef struct {
    const int32_t *end, *sizes, *leaves, *starts, *stops;
    int32_t *found; /* the leaves of each item */
    int64_t rows, items, total;
    int64_t bad; /* the number of an item in which a row does not end behind itself, or -1 */
    Clock *clock;
} Weights;

static int in_order(const void *a, const void *b) {
    int32_t first = *(const int32_t *)a, second = *(const int32_t *)b;
    return (first > second) - (first < second);
}

static void weigh(Weights *of) {
    for (int64_t item = 0; item < of->items && of->bad < 0 && !late(of->clock, 8); item++) {
        int64_t row = of->starts[item], stop = of->stops[item];
        of->found[item] = of->leaves[stop] - of->leaves[row];
        for (; row < stop && of->bad < 0 && !late(of->clock, 1); row = of->end[row]) {
            of->total += of->sizes[row];
            if (of->end[row] <= row) of->bad = item;
        }
    }
    qsort(of->found, (size_t)of->items, sizeof *of->found, in_order);
}

static int take_weights(Held *held, PyObject *const *given, Weights *of) {
    of->rows = of->items = -1;
    if (take(held, given[0], "end", "i4", READ, &of->rows, &of->end) || take(held, given[1], "sizes", "i4", READ, &of->rows, &of->sizes)) return -1;
    int64_t bounds = of->rows + 1;
    if (take(held, given[2], "leaves", "i4", READ, &bounds, &of->leaves) || take(held, given[3], "starts", "i4", READ, &of->items, &of->starts) ||
        take(held, given[4], "stops", "i4", READ, &of->items, &of->stops) || check_items(of->starts, of->stops, of->items, of->rows))
        return -1;
    if (of->items) return 0;
    PyErr_SetString(PyExc_ValueError, "starts: there must be an item");
    return -1;
}

/* item_weights(end, sizes, leaves, starts, stops): how much is in all items, and the number of leaves that the one in the middle has. */
PyObject *item_weights(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Weights of = {.clock = &clock, .bad = -1};
    PyObject *result = 0;
    (void)module;
    if (!expect("item_weights", size, 5) && !take_weights(&held, given, &of)) {
        of.found = calloc((size_t)of.items, sizeof *of.found);
        if (of.found) {
            start_work(&clock);
            weigh(&of);
            int64_t half = of.items / 2;
            double middle = of.items % 2 ? of.found[half] : ((double)of.found[half - 1] + of.found[half]) / 2;
            if (!end_work(&clock) && (of.bad < 0 || !no_run(of.bad))) result = Py_BuildValue("(Ld)", (long long)of.total, middle);
        } else {
            PyErr_NoMemory();
        }
        free(of.found);
    }
    release(&held);
    return result;
}
