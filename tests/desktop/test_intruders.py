"""Whatever window comes in the middle of a job, or locks the screen: it gets no digit, no click, one arrow at most."""

import pytest
from bench_intruders import GAMES, LOCKS, THEFTS, bench

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("name", GAMES)
def test_nothing_of_a_job_reaches_a_window_that_comes_in_between(name: str):
    """300 thefts and 100 locks: scripts/bench_intruders.py."""
    with bench(seed=5) as made:
        for kind in (*THEFTS, *LOCKS):
            tally = made.many(name, kind, 1)
            assert (tally.digits, tally.clicks, tally.wrong) == (0, 0, 0), (kind[0], tally)
            assert tally.most <= 1, (kind[0], tally)
            expected = {"covered", "grabbed", "focus-lost"} if kind in LOCKS else {"focus-lost"}
            assert {*tally.reasons} <= expected, (kind[0], tally)
