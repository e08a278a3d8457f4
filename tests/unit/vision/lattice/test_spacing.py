"""Evenly spaced cells: outer columns that were hardly seen are where the others say."""

from __future__ import annotations

import numpy as np
import pytest

from gridpilot.vision.lattice.spacing import evened, of_one_length, spread

COLUMNS = np.array([(10 + 42 * i, 50 + 42 * i) for i in range(9)], float)


@pytest.mark.parametrize("place", [0, 8])
def test_an_outer_column_of_which_keys_beside_the_board_were_seen_is_put_right(place):
    seen = np.ones(9)
    seen[place] = 0.2
    off = COLUMNS.copy()
    off[place] += 9
    found, uneven = evened(off, seen, 3)
    assert np.abs(found - COLUMNS).max() < 1
    assert uneven == 0


def test_an_outer_column_that_was_seen_stays_where_it_is_and_counts_as_uneven():
    off = COLUMNS.copy()
    off[8] += 9
    found, uneven = evened(off, np.ones(9), 3)
    assert (found == off).all()
    assert uneven > 0.05


def test_gaps_between_boxes_are_even():
    gaps = COLUMNS + 4 * (np.arange(9) // 3)[:, None]
    assert evened(gaps, np.ones(9), 3)[1] == 0


def test_columns_of_several_widths_are_even_where_their_gaps_are():
    ends = np.cumsum([54, 54, 54, 44, 44, 44, 32, 31, 31]) + 2.0 * np.arange(9)
    table = np.stack([ends - [54, 54, 54, 44, 44, 44, 32, 31, 31], ends], axis=1)
    assert evened(table, np.ones(9), 3)[1] > 0.1
    assert evened(of_one_length(table), np.ones(9), 3)[1] == 0
    table[8] += 12  # keys beside a board of eight columns
    assert evened(of_one_length(table), np.ones(9), 3)[1] > 0.1


def test_columns_spread_to_the_lines_keep_their_own_width():
    assert spread([(10, 40), (44, 104), (106, 126)]) == ((10, 41), (43, 104), (106, 126))
