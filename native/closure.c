/* Structures taken whole, and what is content by its place: the compiled twin of model/closure.py, model/placement.py and the
 * marks of model/strays.py, which say what is done and why.
 *
 * There are two calls for a page, since lines between them are judged by their texts. Sums run over the blocks in their order,
 * in 64 bits, so that both twins give the same to the last bit.
 */
#include <stdlib.h>
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

/* What a tag is, as bits: in the order of `KINDS` in model/closure.py. */
enum {
    STRUCTURE = 1, ARRANGED = 1 << 1, OWN_PART = 1 << 2, HAS_PARTS = 1 << 3, TABLE = 1 << 4, LINE = 1 << 5, CELL = 1 << 6, NAMED = 1 << 7,
    LIST = 1 << 8, CONTENTS = 1 << 9, ITEM = 1 << 10, QUOTE = 1 << 11, FIGURE = 1 << 12, PRESSED = 1 << 13, LISTING = 1 << 14,
    FORMULA = 1 << 15, BOX = 1 << 16, OPENED = 1 << 17, PARAGRAPH = 1 << 18, CONTROL = 1 << 19, HEADING = 1 << 20, LOWER = 1 << 21,
    ASIDE = 1 << 22, MEMBER = 1 << 23, LINK = 1 << 24, ADDRESS = 1 << 25, BOLD = 1 << 26,
    HEADER = 1 << 27
};
/* What attributes say of a row: in the order of `MARKS` there. */
enum { SAID_PRESSED = 1, SAID_JUMP = 2, SAID_EMBEDDED = 4, SAID_BOX = 8, SAID_OPENED = 16, SAID_HEADING = 32, SAID_QUOTED = 64, SAID_TICKED = 128 };
/* What may be left out of a text, by block: as in model/strays.py. */
enum { LABEL = 1, LEADS = 2, HEADED = 4, QUOTED = 8, LINE_ALONE = 16 };
/* Running sums over the rows. */
enum { N_ARRANGED, N_OWN, N_TABLES, N_LINES, N_CELLS, N_NAMED, N_CONTROLS, N_WORDS, N_LINKED, N_JUMPED, COUNTED };
static const uint32_t COUNTED_KINDS[] = {ARRANGED, OWN_PART, TABLE, LINE, CELL, NAMED, CONTROL};
enum { ANY_COUNTED = ARRANGED | OWN_PART | TABLE | LINE | CELL | NAMED | CONTROL };
/* What may be a part that is taken in, whatever attributes say of it. */
enum { MAY_BE_PART = QUOTE | OPENED | LOWER | ADDRESS | LIST | PARAGRAPH | FORMULA };

static const double LINE_WORDS = 30, FRAME_SHARE = 0.3, MOST_MEMBERS = 2.0 / 3.0, CELL_WORDS = 25, CONTENTS_SHARE = 0.8;
static const double ADDED_SHARE = 0.1, ADDED_WORDS = 25, SHORT_SHARE = 0.3, LINK_SHARE = 0.5, LABEL_WORDS = 3, QUOTED_WORDS = 5, NOTICE_WORDS = 45;
enum { NEAR = 3, WRAPPERS = 2, BESIDE_WORDS = 4, SHORT_WORDS = 30, FORMULA_LEVELS = 3 };

typedef struct {
    /* per row */
    const int32_t *parent, *end;
    const int16_t *tag;
    const uint8_t *in_link, *hidden, *said;
    /* per text */
    const int32_t *text_rows, *text_words;
    /* per block */
    const int32_t *node, *first, *last;
    const double *words;
    const uint8_t *never;
    const uint32_t *kinds; /* per tag */
    int64_t rows, texts, blocks, tags;
} Given;

typedef struct {
    const Given *given;
    Clock *clock;
    uint8_t *chosen;
    double *weight;
    /* per row, and one more: what it is, sums over the rows before it, blocks before it */
    uint32_t *kinds, present; /* `present` is what any row is, and what is said of any */
    uint8_t said;
    int32_t *sums[COUNTED], *blocks_before;
    /* per block, and one more: running sums of the chosen weight and of all, and how many are chosen */
    double *inside, *whole;
    int32_t *picked;
    uint8_t *flags, *added;  /* per block */
    int32_t *rows, *numbers; /* per row, for one step at a time */
    int32_t *start, *stop;   /* per row: the blocks that it is between */
    int64_t found;           /* how many of `rows` are in use */
} Work;

