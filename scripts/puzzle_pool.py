"""Positions for rendered boards: real puzzles with exactly one solution, a share of the blanks filled by the user."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from jigsaw_maps import jigsaw_map

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot.games.sudoku.generator import puzzle
from gridpilot.games.sudoku.grid import NINE, Board, Shape, regions_of, shape_of
from gridpilot.games.sudoku.solve.search import GaveUp
from gridpilot.games.sudoku.solve.solver import solutions, unique_solution

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Position:
    """`values`: what stands on the board, 0 for a blank; `solution`: the only one; `errors`: cells that are wrong;
    `regions`: the region or box of each cell.
    """

    values: Board
    given: tuple[bool, ...]
    solution: Board
    errors: frozenset[int]
    regions: tuple[int, ...]


def position(chance: Random, box: tuple[int, int], entered: float, *, jigsaw: bool = False) -> Position:
    """A random position; `box`: its rows and columns; `entered`: share of the blanks that hold the user's digits. One
    in thirty has a wrong one.
    """
    shape = Shape(*box)
    if shape == NINE and not jigsaw:
        givens = puzzle(chance, chance.choice([24, 26, 28, 30, 32, 36]))
        found = unique_solution(givens)
        assert found is not None
        solution = found
    else:
        shape, solution = _jigsaw(chance, shape) if jigsaw else (shape, _full(chance, shape))
        givens = _thinned(chance, solution, shape)
    filled = list(givens)
    blanks = [index for index, digit in enumerate(givens) if not digit]
    mine = chance.sample(blanks, round(entered * len(blanks)))
    for index in mine:
        filled[index] = solution[index]
    errors: set[int] = set()
    if mine and shape.size > 6 and chance.random() < 1 / 30:
        wrong = chance.choice(mine)
        filled[wrong] = chance.choice([digit for digit in range(1, shape.size + 1) if digit != solution[wrong]])
        errors.add(wrong)
    given = tuple(digit > 0 for digit in givens)
    return Position(tuple(filled), given, solution, frozenset(errors), regions_of(shape))


def _full(chance: Random, shape: Shape) -> Board:
    """A full board with boxes: a regular one with its digits, rows and columns changed about."""
    high, wide, size = shape.box_rows, shape.box_cols, shape.size
    names = chance.sample(range(1, size + 1), size)
    rows = [band * high + row for band in chance.sample(range(wide), wide) for row in chance.sample(range(high), high)]
    columns = [
        stack * wide + column
        for stack in chance.sample(range(high), high)
        for column in chance.sample(range(wide), wide)
    ]
    return tuple(names[(wide * (row % high) + row // high + column) % size] for row in rows for column in columns)


def _jigsaw(chance: Random, shape: Shape) -> tuple[Shape, Board]:
    """A random jigsaw, and a full board for it. Not every one has any."""
    size = shape.size
    while True:
        jigsaw = shape_of(jigsaw_map(chance, regions_of(shape), size))
        first = (*chance.sample(range(1, size + 1), size), *(0 for _ in range(size * size - size)))
        try:
            if found := next(solutions(first, jigsaw, 0.1), None):
                return jigsaw, found
        except GaveUp:
            continue


def _thinned(chance: Random, solution: Board, shape: Shape) -> Board:
    """As few clues as are wanted, or as leave one solution: they go in handfuls, ever smaller."""
    board, cells = list(solution), chance.sample(range(len(solution)), len(solution))
    wanted = round(chance.uniform(0.34, 0.55) * len(board))
    handful = len(board) // 4
    while handful and len(cells) > wanted:
        taken = cells[: min(handful, len(cells) - wanted)]
        thinner = [0 if cell in taken else digit for cell, digit in enumerate(board)]
        if unique_solution(tuple(thinner), shape):
            board, cells = thinner, cells[len(taken) :]
        else:
            handful //= 2
    return tuple(board)
