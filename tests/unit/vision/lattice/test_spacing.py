"""Evenly spaced cells: outer columns that were hardly seen are where the others say."""

from __future__ import annotations

import numpy as np
import pytest

from gridpilot.vision.lattice.spacing import evened

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
