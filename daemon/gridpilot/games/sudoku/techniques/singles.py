"""Digits that have one place left, and cells that have one digit left."""

from __future__ import annotations

from gridpilot.games.sudoku.techniques.layout import bits
from gridpilot.games.sudoku.techniques.position import Position
from gridpilot.games.sudoku.techniques.step import Step, Steps


def full_houses(where: Position) -> Steps:
    """The last blank of a house."""
    for house, inside in enumerate(where.layout.sets):
        blank = inside & where.places[0]
        if blank and not blank & (blank - 1):
            cell = blank.bit_length() - 1
            for digit in bits(where.cells[cell]):
                yield Step("full-house", 1.0, (cell,), (house,), (digit,), places=((cell, digit),))


def hidden_singles_in_boxes(where: Position) -> Steps:
    yield from _hidden(where, where.layout.boxes, "hidden-single-box", 1.2)


def hidden_singles_in_lines(where: Position) -> Steps:
    yield from _hidden(where, range(2 * where.size), "hidden-single-line", 1.5)


def _hidden(where: Position, houses: range, name: str, rating: float) -> Steps:
    for house in houses:
        inside = where.layout.sets[house]
        for digit in where.digits:
            left = where.places[digit] & inside
            if left and not left & (left - 1):
                cell = left.bit_length() - 1
                yield Step(name, rating, (cell,), (house,), (digit,), places=((cell, digit),))


def naked_singles(where: Position) -> Steps:
    """A cell in which all digits but one are excluded by what stands in its houses."""
    for cell in bits(where.places[0]):
        left = where.cells[cell]
        if left and not left & (left - 1):
            digit = left.bit_length() - 1
            yield Step("naked-single", 2.3, (cell,), where.layout.houses_of[cell], (digit,), places=((cell, digit),))
