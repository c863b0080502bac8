/* The rows that the page's own style rules hide: the compiled twin of `_by_own_rules` in dom/hidden.py.
 *
 * First the rules that hide are read, and the rows found that they select; then the rules that show what those rows are named by. On few
 * pages both are more than a handful. Rules that would take too many steps, or that only patterns can read, are left to the plain code.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "sheets.h"
#include "stages.h"

enum { MOST_STEPS = 400000 }; /* the plain code stops after 1,000,000 in all, and may look at a rule twice */

typedef struct {
    const int32_t *rows, *starts, *ends;
    int64_t count;
} Values;

typedef struct {
    const uint8_t *source, *sheets, *tag_names, *off;
    const int32_t *parent, *end, *words;
    const int16_t *tag;
    const int64_t *sheet_starts, *sheet_ends;
    Values classes, ids;
    int64_t size, sheets_size, sheet_count, rows, tags_size, off_size, known;
} Given;

/* The strongest rules about display and visibility of a row so far, and whether one says that the page can show it. */
typedef struct {
    int32_t row, strongest[2];
    int is_shown;
} Verdict;

typedef struct {
    const Given *given;
    Rules rules;
    Clock *clock;
    Sheet *sheets;
    int64_t sheet_count;
    int64_t tags;           /* the first names are those of tags, in the order of their codes */
    int32_t *by_tag;        /* rows in order of their tags, and where each tag starts */
    int32_t *tag_start;
    List named;             /* rows in order of their names */
    List pairs;             /* name and row */
    List selected;          /* rows that rules select */
    List around, inside;    /* while a selector is looked at: rows that its outer compounds select, and those of the next one */
    List about;             /* rule, and the next place of the same name */
    uint8_t *is_selected;
    Verdict verdict;        /* about the row that is decided on */
    int64_t steps;
} Work;

#define STOPPED(work) ((work)->clock->stopped || (work)->rules.is_odd || (work)->rules.no_memory)

static void *more(Work *work, List *list, size_t each, int64_t count) {
    void *at = more_items(list, each, count);
    work->rules.no_memory |= !at;
    return at;
}

/* Names of rows. */

/* What is done with each name of a row. */
typedef void (*Look)(Work *work, uint8_t sign, const uint8_t *word, int64_t length, int32_t row);

static void want_name(Work *work, uint8_t sign, const uint8_t *word, int64_t length, int32_t row) {
    (void)row;
    int32_t name = add_name(&work->rules.names, sign, word, length);
    work->rules.no_memory |= name < 0;
    if (name >= 0) ITEMS(Name, work->rules.names.names)[name].is_wanted = 1;
}

/* Add the row to those of its name, if rules name it. */
static void note_pair(Work *work, uint8_t sign, const uint8_t *word, int64_t length, int32_t row) {
    int32_t number = find_name(&work->rules.names, sign, word, length);
    if (number < 0) return;
    Name *name = ITEMS(Name, work->rules.names.names) + number;
    if (name->count && name->first == row) return; /* the same class twice: `first` is the last row for now */
    name->first = row;
    name->count++;
    int32_t *pair = more(work, &work->pairs, sizeof *pair, 2);
    if (!pair) return;
    pair[0] = number;
    pair[1] = row;
}

/* The value with its entities decoded, in scratch memory; *length is how long it is. */
static const uint8_t *decoded(Work *work, const uint8_t *value, int64_t *length) {
    int64_t made = 0, taken;
    if (!memchr(value, '&', (size_t)*length)) return value;
    work->rules.scratch.used = 0;
    uint8_t *to = more(work, &work->rules.scratch, 1, *length);
    if (!to) return value;
    for (int64_t i = 0; i < *length; i += taken) {
        int32_t point = value[i] == '&' ? entity_at(value + i, *length - i, &taken) : (taken = 1, value[i]);
        if (value[i] == '&' && point == 0xA0) to[made++] = 0xC2;
        to[made++] = (uint8_t)point;
    }
    *length = made;
    return to;
}

