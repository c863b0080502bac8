/* Names of rows by their tag and one class: the compiled twin of `_plain_names` in tabular/outline.py. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "pairs.h"
#include "stages.h"

enum { MOST_LETTERS = 60 }; /* of a value (`MAX_CLASS`) */

typedef struct {
    const uint8_t *letters;
    int64_t length;
} Word;

/* Words, numbered in the order in which they are first seen. */
typedef struct {
    Word *words;
    int32_t *slots; /* twice as many as there is room for, -1 where there is none */
    int32_t count, room;
    Clock *clock;
} Vocabulary;

/* A slot that no page can be made to fill more than others. */
static uint64_t hash_of(Word word) {
    uint64_t hash = process_key ^ (uint64_t)word.length;
    const uint8_t *s = word.letters;
    for (int64_t left = word.length; left > 0; s += 8, left -= 8) {
        uint64_t part = 0;
        memcpy(&part, s, left < 8 ? (size_t)left : 8);
        hash = (hash ^ part) * (process_key | 1);
        hash ^= hash >> 29;
    }
    return hash * 0x9E3779B97F4A7C15u >> 32;
}

static int32_t *slot_in(const Vocabulary *known, Word word) {
    uint64_t mask = (uint64_t)known->room * 2 - 1, slot = hash_of(word) & mask;
    for (;; slot = (slot + 1) & mask) {
        int32_t number = known->slots[slot];
        if (number < 0) return known->slots + slot;
        Word there = known->words[number];
        if (there.length == word.length && !memcmp(there.letters, word.letters, (size_t)word.length)) return known->slots + slot;
        if (late(known->clock, 1)) return 0;
    }
}

static int make_room(Vocabulary *known, int32_t room) {
    Word *words = realloc(known->words, (size_t)room * sizeof *words);
    if (words) known->words = words;
    int32_t *slots = words ? realloc(known->slots, 2 * (size_t)room * sizeof *slots) : 0;
    if (!slots) return -1;
    known->slots = slots;
    known->room = room;
    memset(slots, 0xFF, 2 * (size_t)room * sizeof *slots);
    for (int32_t number = 0; number < known->count; number++) {
        int32_t *slot = slot_in(known, words[number]);
        if (!slot) return -1;
        *slot = number;
    }
    return 0;
}

/* The number of a word, whose letters stay where they are; -1 if there is no room, or the time is over. */
static int32_t number_of_word(Vocabulary *known, Word word) {
    if (late(known->clock, 1 + word.length / 8)) return -1;
    int32_t *slot = slot_in(known, word);
    if (!slot || *slot >= 0) return slot ? *slot : -1;
    if (known->count == known->room) {
        if (known->room > INT32_MAX / 4 || make_room(known, 2 * known->room) || !(slot = slot_in(known, word))) return -1;
    }
    known->words[known->count] = word;
    return *slot = known->count++;
}

/* What is known of an element with a class, of a class, and of elements of one tag below one parent. */
typedef struct {
    int32_t group, value; /* group -1: such elements have no class in their name */
} Named;
typedef struct {
    int64_t first, last; /* its tokens among all */
    int several;         /* whether it has more than one, though they may be the same */
} Value;
typedef struct {
    int32_t value; /* of the first element */
    int differing, several;
} Group;

typedef struct {
    const uint8_t *source, *variants, *is_bare;
    const int64_t *rows;
    const int32_t *starts, *ends, *parent;
    const int16_t *tag;
    int64_t size, count, page, codes, letters; /* letters: of all variants */
    Vocabulary classes, tokens;                /* the first tokens are those that tell variants apart */
    Pairs groups, counted, names;              /* counted: group and token; names: code and token */
    Growing own, times;                        /* tokens of all values; of each counted pair */
    Named *named;
    Value *values;
    Group *found;
    uint8_t *room; /* for tokens, and classes with entities */
    int64_t used, variant_count;
    int failed, odd; /* odd: a class that is not plain ASCII */
    Clock *clock;
} Names;

static int is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1C && c <= 0x1F); }

/* A class as the author meant it. */
static Word class_at(Names *of, int64_t i) {
    Word word = {of->source + of->starts[i], of->ends[i] - of->starts[i]};
    int has_entity = 0;
    uint8_t any = 0;
    for (int64_t at = 0; at < word.length; at++) {
        any |= word.letters[at];
        has_entity |= word.letters[at] == '&';
    }
    of->odd |= any >= 0x80;
    if (!has_entity || of->odd) return word;
    uint8_t *made = of->room + of->used;
    int64_t length = 0, taken = 1;
    for (int64_t at = 0; at < word.length; at += taken) {
        taken = 1;
        int32_t point = word.letters[at] == '&' ? entity_at(word.letters + at, word.length - at, &taken) : word.letters[at];
        of->odd |= point >= 0x80;
        made[length++] = (uint8_t)point;
    }
    of->used += length;
    return (Word){made, length};
}

