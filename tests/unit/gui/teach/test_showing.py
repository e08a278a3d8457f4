"""What the user shows on the frozen picture: frames by their corners, cells, a lens, buttons one after another."""

import pytest

from gridpilot.games import GAMES
from gridpilot.geometry import Box, Pixel, Rect, View
from gridpilot.gui.teach.frame import LENS, STRIDE, Frame, lens_of
from gridpilot.gui.teach.showing import Drawing, Pointing
from gridpilot.reading import Locate, Place

VIEW = View(Rect(10, 20, 400, 300), 800, 600)
FRAME = Frame.around(Box(100, 100, 400, 400), 800, 600)


def test_a_nudge_moves_the_held_corner_by_one_pixel_and_by_many_with_shift():
    assert FRAME.nudged("Left", far=False).box == Box(99, 100, 400, 400)
    assert FRAME.nudged("Down", far=True).box == Box(100, 100 + STRIDE, 400, 400)
    assert FRAME.other().nudged("Right", far=False).box == Box(100, 100, 401, 400)


def test_a_corner_stays_on_the_picture():
    assert FRAME.put(Pixel(-50, 900)).at == Pixel(0, 600)
    corner = Frame.around(Box(0, 0, 800, 600), 800, 600)
    assert corner.nudged("Up", far=True) == corner
    assert corner.other().nudged("Right", far=False).box == Box(0, 0, 800, 600)


def test_corners_may_be_drawn_either_way_round():
    drawn = FRAME.begun(Pixel(500, 450)).put(Pixel(90, 40))
    assert drawn.box == Box(90, 40, 500, 450)
    assert drawn.large_enough
    assert not FRAME.begun(Pixel(500, 450)).put(Pixel(505, 470)).large_enough


def test_a_click_takes_hold_of_the_corner_that_it_is_at():
    assert FRAME.nearest(Pixel(395, 404), 10).held == 1
    assert FRAME.nearest(Pixel(103, 97), 10).held == 0
    assert FRAME.nearest(Pixel(250, 250), 10) is None


def test_a_first_frame_is_a_square_in_the_middle():
    box = Frame.first(800, 600).box
    assert box.width == box.height > 300
    assert (box.x0 + box.x1, box.y0 + box.y1) == (800, 600)


def test_cells_fill_the_frame_row_by_row():
    made = Box(10, 20, 70, 60).cells(2, 3)
    assert made[0] == Box(10, 20, 30, 40)
    assert made[3] == Box(10, 40, 30, 60)
    assert made[-1] == Box(50, 40, 70, 60)


def test_the_held_pixel_is_in_the_middle_of_the_lens():
    box = lens_of(Pixel(100, 50))
    assert (box.width, box.height) == (LENS, LENS)
    assert box.centre == Pixel(100, 50)


DRAWING = Drawing("sudoku", FRAME, 9, 9)


def test_a_drawing_is_a_fixed_place_in_fractions():
    place = DRAWING.place(VIEW)
    assert place.locate is Locate.FIXED
    assert VIEW.box_of(place.area).x0 == pytest.approx(100)
    assert (place.rows, place.columns) == (9, 9)


def test_a_sudoku_grows_on_both_sides_among_the_sizes_that_there_are():
    larger = DRAWING.after("plus", far=False)
    assert (larger.rows, larger.columns) == (12, 12)
    assert DRAWING.after("bracketright", far=False).rows == 9
    largest = larger.after("plus", far=False).after("plus", far=False)
    assert largest.columns == GAMES["sudoku"].sides[-1]


def test_a_2048_may_have_more_columns_than_rows():
    square = DRAWING.of("2048")
    assert (square.rows, square.columns) == (4, 4)
    assert (square.after("bracketleft", far=False).rows, square.after("minus", far=False).columns) == (3, 3)


def test_keys_that_mean_nothing_leave_a_drawing_alone():
    assert DRAWING.after("x", far=False) is None


def test_a_drawing_begins_where_something_looks_like_a_board():
    guess = Place(Locate.FIXED, DRAWING.place(VIEW).area, 6, 6)
    begun = Drawing.begun("sudoku", VIEW, None, guess)
    assert (begun.rows, begun.frame.box) == (6, FRAME.box)
    assert Drawing.begun("2048", VIEW, None, None).columns == 4


NAMES = tuple(f"digit-{digit}" for digit in range(1, 10))


def pointed(*marks: tuple[int, int], columns: int) -> Pointing:
    """Buttons placed by hand; after that each is taken where the cross already is."""
    pointing = Pointing.beside(Box(0, 0, 450, 450), NAMES, 1000, 1000)
    for x, y in marks:
        pointing = pointing.put(Pixel(x, y)).placed()
    while pointing.names:
        assert len(pointing.done) >= len(marks)
        pointing = pointing.placed()
    assert [*pointing.done] == [*NAMES]
    return pointing


def test_of_an_even_row_two_buttons_tell_the_others():
    done = pointed((40, 500), (90, 502), columns=9).done
    assert [done[name].x for name in NAMES] == [40 + 50 * index for index in range(9)]


def test_of_an_even_block_the_first_of_the_second_row_tells_the_others():
    done = pointed((40, 500), (90, 500), (140, 500), (40, 560), columns=3).done
    assert [(done[name].x, done[name].y) for name in NAMES] == [
        (x, y) for y in (500, 560, 620) for x in (40, 90, 140)
    ]  # fmt: skip


def test_the_cross_begins_below_the_board_for_digits_and_above_it_for_a_new_game():
    board = Box(100, 200, 500, 600)
    assert Pointing.beside(board, NAMES, 700, 900).cross.y > 600
    assert Pointing.beside(board, ("restart",), 700, 900).cross.y < 200
