"""What glibc's malloc has to be told so that processes which run for weeks stay as small as they are."""

import contextlib
import ctypes

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # of glibc's malloc.h
LARGE = 128 * 1024  # bytes


def keep_memory_flat() -> None:
    """From now on all threads take their memory from one place. By default glibc sets one apart for each, and a process
    of short-lived threads grows by a few MiB over the hours. And what is large goes back to the system when it is let
    go of, always: by default only as long as nothing large was, and later ones leave holes. Other C libraries have no
    such settings.
    """
    with contextlib.suppress(AttributeError, OSError):
        library = ctypes.CDLL(None)
        library.mallopt(M_ARENA_MAX, 1)
        library.mallopt(M_MMAP_THRESHOLD, LARGE)


def give_back_memory() -> None:
    """What is free goes back to the system now: a reading takes ten MiB for a moment, and its peak would be kept."""
    with contextlib.suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