/* How many bytes the white space takes that begins here; words of classes are separated by all that Python knows. */
static int64_t space_at(const uint8_t *s, int64_t left) {
    if (s[0] < 0x80) return s[0] == ' ' || (s[0] >= '\t' && s[0] <= '\r') || (s[0] >= 0x1C && s[0] <= 0x1F);
    if (s[0] == 0xC2) return left > 1 && (s[1] == 0x85 || s[1] == 0xA0) ? 2 : 0;
    if (left < 3 || s[0] < 0xE1 || s[0] > 0xE3) return 0;
    int32_t rest = s[1] << 8 | s[2];
    if (s[0] == 0xE1) return rest == 0x9A80 ? 3 : 0;
    if (s[0] == 0xE3) return rest == 0x8080 ? 3 : 0;
    return (rest >= 0x8080 && rest <= 0x808A) || rest == 0x80A8 || rest == 0x80A9 || rest == 0x80AF || rest == 0x819F ? 3 : 0;
}

/* Most characters: signs and letters of ASCII, which are no white space. */
static int is_solid(uint8_t c) { return c > ' ' && c < 0x7F; }

static void read_classes(Work *work, int64_t i, Look look) {
    const Values *values = &work->given->classes;
    int64_t length = values->ends[i] - values->starts[i];
    const uint8_t *value = decoded(work, work->given->source + values->starts[i], &length);
    if (late(work->clock, 1 + length)) return;
    for (int64_t at = 0, space; at < length; at += space) {
        int64_t start = at;
        for (space = 0; at < length && (is_solid(value[at]) || !(space = space_at(value + at, length - at))); at++) {}
        if (at == start) continue;
        look(work, '.', value + start, at - start, values->rows[i]);
    }
}

static void read_id(Work *work, int64_t i, Look look) {
    const Values *values = &work->given->ids;
    int64_t length = values->ends[i] - values->starts[i];
    const uint8_t *value = decoded(work, work->given->source + values->starts[i], &length);
    if (!length || late(work->clock, 1 + length)) return;
    look(work, '#', value, length, values->rows[i]);
}

/* The rows of each name that rules name, in order. */
static void find_rows(Work *work) {
    Name *names = ITEMS(Name, work->rules.names.names);
    int64_t known = work->rules.names.names.used, total = 0;
    for (int64_t i = 0; i < known; i++) names[i].count = 0;
    work->pairs.used = work->named.used = 0;
    for (int64_t i = 0; i < work->given->classes.count && !STOPPED(work); i++) read_classes(work, i, note_pair);
    for (int64_t i = 0; i < work->given->ids.count && !STOPPED(work); i++) read_id(work, i, note_pair);
    int32_t *to = more(work, &work->named, sizeof *to, work->pairs.used / 2);
    if (!to || STOPPED(work)) return;
    for (int64_t i = 0; i < known; i++) {
        names[i].first = (int32_t)total;
        total += names[i].count;
        names[i].count = 0;
    }
    for (int64_t i = 0; i < work->pairs.used; i += 2) {
        const int32_t *pair = ITEMS(int32_t, work->pairs) + i;
        to[names[pair[0]].first + names[pair[0]].count++] = pair[1];
    }
}

/* The rows of each tag. */
static void sort_by_tag(Work *work) {
    const Given *given = work->given;
    int64_t tags = work->tags;
    work->by_tag = malloc((size_t)given->rows * sizeof(int32_t) + 1);
    work->tag_start = calloc((size_t)tags + 2, sizeof(int32_t));
    work->rules.no_memory |= !work->by_tag || !work->tag_start;
    if (work->rules.no_memory) return;
    int32_t *next = work->tag_start + 1;
    for (int64_t row = 0; row < given->rows; row++) next[given->tag[row] + 1]++;
    for (int64_t tag = 0; tag < tags; tag++) next[tag + 1] += next[tag];
    /* Where each starts is moved to where it ends, which is where the next one starts. */
    for (int64_t row = 0; row < given->rows && !late(work->clock, 1); row++) work->by_tag[next[given->tag[row]]++] = (int32_t)row;
}

/* Selecting. */

static int is_among(const int32_t *rows, int64_t count, int32_t row) {
    int64_t low = 0;
    while (low < count) {
        int64_t middle = (low + count) / 2;
        if (rows[middle] < row) low = middle + 1;
        else count = middle;
    }
    return rows[low] == row;
}

static int has_row(const int32_t *rows, int64_t count, int32_t row) { return count && row <= rows[count - 1] && is_among(rows, count, row); }

