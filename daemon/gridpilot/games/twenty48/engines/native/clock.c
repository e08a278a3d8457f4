#define _POSIX_C_SOURCE 199309L
#include "memory.h"

#if defined(_WIN32)
#define WIN32_LEAN_AND_MEAN
#include <windows.h>

i64 now(void)
{
    LARGE_INTEGER ticks, each_second;
    QueryPerformanceCounter(&ticks);
    QueryPerformanceFrequency(&each_second);
    i64 whole = ticks.QuadPart / each_second.QuadPart, rest = ticks.QuadPart % each_second.QuadPart;
    return whole * 1000000000 + rest * 1000000000 / each_second.QuadPart;
}
#else
#include <time.h>

i64 now(void)
{
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (i64)time.tv_sec * 1000000000 + time.tv_nsec;
}
#endif

#define TEXT(of) #of
#define TEXT_OF(of) TEXT(of)

/* What the library was built from, for a test to compare. */
EXPORTED const char *built_from(void) { return TEXT_OF(BUILT_FROM); }
