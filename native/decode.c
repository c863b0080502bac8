/* Whether bytes are UTF-8: the compiled twin of `_strict_utf8` in dom/decode.py, which also makes the text. */
#include <string.h>

#include "arguments.h"
#include "clock.h"
#include "stages.h"

/* How many bytes the character beyond ASCII at s takes, 0 if it is none: overlong forms, surrogates and what is behind the last plane are not. */
static int64_t character(const uint8_t *s, int64_t left) {
    static const uint8_t LOWEST[16] = {[0x0] = 0xA0}, HIGHEST[16] = {[0xD] = 0x9F};
    uint8_t first = s[0];
    if (first < 0xC2 || first > 0xF4) return 0;
    int64_t length = first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4;
    if (left < length) return 0;
    for (int64_t i = 1; i < length; i++)
        if ((s[i] & 0xC0) != 0x80) return 0;
    if (length == 3 && (s[1] < LOWEST[first & 15] || (HIGHEST[first & 15] && s[1] > HIGHEST[first & 15]))) return 0;
    if ((first == 0xF0 && s[1] < 0x90) || (first == 0xF4 && s[1] > 0x8F)) return 0;
    return length;
}

static int are_utf8(const uint8_t *s, int64_t size, Clock *clock) {
    int64_t i = 0, looked = 0, length;
    while (i < size) {
        uint64_t eight[4];
        if (size - i >= (int64_t)sizeof eight) { /* ASCII, as nearly all markup is */
            memcpy(eight, s + i, sizeof eight);
            if (!((eight[0] | eight[1] | eight[2] | eight[3]) & 0x8080808080808080u)) {
                i += (int64_t)sizeof eight;
                continue;
            }
        }
        for (int64_t stop = size - i < (int64_t)sizeof eight ? size : i + (int64_t)sizeof eight; i < stop; i += length) {
            length = s[i] < 0x80 ? 1 : character(s + i, size - i);
            if (!length) return 0;
        }
        if (i - looked < BETWEEN_LOOKS / 4) continue;
        if (late(clock, i - looked)) return 0;
        looked = i;
    }
    return !late(clock, 1);
}

/* is_utf8(source): see compiled.py. */
PyObject *is_utf8(PyObject *module, PyObject *const *given, Py_ssize_t size) {
    Held held = {.count = 0};
    Clock clock;
    const uint8_t *source;
    int64_t length = -1;
    PyObject *found = 0;
    (void)module;
    if (!expect("is_utf8", size, 1) && !take(&held, given[0], "source", "u1", READ, &length, &source)) {
        start_long_work(&clock, length / 16);
        int is_one = are_utf8(source, length, &clock);
        if (!end_work(&clock)) found = Py_NewRef(is_one ? Py_True : Py_False);
    }
    release(&held);
    return found;
}
