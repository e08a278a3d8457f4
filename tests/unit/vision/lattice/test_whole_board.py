"""A board is found whole: rows too many are left out, missing ones are added."""

import numpy as np
import pytest

from gridpilot.geometry import Box
from gridpilot.vision.lattice import whole_board
from gridpilot.vision.lattice.search import Lattice

PITCH, TILE = 60, 50


def board(rows, cols, left=100, top=90):
    view = np.full((top + rows * PITCH + 120, left + cols * PITCH + 150, 3), 245, np.uint8)
    view[top - 10 : top + rows * PITCH, left - 10 : left + cols * PITCH] = 120
    for row in range(rows):
        for col in range(cols):
            y, x = top + row * PITCH, left + col * PITCH
            view[y : y + TILE, x : x + TILE] = 200
    return view


def lattice(rows, cols, left=100, top=90):
    across = tuple((left + c * PITCH, left + c * PITCH + TILE) for c in range(cols))
    return Lattice(across, tuple((top + r * PITCH, top + r * PITCH + TILE) for r in range(rows)), 0.9)


@pytest.mark.parametrize(("rows", "cols"), [(3, 3), (3, 4), (4, 3), (5, 7), (7, 7)])
def test_a_part_of_a_board_is_widened_to_the_whole(rows, cols):
    columns, lines = whole_board.fitted(board(rows, cols), lattice(3, 3), 8)
    assert (len(lines), len(columns)) == (rows, cols)
    assert (columns[0][0], lines[0][0]) == (100, 90)


@pytest.mark.parametrize(("left", "top"), [(40, 90), (100, 30), (40, 30)])
def test_a_row_beside_the_board_is_left_out(left, top):
    columns, lines = whole_board.fitted(board(4, 4), lattice(5, 5, left, top), 8)
    assert (len(lines), len(columns)) == (4, 4)
    assert (columns[0][0], lines[0][0]) == (100, 90)


def test_ground_without_cells_is_no_board():
    assert whole_board.fitted(np.full((400, 400, 3), 245, np.uint8), lattice(3, 3), 8) is None


def test_a_table_that_goes_on_and_on_is_one_too_large():
    columns, _ = whole_board.fitted(board(3, 12), lattice(3, 3), 8)
    assert len(columns) == 9


def test_the_places_beside_a_board_name_their_neighbours_in_it():
    found = whole_board.beside(lattice(3, 4).columns, lattice(3, 4).rows)
    assert len(found) == 2 * (3 + 4)
    assert [cell for box, cell in found if box.x1 < 100] == [(0, 0), (1, 0), (2, 0)]
    assert [cell for box, cell in found if box.y0 > 90 + 3 * PITCH - 1] == [(2, 0), (2, 1), (2, 2), (2, 3)]


def test_a_tile_has_a_ground_of_its_own_and_a_heading_over_the_board_has_none():
    view = board(4, 4)
    tile = Box(100, 90, 100 + TILE, 90 + TILE)
    assert whole_board.edged(view, tile, PITCH - TILE)
    over = Box(100, 90 - PITCH, 100 + TILE, 90 - PITCH + TILE)
    view[35:75, 85:160] = np.where(np.arange(75)[None, :, None] % 12 < 5, 60, 245)  # the strokes of large letters
    assert not whole_board.edged(view, over, PITCH - TILE)


@pytest.mark.parametrize("turns", range(4))
@pytest.mark.parametrize("left_of_cell", [4, 20, 45])
def test_a_board_that_goes_on_to_the_pictures_rim_is_cut_off(turns, left_of_cell):
    view = board(4, 5)[:, : 100 + 4 * PITCH + left_of_cell]
    seen = lattice(4, 4)
    for _ in range(turns):
        seen = Lattice(seen.rows, whole_board._mirrored(seen.columns, view.shape[1]), 0.9)
        view = np.rot90(view)
    assert whole_board.cut_off(view, seen.columns, seen.rows)


def test_a_last_column_that_is_narrower_and_ends_at_the_rim_is_cut_off():
    view = board(4, 4)[:, : 100 + 3 * PITCH + 40]
    columns = (*lattice(4, 3).columns, (100 + 3 * PITCH, 100 + 3 * PITCH + 40))
    assert whole_board.cut_off(view, columns, lattice(4, 4).rows)


def test_a_whole_board_near_the_rim_is_not_cut_off():
    view, seen = board(4, 4), lattice(4, 4)
    for room in (0, 5, 20, 50):
        assert not whole_board.cut_off(view[:, : 100 + 4 * PITCH - 10 + room], seen.columns, seen.rows)
