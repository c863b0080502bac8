/* What the texts of blocks say, as far as features ask: the compiled twin of `_wording` in model/features.py.
 *
 * Texts are read in the markup. What needs more than ASCII to be compared with the title, and blocks that may be line numbers, are left
 * to Python: few on most pages.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

enum { LINE_NUMBERS, IS_TITLE, IN_TITLE, COPIES, FIRST_COPY, FEATURES }; /* features.OF_WORDS */
enum { SHORTEST = 4 };                                                   /* letters that are looked for in the title */

typedef struct {
    const uint8_t *source, *title;
    const int32_t *starts, *ends, *words, *length, *digits; /* per text */
    const int32_t *first, *last;                             /* per block */
    int64_t size, texts, blocks, title_size, title_length;   /* bytes of the title, and its letters */
} Given;

/* The first text of a block, without white space around it. */
typedef struct {
    const uint8_t *at;
    int64_t size;
    uint64_t hash;
} Said;

typedef struct {
    const Given *given;
    Clock *clock;
    Said *said;
    int32_t *slots, *count, *same; /* blocks by their hash; how many say the same as a block, and the first of them */
    int32_t *suspects, *odd;       /* blocks that are left to Python, and how many */
    int64_t suspected, odds;
    uint8_t *low, *decoded;
    int64_t slot_bits;
    float *out;
} Work;

#define EACH_BLOCK for (int64_t block = 0; block < work->given->blocks && !late(work->clock, 1); block++)
#define TO(feature) work->out[(feature) * work->given->blocks + block]

/* Entities as clean markup writes them. */
static const struct { const char *written; int64_t size; const char *meant; int64_t length; } ENTITIES[] = {
    {"&nbsp;", 6, "\xC2\xA0", 2}, {"&lt;", 4, "<", 1}, {"&gt;", 4, ">", 1}, {"&quot;", 6, "\"", 1}, {"&amp;", 5, "&", 1},
};

/* Put characters in the place of entities; returns how many bytes are left. */
static int64_t decode(const uint8_t *s, int64_t n, uint8_t *to) {
    int64_t made = 0;
    for (int64_t i = 0; i < n;) {
        size_t which = 0, known = sizeof ENTITIES / sizeof *ENTITIES;
        if (s[i] == '&')
            while (which < known && (n - i < ENTITIES[which].size || memcmp(s + i, ENTITIES[which].written, (size_t)ENTITIES[which].size))) which++;
        else
            which = known;
        if (which == known) {
            to[made++] = s[i++];
            continue;
        }
        memcpy(to + made, ENTITIES[which].meant, (size_t)ENTITIES[which].length);
        made += ENTITIES[which].length;
        i += ENTITIES[which].size;
    }
    return made;
}

/* How many bytes the white space takes that begins here, as `str.isspace` knows it; 0 if there is none. */
static int64_t space_at(const uint8_t *s, int64_t n) {
    if (s[0] == ' ' || (s[0] >= 9 && s[0] <= 13) || (s[0] >= 28 && s[0] <= 31)) return 1;
    if (n > 1 && s[0] == 0xC2 && (s[1] == 0x85 || s[1] == 0xA0)) return 2;
    if (n < 3 || s[0] < 0xE1 || s[0] > 0xE3) return 0;
    int32_t rest = s[1] << 8 | s[2];
    if (s[0] == 0xE1) return rest == 0x9A80 ? 3 : 0;
    if (s[0] == 0xE3) return rest == 0x8080 ? 3 : 0;
    return (rest >= 0x8080 && rest <= 0x808A) || rest == 0x80A8 || rest == 0x80A9 || rest == 0x80AF || rest == 0x819F ? 3 : 0;
}

static int64_t space_before(const uint8_t *s, int64_t n) {
    for (int64_t size = 1; size <= 3 && size <= n; size++)
        if (space_at(s + n - size, size) == size) return size;
    return 0;
}

static void strip(Said *said) {
    for (int64_t space; said->size && (space = space_at(said->at, said->size)); said->size -= space) said->at += space;
    for (int64_t space; said->size && (space = space_before(said->at, said->size));) said->size -= space;
}

