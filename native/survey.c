/* What items have in common, and their parts: the compiled twin of tabular/survey.py. */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "pairs.h"
#include "stages.h"

enum { SHOWN = 1, IS_TEXT = 2, IS_BLOCK = 4, IS_LINK = 8, IS_IMAGE = 16 };               /* of rows, as there */
enum { HAS_TEXT = 1, HAS_INLINE = 2, HAS_BLOCK = 4, VARIES = 8, WHOLE = 16 };            /* of paths, as there */
enum { TEXT, LINK, IMAGE, IN_CELL = 4, KEY_BITS = 3, MOST_PARTS = 20, MOST_PLACES = INT32_MAX >> KEY_BITS };
static const double STEADY = 0.8;

/* Items of tables. */
typedef struct {
    const int32_t *parent, *end, *label, *column; /* of each row */
    const uint8_t *kind;
    const int32_t *starts, *stops, *table; /* of each item */
    int64_t rows, items, text, cells[2];   /* `text` and `cells` are labels */
    int joins, failed;                     /* failed: no memory */
    Clock *clock;
} Given;

static PyObject *as_bytes(const Growing *from) {
    return PyByteArray_FromStringAndSize((const char *)from->numbers, (Py_ssize_t)(from->count * (int64_t)sizeof *from->numbers));
}

static int is_cell(const Given *given, int64_t row) { return given->label[row] == given->cells[0] || given->label[row] == given->cells[1]; }

static int is_late(Given *given) { return given->failed || late(given->clock, 1); }

/* What was counted of the rows with one path: how many parents have some, the most that one has, and the number that more than half of them
 * have, if there is one. */
typedef struct {
    int32_t parents, most, common, lead, alike;
} Varying;

typedef struct {
    Pairs paths, families; /* families: rows of one path below one row, or at the top of an item */
    Growing path_of, size; /* of each family */
    Growing bits, times;   /* of each path */
    int32_t *path;         /* of each row */
} Survey;

static void survey_row(Given *given, Survey *of, int64_t item, int64_t row) {
    int64_t above = given->parent[row];
    int is_top = above < given->starts[item];
    int32_t up = is_top ? 0 : of->path[above], label = given->label[row];
    int32_t path = number_of(&of->paths, is_top ? -1 - given->table[item] : up, label) + 1;
    int32_t family = number_of(&of->families, is_top ? -1 - (int32_t)item : (int32_t)above, path);
    given->failed |= path < 1 || family < 0;
    if (!given->failed && path == of->bits.count) given->failed |= add(&of->bits, 0) || add(&of->times, 0);
    if (!given->failed && family == of->size.count) given->failed |= add(&of->size, 0) || add(&of->path_of, path);
    if (given->failed) return;
    of->path[row] = path;
    of->times.numbers[path]++;
    of->size.numbers[family]++;
    if (up) of->bits.numbers[up] |= (given->kind[row] & IS_TEXT ? HAS_TEXT : HAS_INLINE) | (given->kind[row] & IS_BLOCK ? HAS_BLOCK : 0);
}

/* Mark the paths of which there are sometimes more and sometimes fewer. */
static void mark_varying(Given *given, Survey *of) {
    Varying *varying = calloc((size_t)of->bits.count, sizeof *varying);
    given->failed |= !varying;
    for (int64_t family = 0; family < of->size.count && !is_late(given); family++) {
        Varying *one = varying + of->path_of.numbers[family];
        int32_t size = of->size.numbers[family];
        one->parents++;
        if (size > one->most) one->most = size;
        if (!one->lead) one->common = size;
        one->lead += size == one->common ? 1 : -1;
    }
    for (int64_t family = 0; family < of->size.count && !is_late(given); family++) {
        Varying *one = varying + of->path_of.numbers[family];
        one->alike += of->size.numbers[family] == one->common;
    }
    for (int64_t path = 1; path < of->bits.count && !is_late(given); path++) {
        const Varying *one = varying + path;
        int32_t label = of->paths.second[path - 1];
        int is_steady = one->alike >= STEADY * (double)one->parents && one->common <= MOST_PARTS;
        if (one->most > 1 && !is_steady && label != given->cells[0] && label != given->cells[1]) of->bits.numbers[path] |= VARIES;
    }
    free(varying);
}

static void survey_items(Given *given, Survey *of) {
    given->failed |= add(&of->bits, 0) || add(&of->times, 0); /* path 0 */
    for (int64_t item = 0; item < given->items; item++)
        for (int64_t row = given->starts[item]; row < given->stops[item] && !is_late(given); row++)
            if (given->kind[row] & SHOWN) survey_row(given, of, item, row);
    if (given->joins && !is_late(given)) mark_varying(given, of);
}

