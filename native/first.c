/* The first pass, from features to logits: the compiled twin of model/first.py and model/net.py.
 *
 * Every sum starts with the bias and adds one product after the other, as the twin does. A product with 0 changes no sum, so that it can be
 * left out: most marks are 0, and so is a third to a half of the channels.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "processor.h"
#include "stages.h"
#include "trees.h"

#ifdef HAS_WIDE
#include <immintrin.h>
#endif

enum { BLOCK_WORK = 1024 }; /* what the networks take for a block, in units of `start_long_work` */

enum { TAPS = 5, CONVOLUTIONS = 2, TOGETHER = 32 /* blocks */, MOST = 1 << 16 /* of any size of a layer */ };
static const int64_t DILATIONS[CONVOLUTIONS] = {1, 2};
static const float CLIP = 5, NEVER = -10;

/* Some inputs that are not 0: which ones, and their values; what they are multiplied with has one row an input. */
typedef struct {
    const int32_t *index;
    const float *value, *weights;
    int64_t count;
} List;

typedef struct {
    void (*add_lists)(float *to, const List *lists, int64_t count, int64_t width);
    void (*add_pair)(float *one, float *other, const float *const value[2], int64_t step, int64_t count, const float *weights, int64_t width);
    void (*standardise)(const float *from, int64_t count, float mean, float spread, float *to);
    int32_t (*list)(const float *from, int64_t width, float *value, int32_t *index);
} Products;

/* From `at` on, behind what is listed already. */
static inline int32_t list_from(const float *from, int64_t at, int64_t width, float *value, int32_t *index, int32_t count) {
    for (; at < width; at++) {
        value[count] = from[at];
        index[count] = (int32_t)at;
        count += from[at] != 0;
    }
    return count;
}

#ifdef HAS_WIDE
/* Sixteen at a time are put together by the processor. What is stored beyond the last one is stored over, or within the room for all. */
static FOR_WIDEST int32_t widest_list(const float *from, int64_t width, float *value, int32_t *index) {
    __m512i number = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
    int32_t count = 0;
    int64_t at = 0;
    for (; at + 16 <= width; at += 16) {
        __m512 some = _mm512_loadu_ps(from + at);
        __mmask16 is_set = _mm512_cmp_ps_mask(some, _mm512_setzero_ps(), _CMP_NEQ_UQ);
        _mm512_storeu_ps(value + count, _mm512_maskz_compress_ps(is_set, some));
        _mm512_storeu_si512(index + count, _mm512_maskz_compress_epi32(is_set, number));
        number = _mm512_add_epi32(number, _mm512_set1_epi32(16));
        count += __builtin_popcount(is_set);
    }
    return list_from(from, at, width, value, index, count);
}

typedef float Sixteen __attribute__((vector_size(64)));
typedef float LooseSixteen __attribute__((vector_size(64), aligned(4), may_alias));
#define LANE Sixteen
#define AT(address) (*(LooseSixteen *)(address))
#define LANES 16
#define NAME(function) widest_##function
#define LIST widest_list
#define TARGET FOR_WIDEST
#include "products.h"

typedef float Eight __attribute__((vector_size(32)));
typedef float LooseEight __attribute__((vector_size(32), aligned(4), may_alias));
#define LANE Eight
#define AT(address) (*(LooseEight *)(address))
#define LANES 8
#define NAME(function) wide_##function
#define TARGET FOR_WIDE
#include "products.h"
#endif

#ifdef __GNUC__
typedef float Four __attribute__((vector_size(16)));
typedef float LooseFour __attribute__((vector_size(16), aligned(4), may_alias));
#define LANE Four
#define AT(address) (*(LooseFour *)(address))
#define LANES 4
#else
#define LANE float
#define AT(address) (*(float *)(address))
#define LANES 1
#endif
#define NAME(function) plain_##function
#define TARGET
#include "products.h"

#ifndef HAS_WIDE
#define wide_products plain_products
#define widest_products plain_products
#endif

/* The weights, networks one after the other; the arrays stay Python's. */
typedef struct {
    Held held;
    int64_t networks, features, measures, channels, page, hidden;
    const float *mean, *spread, *in, *in_bias, *conv[CONVOLUTIONS], *conv_bias[CONVOLUTIONS];
    const float *pool, *pool_bias, *own, *own_bias, *from_page, *out, *out_bias, *share;
    const int64_t *never; /* features: line numbers, in code, in a table */
    Forest forest;        /* without trees if there is none */
} Model;