/* Whether a row has all names of a compound but one. */
static int has_others(const Work *work, const Compound *compound, int32_t but, int32_t row) {
    const Name *names = ITEMS(Name, work->rules.names.names);
    const int32_t *parts = ITEMS(int32_t, work->rules.parts) + compound->names;
    for (int32_t i = 0; i < compound->count; i++)
        if (parts[i] != but && !has_row(ITEMS(int32_t, work->named) + names[parts[i]].first, names[parts[i]].count, row)) return 0;
    return 1;
}

/* The rows that have the tag and the names of a compound, into `to`. */
static void fit(Work *work, const Compound *compound, List *to) {
    const Name *names = ITEMS(Name, work->rules.names.names);
    const int32_t *parts = ITEMS(int32_t, work->rules.parts) + compound->names, *rows = 0;
    int64_t count = work->given->rows, code = compound->tag;
    int32_t rarest = -1;
    to->used = 0;
    if (code >= work->tags) return; /* the page has no such tag */
    for (int32_t i = 0; i < compound->count; i++)
        if (rarest < 0 || names[parts[i]].count < names[rarest].count) rarest = parts[i];
    if (rarest >= 0) {
        rows = ITEMS(int32_t, work->named) + names[rarest].first;
        count = names[rarest].count;
    } else if (code >= 0) {
        rows = work->by_tag + work->tag_start[code];
        count = work->tag_start[code + 1] - work->tag_start[code];
    }
    work->steps += 1 + count;
    int32_t *found = more(work, to, sizeof *found, count);
    if (!found) return;
    to->used = 0;
    for (int64_t i = 0; i < count && !late(work->clock, 1); i++) {
        int32_t row = rows ? rows[i] : (int32_t)i;
        if (code >= 0 && work->given->tag[row] != code) continue;
        if (compound->count < 2 || has_others(work, compound, rarest, row)) found[to->used++] = row;
    }
}

/* Of the rows in `inside` those that are right below one of `around`. */
static void keep_children(Work *work) {
    int32_t *inside = ITEMS(int32_t, work->inside);
    int64_t kept = 0;
    for (int64_t i = 0; i < work->inside.used && !late(work->clock, 1); i++)
        if (inside[i] > 0 && has_row(ITEMS(int32_t, work->around), work->around.used, work->given->parent[inside[i]])) inside[kept++] = inside[i];
    work->inside.used = kept;
}

/* Of the rows in `inside` those that are anywhere below one of `around`: before the furthest end of those that start before them. */
static void keep_descendants(Work *work) {
    int32_t *inside = ITEMS(int32_t, work->inside), *around = ITEMS(int32_t, work->around), reached = 0;
    int64_t kept = 0, next = 0;
    for (int64_t i = 0; i < work->inside.used && !late(work->clock, 1); i++) {
        for (; next < work->around.used && around[next] < inside[i]; next++)
            if (work->given->end[around[next]] > reached) reached = work->given->end[around[next]];
        if (reached > inside[i]) inside[kept++] = inside[i];
    }
    work->inside.used = kept;
}

/* The rows that a rule selects, from the outermost compound inwards. */
static void select_rows(Work *work, Rule *rule) {
    const Compound *compounds = ITEMS(Compound, work->rules.compounds) + rule->compounds;
    for (int32_t i = 0; i < rule->count && !STOPPED(work); i++) {
        List last = work->around;
        work->around = work->inside;
        work->inside = last;
        fit(work, compounds + i, &work->inside);
        if (i) (compounds[i].is_child ? keep_children : keep_descendants)(work);
        if (!work->inside.used) break;
    }
    work->rules.is_odd |= work->steps > MOST_STEPS;
    rule->rows = (int32_t)work->selected.used;
    rule->selected = (int32_t)work->inside.used;
    int32_t *to = more(work, &work->selected, sizeof *to, work->inside.used);
    if (to && work->inside.used) memcpy(to, work->inside.items, (size_t)work->inside.used * sizeof *to);
}

/* Whether a rule names an element that HTML knows, and does not say that scripts are off. */
static int may_hide(const Work *work, const Rule *rule) {
    const Compound *compounds = ITEMS(Compound, work->rules.compounds) + rule->compounds, *own = compounds + rule->count - 1;
    for (int32_t i = 0; i < rule->count; i++)
        for (int32_t k = 0; k < compounds[i].count; k++)
            if (ITEMS(Name, work->rules.names.names)[ITEMS(int32_t, work->rules.parts)[compounds[i].names + k]].is_off) return 0;
    return own->count || (own->tag != ANY_TAG && own->tag < work->given->known);
}

