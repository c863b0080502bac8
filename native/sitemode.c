/* Check sums of the texts of blocks: the compiled twin of `_hashes` in model/sitemode.py.
 *
 * Texts are read in the markup, with one space for white space of any kind. A block with a character that composes with others, or that is
 * not in the lists below, is left to Python.
 */
#include <string.h>

#include "arguments.h"
#include "checksum.h"
#include "clock.h"
#include "stages.h"

typedef struct {
    const uint8_t *source, *after_blank;
    const int32_t *starts, *ends, *first, *last;
    int64_t *out;
    int64_t size, texts, blocks;
} Given;

typedef struct {
    uint32_t crc;
    int has_text, is_apart; /* whether something was read, and white space behind it */
} Reader;

static int is_space(uint8_t c) { return c == ' ' || (c >= 9 && c <= 13) || (c >= 28 && c <= 31); }

/* The letter that is meant by what is written from here on, and how many bytes that takes. */
static uint8_t letter_at(const uint8_t *s, int64_t n, int64_t *taken) {
    static const struct { const char *written; int64_t size; uint8_t meant; } entities[] = {
        {"&nbsp;", 6, ' '}, {"&lt;", 4, '<'}, {"&gt;", 4, '>'}, {"&quot;", 6, '"'}, {"&amp;", 5, '&'},
    };
    *taken = 1;
    if (*s != '&') return *s;
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++) {
        if (n < entities[i].size || memcmp(s, entities[i].written, (size_t)entities[i].size)) continue;
        *taken = entities[i].size;
        return entities[i].meant;
    }
    return *s;
}

/* Characters that are neither white space nor controls, and are their own composed form whatever is beside them, of those listed here: letters with
 * accents and Cyrillic ones, dashes and quotation marks, the euro, kana, ideographs, Hangul. */
static int is_inert(int32_t point) {
    static const int32_t runs[][2] = {
        {0xA1, 0xAC}, {0xAE, 0x2FF}, {0x400, 0x45F}, {0x2010, 0x2027}, {0x20AC, 0x20AC}, {0x3001, 0x3002}, {0x3041, 0x3096}, {0x30A1, 0x30FA},
        {0x4E00, 0x9FFF}, {0xAC00, 0xD7A3}, {0xFF01, 0xFF5E},
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++)
        if (point >= runs[i][0] && point <= runs[i][1]) return 1;
    return 0;
}

/* How many bytes the character of two or three takes that begins here; 0 if it is not inert. */
static int64_t inert_at(const uint8_t *s, int64_t n) {
    if (n > 1 && s[0] >= 0xC2 && s[0] < 0xE0) return is_inert((s[0] & 31) << 6 | (s[1] & 63)) ? 2 : 0;
    if (n > 2 && s[0] >= 0xE0 && s[0] < 0xF0) return is_inert((s[0] & 15) << 12 | (s[1] & 63) << 6 | (s[2] & 63)) ? 3 : 0;
    return 0;
}

static void add(Reader *reader, const uint8_t *s, int64_t n) {
    if (reader->is_apart) reader->crc = checked(reader->crc, ' ');
    for (int64_t i = 0; i < n; i++) reader->crc = checked(reader->crc, s[i]);
    reader->is_apart = 0;
    reader->has_text = 1;
}

/* Read a text; 0 if it has a character that is left to Python. */
static int read_text(Reader *reader, const uint8_t *s, int64_t n) {
    for (int64_t i = 0, taken; i < n; i += taken) {
        uint8_t letter = letter_at(s + i, n - i, &taken);
        if (is_space(letter)) {
            reader->is_apart = reader->has_text;
        } else if (letter > ' ' && letter <= '~') {
            add(reader, &letter, 1);
        } else {
            taken = inert_at(s + i, n - i);
            if (!taken) return 0;
            add(reader, s + i, taken);
        }
    }
    return 1;
}

static void read_blocks(const Given *given, Clock *clock) {
    for (int64_t block = 0; block < given->blocks && !late(clock, 1); block++) {
        Reader reader = {UINT32_MAX, 0, 0};
        int is_plain = 1;
        for (int32_t text = given->first[block]; text < given->last[block] && is_plain && !clock->stopped; text++) {
            if (given->after_blank[text]) reader.is_apart = reader.has_text;
            int64_t size = given->ends[text] - given->starts[text];
            is_plain = !late(clock, size) && read_text(&reader, given->source + given->starts[text], size);
        }
        given->out[block] = is_plain ? (int64_t)(reader.crc ^ UINT32_MAX) : -1;
    }
}

static int is_sound(const Given *given) {
    for (int64_t text = 0; text < given->texts; text++)
        if (given->starts[text] < 0 || given->ends[text] < given->starts[text] || given->ends[text] > given->size) return 0;
    for (int64_t block = 0; block < given->blocks; block++)
        if (given->first[block] < 0 || given->last[block] < given->first[block] || given->last[block] > given->texts) return 0;
    return 1;
}

/* block_hashes(source, starts, ends, after_blank, first, last, out): see compiled.py. */
PyObject *block_hashes(PyObject *module, PyObject *const *arguments, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    Given given = {.size = -1, .texts = -1, .blocks = -1};
    int failed = -1;
    (void)module;
    if (!expect("block_hashes", size, 7) && !take(&held, arguments[0], "source", "u1", READ, &given.size, &given.source) &&
        !take(&held, arguments[1], "starts", "i4", READ, &given.texts, &given.starts) &&
        !take(&held, arguments[2], "ends", "i4", READ, &given.texts, &given.ends) &&
        !take(&held, arguments[3], "after_blank", "b1", READ, &given.texts, &given.after_blank) &&
        !take(&held, arguments[4], "first", "i4", READ, &given.blocks, &given.first) &&
        !take(&held, arguments[5], "last", "i4", READ, &given.blocks, &given.last) &&
        !take(&held, arguments[6], "out", "i8", WRITE, &given.blocks, &given.out)) {
        if (is_sound(&given)) {
            start_work(&clock);
            read_blocks(&given, &clock);
            failed = end_work(&clock);
        } else {
            PyErr_SetString(PyExc_ValueError, "starts, ends, first or last: these are not the texts of a page");
        }
    }
    release(&held);
    return failed ? 0 : Py_NewRef(Py_None);
}
