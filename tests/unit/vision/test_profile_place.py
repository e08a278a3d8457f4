"""Boards whose place a profile names: a rectangle of the window, or where a colour is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from gridpilot.capture import Capture
from gridpilot.games.sudoku.reading import reader
from gridpilot.games.twenty48.reading import reader as reader_2048
from gridpilot.geometry import Box, Rect, SpotRect, View
from gridpilot.profiles import bundled
from gridpilot.reading import FOUND, Locate, Place, Tint
from gridpilot.vision import profile_place
from gridpilot.vision.pictures import load


def blank(wide: int = 400, high: int = 300) -> np.ndarray:
    return np.full((high, wide, 3), 240, np.uint8)


def capture(pixels: np.ndarray) -> Capture:
    return Capture(pixels, View(Rect(0, 0, pixels.shape[1], pixels.shape[0]), pixels.shape[1], pixels.shape[0]))


def fractions(box: Box, view: View) -> SpotRect:
    return SpotRect(box.x0 / view.width, box.y0 / view.height, box.x1 / view.width, box.y1 / view.height)


def test_a_rectangle_is_cut_into_even_cells_without_their_inset():
    found = profile_place.cells(
        capture(blank()), Place(Locate.FIXED, SpotRect(0.25, 0.0, 0.75, 1.0), rows=3, columns=4, inset=0.25)
    )
    assert found is not None
    assert found.extent == Box(100, 0, 300, 300)
    assert (found.columns, len(found.boxes)) == (4, 12)
    assert found.boxes[5] == Box(162.5, 125, 187.5, 175)


def test_the_extent_of_a_colour_is_that_of_its_largest_figure():
    pixels = blank()
    pixels[20:280, 60:320] = (166, 146, 132)
    pixels[24:276, 64:316] = 255
    pixels[10, 5] = pixels[290, 390] = (166, 146, 132)  # the same colour elsewhere
    pixels[100:140, 350:390] = (160, 140, 130)  # a button in nearly that colour
    assert profile_place.coloured(pixels, Tint((132, 146, 166), 8)) == Box(60, 20, 320, 280)
    assert profile_place.coloured(pixels, Tint((10, 200, 10), 8)) is None


def test_cells_too_small_to_be_any_are_none():
    assert (
        profile_place.cells(capture(blank()), Place(Locate.FIXED, SpotRect(0, 0, 0.05, 0.05), rows=9, columns=9))
        is None
    )


@pytest.mark.parametrize("name", ["gnome-sudoku", "sgt-solo", "practice"])
def test_a_sudoku_is_read_at_the_place_where_it_was_found(name):
    picture = load(bundled() / "sudoku" / name / "sample.png")
    found = reader.read(picture)
    place = Place(Locate.FIXED, fractions(found.extent, picture.view))
    again = reader.read(picture, place=place)
    assert again is not None
    assert (again.board, again.doubts) == (found.board, ())
    assert again.regions == found.regions


def test_a_2048_board_is_read_at_the_place_where_it_was_found():
    picture = load(bundled() / "2048" / "practice-2048" / "sample.png")
    found = reader_2048.read(picture)
    place = Place(Locate.FIXED, fractions(found.extent, picture.view), inset=0.06)
    again = reader_2048.read(picture, place=place)
    assert (again.board, again.doubts) == (found.board, ())


@pytest.mark.parametrize("read", [reader.read, reader_2048.read])
def test_a_place_without_a_board_is_none(read):
    place = Place(Locate.FIXED, SpotRect(0.1, 0.1, 0.9, 0.9))
    assert read(capture(blank()), place=place) is None
    assert read(capture(blank()), place=FOUND) is None


def test_what_is_seen_at_the_place_wins_over_even_cells():
    """The boxes of this board stand apart, so that even cells cut into its lines."""
    picture = load(Path(__file__).parents[2] / "corpus" / "screens" / "gnome-sudoku_sdpi1.5_111.png")
    found = reader.read(picture)
    off = 0.2 * found.extent.width / 9
    extent = found.extent
    shifted = Box(extent.x0 - off, extent.y0 + off, extent.x1 - off, extent.y1 + off)
    again = reader.read(picture, place=Place(Locate.FIXED, fractions(shifted, picture.view)))
    assert again is not None
    assert (again.board, again.doubts, again.extent) == (found.board, (), extent)


def test_a_board_elsewhere_is_not_taken_for_the_one_at_the_place():
    size = 90.0
    assert profile_place.agree(Box(3, 0, 93, 90), Box(0, 0, size, size), 9)
    assert not profile_place.agree(Box(10, 0, 100, 90), Box(0, 0, size, size), 9)
    assert not profile_place.agree(Box(0, 0, 90, 80), Box(0, 0, size, size), 9)