#define EACH(i, count) for (int64_t i = 0; i < (count) && !late(work->clock, 1); i++)

static uint32_t kind(const Work *work, int64_t row) { return work->kinds[row]; }

static void find_kinds(Work *work) {
    const Given *given = work->given;
    EACH(row, given->rows) {
        int64_t code = given->tag[row];
        work->kinds[row] = given->kinds[code < given->tags ? code : given->tags - 1];
        if ((work->kinds[row] & PRESSED) && (work->kinds[given->parent[row]] & HEADING)) work->kinds[row] &= ~(uint32_t)PRESSED;
        work->present |= work->kinds[row];
        work->said |= given->said[row];
    }
}

static int32_t within(const Work *work, int sum, int64_t row) { return work->sums[sum][work->given->end[row]] - work->sums[sum][row]; }
static int64_t first_block(const Work *work, int64_t row) { return work->blocks_before[row]; }
static int64_t last_block(const Work *work, int64_t row) { return work->blocks_before[work->given->end[row]]; }
static double of_span(const double *running, int64_t first, int64_t last) { return running[last] - running[first]; }

/* Sums over the rows; a text is in a jump if it is below a link to a place on the same page. */
static void sum_rows(Work *work) {
    const Given *given = work->given;
    int32_t sums[COUNTED] = {0};
    int64_t text = 0, block = 0, jumped = 0;
    for (int64_t row = 0; row <= given->rows && !late(work->clock, 1); row++) {
        for (int i = 0; i < COUNTED; i++) work->sums[i][row] = sums[i];
        work->blocks_before[row] = (int32_t)block;
        if (row == given->rows) break;
        uint32_t own = kind(work, row);
        if (own & ANY_COUNTED)
            for (int i = 0; i < N_WORDS; i++) sums[i] += (own & COUNTED_KINDS[i]) != 0;
        if ((own & CONTROL) && (given->said[row] & SAID_TICKED)) sums[N_CONTROLS]--;
        if ((own & LINK) && (given->said[row] & SAID_JUMP) && given->end[row] > jumped) jumped = given->end[row];
        if (text < given->texts && given->text_rows[text] == row) {
            int32_t words = given->text_words[text++];
            sums[N_WORDS] += words;
            if (given->in_link[row]) sums[N_LINKED] += words;
            if (row < jumped) sums[N_JUMPED] += words;
        }
        block += block < given->blocks && given->node[block] == row;
    }
}

/* Running sums of the choice as it is now. */
static void sum_blocks(Work *work) {
    double inside = 0, whole = 0;
    int32_t picked = 0;
    for (int64_t block = 0; block <= work->given->blocks && !late(work->clock, 1); block++) {
        work->inside[block] = inside;
        work->whole[block] = whole;
        work->picked[block] = picked;
        if (block == work->given->blocks) break;
        inside += work->chosen[block] ? work->weight[block] : 0;
        whole += work->weight[block];
        picked += work->chosen[block] != 0;
    }
}

static double chosen_weight(const Work *work) { return work->inside[work->given->blocks]; }

static void set_span(Work *work, int64_t first, int64_t last, int is_in) {
    for (int64_t block = first; block < last && !late(work->clock, 1); block++) work->chosen[block] = is_in && work->weight[block] > 0;
}

/* A flag for the blocks that are below rows of these kinds, or of which this is said. */
static void flag_below(Work *work, uint32_t kinds, uint8_t said, uint8_t flag) {
    const Given *given = work->given;
    int64_t block = 0, reached = 0;
    if (!(work->present & kinds) && !(work->said & said)) return;
    EACH(row, given->rows) {
        if (((kind(work, row) & kinds) || (given->said[row] & said)) && given->end[row] > reached) reached = given->end[row];
        if (block < given->blocks && given->node[block] == row) {
            if (row < reached) work->flags[block] |= flag;
            block++;
        }
    }
}

/* Numbers that are a cell of a table each. */
static int is_number_cell(const Work *work, int64_t block) {
    int64_t above = work->given->parent[work->given->node[block]];
    return (kind(work, above) & CELL) && last_block(work, above) - first_block(work, above) == 1 && work->given->words[block] == 1;
}

