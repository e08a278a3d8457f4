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


def bit(row: int, column: int) -> int:
    return 1 << (9 * row + column)


def _fate(names: list[list[int]], cells: int) -> Fate:
    """`names[i][j]`: the minirow in row i and box j of a band; `cells`: the cells of the minirow named 1."""
    ways = [sum(names[row][box] for row, box in enumerate(boxes)) for boxes in permutations(range(3))]
    flat = [name for row in names for name in row]
    table = {}
    for subset in range(1 << 9):
        left = sum(name for index, name in enumerate(flat) if subset >> index & 1)
        possible = [way * cells for way in ways if way & left == way]
        table[left] = (reduce(or_, possible), reduce(and_, possible)) if possible else (0, 0)
    return table


MINIROWS = tuple(sum(bit(row, column) for row in range(top, top + 3) for column in (0, 3, 6)) for top in (0, 3, 6))
MINICOLUMNS = tuple(
    sum(bit(row, column) for row in (0, 3, 6) for column in range(left, left + 3)) for left in (0, 3, 6)
)
BANDS = tuple(
    _fate(
        [[bit(row, column) for column in (0, 3, 6)] for row in range(top, top + 3)], bit(0, 0) | bit(0, 1) | bit(0, 2)
    )
    for top in (0, 3, 6)
)
STACKS = tuple(
    _fate(
        [[bit(row, column) for row in (0, 3, 6)] for column in range(left, left + 3)], bit(0, 0) | bit(1, 0) | bit(2, 0)
    )
    for left in (0, 3, 6)
)
