/* HTML to clean markup, for pages that need little repair: the compiled twin of what the HTML parser does for dom/parse.py.
 *
 * The parser builds a tree, which is searched, cleaned and written out again. Most pages are nested well enough to be written out while
 * they are read: elements left open are closed by the rules of the standard (HTML, 13.2.6), comments, scripts, styles and drawings are
 * passed over. Whatever would move a node (formatting closed inside a block within it, text in a table) is refused, and so is all that is
 * rare (formulas, frames …): then the parser does it. The result is the same to the last byte, or there is none.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

/* Elements by what the rules say of them. */
enum {
    SPECIAL = 1,     /* the standard's list of that name */
    BLOCK = 2,       /* closes a paragraph, and its end tag closes what is open in it */
    FORMATTING = 4,
    EMPTY = 8,       /* void */
    IMPLIED = 16,    /* closed where the rules generate end tags */
    SCOPE = 32,      /* bounds the search for open elements */
    TABLE_PART = 64, /* has a place only in tables */
    ODD = 128,       /* left to the parser */
};

#define ELEMENTS(X)                                                                                                      \
    X(a, FORMATTING) X(address, SPECIAL | BLOCK) X(applet, ODD) X(area, SPECIAL | EMPTY) X(article, SPECIAL | BLOCK)      \
    X(aside, SPECIAL | BLOCK) X(b, FORMATTING) X(base, SPECIAL | EMPTY) X(basefont, ODD) X(bgsound, ODD)                  \
    X(big, FORMATTING) X(blockquote, SPECIAL | BLOCK) X(body, SPECIAL) X(br, SPECIAL | EMPTY) X(button, SPECIAL)          \
    X(caption, SPECIAL | SCOPE | TABLE_PART) X(center, SPECIAL | BLOCK) X(code, FORMATTING)                               \
    X(col, SPECIAL | EMPTY | TABLE_PART) X(colgroup, SPECIAL | TABLE_PART) X(dd, SPECIAL | IMPLIED)                       \
    X(details, SPECIAL | BLOCK) X(dialog, BLOCK) X(dir, SPECIAL | BLOCK) X(div, SPECIAL | BLOCK) X(dl, SPECIAL | BLOCK)   \
    X(dt, SPECIAL | IMPLIED) X(em, FORMATTING) X(embed, ODD) X(fieldset, SPECIAL | BLOCK) X(figcaption, SPECIAL | BLOCK)  \
    X(figure, SPECIAL | BLOCK) X(font, FORMATTING) X(footer, SPECIAL | BLOCK) X(form, SPECIAL) X(frame, ODD)              \
    X(frameset, ODD) X(h1, SPECIAL) X(h2, SPECIAL) X(h3, SPECIAL) X(h4, SPECIAL) X(h5, SPECIAL) X(h6, SPECIAL)            \
    X(head, SPECIAL) X(header, SPECIAL | BLOCK) X(hgroup, SPECIAL | BLOCK) X(hr, SPECIAL | EMPTY)                         \
    X(html, SPECIAL | SCOPE) X(i, FORMATTING) X(iframe, SPECIAL) X(image, ODD) X(img, SPECIAL | EMPTY)                    \
    X(input, SPECIAL | EMPTY) X(keygen, ODD) X(li, SPECIAL | IMPLIED) X(link, SPECIAL | EMPTY) X(listing, ODD)            \
    X(main, SPECIAL | BLOCK) X(marquee, ODD) X(math, ODD) X(menu, SPECIAL | BLOCK) X(meta, SPECIAL | EMPTY)               \
    X(nav, SPECIAL | BLOCK) X(nobr, ODD) X(noembed, ODD) X(noframes, ODD) X(noscript, SPECIAL) X(object, ODD)             \
    X(ol, SPECIAL | BLOCK) X(optgroup, IMPLIED) X(option, IMPLIED) X(p, SPECIAL | BLOCK | IMPLIED) X(param, ODD)          \
    X(plaintext, ODD) X(pre, SPECIAL | BLOCK) X(rb, ODD) X(rp, IMPLIED) X(rt, IMPLIED) X(rtc, ODD) X(ruby, 0)             \
    X(s, FORMATTING) X(script, SPECIAL) X(search, SPECIAL | BLOCK) X(section, SPECIAL | BLOCK) X(select, SPECIAL)         \
    X(selectedcontent, ODD) X(small, FORMATTING) X(source, SPECIAL | EMPTY) X(strike, FORMATTING) X(strong, FORMATTING)   \
    X(style, SPECIAL) X(summary, SPECIAL | BLOCK) X(svg, 0) X(table, SPECIAL | SCOPE)                                     \
    X(tbody, SPECIAL | TABLE_PART) X(td, SPECIAL | SCOPE | TABLE_PART) X(template, SPECIAL) X(textarea, SPECIAL)              \
    X(tfoot, SPECIAL | TABLE_PART) X(th, SPECIAL | SCOPE | TABLE_PART) X(thead, SPECIAL | TABLE_PART) X(title, SPECIAL)   \
    X(tr, SPECIAL | TABLE_PART) X(track, SPECIAL | EMPTY) X(tt, FORMATTING) X(u, FORMATTING) X(ul, SPECIAL | BLOCK)       \
    X(wbr, SPECIAL | EMPTY) X(xmp, ODD)

#define CONSTANT(name, flags) E_##name,
enum element { E_OTHER, ELEMENTS(CONSTANT) E_COUNT };

#define NAME(name, flags) #name,
static const char *const NAMES[] = {"", ELEMENTS(NAME)};

#define FLAGS(name, flags) flags,
static const uint8_t FLAGS_OF[] = {0, ELEMENTS(FLAGS)};

/* The bytes that are not copied as they are: `&` `<` `>` `"`, line ends of old systems, the first byte of a no-break space, 0. */
static uint8_t is_changed[256];

/* What each byte is where tags are read: white space; what ends a name; what a name should not have; what is before a value. */
enum { SPACE = 1, ENDS = 2, ODD_IN_NAME = 4, EQUALS = 8 };
static uint8_t kinds[256];

/* Names are looked up by their first and last letters, in slots filled once; names that share a slot are in the next. */
enum { SLOTS = 1024, LONGEST_NAME = 64 };
static uint8_t slots[SLOTS];

static uint32_t slot_of(const uint8_t *name, int64_t n) {
    uint32_t hash = (uint32_t)n;
    for (int64_t i = 0; i < n && i < 6; i++) hash = hash * 31 + name[i];
    return (hash * 31 + name[n - 1]) * 0x9E3779B9u >> 22;
}

void ready_repair(void) {
    for (const uint8_t *c = (const uint8_t *)"&<>\"\r\xC2"; *c; c++) is_changed[*c] = 1;
    is_changed[0] = 1;
    for (const uint8_t *c = (const uint8_t *)" \n\t\r\f"; *c; c++) kinds[*c] = SPACE | ENDS;
    kinds['/'] = kinds['>'] = ENDS;
    kinds[0] = kinds['<'] = ODD_IN_NAME;
    kinds['='] = EQUALS;
    for (int which = 1; which < E_COUNT; which++) {
        uint32_t slot = slot_of((const uint8_t *)NAMES[which], (int64_t)strlen(NAMES[which]));
        while (slots[slot] && slots[slot] != which) slot = (slot + 1) % SLOTS;
        slots[slot] = (uint8_t)which;
    }
}

static enum element element_of(const uint8_t *name, int64_t n) {
    for (uint32_t slot = slot_of(name, n); slots[slot]; slot = (slot + 1) % SLOTS) {
        const char *known = NAMES[slots[slot]];
        if (!strncmp(known, (const char *)name, (size_t)n) && !known[n]) return slots[slot];
    }
    return E_OTHER;
}

/* What is written. */
typedef struct {
    uint8_t *bytes;
    int64_t used, room;
} Text;

/* An attribute as written in the source; a tag. */
typedef struct {
    int64_t name, name_end, value, value_end;
} Attribute;

enum { MOST_ATTRIBUTES = 64, DEEPEST = 300, MOST_INSERTIONS = 256, MOST_WAITING = 48, MOST_GROWTH = 4, SPAN = 2 };

typedef struct {
    enum element element;
    int is_end, is_closed; /* `/>` */
    int64_t length, attributes;
    uint8_t name[LONGEST_NAME]; /* in small letters */
    Attribute attribute[MOST_ATTRIBUTES];
} Tag;

