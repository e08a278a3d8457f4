"""Tells a hand on the mouse from a knocked table."""

BUMP = 6.0  # pixels in sum that a knocked table may move the pointer; not tuned
SETTLING = 0.3  # s that a hand may take from the hotkey to the mouse; not tuned
SETTLING_BUMP = 20.0  # pixels by which it may nudge the mouse until then; not tuned


class Motion:
    """Tells a hand on the mouse from a bump. `began` and `now` are seconds on one clock, distances are pixels."""

    def __init__(self, began: float) -> None:
        self._settled_at = began + SETTLING
        self._limit = SETTLING_BUMP
        self._sum = 0.0

    def is_a_hand(self, distance: float, now: float) -> bool:
        """Whether the pointer, with this motion, has been moved on purpose."""
        if self._limit == SETTLING_BUMP and now > self._settled_at:
            self._limit, self._sum = BUMP, 0.0
        self._sum += distance
        return self._sum > self._limit
