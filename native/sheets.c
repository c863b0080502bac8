/* Style sheets to rules: the compiled twin of dom/stylesheets.py, which says what is read and what is not.
 *
 * Sheets are long, and few rules are about what is hidden: rules are found by what they declare, from there back to their selectors. What
 * only patterns of the plain code can tell (names that are not ASCII, odd white space) makes a page odd, and the plain code reads it.
 */
#include "sheets.h"

#include <stdlib.h>
#include <string.h>

#include "stages.h"

enum { MOST_LETTERS = 500000, MOST_RULES = 2000, LONGEST_QUERY = 500, LONGEST_NAME = 200, WIDTH = 1024, EM = 16 }; /* as there */

void *more_items(List *list, size_t each, int64_t count) {
    if (!list->items || list->used + count > list->room) {
        int64_t room = list->room + list->room / 2 + count + 16;
        void *more = realloc(list->items, (size_t)room * each);
        if (!more) return 0;
        list->items = more;
        list->room = room;
    }
    void *at = (char *)list->items + (size_t)list->used * each;
    list->used += count;
    return at;
}

/* Names. */

static uint64_t mixed(uint64_t hash, uint64_t part) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15u;
    return hash ^ hash >> 32;
}

/* Eight letters at once; the last eight may overlap those before. */
static uint64_t hash_name(uint8_t sign, const uint8_t *word, int64_t length) {
    uint64_t hash = process_key ^ (uint64_t)sign << 56 ^ (uint64_t)length, part = 0;
    if (length >= 8) {
        for (int64_t i = 0; i + 8 < length; i += 8) {
            memcpy(&part, word + i, 8);
            hash = mixed(hash, part);
        }
        memcpy(&part, word + length - 8, 8);
    } else if (length >= 4) {
        uint32_t halves[2];
        memcpy(halves, word, 4);
        memcpy(halves + 1, word + length - 4, 4);
        part = (uint64_t)halves[0] << 32 | halves[1];
    } else if (length) {
        part = (uint64_t)word[0] << 16 | (uint64_t)word[length / 2] << 8 | word[length - 1];
    }
    return mixed(hash, part) * 0x9E3779B97F4A7C15u;
}

/* The slot of a name, or the free one where it would be. */
static int64_t slot_of(const Names *names, uint8_t sign, const uint8_t *word, int64_t length) {
    int64_t mask = ((int64_t)1 << names->slot_bits) - 1, slot = (int64_t)(hash_name(sign, word, length) >> (64 - names->slot_bits));
    for (; names->slots[slot]; slot = (slot + 1) & mask) {
        const Name *there = ITEMS(Name, names->names) + names->slots[slot] - 1;
        const uint8_t *letters = ITEMS(uint8_t, names->letters) + there->letters;
        if (there->length == length + 1 && letters[0] == sign && !memcmp(letters + 1, word, (size_t)length)) break;
    }
    return slot;
}

/* One of 1024 numbers, by a few letters. */
static uint32_t trait_of(uint8_t sign, const uint8_t *word, int64_t length) {
    return length ? (sign + 37u * word[0] + 11u * word[length / 2] + 73u * word[length - 1] + 5u * (uint32_t)length) % 1024 : 0;
}

int32_t find_name(const Names *names, uint8_t sign, const uint8_t *word, int64_t length) {
    uint32_t trait = trait_of(sign, word, length);
    if (!(names->traits[trait / 64] >> trait % 64 & 1)) return -1;
    return names->slots ? names->slots[slot_of(names, sign, word, length)] - 1 : -1;
}

static int make_slots(Names *names) {
    int64_t bits = names->slots ? names->slot_bits + 1 : 9;
    int32_t *slots = calloc((size_t)1 << bits, sizeof *slots);
    if (!slots) return 0;
    free(names->slots);
    names->slots = slots;
    names->slot_bits = bits;
    for (int64_t i = 0; i < names->names.used; i++) {
        const Name *name = ITEMS(Name, names->names) + i;
        const uint8_t *letters = ITEMS(uint8_t, names->letters) + name->letters;
        slots[slot_of(names, letters[0], letters + 1, name->length - 1)] = (int32_t)i + 1;
    }
    return 1;
}

