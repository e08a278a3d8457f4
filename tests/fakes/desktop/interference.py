"""A watch that reports what a test tells it to."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.outcome import StopReason
    from gridpilot.window import Window


class FakeWatch:
    """`watched` is the window between `start` and `stop`, otherwise None; `starts` counts."""

    def __init__(self) -> None:
        self.watched: Window | None = None
        self.starts = 0
        self._on_interference: Callable[[StopReason], None] | None = None

    def start(self, window: Window, on_interference: Callable[[StopReason], None]) -> None:
        self.watched, self._on_interference = window, on_interference
        self.starts += 1

    def report(self, reason: StopReason) -> None:
        """Calls back, at most once per `start`."""
        if call := self._on_interference:
            self._on_interference = None
            call(reason)

    def stop(self) -> None:
        self.watched = self._on_interference = None
