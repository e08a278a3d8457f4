"""A key of the user's in the middle of a fill: wrong digits are named by cell, and the next press ends verified."""

import pytest
from bench_user_keys import bench

pytestmark = pytest.mark.gui


def test_a_digit_that_a_key_sent_into_another_cell_is_named_and_put_right():
    """200 keys: scripts/bench_user_keys.py. The user's own rarely do that; an arrow key by XTEST does."""
    with bench(seed=7) as made:
        tally = made.many("practice", lambda tally: tally.wrong > 0, injected=True)
    assert tally.unnamed == 0, tally
    assert tally.verified == tally.jobs, tally


def test_the_user_s_own_digit_is_named_and_left_alone():
    with bench(seed=8) as made:
        tally = made.many("keys after a click", lambda tally: tally.own > 0)
    assert (tally.unnamed, tally.changed) == (0, 0), tally
    assert tally.verified == tally.jobs, tally
