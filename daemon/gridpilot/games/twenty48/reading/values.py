"""What tiles say: each by its number, which two readers must read alike; or one reader, where the tile's colour agrees.

A colour that has stood for a value before is a second opinion where the number agrees, and saves the slower reader.
Where only one reader finds a number, the board's other numbers are asked: a game has one font, so the digits must look
like those that were read beyond doubt.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpilot.games.twenty48.reading import number_styles, numbers, tiles
from gridpilot.games.twenty48.reading.numbers import Opinion
from gridpilot.games.twenty48.reading.tiles import Tile
from gridpilot.geometry import Box
from gridpilot.reading import RIVAL_NAMED_ABOVE, RIVALS_NAMED, CellReading, Kind, Rival
from gridpilot.vision.glyphs import templates
from gridpilot.vision.glyphs.cut import normalise
from gridpilot.vision.glyphs.net import Recognise

Bytes = NDArray[np.uint8]

ACT = 0.9  # a tile below this confidence is in doubt
LEAST = 0.3  # the least product of all digits' probabilities, however far away other legal numerals are
HARDLY = (
    0.1  # of the same, where both readers agree and no other numeral comes near; with a third opinion, a tenth of it
)
CLEAR = 0.9  # of the same, where a colour is the second opinion
_LOW = 0.4  # of the numbers' height: full stops, dots, dashes and underscores are lower than that
_FEWEST_SIGNS = 2  # cells with a sign for empty; a single one may be a number that is misread
_SAMPLES = 3  # pictures that are kept of each of a board's own digits


@dataclass(frozen=True, slots=True, eq=False)
class Seen:
    """What the cells say. `foreign` counts those with clear digits that are no tile's value."""

    cells: list[CellReading]
    foreign: int
    """Cells with clear digits that are no tile's."""


@dataclass(frozen=True, slots=True)
class Readers:
    """The recognisers of the digits that connected pieces of ink make, and of those that cuts make."""

    pieces: Recognise
    cuts: Recognise


class Key(NamedTuple):
    """What a tile's picture shows, to the pixel; and the values for which its colour has stood, none where it
    is new.
    """

    shape: tuple[int, ...]
    content: bytes
    expected: frozenset[int]


Found = dict[Key, tuple[CellReading, bool]]
"""Each tile's reading, and whether its number is foreign."""


def look(
    pixels: Bytes,
    boxes: Sequence[Box],
    numerals: Sequence[int],
    readers: Readers,
    expected: Sequence[Collection[int]] | None = None,
) -> Seen:
    """Reads the cells by their ink; cells that are the same to the pixel only once. `expected`: for each cell, the
    values for which its colour has stood, none where it is new.
    """
    views = [tiles.cut(pixels, box) for box in boxes]
    values = expected or [()] * len(views)
    keys = [Key(view.shape, view.tobytes(), frozenset(own)) for view, own in zip(views, values, strict=True)]
    traced = {key: tiles.trace(view) for key, view in dict(zip(keys, views, strict=True)).items()}
    found = _read(traced, numerals, readers)
    if whole := _whole(traced, found, readers):
        traced |= whole
        found |= _read(whole, numerals, readers)
    found |= _thousands(traced, found, numerals, readers)
    found |= dict.fromkeys(_empty(keys, traced, _signs(traced, found, readers), told=any(values)), (certain(0), False))
    return Seen([found[key][0] for key in keys], sum(found[key][1] for key in keys))


def _whole(traced: dict[Key, Tile], found: Found, readers: Readers) -> dict[Key, Tile]:
    """The tiles that are not read, with their digits alone: without a ".0", as some programs count in fractions,
    without a separator of thousands, and with each large digit in one piece.
    """
    whole = {}
    for key in _unread(traced, found):
        both = number_styles.fraction(traced[key])
        if large := number_styles.made_of_signs(traced[key]):
            whole[key] = large
        elif both and _is_zero(normalise(traced[key].ink, both[1]), readers):
            whole[key] = both[0]
        elif parted := number_styles.without_separator(traced[key]):
            whole[key] = parted
    return whole


