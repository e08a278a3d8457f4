"""Learns what each tile of one window looks like, so that later pictures of it are read without the net.

A plain value: learning gives a new palette. Colour alone is never trusted: in the original game all tiles above 2048
share one, and a value not seen yet may have the colour of one that was. So a coarse print of the number must fit too.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridpilot.geometry import Box

    Bytes = NDArray[np.uint8]
    Floats = NDArray[np.floating]

NEAR = 6.0
"""Grey levels, in the channel that differs most, within which two colours are one; neighbouring tiles of the original
game are 17 apart."""

VERSION = 1
"""Of the text of a palette; another is not read, as when the places change where a tile is looked at."""

_HIGHEST = 1 << 40  # no tile's value is above it

# Where a tile is looked at, in fractions of its sides: between the rim's rounded corners and the number.
_ACROSS, _ALONG = (0.09, 0.13, 0.87, 0.91), tuple(np.linspace(0.24, 0.76, 9))
_SPOTS = np.array([(a, b) for a in _ACROSS for b in _ALONG] + [(b, a) for a in _ACROSS for b in _ALONG])
_GRID = np.array([(x, y) for y in np.linspace(0.22, 0.78, 16) for x in np.linspace(0.07, 0.93, 28)])
_INK = 24  # grey levels off the ground
_DIFFERING = 0.15  # of the ink of two prints that are one number's
_MOST = 12  # looks of one value that are kept: cells lie at different fractions of a pixel
_FEWEST_TINTED = 3  # tiles, to speak of all
_MOST_TINTED = 0.9  # of them; letters of the sheet may lie on the spots where one is looked at
_UNTINTED = 0.92  # of the contrast between tiles that a sheet leaves
_EVEN = 0.6  # of the spots must show the tile's colour: a tile that slides over another shows two


@dataclass(frozen=True, slots=True)
class Swatch:
    """One look of a value, 0 for an empty cell: its ground (blue, green, red) and the print of its number."""

    value: int
    colour: tuple[float, ...]
    print: bytes


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What later readings go by: `colours` n x 3, the tiles' grounds; `even`: n, whether most of the tile's border has
    that colour, as with a tile at rest; `prints`: n x m, where the number is.
    """

    colours: Floats
    even: NDArray[np.bool_]
    prints: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class Palette:
    """What a window's tiles mean."""

    swatches: tuple[Swatch, ...] = ()

    @property
    def shared(self) -> frozenset[int]:
        """The values whose colour another value has, too."""
        return frozenset(
            one.value
            for one in self.swatches
            for other in self.swatches
            if one.value != other.value and _apart(np.array(one.colour), np.array(other.colour)) <= NEAR
        )

    def learn(self, looks: Looks, values: Sequence[int]) -> Palette:
        """With what a board that was read beyond doubt shows, of tiles at rest."""
        known = list(self.swatches)
        for index in (int(one) for one in np.flatnonzero(looks.even)):
            value, colour = values[index], tuple(float(level) for level in looks.colours[index])
            new = Swatch(value, colour, np.packbits(looks.prints[index]).tobytes())
            mine = [swatch for swatch in known if swatch.value == value]
            if len(mine) < _MOST and not any(
                swatch.print == new.print and _apart(np.array(swatch.colour), looks.colours[index]) <= NEAR / 2
                for swatch in mine
            ):
                known.append(new)
        return Palette(tuple(known))

    def recall(self, looks: Looks) -> list[int | None]:
        """The value of each tile; None where colour and print are those of no value or of two."""
        if not self.swatches:
            return [None] * len(looks.colours)
        known = np.array([swatch.colour for swatch in self.swatches])
        packed = np.frombuffer(b"".join(swatch.print for swatch in self.swatches), np.uint8)
        prints = np.unpackbits(packed.reshape(len(known), -1), axis=1, count=looks.prints.shape[1]).astype(np.float32)
        seen = looks.prints.astype(np.float32)
        ink, its = seen.sum(axis=1)[:, None], prints.sum(axis=1)[None]
        differing = ink + its - 2 * seen @ prints.T
        fits = differing <= _DIFFERING * np.minimum(ink, its)
        fits &= np.abs(looks.colours[:, None] - known).max(axis=2) <= NEAR
        return [self._agreed(row) if calm else None for row, calm in zip(fits, looks.even, strict=True)]

    def tinted(self, grounds: Floats, values: Sequence[int | None]) -> bool:
        """Whether all tiles whose values are known (n x 3 `grounds`, None: not known) have moved from their learnt
        colours towards one: a half-transparent sheet lies over them.
        """
        learnt = {swatch.value: swatch.colour for swatch in self.swatches}
        known = [index for index, value in enumerate(values) if value in learnt]
        if len(known) < _FEWEST_TINTED:
            return False
        seen = grounds[known]
        usual = np.array([learnt[values[index] or 0] for index in known])
        spread = usual - usual.mean(axis=0)
        if np.abs(spread).max() <= 2 * NEAR:  # all tiles have one colour
            return bool((np.abs(seen - usual).max(axis=1) > NEAR).mean() >= _MOST_TINTED)
        share = float((spread * (seen - seen.mean(axis=0))).sum() / np.square(spread).sum())
        off = np.abs(seen - seen.mean(axis=0) - share * spread).max(axis=1)
        return share < _UNTINTED and bool((off <= NEAR).mean() >= _MOST_TINTED)

    def text(self) -> str:
        """As JSON, for `parsed`; what shares its colour with another value says so."""
        shared = self.shared
        tiles = [
            {"value": one.value, "colour": one.colour, "print": one.print.hex(), "shared": one.value in shared}
            for one in self.swatches
        ]
        return json.dumps({"version": VERSION, "tiles": tiles})

    @staticmethod
    def parsed(text: str) -> Palette:
        """The palette of such a text; a `ValueError` says what is wrong with any other."""
        try:
            whole = json.loads(text)
            if whole["version"] != VERSION:
                raise ValueError(f"version {whole['version']!r} is not known")
            return Palette(tuple(_swatch(one) for one in whole["tiles"]))
        except (KeyError, TypeError, RecursionError) as fault:
            raise ValueError(f"it is no palette: {fault!r}") from fault

    def _agreed(self, fits: NDArray[np.bool_]) -> int | None:
        values = {self.swatches[index].value for index in np.flatnonzero(fits)}
        return values.pop() if len(values) == 1 else None


