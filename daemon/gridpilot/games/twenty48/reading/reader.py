"""Reads a 2048 board off a picture, whatever its palette: two readers must agree on each tile, else it is in doubt.

Values are read as shown, 2 to 131072, and 0 for an empty cell, which is one without ink. Colours are evidence about a
whole board only: equal values must share a colour, but a colour may stand for many values.
"""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import partial

from gridpilot.capture import Capture
from gridpilot.games.twenty48.board import LARGEST, SMALLEST, USUAL, VALUES
from gridpilot.games.twenty48.reading import (
    looks,
    plain_ground,
    tile_gaps,
    tiles_by_colour,
    unread_cells,
    values,
    written,
)
from gridpilot.games.twenty48.reading.looks import NOT_LEARNT, Palette
from gridpilot.games.twenty48.reading.values import ACT, Readers, Seen, certain
from gridpilot.geometry import Box, Cell, Pixel, cells_where
from gridpilot.reading import FOUND, NET, CellReading, Kind, Place, Read, Reading, Recogniser, best_of
from gridpilot.vision import profile_place
from gridpilot.vision.glyphs import net, recognisers
from gridpilot.vision.lattice import search, whole_board
from gridpilot.vision.lattice.search import Lattice

Whole = tuple[whole_board.Sides, whole_board.Sides]
"""The columns and rows of a board."""

SAME = 14.0  # grey levels between grounds that count as one colour: light shading, texture, JPEG
FEWEST = 2  # tiles of most boards: a game begins with two
FIRST = 2, 4  # the values of the first tile, where a game begins with one
_AWAY = CellReading(0, Kind.UNKNOWN, 0.0)  # a tile on its way
MOST_UNKNOWN = 1.0  # unknown cells for each tile that is read; with more, nobody can tell whether it is a board


def read(
    capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = NET, place: Place = FOUND
) -> Reading | None:
    """The best 2048 board on the picture, None when there is none: the largest, then the nearest to `pointer`. `place`
    is used where none is found; it decides where a profile fixes it.
    """

    def look(cells: profile_place.Cells) -> tuple[Reading, bool, bool]:
        looked = _look(capture, cells.boxes, recogniser)
        reading = Reading(cells.columns, tuple(looked.cells), cells.boxes, cells.extent, recogniser=recogniser)
        reading = _doubted(capture, reading, set())
        return reading, is_board(looked.cells, looked.foreign), not reading.doubts

    sides = replace(place, rows=place.rows or USUAL, columns=place.columns or USUAL)
    return profile_place.read(capture, pointer, sides, partial(_search, capture, recogniser), look)


def _search(capture: Capture, recogniser: Recogniser, pointer: Pixel | None) -> Reading | None:
    start = time.perf_counter()
    found = [one for one in search.find(capture.pixels) if SMALLEST <= one.size <= LARGEST]
    detect = (time.perf_counter() - start) * 1000
    boards = _with_gaps(capture, found, recogniser)
    boards = boards or _boards(capture, list(written.boards(capture.pixels)), recogniser)
    if not any(len(board.cells) == board.size**2 >= USUAL**2 for board in boards):  # some full rows may look like one
        plain = _boards(capture, list(plain_ground.boards(capture.pixels)), recogniser)
        boards = max(boards, plain, key=lambda some: max((len(board.cells) for board in some), default=0))
    if not boards:
        return None
    best = best_of(boards, pointer)
    return replace(best, ms={"detect": detect, "read": (time.perf_counter() - start) * 1000 - detect})


def _with_gaps(capture: Capture, found: Sequence[Lattice], recogniser: Recogniser) -> list[Reading]:
    """The boards among lattices of cells."""
    tried: list[Whole] = []
    for parted in (all, any):  # cells that fade into the ground at one end are taken only where there is no other board
        fitted = [whole_board.fitted(capture.pixels, one, LARGEST, parted) for one in found]
        tried = _distinct([whole for whole in fitted if whole is not None and whole not in tried])
        if boards := _boards(capture, tried, recogniser):
            return boards
    return []


def _boards(capture: Capture, wholes: Sequence[Whole], recogniser: Recogniser) -> list[Reading]:
    """The readings that are boards; of several in one place the clearest."""
    boards: list[Reading] = []
    for whole in sorted(wholes, key=_count, reverse=True):
        columns, rows = whole
        frame = Box(columns[0][0], rows[0][0], columns[-1][1], rows[-1][1])
        over = [board for board in boards if board.extent.covers_most_of(frame)]
        if any(_settles(whole, board) for board in over):
            continue
        board = _clearest(capture, whole, frame, recogniser)
        boards = _with_the_clearest(boards, [*over, board] if board else over)
    return [board for board in boards if not _just_begun(board)] or boards


def _with_the_clearest(boards: Sequence[Reading], same: Sequence[Reading]) -> list[Reading]:
    """The boards, with only the clearest of `same`, which are in one place."""
    clearest = sorted(same, key=lambda board: len(board.doubts))[:1]
    return [*(board for board in boards if board not in same), *clearest]