int32_t add_name(Names *names, uint8_t sign, const uint8_t *word, int64_t length) {
    if ((!names->slots || 2 * names->names.used >= (int64_t)1 << names->slot_bits) && !make_slots(names)) return -1;
    int64_t slot = slot_of(names, sign, word, length);
    if (names->slots[slot]) return names->slots[slot] - 1;
    uint8_t *letters = more_items(&names->letters, 1, length + 1);
    Name *name = letters ? more_items(&names->names, sizeof *name, 1) : 0;
    if (!name) return -1;
    letters[0] = sign;
    memcpy(letters + 1, word, (size_t)length);
    *name = (Name){.letters = names->letters.used - length - 1, .length = length + 1, .about = -1};
    names->slots[slot] = (int32_t)names->names.used;
    uint32_t trait = trait_of(sign, word, length);
    names->traits[trait / 64] |= (uint64_t)1 << trait % 64;
    return names->slots[slot] - 1;
}

void free_names(Names *names) {
    free(names->names.items);
    free(names->letters.items);
    free(names->slots);
}

/* Letters. */

static int is_letter(uint8_t c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }
static int is_word(uint8_t c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '_'; }
static int is_part(uint8_t c) { return is_word(c) || c == '-'; }
static uint8_t lower(uint8_t c) { return c >= 'A' && c <= 'Z' ? c + 32 : c; }

