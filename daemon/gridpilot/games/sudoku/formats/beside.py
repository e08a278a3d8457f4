"""Puzzles a line, with something beside each: its solution, the map of its regions, a name, a rating."""

from __future__ import annotations

from math import isqrt

from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku import grid
from gridpilot.games.sudoku.formats import signs
from gridpilot.games.sudoku.formats.puzzle import Puzzle
from gridpilot.games.sudoku.formats.unread import Rank, Unread
from gridpilot.games.sudoku.grid import SHAPES, Board, Shape
from gridpilot.texts import puzzle_words

A_BOARD = 16
"""So many signs in one word are cells, and no name; the smallest board has as many."""


def read(number: int, line: str) -> Puzzle | None:
    """The puzzle in one of the fields of a line; None where no field is a board. Raises Unread."""
    fields = _fields(line)
    boards = {told: board for told in fields if (board := packed(told))}
    if not boards or _are_rows(fields):
        return None
    _check_whole(number, fields)
    chosen = min(boards, key=lambda told: 0 not in boards[told])  # one with blanks before one without
    others = _beside(chosen, fields, boards)
    return Puzzle(boards[chosen], _shape(number, len(chosen), others))


def _beside(chosen: str, fields: list[str], boards: dict[str, Board]) -> set[str]:
    """What may be more than a name, and is no solution."""
    alike = {*boards, *(told for told in fields if len(told) == len(chosen))} - {chosen}
    return {told for told in alike if not _solves(boards.get(told, ()), boards[chosen])}


def _fields(line: str) -> list[str]:
    delimiter = next((sign for sign in "\t;," if sign in line), None)
    return list(dict.fromkeys(told.strip(" \"'") for told in line.split(delimiter)))


def _are_rows(fields: list[str]) -> bool:
    """Whether there are as many as each is long, or but one."""
    return len(fields) == 1 or {*map(len, fields)} == {len(fields)}


def packed(told: str) -> Board | None:
    """The board that signs without anything between are."""
    size = isqrt(len(told))
    if size not in SHAPES or size**2 != len(told):
        return None
    board = [signs.digit(sign) for sign in told]
    return tuple(digit or 0 for digit in board) if all(digit in range(size + 1) for digit in board) else None


def _check_whole(number: int, fields: list[str]) -> None:
    """Raises Unread where one looks like a board that has lost a sign: the one beside it is its solution, perhaps."""
    for told in fields:
        if len(told) >= A_BOARD and not packed(told) and all(sign in signs.BLANKS or sign.isdecimal() for sign in told):
            raise Unread(Rank.ROW, puzzle_words.cells_counted(len(told), number))


def _solves(solution: Board, board: Board) -> bool:
    """Whether the one is full, has each digit once in each row and column, and has all digits of the other."""
    if len(solution) != len(board) or not all(digit in (0, full) for digit, full in zip(board, solution, strict=True)):
        return False
    size = isqrt(len(board))
    rows = [solution[start : start + size] for start in range(0, len(solution), size)]
    columns = [solution[start::size] for start in range(size)]
    return all(0 not in line and len({*line}) == size for line in rows + columns)


def _shape(number: int, cells: int, others: set[str]) -> Shape:
    """`others`: what is as long as the board and no solution of it. Raises Unread where that is no map of regions."""
    if not others:
        return SHAPES[isqrt(cells)]
    try:
        [regions] = others
        return grid.shape_of(regions if len(regions) == cells else "")
    except (GridpilotError, ValueError):
        raise Unread(Rank.WHOLE, puzzle_words.several_in_one_line(number)) from None
