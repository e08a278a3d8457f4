"""Notices, while a job runs, that the user or the window gets in the way, as far as sway tells.

Esc is bound for the time of the job: it stops us and never reaches the game. The focus, and windows that are closed,
are sway's news. That the user types or moves the pointer is told by the end of a quiet while alone, and not by
what he did; in the first second he may still be letting go of the hotkey.
"""

import contextlib
import logging
import os
import select
import threading
import time
from typing import Protocol

from gridpilot.desktop.shared.event_thread import PipedWatch
from gridpilot.desktop.shared.wake_pipe import WakePipe
from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.sway_focus import SwayFocus
from gridpilot.desktop.wayland.sway_ipc import SwayIpc
from gridpilot.desktop.wayland.sway_keys import SwayKeys, word_of
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.errors import EnvironmentFault
from gridpilot.outcome import StopReason
from gridpilot.window import Window

LETS_GO = 1.0  # s from the start in which keys and pointer are the hotkey's; not tuned: people let go within half of it
ESCAPE = "escape"
BETWEEN_LOOKS = 0.05  # s; sway says nothing of a floating window that is moved, so that is asked, in 0.2 ms
WORD = 0.03  # s that sway may take to say what the user did: Esc, or another window
log = logging.getLogger(__name__)


class Told(Protocol):
    """What a Focus tells of a window."""

    def hindrance(self, window: Window) -> StopReason | None: ...
    def exists(self, handle: int) -> bool: ...


class SwayWatch(PipedWatch):
    def __init__(self, own: OwnEvents | None = None) -> None:
        super().__init__()
        self._own = own or OwnEvents()
        self._used = False  # keyboard or pointer were, by somebody else
        self._began = 0.0

    def _watch(self, window: Window, ready: threading.Event) -> StopReason | None:
        try:
            with contextlib.ExitStack() as ending:
                return self._look(window, ready, ending)
        except (OSError, EnvironmentFault) as fault:
            log.warning("watch: the connection to the compositor is lost: %s", fault)
            return StopReason.CRASHED

    def _look(self, window: Window, ready: threading.Event, ending: contextlib.ExitStack) -> StopReason | None:
        """The first thing that happens, None when `stop` was called."""
        news, focus, asked = SwayIpc(), SwayFocus(), SwayIpc()
        keys = SwayKeys(asked)
        for end in (news.close, focus.close, asked.close, keys.unbind_all):
            ending.callback(end)
        watched = [news, *self._begin(ending)]
        news.subscribe("binding", "window", "workspace")
        word = f"{os.getpid()} stop"
        if why := keys.bind(ESCAPE, word):
            log.info("watch: %s %s", ESCAPE, why)
        ready.set()
        reason = of_window(window, focus)
        while reason is None:
            come, _, _ = select.select(watched, [], [], BETWEEN_LOOKS)
            if self._pipe in come:
                return None
            self._own.hear()
            pressed = news in come and word_of(news.news()[1]) == word
            if pressed:
                reason = StopReason.ESCAPE
            else:
                reason = of_window(window, focus)
                if reason is None and self._used and not select.select([news], [], [], WORD)[0]:
                    reason = StopReason.USER_INPUT
        return reason

    def _begin(self, ending: contextlib.ExitStack) -> list[WakePipe | Wire]:
        """From here on it is heard that somebody uses keyboard or pointer; what has to be waited for."""
        self._used, self._began = False, time.monotonic()
        self._own.on_use = self._heard
        ending.callback(setattr, self._own, "on_use", lambda: None)
        return [self._pipe, *([self._own.wire] if self._own.wire else [])]

    def _heard(self) -> None:
        self._used = self._used or time.monotonic() - self._began > LETS_GO


def of_window(window: Window, focus: Told) -> StopReason | None:
    hindrance = focus.hindrance(window)
    return StopReason.WINDOW_CLOSED if hindrance is not None and not focus.exists(window.handle) else hindrance
