"""Sixty boards of the soak, one after the other, with a user who interferes and faults of the machine between."""

import pytest
from soak import run

pytestmark = pytest.mark.gui

BOARDS = 60
"""The worker is killed at the 46th and was weighed for long enough by then to tell growth; the next one has to work."""


def test_sixty_boards_leave_no_wrong_digit_no_key_down_and_nothing_grown():
    soak = run(seed=4, boards=BOARDS)
    assert soak.faults + soak.weights.growth() == [], (soak.ends, soak.weights.table())
