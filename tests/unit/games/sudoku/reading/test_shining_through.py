"""A picture below a board shines through: what is paler than the digits by far is no ink of theirs."""

import random

import cv2
import numpy as np
import pytest
from fakes.board_drawing import BoardDrawing, boxes, captured, solution, thinned

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Cell
from gridpilot.reading import Kind, Reading

FULL, BOARD = solution(3, 3), thinned(solution(3, 3))


def over_a_picture(board: tuple[int, ...], seed: int) -> np.ndarray:
    """The board over grey stripes and edges, all paler than its lines and digits."""
    drawing, chance = BoardDrawing(board, boxes(3, 3), cell=50, line="#777777"), random.Random(seed)
    below = BoardDrawing((0,) * 81, boxes(3, 3), cell=50, thin=0, thick=0)
    width, height = below.picture.size
    for _ in range(90):
        x, y = chance.randrange(width), chance.randrange(height)
        wide, shade = chance.randint(6, 40), chance.randint(175, 235)
        below.pen.line((x - 60, y - 45, x + 60, y + 45 * chance.choice([1, -1])), (shade,) * 3, wide)
    return np.minimum(drawing.pixels, below.pixels)


def read(pixels: np.ndarray) -> Reading:
    reading = reader.read(captured(pixels))
    assert reading is not None
    return reading


@pytest.mark.parametrize("seed", range(4))
def test_a_board_over_a_picture_is_read(seed: int):
    reading = read(over_a_picture(BOARD, seed))
    assert (reading.board, reading.doubts) == (BOARD, ())
    assert {reading.cells[index].kind for index, digit in enumerate(BOARD) if not digit} == {Kind.BLANK}


@pytest.mark.parametrize("seed", range(4))
def test_it_stays_so_while_the_board_fills(seed: int):
    """Hardly a cell is left then that tells of the picture."""
    nearly = tuple(0 if index in {3, 40} else digit for index, digit in enumerate(FULL))
    reading = read(over_a_picture(BOARD, seed))
    assert reader.reread(captured(over_a_picture(nearly, seed)), reading).board == nearly


def test_digits_over_a_picture_count_as_others_do():
    pixels = over_a_picture(FULL, 2)
    reading, capture = read(over_a_picture(BOARD, 2)), captured(pixels)
    alike = {digit: Cell(*divmod(index, 9)) for index, digit in enumerate(BOARD) if digit}
    typed = [Cell(*divmod(index, 9)) for index, digit in enumerate(BOARD) if not digit]
    assert not any(Sudoku().sketched(capture, reading, c, alike[FULL[9 * c.row + c.col]]) for c in typed)


def test_nothing_shines_through_a_plain_board():
    assert not read(BoardDrawing(BOARD, boxes(3, 3)).pixels).shines


def grained(board: tuple[int, ...], strong: int) -> np.ndarray:
    """The board on a ground with level streaks, as wood has them, all across."""
    drawing = BoardDrawing(board, boxes(3, 3), cell=64, line="black", paper="#ebbe6e")
    chance = np.random.default_rng(5)
    streaks = [
        cv2.GaussianBlur(chance.standard_normal(drawing.pixels.shape[:2]), (0, 0), sigmaX=long, sigmaY=high)
        for long, high in ((40, 1.2), (90, 6), (6, 0.6))
    ]
    grain = strong * sum(each / each.std() for each in streaks)[..., None] / 2
    return (drawing.pixels + grain * (drawing.pixels > 60)).clip(0, 255).astype(np.uint8)


@pytest.mark.parametrize("strong", [4, 12, 16])
def test_a_board_on_grained_wood_is_read(strong: int):
    reading = read(grained(BOARD, strong))
    assert (reading.board, reading.doubts, reading.hidden) == (BOARD, (), ())


def test_a_popup_over_grained_wood_hides_what_is_below():
    pixels = grained(BOARD, 16)
    pixels[150:310, 150:390] = 250
    reading = read(pixels)
    assert reading.hidden
