"""Which window has the focus, by sway's own word."""

from __future__ import annotations

from gridpilot.desktop.shared.activation import await_focus
from gridpilot.desktop.wayland import sway_tree
from gridpilot.desktop.wayland.sway_ipc import SwayIpc
from gridpilot.desktop.wayland.wire import says_when_lost
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason
from gridpilot.window import Window


class SwayFocus:
    def __init__(self, path: str | None = None) -> None:
        self._ipc = SwayIpc(path)

    @says_when_lost
    def focused(self) -> Window | None:
        found = sway_tree.focused(self._ipc.tree())
        return sway_tree.window(found) if found else None

    @says_when_lost
    def window(self, handle: int) -> Window | None:
        return next((sway_tree.window(each) for each in self._nodes() if each["id"] == handle), None)

    @says_when_lost
    def hindrance(self, window: Window, at: Point | None = None) -> StopReason | None:
        """Nobody tells where a program's menus lie, nor what panels and notices cover."""
        nodes = self._nodes()
        mine = next((each for each in nodes if each["id"] == window.handle), None)
        if mine is None or not mine.get("focused"):
            return StopReason.FOCUS_LOST
        if sway_tree.content(mine) != window.content:
            return StopReason.WINDOW_MOVED
        if at is None:
            return None
        top = next((each for each in nodes if at in sway_tree.outer(each)), None)
        return None if top is mine else StopReason.COVERED

    @says_when_lost
    def exists(self, handle: int) -> bool:
        """Whether it is there at all, though on another workspace perhaps."""
        return any(each.get("id") == handle for each in sway_tree.everything(self._ipc.tree()))

    @says_when_lost
    def visible(self) -> tuple[Window, ...]:
        return tuple(sway_tree.window(each) for each in self._nodes())

    @says_when_lost
    def activate(self, handle: int) -> None:
        self._ipc.run(f"[con_id={handle}] focus")
        await_focus(lambda: (found := self.focused()) is not None and found.handle == handle)

    def close(self) -> None:
        self._ipc.close()

    def _nodes(self) -> list[sway_tree.Node]:
        return list(sway_tree.windows(self._ipc.tree()))
