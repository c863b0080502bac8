/* Pairs of numbers, numbered in the order in which they are first seen. */
#ifndef SECTIO_PAIRS_H
#define SECTIO_PAIRS_H

#include <stdint.h>
#include <stdlib.h>

#include "clock.h"

typedef struct {
    int32_t *first, *second; /* of each pair */
    int32_t *slots;          /* the number of a pair, -1 where there is none */
    int32_t count, room;     /* at most half of the slots are taken */
    Clock *clock;
} Pairs;

/* -1 if there is no room for the first few. */
int start_pairs(Pairs *pairs, Clock *clock);

/* The number of a pair, which is a new one if it is `count - 1` now and was not before; -1 if there is no room, or the time is over. */
int32_t number_of(Pairs *pairs, int32_t first, int32_t second);

void end_pairs(Pairs *pairs);

/* Numbers in a row that grows. */
typedef struct {
    int32_t *numbers;
    int64_t count, room;
} Growing;

/* -1 if there is no room for one more. */
static inline int add(Growing *to, int32_t number) {
    if (to->count == to->room) {
        int64_t room = to->room ? 2 * to->room : 256;
        int32_t *numbers = realloc(to->numbers, (size_t)room * sizeof *numbers);
        if (!numbers) return -1;
        to->numbers = numbers;
        to->room = room;
    }
    to->numbers[to->count++] = number;
    return 0;
}

#endif
