"""Puzzles of a wanted rating.

They are made anew until one fits: to change a few digits of one that nearly does, or to put some back, was no quicker
(of puzzles made anew 1 % were rated 3.5 to 4.0, of changed ones 0.5 to 2 %, and each took as long).
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.generator import full_board
from gridpilot.games.sudoku.grid import peers
from gridpilot.games.sudoku.solve.search import GaveUp
from gridpilot.games.sudoku.solve.solver import solutions
from gridpilot.games.sudoku.techniques.ladder import Rating, rated
from gridpilot.games.sudoku.techniques.position import position

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from random import Random

    from gridpilot.games.sudoku.grid import Board, Shape


@dataclass(frozen=True, slots=True)
class Order:
    """Rated `least` to `most`. Symmetric: a cell is given just when the cell opposite is."""

    least: float
    most: float
    shape: Shape
    symmetric: bool = False


@dataclass(frozen=True, slots=True)
class Made:
    board: Board
    rating: Rating


PATIENCE = 3000
"""Full boards that are tried for one puzzle, a tenth of a second each: what is rarer most likely does not exist."""


def made(chance: Random, order: Order) -> Made | None:
    """A puzzle that fits, None where a long search finds none."""
    return next(filter(None, islice(tries(chance, order), PATIENCE)), None)


def tries(chance: Random, order: Order) -> Iterator[Made | None]:
    """One full board after the other, and what was made of it: None where nothing fits the order. Endless."""
    while True:
        yield _hardest(_thinned(chance, order), order)


def _thinned(chance: Random, order: Order) -> list[Board]:
    """A full board, and what it becomes as digit after digit goes that the one solution does not need."""
    boards = [full_board(chance, order.shape)]
    cells = order.shape.size**2
    first = range((cells + 1) // 2 if order.symmetric else cells)
    for cell in chance.sample(first, len(first)):
        gone = {cell, cells - 1 - cell} if order.symmetric else {cell}
        thinner = tuple(0 if index in gone else digit for index, digit in enumerate(boards[-1]))
        if not any(_otherwise(thinner, each, boards[-1][each], order.shape) for each in gone):
            boards.append(thinner)
    return boards


def _otherwise(board: Board, cell: int, own: int, shape: Shape) -> bool:
    """Whether there is a solution with another digit in the cell. To ask this of the cells that were emptied takes half
    the time of asking for a second solution: often their houses leave them no other digit.
    """
    taken = {own, *(board[peer] for peer in peers(shape)[cell])}
    others = (digit for digit in range(1, shape.size + 1) if digit not in taken)
    tried = ((*board[:cell], digit, *board[cell + 1 :]) for digit in others)
    try:
        return any(next(solutions(each, shape), None) for each in tried)
    except GaveUp:
        return True


def _hardest(boards: Sequence[Board], order: Order) -> Made | None:
    """The one with the fewest digits that is not too hard, if it is hard enough. One with a digit less is hardly ever
    easier, so that half of them are left out at each look.
    """
    best: Made | None = None
    fits, fails = 0, len(boards)
    at = fails - 1  # many are not too hard even with as few digits as can be
    while fits < at < fails:
        rating = rated(position(boards[at], order.shape), order.most)
        if rating.rating <= order.most:
            fits, best = at, Made(boards[at], rating)
        else:
            fails = at
        at = (fits + fails) // 2
    return best if best and best.rating.rating >= order.least else None
