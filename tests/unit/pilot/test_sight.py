"""The pilot's eyes know which picture their reading was read from."""

from __future__ import annotations

from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from fakes.board_window import FakeClock

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Point, Rect, View
from gridpilot.pilot.eyes.picture_changes import alike
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort

AREA = Rect(0, 0, 4, 4)


class Screen:
    level = 0

    def capture(self, area):
        return Capture(np.full((4, 4, 3), self.level, np.uint8), View(area, 4, 4))


class Level(int):
    def corrected_as(self, _before):
        return self


class Levels:
    """A game that reads how bright its picture is."""

    def read(self, capture, *_):
        return Level(capture.pixels[0, 0, 0])

    def reread(self, capture, _like):
        return self.read(capture)


def test_a_picture_that_was_taken_between_two_looks_is_read_by_the_second():
    screen = Screen()
    sight = Sight(screen, Levels(), SimpleNamespace(content=AREA, obstacle=""), SimpleNamespace(), SimpleNamespace())
    sight.snap()
    assert sight.find(Point(1, 1), None) == 0
    screen.level = 7
    sight.snap()
    assert sight.look() == 7


def drawn(changed: int, levels: int) -> Capture:
    """100 x 100 pixels, so many of which are brighter."""
    pixels = np.full((100, 100, 3), 100, np.uint8)
    pixels[0, :changed] += levels
    return Capture(pixels, View(Rect(0, 0, 100, 100), 100, 100))


def test_what_a_browser_rounds_anew_is_no_change_but_a_faint_tint_and_a_small_cursor_are():
    assert alike(drawn(0, 0), drawn(12, 9))
    assert not alike(drawn(0, 0), drawn(100, 3))
    assert not alike(drawn(0, 0), drawn(8, 40))


class Picture:
    """A screen that shows one picture, and the only cell of a board upon it."""

    def __init__(self, pixels):
        self.pixels = pixels

    def capture(self, area):
        return Capture(self.pixels, View(area, 100, 100))

    def box_at(self, _cell):
        return Box(20, 20, 70, 70)


def changed_at(*rows_and_columns):
    """Sight of a board on which just that has changed, and the picture before."""
    screen = Picture(np.full((100, 100, 3), 100, np.uint8))
    window = SimpleNamespace(content=Rect(0, 0, 100, 100), obstacle="")
    sight = Sight(screen, Levels(), window, SimpleNamespace(), SimpleNamespace())
    before, sight.reading = sight.snap(), screen
    screen.pixels = screen.pixels.copy()
    for rows, columns in rows_and_columns:
        screen.pixels[rows, columns] = 0
    sight.snap()
    return sight, before


def test_a_mark_is_told_from_a_digit_and_from_a_cursor_around_the_cell():
    cell = Cell(0, 0)
    frame = (slice(20, 22), slice(20, 70)), (slice(68, 70), slice(20, 70))
    for place, marked in (((slice(22, 32), slice(22, 29)), True), ((slice(30, 50), slice(40, 52)), False)):
        for around in ((), frame):
            sight, before = changed_at(place, *around)
            assert sight.is_marked(cell, before) is marked
    sight, before = changed_at(*frame)
    assert not sight.is_marked(cell, before)
    sight, before = changed_at()
    assert not sight.is_marked(cell, before)


def test_whether_a_click_has_changed_anything_but_its_cell():
    sight, before = changed_at((slice(20, 70), slice(20, 70)))
    assert sight.is_alone(Cell(0, 0), before)
    sight, before = changed_at((slice(20, 70), slice(20, 70)), (slice(80, 90), slice(10, 90)))
    assert not sight.is_alone(Cell(0, 0), before)


class Ruled(Picture):
    """The picture of a board of 9 x 9 cells of 10 pixels, parted by lines of one."""

    size = 9
    boxes = tuple(Box(11 * col + 1, 11 * row + 1, 11 * col + 11, 11 * row + 11) for row in range(9) for col in range(9))

    def box_at(self, cell):
        return self.boxes[9 * cell.row + cell.col]

    def capture(self, area):
        part = self.pixels[area.y : area.y + area.height, area.x : area.x + area.width]
        return Capture(part.copy(), View(area, area.width, area.height))


