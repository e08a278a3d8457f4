"""What lies over a board is seen by its straight edges; all that the board itself draws is not."""

from __future__ import annotations

import numpy as np
import pytest
from fakes.board_drawing import LEFT, TOP, BoardDrawing, boxes, solution, thinned
from PIL import ImageFont

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import cover, reader
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box
from gridpilot.outcome import Ending

CELL = 44
SHADES = tuple(("#ffffff", "#e4e4ec")[box % 2] for box in range(9))
BOXES = tuple(
    Box(LEFT + col * CELL, TOP + row * CELL, LEFT + (col + 1) * CELL, TOP + (row + 1) * CELL)
    for row in range(9)
    for col in range(9)
)


def drawn(*, shaded: bool = True, **looks: object) -> BoardDrawing:
    board = thinned(solution(3, 3))
    if shaded:
        return BoardDrawing(board, boxes(3, 3), CELL, thin=0, thick=0, colours=SHADES, **looks)
    return BoardDrawing(board, boxes(3, 3), CELL, **looks)


def crossed(drawing: BoardDrawing) -> list[int]:
    return np.flatnonzero(cover.crossed(Sheet(drawing.pixels, BOXES))).tolist()


@pytest.mark.parametrize("shaded", [True, False])
@pytest.mark.parametrize("selected", [None, 40])
def test_a_board_by_itself_has_no_such_edge(shaded, selected):
    assert crossed(drawn(shaded=shaded, selected=selected)) == []


def test_highlighted_rows_columns_and_frames_end_with_their_cells():
    drawing = drawn()
    for at in range(9):
        for index in (27 + at, 9 * at + 6):
            x, y = drawing.corner(index)
            drawing.pen.rectangle((x, y, x + CELL - 1, y + CELL - 1), "#a0c0ff", "#204080")
    assert crossed(drawing) == []


def test_a_row_of_nothing_but_sevens_makes_no_edge():
    drawing = BoardDrawing((7,) * 81, boxes(3, 3), CELL, thin=0, thick=0, font=0.8)
    assert crossed(drawing) == []


def test_the_cells_that_a_popup_s_edges_go_through_are_named():
    drawing = drawn()
    x, y = drawing.corner(30)
    drawing.pen.rectangle((x + 20, y + 15, x + 2 * CELL + 20, y + CELL + 25), "#f4f4f4", "#707070")
    assert crossed(drawing) == [30, 31, 32, 39, 40, 41]


def test_strong_lines_that_are_faint_between_tinted_cells_are_not_covered():
    """A selected cell's row, column and box: one corner of the box has no other line at its sides."""
    drawing = BoardDrawing(thinned(solution(3, 3)), boxes(3, 3), CELL, paper="#101030", ink="#d0c0ff", line="#584878")
    before = reader.read(drawing.capture())
    assert before is not None
    for row in range(3):
        for col in range(6, 9):
            x, y = drawing.corner(9 * row + col)
            drawing.pen.rectangle((x, y, x + CELL - 1, y + CELL - 1), "#503878", "#5e4686")
    assert reader.reread(drawing.capture(), before).hidden == ()


def test_tints_of_cells_on_a_board_without_inner_lines_are_not_taken_for_lines_that_are_covered():
    """White lines show between tinted givens only; a selected cell's row and column are darker."""
    drawing = BoardDrawing(thinned(solution(3, 3), 3), boxes(3, 3), CELL, line="white")
    for index in range(81):
        (x, y), cross = drawing.corner(index), index // 9 == 0 or index % 9 == 7
        tint = "#f0f2f6" if cross else "#fcfcfc" if drawing.board[index] else "white"
        drawing.pen.rectangle((x + 2, y + 2, x + CELL - 2, y + CELL - 2), tint)
    assert not cover.over(Sheet(drawing.pixels, BOXES), boxes(3, 3)).part.any()


