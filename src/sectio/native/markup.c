/* Clean markup to columns, in one pass: the compiled twin of dom/markup.py.
 *
 * It trusts nothing: whatever it is not made for gives -1, and the array code takes over.
 */
#include <stdint.h>
#include <string.h>

typedef struct {
    /* per tag: where it starts and ends, the rows before it, how many levels it leads down, the code of its name */
    int32_t *opened, *closed, *number, *step;
    /* per text */
    int32_t *text_start, *text_end;
    /* per attribute of interest: its row, and where its value starts and ends */
    int32_t *value_row, *value_start, *value_end;
    /* rows whose elements are open */
    int32_t *stack;
    /* per row */
    int32_t *parent, *end, *depth, *own;
    int16_t *code, *tag;
    uint8_t *is_end, *after_blank, *value_name;
    /* how many there are of each */
    int64_t tags, rows, texts, values;
} Columns;

typedef struct {
    const uint64_t *words; /* names of up to seven letters, in slots by their rest after division by `size` */
    const int16_t *codes;
    uint64_t size;
    const uint8_t *is_void;     /* by code */
    const uint64_t *attributes; /* names of attributes of interest, of up to eight letters */
    int64_t interests;
} Names;

/* Length of the blank character at s, 0 if it is none: what Python calls white space, and control characters. */
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
    uint64_t slot = word % names->size;
    if (names->words[slot] != word || names->codes[slot] < 0) return -1;
    *is_void = names->is_void[names->codes[slot]];
    return names->codes[slot];
}

/* Note the value of an attribute if it is of interest; 0 if there is no room for it. */
static int note(const uint8_t *name, int64_t length, int64_t start, int64_t stop, int64_t room, const Names *names, Columns *out) {
    uint64_t word = 0;
    if (length > 8) return 1;
    for (int64_t i = 0; i < length; i++) word |= (uint64_t)name[i] << (8 * i);
    for (int64_t which = 0; which < names->interests; which++) {
        if (names->attributes[which] != word) continue;
        if (out->values >= room) return 0;
        out->value_row[out->values] = (int32_t)out->rows;
        out->value_start[out->values] = (int32_t)start;
        out->value_end[out->values] = (int32_t)stop;
        out->value_name[out->values++] = (uint8_t)which;
    }
    return 1;
}

/* Read the attributes of the next row from *place to the `>`. */
static int attributes(const uint8_t *s, int64_t n, int64_t *place, int64_t room, const Names *names, Columns *out) {
    int64_t i = *place;
    while (i < n && s[i] == ' ') {
        int64_t name = i + 1;
        i = name + 1; /* a name may start with `=` */
        while (i + 1 < n && !(s[i] == '=' && s[i + 1] == '"')) i++;
        if (i + 1 >= n) return 0;
        int64_t start = i + 2;
        const uint8_t *quote = memchr(s + start, '"', n - start);
        if (!quote || !note(s + name, i - name, start, quote - s, room, names, out)) return 0;
        i = quote - s + 1;
    }
    *place = i;
    return i < n && s[i] == '>';
}

static void add_row(Columns *out, int16_t tag, int64_t own, int64_t open) {
    int64_t row = out->rows++;
    out->parent[row] = open ? out->stack[open - 1] : 0;
    out->depth[row] = (int32_t)open;
    out->end[row] = (int32_t)(row + 1);
    out->tag[row] = tag;
    out->own[row] = (int32_t)own;
}

/* `capacity` is the number of `<`; arrays per tag and per text hold so many, the others twice as many. 0 if all is well. */
int sectio_scan(const uint8_t *s, int64_t n, int64_t capacity, const Names *names, Columns *out) {
    int64_t i = 0, open = 0;
    if (n > INT32_MAX) return -1;
    int blank_before = 1;
    out->tags = out->rows = out->texts = out->values = 0;
    while (i < n) {
        int64_t tag = out->tags++;
        if (s[i] != '<' || tag >= capacity || i + 2 >= n) return -1;
        int is_end = s[i + 1] == '/', is_void;
        out->opened[tag] = (int32_t)i;
        out->number[tag] = (int32_t)out->rows;
        out->is_end[tag] = (uint8_t)is_end;
        i += 1 + is_end;
        int16_t code = name_code(s, n, &i, names, &is_void);
        if (code == -2) return -1;
        out->code[tag] = code;
        out->step[tag] = 0;
        if (is_end) {
            if (s[i] != '>' || !open || is_void) return -1;
            int32_t row = out->stack[--open];
            if (out->tag[row] != code) return -1;
            out->end[row] = (int32_t)out->rows;
            out->step[tag] = -1;
        } else {
            if (!attributes(s, n, &i, 2 * capacity, names, out)) return -1;
            add_row(out, code, tag, open);
            if (!is_void) {
                out->stack[open++] = (int32_t)(out->rows - 1);
                out->step[tag] = 1;
            }
        }
        out->closed[tag] = (int32_t)i++;
        const uint8_t *next = i < n ? memchr(s + i, '<', n - i) : 0;
        int64_t stop = next ? next - s : n;
        if (stop == i) continue;
        if (all_blank(s + i, s + stop)) {
            blank_before = 1;
        } else {
            if (!open) return -1;
            out->text_start[out->texts] = (int32_t)i;
            out->text_end[out->texts] = (int32_t)stop;
            out->after_blank[out->texts++] = (uint8_t)blank_before;
            add_row(out, 0, tag, open);
            blank_before = 0;
        }
        i = stop;
    }
    return open ? -1 : 0;
}

/* Write what stands from each start to its end one after the other, a mark behind each. 0 if that takes just the room there is. */
int sectio_join(const uint8_t *s, int64_t n, const int32_t *starts, const int32_t *ends, int64_t parts, uint8_t mark, uint8_t *out,
                int64_t room) {
    int64_t at = 0;
    for (int64_t i = 0; i < parts; i++) {
        int64_t length = (int64_t)ends[i] - starts[i];
        if (starts[i] < 0 || length < 0 || ends[i] > n || length >= room - at) return -1;
        memcpy(out + at, s + starts[i], length);
        at += length;
        out[at++] = mark;
    }
    return at == room ? 0 : -1;
}