typedef struct {
    const Products *products;
    Clock *clock;
    const float *columns; /* one row a feature, one column a block */
    int64_t blocks;
    float *scaled; /* measures by blocks */
    float *seen;   /* some blocks by channels: what a layer adds */
    float *value;  /* blocks by channels: the channels that are not 0, with their numbers and how many there are */
    int32_t *index, *count;
    float *wide;    /* as many as the widest layer of the page has */
    float *summary; /* mean and maximum of each channel */
    float *top;
} Work;

#define EACH(i, times) for (int64_t i = 0; i < (times) && !late(work->clock, 1); i++)

static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

/* The first layer */

static void standardise(const Model *model, const Work *work) {
    EACH(k, model->measures)
        work->products->standardise(work->columns + k * work->blocks, work->blocks, model->mean[k], model->spread[k], work->scaled + k * work->blocks);
}

static void add_measures(const Model *model, const Work *work, const float *weights, float *found) {
    int64_t width = model->channels, blocks = work->blocks;
    for (int64_t block = 0; block < blocks && !late(work->clock, 64); block += 2) {
        /* without a second block, the first one again, to where it does not matter */
        int64_t other = block + 1 < blocks ? block + 1 : block;
        float *to = other > block ? found + other * width : work->wide;
        const float *value[2] = {work->scaled + block, work->scaled + other};
        work->products->add_pair(found + block * width, to, value, blocks, model->measures, weights, width);
    }
}

/* Eight blocks at a time: nearly always none of them has the mark. */
static int has_any(const float *column) {
    uint64_t pairs[4];
    memcpy(pairs, column, sizeof pairs);
    return (pairs[0] | pairs[1] | pairs[2] | pairs[3]) != 0;
}

/* Add a mark to the lists of some blocks that have it. */
static inline void list_mark(const Model *model, const Work *work, int64_t k, int64_t start, int64_t stop) {
    const float *column = work->columns + k * work->blocks;
    for (int64_t block = start; block < stop; block++) {
        if (column[block] == 0) continue;
        int64_t at = block * model->channels + work->count[block]++;
        work->value[at] = column[block];
        work->index[at] = (int32_t)k;
    }
}

static List list_of(const Model *model, const Work *work, int64_t block, const float *weights) {
    return (List){work->index + block * model->channels, work->value + block * model->channels, weights, work->count[block]};
}

/* As many marks at a time as there is room for in the lists of channels: the sums of a block stay in the processor while all are added. */
static void add_marks(const Model *model, const Work *work, const float *weights, float *found) {
    int64_t width = model->channels;
    for (int64_t first = model->measures, last; first < model->features && !work->clock->stopped; first = last) {
        last = model->features - first < width ? model->features : first + width;
        memset(work->count, 0, (size_t)work->blocks * sizeof *work->count);
        for (int64_t k = first; k < last && !late(work->clock, work->blocks); k++) {
            int64_t start = 0;
            for (; start + 8 <= work->blocks; start += 8)
                if (has_any(work->columns + k * work->blocks + start)) list_mark(model, work, k, start, start + 8);
            list_mark(model, work, k, start, work->blocks);
        }
        EACH(block, work->blocks) {
            List list = list_of(model, work, block, weights);
            if (list.count) work->products->add_lists(found + block * width, &list, 1, width);
        }
    }
}

static void cut(float *values, int64_t count) {
    for (int64_t i = 0; i < count; i++) values[i] = values[i] > 0 ? values[i] : 0;
}

/* Convolutions */

static void list_channels(const Model *model, const Work *work, const float *found) {
    int64_t width = model->channels;
    EACH(block, work->blocks) {
        work->count[block] = work->products->list(found + block * width, width, work->value + block * width, work->index + block * width);
    }
}

/* Some blocks tap by tap, whose weights then stay near the processor: one tap's fit into its first cache, those of all do not. */
static void convolve_some(const Model *model, const Work *work, const float *weights, int64_t dilation, int64_t start, int64_t stop) {
    int64_t width = model->channels;
    for (int64_t tap = 0; tap < TAPS; tap++) {
        int64_t away = (tap - TAPS / 2) * dilation;
        for (int64_t block = most(start, -away); block < stop && block + away < work->blocks; block++) {
            List list = list_of(model, work, block + away, weights + tap * width * width);
            work->products->add_lists(work->seen + (block - start) * width, &list, 1, width);
        }
    }
}

