"""Tells the user's own digits from the givens: by the colour of the ink, or by the colour of the cell.

Only conventions say which are which: the user's digits have the ground of blank cells, a puzzle has many givens, and
givens have the more neutral ink. A digit may also be only sketched, as some games show it until it is confirmed: then
it is smaller than others, beside its usual place, or of a paler grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box
from gridpilot.reading import CellReading, Kind
from gridpilot.vision.glyphs.cut import Tiles
from gridpilot.vision.medians import median, medians

Floats = NDArray[np.floating]

# Not tuned, as far as is known.
FEWEST_BLANKS = 3  # that say which ground is theirs
STRANGERS = 0.05  # share of the blank cells, or of those on one ground, that may be exceptions
CORE = 0.85  # of a tile's strongest ink: the middle of strokes, without their blur
CLOSE = 0.25  # of the distance between two inks: each digit's ink is so near to one of them
APART = 40.0  # grey levels between two inks or two backgrounds that are meant to differ
ALIKE = APART / 2  # grey levels by which two backgrounds may differ that are meant to be one
ROUNDS = 3  # rounds in which the means of two groups of colours settle
INSET = 0.1  # of the cell at each side: lines and frames of a selection
INK = 48  # levels from the ground
SMALL, ASIDE = 0.75, 0.12  # of the other one's height; of the cell
PALE, GREY = 0.7, 40  # of the other one's contrast; levels by which the channels of grey ink differ at most


def told(sheet: Sheet, cells: Sequence[CellReading]) -> list[CellReading]:
    """The cells, with the user's digits told from the givens. Where all digits are of one style, none is the user's."""
    tiles, fewest = sheet.tiles, 2 * sheet.size - 1  # no puzzle has fewer givens
    chosen = [index for index, cell in enumerate(cells) if cell.value]
    if not chosen:
        return list(cells)
    blank = np.array([cell.kind is Kind.BLANK for cell in cells])
    grounds, paper = tiles.ground[chosen].astype(float), tiles.ground[blank].astype(float)
    mine = _by_ground(grounds, paper, fewest)
    if mine is None:
        mine = np.zeros(len(chosen), bool) if len(chosen) == 1 else _by_ink(tiles, chosen, fewest)
        given = _on_the_givens_ground(grounds, paper, fewest)
        mine = (mine & ~given) | (_red(grounds) & ~given & given.any())
    found = list(cells)
    for index in np.array(chosen)[mine]:
        found[index] = replace(cells[index], kind=Kind.ENTERED)
    return found


def _by_ground(grounds: Floats, paper: Floats, fewest: int) -> NDArray[np.bool_] | None:
    """Which digits are the user's by their ground: theirs is that of the blanks, the givens' one that hardly any blank
    has. None where grounds do not tell.
    """
    group = _two(grounds)
    if group is None or len(paper) < FEWEST_BLANKS:
        return None
    middles = np.stack([medians(grounds[group == side]) for side in (0, 1)])
    nearer = np.abs(paper[:, None] - middles).max(axis=2).argmin(axis=1)
    mine = int(nearer.mean() > 0.5)
    common = np.abs(medians(paper) - middles[mine]).max() < ALIKE
    if not common or (nearer != mine).mean() > STRANGERS or (group != mine).sum() < fewest:
        return None
    return np.equal(group, mine)


def _on_the_givens_ground(grounds: Floats, paper: Floats, fewest: int) -> NDArray[np.bool_]:
    """Which digits stand on a ground that most digits have and hardly any blank, whatever their ink. A game may write a
    given and the user's digit that contradicts it in one colour, and the selected cell has another ground.
    """
    ground = medians(grounds)
    on_it: NDArray[np.bool_] = np.abs(grounds - ground).max(axis=1) < ALIKE
    if (
        len(paper) < FEWEST_BLANKS
        or on_it.sum() < fewest
        or (np.abs(paper - ground).max(axis=1) < APART).mean() > STRANGERS
    ):
        return np.zeros(len(grounds), bool)
    return on_it


def _red(grounds: Floats) -> NDArray[np.bool_]:
    """Which grounds are red: games mark a wrong digit so, which may be the only one that the user has entered."""
    marked: NDArray[np.bool_] = grounds[:, 2] - grounds[:, :2].max(axis=1) > APART
    return marked


def _by_ink(tiles: Tiles, chosen: Sequence[int], fewest: int) -> NDArray[np.bool_]:
    """Which digits are the user's by their ink: those that are too few to be a puzzle, else the more colourful ones,
    else the fainter ones. None is where all are of one kind.
    """
    inks, strength = _ink_colours(tiles, chosen), tiles.peak[chosen].astype(float)
    group = _two(inks)
    if group is None:
        return np.zeros(len(chosen), bool)
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
    limit = np.ceil(CORE * np.maximum(1.0, tiles.peak[chosen])).astype(np.uint8)
    strong = tiles.ink[chosen] >= limit[:, None, None]
    tile, inked = np.divmod(np.flatnonzero(strong), strong[0].size)
    count = np.bincount(tile, minlength=len(chosen))
    colours = tiles.pixels.reshape(len(tiles.pixels), -1, 3)[np.array(chosen)[tile], inked]
    sums = [np.bincount(tile, channel, len(chosen)) for channel in colours.T]
    return np.where(count[:, None] > 0, np.stack(sums, axis=1) / np.maximum(count, 1)[:, None], tiles.ground[chosen])


def _two(colours: Floats) -> NDArray[np.intp] | None:
    """The groups, 0 or 1, of colours that fall into two; None where they are of one kind."""
    far = colours[np.abs(colours - medians(colours)).max(axis=1).argmax()]
    other = colours[np.abs(colours - far).max(axis=1).argmax()]
    if np.abs(far - other).max() < APART:
        return None
    for _ in range(ROUNDS):
        distances = np.stack([np.abs(colours - far).max(axis=1), np.abs(colours - other).max(axis=1)])
        group: NDArray[np.intp] = distances.argmin(axis=0)
        far, other = colours[group == 0].mean(axis=0), colours[group == 1].mean(axis=0)
    between = np.abs(far - other).max()
    return group if between >= APART and median(distances.min(axis=0)) < CLOSE * between else None


def sketched(pixels: NDArray[np.uint8], cell: Box, like: Box, shines: int = 0) -> bool:
    """Whether the ink in `cell` is much smaller than that in `like`, which shows the same digit, stands beside its
    place, or is of a much paler grey. A darker ground alone is no reason. Ink with a contrast up to `shines` shines
    through from below.
    """
    one, other = (_ink(pixels, box, max(INK, shines)) for box in (cell, like))
    if one is None or other is None:
        return False
    aside = max(abs(one.x - other.x), abs(one.y - other.y))
    pale = one.grey and one.contrast < PALE * other.contrast and bool(np.abs(one.colour - other.colour).max() > INK)
    return one.height < SMALL * other.height or aside > ASIDE or pale


class _Ink(NamedTuple):
    """A digit's ink: its middle and height, as shares of the cell; its levels from the ground; its colour, and whether
    it is grey.
    """

    x: float
    y: float
    height: float
    contrast: float
    colour: NDArray[np.float64]
    grey: bool


def _ink(pixels: NDArray[np.uint8], box: Box, least: int) -> _Ink | None:
    dx, dy = INSET * box.width, INSET * box.height
    tile = pixels[int(box.y0 + dy) : int(box.y1 - dy), int(box.x0 + dx) : int(box.x1 - dx)].astype(np.int16)
    if not tile.size:
        return None
    ground = np.median(tile.reshape(-1, tile.shape[2]), axis=0)
    contrast = np.abs(tile - ground).max(axis=2)
    ink = contrast > least
    rows, columns = np.flatnonzero(ink.any(axis=1)), np.flatnonzero(ink.any(axis=0))
    if not rows.size:
        return None
    height, width = ink.shape
    strongest = contrast.max()
    colour = np.median(tile[contrast >= CORE * strongest], axis=0)
    return _Ink(
        float(columns[0] + columns[-1] + 1) / 2 / width,
        float(rows[0] + rows[-1] + 1) / 2 / height,
        float(rows[-1] + 1 - rows[0]) / height,
        float(strongest),
        colour,
        bool(np.ptp(colour) < GREY),
    )
