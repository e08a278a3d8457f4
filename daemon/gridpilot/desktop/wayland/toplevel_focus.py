"""Which window has the focus, where the compositor tells that, and of its place no more than the monitor: then that is
the content, and the board in it is found by its look, the one at the pointer or else the largest.

Other windows may lie on that monitor, and the board be one of theirs. A click on it gives them the focus, which ends
the job before a key is pressed; so keys come after a click, unless the window has the monitor to itself.
"""

from __future__ import annotations

from gridpilot.desktop.shared.activation import await_focus
from gridpilot.desktop.wayland.toplevels import ACTIVATED, FULLSCREEN, Toplevel, Toplevels
from gridpilot.desktop.wayland.wire import says_when_lost
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason
from gridpilot.window import Window


class ToplevelFocus:
    def __init__(self, toplevels: Toplevels) -> None:
        self._toplevels = toplevels

    @says_when_lost
    def focused(self) -> Window | None:
        return next((self._window(each) for each in self._toplevels.current() if ACTIVATED in each.states), None)

    @says_when_lost
    def window(self, handle: int) -> Window | None:
        return next((self._window(each) for each in self._toplevels.current() if each.handle == handle), None)

    @says_when_lost
    def hindrance(self, window: Window, at: Point | None = None) -> StopReason | None:  # noqa: ARG002 - not told
        focused = self.focused()
        if focused is None or focused.handle != window.handle:
            return StopReason.FOCUS_LOST
        return None if focused.content == window.content else StopReason.WINDOW_MOVED

    def exists(self, handle: int) -> bool:
        return self.window(handle) is not None

    def visible(self) -> tuple[Window, ...]:
        """The one with the focus: of the others nobody tells which lie over which."""
        found = self.focused()
        return (found,) if found else ()

    @says_when_lost
    def is_alone(self, handle: int) -> bool:
        """Whether nothing else is on its monitor that could have the board. What is maximized may have some over it."""
        here = self._toplevels.current()
        mine = next((each for each in here if each.handle == handle), None)
        if mine is None:
            return False
        others = (each for each in here if each is not mine and set(each.outputs) & set(mine.outputs))
        return FULLSCREEN in mine.states or not any(others)

    @says_when_lost
    def activate(self, handle: int) -> None:
        self._toplevels.activate(handle)
        await_focus(lambda: (found := self.focused()) is not None and found.handle == handle)

    def _window(self, one: Toplevel) -> Window:
        return Window(one.handle, one.title, one.app_id, one.app_id, 0, "", "", self._toplevels.monitor(one))
