"""What the rules say of a doubtful reading: repaired, cleared or left in doubt, never guessed.

Something is accepted only if all boards agree on it that the ink may plausibly be (plausible_boards.py) and that have
exactly one solution: then it does not matter which of them is the true one. If the likeliest of these is not the board
as read, the cells in which it differs are the repair.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from math import exp, isqrt, log

from gridpilot.games.sudoku.decide import plausible_boards as boards
from gridpilot.games.sudoku.grid import SHAPES, Board
from gridpilot.games.sudoku.solve.search import GaveUp
from gridpilot.games.sudoku.solve.solver import Multiple, only_solution, solve, unique_solution
from gridpilot.reading import Kind, Reading, Repair

SURE = 0.99
"""A cell below this is in doubt even where its reader did not say so."""

KNOWN = 32
"""From these odds on it counts as known whether a digit stands in a cell on which the solution does not depend; below
them the fill looks there again. Ink that was read as just the solution's digit is hardly so by chance. Not tuned.
"""

SLIP = log(30)
"""The extra cost, in nats, of taking a board that is consistent as read for one with a wrong digit of the user's. Not
tuned.
"""

CHANGES = 2
"""Cells, or shapes of several, that a repair may correct; worlds with more are looked at as its rivals."""


def settle(reading: Reading) -> tuple[Reading, Board | None]:
    """The reading with repairs made and doubts cleared or confirmed, and the solution if one may be typed.

    With neither doubts nor a solution the board is what was read, and the rules have a verdict on it.
    """
    doubtful = _doubtful(reading)
    changes = boards.changes_of(reading)
    if not changes and not doubtful:
        return reading, unique_solution(reading.board, boards.shape_read(reading))
    worlds, thorough = boards.plausible(reading, changes)
    if not worlds:
        return replace(reading, doubts=()) if _is_open_anyway(reading, doubtful) else _in_doubt(reading, doubtful), None
    first, *others = worlds
    rivals = others if thorough else [*others, *boards.beside(first, changes)]
    case = Case(
        reading, first, tuple(rivals), doubtful, {cell for change in changes for cell in change.cells}, thorough
    )
    disputed = _disputed(case)
    unsettled = _unsearched(case) | _overcorrected(case) | _contested(case) | _invented(case, disputed)
    unsettled |= _misplaced(case) | _unread(case, disputed)
    if unsettled:
        return _in_doubt(reading, doubtful | unsettled), None
    return _repaired(reading, first.board, disputed), first.solution if first.fits else None


@dataclass(frozen=True, slots=True)
class Case:
    """A reading in doubt, the likeliest board `first`, and the rivals that it is held against.

    `open` are the cells that any change could alter. `thorough`: the search left no rival out. Each verdict below names
    the cells for which it refuses the board.
    """

    reading: Reading
    first: boards.World
    rivals: tuple[boards.World, ...]
    doubtful: set[int]
    open: set[int]
    thorough: bool

    @property
    def changed(self) -> set[int]:
        return _differing(self.first.board, self.reading.board)


def _unsearched(case: Case) -> set[int]:
    """All that was open, where rivals may have been left out and the solution depends on what stands there."""
    settled = case.thorough or _whatever(case.reading, case.open) == case.first.solution
    return set() if settled else case.doubtful | case.open


def _overcorrected(case: Case) -> set[int]:
    """The corrections, where they are too many to be believed."""
    return case.changed if case.first.changes > CHANGES else set()


def _contested(case: Case) -> set[int]:
    """Where rivals with another solution differ that are hardly less likely."""
    cells: set[int] = set()
    for rival in case.rivals:
        rare = SLIP if case.first.fits and not rival.fits else 0
        if rival.solution != case.first.solution and rival.loss + rare <= case.first.loss + boards.MARGIN:
            cells |= _differing(rival.board, case.first.board)
    return cells


def _disputed(case: Case) -> set[int]:
    """The cells of which nothing is claimed, though the solution is the same with them and without."""
    by_rivals = {index for rival in case.rivals for index in _as_well_blank(case.first, rival)}
    cells = case.reading.cells
    return by_rivals | {i for i in case.doubtful if not case.first.board[i] and not cells[i].value and cells[i].rivals}


def _unread(case: Case, disputed: set[int]) -> set[int]:
    """The cells with ink that is not known to be marks, and of which nothing is claimed, or a doubtful digit that is
    wrong: it must neither be typed over nor be blamed on the user.
    """
    inked = (i for i, cell in enumerate(case.reading.cells) if cell.value or cell.unread)
    return {i for i in inked if not _is_claimed(case, i, disputed)}


def _is_claimed(case: Case, index: int, disputed: set[int]) -> bool:
    """Whether the ink of a cell is known to be the digit of the likeliest board."""
    value, solved = case.first.board[index], case.first.solution[index]
    if index in disputed:
        return case.reading.cells[index].value == solved == value
    return value > 0 and (index not in case.doubtful or value == solved)


def _invented(case: Case, disputed: set[int]) -> set[int]:
    """Digits that the ink was not taken for: nothing speaks for them but the rules."""
    cells = case.reading.cells
    unread = (i for i in case.changed - disputed if cells[i].kind is Kind.UNKNOWN)
    return {i for i in unread if case.first.board[i] not in {rival.value for rival in cells[i].rivals}}


def _misplaced(case: Case) -> set[int]:
    """Digits put into cells that were seen to hold none, while a cell that could not be read is left empty: what is
    missing rather stands there.
    """
    cells, board = case.reading.cells, case.first.board
    if all(board[i] or cell.kind is not Kind.UNKNOWN for i, cell in enumerate(cells)):
        return set()
    return {i for i in case.changed if board[i] and cells[i].kind in (Kind.BLANK, Kind.PENCIL)}


def _is_open_anyway(reading: Reading, doubtful: set[int]) -> bool:
    """Whether the puzzle has several solutions whatever stands in its only doubtful cell, a blank as far as is seen. A
    program's cursor may fill that: it is no use to look there again.
    """
    board, shape = reading.board, boards.shape_read(reading)
    if len(doubtful) != 1 or board[cell := min(doubtful)] or not isinstance(solve(board, shape), Multiple):
        return False
    fillings = [(*board[:cell], digit, *board[cell + 1 :]) for digit in range(1, reading.size + 1)]
    try:
        return not any(only_solution(filling, shape) for filling in fillings)
    except GaveUp:
        return False


def _whatever(reading: Reading, open_: set[int]) -> Board | None:
    """The only solution there is whatever stands in these cells."""
    board = tuple(0 if index in open_ else digit for index, digit in enumerate(reading.board))
    try:
        return only_solution(board, boards.shape_read(reading))
    except GaveUp:
        return None


def _as_well_blank(one: boards.World, other: boards.World) -> set[int]:
    """The cells that hold a digit in one of two worlds with the same solution, and may as well be blank."""
    differing = _differing(one.board, other.board)
    odds = exp(min(other.loss - one.loss, boards.MARGIN))
    chance = isqrt(len(one.board))
    filled = {index for index in differing if one.board[index] and not other.board[index]}
    blank = {index for index in differing if not one.board[index]}
    return (filled if odds * chance <= KNOWN else set()) | (blank if odds <= KNOWN * chance else set())


def _doubtful(reading: Reading) -> set[int]:
    named = boards.indexes_of(reading.doubts, reading.size)
    cells = enumerate(reading.cells)
    return named | {index for index, cell in cells if cell.kind is Kind.UNKNOWN or cell.confidence < SURE}


def _differing(one: Board, other: Board) -> set[int]:
    return {index for index, digit in enumerate(one) if digit != other[index]}


def _in_doubt(reading: Reading, doubts: Iterable[int]) -> Reading:
    return replace(reading, doubts=boards.cells_of(doubts, reading.size))


def _repaired(reading: Reading, board: Board, disputed: Iterable[int]) -> Reading:
    """The reading with the board's values in place of those read, and nothing in doubt; nothing is claimed of what is
    disputed.
    """
    cells = list(reading.cells)
    repairs = []
    for index in sorted(_differing(reading.board, board)):
        old, value = cells[index], board[index]
        kind = Kind.ENTERED if old.kind is Kind.ENTERED else Kind.GIVEN
        cells[index] = replace(old, value=value, kind=kind)
        repairs.append(Repair(SHAPES[reading.size].cell(index), old.value, value))
    for index in disputed:
        cells[index] = replace(cells[index], value=0, kind=Kind.UNKNOWN)
    repairs = [repair for repair in repairs if SHAPES[reading.size].index(repair.cell) not in disputed]
    return replace(reading, cells=tuple(cells), doubts=(), repairs=(*reading.repairs, *repairs))
