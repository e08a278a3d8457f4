"""Finds n x n cells in a picture: every candidate lattice, ranked; the reader decides by content which is a board.

Free regions of about one size are linked to their neighbours one or two pitches away, which gives each a row and a
column number however uneven the gaps are; rows and columns are then the medians of their members, so that a few cells
which a popup covers, a cursor cuts or a highlight shrinks change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.vision.linking import Mesh, meshes
from gridpilot.vision.regions_free import Regions, free_regions, steps

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy import float64, uint8
    from numpy.typing import NDArray

# A step of 7 parts cells in every theme seen; JPEG noise needs 16, faint lines 4.
_THRESHOLDS = (7, 16, 4)
_GOOD = 0.9  # a lattice with this score makes further thresholds needless
_POOR = 0.5  # below it a candidate is not worth a reader's time
_MOST = 10  # candidates returned
# Sudoku and 2048 sizes, and what breaks a tie between them.
_HANDICAP = {9: 0.0, 4: 0.01, 6: 0.02, 16: 0.02, 12: 0.03, 5: 0.03, 8: 0.04, 3: 0.06}
_SURPLUS = 0.4  # cost of a window that is surrounded by further cells on all sides
_CONTINUES = 0.75  # part of a cell's side along which a line must be seen to go on beyond the last closed cell


@dataclass(frozen=True, slots=True)
class Lattice:
    """`columns` and `rows`: for each column/row its (start, end) in pixels, end exclusive, sub-pixel, the line or gap
    between cells excluded. `score` is 0..1.
    """

    columns: tuple[tuple[float, float], ...]
    rows: tuple[tuple[float, float], ...]
    score: float

    @property
    def size(self) -> int:
        return len(self.columns)


def find(pixels: NDArray[uint8]) -> list[Lattice]:
    """Every candidate in a picture (height x width x 3, BGR), best first, at most ten."""
    if min(pixels.shape[:2]) < 3 * 11:
        return []
    step = steps(pixels)
    found: list[Lattice] = []
    for threshold in _THRESHOLDS:
        regions = free_regions(step, threshold)
        for mesh in meshes(regions.boxes):
            found += _windows(mesh, regions)
        found = _distinct(found)
        if found and found[0].score >= _GOOD:
            break
    return found[:_MOST]


def _windows(mesh: Mesh, regions: Regions) -> Iterator[Lattice]:
    """The n x n windows of a mesh that score best among their neighbours."""
    taken = mesh.taken.astype(np.float64)
    for size, handicap in _HANDICAP.items():
        # One row and column around may be open to the outside where a board has no frame.
        if max(taken.shape) < size - 2 or min(taken.shape) + 2 < size:
            continue
        padded = np.pad(taken, 2)
        inside = _sums(padded[1:-1, 1:-1], size)
        around = _sums(padded, size + 2)
        score = inside / size**2 - _SURPLUS * (around - inside) / (4 * size) - handicap
        for row, col in _peaks(score):
            candidate = _candidate(mesh, regions, (row - 1, col - 1, size), float(score[row, col]))
            if candidate is not None and candidate.score >= _POOR:
                yield candidate


def _sums(taken: NDArray[float64], size: int) -> NDArray[float64]:
    """The sum of every size x size window; empty where none fits."""
    height, width = taken.shape
    if height < size or width < size:
        return np.zeros((0, 0))
    table = np.zeros((height + 1, width + 1))
    table[1:, 1:] = taken.cumsum(0).cumsum(1)
    result: NDArray[float64] = table[size:, size:] - table[:-size, size:] - table[size:, :-size] + table[:-size, :-size]
    return result


def _peaks(score: NDArray[float64]) -> list[tuple[int, int]]:
    """The three best windows."""
    order = np.argsort(-score, axis=None, kind="stable")[:3]
    return [(int(i) // score.shape[1], int(i) % score.shape[1]) for i in order if score.flat[i] >= _POOR - 0.25]


def _candidate(mesh: Mesh, regions: Regions, window: tuple[int, int, int], score: float) -> Lattice | None:
    """The window as a lattice; its open sides must show the lines of the closed cells going on, or it is none."""
    row, col, size = window
    height, width = mesh.taken.shape
    columns, rows = mesh.columns(col, size), mesh.rows(row, size)
    open_sides = ([0] if row < 0 else []) + ([size - 1] if row + size > height else [])
    open_ends = ([0] if col < 0 else []) + ([size - 1] if col + size > width else [])
    for at in open_sides:
        if not _lines_go_on(regions.mask, columns, rows[at], regions.scale):
            return None
    for at in open_ends:
        if not _lines_go_on(regions.mask.T, rows, columns[at], regions.scale):
            return None
    credit = 0.9 * (len(open_sides) + len(open_ends)) / size
    return Lattice(_pairs(columns), _pairs(rows), min(1.0, score + credit))


def _lines_go_on(mask: NDArray[uint8], across: NDArray[float64], along: NDArray[float64], scale: int) -> bool:
    """Whether the gaps between the cells `across` are seen as lines over the whole length of `along` too."""
    start, end = (round(float(v) / scale) for v in along)
    if start < 0 or end > mask.shape[0]:
        return False
    seen = 0
    for left, right in zip(across[:-1, 1], across[1:, 0], strict=True):
        strip = mask[start:end, max(0, int(left / scale) - 2) : int(right / scale) + 2]
        seen += bool((strip.min(axis=1) == 0).mean() >= _CONTINUES) if strip.size else 0
    return seen >= _CONTINUES * (len(across) - 1)


def _pairs(bounds: NDArray[float64]) -> tuple[tuple[float, float], ...]:
    return tuple((float(start), float(end)) for start, end in bounds)


def _distinct(found: list[Lattice]) -> list[Lattice]:
    """Best first, without the echoes of a better one: the same window seen again, or a smaller part of it."""
    kept: list[Lattice] = []
    for candidate in sorted(found, key=lambda lattice: (-lattice.score, -_area(lattice))):
        if not any(_echoes(candidate, better) for better in kept):
            kept.append(candidate)
    return kept


def _area(lattice: Lattice) -> float:
    (x0, _), (_, x1) = lattice.columns[0], lattice.columns[-1]
    (y0, _), (_, y1) = lattice.rows[0], lattice.rows[-1]
    return (x1 - x0) * (y1 - y0)


def _overlap(one: Lattice, other: Lattice) -> float:
    width = min(one.columns[-1][1], other.columns[-1][1]) - max(one.columns[0][0], other.columns[0][0])
    height = min(one.rows[-1][1], other.rows[-1][1]) - max(one.rows[0][0], other.rows[0][0])
    return max(0.0, width) * max(0.0, height)


def _echoes(candidate: Lattice, better: Lattice) -> bool:
    common, mine, its = _overlap(candidate, better), _area(candidate), _area(better)
    if candidate.size == better.size and common > 0.82 * (mine + its - common):
        return True
    same_pitch = 0.9 < (mine / candidate.size**2) / (its / better.size**2) < 1.1
    return same_pitch and common > 0.7 * min(mine, its) and candidate.score < better.score - 0.08