static int check_items(const Given *given) {
    for (int64_t item = 0; item < given->items; item++)
        if (given->starts[item] < 0 || given->stops[item] <= given->starts[item] || given->stops[item] > given->rows || given->table[item] < 0) {
            PyErr_Format(PyExc_ValueError, "item %lld is not a run of rows", (long long)item);
            return -1;
        }
    for (int64_t row = 0; row < given->rows; row++)
        if (given->parent[row] < 0 || given->parent[row] > row || given->end[row] <= row || given->end[row] > given->rows) {
            PyErr_Format(PyExc_ValueError, "row %lld is not below another", (long long)row);
            return -1;
        }
    return 0;
}

static int take_rows(Held *held, PyObject *table, Given *given) {
    int64_t joins = 0, first = 0, second = 0;
    given->rows = given->items = -1;
    if (take_from(held, table, "parent", "i4", &given->rows, &given->parent) || take_from(held, table, "end", "i4", &given->rows, &given->end) ||
        take_from(held, table, "label", "i4", &given->rows, &given->label) || take_from(held, table, "column", "i4", &given->rows, &given->column) ||
        take_from(held, table, "kind", "u1", &given->rows, &given->kind) || take_from(held, table, "starts", "i4", &given->items, &given->starts) ||
        take_from(held, table, "stops", "i4", &given->items, &given->stops) || take_from(held, table, "table", "i4", &given->items, &given->table) ||
        number_from(table, "joins", &joins) || number_from(table, "text", &given->text) || number_from(table, "td", &first) ||
        number_from(table, "th", &second))
        return -1;
    given->joins = joins != 0;
    given->cells[0] = first;
    given->cells[1] = second;
    return check_items(given);
}

static PyObject *surveyed(const Given *given, const Survey *of) {
    return Py_BuildValue("(NNN)", PyByteArray_FromStringAndSize((const char *)of->path, (Py_ssize_t)(given->rows * (int64_t)sizeof *of->path)),
                         as_bytes(&of->bits), as_bytes(&of->times));
}

/* item_survey(given): the path of each row, bits of each path, and on how many rows it is. */
PyObject *item_survey(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Given given = {.clock = &clock};
    Survey of = {.path = 0};
    PyObject *result = 0;
    (void)module;
    if (!expect("item_survey", size, 1) && !take_rows(&held, arguments[0], &given)) {
        start_long_work(&clock, given.rows);
        of.path = calloc((size_t)given.rows + 1, sizeof *of.path);
        given.failed = !of.path || start_pairs(&of.paths, &clock) || start_pairs(&of.families, &clock);
        survey_items(&given, &of);
        if (!end_work(&clock)) result = given.failed ? PyErr_NoMemory() : surveyed(&given, &of);
        end_pairs(&of.paths);
        end_pairs(&of.families);
    }
    free(of.path);
    free(of.path_of.numbers);
    free(of.size.numbers);
    free(of.bits.numbers);
    free(of.times.numbers);
    release(&held);
    return result;
}

/* Parts */

typedef struct {
    const int32_t *path, *bits; /* of each row; of each path */
    int64_t paths;
    Pairs names, places;              /* names: a place and a label below it; places: such a name, and which one of it */
    Growing counted, counter;         /* of each name: how many of it there were in which item */
    Growing keys, rows, ends, bounds; /* of parts, and where each item's start */
    Growing above;                    /* of each place */
    int32_t *place;                   /* of each row */
} Reading;

static void add_part(Given *given, Reading *to, int32_t place, int32_t kind, int64_t row, int64_t end) {
    given->failed |= place > MOST_PLACES || add(&to->keys, (int32_t)((uint32_t)place << KEY_BITS) | kind) || add(&to->rows, (int32_t)row) ||
                     add(&to->ends, (int32_t)end);
}

/* Which name a row has below a place, and which one of it in its item it is. */
static int32_t count_name(Given *given, Reading *to, int32_t up, int64_t item, int64_t row, int32_t *number) {
    int32_t name = number_of(&to->names, up, given->label[row]);
    given->failed |= name < 0;
    if (!given->failed && name == to->counted.count) given->failed |= add(&to->counted, 0) || add(&to->counter, -1);
    if (given->failed) return -1;
    if (to->counter.numbers[name] != item) to->counted.numbers[name] = 0;
    to->counter.numbers[name] = (int32_t)item;
    *number = to->counted.numbers[name]++;
    return name;
}

static int32_t place_of(Given *given, Reading *to, int32_t up, int32_t name, int32_t number) {
    int32_t place = number_of(&to->places, name, number);
    given->failed |= place < 0;
    if (!given->failed && place == to->above.count) given->failed |= add(&to->above, up < 0 ? 0 : up);
    return place + 1;
}