static void weigh(Work *work) {
    const Given *given = work->given;
    flag_below(work, PRESSED, SAID_PRESSED, 1);
    EACH(block, given->blocks) {
        int is_never = given->never[block] && !is_number_cell(work, block);
        double words = given->words[block] > 0.01 ? given->words[block] : 0.01;
        work->weight[block] = is_never || given->hidden[given->node[block]] || work->flags[block] ? 0 : words;
    }
}

/* Tables that only arrange things. */
static int arranges(const Work *work, int64_t row) {
    if (!(kind(work, row) & TABLE)) return 0;
    int32_t lines = within(work, N_LINES, row), cells = within(work, N_CELLS, row);
    return within(work, N_TABLES, row) > 1 || lines < 2 || cells <= lines || within(work, N_WORDS, row) > CELL_WORDS * cells;
}

static int is_whole(const Work *work, int64_t row) {
    uint32_t own = kind(work, row);
    int32_t parts = within(work, N_ARRANGED, row) - (own & HAS_PARTS ? within(work, N_OWN, row) : 0);
    if (!(own & STRUCTURE) || parts || arranges(work, row)) return 0;
    if ((own & TABLE) && within(work, N_NAMED, row)) return 1;
    return of_span(work->inside, first_block(work, row), last_block(work, row)) <= FRAME_SHARE * chosen_weight(work);
}

/* The outermost structures that are not frames around the content, into `rows`. */
static void find_structures(Work *work) {
    int64_t reached = 0;
    work->found = 0;
    EACH(row, work->given->rows) {
        if (!(kind(work, row) & STRUCTURE) || !is_whole(work, row)) continue;
        if (row >= reached) work->rows[work->found++] = (int32_t)row;
        if (work->given->end[row] > reached) reached = work->given->end[row];
    }
}

/* Lists of links to places on the same page. */
static int are_contents(const Work *work, int64_t row) {
    int32_t words = within(work, N_WORDS, row);
    return (kind(work, row) & CONTENTS) && within(work, N_JUMPED, row) >= CONTENTS_SHARE * (words > 1 ? words : 1);
}

static void close_whole(Work *work) {
    EACH(i, work->found) {
        int64_t row = work->rows[i], first = first_block(work, row), last = last_block(work, row);
        double inside = of_span(work->inside, first, last), whole = of_span(work->whole, first, last);
        if (inside > 0 && inside < whole) set_span(work, first, last, 2 * inside >= whole && !are_contents(work, row));
    }
}

/* Pairs of a short line and the block of a structure beside it, into `pairs`: before lists, or after quotations. */
static int64_t find_lines(const Work *work, int is_after, int32_t *pairs) {
    const Given *given = work->given;
    int64_t found = 0;
    for (int64_t i = 0; i < work->found; i++) {
        int64_t row = work->rows[i], first = first_block(work, row), last = last_block(work, row), line = is_after ? last : first - 1;
        if (!(kind(work, row) & (is_after ? QUOTE : LIST)) || first == last || line < 0 || line >= given->blocks) continue;
        if (given->words[line] > LINE_WORDS) continue;
        pairs[2 * found] = (int32_t)line;
        pairs[2 * found++ + 1] = (int32_t)first;
    }
    return found;
}

/* The items of lists and the cells of tables into `rows`, what they are members of into `numbers`. */
static void find_members(Work *work) {
    const Given *given = work->given;
    int64_t table = 0;
    work->found = 0;
    EACH(row, given->rows) {
        if (!(kind(work, row) & ITEM) || !(kind(work, given->parent[row]) & LIST)) continue;
        work->numbers[work->found] = given->parent[row];
        work->rows[work->found++] = (int32_t)row;
    }
    EACH(row, given->rows) {
        uint32_t own = kind(work, row);
        if ((own & TABLE) && !arranges(work, row)) table = row;
        if (!(own & CELL) || !table || row >= given->end[table]) continue;
        work->numbers[work->found] = (int32_t)table;
        work->rows[work->found++] = (int32_t)row;
    }
}

/* What an owner has: filled members, those something was chosen of, chosen weight, and weight of the others. */
typedef struct {
    double count, kept, chosen, missing;
} Owner;

