"""HoDoKu's library: lines of fields between colons, the third of which is the board.

    :0000:x:53..7..+4.…:211 212:::

A plus stands before a digit that is no given.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gridpilot.games.sudoku.formats.puzzle import Puzzle, clues, of_values
from gridpilot.games.sudoku.grid import NINE

NAME = "HoDoKu"
LINE = re.compile(r"\s*:[\w-]*:[^:]*:([+.0-9]{20,}):.*", re.DOTALL)


def read(line: str) -> Callable[[], Puzzle] | None:
    """What reads the line, None where it is another kind."""
    told = LINE.fullmatch(line)
    return (lambda: _puzzle(told[1])) if told else None


def _puzzle(cells: str) -> Puzzle:
    told = re.findall(r"\+?[.\d]", cells)
    values = clues([(cell[-1].replace(".", "0"), len(cell) == 1) for cell in told])
    return of_values(NAME, values, NINE)
