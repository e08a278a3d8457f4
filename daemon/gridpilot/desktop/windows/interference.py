"""Notices, while a job runs, that the user or the window gets in the way.

The user's keys and mouse come from pynput's hooks, whose mark of injected events is reliable here: ours are left out.
Esc is registered as a hotkey for the time of the job: it stops us and never reaches the game. The window is looked at
fifty times a second: to be told, Windows would have to call back.
"""

import threading
from collections.abc import Callable
from ctypes import byref
from typing import Any

from gridpilot.desktop.shared.by_pynput import UserListeners
from gridpilot.desktop.shared.event_thread import WatchThread
from gridpilot.desktop.windows.api import MSG, Api, system
from gridpilot.desktop.windows.focus import content_of
from gridpilot.outcome import StopReason
from gridpilot.window import Window

ESCAPE = 1
LOOKS = 20  # ms from one look at the window to the next
BETWEEN_WINDOWS = 3  # looks at which no window at all may have the focus, while Windows switches


class WindowsWatch(WatchThread):
    def __init__(self, api: Api | None = None, listeners: Callable[..., Any] = UserListeners) -> None:
        """`listeners` makes what tells of the user's own keys and mouse."""
        super().__init__()
        self._api = api or system()
        self._listeners = listeners
        self._ready_made: Any = None
        """Listeners for the next job: to make them takes 30 to 90 ms under Wine, and a job would wait for that."""
        self._make_soon()
        self._id = 0
        self._stopping = False
        self._reason: StopReason | None = None
        self._unfocused = 0

    def _make_soon(self) -> None:
        threading.Thread(target=self._make, name="listeners", daemon=True).start()

    def _make(self) -> None:
        self._ready_made = self._listeners(self._report)

    def _prepare(self) -> None:
        self._stopping, self._reason, self._unfocused = False, None, 0

    def _wake(self) -> None:
        self._stopping = True
        self._api.PostThreadMessageW(self._id, self._api.WM_APP, 0, 0)

    def _report(self, reason: StopReason) -> None:
        """From a listener's thread."""
        self._reason = self._reason or reason
        self._api.PostThreadMessageW(self._id, self._api.WM_APP, 0, 0)

    def _watch(self, window: Window, ready: threading.Event) -> StopReason | None:
        self._id = self._api.GetCurrentThreadId()
        self._api.PeekMessageW(byref(MSG()), 0, 0, 0, self._api.PM_NOREMOVE)  # makes the queue
        self._api.RegisterHotKey(0, ESCAPE, self._api.MOD_NOREPEAT, self._api.VK_ESCAPE)
        timer = self._api.SetTimer(0, 0, LOOKS, None)
        listeners, self._ready_made = self._ready_made or self._listeners(self._report), None
        try:
            listeners.start()
            ready.set()
            reason = self._look(window)
        finally:
            listeners.stop()
            self._make_soon()
            self._api.KillTimer(0, timer)
            self._api.UnregisterHotKey(0, ESCAPE)
        return None if self._stopping else reason

    def _look(self, window: Window) -> StopReason | None:
        """The first thing that happens, None when `stop` was called."""
        message = MSG()
        reason = self._window(window)
        while reason is None and not self._stopping:
            self._api.GetMessageW(byref(message), 0, 0, 0)
            if message.message == self._api.WM_HOTKEY:
                return StopReason.ESCAPE
            reason = self._reason or self._window(window)
        return reason

    def _window(self, window: Window) -> StopReason | None:
        content = content_of(self._api, window.handle)
        if content is None:
            return StopReason.WINDOW_CLOSED
        if content != window.content:
            return StopReason.WINDOW_MOVED
        focused = self._api.GetForegroundWindow()
        self._unfocused = 0 if focused == window.handle else self._unfocused + 1
        return StopReason.FOCUS_LOST if self._unfocused and (focused or self._unfocused > BETWEEN_WINDOWS) else None
