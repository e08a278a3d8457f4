"""Measures what the digits of one board share: their height, and their place in the cell. Each glyph is judged by that.

Fonts draw some values low: 1 and 2 in old-style figures, and the small letters a, c, e and g. Pencil marks are low,
too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from gridpilot.vision.glyphs.blobs import Blob
    from gridpilot.vision.glyphs.cut import Tiles

Bytes = NDArray[np.uint8]
Flags = NDArray[np.bool_]
Floats = NDArray[np.floating]

PLAUSIBLE = 0.8  # probability from which a glyph may help to measure the board's digits
FAINT = 0.3  # of the board's digits' contrast: what has less is a trace that compression left of a line
OFF_CENTRE = 0.10  # of the cell, from where the board's digits stand; beyond, ever more surely a pencil mark
ALIKE = 0.06  # of the cell: glyphs of one value whose places differ by less, from side to side, stand alike; not tuned
TOP = 90  # the percentile of all heights that is about the tall digits' height
LOWEST_TALL = 0.65  # of that height: what may be one of the tall digits
AS_TALL = 0.8  # of the tall digits' height: no figure that the font draws low
TALLEST = 0.85  # of the tall digits' height: no pencil mark
STANDS_OUT = 1.25  # of the median height: what a page shows larger; not tuned
LOWEST, HIGHEST = 0.5, 0.87  # of the tall digits' height: what a font draws low
LOWEST_ALONE = 0.65  # the same, of a single value, whichever it is
LOW_OFF_CENTRE = 0.15, 0.2  # of the cell: how far low digits may be from where the tall ones stand
AS_LOW = 0.1  # of the tall digits' height: heights that differ by less count as one
EXCEPTIONS = 0.2  # other glyphs as low, for each that the font draws low: by rounding, or pencil marks
LOW_DIGITS, LOW_NUMBERS, LOW_LETTERS = (1, 2), (10, 11, 12), (10, 12, 14)  # in old-style figures; a, c and e
HANGING = (16,)  # g reaches below the line
HANGING_DIGITS = (3, 4, 5, 7, 9)  # the same in old-style figures
LOWEST_PLACE = 0.25  # of the cell: how far off its middle hanging values stand at most


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may be a cell's digit: its box in the tile; the chances of a nought, of each value and, last, of junk; the
    number of its pieces; and the height of the tallest piece.
    """

    box: Blob
    chances: Sequence[float]
    count: int = 1
    tallest: int = 0
    alone: bool = True  # no other ink in the cell
    picture: Bytes | None = None  # what was recognised, where it is a glyph on the cell's own ground
    shape: int = 0  # the same number for glyphs of one value that look alike


@dataclass(frozen=True, slots=True)
class Norm:
    """The board's own digits. `height` in tile pixels; `low`: the height of each value that the font draws low;
    `across`, `down`: where their centres are, off the tile's centre, in shares of the tile; `sway`: by how much these
    differ up and down; `lower`: the same as `down` for each value that hangs below the line; `aside`: the same as
    `across` for each value whose glyphs all stand aside, as narrow ones do that begin at a fixed point; `width`: the
    usual one. `known`: it was known before which cells have givens.
    """

    height: float
    low: dict[int, float]
    across: float
    down: float
    sway: float
    lower: dict[int, float] = field(default_factory=dict)
    width: float = 0.0
    known: bool = False
    aside: dict[int, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, eq=False)
class _Seen:
    """The plausible digits. `values`: which values each glyph may be (glyphs x chances); `heights`, and `relative` to
    the tall digits; `inside`: which are near the middle of their cell; `cut`: which are cut by its lower side.
    """

    values: Flags
    heights: Floats
    relative: Floats
    inside: Flags
    cut: Flags

    def are(self, values: Iterable[int]) -> Flags:
        """Which glyphs are one of these values."""
        return np.asarray(self.values[:, [*values]].any(axis=1))


def measure(tiles: Tiles, candidates: dict[int, Candidate], most: int) -> Norm | None:
    """The height and place that the board's digits share; None where there are no such digits. `most`: the largest
    value.
    """
    likely = _of_usual_height(_likely(tiles, candidates, most))
    if not likely:
        return None
    heights = np.array([c.box.height for c in likely], float)
    tall = heights >= LOWEST_TALL * np.percentile(heights, TOP)
    offsets = np.array([offset(tiles, c.box) for c in likely])
    tallest = heights >= TALLEST * np.percentile(heights, TOP)  # there may be more large pencil marks than digits
    across, down = np.median(offsets[tallest], axis=0)
    tall &= np.abs(offsets[:, 0] - across) < OFF_CENTRE
    if not tall.any():
        return None
    as_tall = tall & (heights >= AS_TALL * np.percentile(heights[tall], TOP))
    height = float(np.median(heights[as_tall]))
    width = float(np.median([c.box.width for c in likely]))
    sway = float(np.ptp(np.percentile(offsets[tall, 1], (15, 85))) / 2)
    inside = (np.abs(offsets - (across, down)) < LOW_OFF_CENTRE).all(axis=1)
    cut = np.array([c.box.y + c.box.height >= tiles.ink.shape[1] - 1 for c in likely])
    seen = _Seen(_plausible_values(likely), heights, heights / height, inside, cut)
    low = _low(seen, most)
    near = (np.abs(offsets[:, 0] - across) < OFF_CENTRE) & (np.abs(offsets[:, 1] - down) < LOWEST_PLACE)
    own = {value: seen.are([value]) & near for value in _hanging(low, most)}
    lower = {value: float(np.median(offsets[which, 1])) for value, which in own.items() if which.sum() > 1}
    aside = _aside(seen, offsets[:, 0], most)
    return Norm(height, low, float(across), float(down), min(sway, OFF_CENTRE), lower, width, aside=aside)