/* The token in these letters, which are ours: without hyphens at its ends, if it says anything. */
static void add_token(Names *of, Value *value, uint8_t *letters, int64_t length) {
    while (length && (letters[length - 1] == '-' || letters[length - 1] == '_')) length--;
    while (length && (*letters == '-' || *letters == '_')) letters++, length--;
    if (!length) return;
    int32_t number = number_of_word(&of->tokens, (Word){letters, length});
    of->failed |= number < 0 || (number >= of->variant_count && add(&of->own, number));
    value->last = of->own.count;
}

/* The tokens of a class: its first letters without digits, in small letters. */
static void read_class(Names *of, Word word, Value *value) {
    int64_t stop = word.length < MOST_LETTERS ? word.length : MOST_LETTERS;
    uint8_t *token = of->room + of->used;
    value->first = value->last = of->own.count;
    for (int64_t at = 0; at <= stop && !of->failed; at++) {
        uint8_t c = at < stop ? word.letters[at] : ' ';
        if (is_space(c)) {
            add_token(of, value, token, of->room + of->used - token);
            token = of->room + of->used;
        } else if (c < '0' || c > '9') {
            of->room[of->used++] = c >= 'A' && c <= 'Z' ? c + 32 : c;
        }
    }
    value->several = value->last - value->first > 1;
}

static int32_t value_at(Names *of, int64_t i) {
    int64_t used = of->used;
    Word word = class_at(of, i);
    int32_t known = of->classes.count, number = of->odd ? -1 : number_of_word(&of->classes, word);
    if (number < 0) of->failed = 1;
    else if (number == known) read_class(of, word, of->values + number);
    else of->used = used; /* it was there before */
    return number;
}

static void read_named(Names *of) {
    for (int64_t i = 0; i < of->count && !of->failed && !late(of->clock, 1); i++) {
        int64_t row = of->rows[i], code = of->tag[row] < 0 ? 0 : of->tag[row];
        Named *one = of->named + i;
        one->group = -1;
        if (of->is_bare[code < of->codes ? code : of->codes - 1]) continue;
        int32_t known = of->groups.count;
        one->group = number_of(&of->groups, of->parent[row], (int32_t)code);
        one->value = value_at(of, i);
        if (of->failed |= one->group < 0) return;
        Group *group = of->found + one->group;
        if (one->group == known) group->value = one->value;
        group->differing |= group->value != one->value;
        group->several |= of->values[one->value].several;
    }
}

static int matters(const Names *of, Named one) { return one.group >= 0 && of->found[one.group].differing && of->found[one.group].several; }

/* How often tokens occur in groups where there is a choice. */
static void count_tokens(Names *of) {
    for (int64_t i = 0; i < of->count && !of->failed && !late(of->clock, 1); i++) {
        Named one = of->named[i];
        if (!matters(of, one)) continue;
        Value value = of->values[one.value];
        for (int64_t at = value.first; at < value.last && !of->failed; at++) {
            int is_new = 1;
            for (int64_t before = value.first; before < at; before++) is_new &= of->own.numbers[before] != of->own.numbers[at];
            int32_t pair = is_new ? number_of(&of->counted, one.group, of->own.numbers[at]) : 0;
            of->failed |= pair < 0 || (is_new && pair == of->times.count && add(&of->times, 0));
            if (is_new && !of->failed) of->times.numbers[pair]++;
        }
    }
}

/* The token of an element that most in its group have, the first of several; -1 if it has none. */
static int32_t chosen(Names *of, Named one) {
    Value value = of->values[one.value];
    if (value.first == value.last) return -1;
    int64_t best = value.first;
    int32_t most = 0;
    for (int64_t at = best; matters(of, one) && at < value.last; at++) {
        int32_t pair = number_of(&of->counted, one.group, of->own.numbers[at]);
        of->failed |= pair < 0 || pair >= of->times.count;
        if (of->failed) return -1;
        if (of->times.numbers[pair] > most) {
            best = at;
            most = of->times.numbers[pair];
        }
    }
    return of->own.numbers[best];
}

static void name_rows(Names *of, int32_t *out) {
    for (int64_t i = 0; i < of->count && !of->failed && !late(of->clock, 1); i++) {
        int32_t token = of->named[i].group < 0 ? -1 : chosen(of, of->named[i]);
        out[i] = token < 0 ? -1 : number_of(&of->names, of->tag[of->rows[i]], token);
        of->failed |= token >= 0 && out[i] < 0;
    }
}

/* The words that tell variants apart, each with a zero behind it. */
static void add_variants(Names *of) {
    for (int64_t start = 0, at = 0; at < of->letters && !of->failed; at++)
        if (!of->variants[at]) {
            of->failed |= number_of_word(&of->tokens, (Word){of->variants + start, at - start}) < 0;
            start = at + 1;
        }
    of->variant_count = of->tokens.count;
}

