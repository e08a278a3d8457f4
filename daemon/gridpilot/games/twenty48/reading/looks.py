"""Learns what each tile of one window looks like, so that later pictures of it are read without the net.

A palette is a plain value: learning gives a new one. Colour alone is never trusted: in the original game all tiles
above 2048 share one, and a new value may have the colour of a known one. So a coarse print of the number must fit, too.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gridpilot.geometry import Box
from gridpilot.vision import colour_distance

Bytes = NDArray[np.uint8]
Floats = NDArray[np.floating]

NEAR = 6.0
"""Grey levels, in the channel that differs most, within which two colours count as one; neighbouring tiles of the
original game are 17 apart.
"""

# Where a tile is looked at, in fractions of its sides: between the rim's rounded corners and the number.
_ACROSS, _ALONG = (0.09, 0.13, 0.87, 0.91), tuple(np.linspace(0.24, 0.76, 9))
_SPOTS = np.array([(a, b) for a in _ACROSS for b in _ALONG] + [(b, a) for a in _ACROSS for b in _ALONG])
_ROWS_COLUMNS = 16, 28
_MIDDLE = slice(4, 12)  # rows of the grid: from 0.37 to 0.63 of the tile
_GRID = np.array([(x, y) for y in np.linspace(0.22, 0.78, 16) for x in np.linspace(0.07, 0.93, 28)])
PRINT_BYTES = (len(_GRID) + 7) // 8
BORDER, PRINT = "border", "print"
_INK = 24  # grey levels off the ground
_DIFFERING = 0.15  # share of the ink by which two prints of one number may differ
_MOST = 12  # looks that are kept of one value: cells lie at different fractions of a pixel
_FEWEST_TINTED = 3  # tiles of known value without which nothing is said
_MOST_TINTED = 0.9  # share of the tiles; letters of the sheet may lie on the spots of the others
_UNTINTED = 0.92  # of the contrast between tiles that a sheet leaves
_EVEN = 0.6  # share of the spots with the tile's colour: a tile that slides over another shows two


@dataclass(frozen=True, slots=True)
class Swatch:
    """One look of a value, 0 for an empty cell: its ground (blue, green, red) and the print of its number."""

    value: int
    colour: tuple[float, ...]
    print: bytes

    def near(self, other: Swatch, reach: float = NEAR) -> bool:
        """Whether the grounds are one colour."""
        return max(abs(mine - its) for mine, its in zip(self.colour, other.colour, strict=True)) <= reach


@dataclass(frozen=True, slots=True, eq=False)
class Looks:
    """What tiles look like, for later readings: `colours` n x 3, the grounds; `even`: n, whether most of the tile's
    border has that colour, as with a tile at rest, and nothing hides its number; `prints`: n x m, where the number's
    ink is.
    """

    colours: Floats
    even: NDArray[np.bool_]
    prints: NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """A palette's swatches side by side."""

    values: NDArray[np.int64]
    colours: Floats
    prints: NDArray[np.float32]

    @staticmethod
    def of(swatches: tuple[Swatch, ...]) -> _Table:
        packed = np.frombuffer(b"".join(swatch.print for swatch in swatches) or bytes(PRINT_BYTES), np.uint8)
        packed = packed.reshape(max(1, len(swatches)), -1)[: len(swatches)]
        return _Table(
            np.array([swatch.value for swatch in swatches], np.int64),
            np.array([swatch.colour for swatch in swatches], np.float64).reshape(-1, 3),
            np.unpackbits(packed, axis=1).astype(np.float32),
        )


