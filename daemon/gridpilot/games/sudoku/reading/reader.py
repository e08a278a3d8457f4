"""Reads a sudoku off a picture: which lattice is the board, and what stands in its cells.

The lattice search offers squares of cells, calendars and keypads included; content decides.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import replace
from functools import partial
from math import isqrt

from gridpilot.capture import Capture
from gridpilot.games.sudoku.reading import choices, closer_look
from gridpilot.games.sudoku.reading import pad as keypad
from gridpilot.games.sudoku.reading.board import DIFFERENT, is_sudoku, read_board, shows_digits, strange
from gridpilot.games.sudoku.reading.cell_face import Face
from gridpilot.games.sudoku.reading.closer_look import CLEAR_LATTICE, LARGE, doubted, unclear
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Pixel, Side
from gridpilot.reading import FOUND, NET, Place, Reading, Recogniser, best_of
from gridpilot.vision import profile_place
from gridpilot.vision.lattice import search
from gridpilot.vision.lattice import whole_board as extents
from gridpilot.vision.lattice.search import Lattice
from gridpilot.vision.lattice.spacing import spread

STRANGE_LATTICE = 0.85  # the same, where not all of its content is a sudoku's
UNLIKE = 0.15  # of their size: the cells of a clear picture differ by less
MEANT = 0.75  # of a clear board's area: a smaller one beside it is not what is meant


def read(
    capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = NET, place: Place = FOUND
) -> Reading | None:
    """The best sudoku on the picture, None when there is none: the largest, then the nearest to `pointer`. `place` is
    used where none is found; it decides where a profile fixes it.
    """

    def look(cells: profile_place.Cells) -> tuple[Reading, bool, bool]:
        reading = read_board(Sheet(capture.pixels, cells.boxes), cells.extent, recogniser)
        board = is_sudoku(reading)
        return reading, board, board and reading.regions is not None and not reading.doubts

    sides = replace(place, rows=place.rows or LARGE, columns=place.columns or LARGE)
    return profile_place.read(capture, pointer, sides, partial(_search, capture, recogniser), look)


def _search(capture: Capture, recogniser: Recogniser, pointer: Pixel | None) -> Reading | None:
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
    """The boards that the quickest search shows clearly, and the seconds that reading them took."""
    spent = 0.0
    seen: dict[Lattice, Reading] = {}
    boards: list[Reading] = []
    for stage, found in enumerate(search.stages(capture.pixels, _may_be_whole)):
        searched = time.perf_counter()
        boards = _boards(capture, found, recogniser, seen)
        spent += time.perf_counter() - searched
        if boards and _settled(boards, seen) and (stage or not _blurred(boards)):
            return [_in_whole_cells(capture, board, recogniser) for board in boards], spent
    boards = closer_look.or_written(capture, boards, recogniser)
    return boards or closer_look.second_try(capture, list(seen), recogniser), spent


def _in_whole_cells(capture: Capture, board: Reading, recogniser: Recogniser) -> Reading:
    """The board; or, if it is in doubt, a clear one in its place: with cells of equal size where its own differ, as
    columns of fields do, or between the lines.
    """
    if not (unclear(board) and _blurred([board])):
        return board
    columns, rows = map(spread, _sides(board))
    sheet = Sheet(capture.pixels, Lattice(columns, rows, CLEAR_LATTICE).boxes)
    whole = read_board(sheet, board.extent, recogniser, like=board)
    return whole if is_sudoku(whole) and not unclear(whole) else board


def _without(capture: Capture, boards: list[Reading]) -> Capture:
    """The picture with these boards painted over."""
    pixels = capture.pixels.copy()
    for board in boards:
        box = board.extent
        x0, y0 = max(0, int(box.x0) - 1), max(0, int(box.y0) - 1)
        pixels[y0 : int(box.y1) + 2, x0 : int(box.x1) + 2] = pixels[y0, x0]
    return replace(capture, pixels=pixels)


def _room_for_another(boards: list[Reading], pointer: Pixel | None, capture: Capture) -> bool:
    """Whether the pointer is beside the largest board and there is room for another one, which is harder to find."""
    extent = max((board.extent for board in boards), key=lambda extent: extent.area)
    if pointer is None or pointer in extent:
        return False
    height, width = capture.pixels.shape[:2]
    wide, high = MEANT * extent.width, MEANT * extent.height
    return bool(max(extent.x0, width - extent.x1) >= wide or max(extent.y0, height - extent.y1) >= high)


def _settled(boards: list[Reading], seen: dict[Lattice, Reading]) -> bool:
    """Whether the largest board is clear enough to end the search. Where its square boxes do not come out, the cells
    may be off by a column.
    """
    largest = max(boards, key=lambda board: board.extent.area)
    if largest.regions is None and isqrt(largest.size) ** 2 == largest.size:
        return False
    score = next(one.score for one, reading in seen.items() if reading is largest)
    return score >= (STRANGE_LATTICE if strange(largest) else CLEAR_LATTICE)


def _blurred(boards: list[Reading]) -> bool:
    """Whether the cells of the largest board differ in size. Compression has this effect beside thick lines; the next
    search looks past it.
    """
    largest = max(boards, key=lambda board: board.extent.area)
    lengths = ([end - start for start, end in sides] for sides in _sides(largest))
    return any(max(sides) - min(sides) > UNLIKE * max(sides) for sides in lengths)


def _sides(board: Reading) -> tuple[list[tuple[float, float]], list[tuple[float, float]]]:
    """Where its columns start and end, and where its rows do."""
    across, down = board.boxes[: board.size], board.boxes[:: board.size]
    return [(box.x0, box.x1) for box in across], [(box.y0, box.y1) for box in down]


def _may_be_whole(one: Lattice) -> bool:
    return one.size in DIFFERENT and not (one.more and one.size < LARGE)


def _boards(
    capture: Capture, found: list[Lattice], recogniser: Recogniser, seen: dict[Lattice, Reading]
) -> list[Reading]:
    """The sudokus among the lattices. `seen` holds the readings of lattices that were looked at before."""
    boards: list[Reading] = []
    for one in sorted(found, key=lambda one: -one.size):
        over = next((board for board in boards if board.extent.covers_most_of(one.extent)), None)
        if _outdone(one, over, boards) or _a_part(capture, one):
            continue
        if one not in seen:
            seen[one] = read_board(Sheet(capture.pixels, one.boxes), one.extent, recogniser)
        if not is_sudoku(seen[one]):
            continue
        if over is None:
            boards.append(seen[one])
        elif _better(seen[one], over):
            boards[boards.index(over)] = seen[one]  # the same board; the other one was off by a row or a column
    return boards


def _a_part(capture: Capture, one: Lattice) -> bool:
    """Whether these may be only some cells of a larger board that the window cuts off."""
    return one.size < LARGE and bool(extents.cut_off(capture.pixels, one.columns, one.rows))


def cut_off(capture: Capture) -> frozenset[Side]:
    """The sides of the picture beyond which a sudoku goes on, of which only a part is visible; empty if there
    is none.
    """
    for one in search.find(capture.pixels):
        whole = extents.fitted(capture.pixels, one, LARGE)
        if whole is None or max(map(len, whole)) > LARGE:
            continue
        sides = extents.cut_off(capture.pixels, *whole) or extents.lacking(capture.pixels, *whole)
        if sides and shows_digits(Sheet(capture.pixels, one.boxes), LARGE):
            return sides
    return frozenset()


def _outdone(one: Lattice, over: Reading | None, boards: list[Reading]) -> bool:
    """Whether a board that was read settles this place already: it stands here, or is much larger."""
    if over:
        return over.size != one.size or not doubted(over)
    return any(one.extent.area < MEANT * board.extent.area for board in boards if not strange(board))


def _better(reading: Reading, over: Reading) -> bool:
    return doubted(reading) < doubted(over) and (over.regions is not None or _apart(reading, over))


def _apart(one: Reading, other: Reading) -> bool:
    """Whether the readings are of different cells. The same cells, measured a little differently, tell nothing new
    about their lines.
    """
    cell = one.boxes[0]
    across, down = (abs(one.extent.x0 - other.extent.x0), abs(one.extent.y0 - other.extent.y0))
    return across > cell.width / 3 or down > cell.height / 3


def reread(capture: Capture, like: Reading) -> Reading:
    """The same cells on a later picture of the same window, without a search."""
    start = time.perf_counter()
    face = like.face if isinstance(like.face, Face) else None
    reading = read_board(Sheet(capture.pixels, like.boxes), like.extent, like.recogniser, face, like)
    return replace(reading, ms={"detect": 0.0, "read": (time.perf_counter() - start) * 1000})


def pad(capture: Capture, reading: Reading, *, closer: bool = False) -> dict[str, Pixel]:
    """The on-screen buttons beside the board, "digit-1" and so on; empty unless the set is complete. An eraser is never
    among them: its many pictures and words can only be guessed. `closer`: see `keypad.find`.
    """
    found = keypad.find(capture.pixels, reading.extent, reading.size, reading.board, closer=closer)
    return {f"digit-{digit}": pixel for digit, pixel in found.items()}


def pad_again(before: Capture, now: Capture, reading: Reading, pad: Mapping[str, Pixel]) -> dict[str, Pixel]:
    """Where the buttons of a pad are now that was found on the picture `before`, as far as they are seen."""
    if before.view != now.view or not pad:
        return {}
    old = {int(name.removeprefix("digit-")): at for name, at in pad.items()}
    found = keypad.again(before.pixels, now.pixels, reading.extent, reading.size, old)
    return {f"digit-{digit}": pixel for digit, pixel in found.items()}


def opened(before: Capture | None, after: Capture, reading: Reading, fewest: int = 2) -> dict[str, Pixel]:
    """The digits of what has opened since `before`, when the board was read (None: of a window of its own), "popup-1"
    and so on. Where only some are offered, there must be `fewest`: a single one may be a count.
    """
    cell = min(reading.extent.width, reading.extent.height) / reading.size
    old = before.pixels if before is not None and before.pixels.shape == after.pixels.shape else None
    found = choices.opened(old, after.pixels, cell, reading.size)
    if not found and old is not None:
        found = choices.offered(old, after.pixels, reading, fewest)
    return {f"popup-{digit}": pixel for digit, pixel in found.items()}
