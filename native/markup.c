/* Clean markup to columns, in one pass: the compiled twin of dom/markup.py.
 *
 * It trusts nothing: whatever it is not made for is refused, and the array code takes over.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

/* What is found: a name, the type of its numbers in C and in NumPy, and what there is one of each of. */
#define COLUMNS(X)                   \
    X(opened, int32_t, "i4", tags)      \
    X(closed, int32_t, "i4", tags)      \
    X(number, int32_t, "i4", tags)      \
    X(step, int32_t, "i4", tags)        \
    X(code, int16_t, "i2", tags)        \
    X(is_end, uint8_t, "b1", tags)      \
    X(parent, int32_t, "i4", rows)      \
    X(end, int32_t, "i4", rows)         \
    X(depth, int32_t, "i4", rows)       \
    X(own, int32_t, "i4", rows)         \
    X(tag, int16_t, "i2", rows)         \
    X(text_start, int32_t, "i4", texts) \
    X(text_end, int32_t, "i4", texts)   \
    X(after_blank, uint8_t, "b1", texts) \
    X(value_row, int32_t, "i4", values) \
    X(value_start, int32_t, "i4", values) \
    X(value_end, int32_t, "i4", values) \
    X(value_name, uint8_t, "u1", values) \
    X(value_bound, int32_t, "i4", bounds)

/* How many there are, and how many there is room for. */
typedef struct {
    int64_t used, room;
} Size;

#define FIELD(name, type, code, of) type *name;
typedef struct {
    /* `number` is of the rows before a tag, `step` how many levels it leads down, `own` the tag of a row */
    COLUMNS(FIELD)
    int32_t *stack; /* rows whose elements are open */
    Size tags, rows, texts, values, bounds, open;
} Columns;

typedef struct {
    const uint64_t *words; /* names of up to seven letters, in slots by their rest after division by `size` */
    const int16_t *codes;
    int64_t size;
    const uint8_t *is_void; /* by code */
    int64_t voids;
    const uint64_t *attributes; /* names of attributes of interest, of up to sixteen letters: two numbers each */
    int64_t interests;
    uint32_t lengths[256]; /* by first letter: the lengths of those that begin with it, as bits */
} Names;

enum result { DONE, REFUSED, NO_MEMORY };

/* Length of the blank character at s, 0 if it is not one: what Python calls white space, and control characters. */
static int64_t blank(const uint8_t *s, const uint8_t *stop) {
    int64_t left = stop - s;
    if (*s <= 32) return 1;
    if (*s == '&') return left >= 6 && !memcmp(s, "&nbsp;", 6) ? 6 : 0;
    if (*s < 0x80 || left < 2) return 0;
    if (*s == 0xC2) return s[1] == 0x85 || s[1] == 0xA0 ? 2 : 0;
    if (left < 3) return 0;
    if (*s == 0xE3) return s[1] == 0x80 && s[2] == 0x80 ? 3 : 0;
    if (*s == 0xE1) return s[1] == 0x9A && s[2] == 0x80 ? 3 : 0;
    if (*s != 0xE2) return 0;
    if (s[1] == 0x81) return s[2] == 0x9F ? 3 : 0;
    if (s[1] != 0x80) return 0;
    return s[2] <= 0x8A || s[2] == 0xA8 || s[2] == 0xA9 || s[2] == 0xAF ? 3 : 0;
}

static int all_blank(const uint8_t *s, const uint8_t *stop) {
    while (s < stop) {
        int64_t length = blank(s, stop);
        if (!length) return 0;
        s += length;
    }
    return 1;
}

/* The code of the name at *place, which is moved behind it; -1 if it is long or not known, -2 if it does not end. */
static int16_t name_code(const uint8_t *s, int64_t n, int64_t *place, const Names *names, int *is_void) {
    int64_t start = *place, i = start;
    uint64_t word = 0;
    while (i < n && s[i] != ' ' && s[i] != '>') {
        if (i - start < 8) word |= (uint64_t)s[i] << (8 * (i - start));
        i++;
    }
    *place = i;
    *is_void = 0;
    if (i >= n) return -2;
    if (i - start > 7) {
        *is_void = i - start == 8 && !memcmp(s + start, "basefont", 8);
        return -1;
    }
    uint64_t slot = word % (uint64_t)names->size;
    if (names->words[slot] != word || names->codes[slot] < 0) return -1;
    *is_void = names->codes[slot] < names->voids && names->is_void[names->codes[slot]];
    return names->codes[slot];
}

