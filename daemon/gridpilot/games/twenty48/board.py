"""2048's vocabulary: a *board* of N x M cells, each empty or holding a *tile*; a *move* slides all tiles to one side.

Two equal tiles that meet *merge* into one of twice the *value*; after each move that changed the board one tile
*spawns*, a 2 or a 4. A tile's value is 2 to the power of its *exponent*. Boards are tuples of values in row order with
0 for an empty cell, as people see them and as the command line prints them; only a search needs exponents.
"""

from __future__ import annotations

from gridpilot.errors import GridpilotError

SMALLEST, USUAL, LARGEST = 3, 4, 8
"""Cells on a board's side."""

VALUES = tuple(2**exponent for exponent in range(1, 18))
"""Every tile that a 4 x 4 board can hold: 2 to 131072."""


def exponent(value: int) -> int:
    """1 for the tile 2, 17 for the tile 131072, 0 for an empty cell."""
    return value.bit_length() - 1 if value else 0


def rows(board: tuple[int, ...], columns: int) -> list[list[int]]:
    """The board as lists of values, top row first."""
    return [list(board[start : start + columns]) for start in range(0, len(board), columns)]


def picture(board: tuple[int, ...], columns: int) -> str:
    """The board as text: right-aligned values, a dot for an empty cell."""
    width = max(len(str(value)) for value in board) + 2
    return "\n".join("".join(str(value or ".").rjust(width) for value in row) for row in rows(board, columns))


def parse(text: str) -> tuple[tuple[int, ...], int]:
    """A board as people type it, and its columns: rows apart by "/" or a line's end, "2 0 0 4/0 ...", "." for 0."""
    lines = [line.replace(",", " ").split() for line in text.replace("/", "\n").splitlines() if line.strip()]
    if not lines or any(len(line) != len(lines[0]) for line in lines):
        raise GridpilotError("Not a board", "its rows differ in length.", 'E.g. "2 0 0 4/0 0 0 0/0 0 2 0/0 0 0 0".')
    values = (_value(word, row, column) for row, line in enumerate(lines, 1) for column, word in enumerate(line, 1))
    return tuple(values), len(lines[0])


def _value(word: str, row: int, column: int) -> int:
    if word != "." and not word.isdecimal():
        raise GridpilotError("Not a board", f"{word!r} at r{row}c{column} is no number.", "Empty cells are 0.")
    return 0 if word == "." else int(word)
