"""Almost locked sets: cells of a house that hold one digit more than they are; without one digit, all others.

Two such sets are linked by a digit that both hold and that can be in one of them only: all its places see each other.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gridpilot.games.sudoku.techniques.layout import bits, digits_in
from gridpilot.games.sudoku.techniques.position import Position
from gridpilot.games.sudoku.techniques.step import Step, Steps, gone, held
from gridpilot.games.sudoku.techniques.subsets import choices

LARGEST = 4
"""Cells of a set. With five the search takes twice as long; players hardly find them."""

LARGEST_OF_THREE = 3


@dataclass(frozen=True, slots=True)
class Almost:
    """`spread`: by digit, the set of cells in which it is; `watched`: by digit, the cells that see all of these."""

    cells: int
    digits: int
    spread: dict[int, int]
    watched: dict[int, int]


@dataclass(frozen=True, slots=True)
class Family:
    """All almost locked sets of a position, as numbers in a set. `linked`: by set, those that a digit links with it."""

    sets: tuple[Almost, ...]
    linked: tuple[dict[int, int], ...]


def almost_locked(where: Position, largest: int) -> list[Almost]:
    found: dict[int, Almost] = {}
    for inside in where.layout.sets:
        blank = [(cell, where.cells[cell]) for cell in bits(inside & where.places[0])]
        for count in range(1, min(largest, len(blank) - 1) + 1):
            few = [each for each in blank if each[1].bit_count() <= count + 1]
            for cells, digits in choices(few, count, count + 1):
                mask = sum(1 << cell for cell in cells)
                if digits.bit_count() == count + 1 and mask not in found:
                    found[mask] = _almost(where, mask, digits)
    return list(found.values())


def _almost(where: Position, mask: int, digits: int) -> Almost:
    spread, watched = {}, {}
    for digit in digits_in(digits):
        spread[digit] = where.places[digit] & mask
        watched[digit] = where.seeing(digit, spread[digit])
    return Almost(mask, digits, spread, watched)


def family(where: Position, largest: int) -> Family:
    sets = almost_locked(where, largest)
    holding = [0] * len(where.board)
    watching: dict[tuple[int, int], int] = {}
    for number, each in enumerate(sets):
        for cell in bits(each.cells):
            holding[cell] |= 1 << number
        for digit, seen in each.watched.items():
            for cell in bits(seen):
                watching[cell, digit] = watching.get((cell, digit), 0) | 1 << number
    linked = []
    for each in sets:
        overlapping = 0
        for cell in bits(each.cells):
            overlapping |= holding[cell]
        links = {}
        for digit, cells in each.spread.items():
            others = ~overlapping
            for cell in bits(cells):
                others &= watching.get((cell, digit), 0)
            if others:
                links[digit] = others
        linked.append(links)
    return Family(tuple(sets), tuple(linked))


def linked_pairs(where: Position) -> Steps:
    """ALS-XZ: x is in one set at most, so the other holds all its further digits; what sees every z of both is no z.
    With four cells in all, players call it a WXYZ-wing.
    """
    every = family(where, LARGEST)
    for number, one in enumerate(every.sets):
        for digit, others in every.linked[number].items():
            for at in bits(others >> number << number):
                yield from _pair(where, one, every.sets[at], digit)


def _pair(where: Position, one: Almost, other: Almost, link: int) -> Steps:
    wing = (one.cells | other.cells).bit_count() == 4
    for digit in digits_in(one.digits & other.digits & ~(1 << link)):
        if lost := one.watched[digit] & other.watched[digit]:
            cells, also = tuple(bits(one.cells)), tuple(bits(other.cells))
            yield Step(
                "wxyz-wing" if wing else "als-xz", 7.1 if wing else 7.3, cells, digits=(link, digit),
                candidates=held(where, (*cells, *also), one.digits | other.digits), removes=gone(digit, lost),
                also=also, extra=(digit,),
            )  # fmt: skip


def linked_threes(where: Position) -> Steps:
    """ALS-XY-wing: a set in the middle is linked with one by x, with another by y: one of the two is without its link,
    so z is in it.
    """
    every = family(where, LARGEST_OF_THREE)
    for middle, links in zip(every.sets, every.linked, strict=True):
        for one, x in _neighbours(links):
            for other, y in _neighbours(links):
                if one < other and x != y and not every.sets[one].cells & every.sets[other].cells:
                    yield from _three(where, (middle, every.sets[one], every.sets[other]), (x, y))


def _neighbours(links: dict[int, int]) -> Iterator[tuple[int, int]]:
    for digit, others in links.items():
        yield from ((other, digit) for other in bits(others))


def _three(where: Position, sets: tuple[Almost, Almost, Almost], links: tuple[int, int]) -> Steps:
    middle, one, other = sets
    for digit in digits_in(one.digits & other.digits & ~(1 << links[0] | 1 << links[1])):
        if lost := one.watched[digit] & other.watched[digit] & ~middle.cells:
            cells, also = tuple(bits(middle.cells)), (*bits(one.cells), *bits(other.cells))
            yield Step(
                "als-xy-wing", 7.5, cells, digits=(*links, digit),
                candidates=held(where, (*cells, *also), middle.digits | one.digits | other.digits),
                removes=gone(digit, lost), also=also, extra=(digit,),
            )  # fmt: skip


def sue_de_coq(where: Position) -> Steps:
    """The cells that a box and a line share, with some of the rest of each: as many digits as cells, and the two rests
    have none in common. So each digit is certain of the line, or of the box, or of both.
    """
    layout = where.layout
    for box, line, shared in layout.crossings:
        middle = bits(shared & where.places[0])
        in_line, in_box = (bits(layout.sets[house] & ~shared & where.places[0]) for house in (line, box))
        for count in (2, 3):
            for core, digits in choices([(cell, where.cells[cell]) for cell in middle], count, where.size):
                if digits.bit_count() >= count + 2:
                    yield from _coq(where, (box, line), core, (in_line, in_box), digits)


def _coq(
    where: Position, houses: tuple[int, int], core: tuple[int, ...], rests: tuple[list[int], list[int]], digits: int
) -> Steps:
    box, line = houses
    for one, own in _parts(where, rests[0], digits):
        for other, theirs in _parts(where, rests[1], digits & ~own):
            whole = digits | own | theirs
            if own & theirs or whole.bit_count() != len(core) + len(one) + len(other):
                continue
            taken = sum(1 << cell for cell in (*core, *one, *other))
            of_line = bits(where.layout.sets[line] & where.places[0] & ~taken)
            of_box = bits(where.layout.sets[box] & where.places[0] & ~taken)
            removes = tuple(dict.fromkeys((*held(where, of_line, whole & ~theirs), *held(where, of_box, whole & ~own))))
            if removes:
                yield Step(
                    "sue-de-coq", 7.4, core, (box, line), digits_in(digits),
                    held(where, (*core, *one, *other), whole), removes=removes, also=(*one, *other),
                    extra=digits_in(whole),
                )  # fmt: skip


def _parts(where: Position, rest: list[int], digits: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """One or two cells that hold these digits alone, or one more."""
    for count in (1, 2):
        for cells, own in choices([(cell, where.cells[cell]) for cell in rest], count, count + 2):
            if own & digits and (own & ~digits).bit_count() <= count - 1:
                yield cells, own
