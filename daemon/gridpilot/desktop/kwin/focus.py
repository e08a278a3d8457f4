"""Which window has the focus, by the word of KWin's script."""

from __future__ import annotations

from collections.abc import Callable

from gridpilot.desktop.kwin.windows import Facts, Told, Windows
from gridpilot.desktop.shared.activation import await_focus
from gridpilot.desktop.wayland.wire import says_when_lost
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason
from gridpilot.window import Window


class KWinFocus:
    def __init__(self, windows: Windows) -> None:
        self._windows = windows

    def focused(self) -> Window | None:
        active = self._windows.told().active
        return active.window if active is not None and _may_be_filled(active) else None

    def window(self, handle: int) -> Window | None:
        found = self._found(handle)
        return found.window if found is not None and found.here else None

    def hindrance(self, window: Window, at: Point | None = None) -> StopReason | None:
        """As KWin told last: one that comes over the window without the focus, and without a change of its place, is
        told with the next change. What KWin draws itself is told to nobody.
        """
        told = self._windows.told()
        mine = told.active
        if mine is None or mine.window.handle != window.handle:
            return StopReason.FOCUS_LOST
        if mine.window.content != window.content:
            return StopReason.WINDOW_MOVED
        return StopReason.COVERED if at is not None and _is_covered(told, mine, at) else None

    def exists(self, handle: int) -> bool:
        return self._found(handle) is not None

    def visible(self) -> tuple[Window, ...]:
        told = sorted(self._windows.told().windows, key=lambda each: each.order, reverse=True)
        return tuple(each.window for each in told if each.here and _may_be_filled(each))

    @says_when_lost
    def activate(self, handle: int) -> None:
        self._windows.activate(handle)
        await_focus(lambda: (found := self.focused()) is not None and found.handle == handle)

    def _found(self, handle: int) -> Facts | None:
        return next((each for each in self._windows.told().windows if each.window.handle == handle), None)


def _is_covered(told: Told, mine: Facts, at: Point) -> bool:
    over = (each for each in told.windows if each.order > mine.order and each.here and not each.desk)
    return any(at in each.outer for each in over)


def _may_be_filled(facts: Facts) -> bool:
    return facts.usual and not facts.desk


class KWinFollower:
    """Tells when another window gets the focus. Clicks are told to nobody."""

    def __init__(self, windows: Windows, on_change: Callable[[], None]) -> None:
        self._windows = windows
        self._on_change = on_change
        self._before = _active(windows)
        self._end = windows.hear(self._look)

    def stop(self) -> None:
        self._end()

    def _look(self) -> None:
        now = _active(self._windows)
        if now != self._before:
            self._before = now
            self._on_change()


def _active(windows: Windows) -> int:
    active = windows.told().active
    return active.window.handle if active else 0
