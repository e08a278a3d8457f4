"""Five minutes of the soak: board after board, with a user who interferes and faults of the machine between."""

import pytest
from soak import run

pytestmark = pytest.mark.gui


def test_five_minutes_of_use_leave_no_wrong_digit_no_key_down_and_nothing_grown():
    soak = run(minutes=5, seed=4)
    assert soak.faults + soak.weights.growth() == [], soak.ends
