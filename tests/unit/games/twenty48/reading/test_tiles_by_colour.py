"""The palette of a board that was read: only what it shows beyond doubt, and only colours that stand for one value."""

import numpy as np

from gridpilot.games.twenty48.reading import tiles_by_colour
from gridpilot.geometry import Box, Cell
from gridpilot.reading import CellReading, Kind, Reading

COLOURS = {0: (205, 193, 180), 2: (238, 228, 218), 4: (237, 224, 200), 8: (60, 58, 50), 16: (60, 58, 50)}
VALUES = (0, 2, 4, 8, 16, 2, 2, 0, 0)


def board(doubts: tuple[Cell, ...] = ()) -> tuple[np.ndarray, Reading]:
    pixels = np.zeros((180, 180, 3), np.uint8)
    boxes = tuple(Box(c * 60, r * 60, c * 60 + 60, r * 60 + 60) for r in range(3) for c in range(3))
    for box, value in zip(boxes, VALUES, strict=True):
        pixels[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)] = COLOURS[value][::-1]
    cells = tuple(CellReading(value, Kind.GIVEN if value else Kind.BLANK, 1.0) for value in VALUES)
    return pixels, Reading(3, cells, boxes, Box(0, 0, 180, 180), doubts)


def seen(doubts: tuple[Cell, ...] = ()) -> dict[int, tuple[int, int, int]]:
    return {shade.values[0]: shade.colour for shade in tiles_by_colour.seen(*board(doubts))}


def test_a_palette_says_what_each_colour_stands_for():
    assert seen() == {value: COLOURS[value] for value in (0, 2, 4)}


def test_a_colour_of_two_values_is_left_to_their_numbers():
    assert all(shade.values == (0,) or shade.colour != COLOURS[8] for shade in tiles_by_colour.seen(*board()))


def test_a_cell_in_doubt_says_nothing():
    assert 4 not in seen((Cell(0, 2),))
