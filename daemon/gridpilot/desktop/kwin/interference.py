"""Notices, while a job runs, that the user or the window gets in the way: Esc by KDE's global keys, the focus and the
window by KWin's script, and that somebody uses keyboard or pointer by the end of a quiet while.
"""

from __future__ import annotations

import contextlib
import logging
import select
from typing import TYPE_CHECKING

from gridpilot.desktop.kwin.accelerators import STOP, Accelerators
from gridpilot.desktop.kwin.focus import KWinFocus
from gridpilot.desktop.kwin.windows import Windows
from gridpilot.desktop.shared.wake_pipe import WakePipe
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.sway_watch import ESCAPE, WORD, SwayWatch, of_window
from gridpilot.outcome import StopReason
from gridpilot.window import Window

if TYPE_CHECKING:
    import threading

log = logging.getLogger(__name__)


class KWinWatch(SwayWatch):
    def __init__(self, windows: Windows, accelerators: Accelerators, own: OwnEvents) -> None:
        super().__init__(own)
        self._windows = windows
        self._keys = accelerators

    def _look(self, window: Window, ready: threading.Event, ending: contextlib.ExitStack) -> StopReason | None:
        """The first thing that happens, None when `stop` was called."""
        news, pressed, focus = WakePipe(), list[bool](), KWinFocus(self._windows)
        ending.callback(news.close)

        def escape(press: bool) -> None:
            if press:
                pressed.append(True)
                news.wake()

        ending.callback(self._windows.hear(news.wake))
        ending.callback(self._keys.unbind, STOP)
        if why := self._keys.bind(STOP, ESCAPE, escape):
            log.info("watch: %s %s", ESCAPE, why)
        watched = [news, *self._begin(ending)]
        ready.set()
        reason = of_window(window, focus)
        while reason is None:
            come, _, _ = select.select(watched, [], [])
            if self._pipe in come:
                return None
            if news in come:
                news.clear()
            self._own.hear()
            reason = StopReason.ESCAPE if pressed else of_window(window, focus)
            if reason is None and self._used and not select.select([news], [], [], WORD)[0]:
                reason = StopReason.USER_INPUT
        return reason