/* Rows with text that rules hide: marked, and their names wanted. Returns how many. */
static int64_t select_hidden(Work *work) {
    const Given *given = work->given;
    int64_t found = 0;
    for (int64_t i = 0; i < work->rules.rules.used && !STOPPED(work); i++) {
        Rule *rule = ITEMS(Rule, work->rules.rules) + i;
        select_rows(work, rule);
        for (int32_t k = 0; k < rule->selected && !STOPPED(work); k++) work->is_selected[ITEMS(int32_t, work->selected)[rule->rows + k]] = 1;
    }
    /* Backwards: a row has text if the last text from here on starts before its end. */
    int64_t last = given->rows;
    for (int64_t row = given->rows - 1; row >= 0 && !late(work->clock, 1); row--) {
        if (given->words[row] > 0) last = row;
        if (work->is_selected[row] && last >= given->end[row]) work->is_selected[row] = 0;
        found += work->is_selected[row];
    }
    return found;
}

static void want_names(Work *work) {
    const Given *given = work->given;
    for (int64_t i = 0; i < given->classes.count && !STOPPED(work); i++)
        if (work->is_selected[given->classes.rows[i]]) read_classes(work, i, want_name);
    for (int64_t i = 0; i < given->ids.count && !STOPPED(work); i++)
        if (work->is_selected[given->ids.rows[i]]) read_id(work, i, want_name);
}

/* Deciding. */

/* Rules by the names of the element itself, or by its tag. */
static void index_rules(Work *work) {
    for (int64_t i = 0; i < work->rules.rules.used && !STOPPED(work); i++) {
        const Rule *rule = ITEMS(Rule, work->rules.rules) + i;
        const Compound *own = ITEMS(Compound, work->rules.compounds) + rule->compounds + rule->count - 1;
        const int32_t *keys = own->count ? ITEMS(int32_t, work->rules.parts) + own->names : &own->tag;
        for (int32_t k = 0; k < (own->count ? own->count : own->tag != ANY_TAG); k++) {
            Name *name = ITEMS(Name, work->rules.names.names) + keys[k];
            int32_t *place = more(work, &work->about, sizeof *place, 2);
            if (!place) return;
            place[0] = (int32_t)i;
            place[1] = name->about;
            name->about = (int32_t)work->about.used - 2;
        }
    }
}

/* Whether one rule is stronger than another, or as strong and hides. */
static int is_stronger(const Rule *one, const Rule *other) {
    const int32_t weights[2][6] = {{one->important, one->ids, one->classes, one->tags, one->order, one->hides},
                                   {other->important, other->ids, other->classes, other->tags, other->order, other->hides}};
    for (int i = 0; i < 6; i++)
        if (weights[0][i] != weights[1][i]) return weights[0][i] > weights[1][i];
    return 0;
}

static void apply(Work *work, int32_t name) {
    Verdict *verdict = &work->verdict;
    for (int32_t place = ITEMS(Name, work->rules.names.names)[name].about; place >= 0; place = ITEMS(int32_t, work->about)[place + 1]) {
        int32_t number = ITEMS(int32_t, work->about)[place];
        Rule *rule = ITEMS(Rule, work->rules.rules) + number;
        if (rule->plain && rule->rows < 0) select_rows(work, rule);
        if (verdict->is_shown || late(work->clock, 8) || STOPPED(work)) return;
        if (rule->plain && has_row(ITEMS(int32_t, work->selected) + rule->rows, rule->selected, verdict->row)) {
            int32_t *strongest = verdict->strongest + rule->property;
            if (*strongest < 0 || is_stronger(rule, ITEMS(Rule, work->rules.rules) + *strongest)) *strongest = number;
        } else if (!rule->hides && rule->property == DISPLAY) {
            verdict->is_shown = 1; /* in another state: a class more, a pointer over it */
        }
    }
}

static void apply_name(Work *work, uint8_t sign, const uint8_t *word, int64_t length, int32_t row) {
    (void)row;
    int32_t name = find_name(&work->rules.names, sign, word, length);
    if (name >= 0) apply(work, name);
}