/* What `\s` means among declarations; selectors also know four separators of ASCII as white space, which are left to the plain code. */
static int is_space(uint8_t c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* Zero, which the plain code has another character for, and what only Python calls white space. */
static int is_separator(uint8_t c) { return c == 0 || (c >= 0x1C && c <= 0x1F); }

static int64_t behind_space(const uint8_t *s, int64_t i, int64_t stop) {
    while (i < stop && is_space(s[i])) i++;
    return i;
}

/* Whether a text in lower case is here, whatever case it is in; *i is moved behind it. */
static int passes(const uint8_t *s, int64_t *i, int64_t stop, const char *text) {
    int64_t at = *i;
    for (; *text; text++, at++)
        if (at >= stop || lower(s[at]) != (uint8_t)*text) return 0;
    *i = at;
    return 1;
}

/* A sheet. */

/* Which declaration, if any, has the last letter of its property at i: `display\s*:` or `visibility\s*:`, and with `hiding` what hides. */
static enum property declared_at(const uint8_t *s, int64_t i, int64_t size, int hiding) {
    static const struct { const char *name, *value; int64_t length, more; } WANTED[2] = {{"display", "none", 7, 4}, {"visibility", "hidden", 10, 6}};
    for (int which = DISPLAY; which <= VISIBILITY; which++) {
        int64_t length = WANTED[which].length, at = i + 1;
        if (at < length || memcmp(s + at - length, WANTED[which].name, (size_t)length)) continue;
        at = behind_space(s, at, size);
        if (at == size || s[at++] != ':') return NEITHER;
        if (!hiding) return which;
        at = behind_space(s, at, size);
        return size - at >= WANTED[which].more && !memcmp(s + at, WANTED[which].value, (size_t)WANTED[which].more) ? which : NEITHER;
    }
    return NEITHER;
}

/* Whether a text says anything that hides. Both properties end in `y`, a rare letter. */
static int hides(Rules *all, const uint8_t *s, int64_t size) {
    const uint8_t *next;
    for (int64_t i = 0, work = 0; i < size && (next = memchr(s + i, 'y', (size_t)(size - i))); i = next - s + 1, work = i) {
        if (late(all->clock, 1 + (next - s - work) / 8)) return 0;
        if (declared_at(s, next - s, size, 1) != NEITHER) return 1;
    }
    return 0;
}

/* Where the first characters end, of which there are so many: a line end of two bytes is one, too. */
static int64_t cut(const uint8_t *s, int64_t size) {
    int64_t letters = 0, i = 0;
    if (size <= MOST_LETTERS) return size;
    for (; i < size; i++) {
        int is_more = (s[i] & 0xC0) == 0x80 || (s[i] == '\n' && i && s[i - 1] == '\r');
        if (!is_more && letters++ == MOST_LETTERS) break;
    }
    return i;
}

static int needs_copy(const uint8_t *s, int64_t size) {
    uint64_t high = 0, word;
    int64_t i = 0;
    for (; i + 8 <= size; i += 8) {
        memcpy(&word, s + i, 8);
        high |= word & 0x8080808080808080u;
    }
    for (; i < size; i++) high |= s[i] & 0x80;
    if (high || memchr(s, '\r', (size_t)size)) return 1;
    const uint8_t *star = s;
    while ((star = memchr(star, '*', (size_t)(s + size - star)))) {
        if (star > s && star[-1] == '/') return 1;
        star++;
    }
    return 0;
}

/* Where the comment ends that starts at i, or the text. */
static int64_t behind_comment(const uint8_t *s, int64_t i, int64_t size) {
    for (i += 2; i + 1 < size; i++)
        if (s[i] == '*' && s[i + 1] == '/') return i + 2;
    return size;
}

static int is_copied(uint8_t c) { return c < 0x80 && c != '/' && c != '\r'; }

/* Where the letters end that are copied as they are. Eight are looked at at once: subtracting one from each byte of a word without high
 * bits makes one exactly where a byte was 0, that is, where a letter was the one that is looked for. */
static int64_t plain_end(const uint8_t *s, int64_t i, int64_t size) {
    const uint64_t ones = 0x0101010101010101u, high = 0x80 * ones;
    uint64_t word;
    for (; i + 8 <= size; i += 8) {
        memcpy(&word, s + i, 8);
        if ((word | ((word ^ ones * '/') - ones) | ((word ^ ones * '\r') - ones)) & high) break;
    }
    while (i < size && is_copied(s[i])) i++;
    return i;
}

static int64_t copy(const uint8_t *s, int64_t size, uint8_t *to, Clock *clock) {
    int64_t made = 0;
    for (int64_t i = 0; i < size && !late(clock, 1);) {
        int64_t end = plain_end(s, i, size);
        memcpy(to + made, s + i, (size_t)(end - i));
        made += end - i;
        late(clock, (end - i) / 8);
        i = end;
        if (i == size) break;
        if (s[i] == '/' && i + 1 < size && s[i + 1] == '*') {
            int64_t behind = behind_comment(s, i, size);
            late(clock, behind - i);
            i = behind;
        } else if (s[i] >= 0x80) {
            to[made++] = OTHER;
            do i++;
            while (i < size && (s[i] & 0xC0) == 0x80);
        } else {
            if (s[i] != '\r' || i + 1 == size || s[i + 1] != '\n') to[made++] = s[i];
            i++;
        }
    }
    return made;
}

int read_sheet(Rules *all, const uint8_t *text, int64_t size, Sheet *sheet) {
    *sheet = (Sheet){.text = text, .size = size};
    if (!hides(all, text, size)) return 0;
    sheet->size = cut(text, size);
    if (late(all->clock, size - sheet->size + sheet->size / 8) || !needs_copy(text, sheet->size)) return 1;
    sheet->own = malloc((size_t)sheet->size);
    all->no_memory |= !sheet->own;
    if (!sheet->own) return 0;
    sheet->size = copy(text, sheet->size, sheet->own, all->clock);
    sheet->text = sheet->own;
    return 1;
}

void free_sheet(Sheet *sheet) {
    free(sheet->own);
    free(sheet->groups.items);
}

/* Media queries. */

/* A bound of the width at *i, which is moved behind it: 1 if it holds, 0 if it does not, -1 if there is none. */
static int bound_holds(const uint8_t *s, int64_t *i, int64_t stop) {
    int64_t at = *i, number = 0, digits = 0, scale = 1000000, is_least;
    if (!passes(s, &at, stop, "(")) return -1;
    at = behind_space(s, at, stop);
    is_least = passes(s, &at, stop, "min");
    if ((!is_least && !passes(s, &at, stop, "max")) || !passes(s, &at, stop, "-width")) return -1;
    at = behind_space(s, at, stop);
    if (!passes(s, &at, stop, ":")) return -1;
    at = behind_space(s, at, stop);
    for (; digits < 6 && at < stop && s[at] >= '0' && s[at] <= '9'; digits++) number = 10 * number + (s[at++] - '0');
    if (!digits) return -1;
    number *= scale;
    if (at + 1 < stop && s[at] == '.' && s[at + 1] >= '0' && s[at + 1] <= '9')
        for (at++; scale > 1 && at < stop && s[at] >= '0' && s[at] <= '9'; at++) number += (s[at] - '0') * (scale /= 10);
    int is_pixels = passes(s, &at, stop, "px");
    if (!is_pixels && !passes(s, &at, stop, "em") && !passes(s, &at, stop, "rem")) return -1;
    at = behind_space(s, at, stop);
    if (!passes(s, &at, stop, ")")) return -1;
    *i = at;
    int64_t width = number * (is_pixels ? 1 : EM), screen = (int64_t)WIDTH * 1000000;
    return is_least ? width <= screen : width >= screen;
}

/* A word at *i, which is moved behind it, that says nothing about a wide screen. */
static int passes_word(const uint8_t *s, int64_t *i, int64_t stop) {
    static const char *const WORDS[4] = {"only", "and", "all", "screen"};
    for (int which = 0; which < 4; which++) {
        int64_t at = *i;
        if (!passes(s, &at, stop, WORDS[which]) || (at < stop && is_word(s[at]))) continue;
        *i = at;
        return 1;
    }
    return 0;
}

/* Whether one query holds: it has bounds that hold, words without meaning, and nothing else. */
static int query_holds(const uint8_t *s, int64_t start, int64_t stop) {
    int is_empty = 1;
    for (int64_t i = behind_space(s, start, stop); i < stop; i = behind_space(s, i, stop)) {
        is_empty = 0;
        int bound = bound_holds(s, &i, stop);
        if (!bound || (bound < 0 && !passes_word(s, &i, stop))) return 0;
    }
    return !is_empty;
}

static int group_applies(Rules *all, const uint8_t *s, int64_t start, int64_t stop) {
    if (behind_space(s, start, stop) == stop) return 1;
    if (stop - start > LONGEST_QUERY) return 0;
    for (int64_t i = start; i < stop; i++) all->is_odd |= s[i] >= 0x80 || is_separator(s[i]);
    for (int64_t i = start, end; i <= stop; i = end + 1) {
        const uint8_t *comma = memchr(s + i, ',', (size_t)(stop - i));
        end = comma ? comma - s : stop;
        if (query_holds(s, i, end)) return 1;
    }
    return 0;
}

/* Groups. */

static int64_t behind_group(const Sheet *sheet, int64_t i) {
    int64_t level = 1;
    for (; i < sheet->size; i++) {
        if (sheet->text[i] == '{') level++;
        else if (sheet->text[i] == '}' && !--level) return i + 1;
    }
    return sheet->size;
}

static int is_name(const uint8_t *s, int64_t start, int64_t stop, const char *name) {
    return passes(s, &start, stop, name) && start == stop;
}

/* Note where groups are that a wide screen does not apply. */
static void find_groups(Rules *all, Sheet *sheet) {
    const uint8_t *s = sheet->text, *at;
    int64_t behind = 0, brace = 0;
    sheet->has_groups = 1;
    for (int64_t i = 0; i < sheet->size && (at = memchr(s + i, '@', (size_t)(sheet->size - i)));) {
        int64_t start = at - s, name = start + 1, end = name;
        while (end < sheet->size && is_part(s[end])) end++;
        all->is_odd |= end < sheet->size && s[end] >= 0x80;
        if (brace < end) brace = end; /* otherwise nothing between the two ends it */
        int64_t work = brace;
        while (brace < sheet->size && s[brace] != '{' && s[brace] != '}' && s[brace] != ';') brace++;
        if (late(all->clock, 1 + brace - work)) return;
        i = start + 1;
        if (end == name || brace == sheet->size || s[brace] != '{') continue;
        i = brace + 1;
        int applies = is_name(s, name, end, "media") ? group_applies(all, s, end, brace)
                                                     : is_name(s, name, end, "supports") || is_name(s, name, end, "layer");
        if (applies || start < behind) continue;
        int64_t *pair = more_items(&sheet->groups, sizeof *pair, 2);
        all->no_memory |= !pair;
        if (!pair) return;
        behind = behind_group(sheet, brace + 1);
        pair[0] = start;
        pair[1] = behind;
        if (late(all->clock, behind - brace)) return;
    }
}

static int is_applied(Rules *all, Sheet *sheet, int64_t place) {
    if (!sheet->has_groups) find_groups(all, sheet);
    const int64_t *pairs = ITEMS(int64_t, sheet->groups);
    int64_t low = 0, high = sheet->groups.used / 2; /* the first that does not start before the place */
    while (low < high) {
        int64_t middle = (low + high) / 2;
        if (pairs[2 * middle] < place) low = middle + 1;
        else high = middle;
    }
    return !low || place >= pairs[2 * low - 1];
}

/* Declarations. */

typedef struct {
    int8_t property, hides, important;
} Declared;

/* The declaration at *i, which is moved behind it and the white space there. */
static int read_declared(const uint8_t *s, int64_t *i, int64_t stop, Declared *to) {
    int64_t at = *i, value, end;
    to->property = passes(s, &at, stop, "display") ? DISPLAY : VISIBILITY;
    if (to->property == VISIBILITY && !passes(s, &at, stop, "visibility")) return 0;
    at = behind_space(s, at, stop);
    if (!passes(s, &at, stop, ":")) return 0;
    value = end = behind_space(s, at, stop);
    while (end < stop && (is_letter(s[end]) || s[end] == '-')) end++;
    if (end == value) return 0;
    to->hides = (int8_t)is_name(s, value, end, to->property == DISPLAY ? "none" : "hidden");
    *i = at = behind_space(s, end, stop);
    to->important = 0;
    if (!passes(s, &at, stop, "!")) return 1;
    at = behind_space(s, at, stop);
    to->important = (int8_t)passes(s, &at, stop, "important");
    if (to->important) *i = at;
    return 1;
}

/* All declarations about display and visibility behind a brace; whether any of them hides, or any does not. */
static int read_block(Rules *all, const Sheet *sheet, int64_t brace, int hiding) {
    const uint8_t *s = sheet->text + brace + 1, *close = memchr(s, '}', (size_t)(sheet->size - brace - 1));
    int64_t stop = close ? close - s : sheet->size - brace - 1;
    int found = 0;
    all->declared.used = 0;
    if (late(all->clock, stop)) return 0;
    for (int64_t i = 0; i < stop;) {
        Declared now;
        int64_t at = i;
        /* At the start of the block, or behind one `;` or white space. */
        if (i == 0 && read_declared(s, &at, stop, &now)) {}
        else if ((s[i] == ';' || is_space(s[i])) && (at = i + 1, read_declared(s, &at, stop, &now))) {}
        else {
            i++;
            continue;
        }
        Declared *to = more_items(&all->declared, sizeof *to, 1);
        all->no_memory |= !to;
        if (!to) return 0;
        *to = now;
        found |= now.hides == hiding;
        i = at;
    }
    return found;
}

/* Selectors. */

/* Where the word of a name ends: letters, and others with a backslash before them. */
static int64_t word_end(const uint8_t *s, int64_t i, int64_t stop) {
    for (;;) {
        if (i < stop && is_part(s[i])) i++;
        else if (i + 1 < stop && s[i] == '\\' && !is_space(s[i + 1]) && !is_word(s[i + 1])) i += 2;
        else return i;
    }
}

/* The word without its backslashes; *n is how long it is. */
static const uint8_t *plain_word(Rules *all, const uint8_t *word, int64_t *n, uint8_t room[LONGEST_NAME]) {
    int64_t made = 0;
    if (!memchr(word, '\\', (size_t)*n)) return word;
    if (*n > LONGEST_NAME) {
        all->is_odd = 1;
        *n = 0;
        return word;
    }
    for (int64_t i = 0; i < *n; i++)
        if (word[i] != '\\') room[made++] = word[i];
    *n = made;
    return room;
}

static int32_t name_at(Rules *all, const uint8_t *s, int64_t i, int64_t end) {
    uint8_t room[LONGEST_NAME];
    int64_t length = end - i - 1;
    const uint8_t *word = plain_word(all, s + i + 1, &length, room);
    int32_t name = add_name(&all->names, s[i], word, length);
    all->no_memory |= name < 0;
    return name;
}

/* Add a name to the last compound, unless it has it. */
static void add_part(Rules *all, Compound *to, int32_t name) {
    const int32_t *parts = ITEMS(int32_t, all->parts) + to->names;
    for (int32_t i = 0; i < to->count; i++)
        if (parts[i] == name) return;
    int32_t *part = more_items(&all->parts, sizeof *part, 1);
    all->no_memory |= !part;
    if (!part) return;
    *part = name;
    to->count++;
}

static int32_t tag_named(Rules *all, const uint8_t *s, int64_t start, int64_t stop) {
    uint8_t low[LONGEST_NAME];
    if (stop - start > LONGEST_NAME) {
        all->is_odd = 1;
        return ANY_TAG;
    }
    for (int64_t i = start; i < stop; i++) low[i - start] = lower(s[i]);
    int32_t name = add_name(&all->names, '<', low, stop - start);
    all->no_memory |= name < 0;
    return name;
}

/* The compound at *i, which is moved behind it; 0 if it is not made of a tag, classes and ids alone. */
static int read_compound(Rules *all, const uint8_t *s, int64_t *i, int64_t stop, Rule *rule, int is_child) {
    int64_t start = *i, at = start;
    Compound made = {.tag = ANY_TAG, .names = (int32_t)all->parts.used, .is_child = is_child};
    if (at < stop && s[at] == '*') at++;
    else if (at < stop && is_letter(s[at])) {
        while (at < stop && is_part(s[at])) at++;
        made.tag = tag_named(all, s, start, at);
        rule->tags++;
    }
    while (at < stop && (s[at] == '.' || s[at] == '#')) {
        int64_t end = word_end(s, at + 1, stop);
        if (end == at + 1) return 0;
        for (int64_t j = at; j + 1 < end; j++)
            if (s[j] == '\\' && strchr(">+~", s[j + 1])) return 0; /* the plain code takes them for joints */
        add_part(all, &made, name_at(all, s, at, end));
        at = end;
    }
    if (at == start) return 0;
    for (int32_t k = 0; k < made.count; k++) {
        const Name *name = ITEMS(Name, all->names.names) + ITEMS(int32_t, all->parts)[made.names + k];
        *(ITEMS(uint8_t, all->names.letters)[name->letters] == '#' ? &rule->ids : &rule->classes) += 1;
    }
    Compound *to = more_items(&all->compounds, sizeof *to, 1);
    all->no_memory |= !to;
    if (!to) return 0;
    *to = made;
    rule->count++;
    *i = at;
    return 1;
}

/* A selector as compounds; 0 if it is not a simple one, and then what was added is taken back. */
static int read_selector(Rules *all, const uint8_t *s, int64_t i, int64_t stop, Rule *rule) {
    int64_t compounds = all->compounds.used, parts = all->parts.used;
    int is_child = 0;
    *rule = (Rule){.compounds = (int32_t)compounds, .rows = -1};
    i = behind_space(s, i, stop);
    while (stop > i && is_space(s[stop - 1])) stop--;
    while (!all->no_memory && read_compound(all, s, &i, stop, rule, is_child)) {
        if (i == stop) return 1;
        int64_t behind = behind_space(s, i, stop);
        is_child = s[behind] == '>';
        if (!is_child && behind == i) break;
        i = is_child ? behind_space(s, behind + 1, stop) : behind;
    }
    all->compounds.used = compounds;
    all->parts.used = parts;
    return 0;
}

/* A selector without states and attributes, into `to`; returns its length. */
static int64_t without_states(const uint8_t *s, int64_t start, int64_t stop, uint8_t *to) {
    int64_t made = 0;
    for (int64_t i = start; i < stop;) {
        int64_t end = i + 1;
        if (s[i] == ':' && (i == start || s[i - 1] != '\\')) {
            while (end < stop && is_part(s[end])) end++;
            if (end > i + 1) {
                int64_t close = end + 1;
                if (end < stop && s[end] == '(') {
                    while (close < stop && s[close] != '(' && s[close] != ')') close++;
                    if (close < stop && s[close] == ')') end = close + 1;
                }
                i = end;
                continue;
            }
        } else if (s[i] == '[') {
            const uint8_t *close = memchr(s + i, ']', (size_t)(stop - i));
            if (close) {
                i = close - s + 1;
                continue;
            }
        }
        to[made++] = s[i++];
    }
    return made;
}

/* Rules. */

static void add_rules(Rules *all, const Rule *rule, int hiding, int64_t order) {
    for (int64_t i = 0; i < all->declared.used; i++) {
        const Declared *now = ITEMS(Declared, all->declared) + i;
        if (now->hides != hiding) continue;
        Rule *to = more_items(&all->rules, sizeof *to, 1);
        all->no_memory |= !to;
        if (!to) return;
        *to = *rule;
        to->property = now->property;
        to->hides = now->hides;
        to->important = now->important;
        to->order = (int32_t)order;
    }
}

/* The rules of one selector with the declarations that were read: those that hide, which must be plain, or the others. */
static void add_selector(Rules *all, const uint8_t *s, int64_t start, int64_t stop, int hiding, int64_t order) {
    Rule rule;
    for (int64_t i = start; i + 1 < stop; i++)
        if (s[i] == ':' && s[i + 1] == ':') return;
    if (read_selector(all, s, start, stop, &rule)) {
        rule.plain = 1;
        add_rules(all, &rule, hiding, order);
    } else if (!hiding) {
        all->scratch.used = 0;
        uint8_t *room = more_items(&all->scratch, 1, stop - start + 1);
        all->no_memory |= !room;
        if (!room) return;
        int64_t length = without_states(s, start, stop, room);
        if (read_selector(all, room, 0, length, &rule)) add_rules(all, &rule, 0, order);
    }
}

/* Whether selectors name anything wanted, in whatever they are made of. */
static int names_wanted(Rules *all, const uint8_t *s, int64_t i, int64_t stop) {
    uint8_t room[LONGEST_NAME];
    while (i < stop) {
        int64_t end = s[i] == '.' || s[i] == '#' ? word_end(s, i + 1, stop) : i;
        if (end <= i + 1) {
            i++;
            continue;
        }
        int64_t length = end - i - 1;
        const uint8_t *word = plain_word(all, s + i + 1, &length, room);
        int32_t name = find_name(&all->names, s[i], word, length);
        if (name >= 0 && ITEMS(Name, all->names.names)[name].is_wanted) return 1;
        i = end;
    }
    return 0;
}

/* A rule whose brace is known: its selectors start behind the last `}`, `{` or `;`. */
static void add_rule(Rules *all, Sheet *sheet, int64_t brace, int hiding) {
    const uint8_t *s = sheet->text, *comma;
    int64_t start = brace;
    while (start > 0 && s[start - 1] != '}' && s[start - 1] != '{' && s[start - 1] != ';') start--;
    if (late(all->clock, brace - start) || memchr(s + start, '@', (size_t)(brace - start))) return;
    for (int64_t i = start; i < brace; i++) all->is_odd |= s[i] >= 0x80 || is_separator(s[i]);
    if (all->is_odd || (!hiding && !names_wanted(all, s, start, brace))) return;
    if (!is_applied(all, sheet, start) || !read_block(all, sheet, brace, hiding)) return;
    for (int64_t i = start, stop; i <= brace; i = stop + 1) {
        comma = memchr(s + i, ',', (size_t)(brace - i));
        stop = comma ? comma - s : brace;
        add_selector(all, s, i, stop, hiding, start);
    }
}

static void add_all(Rules *all, Sheet *sheet, int hiding) {
    const uint8_t *s = sheet->text, *next;
    int64_t seen[2] = {0, 0}, brace = -1, looked = 0, last = -1, work = 0;
    for (int64_t i = 0; i < sheet->size && (next = memchr(s + i, 'y', (size_t)(sheet->size - i))); i = next - s + 1) {
        int64_t place = next - s;
        if (all->is_odd || all->no_memory || late(all->clock, 1 + (place - work) / 8)) return;
        work = place;
        enum property which = declared_at(s, place, sheet->size, hiding);
        if (which == NEITHER || seen[which]++ >= MOST_RULES) continue;
        for (int64_t back = place; back > looked; back--) {
            if (s[back - 1] != '{') continue;
            brace = back - 1;
            break;
        }
        looked = place;
        if (brace < 0 || brace == last) continue;
        last = brace;
        add_rule(all, sheet, brace, hiding);
    }
}

void add_hiding(Rules *all, Sheet *sheet) { add_all(all, sheet, 1); }
void add_showing(Rules *all, Sheet *sheet) { add_all(all, sheet, 0); }

void free_rules(Rules *all) {
    free_names(&all->names);
    free(all->rules.items);
    free(all->compounds.items);
    free(all->parts.items);
    free(all->declared.items);
    free(all->scratch.items);
}