/* Room for one more of a kind; columns of a kind grow together. */
#define GROW(name, type, code, of)                                                      \
    if (size == &all->of) {                                                             \
        void *more = realloc(all->name, (size_t)size->room * sizeof *all->name);        \
        if (!more) return 0;                                                            \
        all->name = more;                                                               \
    }

static int grow(Columns *all, Size *size) {
    size->room += size->room / 2 + 64;
    COLUMNS(GROW)
    GROW(stack, int32_t, "i4", open)
    return 1;
}

/* Room for what markup of this length mostly has. */
static int prepare(Columns *all, int64_t length) {
    all->tags.room = all->rows.room = length / 32;
    all->texts.room = all->values.room = length / 64;
    return grow(all, &all->tags) && grow(all, &all->rows) && grow(all, &all->texts) && grow(all, &all->values);
}

static inline int has_room(Columns *all, Size *size) { return size->used < size->room || grow(all, size); }

/* An attribute: where its name and its value are. */
typedef struct {
    int64_t name, name_end, start, end;
} Attribute;

/* Read the attribute whose space is at *place, which is moved behind it; 0 if there is none. */
static inline int next_attribute(const uint8_t *s, int64_t n, int64_t *place, Attribute *found) {
    int64_t i = *place + 2; /* a name may start with `=` */
    while (i + 1 < n && !(s[i] == '=' && s[i + 1] == '"')) i++;
    if (i + 1 >= n) return 0;
    const uint8_t *quote = memchr(s + i + 2, '"', (size_t)(n - i - 2));
    if (!quote) return 0;
    *found = (Attribute){*place + 1, i, i + 2, quote - s};
    *place = found->end + 1;
    return 1;
}

/* Note the value of an attribute if it is of interest. */
static enum result note(const uint8_t *s, const Attribute *found, const Names *names, Columns *out) {
    uint64_t word[2] = {0, 0};
    int64_t length = found->name_end - found->name;
    if (length > 16 || !(names->lengths[s[found->name]] >> length & 1)) return DONE; /* most are of no interest */
    for (int64_t i = 0; i < length; i++) word[i / 8] |= (uint64_t)s[found->name + i] << (8 * (i % 8));
    for (int64_t which = 0; which < names->interests; which++) {
        if (names->attributes[2 * which] != word[0] || names->attributes[2 * which + 1] != word[1]) continue;
        if (!has_room(out, &out->values)) return NO_MEMORY;
        int64_t value = out->values.used++;
        out->value_row[value] = (int32_t)out->rows.used;
        out->value_start[value] = (int32_t)found->start;
        out->value_end[value] = (int32_t)found->end;
        out->value_name[value] = (uint8_t)which;
        break; /* each name is there once */
    }
    return DONE;
}

/* Read the attributes of the next row from *place to the `>`. */
static enum result attributes(const uint8_t *s, int64_t n, int64_t *place, const Names *names, Columns *out, Clock *clock) {
    Attribute found;
    while (*place < n && s[*place] == ' ') {
        if (!next_attribute(s, n, place, &found) || late(clock, found.end - found.name)) return REFUSED;
        enum result noted = note(s, &found, names, out);
        if (noted) return noted;
    }
    return *place < n && s[*place] == '>' ? DONE : REFUSED;
}

static int add_row(Columns *out, int16_t tag, int64_t own) {
    if (!has_room(out, &out->rows)) return 0;
    int64_t row = out->rows.used++, open = out->open.used;
    out->parent[row] = open ? out->stack[open - 1] : 0;
    out->depth[row] = (int32_t)open;
    out->end[row] = (int32_t)(row + 1);
    out->tag[row] = tag;
    out->own[row] = (int32_t)own;
    return 1;
}

static int add_text(Columns *out, int64_t start, int64_t stop, int after_blank, int64_t own) {
    if (!has_room(out, &out->texts)) return 0;
    int64_t text = out->texts.used++;
    out->text_start[text] = (int32_t)start;
    out->text_end[text] = (int32_t)stop;
    out->after_blank[text] = (uint8_t)after_blank;
    return add_row(out, 0, own);
}

