/* What the processor offers, asked when the module runs: one build serves old and new ones. */
#ifndef SECTIO_PROCESSOR_H
#define SECTIO_PROCESSOR_H

#include <stdint.h>

#if defined(__GNUC__)
#define ALWAYS_INLINE __attribute__((always_inline))
#elif defined(_MSC_VER)
#define ALWAYS_INLINE __forceinline
#else
#define ALWAYS_INLINE
#endif

/* Vectors of eight numbers, and of sixteen: chosen by a branch, since not every C library and loader can choose among functions. */
#if defined(__GNUC__) && defined(__x86_64__)
#define HAS_WIDE
#define FOR_WIDE __attribute__((target("avx2")))
static inline int is_wide(void) { return __builtin_cpu_supports("avx2") != 0; }
#define FOR_WIDEST __attribute__((target("avx512f")))
static inline int is_widest(void) { return __builtin_cpu_supports("avx512f") != 0; }
#else
static inline int is_wide(void) { return 0; }
static inline int is_widest(void) { return 0; }
#endif

/* The number of the lowest bit that is set; there is one. */
static inline int lowest_bit(uint64_t bits) {
#if defined(__GNUC__)
    return __builtin_ctzll(bits);
#else
    int number = 0;
    while (!(bits >> number & 1)) number++;
    return number;
#endif
}

#endif
