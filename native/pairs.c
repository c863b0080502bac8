/* See pairs.h. */
#include "pairs.h"

#include <stdlib.h>
#include <string.h>

#include "stages.h"

enum { FEWEST_PAIRS = 64, MOST_PAIRS = 1 << 29 };

/* A slot that no page can be made to fill more than others. */
static uint32_t slot_of(int32_t first, int32_t second) {
    uint64_t mixed = ((uint64_t)(uint32_t)first << 32 | (uint32_t)second) * (process_key | 1);
    mixed ^= mixed >> 32;
    mixed *= (process_key ^ 0x9E3779B97F4A7C15u) | 1;
    return (uint32_t)(mixed >> 30);
}

/* The slot of a pair, or the free one where it belongs. */
static int32_t *slot_in(const Pairs *pairs, int32_t first, int32_t second) {
    uint32_t mask = (uint32_t)pairs->room * 2 - 1, slot = slot_of(first, second) & mask;
    for (;; slot = (slot + 1) & mask) {
        int32_t known = pairs->slots[slot];
        if (known < 0 || (pairs->first[known] == first && pairs->second[known] == second)) return pairs->slots + slot;
        if (late(pairs->clock, 1)) return 0;
    }
}

static int32_t *grown(int32_t *numbers, int64_t count) { return realloc(numbers, (size_t)count * sizeof *numbers); }

static int make_room(Pairs *pairs, int32_t room) {
    int32_t *slots = room <= MOST_PAIRS ? grown(pairs->slots, 2 * (int64_t)room) : 0;
    if (slots) pairs->slots = slots;
    int32_t *first = slots ? grown(pairs->first, room) : 0;
    if (first) pairs->first = first;
    int32_t *second = first ? grown(pairs->second, room) : 0;
    if (!second) return -1;
    pairs->second = second;
    pairs->room = room;
    memset(slots, 0xFF, 2 * (size_t)room * sizeof *slots);
    for (int32_t pair = 0; pair < pairs->count; pair++) {
        int32_t *slot = slot_in(pairs, first[pair], second[pair]);
        if (!slot) return -1;
        *slot = pair;
    }
    return 0;
}

int start_pairs(Pairs *pairs, Clock *clock) {
    *pairs = (Pairs){.clock = clock};
    return make_room(pairs, FEWEST_PAIRS);
}

int32_t number_of(Pairs *pairs, int32_t first, int32_t second) {
    int32_t *slot = slot_in(pairs, first, second);
    if (!slot || *slot >= 0) return slot ? *slot : -1;
    if (pairs->count == pairs->room) {
        if (make_room(pairs, 2 * pairs->room) || !(slot = slot_in(pairs, first, second))) return -1;
    }
    pairs->first[pairs->count] = first;
    pairs->second[pairs->count] = second;
    return *slot = pairs->count++;
}

void end_pairs(Pairs *pairs) {
    free(pairs->first);
    free(pairs->second);
    free(pairs->slots);
    *pairs = (Pairs){.clock = pairs->clock};
}
