"""A worker process, as its supervisor has it from `subprocess.Popen`: the real worker, whose threads can be killed."""

from __future__ import annotations

import subprocess
import threading
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from fakes.resident.gates import PATIENCE, Gate, Killed, Lines
from gridpilot.service import pipe
from gridpilot.service.daemon.job_runner import GRACE, SILENCE, START
from gridpilot.service.daemon.supervisor import PATIENCE as PATIENCE_TO_LEAVE
from gridpilot.service.worker.loop import Worker
from gridpilot.service.worker.watchdog import Watchdog

if TYPE_CHECKING:
    from fakes.resident.world import World
    from gridpilot.pilot.guard.abort import Abort

LEAST_PATIENCE = min(GRACE, SILENCE, START, PATIENCE_TO_LEAVE)


def never() -> bool:
    return False


class Orders(Lines):
    """What the daemon tells the worker: it arrives at once, unless the worker is stopped."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self._process = process

    def write(self, line: str) -> None:
        self._process.told_at = self._process.world.clock.time
        super().write(line)
        self._process.take_orders()

    def pass_on(self) -> None:
        """Who is told to stop may not touch anything any more, until another job comes."""
        self._process.told_to_stop = not self.lines or isinstance(pipe.told(self.lines[0]), pipe.Abort)
        super().pass_on()

    def close(self) -> None:
        super().close()
        self._process.take_orders()


class Jobs(Gate):
    """The worker's queue: says when the worker has nothing to do."""

    def __init__(self, process: Process) -> None:
        super().__init__()
        self._process = process
        self._items: deque[Any] = deque()

    def put(self, item: Any) -> None:
        process = self._process
        with process.changed:
            self._items.append(item)
            if process.state == "idle":
                process.state = "running"
            process.changed.notify_all()

    def get(self) -> Any:
        process = self._process
        with process.changed:
            if not self._items:
                process.rest("idle")
                while not self._items and process.code is None:
                    process.changed.wait()
            if process.code is not None:
                raise Killed
            process.state = "running"
            return self._items.popleft()


class Process(Gate):
    """`state` is where its main thread is: "running", at a "turn" until it is let go on, "idle" or "over"."""

    def __init__(self, world: World) -> None:
        super().__init__()
        self.world = world
        self.pid = 1001 + len(world.processes)
        world.processes.append(self)
        self.code: int | None = None
        self.state = "running"
        self.left = False  # by itself, as it was told to
        self.stuck = self.frozen = False  # its job alone; all of it
        self.done = 0  # jobs
        self.told_to_stop = False
        self.told_at = 0.0  # the latest order came
        self.abort: Abort | None = None  # of the job at hand
        self.job = ""
        self.window: int | None = None  # that job's
        self.touched = False  # by that job: it has pressed a key, or clicked
        self.stdin = Orders(self)
        self.stdout = Lines()
        self._turns = 0  # that it may go on for
        self._until: Callable[[], object] = never
        jobs = partial(world.jobs, self)
        self.worker = Worker(jobs, self.stdin, self.stdout, self._leave, self._watchdog)  # type: ignore[arg-type]
        self.worker._queue = Jobs(self)  # type: ignore[assignment]
        self._thread = threading.Thread(target=self._run, name=f"worker {self.pid}", daemon=True)
        self._thread.start()
        self.settle()

    # Its own threads

    def _run(self) -> None:
        """As the worker's `main`."""
        try:
            code = self.worker.serve()
            self.left = code == 0
        except Killed:
            return
        except BrokenPipeError:
            code = 0
        except Exception as fault:
            self.world.note_crash(fault)
            code = 1
        self._end(code)

    def _watchdog(self, *calls: Callable[[], None]) -> Watchdog:
        clock = self.world.clock
        watchdog = Watchdog(*calls, wait=partial(clock.sleep, self))
        clock.threads.append(watchdog._thread)
        return watchdog

    def turn(self, seconds: float = 0.0) -> None:
        """The main thread's: something else may happen now. Then `seconds` pass, unless the job is told to stop."""
        self._live()
        if not self._goes_on():
            with self.changed:
                self.rest("turn")
                while not self._turns and self.alive:
                    self.changed.wait()
                self.state = "running"
            self._live()
        self._turns -= 1
        if seconds and (self.abort is None or self.abort.reason is None):
            self.world.clock.advance(seconds)
            self._live()

    def _goes_on(self) -> bool:
        """Without a word to the test."""
        return self._turns > 0 and not (self.stuck or self.frozen or self.world.faults or self._until())

    def _live(self) -> None:
        if not self.alive:
            raise Killed

    def rest(self, state: str) -> None:
        """With `changed` held."""
        self.state, self._turns = state, 0
        self.changed.notify_all()

    def _leave(self, code: int) -> None:
        """As `os._exit`."""
        self._end(code)
        raise Killed

    def _end(self, code: int) -> None:
        with self.changed:
            if self.code is None:
                self.code = code
            self.rest("over")
        self.stdout.close()
        self.stdin.cut()
        self.world.clock.wake_all(self)

    # The test's

    @property
    def alive(self) -> bool:
        return self.code is None

    @property
    def may_go(self) -> bool:
        return self.state == "turn" and not (self.stuck or self.frozen)

    def settle(self) -> None:
        """Until it cannot go on by itself."""
        with self.changed:
            self.wait_until(lambda: self.state != "running", f"worker {self.pid}")
        self.take_orders()
        self.world.clock.settle()

    def take_orders(self) -> None:
        """Those that have come and that it has not seen yet."""
        while self.alive and not self.frozen and self.stdin.waits:
            self.stdin.pass_on()
            with self.changed:
                self.wait_until(lambda: self.state != "running", f"worker {self.pid}")

    def go(self, most: int = 1, until: Callable[[], object] = never) -> bool:
        """So many turns at most, or until that holds, which is asked after the first; False where it cannot go on."""
        if not self.may_go:
            return False
        with self.changed:
            self._turns, self._until = most, until
            self.state = "running"
            self.changed.notify_all()
        self.settle()
        return True

    def thaw(self) -> None:
        self.frozen = False
        self.take_orders()

    def dies(self, code: int) -> None:
        if self.alive:
            self._end(code)
        self.reap()

    def reap(self) -> None:
        """Its threads end with it."""
        self._thread.join(PATIENCE)
        self.stdin.join()
        self.world.clock.settle()

    def forget(self) -> None:
        """What it said is not heard any more."""
        self.dies(-9)
        self.stdout.cut()
        self.stdout.join()

    # As the supervisor has it

    def kill(self) -> None:
        if self.alive and self.world.clock.time < self.told_at + LEAST_PATIENCE:
            self.world.faults.append("a worker is killed that has had no time")
        self.dies(-9)

    def wait(self, timeout: float | None = None) -> int:
        if timeout is not None:
            end = self.world.clock.time + timeout
            while self.alive and self.world.clock.time < end:
                if not self.go():
                    self.world.clock.advance(0.1)
        if self.code is None:
            raise subprocess.TimeoutExpired("worker", timeout or 0.0)
        return self.code
