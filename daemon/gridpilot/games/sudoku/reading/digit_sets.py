"""Finds a pad among digits that stand alone in a picture: a complete set in even rows, or of one size.

Digits that are all on the board may be missing, as some programs take their buttons away.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import hypot

# Not tuned, as far as is known.
EVEN = 0.2  # of the pitch: how far a digit may stand from where an even spacing puts it
ASKEW = 0.25  # of the first digit's height: the same, where digits stand close together
CLOSEST = 0.9  # of the first digit's height: columns or rows that are nearer overlap
AS_HIGH = 0.2  # by which the heights of an even pad's digits differ from the first one's
FEWEST = 6  # digits of a pad of which others are missing: fewer may be anything, such as a choice of levels
ALIKE, APART = 0.15, 8.0  # of its height: by how much the signs of one pad differ, and how far apart they stand


@dataclass(frozen=True, slots=True)
class Sign:
    """A digit that stands alone, with its centre."""

    digit: int
    x: float
    y: float
    height: float


def needed(size: int, stands: Sequence[int]) -> list[int]:
    """The digits that a pad must have when these (`stands`) are on the board."""
    left = [digit for digit in range(1, size + 1) if stands.count(digit) < size]
    return left if len(left) >= FEWEST else [*range(1, size + 1)]


def complete(signs: list[Sign], size: int, needed: list[int]) -> list[tuple[Sign, ...]]:
    """The sets of all digits that are `needed`. Where others are missing, these keep their places or close up."""
    every = range(1, size + 1)
    orders = (every, needed) if len(needed) < size else (every,)
    found = [pad for order in orders for pad in _pads(signs, order, needed)] or _scattered(signs, needed)
    return found or _but_one(signs, size, needed)


def _but_one(signs: list[Sign], size: int, needed: list[int]) -> list[tuple[Sign, ...]]:
    """The even sets in which one inner digit is not read, because something lies over it. It gets its place."""
    return [pad for digit in needed[1:-1] for pad in _pads(signs, range(1, size + 1), needed, but=digit)]


def _pads(signs: list[Sign], order: Sequence[int], needed: list[int], but: int = 0) -> Iterator[tuple[Sign, ...]]:
    """Every even set of digits in that order with all that are `needed`: the places of two of these give all others.
    The digit `but` is not looked for.
    """
    for columns in range(len(order), 0, -1):  # the last row may be short: other buttons follow
        places = {digit: divmod(index, columns) for index, digit in enumerate(order)}
        start, end = _ends(places, needed)
        firsts, lasts = ([sign for sign in signs if sign.digit == digit] for digit in (start, end))
        for first, last in product(firsts, lasts):
            pad = _laid_out(signs, first, last, places, but)
            if {sign.digit for sign in pad}.issuperset(needed):
                yield pad


def _ends(places: dict[int, tuple[int, int]], needed: list[int]) -> tuple[int, int]:
    """The first digit, and the last one in another row and another column, where there is one."""
    row, column = places[needed[0]]

    def apart(digit: int) -> tuple[int, int]:
        return (places[digit][0] != row) + (places[digit][1] != column), digit

    return needed[0], max(needed, key=apart)


def _scattered(signs: list[Sign], needed: list[int]) -> list[tuple[Sign, ...]]:
    """The complete sets in no even order: the only sign of the common size for each digit, and none far away."""
    sets = [_as_high(signs, first, needed) for first in signs if first.digit == needed[0]]
    return [pad for pad in sets if pad and all(_near_another(sign, pad) for sign in pad)]


def _as_high(signs: list[Sign], first: Sign, needed: list[int]) -> tuple[Sign, ...]:
    """The only sign of each digit that is as high as the first one; empty where a digit has none or several."""
    alike = [sign for sign in signs if sign.digit in needed and abs(sign.height / first.height - 1) < ALIKE]
    digits = sorted(sign.digit for sign in alike)
    return tuple(sorted(alike, key=lambda sign: sign.digit)) if digits == needed else ()


def _near_another(sign: Sign, pad: tuple[Sign, ...]) -> bool:
    return min(hypot(sign.x - o.x, sign.y - o.y) for o in pad if o is not sign) < APART * sign.height


def _laid_out(
    signs: list[Sign], first: Sign, last: Sign, places: dict[int, tuple[int, int]], but: int
) -> tuple[Sign, ...]:
    """The digits of the pad in which these two have these places (row, column). Rows may run upwards, as on a
    calculator.
    """
    (row, column), (last_row, last_column) = places[first.digit], places[last.digit]
    pitch = _pitch(first, last, (last_row - row, last_column - column))
    if pitch is None:
        return ()
    across, down = pitch
    slack = max(EVEN * max(across, abs(down)), ASKEW * first.height)
    around = (
        Sign(digit, first.x + (at[1] - column) * across, first.y + (at[0] - row) * down, first.height)
        for digit, at in places.items()
    )
    return tuple(filter(None, (place if place.digit == but else _nearest(signs, place, slack) for place in around)))


def _pitch(first: Sign, last: Sign, away: tuple[int, int]) -> tuple[float, float] | None:
    """The distance between columns, and between rows, where `last` is so many rows and columns away; None where that
    cannot be.
    """
    pitches = []
    for steps, apart in zip(reversed(away), (last.x - first.x, last.y - first.y), strict=True):
        if (steps == 0) != (abs(apart) < first.height):
            return None
        pitches.append(apart / steps if steps else 0.0)
    across, down = pitches
    rows, columns = away
    closest = CLOSEST * first.height
    return None if (columns and across < closest) or (rows and abs(down) < closest) else (across, down)


def _nearest(signs: list[Sign], place: Sign, slack: float) -> Sign | None:
    """The sign of that digit and size that is nearest to a place, if it is within `slack`."""
    near = (s for s in signs if s.digit == place.digit and abs(s.x - place.x) < slack and abs(s.y - place.y) < slack)
    fit = (s for s in near if abs(s.height / place.height - 1) < AS_HIGH)
    return min(fit, key=lambda s: abs(s.x - place.x) + abs(s.y - place.y), default=None)
