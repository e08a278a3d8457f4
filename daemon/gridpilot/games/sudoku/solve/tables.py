"""What a digit may still do in its bands and stacks, looked up: the solver's one table.

A band (three boxes side by side) has nine minirows, three cells each: every row and every box of the band holds a
digit in exactly one of them, so the minirows that hold it are a permutation of three by three. Of the six permutations
those stay that use only minirows with a place left: a minirow in none of them is impossible (that is locked candidates,
and a dead end if none stays), one in all of them is certain (that is hidden singles). Stacks are bands lying down.

Sets of cells are numbers of 81 bits, cell 0 the lowest; a minirow is named by its first cell's bit.
"""

from __future__ import annotations

from functools import reduce
from itertools import permutations
from operator import and_, or_

Fate = dict[int, tuple[int, int]]
"""Minirows (or minicolumns) with a place left -> the cells that stay possible, and those in a certain minirow."""

ALL = (1 << 81) - 1
WAYS = tuple(sum(1 << 3 * row + box for row, box in enumerate(boxes)) for boxes in permutations(range(3)))
"""The minirows of each permutation; minirow 3 * row + box is the bit of that number."""


def bit(row: int, column: int) -> int:
    return 1 << (9 * row + column)


def _fates() -> list[tuple[int, int]]:
    """For each set of minirows with a place left: the possible ones, and the certain ones."""
    fates = []
    for left in range(1 << 9):
        possible = [way for way in WAYS if way & left == way]
        fates.append((reduce(or_, possible), reduce(and_, possible)) if possible else (0, 0))
    return fates


def _sums(names: list[int]) -> list[int]:
    """The sum of each set of names; a set's number has a bit for each of them."""
    sums = [0]
    for name in names:
        sums += [each + name for each in sums]
    return sums


def _moved(first: Fate, step: int) -> tuple[Fate, ...]:
    """The fates in the first of three bands, or stacks, and in the two others; `step`: bits from one to the next."""
    return tuple(
        {left << by: (possible << by, certain << by) for left, (possible, certain) in first.items()}
        for by in (0, step, 2 * step)
    )


def _table(names: list[int], cells: int, step: int) -> tuple[Fate, ...]:
    """`names`: the nine minirows of the first band; `cells`: the cells of the minirow named 1."""
    sums = _sums(names)
    fates = zip(sums, FATES, strict=True)
    return _moved({left: (sums[possible] * cells, sums[certain] * cells) for left, (possible, certain) in fates}, step)


FATES = _fates()


MINIROWS = tuple(sum(bit(row, column) for row in range(top, top + 3) for column in (0, 3, 6)) for top in (0, 3, 6))
MINICOLUMNS = tuple(
    sum(bit(row, column) for row in (0, 3, 6) for column in range(left, left + 3)) for left in (0, 3, 6)
)
BANDS = _table([bit(row, 3 * box) for row in range(3) for box in range(3)], bit(0, 0) | bit(0, 1) | bit(0, 2), 27)
STACKS = _table([bit(3 * box, column) for column in range(3) for box in range(3)], bit(0, 0) | bit(1, 0) | bit(2, 0), 3)
