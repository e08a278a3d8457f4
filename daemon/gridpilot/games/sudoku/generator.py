"""Puzzles of our own making: a random full board, from which digits are taken in pairs while one solution is left."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.grid import NINE, Board, Shape, houses
from gridpilot.games.sudoku.solve.solver import solutions, unique_solution

if TYPE_CHECKING:
    from random import Random

CLUES = {4: 6, 6: 12, 9: 26}
"""Of the sizes that puzzles are made in."""

VARIETY = 12
"""Solutions that a small board is chosen from: as many as a first box of four by four leaves."""


def full_board(chance: Random, shape: Shape = NINE) -> Board:
    """A complete board: random digits in boxes that do not see one another (of a small one in the first alone), and
    what the solver makes of them.
    """
    size = shape.size
    board = [0] * size**2
    boxes = houses(shape)[2 * size :]
    for box in (boxes[0], boxes[4], boxes[8]) if shape == NINE else boxes[:1]:
        for cell, digit in zip(box, chance.sample(range(1, size + 1), size), strict=True):
            board[cell] = digit
    found = solutions(tuple(board), shape)
    return next(found) if shape == NINE else chance.choice(list(islice(found, VARIETY)))


def puzzle(chance: Random, clues: int = 26, shape: Shape = NINE) -> Board:
    """A puzzle with one solution and so many clues, 24 or more on nine by nine, that looks the same upside down: a cell
    is given just when the cell opposite is.
    """
    cells = shape.size**2
    half = (cells + 1) // 2
    while True:
        board = list(full_board(chance, shape))
        left = cells
        for cell in chance.sample(range(half), half):
            pair = {cell, cells - 1 - cell}
            if left - len(pair) < clues:
                continue
            thinner = [0 if index in pair else digit for index, digit in enumerate(board)]
            if unique_solution(tuple(thinner), shape):
                board = thinner
                left -= len(pair)
        if left == clues:
            return tuple(board)
