"""Notices, while a job runs, that the user or the window gets in the way, where the compositor has no socket of its
own: the focus, the end of the window, and that somebody uses keyboard or pointer. Esc is the program's.
"""

from __future__ import annotations

import contextlib
import select
from typing import TYPE_CHECKING

from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.sway_watch import BETWEEN_LOOKS, SwayWatch, of_window
from gridpilot.desktop.wayland.toplevel_focus import ToplevelFocus
from gridpilot.outcome import StopReason
from gridpilot.window import Window

if TYPE_CHECKING:
    import threading


class ToplevelWatch(SwayWatch):
    def __init__(self, focus: ToplevelFocus, own: OwnEvents | None = None) -> None:
        super().__init__(own)
        self._focus = focus

    def _look(self, window: Window, ready: threading.Event, ending: contextlib.ExitStack) -> StopReason | None:
        watched = self._begin(ending)
        ready.set()
        while (reason := of_window(window, self._focus)) is None and not self._used:
            if self._pipe in select.select(watched, [], [], BETWEEN_LOOKS)[0]:
                return None
            self._own.hear()
        return reason or StopReason.USER_INPUT
