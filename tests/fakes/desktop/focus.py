"""Windows as a test sets them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.outcome import StopReason

if TYPE_CHECKING:
    from gridpilot.geometry import Point, Rect
    from gridpilot.window import Window


class FakeFocus:
    """`windows` holds all visible windows by handle; `active` is the handle of the focused one; `above` is where
    another program's window lies over them. Change all at will.
    """

    def __init__(self, *windows: Window) -> None:
        self.windows = {window.handle: window for window in windows}
        self.active: int | None = windows[0].handle if windows else None
        self.above: Rect | None = None

    def focused(self) -> Window | None:
        return None if self.active is None else self.windows.get(self.active)

    def window(self, handle: int) -> Window | None:
        return self.windows.get(handle)

    def hindrance(self, window: Window, at: Point | None = None) -> StopReason | None:
        focused = self.windows.get(self.active) if self.active is not None else None
        if focused is None or focused.handle != window.handle:
            return StopReason.FOCUS_LOST
        if focused.content != window.content:
            return StopReason.WINDOW_MOVED
        return StopReason.COVERED if at is not None and self.above is not None and at in self.above else None

    def visible(self) -> tuple[Window, ...]:
        return tuple(self.windows.values())

    def activate(self, handle: int) -> None:
        self.active = handle if handle in self.windows else self.active
