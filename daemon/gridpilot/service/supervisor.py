"""Keeps the worker process: starts it, passes orders and events, kills it when it hangs, counts how often it crashes.

Plain pipes with a JSON line per message; multiprocessing would add a third process to keep track of two.
"""

from __future__ import annotations

import contextlib
import json
import logging
import subprocess
import threading
from collections import deque
from typing import IO, TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

CRASHES = 3
WITHIN = 60.0  # seconds
PATIENCE = 3.0  # seconds that a worker may take to leave by itself
log = logging.getLogger(__name__)


class Crashes:
    """Remembers when the worker crashed; a bad display or a broken library must not make it start for ever."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=CRASHES)

    def too_many(self, now: float) -> bool:
        """Notes a crash; True when it was the third within a minute."""
        self._times.append(now)
        return len(self._times) == CRASHES and now - self._times[0] <= WITHIN

    def forget(self) -> None:
        self._times.clear()


class Supervisor:
    """One worker at a time. `on_event` is called from a thread of the worker's own, with what it says, and with
    {"event": "gone", "code": ...} once it has ended without `stop`.
    """

    def __init__(self, command: Sequence[str], errors: Path, on_event: Callable[[dict[str, Any]], None]) -> None:
        """`errors` is the file that takes what the worker and its libraries print."""
        self._command = command
        self._errors = errors
        self._on_event = on_event
        self._process: subprocess.Popen[str] | None = None

    @property
    def pid(self) -> int:
        """0 while there is none."""
        return self._process.pid if self._process else 0

    def start(self) -> None:
        with self._errors.open("wb") as errors:
            process = subprocess.Popen(
                self._command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=errors,
                text=True,
                encoding="utf-8",
                bufsize=1,
            )
        self._process = process
        threading.Thread(target=self._listen, args=(process,), name="worker events", daemon=True).start()

    def order(self, **order: Any) -> None:
        """A worker that has just died takes no orders; its end is reported by an event anyway."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.write(json.dumps(order) + "\n")
                self._process.stdin.flush()

    def kill(self) -> None:
        """Ends a worker that hangs; it is reported as gone."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        """Ends the worker for good: asks it by closing its input, then insists. Not reported."""
        process, self._process = self._process, None
        if process is None:
            return
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        output: IO[str] | None = process.stdout
        for line in output or ():
            try:
                event = json.loads(line)
            except ValueError:
                log.warning("the worker said something odd")
                continue
            self._on_event(event)
        code = process.wait()
        if process is self._process:
            self._process = None
            self._on_event({"event": "gone", "code": code})
