"""Finds a 9 x 9 board by nothing but where its digits stand: boards without lines, or with lines too faint to see.

Marks of one height whose middles keep to an even pitch in both directions are a board's digits if some nine rows and
nine columns of them hold at most one each, and none stands around. What they say is left to the reader. An outermost
row without any digit leaves open where the board ends; then there is no answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import cv2
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy import float64, uint8
    from numpy.typing import NDArray

    Bounds = tuple[NDArray[float64], NDArray[float64]]

_LOWEST = 7  # pixels; below that no digit can be read
_FEWEST = 17  # digits; no sudoku has fewer
_MOST = 1200  # marks of one height that are looked at
_HEIGHT = 0.15  # by which the heights of one board's digits differ
_PITCH = (1.0, 4.0)  # of the digits' height: the range of pitches
_EVEN = 0.6  # how much of the marks must agree on a pitch, 1 for all exactly
_HARMONIC = 0.93  # of the best agreement: half a pitch fits as well as a whole one, so the largest such pitch is it
_ASIDE = 0.2  # of the pitch: how far a digit may stand off
_SIZE = 9


def boards(free: NDArray[uint8]) -> Iterator[Bounds]:
    """The bounds of columns and rows (9 x 2 each) of every board that the marks tell; `free`: 255 where is no step."""
    marks = _marks(free)
    for group in _of_one_height(marks):
        height = float(np.median(group[:, 3] - group[:, 1]))
        x, y = (group[:, 0] + group[:, 2]) / 2, (group[:, 1] + group[:, 3]) / 2
        across, down = _pitch(x, height), _pitch(y, height)
        if across and down and (found := _board(x, y, across, down)):
            yield found


def _marks(free: NDArray[uint8]) -> NDArray[float64]:
    """What may be a digit by its shape, n x 4."""
    _, _, stats, _ = cv2.connectedComponentsWithStats(cv2.bitwise_not(free), connectivity=8)
    x, y, width, height = stats[1:, :4].astype(np.float64).T
    keep = (height >= _LOWEST) & (height <= min(free.shape) / _SIZE) & (width <= 1.1 * height) & (width >= 0.1 * height)
    marks: NDArray[float64] = np.stack([x, y, x + width, y + height], axis=1)[keep]
    return marks


def _of_one_height(marks: NDArray[float64]) -> Iterator[NDArray[float64]]:
    """The largest groups, tallest first: pencil marks keep to a pitch, too."""
    heights = marks[:, 3] - marks[:, 1]
    peaks: list[float] = []
    for _ in range(4):
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
    pitches = np.exp(np.arange(np.log(shortest), np.log(longest), 0.004))
    waves = np.exp(2j * np.pi * (middles - middles.min())[None] / pitches[:, None]).mean(axis=1)
    agree = np.abs(waves)
    if agree.max() < _EVEN:
        return None
    best = int(np.flatnonzero(agree >= _HARMONIC * agree.max())[-1])
    best = max(range(max(0, best - 8), min(len(pitches), best + 9)), key=agree.__getitem__)
    return float(middles.min() + np.angle(waves[best]) / (2 * np.pi) * pitches[best]), float(pitches[best])


def _board(
    x: NDArray[float64], y: NDArray[float64], across: tuple[float, float], down: tuple[float, float]
) -> Bounds | None:
    cols, rows = np.rint((x - across[0]) / across[1]).astype(int), np.rint((y - down[0]) / down[1]).astype(int)
    aside = np.maximum(abs(x - across[0] - cols * across[1]) / across[1], abs(y - down[0] - rows * down[1]) / down[1])
    fits = aside < _ASIDE
    if fits.sum() < _FEWEST:
        return None
    x, y = x[fits], y[fits]
    cols, rows = cols[fits] - cols[fits].min() + 1, rows[fits] - rows[fits].min() + 1
    if max(cols.max(), rows.max()) > 60:
        return None
    count = np.zeros((rows.max() + 2, cols.max() + 2), int)
    np.add.at(count, (rows, cols), 1)
    place = _window(count)
    if place is None:
        return None
    top, left = place
    inside = (rows >= top) & (rows < top + _SIZE) & (cols >= left) & (cols < left + _SIZE)
    return _sides(x[inside], cols[inside] - left), _sides(y[inside], rows[inside] - top)


def _window(count: NDArray[np.int_]) -> tuple[int, int] | None:
    """The nine rows and columns with digits at all four sides, most of them, and none right around."""
    best: tuple[int, int] | None = None
    most = _FEWEST - 1
    for top in range(1, count.shape[0] - _SIZE):
        for left in range(1, count.shape[1] - _SIZE):
            inside = count[top : top + _SIZE, left : left + _SIZE]
            if inside.max() > 1 or not (
                inside[0].any() and inside[-1].any() and inside[:, 0].any() and inside[:, -1].any()
            ):
                continue
            around = count[top - 1 : top + _SIZE + 1, left - 1 : left + _SIZE + 1].sum() - inside.sum()
            if around == 0 and inside.sum() > most:
                best, most = (top, left), int(inside.sum())
    return best


def _sides(middles: NDArray[float64], number: NDArray[np.int_]) -> NDArray[float64]:
    """The bounds of nine cells: evenly spaced, with one further gap after each box."""
    terms = np.stack([np.ones(len(number)), number, number // 3], axis=1).astype(np.float64)
    start, pitch, gap = np.linalg.lstsq(terms, middles, rcond=None)[0]
    if not 0 <= gap < pitch / 3:
        start, pitch = np.linalg.lstsq(terms[:, :2], middles, rcond=None)[0]
        gap = 0.0
    cells = np.arange(_SIZE)
    centres = start + pitch * cells + gap * (cells // 3)
    half = 0.48 * pitch
    bounds: NDArray[float64] = np.stack([centres - half, centres + half], axis=1)
    return bounds
