"""The way to stop a job from any thread: the guard asks before every step, and each wait ends at once."""

from __future__ import annotations

import threading

from gridpilot.outcome import StopReason


class Abort:
    """Asked before every step, set from any thread; the first reason wins."""

    def __init__(self) -> None:
        self._event = threading.Event()
        self._lock = threading.Lock()
        self._reason: StopReason | None = None

    def stop(self, reason: StopReason) -> None:
        with self._lock:
            self._reason = self._reason or reason
        self._event.set()

    @property
    def reason(self) -> StopReason | None:
        return self._reason

    def wait(self, seconds: float) -> None:
        """Waits for so many seconds, or until the job is stopped."""
        self._event.wait(seconds)
