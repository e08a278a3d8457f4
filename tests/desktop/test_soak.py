"""A hundred boards of the soak, one after the other, with a user who interferes and faults of the machine between."""

import pytest
from soak import run

pytestmark = pytest.mark.gui

BOARDS = 100
"""The worker is killed at the 46th; both it and the next are weighed for long enough to tell growth."""


def test_a_hundred_boards_leave_no_wrong_digit_no_key_down_and_nothing_grown():
    soak = run(seed=4, boards=BOARDS)
    assert soak.faults + soak.weights.growth() == [], (soak.ends, soak.weights.table())
