"""Tells when another window gets the focus, by sway's news. Clicks are told to nobody."""

from __future__ import annotations

import logging
import os
import select
import threading
from collections.abc import Callable

from gridpilot.desktop.wayland.sway_ipc import SwayIpc

log = logging.getLogger(__name__)


class SwayFollower:
    def __init__(self, on_change: Callable[[], None], path: str | None = None) -> None:
        self._on_change = on_change
        self._news = SwayIpc(path)
        self._news.subscribe("window", "workspace")
        self._wake_read, self._wake_write = os.pipe()
        self._thread = threading.Thread(target=self._run, name="focus", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        if self._thread.is_alive():
            os.write(self._wake_write, b"\0")
            self._thread.join()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _run(self) -> None:
        try:
            while self._wake_read not in select.select([self._news.fileno(), self._wake_read], [], [])[0]:
                _kind, told = self._news.news()
                if told.get("change") in {"focus", "close", "empty"}:
                    self._on_change()
        except OSError as fault:
            log.info("the focus is not followed any more: %s", fault)
        self._news.close()
