"""Notices, while a job runs, that the user or the window gets in the way: Esc by KDE's global keys, the focus, the
window and the pointer by KWin's scripts, and that somebody types by the end of a quiet while.
"""

from __future__ import annotations

import contextlib
import logging
import select
import time
from typing import TYPE_CHECKING

from gridpilot.desktop.kwin.accelerators import STOP, Accelerators
from gridpilot.desktop.kwin.focus import KWinFocus
from gridpilot.desktop.kwin.windows import Windows
from gridpilot.desktop.shared.own_places import OwnPlaces
from gridpilot.desktop.shared.pointer_motion import Motion
from gridpilot.desktop.shared.wake_pipe import WakePipe
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.sway_watch import ESCAPE, WORD, SwayWatch, of_window
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason
from gridpilot.window import Window

if TYPE_CHECKING:
    import threading

log = logging.getLogger(__name__)


class KWinWatch(SwayWatch):
    def __init__(self, windows: Windows, accelerators: Accelerators, own: OwnEvents, places: OwnPlaces) -> None:
        """`places`: where the pointer was put by us."""
        super().__init__(own)
        self._places = places
        self._windows = windows
        self._keys = accelerators

    def _look(self, window: Window, ready: threading.Event, ending: contextlib.ExitStack) -> StopReason | None:
        """The first thing that happens, None when `stop` was called."""
        news, heard, focus = WakePipe(), list[StopReason](), KWinFocus(self._windows)
        ending.callback(news.close)
        motion = Motion(time.monotonic())

        def escape(press: bool) -> None:
            if press:
                heard.append(StopReason.ESCAPE)
                news.wake()

        def moved(at: Point) -> None:
            if (away := self._places.away(at)) and motion.is_a_hand(away, time.monotonic()):
                heard.append(StopReason.USER_POINTER)
                news.wake()

        self._places.clear()
        self._places.add(self._windows.pointer())
        ending.callback(self._windows.follow_pointer(moved))
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
            reason = heard[0] if heard else of_window(window, focus)
            if reason is None and self._used and not select.select([news], [], [], WORD)[0]:
                reason = StopReason.USER_INPUT
        return reason
