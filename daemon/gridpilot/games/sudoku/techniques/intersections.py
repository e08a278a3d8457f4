"""Locked candidates: what is certain of a box, seen from a line that crosses it, and the other way about."""

from __future__ import annotations

from gridpilot.games.sudoku.techniques.layout import bits
from gridpilot.games.sudoku.techniques.position import Position
from gridpilot.games.sudoku.techniques.step import Step, Steps, gone


def pointing(where: Position) -> Steps:
    """A digit whose places in a box all lie in one line is in no other box of that line."""
    yield from _locked(where, "pointing", 2.6)


def claiming(where: Position) -> Steps:
    """A digit whose places in a line all lie in one box is nowhere else in that box."""
    yield from _locked(where, "claiming", 2.8)


def direct_pointing(where: Position) -> Steps:
    yield from _at_once(where, pointing(where), "direct-pointing", 1.7)


def direct_claiming(where: Position) -> Steps:
    yield from _at_once(where, claiming(where), "direct-claiming", 1.9)


def _locked(where: Position, name: str, rating: float) -> Steps:
    sets, places = where.layout.sets, where.places
    for box, line, shared in where.layout.crossings:
        whole, other = (box, line) if name == "pointing" else (line, box)
        for digit in where.digits:
            inside = places[digit] & sets[whole]
            if not inside & ~shared and inside & (inside - 1) and (lost := places[digit] & sets[other] & ~shared):
                held = gone(digit, inside)
                cells = tuple(cell for cell, _ in held)
                yield Step(name, rating, cells, (whole, other), (digit,), held, removes=gone(digit, lost))


def _at_once(where: Position, locked: Steps, name: str, rating: float) -> Steps:
    """Those that leave the digit one place in a further house of the first one's kind, another box after pointing: it
    is put there, and nothing need be noted.
    """
    size = where.size
    for step in locked:
        digit, lost = step.digits[0], sum(1 << cell for cell, _ in step.removes)
        before = where.places[digit]
        first = step.houses[0] // size * size
        for house in range(first, first + size):
            inside = where.layout.sets[house]
            left = before & ~lost & inside
            if left and not left & (left - 1) and before & lost & inside:
                cell = left.bit_length() - 1
                yield Step(
                    name, rating, step.cells, (*step.houses, house), step.digits, step.candidates,
                    places=((cell, digit),), also=(cell,),
                )  # fmt: skip


def empty_rectangles(where: Position) -> Steps:
    """A digit is in a box in one row and one column alone. A line in which it has two places, one of them in that row,
    leads to the column by the other: if the box has it in the row, the line has it there.
    """
    layout, places = where.layout, where.places
    for box in layout.boxes:
        for digit in where.digits:
            inside = places[digit] & layout.sets[box]
            if inside.bit_count() < 2:
                continue
            for row in layout.rows:
                for column in layout.columns:
                    corner = layout.sets[row] & layout.sets[column]
                    if _empty(inside, layout.sets[row], layout.sets[column]) and corner & layout.sets[box]:
                        yield from _led_on(where, digit, (box, row, column), inside)
                        yield from _led_on(where, digit, (box, column, row), inside)


def _empty(inside: int, row: int, column: int) -> bool:
    """Whether these places are in the row or the column, and neither alone has them all."""
    return not inside & ~(row | column) and bool(inside & ~row) and bool(inside & ~column)


def _led_on(where: Position, digit: int, houses: tuple[int, int, int], inside: int) -> Steps:
    """By lines that cross the first line in one of their two places."""
    layout, (box, line, across) = where.layout, houses
    for start in bits(where.places[digit] & layout.sets[line] & ~layout.sets[box]):
        row, column, _ = layout.houses_of[start]
        crossing = column if line == row else row
        two = where.places[digit] & layout.sets[crossing]
        if two.bit_count() != 2 or two & layout.sets[box]:
            continue
        end = (two & ~(1 << start)).bit_length() - 1
        lost = where.places[digit] & layout.sets[across] & layout.seen[end] & ~layout.sets[box] & ~two
        parallel = layout.houses_of[end][0 if crossing == column else 1]
        if lost := lost & layout.sets[parallel]:
            cells = tuple(bits(inside))
            yield Step(
                "empty-rectangle", 7.0, cells, (*houses, crossing), (digit,), gone(digit, inside | two),
                removes=gone(digit, lost), also=(start, end),
            )  # fmt: skip