static int verdict_hides(const Work *work) {
    const Rule *rules = ITEMS(Rule, work->rules.rules);
    int hides = 0;
    for (int i = 0; i < 2; i++) hides |= work->verdict.strongest[i] >= 0 && rules[work->verdict.strongest[i]].hides;
    return hides && !work->verdict.is_shown;
}

/* The rows that stay hidden, into `found`. */
static void decide(Work *work, List *found) {
    const Given *given = work->given;
    int64_t next_class = 0, next_id = 0;
    for (int32_t row = 0; row < given->rows && !STOPPED(work); row++) {
        if (!work->is_selected[row]) continue;
        work->verdict = (Verdict){row, {-1, -1}, 0};
        while (next_class < given->classes.count && given->classes.rows[next_class] < row) next_class++;
        while (next_id < given->ids.count && given->ids.rows[next_id] < row) next_id++;
        if (next_class < given->classes.count && given->classes.rows[next_class] == row) read_classes(work, next_class, apply_name);
        if (next_id < given->ids.count && given->ids.rows[next_id] == row) read_id(work, next_id, apply_name);
        apply(work, given->tag[row]);
        int32_t *to = verdict_hides(work) ? more(work, found, sizeof *to, 1) : 0;
        if (to) *to = row;
    }
}

/* The whole. */

/* Names separated by zeros: those of tags, in the order of their codes, or those that say that scripts are off. */
static void add_names(Work *work) {
    const Given *given = work->given;
    for (int64_t i = 0, end; i <= given->tags_size; i = end + 1) {
        for (end = i; end < given->tags_size && given->tag_names[end]; end++) {}
        int32_t name = add_name(&work->rules.names, '<', given->tag_names + i, end - i);
        work->rules.no_memory |= name < 0;
        work->rules.is_odd |= name != work->tags++; /* two of one name */
        if (STOPPED(work) || late(work->clock, 1 + end - i)) return;
    }
    for (int64_t i = 0, end; i < given->off_size; i = end + 1) {
        for (end = i; end < given->off_size && given->off[end]; end++) {}
        int32_t name = end > i ? add_name(&work->rules.names, given->off[i], given->off + i + 1, end - i - 1) : -1;
        work->rules.no_memory |= name < 0;
        if (name < 0) return;
        ITEMS(Name, work->rules.names.names)[name].is_off = 1;
    }
}

static int tags_are_known(const Work *work) {
    for (int64_t row = 0; row < work->given->rows; row++)
        if (work->given->tag[row] < 0 || work->given->tag[row] >= work->tags) return 0;
    return 1;
}

/* Leaves out the rules that may not hide. */
static void drop_rules(Work *work) {
    int64_t kept = 0;
    Rule *rules = ITEMS(Rule, work->rules.rules);
    for (int64_t i = 0; i < work->rules.rules.used; i++)
        if (may_hide(work, rules + i)) rules[kept++] = rules[i];
    work->rules.rules.used = kept;
}

static void find_hidden(Work *work, List *found) {
    const Given *given = work->given;
    for (int64_t i = 0; i < given->sheet_count && !STOPPED(work); i++) {
        Sheet *sheet = work->sheets + work->sheet_count;
        int may = read_sheet(&work->rules, given->sheets + given->sheet_starts[i], given->sheet_ends[i] - given->sheet_starts[i], sheet);
        work->sheet_count += may;
    }
    if (STOPPED(work) || !work->sheet_count) return;
    add_names(work);
    work->rules.is_odd |= !STOPPED(work) && !tags_are_known(work);
    for (int64_t i = 0; i < work->sheet_count && !STOPPED(work); i++) add_hiding(&work->rules, work->sheets + i);
    if (STOPPED(work)) return;
    drop_rules(work);
    if (!work->rules.rules.used) return;
    sort_by_tag(work);
    find_rows(work);
    if (STOPPED(work) || !select_hidden(work) || STOPPED(work)) return;
    want_names(work);
    int64_t hiding = work->rules.rules.used;
    for (int64_t i = 0; i < work->sheet_count && !STOPPED(work); i++) add_showing(&work->rules, work->sheets + i);
    if (!STOPPED(work) && work->rules.rules.used > hiding) find_rows(work); /* new rules have new names */
    if (!STOPPED(work)) index_rules(work);
    if (!STOPPED(work)) decide(work, found);
}