def _count(whole: Whole) -> int:
    """The number of cells."""
    columns, rows = whole
    return len(columns) * len(rows)


def _settles(whole: Whole, board: Reading) -> bool:
    """Whether a board that was read in that place has more cells, or is clear."""
    return len(board.cells) > _count(whole) or not board.doubts


def _clearest(capture: Capture, whole: Whole, frame: Box, recogniser: Recogniser) -> Reading | None:
    """The reading of these columns and rows, or of those below a headline where it is not clear."""
    if max(map(len, whole)) > LARGEST:
        return None
    board = _board(capture, whole, frame, recogniser)
    return board if board and not board.doubts else _below_a_headline(capture, whole, recogniser) or board


def _board(capture: Capture, whole: Whole, frame: Box, recogniser: Recogniser) -> Reading | None:
    """The reading of these columns and rows, if they are a board's."""
    columns, rows = whole
    boxes = tuple(Box(x0, y0, x1, y1) for y0, y1 in rows for x0, x1 in columns)
    seen = _look(capture, boxes, recogniser)
    reading = unread_cells.told(capture, Reading(len(columns), tuple(seen.cells), boxes, frame, recogniser=recogniser))
    if not is_board(reading.cells, seen.foreign):
        return None
    reading = _doubted(capture, reading, tile_gaps.look(capture.pixels, boxes, len(columns)).strayed())
    left_out = _left_out(capture, reading, columns, rows)
    reading = replace(reading, doubts=tuple(sorted({*reading.doubts, *left_out})))
    unread = sum(cell.kind is Kind.UNKNOWN for cell in seen.cells)
    # What is a board only without the line of words over a row of it may be a page with words in squares.
    scarce = _just_begun(reading) or not is_board(seen.cells, seen.foreign)
    return None if scarce and (reading.doubts or unread > len(columns)) else reading


def _below_a_headline(capture: Capture, whole: Whole, recogniser: Recogniser) -> Reading | None:
    """The square below the topmost row, if that row cannot be read: a page's title and score may stand above a board
    like a row of it, and a letter there may be taken for a tile.
    """
    columns, rows = whole
    if len(rows) - 1 != len(columns):
        return None
    top = _look(capture, [Box(x0, rows[0][0], x1, rows[0][1]) for x0, x1 in columns], recogniser).cells
    if 2 * sum(cell.kind is Kind.UNKNOWN for cell in top) < len(top):
        return None
    frame = Box(columns[0][0], rows[1][0], columns[-1][1], rows[-1][1])
    board = _board(capture, (columns, rows[1:]), frame, recogniser)
    if board is None or any(cell.row or board.at(cell).confidence < ACT for cell in board.doubts):
        return None
    return replace(board, doubts=())


def reread(capture: Capture, like: Reading, palette: Palette = NOT_LEARNT, *, coloured: bool = True) -> Reading:
    """The same cells on a later picture of the same window; tiles whose looks `palette` knows need no net. Tiles that
    have left their cells are in doubt. So is a tile in a colour that its value never had, where tiles are `coloured` by
    value.
    """
    start = time.perf_counter()
    seen = looks.looks(capture.pixels, like.boxes)
    known = palette.recall(seen)
    cells = [_AWAY if value is None else certain(value) for value in known]
    reading = replace(like, cells=tuple(cells), doubts=())
    if None in known:
        away = tile_gaps.look(capture.pixels, like.boxes, like.size).strayed()
        rest = [index for index, value in enumerate(known) if value is None and index not in away]
        expected = palette.expected(seen.colours[rest])
        looked = _look(capture, [like.boxes[index] for index in rest], like.recogniser, expected).cells
        for index, cell in zip(rest, looked, strict=True):
            cells[index] = cell
        reading = replace(like, cells=tuple(cells))
        reading = unread_cells.told(capture, reading, palette.contradicted(seen.colours, reading.board), away)
        contradicted = palette.contradicted(seen.colours, reading.board)
        reading = _doubted(capture, reading, {*away, *contradicted}, coloured=coloured)
    return replace(reading, ms={"detect": 0.0, "read": (time.perf_counter() - start) * 1000})


def learnt(capture: Capture, reading: Reading, palette: Palette) -> Palette:
    """`palette` with the looks of a board that was read beyond doubt, otherwise unchanged. Unknown cells of the board
    are left out. The palette begins anew when most tiles have other colours than it says: the game has another theme.
    """
    if reading.doubts:
        return palette
    seen = looks.looks(capture.pixels, reading.boxes)
    if 2 * len(palette.contradicted(seen.colours, reading.board)) > sum(value > 0 for value in reading.board):
        palette = NOT_LEARNT
    return palette.learn(seen, [None if cell.kind is Kind.UNKNOWN else cell.value for cell in reading.cells])


