"""Files and folders that are read or written whole, or not at all: who reads one sees what it was before, or what it is
now. What is being written stands beside its place under a name that tells whose it is: NAME.PROCESS.part.

Whatever is read has a limit, and only regular files are: a pipe may keep who opens it waiting, a device may never end.
"""

from __future__ import annotations

import contextlib
import errno
import json
import os
import re
import stat
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import IO, Any

from gridpilot.texts import file_words

PRIVATE = 0o600
"""Only the user may read a file that is new."""

MOST = 8 << 20
"""Bytes of a file of which nothing else is said; none of gridpilot's own comes near."""

MOST_PICTURE = 256 << 20
"""Bytes of a picture's file: as many pixels as are ever taken, none of them packed, need 160 MB."""

PART = re.compile(r"\.([0-9]{1,10})\.part$")
_BINARY = getattr(os, "O_BINARY", 0)  # Windows would turn line ends into its own
_AT_ONCE = getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0)
"""Should a pipe or a terminal come into the file's place just now, nobody waits for it."""


class Unfit(OSError):  # noqa: N818 - the file is, not the program
    """What is there is not read: it is no regular file, or longer than any that is meant. `strerror` says which."""


def opened(path: Path, most: int = MOST) -> IO[bytes]:
    """A regular file of `most` bytes at most, for reading. Raises OSError, also for any other."""
    _check(path, path.stat(), most)  # before it is opened, as that alone sets some devices to work
    file = os.fdopen(os.open(path, os.O_RDONLY | _AT_ONCE | _BINARY), "rb")
    try:
        _check(path, os.fstat(file.fileno()), most)
    except OSError:
        file.close()
        raise
    return file


def _check(path: Path, facts: os.stat_result, most: int) -> None:
    if stat.S_ISDIR(facts.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
    if not stat.S_ISREG(facts.st_mode):
        raise Unfit(errno.EINVAL, file_words.NO_FILE, str(path))
    if facts.st_size > most:
        raise too_long(path, most)


def too_long(name: object, most: int) -> Unfit:
    return Unfit(errno.EFBIG, file_words.too_long(most), str(name))


def read(path: Path, most: int = MOST) -> bytes:
    """All of a file. Raises OSError."""
    with opened(path, most) as file:
        return taken(file, most)


def taken(stream: IO[bytes], most: int) -> bytes:
    """All that comes from an open file or a pipe, until its end. Raises OSError when that is more than `most` bytes."""
    content = stream.read(most + 1)
    if len(content) > most:
        raise too_long(getattr(stream, "name", ""), most)
    return content


def read_text(path: Path, most: int = MOST) -> str:
    """Raises OSError, and UnicodeDecodeError for what is no UTF-8."""
    return decoded(read(path, most))


def decoded(content: bytes) -> str:
    """With one kind of line end. Raises UnicodeDecodeError for what is no UTF-8."""
    return content.decode("utf-8").replace("\r\n", "\n").replace("\r", "\n")


def read_json(path: Path, most: int = MOST) -> Any:
    """Raises OSError, and ValueError for what is no JSON."""
    return parsed(read_text(path, most))


def parsed(text: str | bytes | bytearray) -> Any:
    """What a JSON text says. Raises ValueError for any other, also for what is nested deeper than Python can follow."""
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError(file_words.NESTED) from None


def end(path: Path, most: int = MOST) -> tuple[bytes, bool]:
    """The last bytes of a file, however long it is, and whether that is all of it. Raises OSError."""
    with opened(path, most=1 << 62) as file:
        before = max(0, os.fstat(file.fileno()).st_size - most)
        file.seek(before)
        return file.read(most), not before


@contextlib.contextmanager
def new(path: Path) -> Iterator[IO[bytes]]:
    """A file to be written, where there is none yet, nor a link: the user's alone, and gone again if that fails. Raises
    OSError.
    """
    file = os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, PRIVATE), "wb")
    try:
        with file:
            yield file
    except BaseException:
        path.unlink(missing_ok=True)
        raise


def make_folder(path: Path) -> None:
    """The folder, and what is missing of those around it, each for the user alone. Raises OSError."""
    if not path.is_dir():
        make_folder(path.parent)
        path.mkdir(mode=0o700, exist_ok=True)


def append(path: Path, line: str) -> None:
    """A line at the end of a text file, also after one that a full disk cut short. Raises OSError."""
    make_folder(path.parent)
    descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | _AT_ONCE | _BINARY, PRIVATE)
    with os.fdopen(descriptor, "r+b", buffering=0) as file:
        _check(path, os.fstat(descriptor), 1 << 62)
        size = file.seek(0, os.SEEK_END)
        file.seek(max(0, size - 1))
        apart = b"\n" if size and file.read(1) != b"\n" else b""
        file.write(apart + line.encode() + b"\n")


def _beside(path: Path) -> Path:
    return path.with_name(f"{path.name}.{os.getpid()}.part")


def write(path: Path, content: str | bytes) -> None:
    """Raises OSError, and leaves no part of a file behind. An old one keeps its rights, a link its place. A folder that
    is missing is made.
    """
    path = path.resolve()
    make_folder(path.parent)
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
