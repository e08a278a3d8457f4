"""What a verb is given to look at: a text, a file or standard input (`-`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gridpilot import whole_file
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words as words

STANDARD_INPUT = "-"
MOST_TEXT = 4 << 20
"""Bytes of puzzles: fifty thousand of them, one a line."""
NAME_LIKE = re.compile(r"[A-Za-z]{2}|[/\\]")
"""What no puzzle of the usual nine digits has."""


def text(given: str) -> tuple[str, str]:
    """What `given` is called in messages, and its text: standard input's, a file's or its own."""
    if given == STANDARD_INPUT:
        return words.STANDARD_INPUT, standard_input()
    file = _file(given)
    if file is None:
        return words.THE_TEXT, given
    with told_by_name(given):
        return given, whole_file.read_text(file, MOST_TEXT)


def puzzle_text(given: str) -> tuple[str, str]:
    """The same for puzzles: what looks like a file's name and is neither file nor puzzle is said to be missing."""
    from gridpilot.games.sudoku.grid import size_in

    one_line = given != STANDARD_INPUT and "\n" not in given
    if one_line and _file(given) is None and NAME_LIKE.search(given) and size_in(given) is None:
        raise GridpilotError(*words.no_such_file(given))
    return text(given)


def standard_input() -> str:
    """Its text."""
    with told_by_name(words.STANDARD_INPUT):
        return whole_file.decoded(whole_file.taken(sys.stdin.buffer, MOST_TEXT))


@contextmanager
def told_by_name(name: str, fix: str = words.GIVE_TEXT) -> Iterator[None]:
    """Says of what has this name why it is not read."""
    try:
        yield
    except UnicodeDecodeError:
        raise GridpilotError(*words.unreadable_file(name, words.NO_TEXT, fix)) from None
    except OSError as fault:
        raise GridpilotError(*words.unreadable_file(name, fault.strerror or str(fault), fix)) from fault


@contextmanager
def picture(given: str) -> Iterator[Path]:
    """The picture's file; what comes from standard input lies in one for as long as it is needed."""
    if given != STANDARD_INPUT:
        yield Path(given)
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="gridpilot-") as folder:
        path = Path(folder) / "stdin"
        with told_by_name(words.STANDARD_INPUT, words.GIVE_PICTURE):
            path.write_bytes(whole_file.taken(sys.stdin.buffer, whole_file.MOST_PICTURE))
        yield path


def _file(given: str) -> Path | None:
    """The file of that name, None when there is none; a drawn puzzle may be no possible file name at all."""
    try:
        path = Path(given)
        return path if path.exists() and not path.is_dir() else None
    except (OSError, ValueError):
        return None
