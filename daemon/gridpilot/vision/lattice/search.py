"""Finds n x n cells in a picture: every candidate lattice, ranked; the reader decides by content which is a board.

Free regions of about one size are linked to their neighbours one or two pitches away, and those of a table to the ones
right beside them. That gives each a row and a column number, however uneven gaps or cells are. Rows and columns are the
medians of their members, so that a few cells which a popup covers, a cursor cuts or a highlight shrinks change nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy import float64, uint8
from numpy.typing import NDArray

from gridpilot.geometry import Box
from gridpilot.vision.lattice import from_boxes, from_text
from gridpilot.vision.lattice.free_regions import Regions, free_mask, free_regions, halved, halved_steps, steps
from gridpilot.vision.lattice.from_digits import BOXES, boards, sums, table
from gridpilot.vision.lattice.mesh import IN_LINE, Mesh, meshes, ruled, sharpened
from gridpilot.vision.lattice.spacing import evened, of_one_length

# A step of 7 parts cells in every theme seen; JPEG noise needs 16, faint lines 3.
_THRESHOLDS = (7, 16, 3)
# Above so many pixels the search is in a picture of half or a quarter of the width: cells are large enough for it.
_HALVE_ABOVE = 600_000
_QUARTER_ABOVE = 4_500_000
_GOOD = 0.85  # a lattice with this score makes further thresholds needless
_POOR = 0.45  # below it a candidate is not worth a reader's time
_BEYOND = 0.15  # of a cell may lie beyond the picture's rim
_MOST = 10  # candidates returned
# What a size costs: nine keys of a pad make a lattice, too, but 81 cells are no accident.
_HANDICAP = {9: 0.0, 4: 0.08, 6: 0.05, 16: 0.02, 12: 0.03, 5: 0.1, 8: 0.06, 3: 0.25}
_SURPLUS = 0.4  # cost of a window that is surrounded by further cells on all sides
_SPLIT = 0.12  # what its digits add to a 3 x 3 lattice that they split into cells
_RULED = 0.9  # what a cell counts that only its neighbours' lines show
_BY_DIGITS = 0.8  # the score of a board that only its digits tell
_BY_SHADES = 0.6  # the same for shades
_AS_FAR = 0.03  # of a pitch, by which two are one
_LARGE = 9  # cells: so many have three boxes, with two gaps of one width; one gap may be between two boards
_UNEVEN = 1.5  # cost of a cell that is off by its own size
_HALVES = np.array([0.5, 0.5])
_SAME = 0.82  # of all that two windows of one size cover is common to both, if they are the same
_PART, _WORSE = 0.7, 0.08  # of the smaller one is common to both, and its score less: it is a part of the other
_STEP_OF_INK = 24  # that much digits differ from their cell; shades and highlights mostly less


@dataclass(frozen=True, slots=True)
class Lattice:
    """`columns` and `rows`: for each column/row its (start, end) in pixels, end exclusive, sub-pixel, the line or gap
    between cells excluded. `score` is 0..1. `more`: a whole further row or column of cells is as near as the own ones.
    `reach`: by how many pixels they may be off, as a smaller picture was searched for steps above `threshold`.
    `fields`: where some stand off their column or row, the boxes of all in row order; else empty.
    """

    columns: tuple[tuple[float, float], ...]
    rows: tuple[tuple[float, float], ...]
    score: float
    more: bool = False
    reach: int = 0
    threshold: int = 0
    fields: tuple[Box, ...] = ()

    @property
    def size(self) -> int:
        return len(self.columns)

    @property
    def boxes(self) -> tuple[Box, ...]:
        """The cells, in row order."""
        return self.fields or tuple(Box(x0, y0, x1, y1) for y0, y1 in self.rows for x0, x1 in self.columns)

    @property
    def extent(self) -> Box:
        """The frame around the cells."""
        return Box(self.columns[0][0], self.rows[0][0], self.columns[-1][1], self.rows[-1][1])


def find(pixels: NDArray[uint8]) -> list[Lattice]:
    """Every candidate in a picture (height x width x 3, BGR), best first, at most ten."""
    found: list[Lattice] = []
    for found in stages(pixels):
        if found and found[0].score >= _GOOD:
            break
    return found


def stages(pixels: NDArray[uint8], wanted: Callable[[Lattice], bool] = lambda _: True) -> Iterator[list[Lattice]]:
    """The same, and again with what each further way of searching adds, quick ones first: who sees a board among the
    candidates needs no more. Only those that are `wanted`, by anything but their exact place.
    """
    if min(pixels.shape[:2]) < 3 * 11:
        return
    pyramid = _pyramid(pixels)
    scale = max(pyramid)
    found: list[Lattice] = []
    known: dict[Lattice, Lattice] = {}
    for threshold in _THRESHOLDS:
        found = _distinct(found + _found_at(pyramid[scale], scale, threshold))
        yield _sharp(found, wanted, pixels, known)
    if scale > 1:
        finer = pyramid.get(scale // 2)
        found = _distinct(found + _found_at(steps(pixels) if finer is None else finer, scale // 2, _THRESHOLDS[0]))
        yield _sharp(found, wanted, pixels, known)
    marks = free_mask(pixels, _STEP_OF_INK)
    boxes = _sharp(found, lambda lattice: lattice.size == 3, pixels, known)
    told = _distinct([*found, *_split(boxes, marks), *_without_lines(pixels, pyramid, marks)])
    # Cells that were seen may be uneven: what only digits or boxes tell comes beside them, not in their place.
    told += [lattice for lattice in found if lattice not in told]
    yield _sharp(sorted(told, key=_rank), wanted, pixels, known)


def written(pixels: NDArray[uint8]) -> list[Lattice]:
    """The boards that are written as text, likeliest first; sparse ones have a lower score."""
    told = from_text.boards(free_mask(pixels, _STEP_OF_INK))
    return [Lattice(_pairs(one.columns), _pairs(one.rows), _BY_DIGITS - 0.01 * one.sparse) for one in told]


def _without_lines(pixels: NDArray[uint8], pyramid: dict[int, NDArray[uint8]], marks: NDArray[uint8]) -> list[Lattice]:
    """The boards that only their digits tell, and the one that shades do."""
    finest = min(pyramid)
    # The tallest marks first: pencil marks keep to a pitch, too, but off the middles of the cells.
    told = [(bounds, _BY_DIGITS - 0.01 * place) for place, bounds in enumerate(boards(marks))]
    if shaded := from_boxes.shaded_board(pyramid[finest], finest):
        told.append((shaded, _BY_SHADES))
    (height, width), found = pixels.shape[:2], list[Lattice]()
    for (across, down), score in told:
        if _within(across, width) and _within(down, height):
            found.append(Lattice(_pairs(across.clip(0, width)), _pairs(down.clip(0, height)), score))
    return found


def _pyramid(pixels: NDArray[uint8]) -> dict[int, NDArray[uint8]]:
    """The steps by scale, in a half or a quarter of the width where the picture is large."""
    count = pixels.shape[0] * pixels.shape[1]
    if count <= _HALVE_ABOVE:
        return {1: steps(pixels)}
    half = halved_steps(pixels)
    return {2: half} if count <= _QUARTER_ABOVE else {2: half, 4: halved(half)}


def _split(found: list[Lattice], free: NDArray[uint8]) -> Iterator[Lattice]:
    """The boards of which only the boxes were `found`; doubtful, but likelier than nine keys with many digits each."""
    for lattice in found:
        columns, rows = from_boxes.thirds(np.array(lattice.columns)), from_boxes.thirds(np.array(lattice.rows))
        columns, rows = from_boxes.kept_clear(free, columns, rows), from_boxes.kept_clear(free.T, rows, columns)
        if from_boxes.digits_fit(free, columns, rows):
            yield Lattice(_pairs(columns), _pairs(rows), lattice.score + _SPLIT)


def _found_at(steps: NDArray[uint8], scale: int, threshold: int) -> list[Lattice]:
    free = cv2.threshold(steps, threshold, 255, cv2.THRESH_BINARY_INV)[1]
    regions = free_regions(free.astype(np.uint8, copy=False), scale)
    found = _distinct([window for mesh in meshes(regions.boxes) for window in _windows(mesh, regions)])[:_MOST]
    return [replace(lattice, reach=scale, threshold=threshold) for lattice in found] if scale > 1 else found


def _sharp(
    found: list[Lattice], wanted: Callable[[Lattice], bool], pixels: NDArray[uint8], known: dict[Lattice, Lattice]
) -> list[Lattice]:
    """Those wanted of the best, measured in the picture itself; `known` are those that were before."""
    best = [lattice for lattice in found[:_MOST] if wanted(lattice)]
    for lattice in best:
        if lattice not in known:
            known[lattice] = _measured(lattice, pixels) if lattice.reach else lattice
    return [known[lattice] for lattice in best]


def _measured(lattice: Lattice, pixels: NDArray[uint8]) -> Lattice:
    columns, rows = np.array(lattice.columns), np.array(lattice.rows)
    across = sharpened(pixels, lattice.threshold, columns, rows, lattice.reach)
    down = sharpened(pixels, lattice.threshold, rows, columns, lattice.reach, axis=0)
    return Lattice(_pairs(across), _pairs(down), lattice.score, lattice.more, fields=lattice.fields)


def _windows(mesh: Mesh, regions: Regions) -> Iterator[Lattice]:
    """The n x n windows of a mesh that score best among their neighbours."""
    by_lines = ruled(regions.mask, mesh.across / regions.scale, mesh.down / regions.scale)
    cells = np.maximum(mesh.taken, _RULED * by_lines)
    own, around = table(cells), table(np.pad(cells, 1))
    height, width = (length * regions.scale for length in regions.mask.shape)
    columns, rows = _Lines.of(mesh, 0), _Lines.of(mesh, 1)
    for size, handicap in _HANDICAP.items():
        if min(cells.shape) < size or (mesh.closed and size < _LARGE):
            continue
        inside, whole = sums(own, size), sums(around, size + 2)
        score = inside / size**2 - _SURPLUS * (whole - inside) / (4 * size) - handicap
        wide, high = BOXES.get(size, (size, size))
        for row, col in _peaks(score):
            across, bent = columns.evened(col, row, size, wide)
            down, bowed = rows.evened(row, col, size, high)
            if _within(across, width) and _within(down, height):
                cost = _UNEVEN * (bent + bowed)
                more = columns.go_on(col, row, size) or rows.go_on(row, col, size)
                bounds = _pairs(across.clip(0, width)), _pairs(down.clip(0, height))
                fields = _fields(mesh, (row, col), across, down)
                yield Lattice(*bounds, float(score[row, col]) - cost, more, fields=fields)


def _fields(mesh: Mesh, first: tuple[int, int], across: NDArray[float64], down: NDArray[float64]) -> tuple[Box, ...]:
    """The boxes of cells that stand off their columns or rows; none where all are in line, or where one cell has no box
    of its own: what lies over a board has keys of about that size, too, but hides parts of the cells around them.
    """
    if mesh.fields is None:
        return ()
    row, col = first
    left, top, right, bottom = np.moveaxis(mesh.fields[row : row + len(down), col : col + len(across)], 2, 0)
    aside = np.abs((left + right) / 2 - across @ _HALVES).max() / (across[0, 1] - across[0, 0])
    above = np.abs((top + bottom) / 2 - (down @ _HALVES)[:, None]).max() / (down[0, 1] - down[0, 0])
    overlap = (right[:, :-1] > left[:, 1:]).any() or (bottom[:-1] > top[1:]).any()
    if np.isnan(aside) or max(aside, above) < IN_LINE or overlap:
        return ()
    corners = zip(left.flat, top.flat, right.flat, bottom.flat, strict=True)
    return tuple(Box(*map(float, sides)) for sides in corners)


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """The columns, or the rows, of a mesh: their `bounds`, the `steps` between their middles, and `count`, lines x
    (cells + 1), how many cells of each line were found before each place. `any_size`: only their gaps can be uneven.
    """

    bounds: NDArray[float64]
    steps: NDArray[float64]
    count: list[list[int]]
    any_size: bool

    @staticmethod
    def of(mesh: Mesh, axis: int) -> _Lines:
        bounds, taken = (mesh.down, mesh.taken) if axis else (mesh.across, mesh.taken.T)
        count = np.pad(taken.cumsum(axis=1), ((0, 0), (1, 0))).tolist()
        return _Lines(bounds, np.diff(bounds.mean(axis=1)), count, mesh.any_size)

    def evened(self, first: int, start: int, size: int, box: int) -> tuple[NDArray[float64], float]:
        """The bounds of `size` lines from `first` on, with the cells from `start` on, and how uneven they are."""
        own, last = self.bounds[first : first + size], first + size - 1
        seen = [self._found(line, start, size) / size for line in (first, last)]
        return (own, evened(of_one_length(own), seen, box)[1]) if self.any_size else evened(own, seen, box)

    def go_on(self, first: int, start: int, size: int) -> bool:
        """Whether right before or after these lines there is one more of as many cells, as far off as they are."""
        for line, step in ((first - 1, first - 1), (first + size, first + size - 1)):
            if 0 <= line < len(self.count) and self._found(line, start, size) == size:
                own = self.steps[first : first + size - 1]
                if self.any_size or (np.abs(own - self.steps[step]) < _AS_FAR * own).any():
                    return True
        return False

    def _found(self, line: int, start: int, size: int) -> int:
        return self.count[line][start + size] - self.count[line][start]


def _within(bounds: NDArray[float64], length: int) -> bool:
    """Whether each cell follows the one before, and no good part of one lies beyond the picture's rim."""
    beyond = _BEYOND * (bounds[0, 1] - bounds[0, 0])
    in_order = (np.diff(bounds, axis=0) > 0).all()
    return bool(in_order and bounds[0, 0] >= -beyond and bounds[-1, 1] <= length + beyond)