static void add_parts(Given *given, Reading *to, int64_t row, int32_t place, int is_whole) {
    int kind = given->kind[row];
    if (kind & IS_LINK) add_part(given, to, place, LINK, row, row);
    if (kind & IS_IMAGE) add_part(given, to, place, IMAGE, row, row);
    if (kind & IS_TEXT || is_whole) add_part(given, to, place, TEXT | (is_cell(given, given->parent[row]) ? IN_CELL : 0), row, given->end[row]);
    for (int64_t below = row + 1; is_whole && below < given->end[row] && !is_late(given); below++)
        if (given->kind[below] & IS_LINK) add_part(given, to, place, LINK, below, below);
}

/* Read a row; the row that comes next. */
static int64_t read_row(Given *given, Reading *to, int64_t item, int64_t row) {
    int32_t path = to->path[row], number = 0;
    int64_t above = given->parent[row];
    if (!path) return given->end[row];
    int is_top = above < given->starts[item], bits = to->bits[path];
    int32_t up = is_top ? -1 - given->table[item] : to->place[above];
    int32_t name = count_name(given, to, up, item, row, &number);
    if (is_cell(given, row)) number = given->column[row] >= 0 ? given->column[row] : number;
    else if (bits & VARIES) number = 0;
    if (given->failed) return row;
    int is_first_text = given->label[row] == given->text && !number && given->joins && !is_top;
    int is_whole = (bits & (VARIES | WHOLE)) != 0;
    int32_t place = to->place[row] = is_first_text ? up : place_of(given, to, up, name, number);
    add_parts(given, to, row, place, is_whole);
    return given->kind[row] & IS_TEXT || is_whole ? given->end[row] : row + 1;
}

static void read_items(Given *given, Reading *to) {
    for (int64_t item = 0; item < given->items; item++) {
        given->failed |= add(&to->bounds, (int32_t)to->keys.count);
        for (int64_t row = given->starts[item]; row < given->stops[item] && !is_late(given);) row = read_row(given, to, item, row);
    }
    given->failed |= add(&to->bounds, (int32_t)to->keys.count) || to->keys.count > INT32_MAX;
}

static int check_paths(const Given *given, const Reading *to) {
    for (int64_t row = 0; row < given->rows; row++)
        if (to->path[row] < 0 || to->path[row] >= to->paths) {
            PyErr_Format(PyExc_ValueError, "row %lld has a path that is not there", (long long)row);
            return -1;
        }
    return 0;
}

/* Places as three numbers each: the place above, the label, and which one of that label. */
static PyObject *all_places(const Reading *from) {
    int64_t count = from->places.count;
    PyObject *made = PyByteArray_FromStringAndSize(0, (Py_ssize_t)(3 * count * (int64_t)sizeof(int32_t)));
    int32_t *numbers = made ? (int32_t *)(void *)PyByteArray_AsString(made) : 0;
    for (int64_t place = 0; made && place < count; place++) {
        numbers[3 * place] = from->above.numbers[place];
        numbers[3 * place + 1] = from->names.second[from->places.first[place]];
        numbers[3 * place + 2] = from->places.second[place];
    }
    return made;
}

static PyObject *all_parts(const Reading *from) {
    return Py_BuildValue("(NNNNN)", as_bytes(&from->keys), as_bytes(&from->rows), as_bytes(&from->ends), as_bytes(&from->bounds),
                         all_places(from));
}

/* item_parts(given, path, bits): keys, rows and ends of the parts of all items, where each item's start, and the places. */
PyObject *item_parts(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Given given = {.clock = &clock};
    Reading to = {.paths = -1};
    PyObject *result = 0;
    (void)module;
    if (!expect("item_parts", size, 3) && !take_rows(&held, arguments[0], &given) &&
        !take(&held, arguments[1], "path", "i4", READ, &given.rows, &to.path) &&
        !take(&held, arguments[2], "bits", "i4", READ, &to.paths, &to.bits) && !check_paths(&given, &to)) {
        start_long_work(&clock, given.rows);
        to.place = calloc((size_t)given.rows + 1, sizeof *to.place);
        given.failed = !to.place || start_pairs(&to.names, &clock) || start_pairs(&to.places, &clock);
        read_items(&given, &to);
        if (!end_work(&clock)) result = given.failed ? PyErr_NoMemory() : all_parts(&to);
        end_pairs(&to.names);
        end_pairs(&to.places);
    }
    free(to.place);
    free(to.keys.numbers);
    free(to.rows.numbers);
    free(to.ends.numbers);
    free(to.bounds.numbers);
    free(to.counted.numbers);
    free(to.counter.numbers);
    free(to.above.numbers);
    release(&held);
    return result;
}