@dataclass(frozen=True, slots=True)
class Palette:
    """What a window's tiles look like, by value."""

    swatches: tuple[Swatch, ...] = ()
    _table: _Table = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_table", _Table.of(self.swatches))

    @property
    def shared(self) -> frozenset[int]:
        """The values whose colour another value has, too."""
        return frozenset(
            one.value
            for one in self.swatches
            for other in self.swatches
            if one.value != other.value and one.near(other)
        )

    def learn(self, looks: Looks, values: Sequence[int | None]) -> Palette:
        """The palette with the looks of a board at rest that was read beyond doubt; a value of None leaves its tile
        out. Of too many looks of one value the oldest goes.
        """
        known = list(self.swatches)
        for index in np.flatnonzero(looks.even).tolist():
            if (value := values[index]) is not None:
                print_ = np.packbits(looks.prints[index]).tobytes()
                _add(known, Swatch(value, tuple(looks.colours[index].tolist()), print_))
        return Palette(tuple(known)) if known != list(self.swatches) else self

    def recall(self, looks: Looks) -> list[int | None]:
        """The value of each tile; None where colour and print fit no value, or two."""
        if not self.swatches:
            return [None] * len(looks.colours)
        seen = looks.prints.astype(np.float32)
        prints = self._table.prints[:, : seen.shape[1]]
        ink, its = seen.sum(axis=1)[:, None], prints.sum(axis=1)[None]
        differing = ink + its - 2 * seen @ prints.T
        fits = differing <= _DIFFERING * np.minimum(ink, its)
        fits &= self._near(looks.colours, NEAR)
        return [self._agreed(row) if calm else None for row, calm in zip(fits, looks.even, strict=True)]

    def tinted(self, grounds: Floats, values: Sequence[int | None]) -> bool:
        """Whether all tiles with a known value (`grounds`: n x 3) have moved from their learnt colours towards one
        colour: then a half-transparent sheet lies over them.
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

    def _agreed(self, fits: NDArray[np.bool_]) -> int | None:
        values = set(self._table.values[fits].tolist())
        return values.pop() if len(values) == 1 else None

    def expected(self, grounds: Floats) -> list[frozenset[int]]:
        """For each colour (n x 3), the values that it has stood for."""
        return [frozenset(self._table.values[row].tolist()) for row in self._near(grounds, NEAR)]

    def contradicted(self, grounds: Floats, values: Sequence[int]) -> list[int]:
        """The indexes of the values whose present colours (n x 3) they were never seen in."""
        near = self._near(grounds, 2 * NEAR)
        mine = np.array(values, np.int64)[:, None] == self._table.values
        return [int(index) for index in np.flatnonzero(mine.any(axis=1) & ~(mine & near).any(axis=1))]

    def _near(self, grounds: Floats, reach: float) -> NDArray[np.bool_]:
        near: NDArray[np.bool_] = np.abs(grounds[:, None] - self._table.colours).max(axis=2) <= reach
        return near


NOT_LEARNT = Palette()


def _add(known: list[Swatch], new: Swatch) -> None:
    """Adds a look to the known ones, unless it is one of them."""
    mine = [swatch for swatch in known if swatch.value == new.value]
    if any(swatch.print == new.print and swatch.near(new, NEAR / 2) for swatch in mine):
        return
    if len(mine) == _MOST:
        known.remove(mine[0])
    known.append(new)


def looks(pixels: Bytes, boxes: Sequence[Box]) -> Looks:
    """Looks at every tile: a fifth of a millisecond for 16."""
    grounds, even = sample(pixels, boxes)
    ink = _distance(_seen(pixels, boxes, PRINT), grounds.astype(np.uint8)) > _INK
    return Looks(grounds, even & ~_has_block(ink), ink)


def across(looks: Looks) -> Looks:
    """The same looks, by the middle of each tile alone: above and below something may be written over it."""
    return replace(looks, prints=looks.prints.reshape(-1, *_ROWS_COLUMNS)[:, _MIDDLE].reshape(len(looks.prints), -1))


def _has_block(prints: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """For each print, whether a solid block is in it, such as a terminal's cursor: all numbers look alike beside it."""
    full = np.asarray(prints.reshape(len(prints), *_ROWS_COLUMNS).all(axis=1))
    return np.asarray((full[:, :-2] & full[:, 1:-1] & full[:, 2:]).any(axis=1))


def sample(pixels: Bytes, boxes: Sequence[Box]) -> tuple[Floats, NDArray[np.bool_]]:
    """The colour of each tile's ground (n x 3: blue, green, red), and whether most of the tile's border has it, as with
    a tile at rest.
    """
    seen = _seen(pixels, boxes, BORDER)
    middle = seen.shape[1] // 2
    colours: Bytes = np.partition(seen, middle, axis=1)[:, middle]
    return colours.astype(np.float64), (_distance(seen, colours) <= 2 * NEAR).mean(axis=1) >= _EVEN


def _distance(seen: Bytes, grounds: Bytes) -> Bytes:
    """How far each spot (n x m x 3) is from its tile's ground, in the channel that differs most."""
    return colour_distance.apart(seen, grounds[:, None])


def _seen(pixels: Bytes, boxes: Sequence[Box], where: str) -> Bytes:
    """The pixels of each box at the spots of a pattern, n x m x 3."""
    height, width = pixels.shape[:2]
    return np.take(pixels.reshape(-1, 3), _places(tuple(boxes), where, height, width), axis=0)


@lru_cache(maxsize=32)
def _places(boxes: tuple[Box, ...], where: str, height: int, width: int) -> NDArray[np.intp]:
    """The places of these pixels in the flattened picture. They are the same for every frame of a game."""
    shares = _SPOTS if where == BORDER else _GRID
    corners = np.array([(box.x0, box.y0, box.x1, box.y1) for box in boxes]).reshape(-1, 4)
    at = corners[:, None, :2] + (corners[:, None, 2:] - corners[:, None, :2]) * shares[None]
    xs, ys = (at[..., axis].astype(np.intp).clip(0, most - 1) for axis, most in enumerate((width, height)))
    places: NDArray[np.intp] = ys * width + xs
    return places


def strays(colours: Floats, reach: float, *, several: bool = False) -> list[int]:
    """The indexes of the colours that are not within `reach` of the one that most are near to; all indexes where there
    is none. `several`: a colour that occurs more than once does not count, as empty cells may have several.
    """
    apart = np.abs(colours[:, None] - colours).max(axis=2)
    near = apart <= reach
    usual = near[int(near.sum(axis=1).argmax())]
    stray = ~usual | (2 * usual.sum() <= len(usual))
    if several:
        stray &= (apart < 1).sum(axis=1) == 1
    return [] if usual.all() else np.flatnonzero(stray).tolist()
