"""A desktop that is not there: records what it is asked to do and shows the pictures it is given.

No clock, no thread, no display: a test drives it and reads `input.events` afterwards. `FakeDesk` ties the abilities
together, so that the k-th event can call the watch, as a user's hand would.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from fakes.desktop.focus import FakeFocus
from fakes.desktop.hotkeys import FakeHotkeys
from fakes.desktop.input import Clicked, Dragged, Event, FakeInput, Moved, Pressed
from fakes.desktop.interference import FakeWatch
from fakes.desktop.notices import FakeNotices
from fakes.desktop.screen import FakeScreen
from fakes.desktop.tray import FakeTray

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.capture import Capture
    from gridpilot.geometry import Rect
    from gridpilot.outcome import StopReason
    from gridpilot.window import Window

__all__ = [
    "Clicked",
    "Dragged",
    "Event",
    "FakeDesk",
    "FakeFocus",
    "FakeHotkeys",
    "FakeInput",
    "FakeNotices",
    "FakeScreen",
    "FakeTray",
    "FakeWatch",
    "Moved",
    "Pressed",
]


class FakeDesk:
    """One window in focus, `picture` of it, and a game behind it: `on_event` sees each event after it was recorded."""

    def __init__(
        self,
        window: Window,
        picture: Callable[[Rect], Capture],
        on_event: Callable[[Event], None] = lambda _: None,
    ) -> None:
        self.focus = FakeFocus(window)
        self.screen = FakeScreen(picture)
        self.input = FakeInput(on_event, self.focus, self._after)
        self.watch = FakeWatch()
        self.hotkeys = FakeHotkeys()
        self.tray = FakeTray()
        self._planned: dict[int, Callable[[], None]] = {}

    def interfere(self, reason: StopReason, after: int) -> None:
        """The watch reports `reason` right after the event of that number, counted from 1, or after those that are sent
        along with it.
        """
        self.at(after, lambda: self.watch.report(reason))

    def at(self, after: int, do: Callable[[], None]) -> None:
        """Anything else that should happen then: a window moves, a program dies."""
        self._planned[after] = do

    def _after(self) -> None:
        for after in sorted(self._planned):
            if after <= len(self.input.events):
                self._planned.pop(after)()