static enum result close_element(Columns *out, int64_t tag, int16_t code) {
    if (!out->open.used) return REFUSED;
    int32_t row = out->stack[--out->open.used];
    out->end[row] = (int32_t)out->rows.used;
    out->step[tag] = -1;
    return out->tag[row] == code ? DONE : REFUSED;
}

static enum result open_element(Columns *out, int64_t tag, int16_t code, int is_void) {
    if (!add_row(out, code, tag)) return NO_MEMORY;
    if (is_void) return DONE;
    if (!has_room(out, &out->open)) return NO_MEMORY;
    out->stack[out->open.used++] = (int32_t)(out->rows.used - 1);
    out->step[tag] = 1;
    return DONE;
}

/* Read the tag at *place, which is moved behind it. */
static enum result read_tag(const uint8_t *s, int64_t n, int64_t *place, const Names *names, Columns *out, Clock *clock) {
    int64_t i = *place, tag = out->tags.used;
    if (s[i] != '<' || i + 2 >= n) return REFUSED;
    if (!has_room(out, &out->tags)) return NO_MEMORY;
    int is_end = s[i + 1] == '/', is_void;
    out->tags.used++;
    out->opened[tag] = (int32_t)i;
    out->number[tag] = (int32_t)out->rows.used;
    out->is_end[tag] = (uint8_t)is_end;
    out->step[tag] = 0;
    i += 1 + is_end;
    int16_t code = out->code[tag] = name_code(s, n, &i, names, &is_void);
    if (code == -2 || (is_end && (s[i] != '>' || is_void))) return REFUSED;
    enum result done = is_end ? DONE : attributes(s, n, &i, names, out, clock);
    if (done) return done;
    out->closed[tag] = (int32_t)i;
    *place = i + 1;
    return is_end ? close_element(out, tag, code) : open_element(out, tag, code, is_void);
}

static enum result scan_all(const uint8_t *s, int64_t n, const Names *names, Columns *out, Clock *clock) {
    int blank_before = 1;
    if (n > INT32_MAX) return REFUSED;
    if (!prepare(out, n)) return NO_MEMORY;
    for (int64_t i = 0; i < n;) {
        int64_t tag = out->tags.used, start = i;
        enum result done = read_tag(s, n, &i, names, out, clock);
        if (done) return done;
        const uint8_t *next = i < n ? memchr(s + i, '<', (size_t)(n - i)) : 0;
        int64_t stop = next ? next - s : n;
        if (late(clock, stop - start)) return REFUSED;
        if (stop == i) continue;
        int is_blank = all_blank(s + i, s + stop);
        if (!is_blank && !out->open.used) return REFUSED;
        if (!is_blank && !add_text(out, i, stop, blank_before, tag)) return NO_MEMORY;
        blank_before = is_blank;
        i = stop;
    }
    return out->open.used ? REFUSED : DONE;
}

/* Values by their names, in the order of rows; those of a name start at its bound. */
static enum result sort_values(const Names *names, Columns *out, Clock *clock) {
    Columns sorted = {.values = {0, out->values.used}};
    out->bounds.room = names->interests;
    if (!grow(&sorted, &sorted.values) || !grow(out, &out->bounds)) {
        free(sorted.value_row), free(sorted.value_start), free(sorted.value_end), free(sorted.value_name);
        return NO_MEMORY;
    }
    int32_t *bound = out->value_bound;
    memset(bound, 0, (size_t)(names->interests + 1) * sizeof *bound);
    out->bounds.used = names->interests + 1;
    for (int64_t i = 0; i < out->values.used; i++) bound[out->value_name[i] + 1]++;
    for (int64_t name = 0; name < names->interests; name++) bound[name + 1] += bound[name];
    for (int64_t i = 0; i < out->values.used && !late(clock, 1); i++) {
        int32_t to = bound[out->value_name[i]]++;
        sorted.value_row[to] = out->value_row[i];
        sorted.value_start[to] = out->value_start[i];
        sorted.value_end[to] = out->value_end[i];
        sorted.value_name[to] = out->value_name[i];
    }
    memmove(bound + 1, bound, (size_t)names->interests * sizeof *bound); /* each was moved to where the next one starts */
    bound[0] = 0;
    free(out->value_row), free(out->value_start), free(out->value_end), free(out->value_name);
    out->value_row = sorted.value_row;
    out->value_start = sorted.value_start;
    out->value_end = sorted.value_end;
    out->value_name = sorted.value_name;
    return DONE;
}

