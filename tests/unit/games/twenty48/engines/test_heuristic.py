"""What rows are worth where the search stops."""

from dataclasses import replace

import numpy as np
import pytest

from gridpilot.games.twenty48.engines.bitboard import cells
from gridpilot.games.twenty48.engines.heuristic import BEST, SCALE, Weights, worth

NONE = Weights(room=0, pair=0, order=0, total=0)
ROWS = [tuple(row) for row in cells().tolist()]


def of(row: tuple[int, ...], **weights: float) -> float:
    return worth(replace(NONE, **weights))[ROWS.index(row)] / SCALE


@pytest.mark.parametrize(
    ("row", "pairs"),
    [
        ((1, 2, 3, 4), 0),
        ((1, 1, 3, 4), 2),
        ((1, 0, 1, 4), 2),  # nothing between them: they meet when they slide
        ((1, 2, 1, 1), 2),
        ((2, 2, 2, 2), 4),
        ((1, 1, 2, 2), 4),
        ((0, 0, 0, 0), 0),
    ],
)
def test_pairs_are_counted_as_tiles_that_can_meet_their_equal(row, pairs):
    assert of(row, pair=1) == pairs


def test_room_is_the_number_of_empty_cells():
    assert [of(row, room=1) for row in ((0, 0, 0, 0), (1, 0, 2, 0), (1, 2, 3, 4))] == [4, 2, 0]


def test_order_costs_nothing_in_a_row_that_falls_or_climbs_all_the_way():
    assert of((4, 3, 2, 1), order=1) == of((1, 2, 3, 4), order=1) == 0
    assert of((4, 1, 3, 2), order=1) < 0


def test_a_large_tile_out_of_order_costs_more_than_a_small_one():
    assert of((11, 1, 11, 1), order=1) < of((5, 1, 5, 1), order=1)


def test_merging_large_tiles_lowers_the_penalty_on_the_sum():
    assert of((11, 0, 0, 0), total=1) > of((10, 10, 0, 0), total=1)


def test_a_row_is_worth_as_much_as_its_mirror_image():
    rows = worth(BEST)
    mirrored = [ROWS.index(row[::-1]) for row in ROWS[::97]]
    assert np.array_equal(rows[::97], rows[mirrored])
