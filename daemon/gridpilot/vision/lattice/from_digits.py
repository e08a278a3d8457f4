"""Finds boards by nothing but where their digits stand: boards without lines, or with lines too faint to see.

Marks of one height whose middles keep to an even pitch in both directions are a board's digits if some nine rows and
nine columns of them, or as many as another size has, hold at most one each, and none stands around. What they say is
left to the reader. An outermost row without any digit leaves open where the board ends; then there is no answer.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy import float64, uint8
from numpy.typing import NDArray

from gridpilot.vision.components import areas_of

Bounds = tuple[NDArray[float64], NDArray[float64]]

_LOWEST = 7  # pixels; below that no digit can be read
_SIZES = {9: 17, 16: 50, 12: 30, 6: 9, 4: 6}  # with the fewest digits; no sudoku of nine has fewer than 17
_FEWEST = min(_SIZES.values())
_MOST = 1200  # marks of one height that are looked at
_LARGE, _OF_A_SMALL_BOARD = 9, 0.5  # a few marks among many may stand on a lattice by chance
_WIDE = 0.1, 1.1  # of its height: how wide a digit may be
_HEIGHTS = 4  # heights of marks that are tried: digits, labels, pencil marks
_FINE, _NEAR = 0.004, 8  # steps of the pitch's logarithm; so many of them around a fit it is looked for again
_WINDOW = 60  # rows or columns: marks that reach further are a page's
_FRAME, _FRAMES = 0.8, 4  # the shorter side of a frame, of the longer; so many are looked into; not tuned
_HEIGHT = 0.15  # by which the heights of one board's digits differ
_PITCH = (1.0, 4.0)  # of the digits' height: the range of pitches
_EVEN = 0.6  # how much of the marks must agree on a pitch, 1 for all exactly
_HARMONIC = 0.93  # of the best agreement: half a pitch fits as well as a whole one, so the largest such pitch is it
_ASIDE = 0.2  # of the pitch: how far a digit may stand off
_HANGING = 0.06  # of the pitch: so much lower than the others' middles are those of figures that hang
_STANDING = (0.1, 0.45)  # the share of the others
_HALF = 0.48  # of the pitch: half a cell, the line beside it left out
BOXES = {9: (3, 3), 4: (2, 2), 6: (3, 2), 12: (4, 3), 16: (4, 4)}  # columns, rows


def boards(free: NDArray[uint8]) -> Iterator[Bounds]:
    """The bounds of columns and rows (n x 2 each) of every board that the marks tell; `free`: 255 where is no step.
    If the marks of the whole picture tell no board, those within each frame are tried: words stand around small boards.
    """
    drawn = areas_of(cv2.bitwise_not(free), 8)[:, :4].astype(np.float64)
    every = _of_digits_shape(drawn, free.shape)
    yield from (told := [*_told(every)])
    x, y = (every[:, 0] + every[:, 2]) / 2, (every[:, 1] + every[:, 3]) / 2
    for left, top, width, height in () if told else _frames(drawn):
        inside = (x > left) & (x < left + width) & (y > top) & (y < top + height)
        if _FEWEST <= inside.sum() < len(every):
            yield from _told(every[inside])


def _frames(drawn: NDArray[float64]) -> NDArray[float64]:
    """The largest squares around something that is drawn and hangs together, n x 4: left, top, width and height."""
    width, height = drawn[:, 2:].T
    square = (np.minimum(width, height) >= _FRAME * np.maximum(width, height)) & (width >= min(_SIZES) * 2 * _LOWEST)
    found: NDArray[float64] = drawn[square][np.argsort(-width[square])]
    return found[:_FRAMES]


def _told(marks: NDArray[float64]) -> Iterator[Bounds]:
    for group in of_one_height(marks):
        height = float(np.median(group[:, 3] - group[:, 1]))
        x, y = (group[:, 0] + group[:, 2]) / 2, (group[:, 1] + group[:, 3]) / 2
        across, down = _pitch(x, height), _pitch(y, height)
        if across and down and (found := _board(x, y, across, down)):
            yield found


def marks(free: NDArray[uint8]) -> NDArray[float64]:
    """What may be a digit by its shape, n x 4."""
    return _of_digits_shape(areas_of(cv2.bitwise_not(free), 8)[:, :4].astype(np.float64), free.shape)


def _of_digits_shape(drawn: NDArray[float64], shape: tuple[int, ...]) -> NDArray[float64]:
    x, y, width, height = drawn.T
    keep = (
        (height >= _LOWEST)
        & (height <= min(shape) / min(_SIZES))
        & (width <= _WIDE[1] * height)
        & (width >= _WIDE[0] * height)
    )
    found: NDArray[float64] = np.stack([x, y, x + width, y + height], axis=1)[keep]
    return found


def of_one_height(marks: NDArray[float64]) -> Iterator[NDArray[float64]]:
    """The largest groups of marks of one height, tallest first: pencil marks keep to an even pitch as well."""
    heights = marks[:, 3] - marks[:, 1]
    peaks: list[float] = []
    for _ in range(_HEIGHTS):
        left = np.array([h for h in heights if all(abs(np.log(h / peak)) > _HEIGHT for peak in peaks)])
        if len(left) < _FEWEST:
            break
        near = np.abs(np.log(left[:, None] / np.unique(left)[None])) < _HEIGHT / 2
        peaks.append(float(np.unique(left)[near.sum(axis=0).argmax()]))
    for peak in sorted(peaks, reverse=True):
        group = marks[np.abs(np.log(heights / peak)) < _HEIGHT]
        if _FEWEST <= len(group) <= _MOST:
            yield group


def _pitch(middles: NDArray[float64], height: float) -> tuple[float, float] | None:
    """(first middle, pitch) that most of `middles` keep to."""
    shortest, longest = _PITCH[0] * height, _PITCH[1] * height
    pitches = np.exp(np.arange(np.log(shortest), np.log(longest), _FINE))
    waves = np.exp(2j * np.pi * (middles - middles.min())[None] / pitches[:, None]).mean(axis=1)
    agree = np.abs(waves)
    if agree.max() < _EVEN:
        return None
    best = int(np.flatnonzero(agree >= _HARMONIC * agree.max())[-1])
    best = max(range(max(0, best - _NEAR), min(len(pitches), best + _NEAR + 1)), key=agree.__getitem__)
    return float(middles.min() + np.angle(waves[best]) / (2 * np.pi) * pitches[best]), float(pitches[best])


def _board(
    x: NDArray[float64], y: NDArray[float64], across: tuple[float, float], down: tuple[float, float]
) -> Bounds | None:
    cols, rows = np.rint((x - across[0]) / across[1]).astype(int), np.rint((y - down[0]) / down[1]).astype(int)
    aside = np.maximum(abs(x - across[0] - cols * across[1]) / across[1], abs(y - down[0] - rows * down[1]) / down[1])
    fits = aside < _ASIDE
    if fits.sum() < _FEWEST:
        return None
    marks = len(x)
    x, y = x[fits], y[fits]
    cols, rows = cols[fits] - cols[fits].min() + 1, rows[fits] - rows[fits].min() + 1
    if max(cols.max(), rows.max()) > _WINDOW:
        return None
    count = np.zeros((rows.max() + 2, cols.max() + 2), int)
    np.add.at(count, (rows, cols), 1)
    place = _window(count)
    if place is None:
        return None
    size, top, left = place
    inside = (rows >= top) & (rows < top + size) & (cols >= left) & (cols < left + size)
    if size < _LARGE and inside.sum() < _OF_A_SMALL_BOARD * marks:
        return None
    wide, high = BOXES[size]
    columns = _sides(x[inside], cols[inside] - left, size, wide)
    lines = _sides(y[inside], rows[inside] - top, size, high)
    return columns, lines + _hang(y[inside], lines.mean(axis=1)[rows[inside] - top], down[1])


def _hang(y: NDArray[float64], middles: NDArray[float64], pitch: float) -> float:
    """How far the cells' middles are from those of most digits. Of old-style figures only 6 and 8 do not hang below the
    line, and programs place text as if all digits stood on it.
    """
    standing = y - middles < -_HANGING * pitch
    if not _STANDING[0] < standing.mean() < _STANDING[1]:
        return 0.0
    return float(np.median((y - middles)[standing]))


def _window(count: NDArray[np.int_]) -> tuple[int, int, int] | None:
    """Size, first row and first column of the square that has digits at all four sides, most of them inside, and none
    right around it.
    """
    best: tuple[int, int, int] | None = None
    most = 0
    own, around = table(count[1:-1, 1:-1]), table(count)
    for size, fewest in _SIZES.items():
        if min(count.shape) < size + 2:
            continue
        inside, whole = sums(own, size), sums(around, size + 2)
        for top, left in np.argwhere((inside >= max(fewest, most + 1)) & (whole == inside)).tolist():
            cells = count[top + 1 : top + 1 + size, left + 1 : left + 1 + size]
            sides = cells[0].any() and cells[-1].any() and cells[:, 0].any() and cells[:, -1].any()
            if sides and cells.max() == 1 and cells.sum() > most:
                best, most = (size, top + 1, left + 1), int(cells.sum())
    return best


def table(count: NDArray[Any]) -> NDArray[Any]:
    """The sums of all that is above and to the left of each corner."""
    return np.pad(count.cumsum(0).cumsum(1), ((1, 0), (1, 0)))


def sums(table: NDArray[Any], size: int) -> NDArray[Any]:
    """The sum of every size x size window of what the table was made of."""
    result: NDArray[Any] = table[size:, size:] - table[:-size, size:] - table[size:, :-size] + table[:-size, :-size]
    return result


def _sides(middles: NDArray[float64], number: NDArray[np.int_], size: int, box: int) -> NDArray[float64]:
    """The bounds of the cells: evenly spaced, with one further gap after each box."""
    terms = np.stack([np.ones(len(number)), number, number // box], axis=1).astype(np.float64)
    start, pitch, gap = np.linalg.lstsq(terms, middles, rcond=None)[0]
    if not 0 <= gap < pitch / 3:
        start, pitch = np.linalg.lstsq(terms[:, :2], middles, rcond=None)[0]
        gap = 0.0
    cells = np.arange(size)
    centres = start + pitch * cells + gap * (cells // box)
    return around_middles(centres, pitch)


def around_middles(middles: NDArray[float64], pitch: float) -> NDArray[float64]:
    """The bounds of cells with these middles."""
    half = _HALF * pitch
    bounds: NDArray[float64] = np.stack([middles - half, middles + half], axis=1)
    return bounds