/* Keyed by this process: no page can be written whose texts share a slot. */
static uint64_t hash_of(const uint8_t *s, int64_t n) {
    uint64_t hash = process_key ^ (uint64_t)n, key = (process_key ^ 0x9E3779B97F4A7C15u) | 1, word;
    for (; n > 0; s += 8, n -= 8) {
        word = 0;
        memcpy(&word, s, n < 8 ? (size_t)n : 8);
        hash = (hash ^ word) * key;
        hash ^= hash >> 32;
    }
    return hash * key;
}

static void read_texts(Work *work) {
    const Given *given = work->given;
    uint8_t *to = work->decoded;
    EACH_BLOCK {
        int32_t text = given->first[block];
        Said *said = work->said + block;
        *said = (Said){given->source + given->starts[text], given->ends[text] - given->starts[text], 0};
        if (late(work->clock, said->size)) return;
        if (memchr(said->at, '&', (size_t)said->size)) {
            said->size = decode(said->at, said->size, to);
            said->at = to;
            to += said->size;
        }
        strip(said);
        said->hash = hash_of(said->at, said->size);
    }
}

static int says_same(const Said *one, const Said *other) {
    return one->hash == other->hash && one->size == other->size && !memcmp(one->at, other->at, (size_t)one->size);
}

/* How often else the text of each block is on the page, and whether this is the first time. */
static void count_copies(Work *work) {
    int64_t mask = ((int64_t)1 << work->slot_bits) - 1;
    EACH_BLOCK {
        const Said *own = work->said + block;
        int64_t slot = (int64_t)(own->hash >> (64 - work->slot_bits));
        while (work->slots[slot] && !says_same(work->said + work->slots[slot] - 1, own) && !late(work->clock, 1)) slot = (slot + 1) & mask;
        if (late(work->clock, own->size)) return;
        if (!work->slots[slot]) work->slots[slot] = (int32_t)block + 1;
        work->same[block] = work->slots[slot] - 1;
        work->count[work->same[block]]++;
    }
    EACH_BLOCK {
        TO(COPIES) = (float)(work->count[work->same[block]] - 1);
        TO(FIRST_COPY) = work->same[block] == block;
    }
}

static int is_ascii(const uint8_t *s, int64_t n) {
    for (int64_t i = 0; i < n; i++)
        if (s[i] >= 0x80) return 0;
    return 1;
}

static int is_in_title(const Work *work, const uint8_t *s, int64_t n) {
    const uint8_t *title = work->given->title, *end = title + work->given->title_size - n + 1;
    for (const uint8_t *at = title; at < end && (at = memchr(at, s[0], (size_t)(end - at))); at++) {
        if (late(work->clock, n)) return 0;
        if (!memcmp(at, s, (size_t)n)) return 1;
    }
    return 0;
}

/* Is the block the page's title, or a part of it? The title is in lower case. */
static void compare_titles(Work *work) {
    const Given *given = work->given;
    EACH_BLOCK {
        const Said *own = work->said + block;
        int32_t length = given->length[given->first[block]];
        TO(IS_TITLE) = TO(IN_TITLE) = 0;
        if (length < SHORTEST || length > given->title_length || !own->size) continue;
        if (!is_ascii(own->at, own->size)) {
            work->odd[work->odds++] = (int32_t)block;
            continue;
        }
        if (own->size > given->title_size) continue;
        for (int64_t i = 0; i < own->size; i++) work->low[i] = own->at[i] >= 'A' && own->at[i] <= 'Z' ? own->at[i] + 32 : own->at[i];
        if (late(work->clock, given->title_size) || !is_in_title(work, work->low, own->size)) continue;
        TO(IN_TITLE) = 1;
        TO(IS_TITLE) = 2 * own->size > given->title_length;
    }
}

/* Blocks of digits alone, with one white space at most before each number. */
static void suspect_numbers(Work *work) {
    const Given *given = work->given;
    EACH_BLOCK {
        int64_t words = 0, length = 0, digits = 0;
        for (int32_t text = given->first[block]; text < given->last[block]; text++) {
            words += given->words[text];
            length += given->length[text];
            digits += given->digits[text];
        }
        TO(LINE_NUMBERS) = 0;
        if (digits > 0 && digits + words >= length) work->suspects[work->suspected++] = (int32_t)block;
        if (late(work->clock, given->last[block] - given->first[block])) return;
    }
}