def _thousands(traced: dict[Key, Tile], found: Found, numerals: Sequence[int], readers: Readers) -> Found:
    """The readings of those unread tiles that end in a K."""
    short = {key: tile for key in _unread(traced, found) if (tile := number_styles.thousands(traced[key]))}
    values = number_styles.in_thousands(numerals)
    read = _read(short, sorted(values), readers) if short else {}
    return {key: (_with_values(cell, values), False) for key, (cell, _) in read.items() if cell.value}


def _with_values(cell: CellReading, values: dict[int, int]) -> CellReading:
    rivals = tuple(replace(rival, value=values[rival.value]) for rival in cell.rivals)
    return replace(cell, value=values[cell.value], rivals=rivals)


def _unread(traced: dict[Key, Tile], found: Found) -> list[Key]:
    return [key for key, (cell, _) in found.items() if cell.confidence < CLEAR and not traced[key].blank]


def _empty(keys: list[Key], traced: dict[Key, Tile], signs: list[Key], *, told: bool) -> list[Key]:
    """Those of the tiles with signs that are empty cells. `told`: the colours are known."""
    lone = sum(key in signs for key in keys) < _FEWEST_SIGNS or any(tile.blank for tile in traced.values())
    return [key for key in signs if 0 in key.expected or not (lone or told)]


def _read(traced: dict[Key, Tile], numerals: Sequence[int], readers: Readers) -> Found:
    pieces = dict(zip(traced, numbers.by_pieces([*traced.values()], numerals, readers.pieces), strict=True))
    asked = [key for key, one in pieces.items() if one.value not in key.expected or one.likely < CLEAR]
    by_cuts = numbers.by_cuts([traced[key] for key in asked], numerals, readers.cuts)
    cuts = pieces | dict(zip(asked, by_cuts, strict=True))
    found = {key: _told(tile, pieces[key], cuts[key]) for key, tile in traced.items()}
    alone = {key: max(pieces[key], cuts[key], key=_likely) for key in asked if _alone(pieces[key], cuts[key])}
    return found | _confirmed(traced, found, alone, numerals) if alone else found


def _told(tile: Tile, one: Opinion, other: Opinion) -> tuple[CellReading, bool]:
    return certain(0) if tile.blank else _judged(one, other), one.foreign and other.likely < LEAST


def _confirmed(traced: dict[Key, Tile], found: Found, alone: dict[Key, Opinion], numerals: Sequence[int]) -> Found:
    """The numbers that only one reader found and a third opinion confirms."""
    own = _own_digits([*traced.values()], [cell for cell, _ in found.values()])
    third = _third(own, [traced[key] for key in alone], numerals)
    return {
        key: (_judged(opinion, opinion), False)
        for (key, best), opinion in zip(alone.items(), third, strict=True)
        if opinion.value == best.value and opinion.likely >= LEAST
    }


def _signs(traced: dict[Key, Tile], found: Found, readers: Readers) -> list[Key]:
    """The tiles that show what some games write into empty cells: a zero, or something as low as a dot or a line."""
    heights = {key: tiles.frame(tile).height if tile.pieces else 0 for key, tile in traced.items()}
    least = _LOW * max((heights[key] for key, (cell, _) in found.items() if cell.value), default=0)
    unread = [key for key, (cell, _) in found.items() if cell.kind is Kind.UNKNOWN]
    return [key for key in unread if heights[key] <= least or _is_nought(traced[key], readers)]


def _is_nought(tile: Tile, readers: Readers) -> bool:
    glyphs = numbers.glyphs_of(tile) if tile.pieces else []
    return len(glyphs) == 1 and _is_zero(glyphs[0], readers)