static int check_places(const Names *of, int64_t *total) {
    for (int64_t i = 0; i < of->count; i++) {
        if (of->rows[i] < 0 || of->rows[i] >= of->page || of->starts[i] < 0 || of->ends[i] < of->starts[i] || of->ends[i] > of->size) {
            PyErr_Format(PyExc_ValueError, "class %lld is not in the source, or of no row", (long long)i);
            return -1;
        }
        *total += of->ends[i] - of->starts[i];
    }
    return 0;
}

static int take_names(Held *held, PyObject *const *given, Names *of, int64_t *total) {
    of->size = of->count = of->page = of->codes = of->letters = -1;
    if (take(held, given[0], "source", "u1", READ, &of->size, &of->source) || take(held, given[1], "rows", "i8", READ, &of->count, &of->rows) ||
        take(held, given[2], "starts", "i4", READ, &of->count, &of->starts) || take(held, given[3], "ends", "i4", READ, &of->count, &of->ends) ||
        take(held, given[4], "parent", "i4", READ, &of->page, &of->parent) || take(held, given[5], "tag", "i2", READ, &of->page, &of->tag) ||
        take(held, given[6], "is_bare", "b1", READ, &of->codes, &of->is_bare) ||
        take(held, given[7], "variants", "u1", READ, &of->letters, &of->variants) || check_places(of, total))
        return -1;
    if (of->codes > 0) return 0;
    PyErr_SetString(PyExc_ValueError, "is_bare: there must be a code");
    return -1;
}

/* Everything but what is made for Python. */
static void work(Names *of, int32_t *out) {
    of->failed = make_room(&of->classes, 64) || make_room(&of->tokens, 64) || start_pairs(&of->groups, of->clock) ||
                 start_pairs(&of->counted, of->clock) || start_pairs(&of->names, of->clock);
    if (!of->failed) add_variants(of);
    if (!of->failed) read_named(of);
    if (!of->failed) count_tokens(of);
    if (!of->failed) name_rows(of, out);
}

static PyObject *tokens_of_names(const Names *of) {
    PyObject *list = PyList_New(of->names.count);
    for (int32_t name = 0; list && name < of->names.count; name++) {
        Word word = of->tokens.words[of->names.second[name]];
        PyObject *made = PyUnicode_DecodeUTF8((const char *)word.letters, (Py_ssize_t)word.length, 0);
        if (!made || PyList_SetItem(list, name, made)) Py_CLEAR(list);
    }
    return list;
}

static PyObject *result_of(const Names *of, PyObject *chosen_names) {
    if (of->odd) return Py_NewRef(Py_None);
    if (of->failed) return PyErr_NoMemory();
    PyObject *codes = PyByteArray_FromStringAndSize((const char *)of->names.first, (Py_ssize_t)of->names.count * (Py_ssize_t)sizeof(int32_t));
    PyObject *tokens = codes ? tokens_of_names(of) : 0;
    if (tokens) return Py_BuildValue("(ONN)", chosen_names, codes, tokens);
    Py_XDECREF(codes);
    return 0;
}

static PyObject *named(Names *of, int64_t total) {
    size_t count = (size_t)of->count + 1;
    PyObject *out = PyByteArray_FromStringAndSize(0, (Py_ssize_t)(of->count * (int64_t)sizeof(int32_t))), *result = 0;
    of->named = calloc(count, sizeof *of->named);
    of->values = calloc(count, sizeof *of->values);
    of->found = calloc(count, sizeof *of->found);
    of->room = malloc(2 * (size_t)total + 1);
    if (out && of->named && of->values && of->found && of->room) {
        int32_t *numbers = (int32_t *)(void *)PyByteArray_AsString(out);
        start_long_work(of->clock, of->count + total);
        work(of, numbers);
        if (!end_work(of->clock)) result = result_of(of, out);
    } else if (out) {
        PyErr_NoMemory();
    }
    Py_XDECREF(out);
    free(of->named);
    free(of->values);
    free(of->found);
    free(of->room);
    free(of->own.numbers);
    free(of->times.numbers);
    for (int i = 0; i < 2; i++) {
        Vocabulary *words = i ? &of->tokens : &of->classes;
        free(words->words);
        free(words->slots);
    }
    end_pairs(&of->groups);
    end_pairs(&of->counted);
    end_pairs(&of->names);
    return result;
}

/* row_names(source, rows, starts, ends, parent, tag, is_bare, variants): for each class the number of the name it gives its row, -1 for
 * none; of each name the tag and the token. None if a class is not plain ASCII. */
PyObject *row_names(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Names of = {.clock = &clock, .classes = {.clock = &clock}, .tokens = {.clock = &clock}};
    int64_t total = 0;
    (void)module;
    PyObject *result = expect("row_names", size, 8) || take_names(&held, given, &of, &total) ? 0 : named(&of, total);
    release(&held);
    return result;
}
