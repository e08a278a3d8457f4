"""Files and folders that are written whole or not at all: who reads one sees what it was before, or what it is now.

What is being written stands beside its place under a name that tells whose it is: NAME.PROCESS.part.
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from pathlib import Path

PRIVATE = 0o600
"""Only the user may read a file that is new."""

PART = re.compile(r"\.([0-9]{1,10})\.part$")
_BINARY = getattr(os, "O_BINARY", 0)  # Windows would turn line ends into its own


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def write(path: Path, content: str | bytes) -> None:
    """Raises OSError, and leaves no part of a file behind. An old one keeps its rights, a link its place."""
    path = path.resolve()
    part = _beside(path)
    mode = path.stat().st_mode & 0o777 if path.exists() else PRIVATE
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, mode), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        part.replace(path)
    except BaseException:
        part.unlink(missing_ok=True)
        raise


def write_folder(path: Path, files: Mapping[str, bytes]) -> None:
    """A new folder with these files. Raises OSError where something of its name is there, but for an empty folder."""
    part = _beside(path)
    try:
        part.mkdir(mode=0o700)
        for name, content in files.items():
            (part / name).write_bytes(content)
        part.rename(path)
    except BaseException:
        _clear(part)
        raise


def clear_left_over(folder: Path) -> None:
    """Takes away what processes that have ended had begun to write, anywhere in that folder. What does not go stays."""
    with contextlib.suppress(OSError):
        for part in folder.rglob("*.part"):
            _clear_of_ended(part)


def clear_beside(path: Path) -> None:
    """The same for one file, which may be a link to another place."""
    with contextlib.suppress(OSError):
        path = path.resolve()
        for part in path.parent.glob("*.part"):
            if part.name.startswith(f"{path.name}."):
                _clear_of_ended(part)


def _clear_of_ended(part: Path) -> None:
    found = PART.search(part.name)
    if found and not _at_work(int(found[1])):
        _clear(part)


def _at_work(process: int) -> bool:
    """Whether another process of the user's has that number. On Windows nobody is asked: an open file stays there."""
    if process == os.getpid() or not hasattr(os, "getuid"):
        return False
    try:
        os.kill(process, 0)
    except (OSError, OverflowError):
        return False
    return True


def _clear(part: Path) -> None:
    """A file, or a folder with nothing but files in it."""
    with contextlib.suppress(OSError):
        if part.is_dir() and not part.is_symlink():
            for file in part.iterdir():
                file.unlink()
            part.rmdir()
        else:
            part.unlink()
