"""Where a web page keeps its board, as a profile's [dom] table says: for `gridpilot web`, which asks the page itself.

[dom]
board = "table#sudoku_main_board"   # CSS selectors, each within the one before
row = "tr"
cell = "input.i3"
given = "readonly"                  # the attribute of a cell that is not to be filled
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Dom:
    """CSS selectors of the board, of its rows, and of the inputs in a row; `given` is an attribute's name."""

    board: str
    row: str = "tr"
    cell: str = "input"
    given: str = "readonly"
