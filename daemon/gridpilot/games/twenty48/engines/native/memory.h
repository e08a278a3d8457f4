/* What all three searches share: whole numbers that wrap around, raw memory, and a clock.
 *
 * A search works in one block of memory that Python lays out (block.py, block_any_size.py); the build turns their
 * numbers into AT_... and ANY_... . All whole numbers are signed and have 64 bits: boards are compared as such.
 */
#ifndef GRIDPILOT_MEMORY_H
#define GRIDPILOT_MEMORY_H

#include <stdint.h>

#if defined(_WIN32)
#define EXPORTED __declspec(dllexport)
#else
#define EXPORTED __attribute__((visibility("default")))
#endif

#define PART static inline __attribute__((always_inline))

typedef int64_t i64;
typedef uint64_t u64;

PART i64 *words(i64 address) { return (i64 *)(intptr_t)address; }
PART i64 get64(i64 address, i64 index) { return words(address)[index]; }
PART void put64(i64 address, i64 index, i64 number) { words(address)[index] = number; }
PART i64 get32(i64 address, i64 index) { return ((const int32_t *)(intptr_t)address)[index]; }
PART i64 get16(i64 address, i64 index) { return ((const int16_t *)(intptr_t)address)[index]; }
PART i64 least_of(i64 one, i64 other) { return one < other ? one : other; }
PART i64 most_of(i64 one, i64 other) { return one > other ? one : other; }
PART double higher_of(double one, double other) { return one > other ? one : other; }

/* Rounded down, unlike C's own division; `by` is above 0. */
PART i64 divided(i64 number, i64 by) { return number / by - (number % by < 0); }

/* The time in nanoseconds, by the clock that Python calls monotonic. */
EXPORTED i64 now(void);

#endif
