"""Reads a sudoku off a picture: which lattice is the board, and what stands in its cells.

The lattice search offers squares of cells, calendars and keypads included; content decides. Nothing here knows the
rules beyond "mostly no digit twice in a house": doubts that only the rules can settle are left to repair.
"""

from __future__ import annotations

import time
from dataclasses import replace
from math import isqrt
from typing import TYPE_CHECKING

from gridpilot.games.sudoku.reading import cells as marks
from gridpilot.games.sudoku.reading import cover as overlaid
from gridpilot.games.sudoku.reading import entered as styles
from gridpilot.games.sudoku.reading import pad as keypad
from gridpilot.games.sudoku.reading import regions as partition
from gridpilot.geometry import Box, Cell
from gridpilot.reading import FOUND, NET, CellReading, Kind, Locate, Place, Reading, Recogniser, Repair, best_of
from gridpilot.vision import profile_place
from gridpilot.vision.glyphs import recognisers
from gridpilot.vision.lattice import search
from gridpilot.vision.lattice import whole_board as extents

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.capture import Capture
    from gridpilot.geometry import Pixel
    from gridpilot.vision.lattice.search import Lattice

    Regions = tuple[int, ...] | None

DIFFERENT = {4: 3, 6: 5, 9: 4, 12: 9, 16: 12}
"""The sizes of boards, and how many different digits are seen on one at least."""
LARGE = 9  # smaller lattices may be what a window shows of a board that it cuts off; the digits of larger ones tell
CLEAR_LATTICE = 0.77  # with a score below that a lattice may be off by a column
STRANGE_LATTICE = 0.85  # the same where its content is not all as it should be
UNLIKE = 0.15  # of their size: by less, the cells of a clear picture differ
ACT = 0.97  # a cell below this confidence is in doubt
FEWEST = 0.17  # share of cells with digits: 14 of 81, so that a few unread ones do not hide a board
MOST_UNKNOWN = 0.3  # a popup may cover this share; more is no board
MOST_TO_DIGITS = 0.8  # and so many cells for each digit that is read: a crossword has more
MOST_CONFLICTS = 0.12  # share of cells in conflict: the user's slips, not a table of numbers
MOST_OF_DIGITS = 0.2  # the same as a share of the digits, but a slip or two may be on a board with few
SLIPS = 5
MEANT = 0.75  # of a clear board's area: a smaller one beside it is not what is meant


def read(
    capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = NET, place: Place = FOUND
) -> Reading | None:
    """The best sudoku on the picture, None when there is none: larger first, then nearer to `pointer`. What a profile
    says of its place is a hint, for when none is found; unless it leaves no choice.
    """
    found = _search(capture, pointer, recogniser) if place.locate is Locate.AUTO else None
    return found or _at(capture, place, recogniser)


def _at(capture: Capture, place: Place, recogniser: Recogniser) -> Reading | None:
    """The sudoku at the place that a profile names."""
    start = time.perf_counter()
    found = profile_place.cells(capture, replace(place, rows=place.rows or 9, columns=place.columns or 9))
    if found is None:
        return None
    detect = (time.perf_counter() - start) * 1000
    reading = _read(capture, found.boxes, found.extent, recogniser)
    clear = is_sudoku(reading) and reading.regions is not None and not reading.doubts
    if not clear and place.locate is not Locate.AUTO:
        seen = _search(capture, None, recogniser)  # even cells may cut through uneven lines: what is seen there wins
        if seen is not None and profile_place.agree(seen.extent, found.extent, reading.size):
            return replace(seen, equals=())
    ms = {"detect": detect, "read": (time.perf_counter() - start) * 1000 - detect}
    return replace(reading, ms=ms) if is_sudoku(reading) else None


def _search(capture: Capture, pointer: Pixel | None, recogniser: Recogniser) -> Reading | None:
    start = time.perf_counter()
    boards, spent = _found(capture, recogniser)
    if boards and _room_for_another(boards, pointer, capture):
        others, more = _found(_without(capture, boards), recogniser)
        boards, spent = boards + others, spent + more
    if not boards:
        return None
    detect = (time.perf_counter() - start - spent) * 1000
    return replace(best_of(boards, pointer), ms={"detect": detect, "read": spent * 1000})