def _peaks(score: NDArray[float64]) -> list[tuple[int, int]]:
    """The four best windows: a row and a column of labels make four of a board."""
    worthy = np.flatnonzero(score >= _POOR)
    best = worthy[np.argsort(-score.flat[worthy], kind="stable")[:4]]
    return [divmod(place, score.shape[1]) for place in best.tolist()]


def _pairs(bounds: NDArray[float64]) -> tuple[tuple[float, float], ...]:
    return tuple((start, end) for start, end in bounds.tolist())


def _distinct(found: list[Lattice]) -> list[Lattice]:
    """Best first, without the echoes of a better one: the same window seen again, or a smaller part of it."""
    kept: list[Lattice] = []
    for candidate in sorted(found, key=_rank):
        if not any(_echoes(candidate, better) for better in kept):
            kept.append(candidate)
    return kept


def _rank(lattice: Lattice) -> tuple[float, float]:
    return -lattice.score, -lattice.extent.area


def _overlap(one: Lattice, other: Lattice) -> float:
    mine, its = one.extent, other.extent
    width = min(mine.x1, its.x1) - max(mine.x0, its.x0)
    height = min(mine.y1, its.y1) - max(mine.y0, its.y0)
    return max(0.0, width) * max(0.0, height)


def _echoes(candidate: Lattice, better: Lattice) -> bool:
    common, mine, its = _overlap(candidate, better), candidate.extent.area, better.extent.area
    if candidate.size == better.size and common > _SAME * (mine + its - common):
        return True
    if better.size < _LARGE <= candidate.size and common > _SAME * its:
        return False  # what hides cells of a board may leave a smaller square of them whole
    same_pitch = 0.9 < (mine / candidate.size**2) / (its / better.size**2) < 1.1  # but for a tenth of a cell's area
    return same_pitch and common > _PART * min(mine, its) and candidate.score < better.score - _WORSE