/* Add up the members; `numbers` then have the number of each one's owner, or -1 for an empty one. `owner_of` is per row. */
static int64_t sum_members(Work *work, Owner *owners, int32_t *owner_of) {
    int64_t count = 0;
    EACH(i, work->given->rows) owner_of[i] = -1;
    EACH(i, work->found) {
        int64_t first = first_block(work, work->rows[i]), last = last_block(work, work->rows[i]);
        double inside = of_span(work->inside, first, last), whole = of_span(work->whole, first, last);
        int32_t *number = owner_of + work->numbers[i];
        if (!(whole > 0)) {
            work->numbers[i] = -1;
            continue;
        }
        if (*number < 0) {
            *number = (int32_t)count;
            owners[count++] = (Owner){0, 0, 0, 0};
        }
        Owner *owner = owners + *number;
        owner->count++;
        owner->kept += inside > 0;
        owner->chosen += inside;
        if (!(inside > 0)) owner->missing += whole;
        work->numbers[i] = *number;
    }
    return count;
}

static int takes_rest(const Owner *owner, double total) {
    return owner->kept < owner->count && owner->kept >= MOST_MEMBERS * owner->count && owner->missing <= ADDED_SHARE * total;
}

static int drops_few(const Owner *owner, double total) {
    return !(owner->kept >= MOST_MEMBERS * owner->count) && owner->chosen <= FRAME_SHARE * total;
}

/* Members that nothing was chosen of are taken in where something was chosen of most; the few of others are dropped. */
static void close_members(Work *work, Owner *owners, int32_t *owner_of) {
    double total = chosen_weight(work);
    find_members(work);
    if (!work->found) return;
    sum_members(work, owners, owner_of);
    for (int is_in = 1; is_in >= 0; is_in--)
        EACH(i, work->found) {
            if (work->numbers[i] < 0) continue;
            const Owner *owner = owners + work->numbers[i];
            int64_t first = first_block(work, work->rows[i]), last = last_block(work, work->rows[i]);
            int has_some = of_span(work->inside, first, last) > 0;
            if (has_some != is_in && (is_in ? takes_rest(owner, total) : drops_few(owner, total))) set_span(work, first, last, is_in);
        }
}

static int any_chosen(const Work *work, int64_t first, int64_t last) {
    int64_t blocks = work->given->blocks;
    return work->picked[last < blocks ? last : blocks] > work->picked[first > 0 ? first : 0];
}

/* How much may be taken in by its place: a share of what is chosen, on short pages some words in any case. */
static double allowance(const Work *work) {
    double chosen = chosen_weight(work), few = SHORT_SHARE * chosen < ADDED_WORDS ? SHORT_SHARE * chosen : ADDED_WORDS;
    return ADDED_SHARE * chosen > few ? ADDED_SHARE * chosen : few;
}

/* One more row to take in, between these blocks. */
static void find_row(Work *work, int64_t row, int64_t start, int64_t stop) {
    work->rows[work->found] = (int32_t)row;
    work->start[work->found] = (int32_t)start;
    work->stop[work->found++] = (int32_t)stop;
}

/* Take in the rows found that have chosen blocks before and after them, if all of them are little beside what is chosen. */
static void take_in(Work *work, int near) {
    double more = 0;
    if (!work->found) return;
    memset(work->added, 0, (size_t)work->given->blocks);
    EACH(i, work->found) {
        int64_t first = first_block(work, work->rows[i]), last = last_block(work, work->rows[i]);
        int64_t start = work->start[i], stop = work->stop[i];
        if (!any_chosen(work, start - near, start) || !any_chosen(work, stop, stop + near)) continue;
        for (int64_t block = first; block < last && !late(work->clock, 1); block++) work->added[block] = work->weight[block] > 0;
    }
    EACH(block, work->given->blocks) more += work->added[block] && !work->chosen[block] ? work->weight[block] : 0;
    if (!(more <= allowance(work))) return;
    EACH(block, work->given->blocks) work->chosen[block] |= work->added[block];
    sum_blocks(work);
}