static void convolve(const Model *model, const Work *work, const float *weights, const float *bias, int64_t dilation, float *found) {
    int64_t width = model->channels;
    list_channels(model, work, found);
    for (int64_t start = 0, stop; start < work->blocks && !late(work->clock, 64 * TOGETHER); start = stop) {
        stop = work->blocks - start < TOGETHER ? work->blocks : start + TOGETHER;
        for (int64_t block = 0; block < stop - start; block++) memcpy(work->seen + block * width, bias, (size_t)width * sizeof *bias);
        convolve_some(model, work, weights, dilation, start, stop);
        float *to = found + start * width;
        for (int64_t i = 0; i < (stop - start) * width; i++) to[i] += work->seen[i] > 0 ? work->seen[i] : 0;
    }
}

/* The channels of all blocks by one network. */
static void find_hidden(const Model *model, const Work *work, int64_t network, float *found) {
    int64_t width = model->channels;
    const float *weights = model->in + network * model->features * width;
    EACH(block, work->blocks) memcpy(found + block * width, model->in_bias + network * width, (size_t)width * sizeof *found);
    add_measures(model, work, weights, found);
    add_marks(model, work, weights, found);
    cut(found, work->blocks * width);
    for (int i = 0; i < CONVOLUTIONS; i++)
        convolve(model, work, model->conv[i] + network * TAPS * width * width, model->conv_bias[i] + network * width, DILATIONS[i], found);
}

/* The last layers */

static void summarise(const Model *model, const Work *work, const float *found) {
    float *total = work->summary, *most = total + model->channels;
    memcpy(total, found, (size_t)model->channels * sizeof *total);
    memcpy(most, found, (size_t)model->channels * sizeof *most);
    for (int64_t block = 1; block < work->blocks && !late(work->clock, 1); block++) {
        const float *own = found + block * model->channels;
        for (int64_t channel = 0; channel < model->channels; channel++) {
            total[channel] += own[channel];
            most[channel] = own[channel] > most[channel] ? own[channel] : most[channel];
        }
    }
    for (int64_t channel = 0; channel < model->channels; channel++) total[channel] /= (float)work->blocks;
}

static void add_all(const Work *work, const float *values, int64_t count, const float *weights, int64_t width, float *to) {
    int32_t first = 0;
    for (int64_t i = 0; i < count; i++) work->products->add_lists(to, &(List){&first, values + i, weights + i * width, 1}, 1, width);
}

/* What the page adds to each block's last layer, its bias included, into `work->wide`. */
static void add_page(const Model *model, const Work *work, int64_t network, const float *summary, float *page) {
    int64_t pooled = 2 * model->channels, width = model->page;
    memcpy(page, model->pool_bias + network * width, (size_t)width * sizeof *page);
    add_all(work, summary, pooled, model->pool + network * pooled * width, width, page);
    cut(page, width);
    memcpy(work->wide, model->own_bias + network * model->hidden, (size_t)model->hidden * sizeof *page);
    add_all(work, page, width, model->from_page + network * width * model->hidden, model->hidden, work->wide);
}

/* Adds the logits of one network to `out`. */
static void add_logits(const Model *model, const Work *work, int64_t network, const float *found, const float *summary, float *out) {
    int64_t width = model->channels, hidden = model->hidden;
    const float *last = model->out + network * hidden;
    add_page(model, work, network, summary, work->top);
    list_channels(model, work, found);
    for (int64_t block = 0; block < work->blocks && !late(work->clock, 8); block++) {
        float logit = model->out_bias[network];
        memcpy(work->top, work->wide, (size_t)hidden * sizeof *work->top);
        List list = list_of(model, work, block, model->own + network * width * hidden);
        work->products->add_lists(work->top, &list, 1, hidden);
        for (int64_t i = 0; i < hidden; i++) logit += (work->top[i] > 0 ? work->top[i] : 0) * last[i];
        out[block] = network ? out[block] + logit : logit;
    }
}

static void average(const Model *model, const Work *work, float *out) {
    EACH(block, work->blocks) out[block] /= (float)model->networks;
}

/* The whole: networks, trees, and line numbers next to code, which are never content. */
static void find_logits(const Model *model, const Work *work, float *found, float *trees, float *out) {
    standardise(model, work);
    for (int64_t network = 0; network < model->networks && !work->clock->stopped; network++) {
        find_hidden(model, work, network, found);
        summarise(model, work, found);
        add_logits(model, work, network, found, work->summary, out);
    }
    average(model, work, out);
    if (!model->forest.trees) return;
    run_forest(&model->forest, work->columns, work->blocks, trees, work->clock);
    EACH(block, work->blocks) out[block] += *model->share * (trees[block] - out[block]);
}

