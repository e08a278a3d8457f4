"""How processes that run for weeks stay as small as they are: what glibc's malloc has to be told, and what is left out.

asyncio and dbus-fast are imported without OpenSSL: nothing on the session bus is encrypted, and it would be a seventh
of the resident program's memory. asyncio does without it by itself, as does Python's hashlib, which dbus-fast asks for.
"""

import contextlib
import ctypes
import sys
from collections.abc import Iterator
from typing import Any

M_MMAP_THRESHOLD, M_ARENA_MAX = -3, -8  # of glibc's malloc.h
LARGE = 128 * 1024  # bytes
OPENSSL = ("ssl", "_hashlib")


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


@contextlib.contextmanager
def without_openssl() -> Iterator[None]:
    """What is imported meanwhile finds no OpenSSL, unless it was loaded before."""
    modules: dict[str, Any] = sys.modules
    hidden = [name for name in OPENSSL if name not in modules]
    modules |= dict.fromkeys(hidden)
    try:
        yield
    finally:
        for name in hidden:
            del modules[name]
