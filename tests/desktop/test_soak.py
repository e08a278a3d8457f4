"""A minute of the soak: board after board, with a user who interferes and faults of the machine between."""

import pytest
from soak import run

pytestmark = pytest.mark.gui


def test_a_minute_of_use_leaves_no_wrong_digit_no_key_down_and_nothing_grown():
    soak = run(minutes=1.2, seed=4)
    assert soak.faults + soak.weights.growth() == [], soak.ends