/* An open element, or formatting that is opened again: where its start tag is in what is written. */
typedef struct {
    enum element element;
    int is_left;                 /* a form that ended before what is in it: nothing finds it, and it is closed with that */
    int64_t tag, length, behind; /* of its `<`, of its name, and the place behind its `>` */
} Open;

/* What belongs into a tag that was written before: attributes of a second `body`, or the address of an embedded document. */
typedef struct {
    int64_t place;      /* of the `>` of that tag */
    int is_frame;
    int64_t start, end; /* in `later` */
} Insertion;

enum mode { BEFORE_HTML, BEFORE_HEAD, IN_HEAD, IN_HEAD_NOSCRIPT, AFTER_HEAD, IN_BODY };

/* Named characters: sorted, each with what it stands for. */
enum { NAME_ROOM = 32, VALUE_ROOM = 8 };
typedef struct {
    const char *names, *values;
    int64_t count;
} Entities;

typedef struct {
    const uint8_t *s;
    int64_t size;
    Entities entities;
    Text out, about, later; /* the body; what the head says; what is inserted later */
    Text scripts, styles;    /* where JSON-LD and style texts are: pairs of 64-bit numbers */
    Open open[DEEPEST], waiting[MOST_WAITING]; /* formatting that was closed with another element goes on behind it */
    int64_t depth, waits;
    Insertion insertion[MOST_INSERTIONS];
    int64_t insertions, moved; /* how many bytes were moved to end formatting before a block */
    enum mode mode;
    int is_begun, is_standard, has_form, has_title;
    int has_attributes[2];   /* `html` and `body` */
    int noscripts, selects;  /* how many are open */
    int stopped; /* refused, or no memory */
    Clock *clock;
} Page;

enum stop { REFUSED = 1, NO_MEMORY };

static void refuse(Page *page) {
    if (!page->stopped) page->stopped = REFUSED;
}

/* Writing */

static int make_room(Page *page, Text *text, int64_t more) {
    if (text->used + more <= text->room) return 1;
    int64_t room = text->room + text->room / 2 + more + 256;
    uint8_t *bytes = realloc(text->bytes, (size_t)room);
    if (!bytes) {
        page->stopped = NO_MEMORY;
        return 0;
    }
    text->bytes = bytes;
    text->room = room;
    return 1;
}

static void put(Page *page, Text *text, const void *bytes, int64_t n) {
    if (!n || !make_room(page, text, n)) return;
    memcpy(text->bytes + text->used, bytes, (size_t)n);
    text->used += n;
}

static void put_span(Page *page, Text *text, int64_t start, int64_t end) {
    int64_t span[SPAN] = {start, end};
    put(page, text, span, sizeof span);
}

static int is_space(uint8_t c) { return kinds[c] & SPACE; }
static int is_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static int is_digit(uint8_t c) { return c >= '0' && c <= '9'; }
static uint8_t lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* A character as clean markup has it. */
static void put_point(Page *page, Text *text, uint32_t point) {
    uint8_t bytes[4];
    if (point == '&') put(page, text, "&amp;", 5);
    else if (point == '<') put(page, text, "&lt;", 4);
    else if (point == '>') put(page, text, "&gt;", 4);
    else if (point == 0xA0) put(page, text, "&nbsp;", 6);
    else if (point < 0x80) {
        bytes[0] = (uint8_t)point;
        put(page, text, bytes, 1);
    } else if (point < 0x800) {
        bytes[0] = (uint8_t)(0xC0 | point >> 6);
        bytes[1] = (uint8_t)(0x80 | (point & 63));
        put(page, text, bytes, 2);
    } else if (point < 0x10000) {
        bytes[0] = (uint8_t)(0xE0 | point >> 12);
        bytes[1] = (uint8_t)(0x80 | (point >> 6 & 63));
        bytes[2] = (uint8_t)(0x80 | (point & 63));
        put(page, text, bytes, 3);
    } else {
        bytes[0] = (uint8_t)(0xF0 | point >> 18);
        bytes[1] = (uint8_t)(0x80 | (point >> 12 & 63));
        bytes[2] = (uint8_t)(0x80 | (point >> 6 & 63));
        bytes[3] = (uint8_t)(0x80 | (point & 63));
        put(page, text, bytes, 4);
    }
}

/* What the numbers from 128 on mean: characters of Windows, where it has one. */
static const uint16_t WINDOWS[32] = {
    0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
    0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E, 0x0178,
};

/* A number between `&#` at i and what ends it; odd numbers are left to the parser. Returns the place behind it, or i. */
static int64_t put_number(Page *page, Text *text, int64_t i, int64_t stop, int in_value) {
    const uint8_t *s = page->s;
    int64_t at = i + 2;
    int is_hex = at < stop && lower(s[at]) == 'x';
    uint32_t point = 0;
    int64_t first = at += is_hex;
    for (; at < stop && (is_digit(s[at]) || (is_hex && lower(s[at]) >= 'a' && lower(s[at]) <= 'f')); at++)
        if (point < 0x110000) point = point * (is_hex ? 16 : 10) + (uint32_t)(is_digit(s[at]) ? s[at] - '0' : lower(s[at]) - 'a' + 10);
    if (at == first) return i;
    int is_odd = point < 32 ? point != '\n' && point != '\t' : point == 0x7F || (point >= 0xD800 && point < 0xE000) || point >= 0x110000;
    if (point >= 0x80 && point < 0xA0 && WINDOWS[point - 0x80]) point = WINDOWS[point - 0x80];
    if (is_odd) refuse(page);
    else if (point == '"' && in_value) put(page, text, "&quot;", 6);
    else put_point(page, text, point);
    return at < stop && s[at] == ';' ? at + 1 : at;
}

/* The number of a name, as it is listed; -1 if it is not. */
static int64_t entity_of(const Entities *entities, const uint8_t *name, int64_t n) {
    char wanted[NAME_ROOM] = {0};
    int64_t low = 0, high = entities->count;
    if (n > NAME_ROOM) return -1;
    memcpy(wanted, name, (size_t)n);
    while (low < high) {
        int64_t middle = (low + high) / 2;
        int order = memcmp(entities->names + middle * NAME_ROOM, wanted, NAME_ROOM);
        if (!order) return middle;
        if (order < 0) low = middle + 1;
        else high = middle;
    }
    return -1;
}

/* What a named character stands for, as clean markup. */
static void put_value(Page *page, Text *text, const char *value, int in_value) {
    int64_t n = 0;
    while (n < VALUE_ROOM && value[n]) n++;
    if (n == 2 && !memcmp(value, "\xC2\xA0", 2)) put_point(page, text, 0xA0);
    else if (n == 1 && *value == '"' && in_value) put(page, text, "&quot;", 6);
    else if (n && (uint8_t)*value < 0x80) { /* `<` and a mark over it, too */
        put_point(page, text, (uint8_t)*value);
        put(page, text, value + 1, n - 1);
    } else put(page, text, value, n);
}

/* The character that the `&` at i begins; returns the place behind it. */
static int64_t put_entity(Page *page, Text *text, int64_t i, int64_t stop, int in_value) {
    const uint8_t *s = page->s;
    int64_t end = i + 1, found;
    if (stop - i >= 5 && !memcmp(s + i, "&amp;", 5)) {
        put(page, text, "&amp;", 5);
        return i + 5;
    }
    if (end < stop && s[end] == '#') {
        int64_t behind = put_number(page, text, i, stop, in_value);
        if (behind > i) return behind;
    }
    while (end < stop && end - i < NAME_ROOM && (is_letter(s[end]) || is_digit(s[end]))) end++;
    if (end < stop && s[end] == ';' && (found = entity_of(&page->entities, s + i + 1, end - i)) >= 0) {
        put_value(page, text, page->entities.values + found * VALUE_ROOM, in_value);
        return end + 1;
    }
    for (; end > i + 2; end--) { /* some old names need no semicolon */
        if ((found = entity_of(&page->entities, s + i + 1, end - i - 1)) < 0) continue;
        if (in_value && end < stop && (s[end] == '=' || is_letter(s[end]) || is_digit(s[end]))) break;
        put_value(page, text, page->entities.values + found * VALUE_ROOM, in_value);
        return end;
    }
    put(page, text, "&amp;", 5);
    return i + 1;
}

#ifdef __GNUC__
typedef uint8_t Bytes __attribute__((vector_size(16)));

