import numpy as np
import pytest

from gridpilot.games.twenty48.reading import new_tile
from gridpilot.games.twenty48.reading.looks import Swatch
from gridpilot.geometry import Box

EMPTY, TWO, FOUR, INK = (174, 191, 205), (90, 233, 252), (52, 226, 138), (255, 255, 255)
CELL = Box(10, 20, 110, 120)


def swatches(two=TWO, four=FOUR):
    return tuple(Swatch(value, tuple(map(float, colour)), b"") for value, colour in ((0, EMPTY), (2, two), (4, four)))


def cell(colour, size=1.0, opacity=1.0, empty=EMPTY):
    """An empty cell with a tile of a share of its size in the middle, and a number on it."""
    picture = np.full((140, 130, 3), empty, float)
    half = 50 * size
    for side, ink in ((half, colour), (half * 0.25, INK)):
        part = picture[round(70 - side) : round(70 + side), round(60 - side) : round(60 + side)]
        part += opacity * (np.array(ink) - part)
    return picture.round().astype(np.uint8)


RAMPS = new_tile.ramps(swatches(), (2, 4))


@pytest.mark.parametrize(("value", "colour"), [(2, TWO), (4, FOUR)])
@pytest.mark.parametrize(("size", "opacity"), [(1, 1), (0.6, 1), (1.15, 1), (1, 0.5), (0.7, 0.7)])
def test_a_tile_is_told_while_it_grows_or_fades_in(value, colour, size, opacity):
    assert RAMPS is not None
    assert new_tile.value(cell(colour, size, opacity), CELL, RAMPS) == value


@pytest.mark.parametrize(("size", "opacity"), [(0, 1), (0.2, 1), (1, 0.05)])
def test_too_little_of_a_tile_is_none(size, opacity):
    assert new_tile.value(cell(TWO, size, opacity), CELL, RAMPS) is None


def test_a_colour_of_no_value_that_may_come_is_none():
    assert new_tile.value(cell((62, 175, 252)), CELL, RAMPS) is None


def test_a_cell_that_shows_two_tiles_is_none():
    picture = cell(TWO)
    picture[:, 80:] = FOUR
    assert new_tile.value(picture, CELL, RAMPS) is None


def test_values_of_one_colour_are_not_told_by_it():
    assert new_tile.ramps(swatches(four=TWO), (2, 4)) is None


def test_a_value_whose_colour_another_has_on_its_way_is_not_told_by_it():
    half_way = tuple((one + other) / 2 for one, other in zip(EMPTY, FOUR, strict=True))
    assert new_tile.ramps(swatches(two=half_way), (2, 4)) is None


def test_nothing_is_told_before_all_values_that_may_come_were_seen():
    assert new_tile.ramps(swatches()[:2], (2, 4)) is None


@pytest.mark.parametrize(("value", "colour"), [(2, TWO), (4, (78, 219, 245))])
@pytest.mark.parametrize("opacity", [0.1, 0.2, 0.3, 0.5, 1])
def test_a_colour_near_another_is_never_taken_for_it(value, colour, opacity):
    near = new_tile.ramps(swatches(four=(78, 219, 245)), (2, 4))
    assert near is not None
    told = new_tile.value(cell(colour, opacity=opacity), CELL, near)
    assert told == value if opacity == 1 else told in {None, value}