def _swatch(facts: dict[str, Any]) -> Swatch:
    colour, value = tuple(float(level) for level in facts["colour"]), facts["value"]
    stamp = bytes.fromhex(facts["print"])
    whole = type(value) is int and 0 <= value <= _HIGHEST and len(colour) == 3 and len(stamp) == (len(_GRID) + 7) // 8
    if not whole or not all(0 <= level <= 255 for level in colour):
        raise ValueError("a tile of it makes no sense")
    return Swatch(value, colour, stamp)


def looks(pixels: Bytes, boxes: Sequence[Box]) -> Looks:
    """Looks at every tile; under a millisecond for 16."""
    grounds, even = sample(pixels, boxes)
    xs, ys = _spots(pixels, boxes, _GRID)
    seen = pixels[ys, xs].astype(np.int16)
    ink = np.abs(seen - grounds[:, None].astype(np.int16)).max(axis=2)
    return Looks(grounds, even, ink > _INK)


def sample(pixels: Bytes, boxes: Sequence[Box]) -> tuple[Floats, NDArray[np.bool_]]:
    """The colour of each tile's ground (n x 3, blue, green, red), and whether it is the colour of most of the tile's
    border, as it is of a tile at rest.
    """
    xs, ys = _spots(pixels, boxes, _SPOTS)
    seen = pixels[ys, xs].astype(np.float64)
    colours = np.median(seen, axis=1)
    even = (np.abs(seen - colours[:, None]).max(axis=2) <= 2 * NEAR).mean(axis=1) >= _EVEN
    return colours, even


def _spots(pixels: Bytes, boxes: Sequence[Box], shares: Floats) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The pixels at these shares (m x 2, across and down) of each box: columns and rows, n x m each."""
    corners = np.array([(box.x0, box.y0, box.x1, box.y1) for box in boxes])
    at = corners[:, None, :2] + (corners[:, None, 2:] - corners[:, None, :2]) * shares[None]
    xs = at[..., 0].astype(np.intp).clip(0, pixels.shape[1] - 1)
    return xs, at[..., 1].astype(np.intp).clip(0, pixels.shape[0] - 1)


def strays(colours: Floats, reach: float) -> list[int]:
    """The indexes of those colours that are not within `reach` of the one that most of them are near to; all of them
    when there is no such one.
    """
    near = np.abs(colours[:, None] - colours).max(axis=2) <= reach
    usual = near[int(near.sum(axis=1).argmax())]
    return [] if usual.all() else [int(i) for i in np.flatnonzero(~usual | (2 * usual.sum() <= len(usual)))]


def _apart(one: Floats, other: Floats) -> float:
    return float(np.abs(one - other).max())
