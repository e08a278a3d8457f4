"""Tells when another window gets the focus, by sway's news. Clicks are told to nobody."""

from __future__ import annotations

import logging
import select
from collections.abc import Callable

from gridpilot.desktop.shared.event_thread import FollowerThread
from gridpilot.desktop.wayland.sway_ipc import SwayIpc

log = logging.getLogger(__name__)


class SwayFollower(FollowerThread):
    def __init__(self, on_change: Callable[[], None], path: str | None = None) -> None:
        self._news = SwayIpc(path)
        self._news.subscribe("window", "workspace")
        super().__init__(on_change)

    def _follow(self) -> None:
        try:
            sources = self._news.fileno(), self._pipe.fileno()
            while self._pipe.fileno() not in select.select(sources, [], [])[0]:
                _kind, told = self._news.news()
                if told.get("change") in {"focus", "close", "empty"}:
                    self._on_change()
        except OSError as fault:
            log.info("the focus is not followed any more: %s", fault)
        self._news.close()
