"""Between the cells: clean at rest, covered by tiles that slide, crossed by letters and boxes."""

import numpy as np
import pytest

from gridpilot.games.twenty48.reading import tile_gaps
from gridpilot.geometry import Box

FRAME, TILE, INK = (160, 173, 187), (218, 228, 238), (30, 30, 40)
SIDE, GAP, COUNT = 60, 8, 3
BOXES = tuple(
    Box(x, y, x + SIDE, y + SIDE)
    for y in range(GAP, COUNT * (SIDE + GAP), SIDE + GAP)
    for x in range(GAP, COUNT * (SIDE + GAP), SIDE + GAP)
)


def board():
    length = GAP + COUNT * (SIDE + GAP)
    view = np.full((length, length, 3), FRAME, np.uint8)
    for box in BOXES:
        view[int(box.y0) : int(box.y1), int(box.x0) : int(box.x1)] = TILE
    return view


def look(view):
    return tile_gaps.look(view, BOXES, COUNT)


def test_every_pair_of_neighbours_has_a_gap():
    seen = look(board())
    assert len(seen.cells) == 2 * COUNT * (COUNT - 1)
    assert sorted(map(tuple, seen.cells.tolist()))[:3] == [(0, 1), (0, 3), (1, 2)]


def test_at_rest_nothing_is_in_the_gaps():
    seen = look(board())
    assert not seen.left.any()
    assert not seen.crossed.any()


def test_a_tile_on_its_way_lies_over_a_gap():
    view = board()
    y, x = GAP, GAP + 30
    view[y : y + SIDE, x : x + SIDE] = (121, 177, 242)
    assert look(view).left[0].any()


def apart():
    """Cells in frames of their own, which meet at the sides; above and below them the ground shows."""
    boxes = tuple(Box(x, y, x + SIDE, y + SIDE) for y in (8, 80, 152) for x in (8, 72, 136))
    view = np.full((220, 204, 3), (28, 28, 28), np.uint8)
    for x0, y0, x1, y1 in ((int(box.x0), int(box.y0), int(box.x1), int(box.y1)) for box in boxes):
        view[y0 - 2 : y1 + 2, x0 - 2 : x1 + 2] = (51, 51, 51)
        view[y0:y1, x0:x1] = (30, 30, 30)
    return view, boxes


def test_gaps_between_rows_may_be_unlike_those_between_columns():
    view, boxes = apart()
    assert not tile_gaps.look(view, boxes, COUNT).left.any()


@pytest.mark.parametrize("tile", [0, 4])
@pytest.mark.parametrize("way", [(0, 30), (30, 0)])
def test_a_tile_on_its_way_lies_over_either_kind_of_gap(tile: int, way: tuple[int, int]):
    view, boxes = apart()
    x, y = int(boxes[tile].x0) + way[0], int(boxes[tile].y0) + way[1]
    view[y : y + SIDE, x : x + SIDE] = TILE
    assert tile_gaps.look(view, boxes, COUNT).left.any()


@pytest.mark.parametrize("shift", [-15, 0, 10])
def test_a_stroke_across_a_gap_is_seen(shift):
    view = board()
    middle = len(view) // 2 + shift
    view[middle - 2 : middle + 3, 20:-20] = INK
    seen = look(view)
    assert seen.crossed.any()


def test_a_number_that_is_wider_than_its_tile_crosses_nothing():
    """Its label has the tile's colour, and reaches over a part of the gap."""
    view = board()
    view[GAP + 15 : GAP + 45, GAP : GAP + SIDE + 6] = TILE
    view[GAP + 25 : GAP + 32, GAP + SIDE - 20 : GAP + SIDE + 5] = INK
    assert not look(view).crossed.any()


def test_texture_is_no_stroke():
    rough = np.random.default_rng(1).normal(0, 3, board().shape)
    seen = look(np.clip(board() + rough, 0, 255).astype(np.uint8))
    assert not seen.crossed.any()
    assert not seen.left.any()


def test_lines_of_one_pixel_are_found_beside_where_they_should_be():
    view = np.full((200, 200, 3), TILE, np.uint8)
    for at in (61, 131):
        view[:, at] = view[at] = INK
    boxes = [Box(x, y, x + 68.5, y + 68.5) for y in (-8, 62, 132) for x in (-8, 62, 132)]
    seen = tile_gaps.look(view, boxes, 3)
    assert not seen.left.any()


def test_a_tile_that_keeps_off_lines_of_its_colour_reaches_over_none():
    """As in terminals, which draw lines of characters in one way each, and their ends in another."""
    view = np.zeros((203, 203, 3), np.uint8)
    lines = 66, 135
    for at in lines:
        view[:, at], view[:, at + 1] = (236,) * 3, (84,) * 3
    for at in lines:
        view[at - 8 : at, [66, 67, 135, 136]] = (160, 160, 160)
        view[at], view[at + 1], view[at + 2] = (44,) * 3, (255,) * 3, (44,) * 3
    boxes = [Box(x, y, x + 67 - (x > 0), y + 66) for y in (0, 69, 138) for x in (-1, 68, 137)]
    tile = (229, 229, 229)
    view[73:130, 72:131] = tile
    assert not tile_gaps.look(view, boxes, 3).left.any()
    view[73:130, 72:145] = tile
    assert tile_gaps.look(view, boxes, 3).left.any()
