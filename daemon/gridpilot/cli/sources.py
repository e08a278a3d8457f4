"""What a verb is given to look at: a text, a file or standard input (`-`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words as words

STANDARD_INPUT = "-"
NAME_LIKE = re.compile(r"[A-Za-z]{2}|[/\\]")
"""What no puzzle of the usual nine digits has."""


def text(given: str) -> tuple[str, str]:
    """What `given` is called in messages, and its text: standard input's, a file's or its own."""
    if given == STANDARD_INPUT:
        return words.STANDARD_INPUT, standard_input()
    file = _file(given)
    if file is None:
        return words.THE_TEXT, given
    try:
        return given, file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise GridpilotError(*words.unreadable_file(given, words.NO_TEXT)) from None
    except OSError as fault:
        raise GridpilotError(*words.unreadable_file(given, fault.strerror or str(fault))) from fault


def puzzle_text(given: str) -> tuple[str, str]:
    """The same for puzzles: what looks like a file's name and is neither file nor puzzle is said to be missing."""
    from gridpilot.games.sudoku.grid import size_in

    one_line = given != STANDARD_INPUT and "\n" not in given
    if one_line and _file(given) is None and NAME_LIKE.search(given) and size_in(given) is None:
        raise GridpilotError(*words.no_such_file(given))
    return text(given)


def standard_input() -> str:
    try:
        return sys.stdin.read()
    except UnicodeDecodeError:
        raise GridpilotError(*words.unreadable_file(words.STANDARD_INPUT, words.NO_TEXT)) from None


@contextmanager
def picture(given: str) -> Iterator[Path]:
    """The picture's file; what comes from standard input lies in one for as long as it is needed."""
    if given != STANDARD_INPUT:
        yield Path(given)
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="gridpilot-") as folder:
        path = Path(folder) / "stdin"
        path.write_bytes(sys.stdin.buffer.read())
        yield path


def _file(given: str) -> Path | None:
    """The file of that name, None when there is none; a drawn puzzle may be no possible file name at all."""
    try:
        path = Path(given)
        return path if path.is_file() else None
    except (OSError, ValueError):
        return None
