"""What tiles say: each by its number, which two readers must read alike, or one where its colour says the same.

A colour that has stood for a value before is an opinion of its own, as long as the number agrees; it saves the dearer
of the two readers. Where only one reader finds a number, the board's other numbers are asked: a game has one font, so
its digits must look like those that were read beyond doubt.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.twenty48.reading import numbers, tiles
from gridpilot.reading import RIVAL_NAMED_ABOVE, RIVALS_NAMED, CellReading, Kind, Rival
from gridpilot.vision.glyphs import templates

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from numpy.typing import NDArray

    from gridpilot.games.twenty48.reading.numbers import Opinion
    from gridpilot.games.twenty48.reading.tiles import Tile
    from gridpilot.geometry import Box
    from gridpilot.vision.glyphs.recognisers import Recognise

    Bytes = NDArray[np.uint8]

LEAST = 0.3  # of the probability of all digits, which legal numerals do not excuse
HARDLY = (
    0.1  # of the same, where both readers agree and no other numeral comes near; with a third opinion, a tenth of it
)
CLEAR = 0.9  # of the same, where a colour is the second opinion
_LOW = 0.4  # of the numbers' height: full stops, dots, dashes and underscores are lower
_FEWEST_SIGNS = 2  # cells with a sign, and none without, at first sight: a number that is misread stands alone
_SAMPLES = 3  # pictures of each of a board's own digits


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    cells: list[CellReading]
    foreign: int
    """Cells with clear digits that are no tile's."""


@dataclass(frozen=True, slots=True)
class Readers:
    """Who names the digits that connected pieces of ink make, and those that cuts make."""

    pieces: Recognise
    cuts: Recognise


def look(
    pixels: Bytes,
    boxes: Sequence[Box],
    numerals: Sequence[int],
    readers: Readers,
    expected: Sequence[Collection[int]] | None = None,
) -> Seen:
    """Reads the cells by their ink; those that are the same to the pixel only once. `expected`: for each cell the
    values that its colour has stood for, none where it is new.
    """
    views = [tiles.cut(pixels, box) for box in boxes]
    values = [frozenset(one) for one in expected] if expected else [frozenset[int]()] * len(views)
    keys = [(view.shape, view.tobytes(), mine) for view, mine in zip(views, values, strict=True)]
    different = dict(zip(keys, views, strict=True))
    traced = [tiles.trace(view) for view in different.values()]
    judged = _read(traced, [key[2] for key in different], numerals, readers)
    found = dict(zip(different, judged, strict=True))
    signs = [key for key, sign in zip(different, _signs(traced, judged, readers), strict=True) if sign]
    alone = sum(key in signs for key in keys) < _FEWEST_SIGNS or any(tile.blank for tile in traced)
    told = [key for key in signs if 0 in key[2] or not (alone or expected)]
    found |= dict.fromkeys(told, (certain(0), False))
    return Seen([found[key][0] for key in keys], sum(found[key][1] for key in keys))


def _read(
    traced: list[Tile], expected: list[frozenset[int]], numerals: Sequence[int], readers: Readers
) -> list[tuple[CellReading, bool]]:
    """Each tile, and whether its number is foreign."""
    pieces = numbers.by_pieces(traced, numerals, readers.pieces)
    told = [one.value in mine and one.likely >= CLEAR for one, mine in zip(pieces, expected, strict=True)]
    asked = [index for index, sure in enumerate(told) if not sure]
    cuts = dict(zip(asked, numbers.by_cuts([traced[index] for index in asked], numerals, readers.cuts), strict=True))
    found = []
    for index, (tile, one) in enumerate(zip(traced, pieces, strict=True)):
        other = cuts.get(index, one)
        cell = certain(0) if tile.blank else _judged(one, other)
        found.append((cell, one.foreign and other.likely < LEAST))
    alone = [index for index in asked if _alone(pieces[index], cuts[index])]
    if alone:
        own = _own_digits(traced, [cell for cell, _ in found])
        third = _third(own, [traced[index] for index in alone], numerals)
        for index, opinion in zip(alone, third, strict=True):
            best = max(pieces[index], cuts[index], key=lambda one: one.likely)
            if opinion.value == best.value and opinion.likely >= LEAST:
                found[index] = (_judged(opinion, opinion), False)
    return found