/* Listings and posts of other sites, wherever they are; formulas, the outermost ones. */
static void find_embedded(Work *work) {
    work->found = 0;
    if (!(work->present & LISTING) && !(work->said & SAID_EMBEDDED)) return;
    EACH(row, work->given->rows)
        if ((kind(work, row) & LISTING) || (work->given->said[row] & SAID_EMBEDDED))
            find_row(work, row, first_block(work, row), last_block(work, row));
}

static void find_formulas(Work *work) {
    int64_t reached = 0;
    work->found = 0;
    if (!(work->present & FORMULA)) return;
    EACH(row, work->given->rows) {
        if (!(kind(work, row) & FORMULA)) continue;
        if (row >= reached) find_row(work, row, first_block(work, row), last_block(work, row));
        if (work->given->end[row] > reached) reached = work->given->end[row];
    }
}

/* Paragraphs of several lines of which some are chosen, and short ones without links that are all bold. */
static int is_unfinished(const Work *work, int64_t row) {
    int64_t first = first_block(work, row), last = last_block(work, row), end = work->given->end[row];
    if (any_chosen(work, first, last)) return last - first > 1;
    int is_bold = row + 1 < end && (kind(work, row + 1) & BOLD) && work->given->end[row + 1] == end;
    return is_bold && within(work, N_WORDS, row) <= SHORT_WORDS && !within(work, N_LINKED, row);
}

/* The short paragraph without links that a formula is in, of which nothing is chosen, or nothing. */
static int64_t around_formula(const Work *work, int64_t row) {
    for (int level = 0; level < FORMULA_LEVELS && row; level++) {
        row = work->given->parent[row];
        if (!(kind(work, row) & PARAGRAPH)) continue;
        int is_chosen = any_chosen(work, first_block(work, row), last_block(work, row));
        return !is_chosen && within(work, N_WORDS, row) <= SHORT_WORDS && !within(work, N_LINKED, row) ? row : 0;
    }
    return 0;
}

static int is_part(const Work *work, int64_t row) {
    uint32_t own = kind(work, row), said = work->given->said[row];
    if ((own & (QUOTE | OPENED | LOWER | ADDRESS)) || (said & (SAID_OPENED | SAID_HEADING))) return 1;
    if ((own & LIST) && !within(work, N_ARRANGED, row)) return 1;
    if ((own & BOX) && (said & SAID_BOX)) return 1;
    return (own & PARAGRAPH) && is_unfinished(work, row);
}

/* Whether a row leads elsewhere, or has something to fill in. */
static int leads_away(const Work *work, int64_t row) {
    int is_linked = within(work, N_LINKED, row) > LINK_SHARE * within(work, N_WORDS, row);
    return (is_linked && !(kind(work, row) & HEADING)) || within(work, N_CONTROLS, row);
}

static int is_lower(const Work *work, int64_t row) { return (kind(work, row) & LOWER) || (work->given->said[row] & SAID_HEADING); }

/* What a row is in, and the blocks of what is below it: see `_Frames` in model/placement.py. */
typedef struct {
    int64_t own, first, last;
} Frame;

/* Whether an element is a heading and little beside it: links to edit what is below, or, in a header, a date. */
static int is_line(const Work *work, int64_t row, int64_t own) {
    int32_t more = within(work, N_WORDS, own) - within(work, N_WORDS, row);
    if (!is_lower(work, row) || more > BESIDE_WORDS) return 0;
    return (kind(work, own) & HEADER) || within(work, N_LINKED, own) - within(work, N_LINKED, row) == more;
}

static Frame frame_of(const Work *work, int64_t row) {
    Frame frame = {work->given->parent[row], first_block(work, row), last_block(work, row)};
    int levels = (kind(work, row) & PARAGRAPH) || is_lower(work, row) ? WRAPPERS : 0;
    for (int level = 0; level < levels && frame.own; level++) {
        int64_t last = last_block(work, frame.own);
        if (first_block(work, frame.own) < frame.first || (last > frame.last && !is_line(work, row, frame.own))) break;
        frame.last = last;
        frame.own = work->given->parent[frame.own];
    }
    return frame;
}

/* Per block, into `numbers`: what the paragraph it is in is in, or -1. */
static void find_above(Work *work) {
    const Given *given = work->given;
    int64_t paragraph = -1, row = 0, own = -1;
    EACH(block, given->blocks) {
        int64_t known = paragraph;
        for (; row < given->node[block] && !late(work->clock, 1); row++)
            if (kind(work, row) & PARAGRAPH) paragraph = row;
        if (paragraph != known) own = frame_of(work, paragraph).own;
        int is_inside = paragraph >= 0 && given->node[block] < given->end[paragraph];
        work->numbers[block] = (int32_t)(is_inside ? own : -1);
    }
}

