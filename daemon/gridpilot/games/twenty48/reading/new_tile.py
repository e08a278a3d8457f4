"""Tells a tile that still grows or fades in by its colour, long before its number can be read.

Only among the few values that the rules allow, and only where their colours cannot be mistaken for one another, also
when mixed with an empty cell's. Where tiles share a colour the number has to be waited for.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from gridpilot.games.twenty48.reading.looks import NEAR, Swatch
from gridpilot.geometry import Box

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float64]

CENTRE = np.linspace(0.28, 0.72, 12)
"""Where a cell is looked at, as fractions of its sides: a tile of half its size fills that."""
ENOUGH = 0.25  # share of the spots that must have the tile's colour: its number hides some
STRAY = 0.02  # share of the spots that may have another tile's colour
FAINTEST = (0.2, 0.25, 0.3, 0.35, 0.4, 0.5, 0.6, 0.8, 1.0)
"""Shares of a tile's own colour in what shows as it fades in. The first share at which no value can be mistaken is
used.
"""
REACHES = 3.0, NEAR
"""Grey levels within which a spot counts as a value's: the first recognises pale tiles of similar colours sooner, the
second those with a shaded ground.
"""
STEPS = 64  # mixtures between an empty cell and a tile: neighbours are less than a reach apart

Ramps = list[tuple[float, dict[int, "Floats"]]]
"""For each reach, what each value may look like while it comes: its mixtures with an empty cell, n x 3."""


@lru_cache(maxsize=8)
def ramps(swatches: tuple[Swatch, ...], values: tuple[int, ...]) -> Ramps | None:
    """The mixtures to look for, by the learnt looks; None where colours cannot tell these values apart."""
    learnt = {value: _colours(swatches, value) for value in (0, *values)}
    if not all(len(colours) for colours in learnt.values()):
        return None
    found = [(reach, known) for reach in REACHES if (known := _apart(learnt, values, reach))]
    return found or None


def _apart(learnt: dict[int, Floats], values: tuple[int, ...], reach: float) -> dict[int, Floats] | None:
    """The mixtures, from the faintest share on at which no spot within reach of one value is within reach of
    another.
    """
    empty = learnt[0][0]
    whole = {value: _mixtures(empty, learnt[value], 0.0) for value in values}
    for faintest in FAINTEST:
        found = {value: _mixtures(empty, learnt[value], faintest) for value in values}
        rivals = ((found[one], whole[other]) for one in values for other in values if one != other)
        if all(np.abs(one[:, None] - other).max(axis=2).min() > reach + 1 for one, other in rivals):
            return found
    return None


def value(pixels: Bytes, box: Box, known: Ramps) -> int | None:
    """The value that comes in the empty cell `box`; None while there is too little of it."""
    seen = centre(pixels, box)
    for reach, looks in known:
        shares = {
            one: float((np.abs(seen - ramp).max(axis=2).min(axis=1) <= reach).mean()) for one, ramp in looks.items()
        }
        coming = max(shares, key=lambda one: shares[one])
        strays = (share for one, share in shares.items() if one != coming)
        if shares[coming] >= ENOUGH and all(share <= STRAY for share in strays):
            return coming
    return None


def shows(pixels: Bytes, box: Box, swatches: tuple[Swatch, ...], expected: int) -> bool:
    """Whether the middle of the cell `box` shows that value's colour. In some games a tile that is moved before it has
    grown stays small.
    """
    colours = _colours(swatches, expected)
    near = np.abs(centre(pixels, box) - colours).max(axis=2) <= NEAR
    return bool(near.any(axis=1).mean() >= ENOUGH)


def centre(pixels: Bytes, box: Box, where: Floats = CENTRE) -> Floats:
    """The colours of a cell's middle, n x 1 x 3."""
    xs = (box.x0 + (box.x1 - box.x0) * where).astype(np.intp)
    ys = (box.y0 + (box.y1 - box.y0) * where).astype(np.intp)
    return pixels[np.ix_(ys, xs)].reshape(-1, 1, 3).astype(np.float64)


def _mixtures(empty: Floats, colours: Floats, faintest: float) -> Floats:
    shares = np.linspace(faintest, 1, STEPS)[:, None, None]
    mixed: Floats = (empty + shares * (colours - empty)).reshape(-1, 3)
    return mixed


def _colours(swatches: tuple[Swatch, ...], value: int) -> Floats:
    mine = {tuple(round(level) for level in swatch.colour) for swatch in swatches if swatch.value == value}
    return np.array(sorted(mine), np.float64).reshape(-1, 3)
