"""Tells when another window gets the focus, where to be told the system would have to call back: looks twice a second.

Runs only while gridpilot is paused for some program or a window is picked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

from gridpilot.desktop.shared.by_pynput import clicks

BETWEEN_LOOKS = 0.5  # s; not tuned


class PollingFollower:
    def __init__(
        self, focused: Callable[[], object], on_change: Callable[[], None], on_click: Callable[[], None] | None = None
    ) -> None:
        """`focused` says which window has the focus; it is called in a thread of its own."""
        self._stop_clicks = clicks(on_click) if on_click is not None else lambda: None
        self._focused = focused
        self._on_change = on_change
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._run, name="focus", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._stop_clicks()

    def _run(self) -> None:
        before = self._focused()
        while not self._over.wait(BETWEEN_LOOKS):
            now = self._focused()
            if now != before:
                before = now
                self._on_change()
