"""Which window is in front, and where: from the window server's own list, in points, which is current in every process.

The rectangle includes the title bar: only a program with the permission Accessibility could ask for less, and the board
is found in the picture anyway. Titles are empty without the permission Screen Recording.
"""

import os
from collections.abc import Iterator
from typing import Any

from gridpilot.desktop.shared.activation import await_focus
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window

NORMAL = 0  # the layer of programs' windows; menus, the Dock and panels lie in others
EVEN_OVER_OTHERS = 2  # NSApplicationActivateIgnoringOtherApps


class MacFocus:
    def focused(self) -> Window | None:
        return next((_window(facts) for facts in listed()), None)

    def window(self, handle: int) -> Window | None:
        return next((_window(facts) for facts in listed() if facts["kCGWindowNumber"] == handle), None)

    def hindrance(
        self,
        window: Window,
        at: Point | None = None,  # noqa: ARG002 - nothing lies over it but panels
    ) -> StopReason | None:
        return hindrance(window)

    def visible(self) -> tuple[Window, ...]:
        return tuple(_window(facts) for facts in listed())

    def activate(self, handle: int) -> None:
        """Brings the program to the front; which of its windows comes first is its own affair."""
        import AppKit

        window = self.window(handle)
        if window is None:
            return
        program = AppKit.NSRunningApplication.runningApplicationWithProcessIdentifier_(window.pid)
        if program is not None:
            program.activateWithOptions_(EVEN_OVER_OTHERS)
        await_focus(lambda: (front := self.focused()) is not None and front.handle == handle)


def hindrance(window: Window) -> StopReason | None:
    """What keeps the window from its user."""
    front = next((_window(facts) for facts in listed()), None)
    if front is None or front.handle != window.handle:
        return StopReason.FOCUS_LOST
    return None if front.content == window.content else StopReason.WINDOW_MOVED


def listed() -> Iterator[Any]:
    """The window server's facts of other programs' windows that can be seen, the front one first."""
    import Quartz

    wanted = Quartz.kCGWindowListOptionOnScreenOnly | Quartz.kCGWindowListExcludeDesktopElements
    for facts in Quartz.CGWindowListCopyWindowInfo(wanted, Quartz.kCGNullWindowID) or ():
        if facts["kCGWindowLayer"] == NORMAL and facts["kCGWindowOwnerPID"] != os.getpid():
            yield facts


def _window(facts: Any) -> Window:
    import AppKit

    bounds, pid = facts["kCGWindowBounds"], int(facts["kCGWindowOwnerPID"])
    program = AppKit.NSRunningApplication.runningApplicationWithProcessIdentifier_(pid)
    url = program.executableURL() if program is not None else None
    return Window(
        handle=int(facts["kCGWindowNumber"]),
        title=str(facts.get("kCGWindowName") or ""),
        instance="",
        class_name=str(facts.get("kCGWindowOwnerName") or ""),
        pid=pid,
        executable=str(url.path()) if url is not None else "",
        command_line="",
        content=Rect(*(int(bounds[name]) for name in ("X", "Y", "Width", "Height"))),
    )