static void leave_out_line_numbers(const Model *model, const Work *work, float *out) {
    const float *numbers = work->columns + model->never[0] * work->blocks, *in_code = work->columns + model->never[1] * work->blocks;
    const float *in_table = work->columns + model->never[2] * work->blocks;
    EACH(block, work->blocks) if (numbers[block] > 0 && (in_code[block] > 0 || in_table[block] > 0)) out[block] = NEVER;
}

/* What Python hands over */

static const char MODEL[] = "sectio.model";

static void free_model(PyObject *capsule) {
    Model *model = PyCapsule_GetPointer(capsule, MODEL);
    release(&model->held);
    free(model);
}

static int take_sizes(PyObject *from, Model *model) {
    const struct { const char *name; int64_t *to; int64_t least; } sizes[] = {
        {"networks", &model->networks, 1}, {"features", &model->features, 1}, {"measures", &model->measures, 0},
        {"channels", &model->channels, 1}, {"page", &model->page, 1}, {"hidden", &model->hidden, 1},
    };
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (number_from(from, sizes[i].name, sizes[i].to)) return -1;
        if (*sizes[i].to >= sizes[i].least && *sizes[i].to <= MOST) continue;
        PyErr_Format(PyExc_ValueError, "%s: %lld is out of range", sizes[i].name, (long long)*sizes[i].to);
        return -1;
    }
    if (model->measures <= model->features) return 0;
    PyErr_SetString(PyExc_ValueError, "measures: there are more than features");
    return -1;
}

static int take_weights(PyObject *from, Model *model) {
    int64_t each = model->networks, width = model->channels, one = 1;
    const struct { const char *name; const float **to; int64_t count; } arrays[] = {
        {"mean", &model->mean, model->measures}, {"spread", &model->spread, model->measures},
        {"in", &model->in, each * model->features * width}, {"in_bias", &model->in_bias, each * width},
        {"conv0", &model->conv[0], each * TAPS * width * width}, {"conv0_bias", &model->conv_bias[0], each * width},
        {"conv1", &model->conv[1], each * TAPS * width * width}, {"conv1_bias", &model->conv_bias[1], each * width},
        {"pool", &model->pool, each * 2 * width * model->page}, {"pool_bias", &model->pool_bias, each * model->page},
        {"own", &model->own, each * width * model->hidden}, {"own_bias", &model->own_bias, each * model->hidden},
        {"from_page", &model->from_page, each * model->page * model->hidden},
        {"out", &model->out, each * model->hidden}, {"out_bias", &model->out_bias, each}, {"share", &model->share, one},
    };
    for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
        int64_t count = arrays[i].count;
        if (take_from(&model->held, from, arrays[i].name, "f4", &count, arrays[i].to)) return -1;
    }
    return 0;
}

static int take_rest(PyObject *from, Model *model) {
    int64_t three = 3;
    if (take_from(&model->held, from, "never", "i8", &three, &model->never)) return -1;
    for (int i = 0; i < 3; i++) {
        if (model->never[i] >= 0 && model->never[i] < model->features) continue;
        PyErr_SetString(PyExc_ValueError, "never: a feature is out of range");
        return -1;
    }
    PyObject *feature = PyDict_GetItemString(from, "forest_feature"), *border = PyDict_GetItemString(from, "forest_border");
    PyObject *leaf = PyDict_GetItemString(from, "forest_leaf");
    if (!feature || !border || !leaf) return 0;
    return take_forest(&model->held, feature, border, leaf, model->features, &model->forest);
}

/* ready_model(weights): a model made ready for the functions below; the arrays must not change as long as it is there. */
PyObject *ready_model(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    (void)module;
    if (expect("ready_model", size, 1)) return 0;
    Model *model = calloc(1, sizeof *model);
    if (!model) return PyErr_NoMemory();
    if (!take_sizes(given[0], model) && !take_weights(given[0], model) && !take_rest(given[0], model)) {
        PyObject *capsule = PyCapsule_New(model, MODEL, free_model);
        if (capsule) return capsule;
    }
    release(&model->held);
    free(model);
    return 0;
}

