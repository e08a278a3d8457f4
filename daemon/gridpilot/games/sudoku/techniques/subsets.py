"""Two, three or four cells of a house that share as many digits: naked where they hold no other digits, hidden where
no other cell holds theirs.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from gridpilot.games.sudoku.techniques.layout import bits, digits_in
from gridpilot.games.sudoku.techniques.position import Position
from gridpilot.games.sudoku.techniques.step import Step, Steps, gone, held

NAMES = {2: "pair", 3: "triple", 4: "quad"}
NAKED = {2: 3.0, 3: 3.6, 4: 5.0}
HIDDEN = {2: 3.4, 3: 4.0, 4: 5.4}
DIRECT = {2: 2.0, 3: 2.5}


def choices(sets: list[tuple[int, int]], count: int, most: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """So many of the numbered sets, with their union, wherever that has `most` members at most."""

    def further(start: int, chosen: tuple[int, ...], union: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(chosen) == count:
            yield chosen, union
            return
        for at in range(start, len(sets) - count + len(chosen) + 1):
            name, members = sets[at]
            together = union | members
            if together.bit_count() <= most:
                yield from further(at + 1, (*chosen, name), together)

    return further(0, (), 0)


def _naked(where: Position, count: int) -> Steps:
    for house, inside in enumerate(where.layout.sets):
        blank = bits(inside & where.places[0])
        if len(blank) <= count:
            continue
        few = [(cell, where.cells[cell]) for cell in blank if where.cells[cell].bit_count() <= count]
        for cells, digits in choices(few, count, count):
            rest = inside & ~sum(1 << cell for cell in cells)
            lost = tuple(each for digit in digits_in(digits) for each in gone(digit, where.places[digit] & rest))
            if lost:
                candidates = held(where, cells, digits)
                name = f"naked-{NAMES[count]}"
                yield Step(name, NAKED[count], cells, (house,), digits_in(digits), candidates, removes=lost)


def _hidden(where: Position, count: int) -> Iterator[tuple[int, tuple[int, ...], int]]:
    """Houses, digits and the set of cells that these digits share there."""
    for house, inside in enumerate(where.layout.sets):
        if (inside & where.places[0]).bit_count() <= count:
            continue
        spread = [(digit, where.places[digit] & inside) for digit in where.digits]
        few = [(digit, cells) for digit, cells in spread if 2 <= cells.bit_count() <= count]
        for digits, cells in choices(few, count, count):
            yield house, digits, cells


def _hidden_steps(where: Position, count: int) -> Steps:
    for house, digits, inside in _hidden(where, count):
        cells, mask = tuple(bits(inside)), sum(1 << digit for digit in digits)
        if lost := held(where, cells, ~mask):
            candidates = held(where, cells, mask)
            yield Step(f"hidden-{NAMES[count]}", HIDDEN[count], cells, (house,), digits, candidates, removes=lost)


def _direct(where: Position, count: int) -> Steps:
    """A hidden set that leaves another digit one place in the same house."""
    for house, digits, taken in _hidden(where, count):
        for digit in where.digits:
            before = where.places[digit] & where.layout.sets[house]
            left = before & ~taken
            if digit not in digits and left != before and left and not left & (left - 1):
                cells, cell = tuple(bits(taken)), left.bit_length() - 1
                yield Step(
                    f"direct-hidden-{NAMES[count]}", DIRECT[count], cells, (house,), digits,
                    held(where, cells, sum(1 << each for each in digits)),
                    places=((cell, digit),), also=(cell,), extra=(digit,),
                )  # fmt: skip


naked_pairs, naked_triples, naked_quads = (partial(_naked, count=count) for count in NAKED)
hidden_pairs, hidden_triples, hidden_quads = (partial(_hidden_steps, count=count) for count in HIDDEN)
direct_hidden_pairs, direct_hidden_triples = (partial(_direct, count=count) for count in DIRECT)
