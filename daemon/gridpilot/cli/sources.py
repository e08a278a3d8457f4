"""What a verb is given to look at: a text, a file or standard input (`-`)."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from gridpilot import whole_file
from gridpilot.cli.encodings import decoded
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words as words

if TYPE_CHECKING:
    from gridpilot.games.sudoku.formats import Found, Puzzle

STANDARD_INPUT = "-"
MOST_TEXT = 4 << 20
"""Bytes of puzzles: fifty thousand of them, one a line."""
NAME_LIKE = re.compile(r"[A-Za-z]{2}|[/\\]")
"""What no puzzle of the usual nine digits has."""


def text(given: str) -> tuple[str, str]:
    """What `given` is called in messages, and its text: standard input's, a file's or its own."""
    if given == STANDARD_INPUT:
        with told_by_name(words.STANDARD_INPUT):
            return words.STANDARD_INPUT, decoded(whole_file.taken(sys.stdin.buffer, MOST_TEXT))
    file = _file(given)
    if file is None:
        return words.THE_TEXT, given
    with told_by_name(given):
        return given, decoded(whole_file.read(file, MOST_TEXT))


def puzzles(given: str, regions: str | None = None) -> tuple[str, list[Found]]:
    """What `given` is called, and the puzzles in it; `regions`: the region of each cell of all of them, where unusual.
    What looks like a file's name and is neither file nor puzzle is said to be missing. Raises GridpilotError.
    """
    from gridpilot.games.sudoku import formats, grid

    shape = grid.shape_of([sign for sign in regions if not sign.isspace()]) if regions else None
    name, told = text(given)
    found = formats.puzzles(told, shape)
    named = name == words.THE_TEXT and "\n" not in given and NAME_LIKE.search(given)
    if named and not any(isinstance(one.puzzle, formats.Puzzle) or "://" in given for one in found):
        raise GridpilotError(*words.no_such_file(given))
    return name, found


def puzzle(given: str) -> Puzzle:
    """The one puzzle. Raises GridpilotError where there is none, or more than one."""
    name, found = puzzles(given)
    if len(found) != 1:
        raise GridpilotError(*(words.several_in(name, len(found)) if found else words.nothing_in(name)))
    if isinstance(found[0].puzzle, GridpilotError):
        raise found[0].puzzle
    return found[0].puzzle


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