def _plausible_values(glyphs: Sequence[Candidate]) -> Flags:
    return np.array([glyph.chances for glyph in glyphs]) > PLAUSIBLE


def _likely(tiles: Tiles, candidates: dict[int, Candidate], most: int) -> list[Candidate]:
    """The plausible digits, without faint traces."""
    plausible = {i: c for i, c in candidates.items() if c.box.height and sum(c.chances[1 : most + 1]) > PLAUSIBLE}
    faint = FAINT * float(np.percentile(tiles.peak[list(plausible)], 75)) if plausible else 0.0
    return [c for i, c in plausible.items() if tiles.peak[i] >= faint]


def _of_usual_height(likely: list[Candidate]) -> list[Candidate]:
    """The candidates without those of a single value that are larger: some pages enlarge digits like the
    selected one.
    """
    heights = np.array([c.box.height for c in likely], float)
    values = np.array([np.argmax(c.chances[1:-1]) for c in likely])
    larger = heights >= STANDS_OUT * np.median(heights) if likely else np.zeros(0, bool)
    one_value = len(set(values[larger].tolist())) == 1 and larger[np.isin(values, values[larger])].all()
    return [c for c, away in zip(likely, larger, strict=True) if not away] if one_value else likely


def _aside(seen: _Seen, across: Floats, most: int) -> dict[int, float]:
    """Where the glyphs of each value stand, from side to side, for values whose glyphs are tall and all stand alike."""
    own = {value: across[seen.are([value]) & (seen.relative >= AS_TALL)] for value in range(1, most + 1)}
    return {value: float(np.median(at)) for value, at in own.items() if len(at) > 1 and np.ptp(at) < ALIKE}


def _hanging(low: Mapping[int, float], most: int) -> set[int]:
    """The values that may hang below the line, in view of those that the font draws low."""
    values = {*low, *_hanging_digits(low, most)}
    return values | {*HANGING} if most >= max(HANGING) and low.keys() & {*LOW_LETTERS} else values


def _hanging_digits(low: Mapping[int, float], most: int) -> list[int]:
    return [value for value in HANGING_DIGITS if value <= most] if low.keys() & {*LOW_DIGITS} else []


def _low(seen: _Seen, most: int) -> dict[int, float]:
    """The heights of the values that the font draws low, or that hang over the lower side of their cell."""
    low: dict[int, float] = {}
    groups = [[v for v in group if v <= most] for group in (LOW_DIGITS, LOW_NUMBERS, LOW_LETTERS)]
    never = ~seen.are(chain(*groups)) & ~seen.cut
    for group in groups:
        low |= _heights(seen, group, _drawn_low(seen.relative, seen.are(group), never, seen.inside))
    for value in range(1, most + 1):
        low |= {} if value in low else _low_alone(seen, value, low)
    hanging = _hanging_digits(low, most)
    over = seen.are(hanging) & seen.cut & (seen.relative > LOWEST)
    return low | (_heights(seen, hanging, over) if over.sum() > 1 else {})


def _low_alone(seen: _Seen, value: int, low: Mapping[int, float]) -> dict[int, float]:
    """The height of one more value that the font draws low; nothing where it does not."""
    which = seen.are([value])
    if (which & (seen.relative >= HIGHEST)).any():
        return {}
    others = ~seen.are([value, *low]) & ~seen.cut
    alone = _drawn_low(seen.relative, which, others, seen.inside & (seen.relative > LOWEST_ALONE))
    return _heights(seen, [value], alone)


def _heights(seen: _Seen, values: Sequence[int], which: Flags) -> dict[int, float]:
    """The median height of each value's glyphs among `which`, or that of all of `which` for a value that has none
    there; nothing where `which` is empty.
    """
    found = {}
    for value in values if which.any() else ():
        own = seen.are([value]) & which
        found[value] = float(np.median(seen.heights[own if own.any() else which]))
    return found


def _drawn_low(heights: Floats, which: Flags, never: Flags, inside: Flags) -> Flags:
    """Those of the glyphs `which` that the font draws low; none if it draws them as high as others. If it draws them
    low, all of them are, and hardly any of the `never` ones. Pencil marks are low for all digits alike.
    """
    small = inside & (heights > LOWEST) & (heights < HIGHEST)
    low = which & inside & (heights > LOWEST)
    own = which & small
    if own.sum() < 2:
        return np.zeros(len(heights), bool)
    as_low = small & (np.abs(heights - np.median(heights[own])) < AS_LOW)
    if (never & as_low).sum() > EXCEPTIONS * own.sum():
        return np.zeros(len(heights), bool)
    return low if np.percentile(heights[low], 80) < HIGHEST else np.zeros(len(heights), bool)


def offset(tiles: Tiles, box: Blob) -> tuple[float, float]:
    height, width = tiles.ink.shape[1:]
    return (box.x + box.width / 2) / width - 0.5, (box.y + box.height / 2) / height - 0.5


def off(tiles: Tiles, candidate: Candidate, norm: Norm) -> float:
    """How far a glyph is, in shares of the cell, from the place of the digit that it most likely is."""
    across, down = offset(tiles, candidate.box)
    value = likeliest(candidate)
    aside = min(abs(across - norm.across), abs(across - norm.aside.get(value, norm.across)))
    return max(aside, abs(down - norm.lower.get(value, norm.down)) - norm.sway)


def likeliest(candidate: Candidate) -> int:
    """The value that the glyph most likely is."""
    return max(range(1, len(candidate.chances) - 1), key=candidate.chances.__getitem__)
