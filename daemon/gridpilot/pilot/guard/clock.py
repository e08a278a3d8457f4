"""Time: the only place outside desktop/ that waits. Every wait ends at once when the job is stopped."""

from __future__ import annotations

import time
from typing import Any, Protocol

from gridpilot.pilot.guard.abort import Abort


class Clock(Protocol):
    def now(self) -> float:
        """Seconds on a monotonic clock."""

    def slept(self) -> float:
        """Seconds that the machine has been suspended so far, where the system tells."""

    def wait(self, seconds: float, abort: Abort) -> None: ...


class RealClock:
    def now(self) -> float:
        return time.perf_counter()

    def slept(self) -> float:
        clocks: Any = time  # this pair is Linux's
        if not hasattr(clocks, "CLOCK_BOOTTIME"):
            return 0.0
        whole: float = clocks.clock_gettime(clocks.CLOCK_BOOTTIME)
        awake: float = clocks.clock_gettime(clocks.CLOCK_MONOTONIC)
        return whole - awake

    def wait(self, seconds: float, abort: Abort) -> None:
        abort.wait(seconds)


class Stopwatch:
    """Milliseconds by stage. The times of a stage that comes again add up."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._start = self._last = clock.now()
        self.ms: dict[str, float] = {}

    def lap(self, stage: str) -> None:
        """Adds what has passed since the last lap to `stage`."""
        now = self._clock.now()
        self.ms[stage] = round(self.ms.get(stage, 0.0) + (now - self._last) * 1000, 2)
        self._last = now

    def total(self) -> dict[str, float]:
        return self.ms | {"total": round((self._clock.now() - self._start) * 1000, 2)}
