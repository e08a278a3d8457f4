"""How cells are drawn: which digits are in the style of the user's own, and which cells something else covers.

Givens and entered digits differ in ink colour or in the cell's background, and nothing says which is which but habit:
blanks share the background of entered digits, a puzzle has many givens, and these are inked more neutrally.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isqrt
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.games.sudoku.reading import regions as partition
from gridpilot.games.sudoku.reading.line_strips import bands
from gridpilot.vision.colour_distance import most_of
from gridpilot.vision.medians import median, medians, percentiles

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from gridpilot.geometry import Box
    from gridpilot.vision.glyphs.cut import Tiles

    Floats = NDArray[np.floating]

APART = 40.0  # grey levels between two inks or two backgrounds that are meant to differ
LINES = 24.0  # grey levels; a board with fainter lines does not show what is covered
FAINT = 2.5  # grey levels; lines as faint still show what hides some of them, for nothing else is so even
COARSE, EVEN = 12.0, 1.25  # grey levels; unless they are uneven, for what compression makes is as faint
FEWEST_GONE = 3  # borders that do not show, in both directions together: less may be a flaw of the picture


def entered(tiles: Tiles, digits: Sequence[bool], blanks: Sequence[bool], fewest: int) -> list[bool]:
    """For each cell, whether its digit is drawn as the user's own; no puzzle has less than `fewest` givens. One style
    only: none is.
    """
    chosen = [index for index, digit in enumerate(digits) if digit]
    paper = tiles.ground[[index for index, blank in enumerate(blanks) if blank]].astype(float)
    mine = _by_ground(tiles.ground[chosen].astype(float), paper, fewest) if chosen else None
    if mine is None and len(chosen) > 1:
        mine = _by_ink(_ink_colours(tiles, chosen), tiles.peak[chosen].astype(float), fewest)
    result = [False] * len(digits)
    for place, index in enumerate(chosen):
        result[index] = mine is not None and bool(mine[place])
    return result


def _by_ground(grounds: Floats, paper: Floats, fewest: int) -> NDArray[np.bool_] | None:
    """The user's digits stand on the ground of the blanks, the givens on one that hardly any blank has."""
    group = _two(grounds)
    if group is None or len(paper) < 3:
        return None
    middles = np.stack([medians(grounds[group == side]) for side in (0, 1)])
    nearer = np.abs(paper[:, None] - middles).max(axis=2).argmin(axis=1)
    mine = int(nearer.mean() > 0.5)
    common = np.abs(medians(paper) - middles[mine]).max() < APART / 2
    if not common or (nearer != mine).mean() > 0.05 or (group != mine).sum() < fewest:
        return None
    return np.equal(group, mine)


def _by_ink(inks: Floats, strength: Floats, fewest: int) -> NDArray[np.bool_] | None:
    """The user's digits are too few to be a puzzle, or else more colourful, or else fainter."""
    group = _two(inks)
    if group is None:
        return None
    counts = [int((group == side).sum()) for side in (0, 1)]
    vivid = [median(np.ptp(inks[group == side], axis=1)) for side in (0, 1)]
    if min(counts) < fewest <= max(counts):
        mine = int(np.argmin(counts))
    elif abs(vivid[0] - vivid[1]) > APART:
        mine = int(np.argmax(vivid))
    else:
        mine = int(np.argmin([strength[group == side].mean() for side in (0, 1)]))
    return np.equal(group, mine)


def _ink_colours(tiles: Tiles, chosen: Sequence[int]) -> Floats:
    """The colour of the strongest ink in each of the chosen tiles, n x 3."""
    limit = np.ceil(0.85 * np.maximum(1.0, tiles.peak[chosen])).astype(np.uint8)
    strong = tiles.ink[chosen] >= limit[:, None, None]
    tile, inked = np.divmod(np.flatnonzero(strong), strong[0].size)
    count = np.bincount(tile, minlength=len(chosen))
    colours = tiles.pixels.reshape(len(tiles.pixels), -1, 3)[np.array(chosen)[tile], inked]
    sums = [np.bincount(tile, channel, len(chosen)) for channel in colours.T]
    return np.where(count[:, None] > 0, np.stack(sums, axis=1) / np.maximum(count, 1)[:, None], tiles.ground[chosen])


