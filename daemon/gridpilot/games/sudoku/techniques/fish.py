"""Fish: so many rows hold a digit in as many columns alone, or the other way about; with fins, that is so but for some
cells of one box.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations

from gridpilot.games.sudoku.techniques.layout import as_set, bits
from gridpilot.games.sudoku.techniques.position import Position
from gridpilot.games.sudoku.techniques.step import Step, Steps, gone
from gridpilot.games.sudoku.techniques.subsets import choices

NAMES = {2: "x-wing", 3: "swordfish", 4: "jellyfish"}
PLAIN = {2: 3.2, 3: 3.8, 4: 5.2}
FINNED = {2: 7.0, 3: 7.2, 4: 7.4}
"""Sudoku Explainer has no fins. Its scale has forcing chains there, by which it finds most of what these remove."""

FIN_LINES = 2
"""Lines beyond the fish in which it may have fins: more are not in one box."""


def _plain(where: Position, count: int) -> Steps:
    for shoal in _shoals(where):
        digit = shoal.digit
        few = [each for each in _numbered(shoal) if each[1].bit_count() <= count]
        for base, cover in choices(few, count, count):
            houses, inside, covered = _sets(where, base, bits(cover), shoal.columns)
            if lost := where.places[digit] & covered & ~inside:
                body = gone(digit, where.places[digit] & inside)
                cells = tuple(cell for cell, _ in body)
                yield Step(NAMES[count], PLAIN[count], cells, houses, (digit,), body, removes=gone(digit, lost))


@dataclass(frozen=True, slots=True)
class Shoal:
    """A digit's places by lines: in rows the columns that cross them there, or the other way about."""

    digit: int
    columns: bool
    lines: tuple[int, ...]


def _finned(where: Position, count: int) -> Steps:
    found = [
        step
        for shoal in _shoals(where)
        for base, crossed in choices(_numbered(shoal), count, count + FIN_LINES)
        for step in _by_fins(where, shoal, base, bits(crossed))
    ]
    yield from sorted(found, key=lambda step: step.rating)


def _numbered(shoal: Shoal) -> list[tuple[int, int]]:
    """The lines with more than one place."""
    return [(line, crossed) for line, crossed in enumerate(shoal.lines) if crossed & (crossed - 1)]


def _by_fins(where: Position, shoal: Shoal, base: tuple[int, ...], crossings: list[int]) -> Steps:
    """The fish in these lines whose fins are in one box: what their box has in the cover goes. Sashimi: without its
    fins a line of the fish has one place left.
    """
    places, count = where.places[shoal.digit], len(base)
    for fin_lines in combinations(crossings, len(crossings) - count) if len(crossings) > count else ():
        cover = [line for line in crossings if line not in fin_lines]
        houses, inside, covered = _sets(where, base, cover, shoal.columns)
        fins = places & inside & ~covered
        box = where.layout.sets[where.layout.houses_of[fins.bit_length() - 1][2]]
        lost = 0 if fins & ~box else places & box & covered & ~inside
        fewest = min((shoal.lines[line] & as_set(cover)).bit_count() for line in base) if lost else 0
        if fewest:
            sashimi = fewest == 1
            body = places & inside & covered
            yield Step(
                f"{'sashimi' if sashimi else 'finned'}-{NAMES[count]}", round(FINNED[count] + 0.1 * sashimi, 1),
                tuple(bits(body)), houses, (shoal.digit,), gone(shoal.digit, body | fins),
                removes=gone(shoal.digit, lost), also=tuple(bits(fins)),
            )  # fmt: skip


def _shoals(where: Position) -> Iterator[Shoal]:
    size = where.size
    for digit in where.digits:
        rows, columns = [0] * size, [0] * size
        for cell in bits(where.places[digit]):
            row, column = divmod(cell, size)
            rows[row] |= 1 << column
            columns[column] |= 1 << row
        yield Shoal(digit, columns=False, lines=tuple(rows))
        yield Shoal(digit, columns=True, lines=tuple(columns))


def _sets(where: Position, base: tuple[int, ...], cover: list[int], columns: bool) -> tuple[tuple[int, ...], int, int]:
    """The houses of a fish, the base first; the cells of its base, and those of its cover."""
    down, across = (where.size, 0) if columns else (0, where.size)
    bases, covers = tuple(line + down for line in base), tuple(line + across for line in cover)
    inside = covered = 0
    for house in bases:
        inside |= where.layout.sets[house]
    for house in covers:
        covered |= where.layout.sets[house]
    return (*bases, *covers), inside, covered


x_wings, swordfish, jellyfish = (partial(_plain, count=count) for count in NAMES)
finned_x_wings, finned_swordfish, finned_jellyfish = (partial(_finned, count=count) for count in NAMES)