def _found(capture: Capture, recogniser: Recogniser) -> tuple[list[Reading], float]:
    """The boards that the quickest search shows clearly, and the seconds that it took to read them."""
    spent = 0.0
    seen: dict[Lattice, Reading] = {}
    boards: list[Reading] = []
    for stage, found in enumerate(search.stages(capture.pixels, _may_be_whole)):
        searched = time.perf_counter()
        boards = _boards(capture, found, recogniser, seen)
        spent += time.perf_counter() - searched
        if boards and _settled(boards, seen) and (stage or not _blurred(boards)):
            break
    return boards, spent


def _without(capture: Capture, boards: list[Reading]) -> Capture:
    """The picture with these boards painted over."""
    pixels = capture.pixels.copy()
    for board in boards:
        box = board.extent
        x0, y0 = max(0, int(box.x0) - 1), max(0, int(box.y0) - 1)
        pixels[y0 : int(box.y1) + 2, x0 : int(box.x1) + 2] = pixels[y0, x0]
    return replace(capture, pixels=pixels)


def _room_for_another(boards: list[Reading], pointer: Pixel | None, capture: Capture) -> bool:
    """Whether the pointer is beside the largest board, and there is room for another that is harder to find."""
    extent = max((board.extent for board in boards), key=lambda extent: extent.area)
    if pointer is None or pointer in extent:
        return False
    height, width = capture.pixels.shape[:2]
    wide, high = MEANT * extent.width, MEANT * extent.height
    return bool(max(extent.x0, width - extent.x1) >= wide or max(extent.y0, height - extent.y1) >= high)


def _settled(boards: list[Reading], seen: dict[Lattice, Reading]) -> bool:
    """Whether the largest board is clear enough for no further search. Where square boxes do not come out, the cells
    may be off by a column.
    """
    largest = max(boards, key=lambda board: board.extent.area)
    if largest.regions is None and isqrt(largest.size) ** 2 == largest.size:
        return False
    score = next(one.score for one, reading in seen.items() if reading is largest)
    return score >= (STRANGE_LATTICE if _strange(largest) else CLEAR_LATTICE)


def _blurred(boards: list[Reading]) -> bool:
    """Whether the cells of the largest board differ in size, as where compression left a trace beside thick lines: the
    next search looks past that.
    """
    largest = max(boards, key=lambda board: board.extent.area)
    lengths = (
        [box.width for box in largest.boxes[: largest.size]],
        [box.height for box in largest.boxes[:: largest.size]],
    )
    return any(max(sides) - min(sides) > UNLIKE * max(sides) for sides in lengths)


def _may_be_whole(one: Lattice) -> bool:
    return one.size in DIFFERENT and not (one.more and one.size < LARGE)


def _boards(
    capture: Capture, found: list[Lattice], recogniser: Recogniser, seen: dict[Lattice, Reading]
) -> list[Reading]:
    """The sudokus among the lattices; `seen` are the readings of those that were looked at before."""
    boards: list[Reading] = []
    for one in sorted(found, key=lambda one: -one.size):
        extent = Box(one.columns[0][0], one.rows[0][0], one.columns[-1][1], one.rows[-1][1])
        over = next((board for board in boards if board.extent.covers_most_of(extent)), None)
        if over and (over.size != one.size or not _strange(over)):
            continue
        if over is None and any(extent.area < MEANT * board.extent.area for board in boards if not _strange(board)):
            continue
        if one.size < LARGE and extents.cut_off(capture.pixels, one.columns, one.rows):
            continue
        if one not in seen:
            boxes = tuple(Box(x0, y0, x1, y1) for y0, y1 in one.rows for x0, x1 in one.columns)
            seen[one] = _read(capture, boxes, extent, recogniser)
        reading = seen[one]
        if not is_sudoku(reading):
            continue
        if over is None:
            boards.append(reading)
        elif _strange(reading) < _strange(over) and (over.regions is not None or _apart(reading, over)):
            boards[boards.index(over)] = reading  # the same board; the other one was off by a row or a column
    return boards


def _apart(one: Reading, other: Reading) -> bool:
    """Whether these are other cells, not the same ones measured otherwise: that is no news on what their lines tell."""
    cell = one.boxes[0]
    across, down = (abs(one.extent.x0 - other.extent.x0), abs(one.extent.y0 - other.extent.y0))
    return across > cell.width / 3 or down > cell.height / 3


def reread(capture: Capture, like: Reading) -> Reading:
    """The same cells on a later picture of the same window, without a search."""
    start = time.perf_counter()
    reading = _read(capture, like.boxes, like.extent, like.recogniser, like.regions)
    return replace(reading, ms={"detect": 0.0, "read": (time.perf_counter() - start) * 1000})


