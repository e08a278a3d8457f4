"""Looks closer where the quick search shows no clear sudoku: past the face that all cells share (cell_face.py), and at
boards that are written as text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain

from gridpilot.capture import Capture
from gridpilot.games.sudoku.reading import cell_face
from gridpilot.games.sudoku.reading.board import is_sudoku, read_board, strange
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.reading import Reading, Recogniser
from gridpilot.vision.lattice import search
from gridpilot.vision.lattice.search import Lattice

LARGE = 9  # a smaller lattice may be the visible part of a board that the window cuts off; a larger one's digits tell
CLEAR_LATTICE = 0.77  # with a score below that a lattice may be off by a column
_MOST_TRIED = 4  # lattices

_Reader = Callable[[Capture, Lattice, Recogniser], Reading | None]


def or_written(capture: Capture, boards: list[Reading], recogniser: Recogniser) -> list[Reading]:
    """The boards, none of which is clear. Each is replaced by a clear one in its place that is written as text with
    other rows or columns: lines of text keep one pitch across the lines between boxes, too. Nothing is searched where
    no cell is in doubt: the search took 6 ms at the median of 138 pictures, and up to 110.
    """
    if not any(map(unclear, boards)):
        return boards
    clear = [one for one in _written(capture, recogniser, _read) if not unclear(one)]
    return [next((one for one in clear if _off_by_lines(one, board)), board) for board in boards]


def unclear(board: Reading) -> bool:
    return board.regions is None or doubted(board) > 0


def _off_by_lines(one: Reading, other: Reading) -> bool:
    """Whether they share a place but not their cells."""
    cells = zip(one.boxes, other.boxes, strict=False)
    return one.extent.covers_most_of(other.extent) and not all(mine.covers_most_of(its) for mine, its in cells)


def second_try(capture: Capture, found: list[Lattice], recogniser: Recogniser) -> list[Reading]:
    """The sudoku that only a closer look finds: in cells that show more than digits, or written as text. Large boards
    only, as few cells leave too little that could speak against a board.
    """
    large = [one for one in found if one.size >= LARGE and one.score >= CLEAR_LATTICE]
    clear = sorted(large, key=lambda one: (-one.size, -one.score))
    best: Reading | None = None
    barely = filter(None, (_bare(capture, one, recogniser) for one in clear[:_MOST_TRIED]))
    for reading in chain(barely, _written(capture, recogniser, _closer)):
        best = min(filter(None, (best, reading)), key=doubted)
        if not doubted(best):
            break
    return [best] if best else []


def _written(capture: Capture, recogniser: Recogniser, read: _Reader) -> Iterator[Reading]:
    """The sudokus that are written as text. Sparse ones come only where there is no other, as some lines of a board
    often make a second, sparse one.
    """
    likely = 0.0
    for one in search.written(capture.pixels):
        if one.score < likely:
            return
        if reading := read(capture, one, recogniser):
            likely = one.score
            yield reading


def _closer(capture: Capture, one: Lattice, recogniser: Recogniser) -> Reading | None:
    """The sudoku in these cells, or in what is left of them without the face that all share."""
    return _read(capture, one, recogniser) or _bare(capture, one, recogniser)


def _bare(capture: Capture, one: Lattice, recogniser: Recogniser) -> Reading | None:
    """The sudoku in what is left of these cells without the face that all share."""
    sheet = Sheet(capture.pixels, one.boxes)
    face = cell_face.find(sheet)
    if face is None or face.plain:
        return None
    bare = read_board(sheet, one.extent, recogniser, face)
    return bare if is_sudoku(bare) else None


def _read(capture: Capture, one: Lattice, recogniser: Recogniser) -> Reading | None:
    """The sudoku in these cells."""
    reading = read_board(Sheet(capture.pixels, one.boxes), one.extent, recogniser)
    return reading if is_sudoku(reading) else None


def doubted(reading: Reading) -> int:
    return strange(reading) + len(reading.doubts) + len(reading.hidden)