/* Whether any of the next sixteen bytes is changed; two signs that differ in one bit are compared as one. */
static int any_is_changed(const uint8_t *s) {
    Bytes some;
    uint64_t halves[2];
    memcpy(&some, s, sizeof some);
    some = (Bytes)(((some | 4) == '&') | ((some | 2) == '>') | (some == '\r') | (some == 0xC2) | (some == 0));
    memcpy(halves, &some, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}
#else
static int any_is_changed(const uint8_t *s) { return s != 0; } /* look at each */
#endif

/* Where the bytes end that are copied as they are. */
static int64_t unchanged_end(const uint8_t *s, int64_t i, int64_t stop) {
    int64_t start = i;
    while (i + 16 <= stop && !any_is_changed(s + i)) i += 16;
    if (i > start && i + 16 > stop && !any_is_changed(s + stop - 16)) return stop; /* the last ones with some before them */
    while (i < stop && !is_changed[s[i]]) i++;
    return i;
}

/* The source from i to stop as clean markup: text, or an attribute's value. */
static void put_source(Page *page, Text *text, int64_t i, int64_t stop, int in_value) {
    const uint8_t *s = page->s;
    if (!make_room(page, text, stop - i)) return;
    while (i < stop && !page->stopped) {
        int64_t start = i;
        i = unchanged_end(s, i, stop);
        put(page, text, s + start, i - start);
        if (i == stop) return;
        switch (s[i]) {
            case '&': i = put_entity(page, text, i, stop, in_value); break;
            case '"': put(page, text, in_value ? "&quot;" : "\"", in_value ? 6 : 1), i++; break;
            case '\r':
                put(page, text, "\n", 1);
                i += 1 + (i + 1 < stop && s[i + 1] == '\n');
                break;
            case 0xC2:
                if (i + 1 < stop && s[i + 1] == 0xA0) put_point(page, text, 0xA0);
                else put(page, text, s + i, i + 1 < stop ? 2 : 1);
                i += i + 1 < stop ? 2 : 1;
                break;
            case 0: refuse(page); return;
            default: put_point(page, text, s[i++]);
        }
    }
}

static void put_attributes(Page *page, Text *text, const Tag *tag) {
    for (int64_t i = 0; i < tag->attributes; i++) {
        const Attribute *one = tag->attribute + i;
        if (!make_room(page, text, one->name_end - one->name + 3)) return;
        uint8_t *to = text->bytes + text->used;
        *to++ = ' ';
        for (int64_t at = one->name; at < one->name_end; at++) *to++ = lower(page->s[at]);
        *to++ = '=';
        *to++ = '"';
        text->used = to - text->bytes;
        put_source(page, text, one->value, one->value_end, 1);
        put(page, text, "\"", 1);
    }
}

static void put_tag(Page *page, Text *text, const Tag *tag) {
    put(page, text, "<", 1);
    put(page, text, tag->name, tag->length);
    put_attributes(page, text, tag);
    put(page, text, ">", 1);
}

static void insert_later(Page *page, int64_t place, int is_frame, int64_t start) {
    if (page->insertions == MOST_INSERTIONS) refuse(page);
    if (!page->stopped) page->insertion[page->insertions++] = (Insertion){place, is_frame, start, page->later.used};
}

/* Open elements */

static enum element current(const Page *page) { return page->depth ? page->open[page->depth - 1].element : E_OTHER; }

static int has_flag(enum element element, int flag) { return (FLAGS_OF[element] & flag) != 0; }
static int is_cell(enum element element) { return element == E_td || element == E_th; }

static void push(Page *page, const Tag *tag) {
    if (page->depth == DEEPEST) refuse(page);
    if (page->waits && (is_cell(tag->element) || tag->element == E_caption)) refuse(page); /* it would wait until after the cell */
    if (page->stopped) return;
    Open *open = page->open + page->depth++;
    open->element = tag->element;
    open->is_left = 0;
    open->tag = page->out.used;
    open->length = tag->length;
    put_tag(page, &page->out, tag);
    open->behind = page->out.used;
    page->noscripts += tag->element == E_noscript;
    page->selects += tag->element == E_select;
}

/* The same for an element that the source leaves out. */
static void push_implied(Page *page, enum element element) {
    Tag tag;
    tag.element = element;
    tag.attributes = 0;
    tag.length = (int64_t)strlen(NAMES[element]);
    memcpy(tag.name, NAMES[element], (size_t)tag.length);
    push(page, &tag);
}

/* Formatting that is closed with an element it is in: it waits in front of what waits already, which was opened later. */
static void let_wait(Page *page, const Open *open) {
    if (page->waits == MOST_WAITING) refuse(page);
    if (page->stopped) return;
    memmove(page->waiting + 1, page->waiting, (size_t)page->waits++ * sizeof *page->waiting);
    page->waiting[0] = *open;
}

/* The end tag of an element. */
static void put_end(Page *page, Text *text, const Open *open) {
    if (!make_room(page, text, open->length + 3)) return;
    put(page, text, "</", 2);
    put(page, text, page->out.bytes + open->tag + 1, open->length);
    put(page, text, ">", 1);
}

/* Close elements until there are so many, and forms that ended before. */
enum formatting { TO_GO_ON, TO_END };

static void close_to(Page *page, int64_t depth, enum formatting formatting) {
    while (!page->stopped && (page->depth > depth || (page->depth && page->open[page->depth - 1].is_left))) {
        const Open *open = page->open + --page->depth;
        if (has_flag(open->element, FORMATTING) && formatting == TO_GO_ON) let_wait(page, open);
        page->noscripts -= open->element == E_noscript;
        page->selects -= open->element == E_select;
        put_end(page, &page->out, open);
    }
}

/* Open again what waits: where a text or an element within a line comes next. */
static void go_on(Page *page) {
    if (page->out.used > MOST_GROWTH * (page->size + 65536)) refuse(page);
    for (int64_t i = 0; i < page->waits && !page->stopped; i++) {
        Open again = page->waiting[i];
        int64_t length = again.behind - again.tag;
        if (page->depth == DEEPEST) refuse(page);
        if (page->stopped || !make_room(page, &page->out, length)) return;
        put(page, &page->out, page->out.bytes + again.tag, length);
        again.tag = page->out.used - length;
        again.behind = page->out.used;
        page->open[page->depth++] = again;
    }
    page->waits = 0;
}

/* Whether formatting of this name waited; the last of them does not any more. */
static int wait_no_more(Page *page, enum element element) {
    for (int64_t i = page->waits - 1; i >= 0; i--) {
        if (page->waiting[i].element != element) continue;
        memmove(page->waiting + i, page->waiting + i + 1, (size_t)(--page->waits - i) * sizeof *page->waiting);
        return 1;
    }
    return 0;
}

/* Where an element is open, from 0; -1 if it is not before what bounds the search. */
enum bound { IN_SCOPE, IN_BUTTON_SCOPE, IN_LIST_SCOPE, IN_TABLE_SCOPE };

static int is_bound(enum element element, enum bound bound) {
    if (bound == IN_TABLE_SCOPE) return element == E_html || element == E_table;
    if (bound == IN_BUTTON_SCOPE && element == E_button) return 1;
    if (bound == IN_LIST_SCOPE && (element == E_ol || element == E_ul)) return 1;
    return has_flag(element, SCOPE) || element == E_select;
}

static int64_t find_open(const Page *page, enum element element, enum bound bound) {
    for (int64_t i = page->depth - 1; i >= 0; i--) {
        if (page->open[i].element == element) return i;
        if (is_bound(page->open[i].element, bound)) return -1;
    }
    return -1;
}

static void close_implied(Page *page, enum element except) {
    while (page->depth && has_flag(current(page), IMPLIED) && current(page) != except) close_to(page, page->depth - 1, TO_GO_ON);
}

static void close_paragraph(Page *page) {
    int64_t place = find_open(page, E_p, IN_BUTTON_SCOPE);
    if (place >= 0) close_to(page, place, TO_GO_ON);
}

/* Tags */

static int64_t behind_space(const Page *page, int64_t i) {
    while (i < page->size && is_space(page->s[i])) i++;
    return i;
}

static int same_name(const Page *page, const Attribute *one, const Attribute *other) {
    int64_t n = one->name_end - one->name;
    if (n != other->name_end - other->name) return 0;
    for (int64_t i = 0; i < n; i++)
        if (lower(page->s[one->name + i]) != lower(page->s[other->name + i])) return 0;
    return 1;
}

/* Note an attribute, unless one of this name comes before it. */
static void add_attribute(Page *page, Tag *tag, const Attribute *found) {
    for (int64_t i = 0; i < tag->attributes; i++)
        if (same_name(page, tag->attribute + i, found)) return;
    if (tag->attributes == MOST_ATTRIBUTES) refuse(page);
    else tag->attribute[tag->attributes++] = *found;
}

/* Tags that are kept apart, one behind the other. */
static int is_about_page(enum element element) { return element == E_meta || element == E_link || element == E_base || element == E_style; }

/* Read an attribute at i; returns the place behind it. */
static int64_t read_attribute(Page *page, Tag *tag, int64_t i) {
    const uint8_t *s = page->s;
    Attribute found = {i, i, i, i};
    for (; i < page->size && !(kinds[s[i]] & (ENDS | EQUALS)); i++)
        if (kinds[s[i]] && (!s[i] || is_about_page(tag->element))) refuse(page);
    found.name_end = i;
    if (i == found.name) refuse(page); /* a name that starts with `=` */
    if (i - found.name == 13 && !memcmp(s + found.name, "sectio-frames", 13)) refuse(page);
    int64_t next = behind_space(page, i);
    if (next < page->size && s[next] == '=') {
        i = behind_space(page, next + 1);
        if (i < page->size && (s[i] == '"' || s[i] == '\'')) {
            const uint8_t *quote = memchr(s + i + 1, s[i], (size_t)(page->size - i - 1));
            if (!quote) {
                refuse(page);
                return page->size;
            }
            found.value = i + 1;
            found.value_end = quote - s;
            i = found.value_end + 1;
        } else {
            found.value = i;
            while (i < page->size && !is_space(s[i]) && s[i] != '>') i++;
            found.value_end = i;
        }
    } else {
        i = next;
    }
    add_attribute(page, tag, &found);
    return i;
}

/* Read the tag whose name is at i; returns the place behind its `>`. */
static int64_t read_tag(Page *page, Tag *tag, int64_t i) {
    const uint8_t *s = page->s;
    tag->length = tag->attributes = tag->is_closed = 0;
    while (i < page->size && !(kinds[s[i]] & (ENDS | ODD_IN_NAME)) && tag->length < LONGEST_NAME) tag->name[tag->length++] = lower(s[i++]);
    if (i < page->size && !(kinds[s[i]] & ENDS)) {
        refuse(page);
        return page->size;
    }
    tag->element = element_of(tag->name, tag->length);
    while (!page->stopped) {
        i = behind_space(page, i);
        if (i >= page->size) break;
        if (s[i] == '>') return i + 1;
        if (s[i] != '/') i = read_attribute(page, tag, i);
        else tag->is_closed = ++i < page->size && s[i] == '>';
    }
    refuse(page); /* the source ends within a tag */
    return page->size;
}

/* The value of an attribute with this name in small letters, 0 if there is none. */
static const Attribute *attribute_of(const Page *page, const Tag *tag, const char *name) {
    int64_t n = (int64_t)strlen(name);
    for (int64_t i = 0; i < tag->attributes; i++) {
        const Attribute *one = tag->attribute + i;
        int64_t same = one->name_end - one->name == n ? 0 : -1;
        while (same >= 0 && same < n && lower(page->s[one->name + same]) == (uint8_t)name[same]) same++;
        if (same == n) return one;
    }
    return 0;
}

/* Whether a value contains a text in small letters; values with entities are left to the parser. */
static int has_text(Page *page, const Attribute *one, const char *text) {
    int64_t n = (int64_t)strlen(text), at;
    if (!one) return 0;
    if (memchr(page->s + one->value, '&', (size_t)(one->value_end - one->value))) refuse(page);
    for (int64_t i = one->value; i + n <= one->value_end; i++) {
        for (at = 0; at < n && lower(page->s[i + at]) == (uint8_t)text[at]; at++) {}
        if (at == n) return 1;
    }
    return 0;
}

/* Texts that are not markup */

/* Where the end tag of a raw text is that starts at i; the size if there is none. */
static int64_t end_of_raw(Page *page, const Tag *tag, int64_t i) {
    const uint8_t *s = page->s, *next;
    int64_t start = i;
    for (; i < page->size && (next = memchr(s + i, '<', (size_t)(page->size - i))); i = next - s + 1) {
        int64_t at = next - s + 2, same = 0;
        if (late(page->clock, (next - s - start) / 16)) break;
        start = next - s;
        if (at + tag->length >= page->size || s[at - 1] != '/') continue;
        while (same < tag->length && lower(s[at + same]) == tag->name[same]) same++;
        uint8_t behind = s[at + same];
        if (same == tag->length && (is_space(behind) || behind == '/' || behind == '>')) return next - s;
    }
    refuse(page);
    return page->size;
}

/* Whether the `<` at i begins this tag, in small letters. */
static int begins_tag(const Page *page, int64_t i, const char *tag) {
    int64_t n = (int64_t)strlen(tag), same = 0;
    if (i + n >= page->size) return 0;
    while (same < n && lower(page->s[i + same]) == (uint8_t)tag[same]) same++;
    return same == n && (is_space(page->s[i + n]) || page->s[i + n] == '/' || page->s[i + n] == '>');
}

/* Where the end tag of a script is that starts at i. In a comment within it another script may begin and end. */
static int64_t end_of_script(Page *page, int64_t i) {
    const uint8_t *s = page->s, *next;
    int in_comment = 0, in_other = 0;
    int64_t start = i;
    for (; i < page->size; i++) {
        if (!in_comment) {
            next = memchr(s + i, '<', (size_t)(page->size - i));
            if (!next) break;
            i = next - s;
        }
        if (i - start > BETWEEN_LOOKS) {
            if (late(page->clock, (i - start) / 4)) break;
            start = i;
        }
        if (in_comment && s[i] == '-' && page->size - i >= 3 && s[i + 1] == '-' && s[i + 2] == '>') in_comment = in_other = 0;
        if (s[i] != '<') continue;
        if (begins_tag(page, i, "</script")) {
            if (!in_other) return i;
            in_other = 0;
        } else if (in_comment && begins_tag(page, i, "<script")) {
            in_other = 1;
        } else if (!in_comment && page->size - i >= 4 && !memcmp(s + i, "<!--", 4)) {
            in_comment = 1;
            i++; /* its dashes may also be those of its end */
        }
    }
    refuse(page);
    return page->size;
}

/* Pass over the text of an element and its end tag. */
static int64_t pass_raw(Page *page, const Tag *tag, int64_t i, int64_t *stop) {
    Tag end;
    *stop = tag->element == E_script ? end_of_script(page, i) : end_of_raw(page, tag, i);
    return page->stopped ? page->size : read_tag(page, &end, *stop + 2);
}

static int64_t pass_script(Page *page, const Tag *tag, int64_t i) {
    const Attribute *type = attribute_of(page, tag, "type");
    int64_t stop, behind = pass_raw(page, tag, i, &stop);
    if (type && has_text(page, type, "math/tex")) refuse(page);
    if (type && has_text(page, type, "ld+json")) put_span(page, &page->scripts, i, stop);
    return behind;
}

static int64_t pass_style(Page *page, const Tag *tag, int64_t i) {
    int64_t stop, behind = pass_raw(page, tag, i, &stop);
    if (page->mode == IN_HEAD_NOSCRIPT || page->noscripts) return behind;
    put_tag(page, &page->about, tag);
    put_span(page, &page->styles, i, stop);
    return behind;
}

/* Text of an element; a line end that is written as a reference counts as one where the first is dropped, which is left to the parser. */
static void put_content(Page *page, int64_t i, int64_t stop, int is_first) {
    int64_t before = page->out.used;
    put_source(page, &page->out, i, stop, 0);
    if (is_first && i < stop && page->s[i] == '&' && page->out.used > before && page->out.bytes[before] == '\n') refuse(page);
}

/* A title or a text field: text with entities. */
static int64_t put_field(Page *page, const Tag *tag, int64_t i) {
    int64_t start = i, stop, behind = pass_raw(page, tag, i, &stop);
    int is_first = tag->element == E_title && !page->has_title;
    if (is_first) {
        page->has_title = 1;
        put(page, &page->about, "<title>", 7);
        put_source(page, &page->about, i, stop, 0);
        put(page, &page->about, "</title>", 8);
    }
    if (page->mode != IN_BODY) return behind;
    push(page, tag);
    if (tag->element == E_textarea) { /* the first line end is dropped, and one written before another */
        int64_t more = start < stop && page->s[start] == '\r' ? 1 + (start + 1 < stop && page->s[start + 1] == '\n') : start < stop && page->s[start] == '\n';
        start += more;
        if (start < stop && (page->s[start] == '\n' || page->s[start] == '\r')) put(page, &page->out, "\n", 1);
    }
    put_content(page, start, stop, tag->element == E_textarea);
    close_to(page, page->depth - 1, TO_GO_ON);
    return behind;
}

/* Embedded documents: an empty element if it has an address, and the address goes into the tag that holds it. */
static int64_t put_frame(Page *page, const Tag *tag, int64_t i) {
    const Attribute *source = attribute_of(page, tag, "src");
    int64_t stop, behind = pass_raw(page, tag, i, &stop);
    if (!source && !attribute_of(page, tag, "data-src") && !attribute_of(page, tag, "data-lazy-src")) return behind;
    if (source) {
        int64_t start = page->later.used;
        put_source(page, &page->later, source->value, source->value_end, 1);
        const uint8_t *bytes = page->later.bytes;
        if (page->stopped) return page->size;
        while (page->later.used > start && is_space(bytes[page->later.used - 1])) page->later.used--;
        int64_t end = page->later.used; /* other white space around it is left to the parser */
        int64_t length = end - start;
        int is_blank = length >= 6 && (!memcmp(bytes + start, "&nbsp;", 6) || !memcmp(bytes + end - 6, "&nbsp;", 6));
        int is_odd = length && ((bytes[start] <= 32 && !is_space(bytes[start])) || bytes[start] >= 0x7F || bytes[end - 1] <= 32 || bytes[end - 1] >= 0x7F || is_blank);
        if (is_odd) refuse(page);
        insert_later(page, page->open[page->depth - 1].behind - 1, 1, start);
    }
    push(page, tag);
    close_to(page, page->depth - 1, TO_GO_ON);
    return behind;
}

/* Comments and the like: returns the place behind what starts with `<!`, `<?` or `</` and no letter at i. */
static int64_t pass_comment(Page *page, int64_t i) {
    const uint8_t *s = page->s, *next;
    if (page->size - i >= 4 && !memcmp(s + i, "<!--", 4)) {
        i += 4;
        if (i < page->size && s[i] == '>') return i + 1;
        if (i + 1 < page->size && s[i] == '-' && s[i + 1] == '>') return i + 2;
        for (int64_t start = i; i < page->size && (next = memchr(s + i, '-', (size_t)(page->size - i))); i = next - s + 1) {
            int64_t left = page->size - (next - s);
            if (late(page->clock, next - s - start)) return page->size;
            start = next - s;
            if (left >= 3 && next[1] == '-' && next[2] == '>') return next - s + 3;
            if (left >= 4 && next[1] == '-' && next[2] == '!' && next[3] == '>') return next - s + 4;
        }
        return page->size;
    }
    next = memchr(s + i, '>', (size_t)(page->size - i));
    if (!next) refuse(page);
    return next ? next - s + 1 : page->size;
}

/* Where the next markup is: a `<` with a letter, `/`, `!` or `?` behind it. */
static int64_t next_markup(const Page *page, int64_t i) {
    const uint8_t *s = page->s, *next;
    while (i + 1 < page->size && (next = memchr(s + i, '<', (size_t)(page->size - i - 1)))) {
        uint8_t c = next[1];
        if (is_letter(c) || c == '/' || c == '!' || c == '?') return next - s;
        i = next - s + 1;
    }
    return page->size;
}

/* Drawings and templates */

static int is_one_of(const Tag *tag, const char *const *names) {
    for (; *names; names++)
        if ((int64_t)strlen(*names) == tag->length && !memcmp(*names, tag->name, (size_t)tag->length)) return 1;
    return 0;
}

/* Elements that end a drawing, or hold HTML in one. */
static int ends_drawing(const Tag *tag) {
    static const char *const ENDS[] = {"b", "big", "blockquote", "body", "br", "center", "code", "dd", "div", "dl", "dt", "em", "embed", "font", "h1", "h2", "h3",
                                       "h4", "h5", "h6", "head", "hr", "i", "img", "li", "listing", "menu", "meta", "nobr", "ol", "p", "pre", "ruby", "s",
                                       "small", "span", "strong", "strike", "sub", "sup", "table", "tt", "u", "ul", "var", "foreignobject",
                                       "script", "math", "template", "iframe", "html", "frameset", 0};
    return is_one_of(tag, ENDS);
}

/* Pass over a drawing, whose start tag was read, to the place behind its end tag. */
static int64_t pass_drawing(Page *page, const Tag *drawing, int64_t i) {
    enum { MOST = 64 };
    struct { int64_t length; uint8_t name[LONGEST_NAME]; } open[MOST];
    const uint8_t *s = page->s, *next;
    int64_t depth = 1, start = i;
    Tag tag;
    if (drawing->is_closed) return i;
    open[0].length = 3;
    memcpy(open[0].name, "svg", 3);
    while (!page->stopped && (next = i < page->size ? memchr(s + i, '<', (size_t)(page->size - i)) : 0)) {
        i = next - s;
        if (late(page->clock, i - start)) return page->size;
        start = i;
        tag.is_end = i + 1 < page->size && s[i + 1] == '/';
        int64_t name = i + 1 + tag.is_end;
        if (name >= page->size || !is_letter(s[name])) {
            if (page->size - i >= 9 && !memcmp(s + i, "<![CDATA[", 9)) break;
            i = name < page->size && (tag.is_end || s[name] == '!' || s[name] == '?') ? pass_comment(page, i) : i + 1;
            continue;
        }
        i = read_tag(page, &tag, name);
        if (tag.is_end) {
            while (depth-- && (tag.length != open[depth].length || memcmp(tag.name, open[depth].name, (size_t)tag.length))) {}
            if (!depth) return i;
            if (depth < 0) break;
            continue;
        }
        const uint8_t *in = open[depth - 1].name; /* HTML is possible in a title or description; it is a text nearly always */
        int in_text = (open[depth - 1].length == 5 && !memcmp(in, "title", 5)) || (open[depth - 1].length == 4 && !memcmp(in, "desc", 4));
        if (in_text || ends_drawing(&tag) || depth == MOST) break;
        if (tag.is_closed) continue;
        open[depth].length = tag.length;
        memcpy(open[depth++].name, tag.name, (size_t)tag.length);
    }
    refuse(page);
    return page->size;
}

/* Pass over a template, whose start tag was read, to the place behind its end tag: nothing else can end it. */
static int64_t pass_template(Page *page, int64_t i) {
    const uint8_t *s = page->s;
    int64_t depth = 1, stop;
    Tag tag;
    while (!page->stopped && i < page->size) {
        int64_t start = i;
        i = next_markup(page, i);
        if (i >= page->size || late(page->clock, i - start)) break;
        tag.is_end = s[i + 1] == '/';
        int64_t name = i + 1 + tag.is_end;
        if (name >= page->size || !is_letter(s[name])) {
            i = pass_comment(page, i);
            continue;
        }
        i = read_tag(page, &tag, name);
        if (tag.is_end) {
            if (tag.element == E_template && !--depth) return i;
            continue;
        }
        if (has_flag(tag.element, ODD) || tag.element == E_select) break;
        if (is_cell(tag.element) || tag.element == E_caption) break; /* left open, they would hide formatting that is open around the template */
        if (page->mode != IN_BODY && (tag.element == E_meta || tag.element == E_link || tag.element == E_base || tag.element == E_title))
            break; /* it would count as the head's */
        if (tag.element == E_template) depth++;
        if (tag.element == E_svg) i = pass_drawing(page, &tag, i);
        if (tag.element == E_script && attribute_of(page, &tag, "type")) {
            const Attribute *type = attribute_of(page, &tag, "type");
            if (has_text(page, type, "math/tex") || has_text(page, type, "ld+json")) refuse(page);
        }
        if (tag.element == E_script || tag.element == E_style || tag.element == E_title || tag.element == E_textarea || tag.element == E_iframe)
            i = pass_raw(page, &tag, i, &stop);
    }
    refuse(page);
    return page->size;
}

/* Text between tags */

static int has_solid(const Page *page, int64_t i, int64_t stop) {
    while (i < stop && is_space(page->s[i])) i++;
    return i < stop;
}

static void start_body(Page *page) {
    push_implied(page, E_body);
    page->mode = IN_BODY;
}

/* Modes before the body: white space is dropped or is between head and body, everything else begins the body. */
static int64_t text_before_body(Page *page, int64_t i, int64_t stop) {
    int64_t solid = behind_space(page, i);
    solid = solid < stop ? solid : stop;
    if (page->mode == AFTER_HEAD) put_source(page, &page->out, i, solid, 0);
    if (solid == stop) return stop;
    page->is_begun = 1;
    if (page->mode == BEFORE_HTML) push_implied(page, E_html);
    if (page->s[solid] == '&' || page->mode == IN_HEAD_NOSCRIPT) refuse(page); /* it may stand for white space */
    start_body(page);
    return solid;
}

static void put_text(Page *page, int64_t i, int64_t stop) {
    if (page->mode != IN_BODY) i = text_before_body(page, i, stop);
    if (i == stop || page->stopped) return;
    enum element in = current(page);
    int in_table = in == E_table || in == E_tbody || in == E_thead || in == E_tfoot || in == E_tr || in == E_colgroup;
    if (in_table && has_solid(page, i, stop)) refuse(page);
    if (!in_table) go_on(page);
    in = current(page);
    /* A line end at the start of a listing is written twice, since parsers drop one. */
    int is_first = in == E_pre && page->open[page->depth - 1].behind == page->out.used;
    if (is_first && (page->s[i] == '\n' || page->s[i] == '\r')) put(page, &page->out, "\n", 1);
    put_content(page, i, stop, is_first);
}

/* Start and end tags in the body. Each returns the place from which to go on, which is behind the tag unless a text follows. */

static int is_heading(enum element element) { return element >= E_h1 && element <= E_h6; }
static int is_section(enum element element) { return element == E_tbody || element == E_thead || element == E_tfoot; }

static void put_empty(Page *page, const Tag *tag) { put_tag(page, &page->out, tag); }

/* `li`, `dd` and `dt` close one another. */
static void close_item(Page *page, enum element one, enum element other) {
    for (int64_t i = page->depth - 1; i >= 0; i--) {
        enum element open = page->open[i].element;
        if (open == one || open == other) {
            close_to(page, i, TO_GO_ON);
            return;
        }
        if (has_flag(open, SPECIAL) && open != E_address && open != E_div && open != E_p) return;
    }
}

/* Where formatting of this name is open, -1 if it is not: its cell bounds the search. */
static int64_t find_formatting(Page *page, enum element element) {
    for (int64_t i = page->depth - 1; i >= 0 && !is_cell(page->open[i].element) && page->open[i].element != E_caption; i--) {
        if (page->open[i].element == element) return i;
        if (page->open[i].element == E_table) refuse(page);
    }
    return -1;
}

/* The outermost block within an open element, -1 if there is none. */
static int64_t block_within(const Page *page, int64_t place) {
    for (int64_t i = place + 1; i < page->depth; i++)
        if (has_flag(page->open[i].element, SPECIAL)) return i;
    return -1;
}

enum { MOST_BETWEEN = 3 }; /* elements between; the standard forgets formatting beyond them */

/* Whether formatting can be ended in front of a block within it; what is rare is left to the parser. */
static int can_end_before(const Page *page, int64_t place, int64_t block) {
    const Open *open = page->open;
    if (block - place > MOST_BETWEEN + 1 || page->depth == DEEPEST || open[block].element == E_pre || open[place - 1].is_left) return 0;
    for (int64_t i = place; i < block; i++)
        if (open[i].is_left) return 0;
    for (int64_t i = 0; i < page->insertions; i++)
        if (page->insertion[i].place > open[place].tag) return 0;
    return page->moved <= MOST_GROWTH * (page->size + 65536);
}

/* Put a text between what was written; what is open or waits moves with it. */
static void put_between(Page *page, int64_t place, const Text *text) {
    if (page->stopped || !make_room(page, &page->out, text->used)) return;
    int64_t tail = page->out.used - place;
    memmove(page->out.bytes + place + text->used, page->out.bytes + place, (size_t)tail);
    memcpy(page->out.bytes + place, text->bytes, (size_t)text->used);
    page->out.used += text->used;
    page->moved += tail;
    for (int64_t i = 0; i < page->depth + page->waits; i++) {
        Open *open = i < page->depth ? page->open + i : page->waiting + (i - page->depth);
        if (open->tag < place) continue;
        open->tag += text->used;
        open->behind += text->used;
    }
    late(page->clock, tail / 16);
}

/* End formatting in front of a block within it, and begin it again in the block: the standard's "adoption agency". What is between the two
 * is ended too, and of that formatting begins again around the block. Returns the place of the formatting in the block.
 */
static int64_t end_before(Page *page, int64_t place, int64_t block) {
    Text before = {0, 0, 0}, inside = {0, 0, 0};
    Open *open = page->open, again = open[place], around[MOST_BETWEEN];
    int64_t start = open[block].tag, kept = 0;
    for (int64_t i = block - 1; i >= place; i--) put_end(page, &before, open + i);
    for (int64_t i = place + 1; i < block; i++) {
        if (!has_flag(open[i].element, FORMATTING)) continue;
        Open copy = open[i];
        copy.tag = start + before.used;
        put(page, &before, page->out.bytes + open[i].tag, open[i].behind - open[i].tag);
        copy.behind = start + before.used;
        around[kept++] = copy;
    }
    put(page, &inside, page->out.bytes + again.tag, again.behind - again.tag);
    put_between(page, open[block].behind, &inside);
    put_between(page, start, &before);
    again.tag = open[block].behind;
    again.behind = again.tag + inside.used;
    int64_t now = place + kept, above = page->depth - block - 1; /* where the block is now, and how many are in it */
    memcpy(open + place, around, (size_t)kept * sizeof *open);
    open[now] = open[block];
    memmove(open + now + 2, open + block + 1, (size_t)above * sizeof *open);
    open[now + 1] = again;
    page->depth = now + 2 + above;
    free(before.bytes);
    free(inside.bytes);
    return now + 1;
}

/* The end of formatting: what is open in it is closed with it, unless that is a block. */
static void end_formatting(Page *page, enum element element) {
    enum { MOST_TURNS = 7 }; /* the eighth only closes */
    if (wait_no_more(page, element)) return;
    int64_t place = find_formatting(page, element), block;
    for (int turn = 0; place >= 0 && (block = block_within(page, place)) >= 0 && !page->stopped; turn++) {
        if (turn == MOST_TURNS || !can_end_before(page, place, block)) refuse(page);
        else place = end_before(page, place, block);
    }
    if (place < 0 || page->stopped) return;
    close_to(page, place + 1, TO_GO_ON);
    close_to(page, place, TO_END);
}

/* A link ends the link it is in; of other formatting inside itself only three are kept. */
static void start_formatting(Page *page, enum element element) {
    int same = 0;
    for (int64_t i = page->depth - 1; i >= 0; i--) {
        enum element open = page->open[i].element;
        if (is_cell(open) || open == E_caption) break;
        same += open == element;
    }
    for (int64_t i = 0; i < page->waits; i++) same += page->waiting[i].element == element;
    if (same && element == E_a) end_formatting(page, element);
    if (same >= 3) refuse(page);
    go_on(page);
}

/* What the head holds, wherever it is. */
static void note_head(Page *page, const Tag *tag) {
    const Attribute *rel = tag->element == E_link ? attribute_of(page, tag, "rel") : 0;
    int is_wanted = tag->element == E_meta || tag->element == E_base;
    if (rel) is_wanted = has_text(page, rel, "canonical") || has_text(page, rel, "license") || has_text(page, rel, "image_src");
    if (is_wanted) put_tag(page, &page->about, tag);
}

static int64_t start_in_select(Page *page, const Tag *tag, int64_t i) {
    switch (tag->element) {
        case E_script: return pass_script(page, tag, i);
        case E_option: close_implied(page, E_optgroup); push(page, tag); return i;
        case E_optgroup: close_implied(page, E_OTHER); push(page, tag); return i;
        default: refuse(page); return i;
    }
}

/* A second `html` or `body` gives its attributes to the first. */
static void merge(Page *page, const Tag *tag) {
    int64_t start = page->later.used, place = tag->element == E_body;
    if (!tag->attributes) return;
    if (page->has_attributes[place] || page->depth <= place || page->open[place].element != tag->element) refuse(page);
    if (page->stopped) return;
    page->has_attributes[place] = 1;
    put_attributes(page, &page->later, tag);
    insert_later(page, page->open[place].behind - 1, 0, start);
}

static int64_t start_in_body(Page *page, const Tag *tag, int64_t i) {
    enum element element = tag->element;
    if (page->selects) return start_in_select(page, tag, i);
    switch (element) {
        case E_html: case E_body: merge(page, tag); return i;
        case E_head: return i;
        case E_script: return pass_script(page, tag, i);
        case E_style: return pass_style(page, tag, i);
        case E_title: case E_textarea: return put_field(page, tag, i);
        case E_iframe: return put_frame(page, tag, i);
        case E_svg: go_on(page); return pass_drawing(page, tag, i);
        case E_template: return pass_template(page, i);
        case E_base: case E_link: case E_meta: note_head(page, tag); put_empty(page, tag); return i;
        case E_source: case E_track:
            if (page->waits) refuse(page); /* parsers disagree */
            put_empty(page, tag);
            return i;
        case E_area: case E_br: case E_img: case E_input: case E_wbr: go_on(page); put_empty(page, tag); return i;
        case E_hr: close_paragraph(page); put_empty(page, tag); return i;
        case E_h1: case E_h2: case E_h3: case E_h4: case E_h5: case E_h6:
            close_paragraph(page);
            if (is_heading(current(page))) close_to(page, page->depth - 1, TO_GO_ON);
            break;
        case E_form:
            if (page->has_form) return i;
            close_paragraph(page);
            page->has_form = 1;
            break;
        case E_li: close_item(page, E_li, E_li); close_paragraph(page); break;
        case E_dd: case E_dt: close_item(page, E_dd, E_dt); close_paragraph(page); break;
        case E_button: {
            int64_t place = find_open(page, E_button, IN_SCOPE);
            if (place >= 0) close_to(page, place, TO_GO_ON);
            go_on(page);
            break;
        }
        case E_table:
            if (find_open(page, E_p, IN_BUTTON_SCOPE) >= 0) {
                if (!page->is_standard) refuse(page); /* old pages have tables in paragraphs */
                close_paragraph(page);
            }
            break;
        case E_optgroup: case E_option:
            if (current(page) == E_option) close_to(page, page->depth - 1, TO_GO_ON);
            go_on(page);
            break;
        case E_rp: case E_rt:
            if (find_open(page, E_ruby, IN_SCOPE) >= 0) close_implied(page, E_OTHER);
            break;
        default:
            if (has_flag(element, BLOCK)) close_paragraph(page);
            else if (has_flag(element, FORMATTING)) start_formatting(page, element);
            else go_on(page);
    }
    push(page, tag);
    if (element == E_pre && i < page->size && (page->s[i] == '\n' || page->s[i] == '\r')) { /* its first line end is dropped */
        if (page->waits) refuse(page); /* parsers disagree whether it opens formatting again */
        i += page->s[i] == '\r' && i + 1 < page->size && page->s[i + 1] == '\n' ? 2 : 1;
    }
    return i;
}

/* An end tag that no rule is about: closes the nearest element of its name, unless a special one is between. */
static void end_other(Page *page, const Tag *tag) {
    for (int64_t i = page->depth - 1; i >= 0; i--) {
        const Open *open = page->open + i;
        if (open->length == tag->length && !memcmp(page->out.bytes + open->tag + 1, tag->name, (size_t)tag->length)) {
            close_to(page, i, TO_GO_ON);
            return;
        }
        if (has_flag(open->element, SPECIAL)) return;
    }
}

static void end_in_body(Page *page, const Tag *tag) {
    enum element element = tag->element;
    int64_t place;
    if (page->selects && element != E_select && element != E_option && element != E_optgroup) refuse(page);
    switch (element) {
        case E_body: case E_html: return; /* what follows is still in the body */
        case E_head: case E_base: case E_link: case E_meta: case E_area: case E_img: case E_input: case E_source: case E_track: case E_wbr: case E_hr:
        case E_title: case E_textarea: case E_script: case E_style: case E_iframe: case E_template: case E_svg: return;
        case E_br: go_on(page); put(page, &page->out, "<br>", 4); return;
        case E_p:
            if (find_open(page, E_p, IN_BUTTON_SCOPE) < 0) push_implied(page, E_p);
            close_paragraph(page);
            return;
        case E_form:
            place = find_open(page, E_form, IN_SCOPE);
            if (!page->has_form || place < 0) {
                if (page->has_form) refuse(page);
                return;
            }
            page->has_form = 0;
            close_implied(page, E_OTHER);
            if (page->depth - 1 == place) break;
            page->open[place].is_left = 1; /* nothing is found or bounded by it any more */
            page->open[place].element = E_OTHER;
            return;
        case E_li: place = find_open(page, E_li, IN_LIST_SCOPE); break;
        case E_h1: case E_h2: case E_h3: case E_h4: case E_h5: case E_h6:
            for (place = page->depth - 1; place >= 0 && !is_heading(page->open[place].element); place--)
                if (is_bound(page->open[place].element, IN_SCOPE)) return;
            break;
        case E_dd: case E_dt: case E_button: case E_select: place = find_open(page, element, IN_SCOPE); break;
        default:
            if (has_flag(element, FORMATTING)) end_formatting(page, element);
            else if (!has_flag(element, BLOCK)) end_other(page, tag);
            if (!has_flag(element, BLOCK)) return;
            place = find_open(page, element, IN_SCOPE);
    }
    if (place >= 0) close_to(page, place, TO_GO_ON);
}

/* Tables */

/* The innermost part of a table that is open, or an element that is not one. */
static int64_t innermost_part(const Page *page) {
    for (int64_t i = page->depth - 1; i > 0; i--)
        if (has_flag(page->open[i].element, TABLE_PART) || page->open[i].element == E_table) return i;
    return -1;
}

/* A start tag where only parts of tables have a place; returns 0 if it is about something else. */
static int start_in_table(Page *page, const Tag *tag) {
    enum element element = tag->element, in = current(page);
    if (in == E_colgroup) {
        if (element == E_col) {
            put_empty(page, tag);
            return 1;
        }
        close_to(page, page->depth - 1, TO_GO_ON);
        in = current(page);
    }
    if (!has_flag(element, TABLE_PART)) return 0;
    if (in == E_tr && is_cell(element)) {
        push(page, tag);
        return 1;
    }
    if (in == E_tr) close_to(page, page->depth - 1, TO_GO_ON);
    in = current(page);
    if (is_section(in) && (is_cell(element) || element == E_tr)) {
        if (is_cell(element)) push_implied(page, E_tr);
        push(page, tag);
        return 1;
    }
    if (is_section(in)) close_to(page, page->depth - 1, TO_GO_ON);
    if (element == E_col) {
        push_implied(page, E_colgroup);
        put_empty(page, tag);
        return 1;
    }
    if (is_cell(element) || element == E_tr) push_implied(page, E_tbody);
    if (is_cell(element)) push_implied(page, E_tr);
    push(page, tag);
    return 1;
}

/* A start tag anywhere in the body. */
static int64_t start_anywhere(Page *page, const Tag *tag, int64_t i) {
    enum element element = tag->element, in = current(page);
    int in_table = in == E_table || is_section(in) || in == E_tr || in == E_colgroup;
    if (has_flag(element, TABLE_PART) && !in_table) {
        int64_t part = innermost_part(page);
        if (page->selects) refuse(page);
        if (part < 0) return i; /* not in a table: left out */
        if (!is_cell(page->open[part].element) && page->open[part].element != E_caption) refuse(page);
        close_to(page, part, TO_END);
        page->waits = 0; /* formatting ends with a cell */
        in_table = 1;
    }
    if (!in_table) return start_in_body(page, tag, i);
    if (start_in_table(page, tag)) return i;
    switch (element) { /* what else has a place between rows and cells */
        case E_template: return pass_template(page, i);
        case E_script: return pass_script(page, tag, i);
        case E_style: return pass_style(page, tag, i);
        default: refuse(page); return i;
    }
}

/* An end tag that is about tables: closes what is open in that part. */
static void end_in_table(Page *page, const Tag *tag) {
    enum element element = tag->element;
    int64_t place = find_open(page, element, IN_TABLE_SCOPE);
    if (page->selects) refuse(page);
    if (place < 0 || element == E_col) return;
    int64_t part = innermost_part(page);
    enum element inner = page->open[part].element;
    /* In a cell ends of captions and groups of columns are left out; outside of one those of cells are. */
    if (part > place && (element == E_caption || element == E_colgroup || is_cell(element))) {
        if (is_cell(element) || is_cell(inner) || inner == E_tr || is_section(inner)) return;
    }
    if (inner == E_caption && element != E_caption && element != E_table) return;
    if (part < page->depth - 1 && !is_cell(inner) && inner != E_caption) refuse(page);
    close_to(page, place, TO_END);
    if (is_cell(inner) || inner == E_caption) page->waits = 0;
}

static int64_t end_anywhere(Page *page, const Tag *tag, int64_t i) {
    enum element element = tag->element, in = current(page);
    int in_table = in == E_table || is_section(in) || in == E_tr || in == E_colgroup;
    if (in == E_colgroup && element != E_colgroup) refuse(page);
    if (has_flag(element, TABLE_PART) || element == E_table) end_in_table(page, tag);
    else if (!in_table) end_in_body(page, tag);
    else if (element != E_body && element != E_html) refuse(page); /* it is looked for outside of the table */
    return i;
}

/* Before the body */

static void start_page(Page *page, const Tag *tag) {
    page->is_begun = 1;
    page->has_attributes[0] = tag->element == E_html && tag->attributes;
    if (tag->element == E_html) push(page, tag);
    else push_implied(page, E_html);
    page->mode = BEFORE_HEAD;
}

/* A start tag before the body; returns -1 if it begins the body. */
static int64_t start_before_body(Page *page, const Tag *tag, int64_t i) {
    enum element element = tag->element;
    if (element == E_html && page->mode != BEFORE_HTML) {
        merge(page, tag);
        return i;
    }
    if (page->mode == BEFORE_HTML) {
        start_page(page, tag);
        if (element == E_html) return i;
    }
    if (page->mode == IN_HEAD_NOSCRIPT) {
        switch (element) {
            case E_link: case E_meta: note_head(page, tag); return i;
            case E_style: return pass_style(page, tag, i);
            case E_head: case E_noscript: return i;
            default: page->mode = IN_HEAD; /* it ends there */
        }
    }
    if (page->mode == BEFORE_HEAD) {
        page->mode = IN_HEAD;
        if (element == E_head) return i;
    }
    switch (element) {
        case E_head: return i;
        case E_base: case E_link: case E_meta: note_head(page, tag); return i;
        case E_title: return put_field(page, tag, i);
        case E_style: return pass_style(page, tag, i);
        case E_script: return pass_script(page, tag, i);
        case E_template: return pass_template(page, i);
        case E_noscript:
            if (page->mode == AFTER_HEAD) break;
            page->mode = IN_HEAD_NOSCRIPT;
            return i;
        case E_body:
            push(page, tag);
            page->has_attributes[1] = tag->attributes > 0;
            page->mode = IN_BODY;
            return i;
        default: break;
    }
    start_body(page);
    return -1;
}

/* Most end tags without an element are left out. */
static int64_t end_before_body(Page *page, const Tag *tag, int64_t i) {
    enum element element = tag->element;
    page->is_begun = 1;
    if (page->mode == IN_HEAD_NOSCRIPT && element == E_noscript) page->mode = IN_HEAD;
    else if (page->mode == IN_HEAD && element == E_head) page->mode = AFTER_HEAD;
    else if (element == E_br || element == E_html || element == E_body || element == E_head) refuse(page);
    return i;
}

/* The whole page */

static int64_t pass_doctype(Page *page, int64_t i) {
    static const char STANDARD[] = "<!doctype html>";
    int64_t same = 0;
    while (STANDARD[same] && i + same < page->size && lower(page->s[i + same]) == (uint8_t)STANDARD[same]) same++;
    if (same >= 9) { /* only what comes first counts */
        page->is_standard |= !page->is_begun && !STANDARD[same];
        page->is_begun = 1;
    }
    return pass_comment(page, i);
}

/* Read what starts with the `<` at i; returns the place behind it. */
static int64_t read_markup(Page *page, int64_t i) {
    const uint8_t *s = page->s;
    Tag tag;
    tag.is_end = s[i + 1] == '/';
    int64_t name = i + 1 + tag.is_end;
    if (!tag.is_end && s[name] == '!') return pass_doctype(page, i);
    if (name >= page->size || !is_letter(s[name])) return pass_comment(page, i);
    i = read_tag(page, &tag, name);
    if (page->stopped) return page->size;
    if (has_flag(tag.element, ODD)) refuse(page);
    if (tag.is_end) return page->mode == IN_BODY ? end_anywhere(page, &tag, i) : end_before_body(page, &tag, i);
    if (page->mode != IN_BODY) {
        int64_t behind = start_before_body(page, &tag, i);
        if (behind >= 0) return behind;
    }
    return start_anywhere(page, &tag, i);
}

static void write_page(Page *page) {
    int64_t i = 0;
    make_room(page, &page->out, page->size / 2);
    while (i < page->size && !page->stopped) {
        int64_t start = i, stop = next_markup(page, i);
        if (stop > i) put_text(page, i, stop);
        i = stop < page->size ? read_markup(page, stop) : stop;
        if (late(page->clock, i - start)) return;
    }
    if (page->mode != IN_BODY) refuse(page);
    close_to(page, 0, TO_END);
}

static int compare_insertions(const void *one, const void *other) {
    const Insertion *a = one, *b = other;
    if (a->place != b->place) return a->place < b->place ? -1 : 1;
    if (a->is_frame != b->is_frame) return a->is_frame - b->is_frame;
    return a->start < b->start ? -1 : a->start > b->start;
}

/* Write the body again with what belongs into earlier tags. Addresses of embedded documents are one attribute. */
static void put_insertions(Page *page) {
    Text whole = {0, 0, 0};
    int64_t copied = 0;
    if (!page->insertions || page->stopped) return;
    qsort(page->insertion, (size_t)page->insertions, sizeof *page->insertion, compare_insertions);
    make_room(page, &whole, page->out.used + page->later.used + 20 * page->insertions);
    for (int64_t i = 0; i < page->insertions && !page->stopped; i++) {
        const Insertion *now = page->insertion + i;
        int is_first = !i || now[-1].place != now->place || !now[-1].is_frame, is_last = i + 1 == page->insertions || now[1].place != now->place;
        put(page, &whole, page->out.bytes + copied, now->place - copied);
        copied = now->place;
        if (now->is_frame && is_first) put(page, &whole, " sectio-frames=\"", 16);
        else if (now->is_frame && now->end > now->start && whole.bytes[whole.used - 1] != '"') put(page, &whole, " ", 1);
        int64_t start = now->start; /* no white space before the first address */
        while (now->is_frame && whole.bytes[whole.used - 1] == '"' && start < now->end && is_space(page->later.bytes[start])) start++;
        put(page, &whole, page->later.bytes + start, now->end - start);
        if (now->is_frame && is_last) put(page, &whole, "\"", 1);
    }
    if (!page->stopped) put(page, &whole, page->out.bytes + copied, page->out.used - copied);
    free(page->out.bytes);
    page->out = whole;
}

static int take_page(Held *held, PyObject *const *given, Page *page) {
    page->size = page->entities.count = -1;
    return take(held, given[0], "source", "u1", READ, &page->size, &page->s) ||
           take(held, given[1], "names", "S32", READ, &page->entities.count, &page->entities.names) ||
           take(held, given[2], "values", "S8", READ, &page->entities.count, &page->entities.values);
}

static PyObject *given_text(const Text *text) { return PyBytes_FromStringAndSize((const char *)text->bytes, (Py_ssize_t)text->used); }

static PyObject *given_page(const Page *page) {
    return Py_BuildValue("(NNNN)", given_text(&page->out), given_text(&page->about), given_text(&page->scripts), given_text(&page->styles));
}

/* repair(source, names, values): the body as clean markup, the tags that say something about the page, and where JSON-LD and styles start
 * and end in the source, as 64-bit numbers; None if the parser has to do it. `names` are named characters, sorted, `values` what they stand for. */
PyObject *repair(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    PyObject *found = 0;
    Page *page = expect("repair", size, 3) ? 0 : calloc(1, sizeof *page);
    (void)module;
    if (!page) return PyErr_Occurred() ? 0 : PyErr_NoMemory();
    page->clock = &clock;
    if (!take_page(&held, given, page)) {
        start_long_work(&clock, page->size);
        write_page(page);
        put_insertions(page);
        if (!end_work(&clock)) found = page->stopped == NO_MEMORY ? PyErr_NoMemory() : page->stopped ? Py_NewRef(Py_None) : given_page(page);
    }
    free(page->out.bytes);
    free(page->about.bytes);
    free(page->later.bytes);
    free(page->scripts.bytes);
    free(page->styles.bytes);
    free(page);
    release(&held);
    return found;
}
