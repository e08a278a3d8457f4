"""Where this process has put the pointer, told from where its user moves it: the desktop tells of both, and of some of
ours late.
"""

from __future__ import annotations

from collections import deque

from gridpilot.geometry import Point

PLACES = 64  # so many are remembered
NEAR = 2.0  # by which a place that is told may differ from the one asked for, at scales of a quarter


class OwnPlaces:
    """One thread adds, another asks."""

    def __init__(self) -> None:
        self._ours: deque[Point] = deque(maxlen=PLACES)

    def add(self, at: Point) -> None:
        self._ours.append(at)

    def clear(self) -> None:
        self._ours.clear()

    def away(self, at: Point) -> float:
        """How far it is from the nearest of them; 0 where that is nobody's doing, as before the first of ours."""
        if not self._ours:
            self._ours.append(at)
        nearest = min(abs(at.x - each.x) + abs(at.y - each.y) for each in tuple(self._ours))
        return nearest if nearest > NEAR else 0.0