/* Whether a heading begins an element of which all the rest is chosen. */
static int names_rest(const Work *work, int64_t row) {
    int64_t above = work->given->parent[row], last = last_block(work, row), end = last_block(work, above);
    return is_lower(work, row) && above && !within(work, N_LINKED, row) && first_block(work, above) == first_block(work, row) && end > last &&
           work->picked[end] - work->picked[last] == end - last;
}

/* Keep of the rows from `from` on, which are beside each other, those that are between two paragraphs. */
static void end_run(Work *work, int64_t from, int64_t own) {
    int64_t count = work->found;
    if (from == count) return;
    int64_t start = work->start[from], stop = work->stop[count - 1];
    int fits = start > 0 && stop < work->given->blocks && work->numbers[start - 1] == own && work->numbers[stop] == own;
    work->found = from;
    for (int64_t i = from; i < count; i++) {
        int64_t row = work->rows[i];
        if (fits)
            find_row(work, row, start, stop);
        else if (names_rest(work, row))
            find_row(work, row, first_block(work, row), last_block(work, row));
    }
}

/* Quotations, boxes, what opens, lists, unfinished paragraphs and headings, the outermost ones, that are between two paragraphs. */
static void find_parts(Work *work, uint8_t *marked) {
    const Given *given = work->given;
    int64_t reached = 0, from = 0, own = -1;
    EACH(row, given->rows) marked[row] = 0;
    EACH(row, given->rows) {
        if (!(kind(work, row) & MAY_BE_PART) && !given->said[row]) continue;
        if (is_part(work, row)) marked[row] = 1;
        if ((kind(work, row) & QUOTE) && (kind(work, given->parent[row]) & FIGURE)) marked[given->parent[row]] = 1;
        if (kind(work, row) & FORMULA) {
            int64_t around = around_formula(work, row);
            if (around) marked[around] = 1;
        }
    }
    find_above(work);
    work->found = 0;
    EACH(row, given->rows) {
        if (!marked[row]) continue;
        if (row >= reached && first_block(work, row) < last_block(work, row) && !leads_away(work, row)) {
            Frame frame = frame_of(work, row);
            if (work->found > from && (frame.own != own || frame.first != work->stop[work->found - 1])) {
                end_run(work, from, own);
                from = work->found;
            }
            own = frame.own;
            find_row(work, row, frame.first, frame.last);
        }
        if (given->end[row] > reached) reached = given->end[row];
    }
    end_run(work, from, own);
}

/* Whether a line may be a label and a link, or several links. */
static int may_lead(const Given *given, int64_t block) {
    int32_t linked = 0, first = given->first[block], last = given->last[block];
    for (int32_t text = first; text < last; text++) linked += given->in_link[given->text_rows[text]];
    return linked > 1 || (linked && !given->in_link[given->text_rows[first]] && given->in_link[given->text_rows[last - 1]]) ? 2 : linked;
}

/* What may be stray lines of the text; `MEMBER` lines stay. */
static void flag_strays(Work *work) {
    const Given *given = work->given;
    enum { IS_MEMBER = 64, IS_QUOTED = 128 };
    memset(work->flags, 0, (size_t)given->blocks);
    flag_below(work, MEMBER, 0, IS_MEMBER);
    flag_below(work, ASIDE, SAID_QUOTED, IS_QUOTED);
    EACH(block, given->blocks) {
        uint8_t below = work->flags[block], found = 0;
        double words = given->words[block];
        int32_t above = given->parent[given->node[block]];
        if (!(below & IS_MEMBER) && words <= LINE_WORDS) {
            if (late(work->clock, given->last[block] - given->first[block])) return;
            int linked = may_lead(given, block);
            if (linked > 1) found |= LEADS;
            else if (!linked && words <= LABEL_WORDS) found |= LABEL;
        }
        if (!(below & IS_MEMBER) && words <= NOTICE_WORDS) found |= LINE_ALONE;
        if ((kind(work, above) & HEADING) && words <= LINE_WORDS) found |= HEADED;
        if ((below & IS_QUOTED) && !(below & IS_MEMBER) && words >= QUOTED_WORDS) found |= QUOTED;
        work->flags[block] = found;
    }
}

