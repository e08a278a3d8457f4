"""Pictures from a callable, so that a simulated game can draw its present state."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.capture import Capture
    from gridpilot.geometry import Rect


class FakeScreen:
    """`areas` are the rectangles that were asked for."""

    asks = False

    def __init__(self, picture: Callable[[Rect], Capture]) -> None:
        self.picture = picture
        self.areas: list[Rect] = []

    def capture(self, area: Rect) -> Capture:
        self.areas.append(area)
        return self.picture(area)
