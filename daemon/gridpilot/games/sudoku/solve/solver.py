"""The solver: a verdict on a board, as a value. The search for nine by nine is here, `general` has all other shapes.

Each digit's places are one number of 81 bits, and few operations on such numbers do what the rules say for the whole
board: `bands` knows what a digit may still do, and cells with one candidate show when the nine numbers are added up.
So plain Python settles an easy board in a tenth of a millisecond and the hardest known ones in some ten; nothing
faster is needed for one board, nor for the few hundred that a doubtful reading may ask for.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from gridpilot.games.sudoku.grid import NINE, Board, Shape, broken, conflicts, peers
from gridpilot.games.sudoku.solve import any_shape
from gridpilot.games.sudoku.solve.any_shape import GaveUp, board_of, open_places, place
from gridpilot.games.sudoku.solve.tables import ALL, BANDS, MINICOLUMNS, MINIROWS, STACKS

Places = list[int]
"""For each digit (index 0 is digit 1) the set of cells that it may be in."""

Seen = list[tuple[int, int]]
"""For each digit the places that were last looked at, and which of them were certain."""

SEES = {1 << cell: sum(1 << other for other in others) for cell, others in enumerate(peers())}
UNSEEN = {cell: ALL & ~seen for cell, seen in SEES.items()}


@dataclass(frozen=True, slots=True)
class Invalid:
    """`conflicts`: the cells that break a rule as they stand."""

    conflicts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class NoSolution:
    """`core`: clues that cannot hold together, as few as could be told in reasonable time; all of them where the search
    of a board of nine by nine gave up, which only boards without a solution are known to ask for.
    """

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


@dataclass(frozen=True, slots=True)
class Unsettled:
    """The search gave up: how many solutions there are is not known."""


Verdict = Invalid | NoSolution | Unique | Multiple | Unsettled

ENOUGH = 5_000
"""Guesses for a board, under a second; the hardest known ones take some hundred. Only boards of few clues that have no
solution are out of reach, and false boards may be like that."""

CELLS_GUESSED = 200_000
"""Guesses times cells for the boards of `general`, about a second; a guess is dearer, the larger the board."""

ENOUGH_FOR_CORE = 0.01
"""Share of the guesses, for each clue."""


def solve(board: Board, shape: Shape = NINE) -> Verdict:
    if clashing := conflicts(board, shape):
        return Invalid(clashing)
    try:
        found = list(islice(solutions(board, shape), 2))
    except GaveUp:
        return NoSolution(tuple(_clues(board))) if shape == NINE else Unsettled()
    if not found:
        return NoSolution(core(board, shape))
    if len(found) == 1:
        return Unique(found[0])
    one, other = found
    return Multiple(one, other, tuple(cell for cell in range(len(board)) if one[cell] != other[cell]))


def unique_solution(board: Board, shape: Shape = NINE) -> Board | None:
    """The solution if there is exactly one: `solve` for those who do not ask why not."""
    try:
        return only_solution(board, shape)
    except GaveUp:
        return None


def only_solution(board: Board, shape: Shape = NINE, share: float = 1) -> Board | None:
    """The solution if there is exactly one. Raises GaveUp; `share` as for `solutions`."""
    if broken(board, shape):
        return None
    found = list(islice(solutions(board, shape, share), 2))
    return found[0] if len(found) == 1 else None


def solutions(board: Board, shape: Shape = NINE, share: float = 1) -> Iterator[Board]:
    """The solutions of a board, one by one. Raises GaveUp when there were more guesses than allowed; `share`: of those
    that any board is allowed.
    """
    if shape != NINE:
        return any_shape.solutions(board, shape, round(share * CELLS_GUESSED / len(board)))
    return _search(open_places(board, UNSEEN), [(0, 0)] * 9, iter(range(round(share * ENOUGH))))


def core(board: Board, shape: Shape = NINE) -> tuple[int, ...]:
    """A set of clues without a solution: leaves out one clue after the other where the rest still has none for sure."""
    left = list(board)
    for cell in _clues(board):
        left[cell] = 0
        try:
            needed = next(solutions(tuple(left), shape, ENOUGH_FOR_CORE), None) is not None
        except GaveUp:
            needed = True
        if needed:
            left[cell] = board[cell]
    return tuple(_clues(tuple(left)))


def _clues(board: Board) -> list[int]:
    return [cell for cell, digit in enumerate(board) if digit]


def _search(places: Places, seen: Seen, guesses: Iterator[int]) -> Iterator[Board]:
    if not _narrow(places, seen):
        return
    choice = _branch(places)
    if choice is None:
        yield board_of(places, 81)
        return
    if next(guesses, None) is None:
        raise GaveUp
    digit, cell = choice
    placed = [left & ~cell for left in places]
    placed[digit] = places[digit] & UNSEEN[cell]
    yield from _search(placed, seen.copy(), guesses)
    places[digit] &= ~cell
    yield from _search(places, seen, guesses)


def _narrow(places: Places, seen: Seen) -> bool:
    """Takes away, in place, what the rules exclude, until nothing more goes; False at a dead end."""
    changed = True
    while changed:
        taken = _taken(places, seen)
        if taken is None:
            return False
        changed = False
        once = twice = 0
        for digit, (left, certain) in enumerate(seen):
            stay = left & ~taken | certain
            changed |= stay != left
            places[digit] = stay
            twice |= once & stay
            once |= stay
        if once != ALL:
            return False
        if single := once & ~twice & ~taken:
            changed = True
            for digit, left in enumerate(places):
                if own := left & single:
                    places[digit] = place(left, own, UNSEEN)
    return True


def _taken(places: Places, seen: Seen) -> int | None:
    """The cells that one digit or another is certain to take; None if a digit has no way, or two claim a cell."""
    taken = 0
    for digit, left in enumerate(places):
        if left != seen[digit][0]:
            seen[digit] = _fate(left)
        stay, certain = seen[digit]
        if not stay or certain & taken:
            return None
        taken |= certain
    return taken


def _fate(places: int) -> tuple[int, int]:
    """The places that bands and stacks leave to a digit, and which of them are certain; none at a dead end."""
    row0, row1, row2 = MINIROWS
    column0, column1, column2 = MINICOLUMNS
    band0, band1, band2 = BANDS
    stack0, stack1, stack2 = STACKS
    before = 0
    while places != before:
        before = places
        rows = places | places >> 1 | places >> 2
        top, sure0 = band0[rows & row0]
        middle, sure1 = band1[rows & row1]
        bottom, sure2 = band2[rows & row2]
        places &= top | middle | bottom
        columns = places | places >> 9 | places >> 18
        left, sure3 = stack0[columns & column0]
        centre, sure4 = stack1[columns & column1]
        right, sure5 = stack2[columns & column2]
        places &= left | centre | right
    return places, places & (sure0 | sure1 | sure2) & (sure3 | sure4 | sure5)


def _branch(places: Places) -> tuple[int, int] | None:
    """A digit and a cell to try, None on a full board: of the cells with two candidates the one whose digits have most
    places among its peers, else a cell with three, else any open cell.
    """
    once = twice = thrice = fourth = 0
    for left in places:
        fourth |= thrice & left
        thrice |= twice & left
        twice |= once & left
        once |= left
    if not twice:
        return None
    pairs = twice & ~thrice
    if not pairs:
        few = (thrice & ~fourth) or twice
        cell = few & -few
        return next(digit for digit, left in enumerate(places) if left & cell), cell
    return _best_pair(places, pairs)


def _best_pair(places: Places, pairs: int) -> tuple[int, int]:
    """Of the cells with two candidates the one whose digits have most places among its peers."""
    best, choice = -1, (0, 0)
    while pairs:
        cell = pairs & -pairs
        pairs ^= cell
        sees = SEES[cell]
        (one, first), (two, second) = [(d, (left & sees).bit_count()) for d, left in enumerate(places) if left & cell]
        if (first + 1) * (second + 1) > best:
            best = (first + 1) * (second + 1)
            choice = (one if first >= second else two, cell)
    return choice
