"""The solver: a verdict on a board, as a value."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from gridpilot.games.sudoku.grid import NINE, Board, Shape, broken, conflicts
from gridpilot.games.sudoku.solve import search
from gridpilot.games.sudoku.solve.search import GaveUp


@dataclass(frozen=True, slots=True)
class Invalid:
    """`conflicts`: the cells that break a rule as they stand."""

    conflicts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoSolution:
    """`core`: clues that cannot hold together, as few as could be told in reasonable time; all of them where the search
    of a board of nine by nine gave up, which only boards without a solution are known to ask for.
    """

    core: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unique:
    solution: Board


@dataclass(frozen=True, slots=True)
class Multiple:
    """Two of the solutions, and the cells in which these two differ."""

    one: Board
    other: Board
    differing: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The search gave up: how many solutions there are is not known."""


Verdict = Invalid | NoSolution | Unique | Multiple | Unsettled

ENOUGH = 5_000
"""Guesses for a board of nine by nine, about a second; the hardest known ones take some hundred, 500 at most. Only
boards of few clues that have no solution are out of reach, and false boards may be like that."""

CELLS_GUESSED = 200_000
"""Guesses times cells for all other boards, about a second; a guess is dearer, the larger the board."""

ENOUGH_FOR_CORE = 0.01
"""Share of the guesses, for each clue."""


def solve(board: Board, shape: Shape = NINE) -> Verdict:
    if clashing := conflicts(board, shape):
        return Invalid(clashing)
    try:
        found = list(islice(solutions(board, shape), 2))
    except GaveUp:
        return NoSolution(tuple(_clues(board))) if shape == NINE else Unsettled()
    if not found:
        return NoSolution(core(board, shape))
    if len(found) == 1:
        return Unique(found[0])
    one, other = found
    return Multiple(one, other, tuple(cell for cell in range(len(board)) if one[cell] != other[cell]))


def unique_solution(board: Board, shape: Shape = NINE) -> Board | None:
    """The solution if there is exactly one: `solve` for those who do not ask why not."""
    try:
        return only_solution(board, shape)
    except GaveUp:
        return None


def only_solution(board: Board, shape: Shape = NINE, share: float = 1) -> Board | None:
    """The solution if there is exactly one. Raises GaveUp; `share` as for `solutions`."""
    if broken(board, shape):
        return None
    found = list(islice(solutions(board, shape, share), 2))
    return found[0] if len(found) == 1 else None


def solutions(board: Board, shape: Shape = NINE, share: float = 1) -> Iterator[Board]:
    """The solutions of a board, one by one. Raises GaveUp when there were more guesses than allowed; `share`: of those
    that any board is allowed.
    """
    guesses = ENOUGH if shape == NINE else CELLS_GUESSED / len(board)
    return search.solutions(board, shape, round(share * guesses))


def core(board: Board, shape: Shape = NINE) -> tuple[int, ...]:
    """A set of clues without a solution: leaves out one clue after the other where the rest still has none for sure."""
    left = list(board)
    for cell in _clues(board):
        left[cell] = 0
        try:
            needed = next(solutions(tuple(left), shape, ENOUGH_FOR_CORE), None) is not None
        except GaveUp:
            needed = True
        if needed:
            left[cell] = board[cell]
    return tuple(_clues(tuple(left)))


def _clues(board: Board) -> list[int]:
    return [cell for cell, digit in enumerate(board) if digit]
