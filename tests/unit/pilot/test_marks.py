"""The right digit's mark is clicked wherever the program has put it."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.capture import Capture, View
from gridpilot.geometry import Box, Rect
from gridpilot.pilot.eyes import marks

SIDE = 48
CELL = Box(SIDE, SIDE, 2 * SIDE, 2 * SIDE)


def cell_with(places: list[tuple[float, float]]) -> Capture:
    """Digits from 1 on in those places, shares of the cell, on white."""
    image = Image.new("RGB", (3 * SIDE, 3 * SIDE), "white")
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(11)
    for digit, (x, y) in enumerate(places, 1):
        pen.text((SIDE * (1 + x), SIDE * (1 + y)), str(digit), "#777", font, anchor="mm")
    return Capture(np.asarray(image)[:, :, ::-1].copy(), View(Rect(0, 0, 3 * SIDE, 3 * SIDE), 3 * SIDE, 3 * SIDE))


@pytest.mark.parametrize("digit", range(1, 7))
def test_six_marks_in_the_upper_part_of_a_cell(digit: int):
    places = [(0.2 + 0.3 * (n % 3), 0.15 + 0.3 * (n // 3)) for n in range(6)]
    at = marks.place(cell_with(places), CELL, digit, 6)
    assert at.x == pytest.approx(SIDE * (1 + places[digit - 1][0]), abs=2)
    assert at.y == pytest.approx(SIDE * (1 + places[digit - 1][1]), abs=2)


@pytest.mark.parametrize("digit", range(1, 10))
def test_nine_marks_that_reach_beyond_their_thirds(digit: int):
    places = [(0.12 + 0.38 * (n % 3), 0.2 + 0.34 * (n // 3)) for n in range(9)]
    at = marks.place(cell_with(places), CELL, digit, 9)
    assert at.y == pytest.approx(SIDE * (1 + places[digit - 1][1]), abs=2)
    assert at.x == pytest.approx(SIDE * (1 + places[digit - 1][0]), abs=2)


def test_stems_below_one_another_are_no_line():
    image = Image.new("RGB", (30, 30), "white")
    pen = ImageDraw.Draw(image)
    for digit in range(9):
        x, y = 3 + 10 * (digit % 3), 1 + 10 * (digit // 3)
        pen.rectangle((x, y, x + 1, y + 7), "#777")
        pen.rectangle((x, y, x + 4, y + 1), "#777")
    picture = Capture(np.asarray(image).copy(), View(Rect(0, 0, 30, 30), 30, 30))
    at = marks.place(picture, Box(0, 0, 30, 30), 6, 9)
    assert (at.x, at.y) == (pytest.approx(25.5, abs=1), pytest.approx(15, abs=1))


@pytest.mark.parametrize("digit", range(1, 10))
def test_where_they_are_not_told_apart_it_is_inwards_of_a_third_within_a_small_field_too(digit: int):
    """A cell of 48 pixels, whose field of 0.6 of that is what takes clicks; marks lie around it in a page's picture."""
    at = marks.place(cell_with([(0.5, 0.5)]), CELL, digit, 9)
    for share, third in ((at.x / SIDE - 1, (digit - 1) % 3), (at.y / SIDE - 1, (digit - 1) // 3)):
        assert third / 3 <= share < (third + 1) / 3
        assert 0.2 <= share <= 0.8


def test_without_thirds_it_is_the_middle():
    assert marks.place(cell_with([]), CELL, 4, 6) == CELL.centre
