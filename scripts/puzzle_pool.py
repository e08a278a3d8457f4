"""Positions for rendered boards: real puzzles with exactly one solution, a share of the blanks filled by the user."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "daemon"))
from gridpilot.games.sudoku.puzzles import puzzle
from gridpilot.games.sudoku.solver import unique_solution

if TYPE_CHECKING:
    from random import Random

SMALL = {4: "1234341221434321", 6: "123456456123231564564231312645645312"}


@dataclass(frozen=True, slots=True)
class Position:
    """`values`: what stands on the board, 0 for a blank; `solution`: the only one; `errors`: cells that are wrong."""

    values: tuple[int, ...]
    given: tuple[bool, ...]
    solution: tuple[int, ...]
    errors: frozenset[int] = frozenset()


def position(chance: Random, size: int, entered: float) -> Position:
    """A random position; `entered`: share of the blanks that hold the user's digits. One in thirty has a wrong one."""
    if size == 9:
        givens = puzzle(chance, chance.choice([24, 26, 28, 30, 32, 36]))
        solution = unique_solution(givens)
        assert solution is not None
    else:
        names = chance.sample(range(1, size + 1), size)
        solution = tuple(names[int(digit) - 1] for digit in SMALL[size])
        givens = tuple(digit if chance.random() < 0.5 else 0 for digit in solution)
    filled = list(givens)
    blanks = [index for index, digit in enumerate(givens) if not digit]
    mine = chance.sample(blanks, round(entered * len(blanks)))
    for index in mine:
        filled[index] = solution[index]
    errors: set[int] = set()
    if mine and size == 9 and chance.random() < 1 / 30:
        wrong = chance.choice(mine)
        filled[wrong] = chance.choice([digit for digit in range(1, 10) if digit != solution[wrong]])
        errors.add(wrong)
    return Position(tuple(filled), tuple(digit > 0 for digit in givens), solution, frozenset(errors))
