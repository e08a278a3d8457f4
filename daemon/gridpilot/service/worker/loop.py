"""The process that does the work: reads, solves and fills, one job at a time, told by JSON lines on stdin.

It is started with the daemon and warmed, so that the first key press is as quick as the later ones, and it is killed
when it hangs. It ends by itself when stdin closes: then the daemon is gone; and when a connection is lost that its
objects were made on: then another one must take over. See service/pipe.py for the lines.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
import threading
import time
import traceback
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from queue import SimpleQueue
from typing import IO, TYPE_CHECKING

from gridpilot.desktop import choose
from gridpilot.errors import ConnectionLost, EnvironmentFault, GridpilotError
from gridpilot.outcome import StopReason
from gridpilot.pilot.autoplay import Listener
from gridpilot.pilot.guard.abort import Abort as Stoppable
from gridpilot.pilot.moves.score import Progress
from gridpilot.service import pipe
from gridpilot.service.pipe import (
    WARMING,
    Abort,
    Coach,
    Ended,
    Failed,
    Going,
    Held,
    Hide,
    Job,
    Play,
    Ready,
    Said,
    Stage,
    Told,
)
from gridpilot.service.worker.watchdog import Watchdog

if TYPE_CHECKING:
    from gridpilot.service.compose import RealJobs as Jobs

log = logging.getLogger(__name__)

STUCK = 4
"""The exit code of a worker that a job is stuck in."""


class Worker:
    """Serves orders from `orders` until it ends; answers go to `answers`. `build` makes what jobs need; it is warmed
    until the first order comes.
    """

    def __init__(
        self,
        build: Callable[[], Jobs],
        orders: IO[str],
        answers: IO[str],
        leave: Callable[[int], None] = os._exit,
        watchdog: Callable[[Callable[[], None], Callable[[], None]], Watchdog] = Watchdog,
    ) -> None:
        """`leave` ends the process while a job is stuck in it; `watchdog` watches one."""
        self._build = build
        self._leave = leave
        self._watchdog = watchdog
        self._orders = orders
        self._answers = answers
        self._speaking = threading.Lock()
        self._queue: SimpleQueue[tuple[Job, Stoppable] | None] = SimpleQueue()
        self._waiting: list[Stoppable] = []  # the running job's abort first
        self._ready = False
        self._jobs: Jobs

    def serve(self) -> int:
        begun = time.monotonic()
        try:
            self._jobs = self._build()
            threading.Thread(target=self._listen, name="orders", daemon=True).start()
            for _ in self._jobs.warm():
                if self._waiting:
                    break
        except GridpilotError as fault:
            self._tell_fault(fault)
            return 3
        self._ready = True
        self._tell(Ready(ms=round((time.monotonic() - begun) * 1000)))
        while (item := self._queue.get()) is not None:
            if not self._do(*item):
                return 1
            choose.give_back_memory()
        return 0

    def _listen(self) -> None:
        """An abort must not wait for the job that it is to end, so orders have a thread of their own."""
        try:
            for line in self._orders:
                self._take(pipe.told(line))
        finally:
            for abort in tuple(self._waiting):
                abort.stop(StopReason.CRASHED)
            self._queue.put(None)

    def _take(self, order: Told) -> None:
        if isinstance(order, Abort):
            for abort in tuple(self._waiting):
                abort.stop(order.reason)
        elif isinstance(order, Hide):
            if self._ready:
                self._jobs.hide()
        elif isinstance(order, Held):
            self._jobs.hold(order.down)
        else:
            self._jobs.note_order()
            if not self._ready:
                self._tell(Stage(order.job, stage=WARMING))
            abort = Stoppable()
            self._waiting.append(abort)
            self._queue.put((order, abort))

    def _do(self, order: Job, abort: Stoppable) -> bool:
        """False when no further job can be done here."""
        watchdog = self._watchdog(partial(abort.stop, StopReason.BUDGET), partial(self._give_up, order))

        def stage(name: str) -> None:
            watchdog.heard()
            self._tell(Stage(order.job, stage=name))

        def progress(made: Progress) -> None:
            watchdog.heard()
            self._tell(Going(order.job, progress=asdict(made)))

        try:
            if isinstance(order, Play):
                outcome = self._jobs.play(order, abort, Listener(stage, progress))
            elif isinstance(order, Coach):
                outcome = self._jobs.coach(order, abort, stage)
            else:
                outcome = self._jobs.fill(order, abort, stage)
        except GridpilotError as fault:
            log.warning("%s", fault)
            self._tell_fault(fault, order.job)
            return not isinstance(fault, ConnectionLost)
        else:
            self._tell(Ended(order.job, outcome=outcome))
            return outcome.reason is not StopReason.CRASHED
        finally:
            watchdog.end()
            self._waiting.remove(abort)

    def _give_up(self, order: Job) -> None:
        """The job does not stop: it is ended with the process, and another worker takes over."""
        stacks = sys._current_frames().items()  # noqa: SLF001 - where it hangs is what its mending needs
        told = "".join(f"thread {thread}\n{''.join(traceback.format_stack(frame))}" for thread, frame in stacks)
        log.error("the job does not stop: %s\n%s", order, told)
        self._tell(Ended(order.job, outcome=self._jobs.give_up(order)))
        self._leave(STUCK)

    def _tell_fault(self, fault: GridpilotError, job: str = "") -> None:
        kind = "environment" if isinstance(fault, EnvironmentFault) else "fault"
        self._tell(Failed(job, kind=kind, title=fault.title, message=fault.message, fix=fault.fix))

    def _tell(self, event: Said) -> None:
        with self._speaking:
            try:
                self._answers.write(pipe.line(event))
                self._answers.flush()
            except OSError as fault:  # Windows has another number for it
                raise BrokenPipeError from fault


def _private_stdout() -> IO[str]:
    """Standard output for us alone: what a library prints goes to stderr and cannot be taken for an answer."""
    sys.stdout.flush()
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def main() -> int:
    from gridpilot.service import compose

    choose.prepare()
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in the terminal is for the daemon to deal with

    answers = _private_stdout()
    compose.start_log("worker")
    try:
        return Worker(compose.RealJobs, choose.standard_input(), answers).serve()
    except BrokenPipeError:
        return 0  # the daemon is gone
    except Exception:
        log.exception("the worker crashed")
        return 1


if __name__ == "__main__":
    sys.exit(main())
