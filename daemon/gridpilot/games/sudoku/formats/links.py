"""Links and the words of links in which f-puzzles and SudokuPad pack whole puzzles, and those that hold the digits of a
board as they are. Nothing is asked of the network.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from urllib.parse import unquote

from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku.formats import json_files, lz_string, signs
from gridpilot.games.sudoku.formats.beside import packed
from gridpilot.games.sudoku.formats.puzzle import Puzzle
from gridpilot.games.sudoku.grid import shape_in
from gridpilot.texts import puzzle_words

NAME = "a puzzle packed into a link"
PACKED = re.compile(r"(?:\A|[/=?&#\s]|scl|ctc|fpuz|fpuzzles)(N4[A-Za-z0-9+/ \-_]{30,}={0,2})")
"""All packed objects begin so: it is how a { is packed."""


def read(line: str) -> Callable[[], Puzzle] | None:
    """What reads the line, None where it is no link that holds a puzzle."""
    told = unquote(line.strip())
    if found := PACKED.search(told):
        return lambda: _unpacked(found[1])
    if "://" in told:
        for part in re.split(r"[/?&=#]", signs.plain(told)):
            if board := packed(part):
                return lambda: Puzzle(board, shape_in(board))
    return None


def _unpacked(told: str) -> Puzzle:
    """Raises GridpilotError."""
    try:
        text = lz_string.unpacked(told.strip().translate(str.maketrans(" -_", "+/+")))
        data = json_files.loaded(text)
    except (ValueError, RecursionError):
        raise GridpilotError(*puzzle_words.not_whole(NAME)) from None
    return json_files.puzzle(data)