def belied(capture: Capture, reading: Reading, palette: Palette) -> bool:
    """Whether a board that was read without the palette shows that it is another game's: a tile has a colour that its
    value never had, or the look of another value. Pages of one name may be of different games.
    """
    seen = looks.looks(capture.pixels, reading.boxes)
    others = zip(palette.recall(seen), reading.board, strict=True)
    recalled_otherwise = any(recalled not in {None, value} for recalled, value in others)
    return recalled_otherwise or bool(palette.contradicted(seen.colours, reading.board))


def tiles(capture: Capture, like: Reading, indexes: Sequence[int]) -> list[CellReading]:
    """What the recogniser says of some cells of a board, without a look at the others."""
    return _look(capture, [like.boxes[index] for index in indexes], like.recogniser).cells if indexes else []


def is_board(cells: Sequence[CellReading], foreign: int = 0) -> bool:
    """Whether the content is a 2048 board's: tiles, most of them read, and no other numbers."""
    read_ones = sum(cell.value > 0 for cell in cells)
    unknown = sum(cell.kind is Kind.UNKNOWN for cell in cells)
    if read_ones < FEWEST:
        return not unknown and not foreign and max(cell.value for cell in cells) in FIRST
    return unknown <= MOST_UNKNOWN * read_ones and foreign <= 0.1 * read_ones


def _just_begun(board: Reading) -> bool:
    """Whether there is a single tile. It must be beyond doubt: keys with a number on one of them look similar."""
    return sum(value > 0 for value in board.board) < FEWEST


def _look(
    capture: Capture, boxes: Sequence[Box], recogniser: Recogniser, expected: Sequence[Collection[int]] | None = None
) -> Seen:
    """What the recogniser says of each cell."""
    by = recognisers.of(recogniser)
    # Tesseract is asked for connected pieces only: cuts make hundreds of glyphs, most of which are none.
    readers = Readers(by, net.classify if recogniser.read is Read.TESSERACT else by)
    if recogniser.read is not Read.COLOURS:
        return values.look(capture.pixels, boxes, VALUES, readers, expected)
    return tiles_by_colour.look(capture.pixels, boxes, VALUES, readers, recogniser.shades)


def _doubted(capture: Capture, reading: Reading, doubtful: set[int], *, coloured: bool = True) -> Reading:
    """The reading with all cells in doubt named; the indexes `doubtful` are among them."""
    odd = doubtful | (_odd_coloured(capture, reading) if coloured else set())
    cells = enumerate(reading.cells)
    doubts = (cell.kind is Kind.UNKNOWN or cell.confidence < ACT or index in odd for index, cell in cells)
    return replace(reading, doubts=tuple(cells_where(doubts, reading.size)))


def _odd_coloured(capture: Capture, reading: Reading) -> set[int]:
    """Cells in a colour that most cells of their value do not have. Empty cells may have several, where numbers
    tell.
    """
    grounds, _ = looks.sample(capture.pixels, reading.boxes)
    numbers = reading.recogniser.read is not Read.COLOURS
    odd: set[int] = set()
    for value in {cell.value for cell in reading.cells}:
        like = [i for i, cell in enumerate(reading.cells) if cell.value == value and cell.kind is not Kind.UNKNOWN]
        if len(like) > 1:
            odd |= {like[stray] for stray in looks.strays(grounds[like], SAME, several=numbers and not value)}
    return odd


def _left_out(capture: Capture, reading: Reading, columns: whole_board.Sides, rows: whole_board.Sides) -> set[Cell]:
    """Cells next to a tile that is outside: then this is only a part of a board. Where all cells have an even ground,
    such a tile has one, too; a score above a button has not.
    """
    gap = columns[1][0] - columns[0][1]
    shaded = not looks.sample(capture.pixels, reading.boxes)[1].all()
    suspects = [
        (box, Cell(*cell))
        for box, cell in whole_board.beside(columns, rows)
        if _shown(capture, box)
        and whole_board.edged(capture.pixels, box, gap)
        and (shaded or looks.sample(capture.pixels, [box])[1].all())
    ]
    seen = _look(capture, [box for box, _ in suspects], reading.recogniser).cells
    return {cell for (_, cell), tile in zip(suspects, seen, strict=True) if tile.value and tile.confidence >= ACT}


def _shown(capture: Capture, box: Box) -> bool:
    """Whether the picture shows all of it."""
    height, width = capture.pixels.shape[:2]
    return box.x0 >= 0 and box.y0 >= 0 and box.x1 <= width and box.y1 <= height


def _distinct(wholes: Sequence[Whole]) -> list[Whole]:
    """The boards without those that have about the same cells as an earlier one."""
    kept: dict[tuple[int, ...], Whole] = {}
    for columns, rows in wholes:
        step = (columns[0][1] - columns[0][0]) / 3
        corners = columns[0][0] / step, rows[0][0] / step, columns[-1][1] / step, rows[-1][1] / step
        kept.setdefault((len(columns), len(rows), *(round(side) for side in corners)), (columns, rows))
    return list(kept.values())
