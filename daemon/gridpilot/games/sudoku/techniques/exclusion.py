"""Aligned pair exclusion: most pairs of digits in two cells are forbidden by cells that both of them see."""

from __future__ import annotations

from itertools import combinations

from gridpilot.games.sudoku.techniques.layout import bits, digits_in
from gridpilot.games.sudoku.techniques.position import Candidate, Position
from gridpilot.games.sudoku.techniques.step import Step, Steps, held


def aligned_pairs(where: Position) -> Steps:
    """A cell with two candidates forbids the two cells to take both of them. A digit of the one cell with which every
    digit of the other is forbidden goes.
    """
    cells, seen = where.cells, where.layout.seen
    twos = sum(1 << cell for cell in where.twos)
    for one, other in combinations(bits(where.places[0]), 2):
        watching = seen[one] & seen[other] & twos
        aligned = bool(seen[one] >> other & 1)
        fewest = min(cells[one].bit_count(), cells[other].bit_count()) - aligned
        if watching and watching.bit_count() >= fewest:
            forbidden = {cells[cell]: cell for cell in bits(watching)}
            first, used = _excluded(where, one, other, forbidden, aligned=aligned)
            second, used_too = _excluded(where, other, one, forbidden, aligned=aligned)
            if lost := first + second:
                pattern, also = (one, other), tuple(sorted(used | used_too))
                yield Step(
                    "aligned-pair", 6.2, pattern, (), tuple(sorted({digit for _, digit in lost})),
                    held(where, (*pattern, *also), -1), removes=lost, also=also,
                )  # fmt: skip


def _excluded(
    where: Position, cell: int, partner: int, forbidden: dict[int, int], *, aligned: bool
) -> tuple[tuple[Candidate, ...], set[int]]:
    """What the cell loses, and the cells that forbid the pairs with it. `forbidden`: by pair of digits, who does."""
    lost: list[Candidate] = []
    used: set[int] = set()
    for digit in digits_in(where.cells[cell]):
        pairs = [1 << digit | 1 << each for each in digits_in(where.cells[partner]) if not (aligned and each == digit)]
        if all(pair in forbidden for pair in pairs):
            lost.append((cell, digit))
            used.update(forbidden[pair] for pair in pairs)
    return tuple(lost), used
