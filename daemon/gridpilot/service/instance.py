"""One daemon per user and display, by a lock on a file: the system frees it however the process ends. No pid files."""

from __future__ import annotations

import importlib
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pathlib import Path


def take(path: Path) -> IO[bytes] | None:
    """The lock, held as long as the file stays open; None when another process has it."""
    file = path.open("a+b")
    try:
        _lock(file.fileno())
    except OSError:
        file.close()
        return None
    return file


def _lock(descriptor: int) -> None:
    """Asks for what the system has rather than for its name; only one of the two modules exists."""
    try:
        fcntl: Any = importlib.import_module("fcntl")
    except ImportError:
        msvcrt: Any = importlib.import_module("msvcrt")
        msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
    else:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