def _two(colours: Floats) -> NDArray[np.intp] | None:
    """The two groups that colours fall into (0 or 1 each), None when they are of one kind."""
    far = colours[np.abs(colours - medians(colours)).max(axis=1).argmax()]
    other = colours[np.abs(colours - far).max(axis=1).argmax()]
    if np.abs(far - other).max() < APART:
        return None
    for _ in range(3):
        distances = np.stack([np.abs(colours - far).max(axis=1), np.abs(colours - other).max(axis=1)])
        group: NDArray[np.intp] = distances.argmin(axis=0)
        far, other = colours[group == 0].mean(axis=0), colours[group == 1].mean(axis=0)
    between = np.abs(far - other).max()
    return group if between >= APART and median(distances.min(axis=0)) < between / 4 else None


@dataclass(frozen=True, slots=True)
class Cover:
    """For each cell, whether something in front hides all its inner borders, and whether it hides one of them."""

    whole: list[bool]
    part: list[bool]


def cover(pixels: NDArray[np.uint8], boxes: Sequence[Box], regions: tuple[int, ...] | None) -> Cover:
    """What covers a board whose lines show: there, their lines do not."""
    size = isqrt(len(boxes))
    columns = np.array([(box.x0, box.x1) for box in boxes[:size]])
    rows = np.array([(box.y0, box.y1) for box in boxes[::size]])
    upright = _borders(pixels, columns, rows)
    level = _borders(pixels, rows, columns, turned=True).T
    (typical,) = percentiles(np.concatenate([upright.ravel(), level.ravel()]), 30)
    whole = np.zeros((size, size), bool)
    if typical >= LINES:
        whole = ~_beside(upright > typical / 4, level > typical / 4)
    parted = partition.between(np.array(regions or [0] * len(boxes)).reshape(size, size))
    gone = _gone(upright, parted[0]), _gone(level, parted[1])
    part = _beside(*gone) if _is_covered(*gone, lined=typical >= LINES) else whole
    return Cover(whole.ravel().tolist(), (part | whole).ravel().tolist())


def _is_covered(upright: NDArray[np.bool_], level: NDArray[np.bool_], *, lined: bool) -> bool:
    """Whether so many lines are gone that something lies over them. `lined`: the board has lines for sure."""
    counts = upright.sum(), level.sum()
    return (min(counts) > 0 and sum(counts) >= FEWEST_GONE) or (lined and (_strip(upright) or _strip(level.T)))


def _strip(gone: NDArray[np.bool_]) -> bool:
    """Whether something narrow covers a part of one row; a highlight covers the whole."""
    return any(FEWEST_GONE <= count < row.size - 1 for row in gone if (count := int(row.sum())))


def _beside(upright: NDArray[np.bool_], level: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The cells on either side of the borders."""
    cells = np.zeros((len(upright), level.shape[1]), bool)
    for lines, axis in ((upright, 1), (level, 0)):
        edge = np.zeros((len(cells), 1) if axis else (1, len(cells)), bool)
        cells |= np.concatenate([edge, lines], axis=axis) | np.concatenate([lines, edge], axis=axis)
    return cells


def _gone(borders: Floats, between: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The borders that do not show. Those between boxes, often the only strong ones, are compared with one another."""
    gone = np.zeros(borders.shape, bool)
    for group in (between, ~between):
        typical, middle = percentiles(borders[group], 30, 50) if group.any() else (0.0, 0.0)
        if typical >= (FAINT if middle < EVEN * typical else COARSE):
            gone[group] = borders[group] <= typical / 4
    return gone


def _borders(pixels: NDArray[np.uint8], columns: Floats, rows: Floats, *, turned: bool = False) -> Floats:
    """The contrast of the lines between columns, for each row: size x (size - 1). `turned`: between rows."""
    down = (rows[:, :1] + (rows[0, 1] - rows[0, 0]) * np.linspace(0.25, 0.75, 7)).astype(np.intp)
    across = columns[:-1, 1].astype(np.intp) - 3, np.ceil(columns[1:, 0]).astype(np.intp) + 3
    steps = most_of([np.ptp(band, axis=0) for band in bands(pixels, across, down.T, turned=turned)])
    # Text in front crosses a border in places, a line all along.
    contrast: Floats = np.sort(steps.reshape(7, len(rows), -1), axis=0)[1].astype(np.float64)
    return contrast
