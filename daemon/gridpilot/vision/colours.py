"""Learns which colour means which value in one window, so that later pictures of it are read by colour alone.

A plain value: learning gives a new palette. Colours that two values share, as all tiles above 2048 do in the original
game, are known to be shared and never answered for.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

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

# Where a tile is looked at, in fractions of its sides: between the rim's rounded corners and the number.
_ACROSS, _ALONG = (0.09, 0.13, 0.87, 0.91), tuple(np.linspace(0.24, 0.76, 9))
_SPOTS = np.array([(a, b) for a in _ACROSS for b in _ALONG] + [(b, a) for a in _ACROSS for b in _ALONG])
_EVEN = 0.6  # of the spots must show the tile's colour: a tile that slides over another shows two


@dataclass(frozen=True, slots=True)
class Swatch:
    """A colour (blue, green, red) and every value that it was seen with, 0 for an empty cell."""

    colour: tuple[float, float, float]
    values: tuple[int, ...]

    @property
    def shared(self) -> bool:
        return len(self.values) > 1


@dataclass(frozen=True, slots=True)
class Palette:
    """What a window's colours mean."""

    swatches: tuple[Swatch, ...] = ()

    def learn(self, colours: Floats, values: Sequence[int]) -> Palette:
        """With what a board that was read beyond doubt shows; `colours`: n x 3."""
        known = {swatch.colour: set(swatch.values) for swatch in self.swatches}
        for colour, value in zip(colours, values, strict=True):
            like = [one for one in known if _apart(np.array(one), colour) <= NEAR]
            for one in like or [(float(colour[0]), float(colour[1]), float(colour[2]))]:
                known.setdefault(one, set()).add(value)
        return Palette(tuple(Swatch(colour, tuple(sorted(found))) for colour, found in known.items()))

    def recall(self, colours: Floats) -> list[int | None]:
        """The value of each colour; None where it is unknown or shared."""
        if not self.swatches:
            return [None] * len(colours)
        known = np.array([swatch.colour for swatch in self.swatches])
        near = np.abs(np.asarray(colours)[:, None] - known).max(axis=2) <= NEAR
        return [self._agreed(row) for row in near]

    def _agreed(self, near: NDArray[np.bool_]) -> int | None:
        values = {value for index in np.flatnonzero(near) for value in self.swatches[index].values}
        return values.pop() if len(values) == 1 else None


def sample(pixels: Bytes, boxes: Sequence[Box]) -> tuple[Floats, NDArray[np.bool_]]:
    """The colour of each tile's ground (n x 3, blue, green, red), and whether it is the colour of most of the tile's
    border, as it is of a tile at rest.
    """
    corners = np.array([(box.x0, box.y0, box.x1, box.y1) for box in boxes])
    at = corners[:, None, :2] + (corners[:, None, 2:] - corners[:, None, :2]) * _SPOTS[None]
    xs = at[..., 0].astype(int).clip(0, pixels.shape[1] - 1)
    ys = at[..., 1].astype(int).clip(0, pixels.shape[0] - 1)
    seen = pixels[ys, xs].astype(np.float64)
    colours = np.median(seen, axis=1)
    even = (np.abs(seen - colours[:, None]).max(axis=2) <= 2 * NEAR).mean(axis=1) >= _EVEN
    return colours, even


def strays(colours: Floats, reach: float) -> list[int]:
    """The indexes of those colours that are not within `reach` of the one that most of them are near to; all of them
    when there is no such one.
    """
    near = np.abs(colours[:, None] - colours).max(axis=2) <= reach
    usual = near[int(near.sum(axis=1).argmax())]
    return [] if usual.all() else [int(i) for i in np.flatnonzero(~usual | (2 * usual.sum() <= len(usual)))]


def _apart(one: Floats, other: Floats) -> float:
    return float(np.abs(one - other).max())
