"""Notices, while a job runs, that the user or the window gets in the way.

The mouse is told by pynput. Its keyboard listener crashes outside the main thread, so the count of key presses that
came from real keyboards is looked at instead, fifty times a second, as are the window and the focus. Esc stops the job
as any key does, and the game gets it, too.
"""

import logging
import threading
from collections.abc import Callable
from typing import Any

from gridpilot.desktop.macos.focus import MacFocus
from gridpilot.desktop.macos.input import HARDWARE
from gridpilot.desktop.shared.by_pynput import UserListeners
from gridpilot.outcome import StopReason
from gridpilot.window import Window

log = logging.getLogger(__name__)

LOOKS = 0.02  # s from one look to the next
ESCAPE = 53


class MacWatch:
    def __init__(self, listeners: Callable[..., Any] = UserListeners) -> None:
        """`listeners` makes what tells of the user's own mouse."""
        self._listeners = listeners
        self._focus = MacFocus()
        self._over = threading.Event()
        self._reason: StopReason | None = None
        self._thread: threading.Thread | None = None

    def start(self, window: Window, on_interference: Callable[[StopReason], None]) -> None:
        self.stop()
        self._over, self._reason = threading.Event(), None
        listeners, keys = self._listeners(self._report, keys=False), _keys_pressed()
        listeners.start()
        arguments = (window, keys, listeners, on_interference)
        self._thread = threading.Thread(target=self._run, args=arguments, name="watch", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread is None or self._thread is threading.current_thread():
            return  # called back from the watch itself, which ends anyway
        self._over.set()
        self._thread.join()
        self._thread = None

    def _report(self, reason: StopReason) -> None:
        """From a listener's thread."""
        self._reason = self._reason or reason

    def _run(self, window: Window, keys: int, listeners: Any, on_interference: Callable[[StopReason], None]) -> None:
        reason = None
        try:
            while reason is None and not self._over.wait(LOOKS):
                reason = self._reason or _key(keys) or self._window(window)
        except Exception:
            log.exception("watch: it ended")
            reason = StopReason.CRASHED
        listeners.stop()
        if reason is not None:
            on_interference(reason)

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
