"""The window of a job, where nobody tells which one has the focus: the whole monitor.

The board in it is found by its look, the one at the pointer or else the largest. Whether it is still there, and still
the same, is seen by what it shows, after each few keys; keys go to whichever window has the focus, and a click on the
board gives it to that board's.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gridpilot.desktop.portal.cast import Cast
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window

HANDLE = 1
HOLDS = 1.0  # s for which an answer is right, as it is asked for at each look


class WholeMonitor:
    def __init__(
        self, cast: Cast, monitors: Callable[[], tuple[Rect, ...]], programs: Callable[[], tuple[str, ...]]
    ) -> None:
        """`monitors`: where they all lie, in points; `programs`: the names of those that run, as far as is told."""
        self._cast = cast
        self._monitors = monitors
        self._programs = programs
        self._known: tuple[float, Window | None] = (float("-inf"), None)

    def focused(self) -> Window | None:
        """The monitor that is shared, or was the last time; before that the first. None where there is none."""
        if time.monotonic() > self._known[0] + HOLDS:
            self._known = time.monotonic(), self._found()
        return self._known[1]

    def _found(self) -> Window | None:
        there, known = self._monitors(), self._cast.monitor()
        area = known if known in there else next(iter(there), None)
        if area is None:
            return None
        return Window(HANDLE, "", "", "", 0, "", "", area, whole_screen=True, programs=self._programs())

    def window(self, handle: int) -> Window | None:
        return self.focused() if handle == HANDLE else None

    def hindrance(self, window: Window, at: Point | None = None) -> StopReason | None:  # noqa: ARG002 - not told
        """Nobody tells of other windows; that the monitors are others is seen."""
        return None if self._cast.monitor() == window.content else StopReason.WINDOW_MOVED

    def visible(self) -> tuple[Window, ...]:
        found = self.focused()
        return (found,) if found else ()

    def activate(self, handle: int) -> None:
        """There is but one."""