static void free_work(Work *work) {
    List *lists[] = {&work->named, &work->pairs, &work->selected, &work->around, &work->inside, &work->about};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) free(lists[i]->items);
    for (int64_t i = 0; i < work->sheet_count; i++) free_sheet(work->sheets + i);
    free_rules(&work->rules);
    free(work->sheets);
    free(work->by_tag);
    free(work->tag_start);
    free(work->is_selected);
}

static int are_sound(const Given *given, const Values *values) {
    for (int64_t i = 0; i < values->count; i++) {
        if (values->rows[i] < 0 || values->rows[i] >= given->rows || (i && values->rows[i] <= values->rows[i - 1])) return 0;
        if (values->starts[i] < 0 || values->ends[i] < values->starts[i] || values->ends[i] > given->size) return 0;
    }
    return 1;
}

static int is_sound(const Given *given) {
    for (int64_t row = 0; row < given->rows; row++) {
        if (given->parent[row] < 0 || given->parent[row] > (row ? row - 1 : 0)) return 0;
        if (given->end[row] <= row || given->end[row] > given->rows) return 0;
    }
    for (int64_t i = 0; i < given->sheet_count; i++)
        if (given->sheet_starts[i] < 0 || given->sheet_ends[i] < given->sheet_starts[i] || given->sheet_ends[i] > given->sheets_size) return 0;
    return are_sound(given, &given->classes) && are_sound(given, &given->ids);
}

static int take_given(Held *held, PyObject *table, Given *to) {
    to->size = to->sheets_size = to->sheet_count = to->rows = to->tags_size = to->off_size = to->classes.count = to->ids.count = -1;
    if (take_from(held, table, "source", "u1", &to->size, &to->source) || take_from(held, table, "sheets", "u1", &to->sheets_size, &to->sheets) ||
        take_from(held, table, "sheet_starts", "i8", &to->sheet_count, &to->sheet_starts) ||
        take_from(held, table, "sheet_ends", "i8", &to->sheet_count, &to->sheet_ends) ||
        take_from(held, table, "class_rows", "i4", &to->classes.count, &to->classes.rows) ||
        take_from(held, table, "class_starts", "i4", &to->classes.count, &to->classes.starts) ||
        take_from(held, table, "class_ends", "i4", &to->classes.count, &to->classes.ends) ||
        take_from(held, table, "id_rows", "i4", &to->ids.count, &to->ids.rows) ||
        take_from(held, table, "id_starts", "i4", &to->ids.count, &to->ids.starts) ||
        take_from(held, table, "id_ends", "i4", &to->ids.count, &to->ids.ends) || take_from(held, table, "parent", "i4", &to->rows, &to->parent) ||
        take_from(held, table, "end", "i4", &to->rows, &to->end) || take_from(held, table, "tag", "i2", &to->rows, &to->tag) ||
        take_from(held, table, "words", "i4", &to->rows, &to->words) || take_from(held, table, "tags", "u1", &to->tags_size, &to->tag_names) ||
        take_from(held, table, "off", "u1", &to->off_size, &to->off) || number_from(table, "known", &to->known))
        return -1;
    if (is_sound(to)) return 0;
    PyErr_SetString(PyExc_ValueError, "these are not the columns of a page, or its attributes and styles");
    return -1;
}

/* hidden_by_rules(given): see compiled.py. */
PyObject *hidden_by_rules(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Given given;
    Work work = {.given = &given, .clock = &clock, .rules = {.clock = &clock}};
    List found = {0};
    PyObject *rows = 0;
    (void)module;
    if (!expect("hidden_by_rules", size, 1) && !take_given(&held, arguments[0], &given)) {
        work.sheets = calloc((size_t)given.sheet_count + 1, sizeof *work.sheets);
        work.is_selected = calloc((size_t)given.rows + 1, 1);
        work.rules.no_memory = !work.sheets || !work.is_selected;
        start_long_work(&clock, given.sheets_size);
        if (!work.rules.no_memory) find_hidden(&work, &found);
        if (!end_work(&clock)) {
            if (work.rules.no_memory) PyErr_NoMemory();
            else if (work.rules.is_odd) rows = Py_NewRef(Py_None);
            else rows = PyByteArray_FromStringAndSize(found.items, (Py_ssize_t)(found.used * (int64_t)sizeof(int32_t)));
        }
        free_work(&work);
    }
    free(found.items);
    release(&held);
    return rows;
}
