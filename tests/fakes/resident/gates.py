"""Where the threads of a program wait until the test lets them go on."""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from typing import Any

PATIENCE = 60.0
"""Real seconds that a thread may take to come to its next gate; none does, unless it is lost."""


Killed = SystemExit
"""Ends a thread of a process that is not there any more, wherever it stands; threads end by this one without a word."""


class Gate:
    """Shared by one thread that waits and one that lets it go. `wait_until` is the only real wait."""

    def __init__(self) -> None:
        self.changed = threading.Condition()

    def wait_until(self, holds: Callable[[], object], what: str) -> None:
        """With `changed` held."""
        if not self.changed.wait_for(holds, PATIENCE):
            raise AssertionError(f"a thread is lost: {what}")


class Decisions(Gate):
    """The daemon's inbox: a decision is taken when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.calls: deque[Callable[[], object]] = deque()
        self._permits = 0
        self._rests = False
        self._over = False
        self._taker: threading.Thread | None = None

    def put(self, call: Callable[[], object]) -> None:
        with self.changed:
            self.calls.append(call)
            self.changed.notify_all()

    def get(self) -> Callable[[], object]:
        with self.changed:
            self._taker = threading.current_thread()
            self._rests = True
            self.changed.notify_all()
            while not (self._permits and self.calls) and not self._over:
                self.changed.wait()
            if self._over:
                raise Killed
            self._rests = False
            self._permits -= 1
            return self.calls.popleft()

    def take_one(self) -> None:
        """Has the next decision taken, all of it."""
        with self.changed:
            self.wait_until(lambda: self._rests, "the thread of decisions")
            if not self.calls:
                return
            self._permits += 1
            self._rests = False
            self.changed.notify_all()
            self.wait_until(lambda: self._rests, "a decision")

    def end(self) -> None:
        with self.changed:
            self._over = True
            self.changed.notify_all()
        if self._taker is not None:
            self._taker.join(PATIENCE)


class Lines(Gate):
    """A pipe. Lines are written at any time; a reader gets one when the test passes it on, then the end."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: deque[str] = deque()
        self.closed = False
        self._given: deque[str | None] = deque()
        self._rests = self._ended = False
        self._reader: threading.Thread | None = None
        self._broken = False

    def write(self, line: str) -> None:
        with self.changed:
            if self.closed:
                raise BrokenPipeError
            self.lines.append(line)

    def flush(self) -> None: ...

    def close(self) -> None:
        with self.changed:
            self.closed = True

    def __iter__(self) -> Lines:
        return self

    def __next__(self) -> str:
        with self.changed:
            self._reader = threading.current_thread()
            self._rests = True
            self.changed.notify_all()
            while not self._given and not self._broken:
                self.changed.wait()
            if self._broken:
                raise Killed
            self._rests = False
            line = self._given.popleft()
            if line is None:
                self._ended = True
                raise StopIteration
            return line

    @property
    def waits(self) -> bool:
        """Whether there is anything to be passed on: a line, or the end."""
        return not (self._ended or self._broken) and (bool(self.lines) or self.closed)

    def pass_on(self) -> None:
        """Hands the next line over, or the end after the last one; returns once the reader has dealt with it."""
        with self.changed:
            self.wait_until(lambda: self._rests or self._broken, "the reader of a pipe")
            if self._broken:
                return
            last = not self.lines
            self._given.append(None if last else self.lines.popleft())
            self._rests = False
            self.changed.notify_all()
            if not last:
                self.wait_until(lambda: self._rests or self._broken, "the reader of a line")
        if last:
            self.join()

    def cut(self) -> None:
        """The reader's process is gone."""
        with self.changed:
            self._broken = self.closed = True
            self.changed.notify_all()

    def join(self) -> None:
        """Until its reader has ended."""
        if self._reader not in {None, threading.current_thread()}:
            self._reader.join(PATIENCE)


class Clock:
    """One time for all processes. It passes when the test says so, or when a job waits; a look takes a millisecond."""

    def __init__(self) -> None:
        self.time = 0.0
        self.threads: list[threading.Thread] = []  # that sleep by it, or will
        self._timers: list[_Timer] = []
        self._sleepers = Gate()
        self._asleep: list[_Sleeper] = []

    def now(self) -> float:
        return self.time

    def timer(self, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
        """As threading.Timer: to cancel one that has gone off changes nothing."""
        timer = _Timer(self.time + seconds, call)
        self._timers.append(timer)

        def cancel() -> None:
            if timer in self._timers:
                self._timers.remove(timer)

        return cancel

    def sleep(self, process: Any, word: threading.Event, seconds: float) -> bool:
        """As `word.wait(seconds)` in a process that may be stopped, or killed, meanwhile."""
        sleeper = _Sleeper(self.time + seconds, process, word)
        with self._sleepers.changed:
            if process.code is not None:
                raise Killed
            self._asleep.append(sleeper)
            self._sleepers.changed.notify_all()
        word.wait()
        with self._sleepers.changed:
            self._asleep.remove(sleeper)
            if sleeper.overslept:
                word.clear()
        if process.code is not None:
            raise Killed
        return not sleeper.overslept

    def wake_all(self, process: Any) -> None:
        """It is gone."""
        with self._sleepers.changed:
            for sleeper in self._asleep:
                if sleeper.process is process:
                    sleeper.word.set()

    def settle(self) -> None:
        """Until all who were woken sleep again, or have ended."""
        with self._sleepers.changed:
            while True:
                self.threads = [thread for thread in self.threads if thread.is_alive()]
                here = len({*self.threads} - {threading.current_thread()})
                if sum(not each.word.is_set() for each in self._asleep) >= here:
                    return
                self._sleepers.changed.wait(0.001)  # one that ends tells nobody

    def advance(self, seconds: float) -> None:
        """Time passes, and whoever waits for it goes on in turn."""
        end = self.time + seconds
        self.settle()
        while due := self._next(end):
            self.time = max(self.time, due.at)
            if isinstance(due, _Timer):
                self._timers.remove(due)
                due.call()
            else:
                due.overslept = True
                due.word.set()
                self.settle()
        self.time = max(self.time, end)

    def _next(self, end: float) -> _Timer | _Sleeper | None:
        awake = [each for each in self._asleep if not each.process.frozen and not each.overslept]
        due = [each for each in (*self._timers, *awake) if each.at <= end]
        return min(due, key=lambda each: each.at, default=None)


class _Timer:
    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at = at
        self.call = call


class _Sleeper:
    def __init__(self, at: float, process: Any, word: threading.Event) -> None:
        self.at = at
        self.process = process
        self.word = word
        self.overslept = False
