"""The search for the solutions of a board, of any size and with regions of any form.

Each digit's places are one number, a bit for each cell, so that one operation serves the whole board. A house
in which a digit has one place left has it there (hidden single); a digit whose places in a house all see a cell is not
in that cell (locked candidates, in boxes and jigsaw regions alike); a cell with one candidate shows when the digits'
numbers are added up (naked single).

So plain Python settles an easy board of nine by nine in a third of a millisecond and the hardest known ones in some
thirty; nothing faster is needed for one board, nor for the few hundred that a doubtful reading may ask for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from gridpilot.games.sudoku.grid import Board, Shape, houses, peers

Places = list[int]
"""For each digit (index 0 is digit 1) the set of cells that it may be in."""


class GaveUp(Exception):  # noqa: N818 - a sentence, like StopIteration
    """The search took more guesses than it was allowed."""


@dataclass(frozen=True, slots=True)
class Rules:
    """A shape's houses as sets of cells. `unseen`: by cell, named by its bit, the cells that may hold the same digit;
    `crossings`: for two houses that share several cells, the rest of the one and the rest of the other.
    """

    everything: int
    houses: tuple[int, ...]
    unseen: dict[int, int]
    crossings: tuple[tuple[int, int], ...]


@lru_cache(maxsize=4)
def rules(shape: Shape) -> Rules:
    everything = (1 << shape.size**2) - 1
    sets = [sum(1 << cell for cell in house) for house in houses(shape)]
    unseen = {1 << cell: everything & ~sum(1 << other for other in seen) for cell, seen in enumerate(peers(shape))}
    shared = [(one, other) for one in sets for other in sets if one != other and (one & other).bit_count() > 1]
    return Rules(everything, tuple(sets), unseen, tuple((one & ~other, other & ~one) for one, other in shared))


def solutions(board: Board, shape: Shape, guesses: int) -> Iterator[Board]:
    """The solutions of a board, one by one. Raises GaveUp when there were more guesses than allowed."""
    order, known = rules(shape), sum(1 << cell for cell, digit in enumerate(board) if digit)
    return _search(_open_places(board, order.unseen), [0] * shape.size, known, order, iter(range(guesses)))


def _open_places(board: Board, unseen: dict[int, int]) -> Places:
    """What the clues leave open to each digit. `unseen` as in `Rules`."""
    clues = [0] * isqrt(len(board))
    for cell, digit in enumerate(board):
        if digit:
            clues[digit - 1] |= 1 << cell
    blank = (1 << len(board)) - 1 & ~sum(clues)
    return [_place(blank | own, own, unseen) for own in clues]


def _place(places: int, certain: int, unseen: dict[int, int]) -> int:
    """The places that stay when the digit stands in the `certain` ones: none that sees one of them."""
    while certain:
        cell = certain & -certain
        certain ^= cell
        places &= unseen[cell]
    return places


def _search(places: Places, seen: Places, known: int, order: Rules, guesses: Iterator[int]) -> Iterator[Board]:
    """`seen`: for each digit the places when its houses were last looked at; `known`: the cells whose digit has been
    taken from all that they see.
    """
    settled = _narrow(places, seen, known, order)
    if settled is None:
        return
    choice = _branch(places, order)
    if choice is None:
        yield _board_of(places, len(order.unseen))
        return
    if next(guesses, None) is None:
        raise GaveUp
    digit, cell = choice
    placed = [left & ~cell for left in places]
    placed[digit] = places[digit] & order.unseen[cell]
    yield from _search(placed, seen.copy(), settled, order, guesses)
    places[digit] &= ~cell
    yield from _search(places, seen, settled, order, guesses)


def _narrow(places: Places, seen: Places, known: int, order: Rules) -> int | None:
    """Takes away, in place, what the rules exclude, until nothing more goes: what is known then, None at a dead end."""
    while True:
        any_, single = _counted(places)
        if any_ != order.everything:
            return None
        _place_all(places, single & ~known, order)
        known |= single
        if places == seen:
            return known
        digit = next(digit for digit, left in enumerate(places) if left != seen[digit])
        certain = _settle(places, digit, order)
        if certain is None:
            return None
        seen[digit] = places[digit]
        places[:] = [left if other == digit else left & ~certain for other, left in enumerate(places)]


def _place_all(places: Places, cells: int, order: Rules) -> None:
    """Puts into these cells, in place, the digits that may be there."""
    for digit, left in enumerate(places):
        if own := left & cells:
            places[digit] = _place(left, own, order.unseen)


def _counted(places: Places) -> tuple[int, int]:
    """The cells that any digit may be in, and those that just one may be in."""
    once = twice = 0
    for left in places:
        twice |= once & left
        once |= left
    return once, once & ~twice


def _settle(places: Places, digit: int, order: Rules) -> int | None:
    """Narrows one digit down by its houses; the cells that it must take, None where a house has no place for it."""
    left, before = places[digit], 0
    certain = 0
    while left != before:
        before = left
        certain = 0
        for house in order.houses:
            inside = left & house
            if not inside & (inside - 1):
                if not inside:
                    return None
                certain |= inside
                left &= order.unseen[inside]
        if left == before:
            for rest, beyond in order.crossings:
                if not left & rest:
                    left &= ~beyond
    places[digit] = left
    return certain


def _branch(places: Places, order: Rules) -> tuple[int, int] | None:
    """A digit and a cell to try, None on a full board: a cell with two candidates, else a digit with two places in a
    house, else a cell with as few candidates as there are.
    """
    at_least = _with_so_many(places, order)
    if not at_least[2]:
        return None
    if pairs := at_least[2] & ~at_least[3]:
        return _best_pair(places, pairs, order)
    if twofold := _twofold(places, order):
        return twofold
    few = next(cells & ~more for cells, more in pairwise(at_least[3:]) if cells & ~more)
    cell = few & -few
    return next(digit for digit, left in enumerate(places) if left & cell), cell


def _with_so_many(places: Places, order: Rules) -> list[int]:
    """By number of candidates, the cells with so many or more."""
    at_least = [order.everything, *(0 for _ in places), 0]
    for seen, left in enumerate(places, start=1):
        for count in range(seen, 0, -1):
            at_least[count] |= at_least[count - 1] & left
    return at_least


def _best_pair(places: Places, pairs: int, order: Rules) -> tuple[int, int]:
    """Of the cells with two candidates the one whose digits have most places among its peers."""
    best, choice = -1, (0, 0)
    while pairs:
        cell = pairs & -pairs
        pairs ^= cell
        sees = order.everything & ~order.unseen[cell]
        (one, first), (two, second) = [(d, (left & sees).bit_count()) for d, left in enumerate(places) if left & cell]
        if (first + 1) * (second + 1) > best:
            best = (first + 1) * (second + 1)
            choice = (one if first >= second else two, cell)
    return choice


def _twofold(places: Places, order: Rules) -> tuple[int, int] | None:
    """A digit that has two places in some house, and one of these; None where there is none."""
    for digit, left in enumerate(places):
        for house in order.houses:
            inside = left & house
            if inside.bit_count() == 2:
                return digit, inside & -inside
    return None


def _board_of(places: Places, cells: int) -> Board:
    """The board of so many cells on which each has one digit."""
    digits = [0] * cells
    for digit, left in enumerate(places, start=1):
        rest = left
        while rest:
            cell = rest & -rest
            rest ^= cell
            digits[cell.bit_length() - 1] = digit
    return tuple(digits)
