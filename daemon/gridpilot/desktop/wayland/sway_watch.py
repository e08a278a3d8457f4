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
from collections.abc import Callable

from gridpilot.desktop.shared.event_thread import WatchThread
from gridpilot.desktop.wayland.idle import IdleWatch, is_told
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
log = logging.getLogger(__name__)


class SwayWatch(WatchThread):
    def __init__(self, own: OwnEvents | None = None) -> None:
        super().__init__()
        self._own = own or OwnEvents()

    def _prepare(self) -> None:
        self._wake_read, self._wake_write = os.pipe()

    def _wake(self) -> None:
        os.write(self._wake_write, b"\0")

    def stop(self) -> None:
        watched = self._thread
        super().stop()
        if watched is not None and self._thread is None:
            os.close(self._wake_read)
            os.close(self._wake_write)

    def _run(self, window: Window, on_interference: Callable[[StopReason], None], ready: threading.Event) -> None:
        reason: StopReason | None
        try:
            with contextlib.ExitStack() as ending:
                reason = self._look(window, ready, ending)
        except (OSError, EnvironmentFault) as fault:
            log.warning("watch: the connection to the compositor is lost: %s", fault)
            reason = StopReason.CRASHED
        ready.set()
        if reason is not None:
            try:
                on_interference(reason)
            except Exception:
                log.exception("watch: the callback failed")

    def _look(self, window: Window, ready: threading.Event, ending: contextlib.ExitStack) -> StopReason | None:
        """The first thing that happens, None when `stop` was called."""
        news, wire, focus = SwayIpc(), Wire(), SwayFocus()
        keys = SwayKeys(SwayIpc())
        for each in (news, wire, focus):
            ending.callback(each.close)
        ending.callback(keys.unbind_all)
        news.subscribe("binding", "window", "workspace")
        word, used = f"{os.getpid()} stop", _Used(wire, self._own)
        if why := keys.bind(ESCAPE, word):
            log.info("watch: %s %s", ESCAPE, why)
        ready.set()
        reason = _of_window(window, focus)
        while reason is None:
            come, _, _ = select.select([news.fileno(), wire.fileno(), self._wake_read], [], [], BETWEEN_LOOKS)
            if self._wake_read in come:
                return None
            pressed = news.fileno() in come and word_of(news.news()[1]) == word
            if pressed:
                reason = StopReason.ESCAPE
            elif wire.fileno() in come and used.is_told():
                reason = StopReason.USER_INPUT
            else:
                reason = _of_window(window, focus)
        return reason


class _Used:
    """Whether keyboard or pointer were used by somebody else, since the hotkey must have been let go."""

    def __init__(self, wire: Wire, own: OwnEvents) -> None:
        self._wire = wire
        self._began = time.monotonic()
        self._told = False
        if is_told(wire):
            self._watch = IdleWatch(wire, own, self._heard)
        wire.flush()

    def _heard(self) -> None:
        self._told = self._told or time.monotonic() - self._began > LETS_GO

    def is_told(self) -> bool:
        self._wire.read()
        return self._told


def _of_window(window: Window, focus: SwayFocus) -> StopReason | None:
    hindrance = focus.hindrance(window)
    return StopReason.WINDOW_CLOSED if hindrance is not None and not focus.exists(window.handle) else hindrance
