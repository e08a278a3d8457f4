"""Reading boards of every size, with numbers above nine, and jigsaws."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from fakes.board_drawing import LEFT, PASTELS, TOP, BoardDrawing, boxes, captured, solution, thinned
from PIL import Image, ImageFont

from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Pixel
from gridpilot.reading import Kind

JIGSAW = tuple(map(int, "001122222000111112000045112334445552333444552633344558666377758666778788667778888"))
SOLVED = tuple(map(int, "281469537413256978597621384756813492648395721932174856874932165325748619169587243"))

SHAPES = [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)]
THEMES = [{}, {"paper": "#202024", "ink": "#d8d8d8", "line": "#585858"}]


@pytest.mark.parametrize("look", THEMES)
@pytest.mark.parametrize(("high", "wide"), SHAPES)
def test_boards_of_every_size_are_read_with_their_boxes(high, wide, look):
    board = thinned(solution(high, wide))
    reading = reader.read(BoardDrawing(board, boxes(high, wide), **look).capture())
    assert reading is not None
    assert reading.board == board
    assert reading.regions == boxes(high, wide)
    assert reading.doubts == ()


@pytest.mark.parametrize("cell", [26, 36, 60, 96])
@pytest.mark.parametrize(("high", "wide"), [(3, 4), (4, 4)])
def test_numbers_of_two_digits_are_read_at_any_size(high, wide, cell):
    board = thinned(solution(high, wide))
    reading = reader.read(BoardDrawing(board, boxes(high, wide), cell=cell, font=0.45).capture())
    assert reading is not None
    assert reading.board == board


def test_a_jigsaw_is_read_with_its_regions():
    reading = reader.read(BoardDrawing(thinned(SOLVED), JIGSAW).capture())
    assert reading is not None
    assert reading.board == thinned(SOLVED)
    assert len(set(zip(reading.regions or (), JIGSAW, strict=True))) == 9


def test_a_jigsaw_in_colours_is_read_with_its_regions():
    colours = tuple(PASTELS[number] for number in (0, 1, 0, 1, 2, 3, 2, 0, 1))
    reading = reader.read(BoardDrawing(thinned(SOLVED), JIGSAW, thick=0, colours=colours).capture())
    assert reading is not None
    assert len(set(zip(reading.regions or (), JIGSAW, strict=True))) == 9


@pytest.mark.parametrize(("high", "wide"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_boards_of_two_shades_without_a_line_are_read(high, wide):
    shades = tuple(("#ffffff", "#e4e4ec")[(box // high + box % high) % 2] for box in range(high * wide))
    board = thinned(solution(high, wide))
    reading = reader.read(BoardDrawing(board, boxes(high, wide), thin=0, thick=0, colours=shades).capture())
    assert reading is not None
    assert reading.board == board
    assert reading.regions == boxes(high, wide)


def test_boards_of_two_shades_are_found_with_large_marks_and_a_highlighted_row():
    shades = tuple(("#ffffff", "#e0e0e8")[box % 2] for box in range(9))
    board = thinned(SOLVED, 3)
    drawing = BoardDrawing(board, boxes(3, 3), thin=0, thick=0, colours=shades, cell=40)
    font = ImageFont.load_default(14)
    for index, value in enumerate(board):
        x, y = drawing.corner(index)
        row, col = divmod(index, 9)
        if not value and (row == 4 or col == 2):
            drawing.pen.rectangle((x, y, x + 39, y + 39), "#edf0fb" if boxes(3, 3)[index] % 2 == 0 else "#d2d6ea")
        if not value:
            drawing.pen.text((x + 9, y + 11), str(1 + index % 9), "#777777", font, "mm")
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert reading.board == board
    assert (abs(reading.extent.x0 - LEFT), abs(reading.extent.y0 - TOP)) <= (4, 4)


def test_a_second_board_that_is_harder_to_find_is_seen_where_the_pointer_is_not_on_the_first():
    """The first is found by its lines at once, the second only by its digits."""
    first, second = thinned(solution(3, 3)), thinned(solution(3, 3)[::-1], 3)
    lined = BoardDrawing(first, boxes(3, 3))
    bare = BoardDrawing(second, boxes(3, 3), thin=0, thick=0)
    picture = Image.new("RGB", (lined.picture.width + bare.picture.width, lined.picture.height), "white")
    picture.paste(lined.picture, (0, 0))
    picture.paste(bare.picture, (lined.picture.width, 0))
    window = captured(np.ascontiguousarray(np.asarray(picture)[..., ::-1]))
    over_first = reader.read(window, Pixel(LEFT + 200, TOP + 200))
    over_second = reader.read(window, Pixel(lined.picture.width + LEFT + 200, TOP + 200))
    over_none = reader.read(window, Pixel(5, 5))
    assert over_first is not None
    assert over_second is not None
    assert over_none is not None
    assert (over_first.board, over_first.equals) == (first, ())
    assert (over_second.board, over_second.equals) == (second, ())
    assert len(over_none.equals) == 1


def test_four_by_four_is_read_without_an_outer_border():
    drawing = BoardDrawing(thinned(solution(2, 2)), boxes(2, 2))
    side, (left, top) = drawing.cell * 4, drawing.corner(0)
    for box in (
        (left - 3, top - 3, left + side + 3, top + 2),
        (left - 3, top - 3, left + 2, top + side + 3),
        (left - 3, top + side - 2, left + side + 3, top + side + 3),
        (left + side - 2, top - 3, left + side + 3, top + side + 3),
    ):
        drawing.pen.rectangle(box, "white")
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert reading.board == thinned(solution(2, 2))


@pytest.mark.parametrize(("high", "wide"), [(2, 2), (2, 3)])
def test_a_block_cursor_hides_no_small_board(high, wide):
    board = thinned(solution(high, wide))
    drawing = BoardDrawing(board, boxes(high, wide))
    x, y = drawing.corner(board.index(0))
    drawing.pen.rectangle((x + 14, y + 7, x + 30, y + 37), "black")
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert reading.size == high * wide


def test_key_pads_of_a_like_score_do_not_keep_a_board_from_being_looked_for_further():
    """Sixteen keys are a lattice at first sight; the small board beside them shows only on a closer look."""
    drawing = BoardDrawing(thinned(solution(3, 3)), boxes(3, 3), cell=18, thick=2, font=0.6)
    pixels = np.full((2400, 3000, 3), 255, np.uint8)
    pixels[: drawing.pixels.shape[0], : drawing.pixels.shape[1]] = drawing.pixels
    for key in range(16):
        x, y = 1200 + 90 * (key % 4), 600 + 90 * (key // 4)
        pixels[y : y + 80, x : x + 80] = 200
    reading = reader.read(captured(pixels))
    assert reading is not None
    assert reading.board == thinned(solution(3, 3))


def test_six_by_six_with_lines_all_alike_does_not_say_how_its_boxes_lie():
    reading = reader.read(BoardDrawing(thinned(solution(2, 3)), boxes(2, 3), thick=0).capture())
    assert reading is not None
    assert reading.board == thinned(solution(2, 3))
    assert reading.regions is None


def test_a_second_look_keeps_the_regions():
    capture = BoardDrawing(thinned(SOLVED), JIGSAW).capture()
    first = reader.read(capture)
    assert first is not None
    assert reader.reread(capture, first) == first
    assert reader.reread(capture, replace(first, regions=None)).regions is None


def test_pencil_marks_on_a_large_board_are_no_numbers():
    board = list(thinned(solution(4, 4)))
    blanks = [index for index, value in enumerate(board) if not value][:6]
    drawing = BoardDrawing(tuple(board), boxes(4, 4), cell=60)
    small = BoardDrawing((12,) + (0,) * 255, boxes(4, 4), cell=60, font=0.22)
    x, y = small.corner(0)
    mark = small.picture.crop((x + 15, y + 15, x + 45, y + 45))
    for index in blanks:
        drawing.picture.paste(mark, (drawing.corner(index)[0] + 4, drawing.corner(index)[1] + 4))
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert reading.board == tuple(board)
    assert {reading.cells[index].kind for index in blanks} == {Kind.PENCIL}


def test_numbers_up_to_nine_on_a_large_grid_are_no_board_of_that_size():
    board = tuple(value if value < 10 else 0 for value in solution(3, 4))
    reading = reader.read(BoardDrawing(board, boxes(3, 4)).capture())
    assert reading is None or reading.size != 12


@pytest.mark.parametrize("columns", [4, 5])
def test_what_a_window_shows_of_a_board_is_no_smaller_board(columns):
    """Four columns of a six by six hold four by four cells, and may have one solution by themselves."""
    board = tuple(digit if digit <= 4 else 0 for digit in solution(2, 3))
    drawing = BoardDrawing(board, boxes(2, 3))
    cut = drawing.pixels[:, LEFT + (6 - columns) * drawing.cell + 2 :]
    reading = reader.read(captured(np.ascontiguousarray(cut)))
    assert reading is None or reading.size == 6


def test_a_row_of_keys_below_a_small_board_is_no_part_of_it():
    drawing = BoardDrawing(thinned(solution(2, 2)), boxes(2, 2))
    for key in range(4):
        x, y = LEFT + key * drawing.cell, TOP + 4 * drawing.cell + 14
        drawing.pen.rectangle((x, y, x + drawing.cell - 2, y + drawing.cell - 2), "#eeeeee", "#999999")
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert reading.size == 4
