"""Conclusions from there being one solution only: two digits must not be left free to change places.

A loop of cells, two or none in each house, that hold no digits but a and b could be filled in two ways. So one of its
cells holds something else. The shortest such loop is a rectangle in two boxes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from gridpilot.games.sudoku.techniques.layout import as_set, bits, digits_in
from gridpilot.games.sudoku.techniques.position import Candidate, Position
from gridpilot.games.sudoku.techniques.step import Step, Steps, gone, held
from gridpilot.games.sudoku.techniques.subsets import choices

LONGEST = 10
"""Cells of a loop. Longer ones are rare: of 700 minimal puzzles that Sudoku Explainer rated none had one."""

LARGEST_SET = 5


@dataclass(frozen=True, slots=True)
class Loop:
    """`cells`: in order; `pair`: both digits as a set; `extra`: the cells that hold further digits."""

    cells: tuple[int, ...]
    pair: int
    extra: tuple[int, ...]

    @property
    def rating(self) -> float:
        return round(4.5 + 0.1 * (len(self.cells) - 4) / 2, 1)

    @property
    def name(self) -> str:
        return "unique-rectangle" if len(self.cells) == 4 else "unique-loop"

    @property
    def diagonal(self) -> bool:
        """Whether the further digits are in other cells than two neighbours."""
        ends = [self.cells.index(cell) for cell in self.extra]
        return len(ends) > 2 or (len(ends) == 2 and (ends[0] - ends[1]) % 2 == 0)

    def further(self, where: Position) -> int:
        """The digits beyond the pair."""
        return reduce(or_, (where.cells[cell] & ~self.pair for cell in self.extra), 0)

    def step(self, where: Position, kind: int, removes: tuple[Candidate, ...], extra: tuple[int, ...] = ()) -> Step:
        return Step(
            f"{self.name}-{kind}", self.rating, self.cells, digits=digits_in(self.pair),
            candidates=held(where, self.cells, self.pair), removes=removes, also=self.extra, extra=extra,
        )  # fmt: skip


def unique_loops(where: Position) -> Steps:
    found = [step for loop in loops(where) for step in _concluded(where, loop)]
    yield from sorted(found, key=lambda step: step.rating)


def loops(where: Position) -> Iterator[Loop]:
    for pair in sorted({where.cells[cell] for cell in where.twos}):
        one, other = digits_in(pair)
        both = where.places[one] & where.places[other]
        known: set[int] = set()
        for start in bits(both):
            if where.cells[start] == pair:
                yield from _from(where, pair, both, (start,), known)


def _from(where: Position, pair: int, both: int, path: tuple[int, ...], known: set[int]) -> Iterator[Loop]:
    """The loops that go on as the path does. `known`: the sets of cells of those that were found."""
    inside = as_set(path)
    if inside not in known and _closed(where, path):
        known.add(inside)
        yield Loop(path, pair, tuple(cell for cell in path if where.cells[cell] != pair))
    if len(path) < LONGEST:
        for cell in bits(where.layout.seen[path[-1]] & both & ~inside):
            if _allowed(where, (*path, cell), pair) and _open(where, inside, cell):
                yield from _from(where, pair, both, (*path, cell), known)


def _closed(where: Position, path: tuple[int, ...]) -> bool:
    return len(path) >= 4 and bool(where.layout.seen[path[-1]] >> path[0] & 1) and _even(where, path)


def _allowed(where: Position, path: tuple[int, ...], pair: int) -> bool:
    """Whether something may follow from further digits in these cells: they are in two of them, or are the same."""
    further = [where.cells[cell] & ~pair for cell in path if where.cells[cell] != pair]
    return len(further) < 3 or (len(set(further)) == 1 and further[0].bit_count() == 1)


def _open(where: Position, inside: int, cell: int) -> bool:
    """Whether no house of the cell has two cells of the path yet."""
    sets = where.layout.sets
    return all((sets[house] & inside).bit_count() < 2 for house in where.layout.houses_of[cell])


def _even(where: Position, path: tuple[int, ...]) -> bool:
    """Whether each house has two cells of the loop or none: one of the first digit, one of the second."""
    if len(path) % 2:
        return False
    sides = [0] * len(where.layout.sets)
    for at, cell in enumerate(path):
        for house in where.layout.houses_of[cell]:
            sides[house] += 1 if at % 2 else 100
    return all(count in (0, 101) for count in sides)


def _concluded(where: Position, loop: Loop) -> Steps:
    if len(loop.extra) == 1:
        yield loop.step(where, 1, held(where, loop.extra, loop.pair))
    elif len(loop.extra) > 1:
        yield from _with_one_digit(where, loop)
    if len(loop.extra) == 2:
        for house in where.layout.common(as_set(loop.extra)):
            yield from _with_set(where, loop, house)
            yield from _with_locked(where, loop, house)


def _with_one_digit(where: Position, loop: Loop) -> Steps:
    """The further cells hold the same further digit: it is in one of them."""
    further = loop.further(where)
    if further.bit_count() == 1:
        digit = further.bit_length() - 1
        if lost := where.seeing(digit, as_set(loop.extra)):
            five = loop.diagonal and len(loop.cells) == 4
            yield loop.step(where, 5 if five else 2, gone(digit, lost), (digit,))


def _with_locked(where: Position, loop: Loop, house: int) -> Steps:
    """One digit of the loop has no other place in a house that both further cells share: so the other digit goes."""
    ends = as_set(loop.extra)
    for digit in digits_in(loop.pair):
        if not where.places[digit] & where.layout.sets[house] & ~ends:
            other = loop.pair & ~(1 << digit)
            step = loop.step(where, 4, held(where, loop.extra, other), (digit, *digits_in(other)))
            yield replace(step, houses=(house,))


def _with_set(where: Position, loop: Loop, house: int) -> Steps:
    """The further digits, as those of one cell, make a naked set with other cells of the house."""
    ends, further = as_set(loop.extra), loop.further(where)
    rest = bits(where.layout.sets[house] & where.places[0] & ~ends)
    for count in range(2, LARGEST_SET + 1):
        few = [(cell, where.cells[cell]) for cell in rest if (where.cells[cell] | further).bit_count() <= count]
        for cells, digits in choices(few, count - 1, count):
            if (digits | further).bit_count() == count:
                others = [cell for cell in rest if cell not in cells]
                if lost := held(where, others, digits | further):
                    step = loop.step(where, 3, lost, digits_in(digits | further))
                    harder = round(loop.rating + 0.1 * (count - 2), 1)
                    yield replace(step, rating=harder, houses=(house,), also=(*loop.extra, *cells))


def more_rectangles(where: Position) -> Steps:
    """Type 6 and hidden rectangles, which Sudoku Explainer does not have: two cells with a and b at opposite corners,
    or one, and lines that leave a digit no place but corners.
    """
    for pair in sorted({where.cells[cell] for cell in where.twos}):
        one, other = digits_in(pair)
        both = where.places[one] & where.places[other]
        for corner in bits(both):
            if where.cells[corner] == pair:
                yield from _rectangles_at(where, corner, pair, both)


def _rectangles_at(where: Position, corner: int, pair: int, both: int) -> Steps:
    layout = where.layout
    row, column, _ = layout.houses_of[corner]
    for beside, below in (
        (beside, below)
        for beside in bits(layout.sets[row] & both & ~(1 << corner))
        for below in bits(layout.sets[column] & both & ~(1 << corner))
    ):
        opposite = (layout.sets[layout.houses_of[below][0]] & layout.sets[layout.houses_of[beside][1]]).bit_length() - 1
        cells = (corner, beside, opposite, below)
        if not both >> opposite & 1 or not _even(where, cells):
            continue
        loop = Loop(cells, pair, tuple(cell for cell in cells if where.cells[cell] != pair))
        yield from _hidden(where, loop)
        if loop.extra == (beside, below) and corner < opposite:
            yield from _crosswise(where, loop)


def _hidden(where: Position, loop: Loop) -> Steps:
    """The corner opposite to the one with two candidates: if both its lines have a digit in corners alone, the other
    digit there would force that one all round.
    """
    layout, (_, beside, opposite, below) = where.layout, loop.cells
    row, column = layout.houses_of[opposite][:2]
    if where.cells[opposite] == loop.pair:
        return
    for digit in digits_in(loop.pair):
        other = loop.pair & ~(1 << digit)
        inside = 1 << opposite | 1 << below | 1 << beside
        if not where.places[digit] & (layout.sets[row] | layout.sets[column]) & ~inside:
            yield Step(
                "hidden-rectangle", 7.0, loop.cells, (row, column), digits_in(loop.pair),
                held(where, loop.cells, loop.pair), removes=held(where, (opposite,), other), also=(opposite,),
                extra=(digit, *digits_in(other)),
            )  # fmt: skip


def _crosswise(where: Position, loop: Loop) -> Steps:
    """Two corners across hold a and b alone, and both rows, or both columns, have a in corners alone: the other two
    corners are without a, or all could change places.
    """
    layout, inside = where.layout, as_set(loop.cells)
    for side in (0, 1):
        lines = sorted({layout.houses_of[cell][side] for cell in loop.cells})
        both = layout.sets[lines[0]] | layout.sets[lines[1]]
        for digit in digits_in(loop.pair):
            if not where.places[digit] & both & ~inside:
                other = digits_in(loop.pair & ~(1 << digit))
                yield Step(
                    "unique-rectangle-6", 7.0, loop.cells, tuple(lines), digits_in(loop.pair),
                    held(where, loop.cells, loop.pair), removes=tuple((cell, digit) for cell in loop.extra),
                    also=loop.extra, extra=(digit, *other),
                )  # fmt: skip


@dataclass(frozen=True, slots=True)
class Grave:
    """All cells would have two candidates and all digits two places in each house, but for `extra`."""

    extra: tuple[Candidate, ...]

    @property
    def cells(self) -> tuple[int, ...]:
        return tuple(sorted({cell for cell, _ in self.extra}))

    @property
    def digits(self) -> int:
        return as_set({digit for _, digit in self.extra})

    def own(self, where: Position, cell: int) -> int:
        """The two digits that the cell would have."""
        return where.cells[cell] & ~as_set(digit for at, digit in self.extra if at == cell)


def graves(where: Position) -> Steps:
    """Bivalue universal grave: a board on which no digit is settled any more has two solutions or none."""
    grave = _grave(where)
    if grave is None:
        return
    cells = grave.cells
    if len(grave.extra) == 1:
        ((_, digit),) = grave.extra
        yield Step("bug-1", 5.6, cells, digits=(digit,), candidates=grave.extra, places=grave.extra)
        return
    if grave.digits.bit_count() == 1:
        digit = grave.digits.bit_length() - 1
        if lost := where.seeing(digit, as_set(cells)):
            yield Step("bug-2", 5.7, cells, digits=(digit,), candidates=grave.extra, removes=gone(digit, lost))
    for house in where.layout.common(as_set(cells)):
        yield from _grave_locked(where, grave, house)
        yield from _grave_set(where, grave, house)


def _grave(where: Position) -> Grave | None:
    more = [cell for cell in bits(where.places[0]) if where.cells[cell].bit_count() != 2]
    if not 0 < len(more) <= where.size:
        return None
    extra = tuple((cell, digit) for cell, digit in held(where, more, -1) if _thrice(where, cell, digit))
    left = where.after((), extra)
    even = all(
        (left.places[digit] & inside).bit_count() in (0, 2) for digit in where.digits for inside in where.layout.sets
    )
    return Grave(extra) if even and len(left.twos) == left.places[0].bit_count() else None


def _thrice(where: Position, cell: int, digit: int) -> bool:
    """Whether each house of the cell has more than two places for the digit."""
    sets = where.layout.sets
    return all((where.places[digit] & sets[house]).bit_count() > 2 for house in where.layout.houses_of[cell])


def _grave_locked(where: Position, grave: Grave, house: int) -> Steps:
    """Two cells, one of which must hold a digit that no other cell of their house has: it is the one without an extra
    digit, so the other two of their digits go.
    """
    if len(grave.cells) != 2:
        return
    ends = as_set(grave.cells)
    own = [grave.own(where, cell) for cell in grave.cells]
    for digit in digits_in(own[0] & own[1]):
        if where.places[digit] & where.layout.sets[house] == ends:
            lost = tuple(
                (cell, each)
                for cell, each in held(where, grave.cells, ~(1 << digit))
                if (cell, each) not in grave.extra
            )
            yield Step("bug-4", 5.7, grave.cells, (house,), (digit,), grave.extra, removes=lost)


def _grave_set(where: Position, grave: Grave, house: int) -> Steps:
    """The extra digits, as those of one cell, make a naked set with other cells of the house."""
    rest = bits(where.layout.sets[house] & where.places[0] & ~as_set(grave.cells))
    for count in range(2, LARGEST_SET + 1):
        few = [(cell, where.cells[cell]) for cell in rest if (where.cells[cell] | grave.digits).bit_count() <= count]
        for cells, digits in choices(few, count - 1, count):
            whole = digits | grave.digits
            lost = held(where, [each for each in rest if each not in cells], whole)
            if whole.bit_count() == count and lost:
                yield Step(
                    "bug-3", round(5.8 + 0.1 * (count - 2), 1), grave.cells, (house,), digits_in(whole), grave.extra,
                    removes=lost, also=cells,
                )  # fmt: skip
