"""The values above 9 of large boards: letters, a nought for the largest, or numbers of two digits.

The net knows single glyphs and calls two digits junk. The junk's probability is shared out by what it says of each
digit.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from gridpilot.games.sudoku.reading.board_font import PLAUSIBLE, Candidate
from gridpilot.reading import LARGEST_DIGIT, SIGNS
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.blobs import Blob, around, pieces
from gridpilot.vision.glyphs.cut import Tiles
from gridpilot.vision.glyphs.ink import FLOOR
from gridpilot.vision.glyphs.net import JUNK, Recognise

Bytes = NDArray[np.uint8]
Floats = NDArray[np.float32]

_LEVELS = (cut.STROKE, 0.45, 0.6, 0.72)  # of the peak: the higher, the better digits come apart that touch
_EVEN = 0.75  # of the higher one's height: the lower digit of a number
_WHOLE = 0.7  # of the height of all: the higher digit
_BROAD = 0.6  # of the ink's height: narrower ink is one digit
_BROADEST = 2.0
_CUT = (0.2, 0.65)  # of the ink's width: where the first digit, a 1, ends
_CUTS = 3  # cuts that are tried
_SURE_NOUGHTS = 2  # with so many sure noughts and no sure largest value, a nought is the largest value (1 to f and 0)
_SPECK = 0.3  # of the height of all: smaller pieces are serifs and specks


def valued(recognise: Recognise, most: int) -> Recognise:
    """The same recogniser with a class for each value up to `most`, at least 9, and junk last. A letter counts as its
    value, A as 10. Values that the recogniser does not know have no chance yet; those beyond `most` count as junk.
    """
    values = max(most, JUNK - 1)

    def recognised(pictures: Bytes) -> Floats:
        looks = recognise(pictures)
        letters = looks[:, JUNK + 1 :]
        kept = min(letters.shape[1], values + 1 - JUNK)
        result = np.zeros((len(looks), values + 2), np.float32)
        result[:, :JUNK] = looks[:, :JUNK]
        result[:, JUNK : JUNK + kept] = letters[:, :kept]
        result[:, -1] = looks[:, JUNK] + letters[:, kept:].sum(axis=1)
        return result

    return recognised


def with_nought(recognise: Recognise, most: int) -> Recognise:
    """The same for a board on which a nought stands for the value `most`."""

    def recognised(pictures: Bytes) -> Floats:
        result = recognise(pictures)
        result[:, most] += result[:, 0]
        result[:, 0] = 0
        return result

    return recognised


def signs_of(candidates: dict[int, Candidate], most: int, recognise: Recognise) -> tuple[str, Recognise]:
    """The signs of a board's values, and how they are recognised: hexadecimal ones have a nought for the largest."""
    noughts = sum(candidate.chances[0] > PLAUSIBLE for candidate in candidates.values())
    largest = any(candidate.chances[most] > PLAUSIBLE for candidate in candidates.values())
    if most <= LARGEST_DIGIT or noughts < _SURE_NOUGHTS or largest:
        return SIGNS, recognise
    for index, candidate in candidates.items():
        nought, *values = candidate.chances
        values[most - 1] += nought
        candidates[index] = replace(candidate, chances=[0.0, *values])
    return f"{SIGNS[: most - 1]}0", with_nought(recognise, most)


def shared_out(
    tiles: Tiles, boxes: dict[int, Blob], chances: dict[int, list[float]], recognise: Recognise
) -> dict[int, list[float]]:
    """The chances of those cells whose ink may be two digits, now with the values above 9. `boxes`: each cell's ink."""
    ways = [
        (index, way) for index, box in boxes.items() if chances[index][-1] > 0.5 for way in _ways(tiles.ink[index], box)
    ]
    if not ways:
        return {}
    pictures = [cut.normalise(tiles.ink[index], part) for index, way in ways for part in way]
    looks = recognise(np.stack(pictures))
    found: dict[int, list[float]] = {}
    for (index, _), tens, units in zip(ways, looks[::2].tolist(), looks[1::2].tolist(), strict=True):
        shared = _shared(chances[index], tens, units)
        if index not in found or shared[-1] < found[index][-1]:
            found[index] = shared
    return found


def _shared(whole: Sequence[float], tens: Sequence[float], units: Sequence[float]) -> list[float]:
    """The chances of one cell, by those of its two digits: numbers of this size begin with a 1."""
    result = list(whole)
    for value in range(10, len(whole) - 1):
        result[value] += whole[-1] * tens[1] * units[value - 10]
    result[-1] = max(0.0, 1 - sum(result[:-1]))
    return result


def _ways(ink: Bytes, box: Blob) -> list[tuple[Blob, Blob]]:
    """How the ink may be two digits: two pieces side by side, or else cut where it is thinnest."""
    if not _BROAD * box.height < box.width < _BROADEST * box.height:
        return []
    for level in _LEVELS:
        parts = sorted(
            (part for part in pieces(ink, level) if _within(part, box) and part.height > _SPECK * box.height),
            key=lambda part: part.x,
        )
        if len(parts) == 2 and _beside(parts[0], parts[1], box.height):
            return [(parts[0], parts[1])]
    return _cuts(ink, box)


def _cuts(ink: Bytes, box: Blob) -> list[tuple[Blob, Blob]]:
    solid = ink > max(FLOOR, cut.STROKE * int(ink.max()))
    profile = box.of(ink).astype(float).sum(axis=0)
    first, last = round(_CUT[0] * box.width), round(_CUT[1] * box.width)
    places = first + np.argsort(profile[first:last], kind="stable")[:_CUTS]
    halves = [
        (_trimmed(solid, box, 0, int(place)), _trimmed(solid, box, int(place), box.width)) for place in sorted(places)
    ]
    return [(left, right) for left, right in halves if left and right and _beside(left, right, box.height)]


def _trimmed(solid: NDArray[np.bool_], box: Blob, start: int, end: int) -> Blob | None:
    """The box around what is inked between two columns of `box`."""
    return around(solid[box.y : box.y + box.height, box.x + start : box.x + end], box.x + start, box.y)


def _within(part: Blob, box: Blob) -> bool:
    return box.x <= part.x and part.x + part.width <= box.x + box.width and box.y <= part.y < box.y + box.height


def _beside(left: Blob, right: Blob, height: int) -> bool:
    """Whether the pieces stand side by side and are about as high as the ink: then they are not two rows of marks."""
    overlap = left.x + left.width - right.x
    tall = max(left.height, right.height)
    even = min(left.height, right.height) > _EVEN * tall and tall > _WHOLE * height
    return even and overlap < 0.4 * min(left.width, right.width)
