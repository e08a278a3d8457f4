"""Tells boards with other rules than rows, columns and boxes, so that a refusal can name these rules."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.games.protocols import Foreign, Variant
from gridpilot.games.sudoku.reading.board import DIFFERENT, FEWEST
from gridpilot.games.sudoku.reading.cells import read_cells
from gridpilot.games.sudoku.reading.closer_look import CLEAR_LATTICE
from gridpilot.games.sudoku.reading.reader import cut_off
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.reading import LARGEST_DIGIT
from gridpilot.vision.glyphs import net
from gridpilot.vision.glyphs.ink import FLOOR
from gridpilot.vision.lattice import search

Flags = NDArray[np.bool_]

# Not tuned: seen on one program's boards, and on drawn ones.
SUMS = 12  # cells that show a sum at least, one for every cage
NUMBERS = 4  # sums of two figures at least: no pencil mark has two
SMALL = 0.4  # of a cell's side: the height of a sum, and its distance from the top, at most
TINT = 8  # grey levels between the grounds of the cells that count besides and the others
OTHERS = 0.9  # share of the other cells that have another ground
LEFT_OUT = 2  # cells of the tinted ones that may have another ground: one is selected


def told(capture: Capture) -> Foreign | None:
    """What the clearest board on the picture is; None where nothing strange is seen."""
    found = [one for one in search.find(capture.pixels) if one.score >= CLEAR_LATTICE]
    for one in sorted(found, key=lambda one: (-one.score, -one.size)):
        sheet = Sheet(capture.pixels, one.boxes)
        if one.size == LARGEST_DIGIT and (variant := _of_nine(sheet)):
            return Foreign(variant, one.size)
        if one.size not in DIFFERENT and _has_digits(sheet) and not cut_off(capture):
            return Foreign(Variant.SIZE, one.size)
    return None


def _of_nine(sheet: Sheet) -> Variant | None:
    if _sums(sheet) >= SUMS:
        return Variant.KILLER
    rows, columns = np.indices((9, 9))
    marked = {
        Variant.DIAGONALS: (rows == columns) | (rows + columns == 8),
        Variant.WINDOWS: (rows % 4 > 0) & (columns % 4 > 0),
    }
    return next((variant for variant, cells in marked.items() if _tinted(sheet, cells)), None)


def _sums(sheet: Sheet) -> int:
    """How many cells show a small number at their upper left; 0 where many show a digit."""
    height, width = sheet.tiles.ink.shape[1:]
    shown = [_pieces(ink) for ink in sheet.tiles.ink]
    digits = sum(any(_is_digit(piece, height, width) for piece in own) for own in shown)
    small = [_at_top(own, height) for own in shown]
    numbers = sum(len(own) == len("12") for own in small)
    if digits >= FEWEST * len(shown) or numbers < NUMBERS:
        return 0
    return sum(min(own, default=width) <= 0.3 * width for own in small)


def _at_top(pieces: list[tuple[int, int, int, int]], height: int) -> list[int]:
    """Where the small pieces in the upper half begin."""
    return [x for x, y, _, h in pieces if y + h <= 0.5 * height and h <= SMALL * height]


def _pieces(ink: NDArray[np.uint8]) -> list[tuple[int, int, int, int]]:
    """Left, top, width and height of each piece of ink that may be a sign. (The lines of cages surround all of
    them.)
    """
    height, width = ink.shape
    solid = (ink > max(FLOOR, int(ink.max()) // 2)).astype(np.uint8)
    stats = cv2.connectedComponentsWithStats(solid)[2][1:, :4].tolist()
    return [(x, y, w, h) for x, y, w, h in stats if 3 <= h <= 0.8 * height and w <= 0.6 * width]


def _is_digit(piece: tuple[int, int, int, int], height: int, width: int) -> bool:
    """Whether a piece is tall and stands in the middle of its cell."""
    x, _, w, h = piece
    return h > SMALL * height and x > 0.15 * width and x + w < 0.85 * width


def _tinted(sheet: Sheet, marked: Flags) -> bool:
    """Whether these cells have one ground, and hardly any other cell has it."""
    grounds = sheet.tiles.ground.astype(int)
    which = marked.ravel()
    like = np.abs(grounds - np.median(grounds[which], axis=0)).max(axis=1) <= TINT
    return bool((~like[which]).sum() <= LEFT_OUT and (~like[~which]).mean() >= OTHERS)


def _has_digits(sheet: Sheet) -> bool:
    """Whether digits stand in a square of cells as in a sudoku: enough, none larger than its size, none twice in a
    line.
    """
    values = np.array([cell.value for cell in read_cells(sheet.tiles, LARGEST_DIGIT, net.classify).cells])
    board = values.reshape(sheet.size, sheet.size)
    lines = [line[line > 0].tolist() for line in (*board, *board.T)]
    plain = all(len(line) == len(set(line)) for line in lines)
    shown = board[board > 0]
    return bool(plain and len(shown) >= FEWEST * len(values) and len(set(shown.tolist())) > sheet.size / 2)
