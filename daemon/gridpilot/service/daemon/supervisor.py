"""Keeps the worker process: starts it, passes orders and events, kills it when it hangs, counts how often it crashes.

Plain pipes with a JSON line per message; multiprocessing would add a third process to keep track of two.
"""

from __future__ import annotations

import contextlib
import logging
import os
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from gridpilot.errors import EnvironmentFault
from gridpilot.service import pipe
from gridpilot.service.pipe import Failed, Gone, Said, Told

PAUSES = (0.0, 2.0)
"""Seconds before a part that crashed is started again, the first and the second time; the third is one too many."""
WITHIN = 60.0  # seconds in which they are counted
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""Of numpy's linear algebra, which has no large tables here. On Windows each further thread takes 35 MiB."""
PATIENCE = 3.0  # seconds that a worker may take to leave by itself
log = logging.getLogger(__name__)


class Crashes:
    """Remembers when a part crashed; a bad display or a broken library must not make it start for ever."""

    def __init__(self) -> None:
        self._times: deque[float] = deque(maxlen=len(PAUSES) + 1)

    def pause(self, now: float) -> float | None:
        """Notes a crash; the seconds to wait before the next start, None when it was the third within a minute."""
        self._times.append(now)
        recent = sum(now - time <= WITHIN for time in self._times)
        return PAUSES[recent - 1] if recent <= len(PAUSES) else None

    def forget(self) -> None:
        self._times.clear()


class Supervisor:
    """One worker at a time. `on_event` is called from a thread of the worker's own, with what it says and its `pid`,
    and with `Gone` once it has ended without `stop`. All else is for one thread, which answers `Gone` by `stop`: until
    then the worker counts as there, so that nobody sees half of its end.
    """

    def __init__(self, command: Sequence[str], errors: Path, on_event: Callable[[Said, int], None]) -> None:
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
        """One that cannot be started is reported as gone."""
        try:
            with _writable(self._errors) as errors:
                process = subprocess.Popen(
                    self._command,
                    env=os.environ | ONE_THREAD,
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=errors,
                    text=True,
                    encoding="utf-8",
                    errors="replace",
                    bufsize=1,
                )
        except OSError:
            log.exception("no worker can be started")
            self._on_event(Gone(code=None), 0)
            return
        self._process = process
        threading.Thread(target=self._listen, args=(process,), name="worker events", daemon=True).start()

    def order(self, order: Told) -> None:
        """A worker that has just died takes no orders; its end is reported by an event anyway."""
        if self._process is not None and self._process.stdin is not None:
            with contextlib.suppress(OSError):
                self._process.stdin.write(pipe.line(order))
                self._process.stdin.flush()

    def kill(self) -> None:
        """Ends a worker that hangs; it is reported as gone."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> int | None:
        """Ends the worker for good: asks it by closing its input, then insists. Not reported; returns its exit code,
        None when there was none. One that has ended already is put away.
        """
        process, self._process = self._process, None
        if process is None:
            return None
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            return process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            process.kill()
            return process.wait()

    def _listen(self, process: subprocess.Popen[str]) -> None:
        output: IO[str] | None = process.stdout
        for line in output or ():
            try:
                event = pipe.said(line)
            except ValueError:
                log.warning("the worker said something odd")
                continue
            self._on_event(event, process.pid)
        code = process.wait()
        if process is self._process:
            self._on_event(Gone(code=code), process.pid)


def _writable(file: Path) -> IO[bytes]:
    """The file, emptied; on a full or read-only disk nothing that is written is kept."""
    try:
        return file.open("wb")
    except OSError as fault:
        log.warning("what the worker prints is not kept: %s", fault)
        return Path(os.devnull).open("wb")


class AbsentWorker(Supervisor):
    """In the worker's place where the session lets nobody work: says why, and starts no process."""

    def __init__(self, fault: EnvironmentFault, on_event: Callable[[Said, int], None]) -> None:
        self._fault = fault
        self._on_event = on_event

    @property
    def pid(self) -> int:
        return 0

    def start(self) -> None:
        self._tell()

    def order(self, order: Told) -> None:  # noqa: ARG002 - none can be carried out
        """What `start` has told ended the job; what is told outside of one stays on the icon."""
        self._tell()

    def kill(self) -> None: ...

    def stop(self) -> None: ...

    def _tell(self) -> None:
        fault = self._fault
        self._on_event(Failed(kind="environment", title=fault.title, message=fault.message, fix=fault.fix), self.pid)
