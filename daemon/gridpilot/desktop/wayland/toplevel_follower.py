"""Tells when another window gets the focus, by the compositor's news of windows. Clicks are told to nobody."""

from __future__ import annotations

import logging
import select
from collections.abc import Callable

from gridpilot.desktop.shared.event_thread import FollowerThread
from gridpilot.desktop.wayland.toplevel_focus import ToplevelFocus
from gridpilot.desktop.wayland.toplevels import Toplevels
from gridpilot.errors import EnvironmentFault

log = logging.getLogger(__name__)


class ToplevelFollower(FollowerThread):
    def __init__(self, on_change: Callable[[], None]) -> None:
        self._toplevels = Toplevels()
        super().__init__(on_change)

    def _follow(self) -> None:
        focus = ToplevelFocus(self._toplevels)
        try:
            before = focus.focused()
            sources = self._toplevels.fileno(), self._pipe.fileno()
            while self._pipe.fileno() not in select.select(sources, [], [])[0]:
                now = focus.focused()
                if (now and now.handle) != (before and before.handle):
                    self._on_change()
                before = now
        except EnvironmentFault as fault:
            log.info("the focus is not followed any more: %s", fault)