def _signs(traced: Sequence[Tile], judged: Sequence[tuple[CellReading, bool]], readers: Readers) -> list[bool]:
    """Which tiles show what some games write into empty cells: a zero, or something as low as a dot or a line."""
    heights = [tiles.frame(tile).height if tile.pieces else 0 for tile in traced]
    least = _LOW * max((high for high, (cell, _) in zip(heights, judged, strict=True) if cell.value), default=0)
    unread = [not tile.blank and cell.kind is Kind.UNKNOWN for tile, (cell, _) in zip(traced, judged, strict=True)]
    glyphs = [
        numbers.glyphs_of(tile) if mine and tile.pieces else [] for tile, mine in zip(traced, unread, strict=True)
    ]
    zero = [len(mine) == 1 and float(readers.pieces(np.stack(mine))[0, 0]) >= CLEAR for mine in glyphs]
    return [mine and (nought or high <= least) for mine, nought, high in zip(unread, zero, heights, strict=True)]


def _agreed(one: Opinion, other: Opinion) -> bool:
    """Whether two opinions are one, and good enough."""
    least, rival = min(one.likely, other.likely), max(one.rival_likely, other.rival_likely)
    return one.value == other.value and (least >= LEAST or (least >= HARDLY and rival <= HARDLY**3))


def _alone(one: Opinion, other: Opinion) -> bool:
    """Whether there is a number that a third opinion may confirm, and none that it would be against."""
    best, least = max(one.likely, other.likely), min(one.likely, other.likely)
    return best >= HARDLY**2 and (least < LEAST or one.value == other.value) and not _agreed(one, other)


def _own_digits(traced: list[Tile], cells: list[CellReading]) -> dict[int, list[Bytes]]:
    """Pictures of the digits of those numbers that were read beyond doubt."""
    samples: dict[int, list[Bytes]] = {}
    for tile, cell in zip(traced, cells, strict=True):
        if cell.value and cell.confidence >= CLEAR:
            glyphs, digits = numbers.glyphs_of(tile), str(cell.value)
            for digit, glyph in zip(digits, glyphs, strict=False) if len(glyphs) == len(digits) else ():
                samples.setdefault(int(digit), []).append(glyph)
    return {digit: glyphs[:_SAMPLES] for digit, glyphs in samples.items()}


def _third(own: dict[int, list[Bytes]], doubtful: list[Tile], numerals: Sequence[int]) -> list[Opinion]:
    """What the board's own digits make of the tiles, by connected pieces or else by cuts."""
    legal = [value for value in numerals if all(int(digit) in own for digit in str(value))]
    if not legal:
        return [numbers.NONE] * len(doubtful)
    by_own = templates.by_pictures(own)
    both = numbers.by_pieces(doubtful, legal, by_own), numbers.by_cuts(doubtful, numerals, by_own)
    return [max(pair, key=lambda one: one.likely) for pair in zip(*both, strict=True)]


@lru_cache(maxsize=64)
def certain(value: int) -> CellReading:
    return CellReading(value, Kind.GIVEN if value else Kind.BLANK, 1.0)


def _judged(one: Opinion, other: Opinion) -> CellReading:
    """What two opinions on a tile make together."""
    votes: Counter[int] = Counter()
    best = max(one.likely, other.likely)
    for opinion in (one, other):
        if opinion.likely < HARDLY**2 * best:
            continue  # it has only the word of the legal numerals
        whole = opinion.likely + opinion.rival_likely
        for value, likely in ((opinion.value, opinion.likely), (opinion.rival, opinion.rival_likely)):
            if value and whole:
                votes[value] += likely / whole / 2  # type: ignore[assignment]
    agreed = _agreed(one, other)
    if not votes:
        return CellReading(0, Kind.UNKNOWN, 0.0)
    (value, share), *rest = votes.most_common()
    rivals = tuple(Rival(v, float(p)) for v, p in rest[:RIVALS_NAMED] if p >= RIVAL_NAMED_ABOVE)
    if not agreed and max(one.likely, other.likely) < LEAST:
        return CellReading(0, Kind.UNKNOWN, 0.0, (Rival(value, float(share)), *rivals)[:RIVALS_NAMED])
    return CellReading(value, Kind.GIVEN, float(share) if agreed else min(0.5, float(share)), rivals)
