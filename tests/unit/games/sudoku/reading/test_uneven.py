"""Boards drawn as tables are: each column, or row, has a size of its own."""

from __future__ import annotations

import numpy as np
import pytest
from fakes.board_drawing import BoardDrawing, boxes, captured, solution, thinned

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Box
from gridpilot.vision.glyphs import cut
from gridpilot.vision.lattice.search import find

BY_BOX = (54, 54, 54, 44, 44, 44, 32, 31, 31)
SHAPES = {
    "each box has narrower columns": (3, 3, BY_BOX, (50,) * 9),
    "each box has lower rows": (3, 3, (50,) * 9, BY_BOX),
    "one wide column": (3, 3, (40, 40, 40, 40, 70, 40, 40, 40, 40), (40,) * 9),
    "a narrow last column": (3, 3, (44,) * 8 + (26,), (44,) * 9),
    "all differ, rows as well": (3, 3, (45, 38, 60, 31, 54, 49, 34, 57, 41), (33, 52, 40, 61, 36, 47, 31, 55, 44)),
    "narrow and wide by turns": (3, 3, (62, 32) * 4 + (62,), (48,) * 9),
    "4 x 4": (2, 2, (60, 40, 52, 34), (44,) * 4),
    "6 x 6": (2, 3, (58, 40, 33, 52, 34, 47), (40, 40, 40, 56, 56, 56)),
    "16 x 16": (4, 4, (38,) * 4 + (44,) * 4 + (56,) * 4 + (40,) * 4, (40,) * 16),
}


def uneven(name: str, **looks: object) -> BoardDrawing:
    high, wide, widths, heights = SHAPES[name]
    font = 13 / 44 if high * wide > 9 else 20 / 44
    board = thinned(solution(high, wide))
    return BoardDrawing(board, boxes(high, wide), font=font, widths=widths, heights=heights, **looks)


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("name", SHAPES)
def test_a_board_of_unequal_columns_or_rows_is_read(name, dark):
    drawing = uneven(name, **({"paper": "#202024", "ink": "#e8e8e8", "line": "#707078"} if dark else {}))
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert (reading.board, reading.doubts, reading.hidden) == (drawing.board, (), ())
    assert reading.regions == drawing.regions
    assert Sudoku().decide(reading).ending is None


@pytest.mark.parametrize("name", SHAPES)
def test_each_cell_is_found_where_it_was_drawn(name):
    drawing = uneven(name)
    reading = reader.read(drawing.capture())
    found = np.array([(box.x0, box.y0, box.x1, box.y1) for box in reading.boxes])
    assert np.abs(found - [drawing.sides(index) for index in range(len(found))]).max() <= 2


def test_such_a_board_is_found_in_a_large_picture():
    drawing = uneven("each box has narrower columns")
    screen = np.full((1080, 1920, 3), 255, np.uint8)
    height, width = drawing.pixels.shape[:2]
    screen[301 : 301 + height, 703 : 703 + width] = drawing.pixels
    reading = reader.read(captured(screen))
    assert (reading.board, reading.doubts) == (drawing.board, ())


def test_a_digit_entered_in_a_narrow_cell_is_seen():
    drawing = uneven("a narrow last column")
    first = reader.read(drawing.capture())
    blank = next(index for index in range(8, 81, 9) if not drawing.board[index])
    board = tuple(solution(3, 3)[i] if i == blank else digit for i, digit in enumerate(drawing.board))
    high, wide, widths, heights = SHAPES["a narrow last column"]
    later = BoardDrawing(board, boxes(high, wide), font=20 / 44, widths=widths, heights=heights, selected=blank)
    assert reader.reread(later.capture(), first).board == board


def test_a_row_of_keys_as_wide_as_the_columns_is_no_part_of_the_board():
    drawing = uneven("each box has narrower columns")
    y = drawing.down[-1] + 12
    for left, right in zip(drawing.across, drawing.across[1:], strict=False):
        drawing.pen.rectangle((left, y, right - 2, y + 30), "#f0f0f0", "#999999")
    assert reader.read(drawing.capture()).board == drawing.board


def test_a_board_of_which_a_part_has_columns_of_one_width_is_not_taken_for_that_part():
    """Four columns and rows of one size with few digits above four: they could be a small sudoku."""
    rows = (40, 40, 40, 40, 30, 52, 33, 57, 36)
    board = tuple(digit if at % 2 else 0 for at, digit in enumerate(solution(3, 3)))
    drawing = BoardDrawing(board, boxes(3, 3), font=20 / 44, widths=rows, heights=rows)
    assert reader.read(drawing.capture()).board == board
    assert all(one.size == 9 for one in find(drawing.pixels) if one.score >= 0.85)


def test_a_tile_shows_nothing_from_beyond_a_narrow_cell():
    picture = np.full((40, 200, 3), 250, np.uint8)
    picture[:, 80:82] = picture[:, 100:102] = 0
    wide = [Box(1 + 40 * at, 0, 40 + 40 * at, 40) for at in (0, 3, 4)]
    tiles = cut.cut(picture, [*wide, Box(82, 0, 100, 40)])
    assert tiles.shape[2] > 18
    assert (tiles[-1] == 250).all()


def test_a_table_of_unequal_columns_with_numbers_is_no_sudoku():
    chance = np.random.default_rng(4)
    board = tuple(chance.integers(1, 10, 81).tolist())
    drawing = BoardDrawing(board, boxes(3, 3), thick=1, font=20 / 44, widths=BY_BOX)
    assert reader.read(drawing.capture()) is None
