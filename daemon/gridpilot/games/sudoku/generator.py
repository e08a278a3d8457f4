"""Puzzles of our own making: a random full board, from which digits are taken in pairs while one solution is left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.games.sudoku.grid import NINE, Board, houses
from gridpilot.games.sudoku.solve.solver import solutions, unique_solution

if TYPE_CHECKING:
    from random import Random

CELLS = NINE.size**2


def full_board(chance: Random) -> Board:
    """A complete board: random digits in the three boxes of the diagonal, which do not see one another, and what the
    solver makes of them under random names.
    """
    board = [0] * CELLS
    boxes = houses()[2 * NINE.size :]
    for box in (boxes[0], boxes[4], boxes[8]):
        for cell, digit in zip(box, chance.sample(range(1, 10), 9), strict=True):
            board[cell] = digit
    return next(solutions(tuple(board)))


def puzzle(chance: Random, clues: int = 26) -> Board:
    """A puzzle with one solution and so many clues, 24 or more, that looks the same upside down: a cell is given just
    when the cell opposite is.
    """
    while True:
        board = list(full_board(chance))
        left = CELLS
        for cell in chance.sample(range(CELLS // 2 + 1), CELLS // 2 + 1):
            pair = {cell, CELLS - 1 - cell}
            if left - len(pair) < clues:
                continue
            thinner = [0 if index in pair else digit for index, digit in enumerate(board)]
            if unique_solution(tuple(thinner)):
                board = thinner
                left -= len(pair)
        if left == clues:
            return tuple(board)
