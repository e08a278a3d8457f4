"""The window of a job, where nobody tells which one has the focus: the whole monitor.

The board in it is found by its look, the one at the pointer or else the largest. Whether it is still there, and still
the same, is seen by what it shows, after each few keys; keys go to whichever window has the focus, and a click on the
board gives it to that board's.
"""

from __future__ import annotations

from collections.abc import Callable

from gridpilot.desktop.portal.cast import Cast
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window

HANDLE = 1


class WholeMonitor:
    def __init__(self, cast: Cast, monitors: Callable[[], tuple[Rect, ...]]) -> None:
        """`monitors`: where they all lie, in points."""
        self._cast = cast
        self._monitors = monitors

    def focused(self) -> Window | None:
        """The monitor that is shared, or was the last time; before that the first. None where there is none."""
        there, known = self._monitors(), self._cast.monitor()
        area = known if known in there else next(iter(there), None)
        return Window(HANDLE, "", "", "", 0, "", "", area, whole_screen=True) if area else None

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