/* Columns as Python takes them: a dictionary of byte arrays. */
static int give(PyObject *table, const char *name, const void *column, int64_t size) {
    PyObject *copy = PyByteArray_FromStringAndSize(column, (Py_ssize_t)size);
    int failed = !copy || PyDict_SetItemString(table, name, copy);
    Py_XDECREF(copy);
    return failed;
}

/* Each column is let go of as soon as Python has it: of a page with half a million rows that is twenty megabytes. */
#define GIVE(name, type, code, of)                                                                  \
    if (!failed) failed = give(table, #name, all->name, all->of.used * (int64_t)sizeof *all->name); \
    free(all->name);                                                                                \
    all->name = 0;

static PyObject *given_columns(Columns *all) {
    PyObject *table = PyDict_New();
    int failed = !table;
    COLUMNS(GIVE)
    if (!failed) return table;
    Py_XDECREF(table);
    return 0;
}

#define NAME(name, type, code, of) \
    if (!failed) { \
        PyObject *kind = PyUnicode_FromString(code); \
        failed = !kind || PyDict_SetItemString(table, #name, kind); \
        Py_XDECREF(kind); \
    }

PyObject *scan_columns(void) {
    PyObject *table = PyDict_New();
    int failed = !table;
    COLUMNS(NAME)
    if (!failed) return table;
    Py_XDECREF(table);
    return 0;
}

#define FREE(name, type, code, of) free(all->name);

static void free_columns(Columns *all) {
    COLUMNS(FREE)
    free(all->stack);
}

static int take_names(Held *held, PyObject *const *given, Names *names) {
    int64_t numbers = -1;
    names->size = names->voids = -1;
    if (take(held, given[0], "words", "u8", READ, &names->size, &names->words) ||
        take(held, given[1], "codes", "i2", READ, &names->size, &names->codes) ||
        take(held, given[2], "is_void", "b1", READ, &names->voids, &names->is_void) ||
        take(held, given[3], "attributes", "u8", READ, &numbers, &names->attributes))
        return -1;
    names->interests = numbers / 2;
    memset(names->lengths, 0, sizeof names->lengths);
    for (int64_t i = 0; i < names->interests; i++) {
        const uint64_t *word = names->attributes + 2 * i;
        int length = 0;
        while (length < 16 && word[length / 8] >> (8 * (length % 8)) & 0xFF) length++;
        names->lengths[word[0] & 0xFF] |= (uint32_t)1 << length;
    }
    if (names->size > 0 && names->interests <= UINT8_MAX && numbers % 2 == 0) return 0;
    PyErr_SetString(PyExc_ValueError, "words: at least one name is needed, and at most 255 attributes of two numbers each");
    return -1;
}

/* scan(source, words, codes, is_void, attributes): the columns by name; None if the source is not clean markup. */
PyObject *scan(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Names names;
    Columns columns = {.tags = {0, 0}};
    Clock clock;
    const uint8_t *source;
    int64_t length = -1;
    PyObject *found = 0;
    (void)module;
    if (!expect("scan", size, 5) && !take(&held, given[0], "source", "u1", READ, &length, &source) && !take_names(&held, given + 1, &names)) {
        start_long_work(&clock, length);
        enum result done = scan_all(source, length, &names, &columns, &clock);
        if (!done) done = sort_values(&names, &columns, &clock);
        if (end_work(&clock)) found = 0;
        else if (done == NO_MEMORY) found = PyErr_NoMemory();
        else found = done == REFUSED ? Py_NewRef(Py_None) : given_columns(&columns);
    }
    free_columns(&columns);
    release(&held);
    return found;
}

/* Tags of markup that was read before, and the attribute that is looked for. */
typedef struct {
    const uint8_t *source, *name;
    const int32_t *opened, *closed;
    int64_t size, tags, length;
    Clock *clock;
} Search;

/* The attribute as it is written. */
typedef struct {
    uint8_t *letters;
    int64_t length;
} Needle;

static int write_needle(const Search *search, Needle *needle) {
    needle->length = search->length + 3;
    needle->letters = malloc((size_t)needle->length);
    if (!needle->letters) return 0;
    needle->letters[0] = ' ';
    memcpy(needle->letters + 1, search->name, (size_t)search->length);
    memcpy(needle->letters + 1 + search->length, "=\"", 2);
    return 1;
}

/* Where the needle is next, or the end of the source. */
static int64_t next_place(const Search *search, const Needle *needle, int64_t i) {
    int64_t at = find_letters(search->source, search->size, needle->letters, needle->length, i, search->clock);
    return at < 0 ? search->size : at;
}

/* Where a tag's attributes begin: at the space behind its name, or at its end. */
static int64_t behind_name(const uint8_t *s, int64_t i, int64_t stop) {
    while (i < stop && s[i] != ' ') i++;
    return i;
}

/* Note the attribute of a tag, if it has it: what looks like it may also be the end of another's value. */
static enum result find_in_tag(const Search *search, int64_t tag, Columns *out) {
    Attribute found;
    int64_t stop = search->closed[tag], i = behind_name(search->source, search->opened[tag], stop);
    while (i < stop && search->source[i] == ' ' && next_attribute(search->source, stop, &i, &found)) {
        int64_t length = found.name_end - found.name;
        if (length != search->length || memcmp(search->source + found.name, search->name, (size_t)length)) continue;
        if (!has_room(out, &out->values)) return NO_MEMORY;
        out->value_row[out->values.used] = (int32_t)tag;
        out->value_start[out->values.used] = (int32_t)found.start;
        out->value_end[out->values.used++] = (int32_t)found.end;
    }
    return DONE;
}

/* The values into the columns of `out`: the tag of each, where it starts and where it ends. */
static enum result find_attribute(const Search *search, const Needle *needle, Columns *out) {
    int64_t tag = 0;
    for (int64_t i = 0; i < search->tags; i++)
        if (search->opened[i] < 0 || search->closed[i] < search->opened[i] || search->closed[i] > search->size) return REFUSED;
    for (int64_t i = next_place(search, needle, 0); i < search->size; i = next_place(search, needle, i)) {
        while (tag < search->tags && search->closed[tag] <= i) tag++;
        if (tag == search->tags) break;
        int is_inside = search->opened[tag] < i;
        int64_t behind = is_inside ? search->closed[tag] : i + 1;
        enum result done = is_inside ? find_in_tag(search, tag, out) : DONE;
        if (done || late(search->clock, behind - i)) return done;
        i = behind;
    }
    return DONE;
}

static int take_search(Held *held, PyObject *const *given, Search *search) {
    search->size = search->tags = search->length = -1;
    return take(held, given[0], "source", "u1", READ, &search->size, &search->source) ||
           take(held, given[1], "opened", "i4", READ, &search->tags, &search->opened) ||
           take(held, given[2], "closed", "i4", READ, &search->tags, &search->closed) ||
           take(held, given[3], "name", "u1", READ, &search->length, &search->name);
}

static PyObject *given_values(const Columns *all) {
    Py_ssize_t size = (Py_ssize_t)(all->values.used * (int64_t)sizeof(int32_t));
    return Py_BuildValue("(NNN)", PyByteArray_FromStringAndSize((char *)all->value_row, size),
                         PyByteArray_FromStringAndSize((char *)all->value_start, size),
                         PyByteArray_FromStringAndSize((char *)all->value_end, size));
}

/* having(source, opened, closed, name): the tags that have an attribute, and where its values start and end, as int32. */
PyObject *having(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Search search = {.clock = &clock};
    Columns found = {.tags = {0, 0}};
    PyObject *values = 0;
    (void)module;
    if (!expect("having", size, 4) && !take_search(&held, given, &search)) {
        Needle needle = {.letters = 0};
        start_work(&clock);
        enum result done = write_needle(&search, &needle) ? find_attribute(&search, &needle, &found) : NO_MEMORY;
        free(needle.letters);
        if (end_work(&clock)) values = 0;
        else if (done == NO_MEMORY) values = PyErr_NoMemory();
        else if (done == REFUSED) values = PyErr_Format(PyExc_ValueError, "a tag is outside the source");
        else values = given_values(&found);
    }
    free_columns(&found);
    release(&held);
    return values;
}
