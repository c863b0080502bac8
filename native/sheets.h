/* Style sheets: the rules about display and visibility that a page's own sheets make, as the matcher in hidden.c takes them. */
#ifndef SECTIO_SHEETS_H
#define SECTIO_SHEETS_H

#include <stddef.h>
#include <stdint.h>

#include "clock.h"

/* An array that grows. */
typedef struct {
    void *items;
    int64_t used, room;
} List;

/* Room for more items, which count as used from then on; 0 without memory. */
void *more_items(List *list, size_t each, int64_t count);

#define ITEMS(type, list) ((type *)(list).items)

/* Names of classes (`.`), ids (`#`) and tags (`<`), each with a number, found by a hash that is keyed by this process. */
typedef struct {
    int64_t letters, length; /* where it is among all letters; the sign is its first letter */
    int8_t is_off;           /* says that scripts are off */
    int8_t is_wanted;        /* a row that may be hidden has it */
    int32_t first, count;    /* its rows */
    int32_t about;           /* its first rule, as a place in the list of rules by name; -1 for none */
} Name;

typedef struct {
    List names, letters;
    int32_t *slots;
    int64_t slot_bits;
    uint64_t traits[16]; /* of all names, as bits: most that are looked up have another */
} Names;

int32_t find_name(const Names *names, uint8_t sign, const uint8_t *word, int64_t length);
int32_t add_name(Names *names, uint8_t sign, const uint8_t *word, int64_t length); /* -1 without memory */
void free_names(Names *names);

enum { ANY_TAG = -1 };
enum property { NEITHER = -1, DISPLAY, VISIBILITY };

/* What one element must be: its tag, and names, as a run in the list of names of all compounds; `is_child` is how it is joined to the
 * compound before it, which is further out. */
typedef struct {
    int32_t tag, names, count;
    int32_t is_child;
} Compound;

/* `compounds` are from the outermost inwards, as written. */
typedef struct {
    int32_t compounds, count;
    int32_t ids, classes, tags; /* how specific it is */
    int32_t order;
    int8_t property, hides, important, plain;
    int32_t rows, selected; /* what it selects, as a run in a list of rows; -1 if that is not known yet */
} Rule;

/* A sheet without comments, one byte a character: those that are not ASCII are `OTHER`. */
enum { OTHER = 0x80 };

typedef struct {
    const uint8_t *text;
    uint8_t *own; /* the same, if it had to be copied */
    int64_t size;
    List groups; /* pairs: where groups that do not apply start and end */
    int has_groups;
} Sheet;

typedef struct {
    Names names;
    List rules, compounds, parts; /* `parts` are the names of compounds */
    List declared, scratch;
    Clock *clock;
    int is_odd;    /* something that only the plain code can read */
    int no_memory;
} Rules;

/* Makes a sheet of the text of a style element in UTF-8: 1 if it may hide something, else 0. */
int read_sheet(Rules *all, const uint8_t *text, int64_t size, Sheet *sheet);

/* Adds the plain rules that hide, or the others about display and visibility that name anything wanted. */
void add_hiding(Rules *all, Sheet *sheet);
void add_showing(Rules *all, Sheet *sheet);

void free_sheet(Sheet *sheet);
void free_rules(Rules *all);

#endif
