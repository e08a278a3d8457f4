"""A shape as sets of cells: each set is one number with a bit for each cell, so that one operation serves them all."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from gridpilot.games.sudoku import grid
from gridpilot.games.sudoku.grid import House, Shape


@dataclass(frozen=True, slots=True)
class Layout:
    """`houses`: rows, then columns, then boxes (or regions), each as its cells; `sets`: the same as sets; `seen`: by
    cell, the set of its peers; `houses_of`: by cell, its row, its column and its box; `crossings`: a box, a line and
    the set that they share, wherever that is more than one cell.
    """

    shape: Shape
    size: int
    houses: tuple[House, ...]
    sets: tuple[int, ...]
    seen: tuple[int, ...]
    houses_of: tuple[tuple[int, int, int], ...]
    crossings: tuple[tuple[int, int, int], ...]

    @property
    def rows(self) -> range:
        return range(self.size)

    @property
    def columns(self) -> range:
        return range(self.size, 2 * self.size)

    @property
    def boxes(self) -> range:
        return range(2 * self.size, 3 * self.size)

    def common(self, cells: int) -> tuple[int, ...]:
        """The houses that hold all of these cells."""
        return tuple(house for house, inside in enumerate(self.sets) if not cells & ~inside)


@lru_cache(maxsize=4)
def layout(shape: Shape) -> Layout:
    size, houses = shape.size, grid.houses(shape)
    sets = tuple(sum(1 << cell for cell in house) for house in houses)
    seen = tuple(sum(1 << other for other in others) for others in grid.peers(shape))
    regions = grid.regions_of(shape)
    houses_of = tuple((cell // size, size + cell % size, 2 * size + regions[cell]) for cell in range(size * size))
    crossings = tuple(
        (box, line, shared)
        for box in range(2 * size, 3 * size)
        for line in range(2 * size)
        if (shared := sets[box] & sets[line]).bit_count() > 1
    )
    return Layout(shape, size, houses, sets, seen, houses_of, crossings)


def bits(mask: int) -> list[int]:
    """The members of a set, the lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def as_set(members: Iterable[int]) -> int:
    return sum(1 << each for each in members)


@lru_cache(maxsize=1 << 17)
def digits_in(mask: int) -> tuple[int, ...]:
    """The digits of a set of candidates."""
    return tuple(bits(mask))
