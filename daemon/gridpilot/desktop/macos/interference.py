"""Notices, while a job runs, that the user or the window gets in the way.

The mouse is told by pynput. Its keyboard listener crashes outside the main thread, so the count of key presses that
came from real keyboards is looked at instead, fifty times a second, as are the window and the focus. Esc stops the job
as any key does, and the game gets it, too.
"""

import threading
from collections.abc import Callable
from typing import Any

from gridpilot.desktop.macos.focus import MacFocus
from gridpilot.desktop.macos.input import HARDWARE
from gridpilot.desktop.shared.by_pynput import UserListeners
from gridpilot.desktop.shared.event_thread import WatchThread
from gridpilot.outcome import StopReason
from gridpilot.window import Window

LOOKS = 0.02  # s from one look to the next
ESCAPE = 53


class MacWatch(WatchThread):
    def __init__(self, listeners: Callable[..., Any] = UserListeners) -> None:
        """`listeners` makes what tells of the user's own mouse."""
        super().__init__()
        self._listeners = listeners
        self._focus = MacFocus()

    def _prepare(self) -> None:
        self._over = threading.Event()
        self._reason: StopReason | None = None

    def _wake(self) -> None:
        self._over.set()

    def _report(self, reason: StopReason) -> None:
        """From a listener's thread."""
        self._reason = self._reason or reason

    def _watch(self, window: Window, ready: threading.Event) -> StopReason | None:
        listeners, keys = self._listeners(self._report, keys=False), _keys_pressed()
        listeners.start()
        ready.set()
        try:
            return self._look(window, keys)
        finally:
            listeners.stop()

    def _look(self, window: Window, keys: int) -> StopReason | None:
        """The first thing that happens, None when `stop` was called. `keys` is how many had been pressed before."""
        reason = None
        while reason is None and not self._over.wait(LOOKS):
            reason = self._reason or _key(keys) or self._window(window)
        return reason

    def _window(self, window: Window) -> StopReason | None:
        now = self._focus.window(window.handle)
        if now is None:
            return StopReason.WINDOW_CLOSED
        if now.content != window.content:
            return StopReason.WINDOW_MOVED
        front = self._focus.focused()
        return None if front is not None and front.handle == window.handle else StopReason.FOCUS_LOST


def _key(before: int) -> StopReason | None:
    import Quartz

    if _keys_pressed() == before:
        return None
    return StopReason.ESCAPE if Quartz.CGEventSourceKeyState(HARDWARE, ESCAPE) else StopReason.USER_KEY


def _keys_pressed() -> int:
    import Quartz

    return int(Quartz.CGEventSourceCounterForEventType(HARDWARE, Quartz.kCGEventKeyDown))
