"""The solver: a verdict on a board, as a value.

One idea does nearly all the work: a digit is impossible in every cell that sees all the places left to it in some
house. It covers the digit just placed (one place left, its peers go), hidden singles, locked candidates and the dead
end (no place left, every cell "sees" nothing at all) alike. Per digit the places are one 81-bit number, and what a set
of places excludes is looked up, so that plain Python settles an easy board in a fraction of a millisecond and the
hardest known ones in some ten. What is left is guessed, on a cell with two candidates where there is one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.grid import NINE, Board, Shape, conflicts, houses, peers

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

Places = list[int]
"""For each digit (index 0 is digit 1) the set of cells it may be in, as bits: cell 0 is the lowest."""


@dataclass(frozen=True, slots=True)
class Invalid:
    """`conflicts`: the cells that break a rule as they stand."""

    conflicts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoSolution:
    """`core`: clues that cannot hold together; without any one of them they could."""

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


Verdict = Invalid | NoSolution | Unique | Multiple


def solve(board: Board, shape: Shape = NINE) -> Verdict:
    if clashing := conflicts(board, shape):
        return Invalid(clashing)
    found = list(islice(solutions(board, shape), 2))
    if not found:
        return NoSolution(core(board, shape))
    if len(found) == 1:
        return Unique(found[0])
    one, other = found
    return Multiple(one, other, tuple(cell for cell in range(len(board)) if one[cell] != other[cell]))


def unique_solution(board: Board, shape: Shape = NINE) -> Board | None:
    """The solution if there is exactly one: `solve` for those who do not ask why not."""
    if conflicts(board, shape):
        return None
    found = list(islice(solutions(board, shape), 2))
    return found[0] if len(found) == 1 else None


def solutions(board: Board, shape: Shape = NINE) -> Iterator[Board]:
    """The solutions of a board without conflicts, one by one."""
    rules = _rules(shape)
    places = rules.places(board)
    return rules.search(places) if places is not None else iter(())


def core(board: Board, shape: Shape = NINE) -> tuple[int, ...]:
    """A smallest set of clues without a solution, by leaving out one clue after the other (81 solves at most)."""
    left = list(board)
    for cell in [cell for cell, digit in enumerate(board) if digit]:
        left[cell] = 0
        if next(solutions(tuple(left), shape), None) is not None:
            left[cell] = board[cell]
    return tuple(cell for cell, digit in enumerate(left) if digit)


class _Excluded(dict[int, int]):
    """What may stay of a digit, given its places in one house: not the cells that see all of these; filled on demand.

    No place at all: nothing may stay.
    """

    def __init__(self, sees: list[int]) -> None:
        super().__init__({0: 0})
        self._sees = sees

    def __missing__(self, places: int) -> int:
        seen = -1
        for bit in _bits(places):
            seen &= self._sees[bit.bit_length() - 1]
        self[places] = ~seen
        return ~seen


def _bits(cells: int) -> Iterator[int]:
    while cells:
        low = cells & -cells
        yield low
        cells ^= low


class _Rules:
    """The tables of one shape, and the search over them."""

    def __init__(self, shape: Shape) -> None:
        self.size = shape.size
        self.every = (1 << shape.size**2) - 1
        self.sees = [_mask(others) for others in peers(shape)]
        self.houses = tuple(_mask(house) for house in houses(shape))
        self.boxes = self.houses[2 * shape.size :]
        self.keep = _Excluded(self.sees)

    def places(self, board: Board) -> Places | None:
        """What the clues leave open, None when they leave nothing for some digit."""
        clues = [0] * self.size
        for cell, digit in enumerate(board):
            if digit:
                clues[digit - 1] |= 1 << cell
        taken = sum(clues)
        places = []
        for own in clues:
            left = (self.every & ~taken) | own
            for bit in _bits(own):
                left &= ~self.sees[bit.bit_length() - 1]
            places.append(left)
        return places if all(places) else None

    def search(self, places: Places) -> Iterator[Board]:
        if not self.narrow(places):
            return
        if sum(map(int.bit_count, places)) == self.size**2:
            yield self.board(places)
            return
        digit, cell = self.branch(places)
        with_it = places.copy()
        for other in range(self.size):
            if other != digit:
                with_it[other] &= ~cell
        yield from self.search(with_it)
        places[digit] &= ~cell
        yield from self.search(places)

    def narrow(self, places: Places) -> bool:
        """Takes away, in place, what the rules exclude until nothing more goes; False at a dead end."""
        keep, all_houses = self.keep, self.houses
        before = [0] * self.size
        while True:
            for digit, left in enumerate(places):
                if left == before[digit]:
                    continue
                start = left
                for house in all_houses:
                    left &= keep[left & house]
                if not left:
                    return False
                places[digit] = left
                # With all that this very pass took away the digit may have more to give: it is looked at again.
                before[digit] = left if left == start else 0
            if not self.settle(places):
                return False
            if places == before:
                return True

    def settle(self, places: Places) -> bool:
        """A digit with a single place in a box takes that cell for itself; a cell with a single candidate takes that
        digit from its peers. False when a cell is left without candidates."""
        keep = self.keep
        once = twice = 0
        for left in places:
            twice |= once & left
            once |= left
        if once != self.every:
            return False
        if not twice:
            return True
        for digit, left in enumerate(places):
            shared = left & twice
            if shared:
                for box in self.boxes:
                    place = left & box
                    if place & shared and not place & (place - 1):
                        for other in range(self.size):
                            if other != digit:
                                places[other] &= ~place
            for bit in _bits(left & ~twice):
                left &= keep[bit]
            places[digit] &= left
        return True

    def branch(self, places: Places) -> tuple[int, int]:
        """A digit and a cell to try: of the cells with two candidates the one that sees most others of that kind, else
        a digit with the fewest places in a house."""
        once = twice = thrice = 0
        for left in places:
            thrice |= twice & left
            twice |= once & left
            once |= left
        pairs = twice & ~thrice
        if pairs:
            cell = max(_bits(pairs), key=lambda bit: (self.sees[bit.bit_length() - 1] & pairs).bit_count())
            return next(digit for digit, left in enumerate(places) if left & cell), cell
        _, digit, cells = min(
            ((left & house).bit_count(), digit, left & house)
            for digit, left in enumerate(places)
            for house in self.houses
            if (left & house).bit_count() > 1
        )
        return digit, cells & -cells

    def board(self, places: Places) -> Board:
        digits = [0] * self.size**2
        for digit, left in enumerate(places, start=1):
            for bit in _bits(left):
                digits[bit.bit_length() - 1] = digit
        return tuple(digits)


def _mask(cells: Iterable[int]) -> int:
    return sum(1 << cell for cell in cells)


@lru_cache(maxsize=8)
def _rules(shape: Shape) -> _Rules:
    return _Rules(shape)