/* Memory: one piece, handed out in parts; with `base` 0 only the size is found. */
static void *part(uint8_t *base, size_t *used, int64_t count, size_t size) {
    void *at = base ? base + *used : 0;
    *used += (((size_t)count * size) + 15) & ~(size_t)15;
    return at;
}

static size_t lay_out(Work *work, uint8_t *base) {
    size_t used = 0;
    int64_t rows = work->given->rows + 1, blocks = work->given->blocks + 1;
    for (int i = 0; i < COUNTED; i++) work->sums[i] = part(base, &used, rows, sizeof(int32_t));
    work->kinds = part(base, &used, rows, sizeof(uint32_t));
    work->blocks_before = part(base, &used, rows, sizeof(int32_t));
    work->rows = part(base, &used, rows, sizeof(int32_t));
    work->numbers = part(base, &used, rows, sizeof(int32_t));
    work->start = part(base, &used, rows, sizeof(int32_t));
    work->stop = part(base, &used, rows, sizeof(int32_t));
    work->inside = part(base, &used, blocks, sizeof(double));
    work->whole = part(base, &used, blocks, sizeof(double));
    work->picked = part(base, &used, blocks, sizeof(int32_t));
    work->added = part(base, &used, blocks, 1);
    return used;
}

/* Rows and blocks that are where they should be: nothing below looks outside of its array. */
static int is_sound(const Given *given) {
    int64_t rows = given->rows, words = 0;
    if (!given->tags || !rows || rows >= INT32_MAX || given->blocks > rows || given->texts > rows) return 0;
    for (int64_t row = 0; row < rows; row++) {
        int is_below = row ? given->parent[row] >= 0 && given->parent[row] < row : !given->parent[0];
        if (!is_below || given->end[row] <= row || given->end[row] > rows || given->tag[row] < 0) return 0;
    }
    for (int64_t text = 0; text < given->texts; text++) {
        int32_t row = given->text_rows[text];
        if (row <= (text ? given->text_rows[text - 1] : -1) || row >= rows || given->text_words[text] < 0) return 0;
        words += given->text_words[text];
    }
    for (int64_t block = 0; block < given->blocks; block++) {
        int32_t first = given->first[block], last = given->last[block], node = given->node[block];
        if (node <= (block ? given->node[block - 1] : -1) || node >= rows || first < 0 || first >= last || last > given->texts) return 0;
    }
    return words <= INT32_MAX;
}

static int take_rows(Held *held, PyObject *table, Given *given) {
    return take_from(held, table, "parent", "i4", &given->rows, &given->parent) || take_from(held, table, "end", "i4", &given->rows, &given->end) ||
           take_from(held, table, "tag", "i2", &given->rows, &given->tag) || take_from(held, table, "in_link", "b1", &given->rows, &given->in_link) ||
           take_from(held, table, "hidden", "b1", &given->rows, &given->hidden) || take_from(held, table, "said", "u1", &given->rows, &given->said) ||
           take_from(held, table, "text_rows", "i4", &given->texts, &given->text_rows) ||
           take_from(held, table, "text_words", "i4", &given->texts, &given->text_words);
}

static int take_given(Held *held, PyObject *table, Given *given) {
    given->rows = given->texts = given->blocks = given->tags = -1;
    if (take_rows(held, table, given) || take_from(held, table, "kinds", "u4", &given->tags, &given->kinds) ||
        take_from(held, table, "node", "i4", &given->blocks, &given->node) || take_from(held, table, "first", "i4", &given->blocks, &given->first) ||
        take_from(held, table, "last", "i4", &given->blocks, &given->last) || take_from(held, table, "words", "f8", &given->blocks, &given->words) ||
        take_from(held, table, "never", "b1", &given->blocks, &given->never))
        return -1;
    if (is_sound(given)) return 0;
    PyErr_SetString(PyExc_ValueError, "these are not the rows and blocks of a page");
    return -1;
}