/* Memory for a call, to be freed by the caller; `more` floats for each block are put at `*rest`. */
static float *lay_out(const Model *model, Work *work, int64_t more, float **rest) {
    size_t blocks = (size_t)work->blocks, width = (size_t)model->channels, listed = blocks * width;
    size_t layer = (size_t)most(most(model->channels, model->hidden), model->page);
    size_t floats = blocks * ((size_t)model->measures + (size_t)more) + listed + 2 * layer + (2 + TOGETHER) * width;
    float *memory = malloc(floats * sizeof(float) + (listed + blocks) * sizeof(int32_t)), *at = memory;
    if (!memory) {
        PyErr_NoMemory();
        return 0;
    }
    work->products = is_widest() ? &widest_products : is_wide() ? &wide_products : &plain_products;
    work->scaled = at, at += blocks * (size_t)model->measures;
    work->value = at, at += listed;
    work->seen = at, at += TOGETHER * width;
    work->wide = at, at += layer;
    work->top = at, at += layer;
    work->summary = at, at += 2 * width;
    *rest = at, at += blocks * (size_t)more;
    work->index = (int32_t *)(void *)at;
    work->count = work->index + listed;
    return memory;
}

static int take_columns(Held *held, PyObject *from, const Model *model, Work *work) {
    int64_t features = model->features;
    work->blocks = -1;
    if (take_matrix(held, from, "columns", "f4", READ, &features, &work->blocks, &work->columns)) return -1;
    if (work->blocks > 0 && work->blocks <= INT32_MAX) return 0;
    PyErr_SetString(PyExc_ValueError, "columns: there is no block, or there are too many");
    return -1;
}

/* first_logits(model, columns, rule, out): a logit for each block of a page; with the rule that line numbers are never content, or without. */
PyObject *first_logits(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Work work = {.clock = &clock};
    float *out, *found, *memory = 0;
    int failed = -1;
    (void)module;
    if (expect("first_logits", size, 4)) return 0;
    const Model *model = PyCapsule_GetPointer(given[0], MODEL);
    if (!model) return 0;
    if (!PyBool_Check(given[2])) return PyErr_Format(PyExc_TypeError, "rule: True or False is needed");
    if (!take_columns(&held, given[1], model, &work) && !take(&held, given[3], "out", "f4", WRITE, &work.blocks, &out))
        memory = lay_out(model, &work, model->channels + 1, &found);
    if (memory) {
        start_long_work(&clock, work.blocks * BLOCK_WORK);
        find_logits(model, &work, found, found + work.blocks * model->channels, out);
        if (given[2] == Py_True) leave_out_line_numbers(model, &work, out);
        failed = end_work(&clock);
    }
    free(memory);
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}

/* net_hidden(model, columns, out): the channels of each block by each network. */
PyObject *net_hidden(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Work work = {.clock = &clock};
    float *out, *rest, *memory = 0;
    int failed = -1;
    (void)module;
    if (expect("net_hidden", size, 3)) return 0;
    const Model *model = PyCapsule_GetPointer(given[0], MODEL);
    if (!model) return 0;
    if (!take_columns(&held, given[1], model, &work)) {
        int64_t count = model->networks * work.blocks * model->channels;
        if (!take(&held, given[2], "out", "f4", WRITE, &count, &out)) memory = lay_out(model, &work, 0, &rest);
    }
    if (memory) {
        start_long_work(&clock, work.blocks * BLOCK_WORK);
        standardise(model, &work);
        for (int64_t network = 0; network < model->networks && !clock.stopped; network++)
            find_hidden(model, &work, network, out + network * work.blocks * model->channels);
        failed = end_work(&clock);
    }
    free(memory);
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}

/* net_logits(model, hidden, summary, out): the networks' mean logit of each block, from its channels and the page's. */
PyObject *net_logits(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Work work = {.clock = &clock, .blocks = -1};
    const float *found, *summary;
    float *out, *rest, *memory = 0;
    int failed = -1;
    (void)module;
    if (expect("net_logits", size, 4)) return 0;
    const Model *model = PyCapsule_GetPointer(given[0], MODEL);
    if (!model) return 0;
    int64_t width = model->channels, pooled = model->networks * 2 * width, count;
    if (!take(&held, given[3], "out", "f4", WRITE, &work.blocks, &out)) {
        count = model->networks * work.blocks * width;
        if (!take(&held, given[1], "hidden", "f4", READ, &count, &found) && !take(&held, given[2], "summary", "f4", READ, &pooled, &summary))
            memory = lay_out(model, &work, 0, &rest);
    }
    if (memory) {
        start_work(&clock);
        for (int64_t network = 0; network < model->networks && !clock.stopped; network++)
            add_logits(model, &work, network, found + network * work.blocks * width, summary + network * 2 * width, out);
        average(model, &work, out);
        failed = end_work(&clock);
    }
    free(memory);
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