def test_a_popup_without_a_frame_is_seen_where_its_ground_differs_from_the_board_s():
    drawing = drawn(shaded=False)
    x, y = drawing.corner(30)
    drawing.pen.rectangle((x + 20, y + 15, x + 2 * CELL + 20, y + CELL + 25), "#dddddd")
    assert {30, 32, 39, 41} <= set(crossed(drawing))


def test_what_comes_in_from_a_side_is_seen_by_the_edge_that_is_left():
    drawing = drawn()
    drawing.pen.rectangle((0, 0, drawing.picture.width, TOP + CELL + 22), "#707070")
    assert crossed(drawing) == list(range(9, 18))


def test_a_shaded_board_under_a_popup_is_not_typed_on_although_all_that_is_seen_has_one_solution():
    """Without a line that shows what is hidden, what lies beneath would be blanks."""
    board = tuple(0 if index in (30, 31, 39, 40) else digit for index, digit in enumerate(solution(3, 3)))
    drawing = BoardDrawing(board, boxes(3, 3), CELL, thin=0, thick=0, colours=SHADES)
    whole = reader.read(drawing.capture())
    assert whole is not None
    assert Sudoku().decide(whole).ending is None
    x, y = drawing.corner(30)
    drawing.pen.rectangle((x + 5, y + 15, x + 2 * CELL - 5, y + 2 * CELL - 6), "#f4f4f4", "#707070")
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert Sudoku().decide(reading).ending is Ending.DOUBTFUL
    assert [cell.row * 9 + cell.col for cell in reading.hidden] == [30, 31, 39, 40]


def hidden(drawing: BoardDrawing) -> list[int]:
    return np.flatnonzero(cover.over(Sheet(drawing.pixels, BOXES), None).part).tolist()


@pytest.mark.parametrize("at", [0, 8, 40, 73])
def test_a_thick_frame_around_one_cell_hides_nothing_although_it_hides_its_lines(at):
    drawing = drawn(shaded=False)
    x, y = drawing.corner(at)
    drawing.pen.rectangle((x - 4, y - 4, x + CELL + 3, y + CELL + 3), outline="#ff0000", width=7)
    assert hidden(drawing) == []


def test_a_popup_over_one_cell_is_no_frame():
    drawing = drawn(shaded=False)
    x, y = drawing.corner(40)
    drawing.pen.rectangle((x - 4, y - 4, x + CELL + 3, y + CELL + 3), "#ff0000")
    assert 40 in hidden(drawing)