static int is_sound(const Given *given) {
    int32_t behind = 0;
    for (int64_t block = 0; block < given->blocks; block++) {
        if (given->first[block] != behind || given->last[block] <= behind || given->last[block] > given->texts) return 0;
        behind = given->last[block];
        int32_t start = given->starts[given->first[block]], end = given->ends[given->first[block]];
        if (start < 0 || end < start || end > given->size) return 0;
    }
    return given->blocks < INT32_MAX && given->title_length >= 0;
}

static int take_given(Held *held, PyObject *table, Given *given) {
    given->size = given->texts = given->blocks = given->title_size = -1;
    if (take_from(held, table, "source", "u1", &given->size, &given->source) || take_from(held, table, "title", "u1", &given->title_size, &given->title) ||
        take_from(held, table, "starts", "i4", &given->texts, &given->starts) || take_from(held, table, "ends", "i4", &given->texts, &given->ends) ||
        take_from(held, table, "words", "i4", &given->texts, &given->words) || take_from(held, table, "length", "i4", &given->texts, &given->length) ||
        take_from(held, table, "digits", "i4", &given->texts, &given->digits) || take_from(held, table, "first", "i4", &given->blocks, &given->first) ||
        take_from(held, table, "last", "i4", &given->blocks, &given->last) || number_from(table, "title_length", &given->title_length))
        return -1;
    if (is_sound(given)) return 0;
    PyErr_SetString(PyExc_ValueError, "first, last, starts or ends: these are not the texts of a page");
    return -1;
}

/* Memory for the work: what is counted is zero, and decoded texts have room wherever they are shorter than written. */
static uint8_t *lay_out(Work *work) {
    const Given *given = work->given;
    size_t blocks = (size_t)given->blocks, written = 0, slots;
    for (work->slot_bits = 4; (int64_t)1 << work->slot_bits < 2 * given->blocks; work->slot_bits++) {}
    slots = (size_t)1 << work->slot_bits;
    for (int64_t block = 0; block < given->blocks; block++) {
        int32_t text = given->first[block];
        if (memchr(given->source + given->starts[text], '&', (size_t)(given->ends[text] - given->starts[text])))
            written += (size_t)(given->ends[text] - given->starts[text]);
    }
    uint8_t *memory = calloc(1, blocks * (sizeof *work->said + 4 * sizeof(int32_t)) + slots * sizeof(int32_t) + (size_t)given->title_size + written + 1);
    if (!memory) return 0;
    work->said = (Said *)(void *)memory;
    work->slots = (int32_t *)(void *)(work->said + blocks);
    work->count = work->slots + slots;
    work->same = work->count + blocks;
    work->suspects = work->same + blocks;
    work->odd = work->suspects + blocks;
    work->low = (uint8_t *)(work->odd + blocks);
    work->decoded = work->low + given->title_size;
    return memory;
}

static PyObject *numbers(const int32_t *found, int64_t count) {
    return PyByteArray_FromStringAndSize((const char *)found, (Py_ssize_t)(count * (int64_t)sizeof(int32_t)));
}

/* block_wording(given, out): see compiled.py. */
PyObject *block_wording(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Given given;
    Work work = {.given = &given, .clock = &clock};
    PyObject *left = 0;
    int64_t features = FEATURES;
    (void)module;
    if (!expect("block_wording", size, 2) && !take_given(&held, arguments[0], &given) &&
        !take_matrix(&held, arguments[1], "out", "f4", WRITE, &features, &given.blocks, &work.out)) {
        uint8_t *memory = lay_out(&work);
        if (memory) {
            start_work(&clock);
            read_texts(&work);
            if (!clock.stopped) count_copies(&work);
            if (!clock.stopped) compare_titles(&work);
            if (!clock.stopped) suspect_numbers(&work);
            if (!end_work(&clock)) left = Py_BuildValue("(NN)", numbers(work.suspects, work.suspected), numbers(work.odd, work.odds));
            free(memory);
        } else {
            PyErr_NoMemory();
        }
    }
    release(&held);
    return left;
}