def pad(capture: Capture, reading: Reading) -> dict[str, Pixel]:
    """The on-screen digit buttons beside the board, "digit-1" and so on; empty unless the set is complete. An eraser is
    never among them: its many pictures and words cannot be told without guessing.
    """
    found = keypad.find(capture.pixels, reading.extent, reading.size)
    return {f"digit-{digit}": pixel for digit, pixel in found.items()}


def is_sudoku(reading: Reading) -> bool:
    """Whether the content is a board's: enough digits, several of them different, little else, few conflicts."""
    if not _of_digits(reading.cells, reading.size):
        return False
    values = sum(cell.value > 0 for cell in reading.cells)
    limit = 0 if reading.size < 9 else min(MOST_CONFLICTS * len(reading.cells), max(SLIPS, MOST_OF_DIGITS * values))
    return len(_conflicting(reading, of_one_shape=True)) <= limit


def _of_digits(cells: Sequence[CellReading], size: int) -> bool:
    count = len(cells)
    values = [cell.value for cell in cells if cell.value]
    if len(values) < FEWEST * count or len(set(values)) < DIFFERENT[size] or max(values) <= 9 < size:
        return False
    unknown = sum(cell.kind is Kind.UNKNOWN for cell in cells)
    return unknown <= (1 if size < 9 else min(MOST_UNKNOWN * count, MOST_TO_DIGITS * len(values)))


def _read(
    capture: Capture, boxes: tuple[Box, ...], extent: Box, recogniser: Recogniser, known: Regions = ()
) -> Reading:
    """`known`: the regions, where they were seen before; a second look does not put them in question."""
    size = isqrt(len(boxes))
    tiles, cells, alone = marks.read_cells(capture.pixels, boxes, size, recognisers.of(recogniser, size))
    if known == () and not _of_digits(cells, size):
        return Reading(size, tuple(cells), boxes, extent, recogniser=recogniser)  # no board, whatever else there is
    kinds = styles.entered(
        tiles, [cell.value > 0 for cell in cells], [cell.kind is Kind.BLANK for cell in cells], 2 * size - 1
    )
    cells = [
        replace(cell, kind=Kind.ENTERED) if cell.value and entered else cell
        for cell, entered in zip(cells, kinds, strict=True)
    ]
    regions = partition.regions(capture.pixels, boxes, tiles.ground) if known == () else known
    cover = styles.cover(capture.pixels, boxes, regions)
    cells = [
        CellReading(0, Kind.UNKNOWN, 0.5, cell.rivals) if covered else cell
        for cell, covered in zip(cells, cover.whole, strict=True)
    ]
    doubts = tuple(
        Cell(*divmod(index, size))
        for index, cell in enumerate(cells)
        if cell.kind is Kind.UNKNOWN or cell.confidence < ACT
    )
    crossed = overlaid.crossed(capture.pixels, boxes)
    hidden = tuple(Cell(*divmod(i, size)) for i in range(len(boxes)) if cover.part[i] or crossed[i])
    repairs = tuple(Repair(Cell(*divmod(i, size)), was, cells[i].value) for i, was in alone.items() if cells[i].value)
    either = partition.possible(capture.pixels, boxes, tiles.ground) if regions is None else ()
    return Reading(size, tuple(cells), boxes, extent, doubts, repairs, hidden, recogniser, regions, either=either)


def _conflicting(reading: Reading, *, of_one_shape: bool = False) -> set[int]:
    """The cells whose digit stands a second time in their row, their column, or their region as far as that is told;
    `of_one_shape`: not where the two look so unlike that one of them is rather misread.
    """
    clashes: set[int] = set()
    before: dict[tuple[str, int, int], list[int]] = {}
    for index, cell in enumerate(reading.cells):
        row, col = divmod(index, reading.size)
        houses = [("row", row), ("column", col), *([("region", reading.regions[index])] if reading.regions else [])]
        for kind, house in houses if cell.value else ():
            others = before.setdefault((kind, house, cell.value), [])
            alike = [other for other in others if not of_one_shape or _of_one_shape(cell, reading.cells[other])]
            clashes.update([index, *alike] if alike else ())
            others.append(index)
    return clashes


def _of_one_shape(one: CellReading, other: CellReading) -> bool:
    return one.shape == other.shape or not (one.shape and other.shape)


def _strange(reading: Reading) -> int:
    """How many cells speak against this being the board; where no regions show, a row of cells does."""
    unknown = sum(cell.kind is Kind.UNKNOWN for cell in reading.cells)
    return len(_conflicting(reading)) + unknown + (reading.size if reading.regions is None else 0)
