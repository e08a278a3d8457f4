"""Notices, while a job runs, that its user takes the pointer, or ends the sharing of the screen. His keys are told to
nobody.
"""

from __future__ import annotations

import queue
import time
from typing import TYPE_CHECKING

from gridpilot.desktop.portal.cast import Cast
from gridpilot.desktop.shared.event_thread import WatchThread
from gridpilot.desktop.shared.pointer_motion import Motion
from gridpilot.outcome import StopReason
from gridpilot.window import Window

if TYPE_CHECKING:
    import threading


class PortalWatch(WatchThread):
    def __init__(self, cast: Cast) -> None:
        super().__init__()
        self._cast = cast
        self._heard: queue.SimpleQueue[StopReason | None] = queue.SimpleQueue()

    def _prepare(self) -> None:
        self._heard = queue.SimpleQueue()

    def _wake(self) -> None:
        self._heard.put(None)

    def _watch(self, window: Window, ready: threading.Event) -> StopReason | None:  # noqa: ARG002
        motion, heard = Motion(time.monotonic()), self._heard

        def moved(by: float) -> None:
            if motion.is_a_hand(by, time.monotonic()):
                heard.put(StopReason.USER_POINTER)

        with self._cast.kept():
            self._cast.settle()
            self._cast.on_user, self._cast.on_end = moved, lambda: heard.put(StopReason.COMMAND)
            ready.set()
            reason = heard.get()
            self._cast.on_user, self._cast.on_end = lambda _: None, lambda: None
        return reason
