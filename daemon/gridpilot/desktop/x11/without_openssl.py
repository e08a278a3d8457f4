"""Importing asyncio and dbus-fast without OpenSSL: nothing on the session bus is encrypted, and it would be a seventh
of the resident program's memory. asyncio does without it by itself, as does Python's hashlib, which dbus-fast asks for.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

OPENSSL = ("ssl", "_hashlib")


@contextmanager
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