@pytest.mark.parametrize("cell", [Cell(0, 0), Cell(4, 4), Cell(8, 8)])
def test_a_frame_on_a_cell_s_lines_makes_it_another_and_no_neighbour(cell):
    screen = Ruled(np.full((100, 100, 3), 100, np.uint8))
    window = SimpleNamespace(content=Rect(0, 0, 100, 100), obstacle="")
    sight = Sight(screen, Levels(), window, FakeClock(), Abort())
    before, sight.reading = sight.snap(), screen
    box, beside = screen.box_at(cell), Cell(cell.row, cell.col + (1 if cell.col < 8 else -1))
    looks = {each: sight.close_up(each) for each in (cell, beside)}
    cv2.rectangle(screen.pixels, (box.x0 - 1, box.y0 - 1), (box.x1, box.y1), (0, 0, 255))
    assert sight.is_unlike(cell, before)
    assert not sight.is_unlike(beside, before)
    assert sight.wait_for_effect(cell, looks[cell], 0.0)
    assert not sight.wait_for_effect(beside, looks[beside], 0.0)


def test_fields_that_stand_nearer_than_others_are_not_seen_around_their_neighbours():
    screen = Ruled(np.full((100, 100, 3), 100, np.uint8))
    screen.boxes = tuple(box.scaled(0.8).moved(-1 * (i == 59), -1 * (i == 77)) for i, box in enumerate(Ruled.boxes))
    window = SimpleNamespace(content=Rect(0, 0, 100, 100), obstacle="")
    sight = Sight(screen, Levels(), window, FakeClock(), Abort())
    sight.snap()
    sight.reading = screen
    for cell in (Cell(0, 0), Cell(6, 4), Cell(7, 5)):
        around = sight.around(cell)
        others = [box for box in screen.boxes if box != screen.box_at(cell)]
        assert not any(
            max(box.x0, around.x0) < min(box.x1, around.x1) and max(box.y0, around.y0) < min(box.y1, around.y1)
            for box in others
        )


def test_two_sides_of_a_frame_will_do_where_thick_lines_hide_the_others():
    screen = Ruled(np.full((100, 100, 3), 100, np.uint8))
    window = SimpleNamespace(content=Rect(0, 0, 100, 100), obstacle="")
    sight = Sight(screen, Levels(), window, FakeClock(), Abort())
    before, sight.reading = sight.snap(), screen
    box = screen.box_at(Cell(3, 6))
    cv2.line(screen.pixels, (box.x1, box.y0), (box.x1, box.y1), (0, 0, 255))
    cv2.line(screen.pixels, (box.x0, box.y1), (box.x1, box.y1), (0, 0, 255))
    assert sight.is_unlike(Cell(3, 6), before)
    assert not any(sight.is_unlike(cell, before) for cell in (Cell(3, 7), Cell(4, 6), Cell(2, 6), Cell(3, 5)))


def test_tinted_neighbours_make_a_cell_no_other():
    screen = Ruled(np.full((100, 100, 3), 100, np.uint8))
    window = SimpleNamespace(content=Rect(0, 0, 100, 100), obstacle="")
    sight = Sight(screen, Levels(), window, FakeClock(), Abort())
    before, sight.reading = sight.snap(), screen
    for cell in (Cell(3, 4), Cell(5, 4), Cell(4, 3), Cell(4, 5)):
        box = screen.box_at(cell)
        screen.pixels[box.y0 : box.y1, box.x0 : box.x1] = 200
    assert not sight.is_unlike(Cell(4, 4), before)


def test_which_of_all_cells_have_come_to_show_something_is_seen_in_one_wait():
    """A blank cell's text cursor goes by itself; half a second for each of fifty late digits was half a minute."""
    clock = FakeClock()

    class Board:
        """Ten cells by ten of ten pixels: the first line full, one text cursor below, seen half of the time."""

        def capture(self, area):
            pixels = np.full((100, 100, 3), 255, np.uint8)
            pixels[3:7, 3::10] = pixels[3:7, 4::10] = 0
            if clock.now() < 0.3:
                pixels[13:17, 4] = 0
            return Capture(pixels, View(area, 100, 100))

    window = SimpleNamespace(content=Rect(0, 0, 100, 100), obstacle="")
    sight = Sight(Board(), Levels(), window, clock, Abort())
    boxes = {Cell(y, x): Box(10 * x, 10 * y, 10 * x + 10, 10 * y + 10) for y in range(10) for x in range(10)}
    sight.reading = SimpleNamespace(box_at=boxes.get)
    assert sight.taken(boxes) == set()
    sight.blank = Capture(np.full((100, 100, 3), 255, np.uint8), View(Rect(0, 0, 100, 100), 100, 100))
    assert sight.taken(boxes) == {Cell(0, column) for column in range(10)}
    assert clock.now() < 1
