"""What is shown over a board at present; it is taken down before any picture is taken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridpilot.pilot.abort import Abort
from gridpilot.pilot.picture_changes import same_picture

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.capture import Capture
    from gridpilot.desktop import Overlay, Screen
    from gridpilot.drawing import Drawing
    from gridpilot.outcome import StopReason
    from gridpilot.pilot.clock import Clock
    from gridpilot.window import Window

SECONDS = 20.0  # for which it is shown
BETWEEN_LOOKS, STILL, LONGEST = 0.01, 0.1, 0.5
"""Seconds: from one picture to the next until programs have drawn again what was below; without a change, for where
that does not look as it did; and at most. Not tuned.
"""


@dataclass(frozen=True, slots=True)
class Below:
    """What a window looked like before anything was drawn over it."""

    window: Window
    picture: Capture


class Shown:
    def __init__(self, overlay: Overlay, screen: Screen, clock: Clock) -> None:
        self._overlay = overlay
        self._screen = screen
        self._clock = clock
        self._below: Below | None = None

    def put_up(
        self, drawing: Drawing, window: Window, picture: Capture, on_gone: Callable[[StopReason], None] = lambda _: None
    ) -> None:
        """`picture`: the window's, from which the board was read."""
        self._below = Below(window, picture)
        self._overlay.show(drawing, window, SECONDS, on_gone)

    def take_down(self) -> None:
        """Returns once it is on no picture any more. Also where it has just gone by itself: what was below may still
        have to be drawn.
        """
        below, self._below = self._below, None
        self._overlay.hide()
        if below is None:
            return
        begun = changed = self._clock.now()
        seen, nobody = below.picture, Abort()
        while (now := self._clock.now()) - begun < LONGEST and now - changed < STILL:
            before, seen = seen, self._screen.capture(below.window.content)
            if seen.view != below.picture.view or same_picture(seen, below.picture):
                return
            if not same_picture(before, seen):
                changed = now
            self._clock.wait(BETWEEN_LOOKS, nobody)

    def is_up(self) -> bool:
        return self._overlay.shown()