static int take_choice(Held *held, PyObject *const *given, int64_t blocks, Work *work) {
    return take(held, given[1], "chosen", "b1", WRITE, &blocks, &work->chosen) || take(held, given[2], "weight", "f8", WRITE, &blocks, &work->weight) ||
           take(held, given[3], "flags", "u1", WRITE, &blocks, &work->flags);
}

static PyObject *pairs(const int32_t *found, int64_t count) {
    return PyByteArray_FromStringAndSize((const char *)found, (Py_ssize_t)(count * 2 * (int64_t)sizeof(int32_t)));
}

/* What is known between the two calls: what Python gave, which is held until this is freed, and what was found. */
typedef struct {
    Held held;
    Given given;
    Work work;
    uint8_t *memory;
} Closing;

static const char *const CLOSING = "sectio.close_structures";

static void free_closing(Closing *closing) {
    release(&closing->held);
    free(closing->memory);
    free(closing);
}

static void free_capsule(PyObject *capsule) { free_closing(PyCapsule_GetPointer(capsule, CLOSING)); }

/* Take the arguments, and memory for the work on them. */
static int begin(Closing *closing, PyObject *const *arguments) {
    Work *work = &closing->work;
    work->given = &closing->given;
    if (take_given(&closing->held, arguments[0], &closing->given) || take_choice(&closing->held, arguments, closing->given.blocks, work)) return -1;
    closing->memory = calloc(1, lay_out(work, 0)); /* zeros: a call that is late leaves arrays unfilled */
    if (closing->memory) {
        lay_out(work, closing->memory);
        return 0;
    }
    PyErr_NoMemory();
    return -1;
}

/* The first call: structures, and the lines beside them. What was found is kept in a capsule, or freed. */
static PyObject *find_whole(Closing *closing) {
    Work *work = &closing->work;
    Clock clock;
    int32_t *found = malloc((size_t)(closing->given.rows + 1) * 4 * sizeof *found);
    int64_t before = 0, after = 0;
    PyObject *capsule = 0;
    if (!found) return PyErr_NoMemory();
    work->clock = &clock;
    start_work(&clock);
    memset(work->flags, 0, (size_t)closing->given.blocks);
    find_kinds(work);
    sum_rows(work);
    weigh(work);
    sum_blocks(work);
    find_structures(work);
    close_whole(work);
    before = find_lines(work, 0, found);
    after = find_lines(work, 1, found + 2 * before);
    if (!end_work(&clock)) capsule = PyCapsule_New(closing, CLOSING, free_capsule);
    PyObject *result = capsule ? Py_BuildValue("(ONN)", capsule, pairs(found, before), pairs(found + 2 * before, after)) : 0;
    if (!capsule) free_closing(closing);
    Py_XDECREF(capsule);
    free(found);
    return result;
}

/* close_structures(given, chosen, weight, flags): see compiled.py. */
PyObject *close_structures(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    (void)module;
    if (expect("close_structures", size, 4)) return 0;
    Closing *closing = calloc(1, sizeof *closing);
    if (!closing) return PyErr_NoMemory();
    if (!begin(closing, arguments)) return find_whole(closing);
    free_closing(closing);
    return 0;
}

static void find_places(Work *work, void *scratch) {
    sum_blocks(work);
    /* the scratch memory has room for an owner and a number per row */
    close_members(work, scratch, (int32_t *)((Owner *)scratch + work->given->rows));
    sum_blocks(work);
    find_embedded(work);
    take_in(work, NEAR);
    find_formulas(work);
    take_in(work, 1);
    find_parts(work, scratch);
    take_in(work, 1);
    flag_strays(work);
}

/* close_places(closing): see compiled.py. */
PyObject *close_places(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Clock clock;
    (void)module;
    if (expect("close_places", size, 1)) return 0;
    Closing *closing = PyCapsule_GetPointer(arguments[0], CLOSING);
    if (!closing) return 0;
    void *scratch = calloc((size_t)closing->given.rows * (sizeof(Owner) + sizeof(int32_t)), 1);
    if (!scratch) return PyErr_NoMemory();
    Work work = closing->work; /* a copy: its clock is that of this call */
    work.clock = &clock;
    start_work(&clock);
    find_places(&work, scratch);
    int failed = end_work(&clock);
    free(scratch);
    return failed ? 0 : Py_NewRef(Py_None);
}
