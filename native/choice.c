/* The choice of blocks with the best expected F measure: the compiled twin of `choose` in model/extractor.py.
 *
 * Sums run over the blocks by their chances, the likeliest first, in 64 bits, so that both twins give the same to the last bit.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

static const double MIN_WORDS = 0.3;

/* Blocks are sorted as numbers: 32 bits that grow as the chance falls, 32 of its place on the page. All differ, so that any way of sorting
 * gives the same, and one that compares numbers takes a quarter of the time of one that calls a function. */
static uint64_t key_of(float chance, int64_t block) {
    uint32_t bits;
    chance += 0.0f; /* the zero with a sign is as likely as the one without */
    memcpy(&bits, &chance, sizeof bits);
    bits ^= bits >> 31 ? UINT32_MAX : (uint32_t)1 << 31; /* grows with the chance, also below zero */
    return (uint64_t)~bits << 32 | (uint64_t)block;
}

/* Merge two runs side by side, of which the second begins at `middle`. */
static void merge(const uint64_t *from, int64_t start, int64_t middle, int64_t stop, uint64_t *to) {
    int64_t one = start, other = middle;
    for (int64_t i = start; i < stop; i++) {
        int is_one = other >= stop || (one < middle && from[one] < from[other]);
        to[i] = is_one ? from[one] : from[other];
        one += is_one;
        other += !is_one;
    }
}

/* Sort runs of two, four, eight …, from one half of the memory to the other; the sorted half is given. */
static uint64_t *sorted(uint64_t *keys, uint64_t *spare, int64_t count, Clock *clock) {
    for (int64_t run = 1; run < count && !late(clock, count); run *= 2) {
        for (int64_t start = 0; start < count; start += 2 * run) {
            int64_t middle = start + run < count ? start + run : count, stop = start + 2 * run < count ? start + 2 * run : count;
            merge(keys, start, middle, stop, spare);
        }
        uint64_t *other = keys;
        keys = spare;
        spare = other;
    }
    return keys;
}

typedef struct {
    const float *chance;
    const double *words;
    uint8_t *chosen;
    int64_t blocks;
    double beta;
    uint64_t *keys; /* with room for twice as many */
    Clock *clock;
} Choice;

static double weight(const Choice *choice, uint32_t block) { return choice->words[block] > MIN_WORDS ? choice->words[block] : MIN_WORDS; }

/* Mark the best choice, and give the measure that is expected of it. The block of a key is its lower half. */
static double choose(const Choice *choice) {
    double total = 0, hits = 0, size = 0, best = -1, squared = choice->beta * choice->beta, expected = 0;
    int64_t count = 0, blocks = choice->blocks;
    for (int64_t i = 0; i < blocks; i++) choice->keys[i] = key_of(choice->chance[i], i);
    const uint64_t *order = sorted(choice->keys, choice->keys + blocks, blocks, choice->clock);
    for (int64_t i = 0; i < blocks; i++) total += choice->chance[(uint32_t)order[i]] * weight(choice, (uint32_t)order[i]);
    for (int64_t i = 0; i < blocks && !late(choice->clock, 1); i++) {
        uint32_t block = (uint32_t)order[i];
        hits += choice->chance[block] * weight(choice, block);
        size += weight(choice, block);
        double measure = hits / (size + squared * total + 1e-9);
        if (!(measure > best)) continue;
        best = measure;
        count = i + 1;
        expected = 2 * hits / (size + total + 1e-9);
    }
    for (int64_t i = 0; i < blocks; i++) choice->chosen[(uint32_t)order[i]] = i < count;
    return expected;
}

static int take_choice(Held *held, PyObject *const *given, Choice *choice) {
    choice->blocks = -1;
    if (take(held, given[0], "chance", "f4", READ, &choice->blocks, &choice->chance) ||
        take(held, given[1], "words", "f8", READ, &choice->blocks, &choice->words) ||
        take(held, given[3], "chosen", "b1", WRITE, &choice->blocks, &choice->chosen))
        return -1;
    choice->beta = PyFloat_AsDouble(given[2]);
    if (choice->beta == -1 && PyErr_Occurred()) return -1;
    if (choice->blocks > 0 && choice->blocks < INT32_MAX) return 0;
    PyErr_SetString(PyExc_ValueError, "chance: there is nothing to choose from, or too much");
    return -1;
}

/* choose_blocks(chance, words, beta, chosen): see compiled.py. */
PyObject *choose_blocks(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Choice choice = {.clock = &clock};
    PyObject *expected = 0;
    (void)module;
    if (!expect("choose_blocks", size, 4) && !take_choice(&held, given, &choice)) {
        choice.keys = calloc((size_t)choice.blocks, 2 * sizeof *choice.keys); /* zeros: a call that is late leaves places unsorted */
        if (!choice.keys) PyErr_NoMemory();
        else {
            start_work(&clock);
            double found = late(&clock, choice.blocks) ? 0 : choose(&choice);
            if (!end_work(&clock)) expected = PyFloat_FromDouble(found);
        }
        free(choice.keys);
    }
    release(&held);
    return expected;
}