def _is_zero(glyph: Bytes, readers: Readers) -> bool:
    return float(readers.pieces(glyph[None])[0, 0]) >= CLEAR


def _agreed(one: Opinion, other: Opinion) -> bool:
    """Whether two opinions agree and are good enough."""
    least, rival = min(one.likely, other.likely), max(one.rival_likely, other.rival_likely)
    return one.value == other.value and (least >= LEAST or (least >= HARDLY and rival <= HARDLY**3))


def _alone(one: Opinion, other: Opinion) -> bool:
    """Whether one reader found a number that a third opinion may confirm, while the other found none that contradicts
    it.
    """
    best, least = max(one.likely, other.likely), min(one.likely, other.likely)
    return best >= HARDLY**2 and (least < LEAST or one.value == other.value) and not _agreed(one, other)


def _own_digits(traced: list[Tile], cells: list[CellReading]) -> dict[int, list[Bytes]]:
    """Pictures of the board's own digits, from numbers that were read beyond doubt."""
    samples: dict[int, list[Bytes]] = {}
    for tile, cell in zip(traced, cells, strict=True):
        if cell.value and cell.confidence >= CLEAR:
            glyphs, digits = numbers.glyphs_of(tile), str(cell.value)
            for digit, glyph in zip(digits, glyphs, strict=False) if len(glyphs) == len(digits) else ():
                samples.setdefault(int(digit), []).append(glyph)
    return {digit: glyphs[:_SAMPLES] for digit, glyphs in samples.items()}


def _third(own: dict[int, list[Bytes]], doubtful: list[Tile], numerals: Sequence[int]) -> list[Opinion]:
    """What the tiles say by the board's own digits: by connected pieces, or else by cuts."""
    legal = [value for value in numerals if all(int(digit) in own for digit in str(value))]
    if not legal:
        return [numbers.NONE] * len(doubtful)
    by_own = templates.by_pictures(own)
    both = numbers.by_pieces(doubtful, legal, by_own), numbers.by_cuts(doubtful, numerals, by_own)
    return [max(pair, key=_likely) for pair in zip(*both, strict=True)]


def _likely(opinion: Opinion) -> float:
    return opinion.likely


@lru_cache(maxsize=64)
def certain(value: int) -> CellReading:
    return CellReading(value, Kind.GIVEN if value else Kind.BLANK, 1.0)


def _judged(one: Opinion, other: Opinion) -> CellReading:
    """What two opinions on a tile give together."""
    agreed, votes = _agreed(one, other), _votes(one, other)
    if not votes:
        return CellReading(0, Kind.UNKNOWN, 0.0)
    (value, share), *rest = votes.most_common()
    rivals = tuple(Rival(v, float(p)) for v, p in rest[:RIVALS_NAMED] if p >= RIVAL_NAMED_ABOVE)
    if not agreed and max(one.likely, other.likely) < LEAST:
        return CellReading(0, Kind.UNKNOWN, 0.0, (Rival(value, float(share)), *rivals)[:RIVALS_NAMED])
    return CellReading(value, Kind.GIVEN, float(share) if agreed else min(0.5, float(share)), rivals)


def _votes(one: Opinion, other: Opinion) -> Counter[int]:
    """How likely each value is in view of both readers. One that is much less sure than the other only tells which
    numerals are legal; a rival that only one reader sees, where the other is clear, does not count.
    """
    votes: Counter[int] = Counter()
    best = max(one.likely, other.likely)
    for opinion, second in ((one, other), (other, one)):
        alone = second.value == opinion.value and second.likely >= CLEAR and second.rival != opinion.rival
        rival_likely = 0.0 if alone else opinion.rival_likely
        whole = opinion.likely + rival_likely if opinion.likely >= HARDLY**2 * best else 0.0
        for value, likely in ((opinion.value, opinion.likely), (opinion.rival, rival_likely)):
            if value and whole:
                votes[value] += likely / whole / 2  # type: ignore[assignment]
    return votes