@pytest.mark.parametrize("at", [0, 24, 40, 62])
@pytest.mark.parametrize("framed", [False, True])
@pytest.mark.parametrize("cells", ["row and column", "box, too", "a part of the row"])
def test_a_tint_that_hides_lines_covers_nothing_where_it_is_a_row_s_a_column_s_and_a_box_s(at, framed, cells):
    regions, drawing = boxes(3, 3), drawn(shaded=False)
    tinted = {at // 9 * 9 + line for line in range(9 - 3 * (cells == "a part of the row"))}
    tinted |= {at % 9 + 9 * line for line in range(9)}
    tinted |= {index for index in range(81) if regions[index] == regions[at] and cells == "box, too"}
    for index in tinted:
        x, y = drawing.corner(index)
        drawing.pen.rectangle((x, y, x + CELL, y + CELL), "#dcdcdc")
    for index in tinted:
        drawing._digit(index, drawing.board[index])
    x, y = drawing.corner(at)
    if framed:
        drawing.pen.rectangle((x + 1, y + 1, x + CELL - 1, y + CELL - 1), outline="#ff0000", width=3)
    before = reader.read(drawn(shaded=False).capture())
    assert before is not None
    now = reader.reread(drawing.capture(), before)
    assert (now.board == before.board and not now.hidden) is (cells != "a part of the row")


def test_givens_in_the_colour_of_the_lines_are_not_covered():
    drawing = BoardDrawing(thinned(solution(3, 3)), boxes(3, 3), CELL, line="#d3d3d3", thick=2)
    for index, digit in enumerate(drawing.board):
        x, y = drawing.corner(index)
        if digit:
            drawing.pen.rectangle((x, y, x + CELL, y + CELL), "#cccccc")
            drawing._digit(index, digit)
    for index in range(81):
        drawing._heavy(index)
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert (reading.board, reading.hidden, reading.doubts) == (drawing.board, (), ())


def test_noughts_in_faint_cells_beside_dark_givens_are_not_covered():
    """The edges of the givens are the lines there, and a blank among blanks has none of them."""
    drawing = BoardDrawing(thinned(solution(3, 3), 3), boxes(3, 3), CELL, thin=0, thick=0)
    font = ImageFont.load_default(0.3 * CELL)
    for index, digit in enumerate(drawing.board):
        x, y = drawing.corner(index)
        drawing.pen.rectangle((x + 1, y + 1, x + CELL - 2, y + CELL - 2), "#a0a4ab" if digit else "#f8f9fb")
        ink = "white" if digit else "#212529"
        drawing.pen.text((x + CELL / 2, y + CELL / 2), str(digit), ink, font, "mm")
    for at in (3, 6):
        drawing._line(at, 0, at, 9, "#6c757d", 2)
        drawing._line(0, at, 9, at, "#6c757d", 2)
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert (reading.board, reading.hidden, reading.doubts) == (drawing.board, (), ())


def test_two_frames_side_by_side_of_different_colours_are_a_popup_s():
    drawing = drawn(shaded=False)
    for at, colour in ((40, "#ff0000"), (41, "#0000ff")):
        x, y = drawing.corner(at)
        drawing.pen.rectangle((x - 4, y - 4, x + CELL + 3, y + CELL + 3), outline=colour, width=7)
    assert 40 in hidden(drawing)


@pytest.mark.parametrize(
    ("rim", "cells"), [("last row", range(72, 81)), ("last column", range(8, 81, 9)), ("first row", range(9))]
)
@pytest.mark.parametrize("highlighted", [False, True])
def test_a_row_at_the_rim_of_which_nothing_is_drawn_is_named_and_a_highlighted_one_is_not(rim, cells, highlighted):
    """It has no givens, and the page's ground goes on where it would be."""
    board = tuple(0 if index in cells else digit for index, digit in enumerate(thinned(solution(3, 3), 4)))
    drawing = BoardDrawing(board, boxes(3, 3), CELL)
    (x0, y0), (x1, y1) = drawing.corner(cells[0]), drawing.corner(cells[-1])
    out = -2 if highlighted else 3  # the board's outer line stays, or goes
    left, top = x0 - (-2 if rim == "last column" else out), y0 - (-2 if rim == "last row" else out)
    right, bottom = x1 + CELL + out, y1 + CELL + (-2 if rim == "first row" else out)
    drawing.pen.rectangle((left, top, right, bottom), "#a0c0ff" if highlighted else drawing.paper)
    hidden = cover.over(Sheet(drawing.pixels, BOXES), None).cells
    assert [9 * cell.row + cell.col for cell in hidden] == ([] if highlighted else [*cells])


def test_dotted_lines_are_lines_and_nothing_lies_over_them():
    """As in Qt's tables, where every third pixel is drawn between cells, and the givens are tinted."""
    board = thinned(solution(3, 3), keep=3)
    drawing = BoardDrawing((0,) * 81, boxes(3, 3), CELL, thin=0, thick=0)
    for index, digit in enumerate(board):
        x, y = drawing.corner(index)
        drawing.pen.rectangle((x, y, x + CELL, y + CELL), "#e5f1ff" if digit else "white")
        drawing.pen.text((x + CELL / 2, y + CELL / 2), str(digit or ""), "black", font_size=18, anchor="mm")
    for at in range(10):
        for step in range(0, 9 * CELL, 3 if at % 3 else 1):
            dots = [(LEFT + at * CELL, TOP + step), (LEFT + step, TOP + at * CELL)]
            drawing.pen.point(dots, "#c0c0c0" if at % 3 else "#909090")
    reading = reader.read(drawing.capture())
    assert reading is not None
    assert (reading.board, reading.hidden, reading.doubts) == (board, (), ())
