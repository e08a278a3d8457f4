"""The resident program and its worker by a model: whatever happens, in any order (fakes/resident/machine.py).

10,000 steps here; scripts/soak_machine.py does as many as it is told to. And faults of old, or near ones, put back by
hand: each is found.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from fakes.resident.machine import Resident
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test
from programs import wait_for

from gridpilot.pilot.guard.guard import Guard
from gridpilot.service.daemon.hotkeys import Keys
from gridpilot.service.daemon.job_runner import Shift
from gridpilot.service.daemon.loop import Daemon
from gridpilot.service.daemon.notifier import Teller
from gridpilot.service.daemon.supervisor import Supervisor
from gridpilot.service.worker.loop import Worker

STEPS = 10_000
EXAMPLES, LENGTH = 20, 100  # of a round: later examples resemble earlier ones
MOST_ROUNDS = 15


@pytest.fixture(autouse=True)
def no_log() -> Iterator[None]:
    """Of so many steps it is megabytes."""
    before = logging.root.manager.disable
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(before)


def go(number: int, *phases: Phase) -> None:
    """A round, the same each time."""
    how = settings(
        max_examples=EXAMPLES,
        stateful_step_count=LENGTH,
        deadline=None,
        database=None,
        phases=(Phase.generate, *phases),
        suppress_health_check=[*HealthCheck],
        print_blob=False,
    )
    run_state_machine_as_test(seed(number)(Resident), settings=how)


def test_whatever_happens_in_any_order_there_is_one_job_no_stray_key_and_an_answer() -> None:
    before, number = threading.active_count(), 0
    Resident.counts.clear()
    while Resident.counts["steps"] < STEPS:
        number += 1
        go(number, Phase.shrink)
    counts = Resident.counts
    for what in ("verified", "stopped command", "stopped escape", "stopped focus-lost", "stopped crashed"):
        assert counts[f"sudoku {what}"] + counts[f"2048 {what}"] > 0, what
    assert min(counts[what] for what in ("starts", "deaths at work", "deaths in a stroke")) > 0
    wait_for(lambda: threading.active_count() <= before, what="the threads of the last worker to end")


def timers_cannot_be_called_off(daemon: Daemon, seconds: float, call: Callable[[], None]) -> Callable[[], None]:
    return daemon._parts.timer(seconds, partial(daemon._later, call))


def goes_on_after_the_end(daemon: Daemon, call: Callable[..., object], *arguments: Any) -> None:
    daemon._inbox.put(partial(call, *arguments))


def any_worker_counts(shift: Shift, event: Any, _pid: int) -> None:
    HEARD(shift, event, shift._means.worker.pid)


def a_third_press_is_a_first(shift: Shift) -> bool:
    return not (shift.job and shift.job.stopping) and STOP_JOB(shift)


def nobody_is_told(shift: Shift, sentence: str, _reply: object, *how: Any, problem: bool = False) -> None:
    if shift.job is not None:
        shift.job.waiters = ()
    END_JOB(shift, sentence, _reply, *how, problem=problem)


def shows_at_once(teller: Teller, *what: Any) -> None:
    teller._busy = lambda: False
    NOTIFY(teller, *what)


def takes_no_abort(worker: Worker, order: Any) -> None:
    if type(order).__name__ != "Abort":
        TAKE(worker, order)


def is_not_ended(supervisor: Supervisor) -> None:
    supervisor._process = None


def stops_nothing(daemon: Daemon, paused: bool) -> None:
    if not paused:
        daemon._shift.begin()


def watches_until_the_first_word(guard: Guard) -> None:
    watch = guard._desk.watch
    if not watch.watched:
        watch.start(guard._window, guard._interfered)


HEARD, STOP_JOB, END_JOB, NOTIFY, TAKE = Shift.heard, Shift.stop_job, Shift._end_job, Teller.notify, Worker._take

MUTANTS: dict[str, tuple[type, str, Callable[..., Any], str]] = {
    "a job beside one that is being stopped": (Shift, "stop_job", a_third_press_is_a_first, "without a word|does not"),
    "two workers at work": (Supervisor, "stop", is_not_ended, "two jobs at once|that is over|after the end"),
    "a pause that stops nothing": (Daemon, "_on_pause", stops_nothing, "while it is paused"),
    "an Esc that nobody hears": (Guard, "_interfered", lambda *_: None, "after a stop"),
    "an Esc after the first word of the watch": (Guard, "watch", watches_until_the_first_word, "after a stop"),
    "digits after a stop": (Guard, "check", lambda *_: None, "after a stop"),
    "no abort is heard": (Worker, "_take", takes_no_abort, "after a stop"),
    "commands without an answer": (Shift, "_end_job", nobody_is_told, "no answer to"),
    "presses without an answer": (Teller, "notify", lambda *_: None, "a press without an answer|without a notice"),
    "keys that stay down": (Shift, "_release", lambda _: None, "held down"),
    "a timer of the job before": (Daemon, "_after", timers_cannot_be_called_off, "that has had no time"),
    "the end of the worker before": (Shift, "heard", any_worker_counts, "before its time"),
    "work after the end": (Daemon, "_later", goes_on_after_the_end, "after the end"),
    "a notice over the board": (Teller, "notify", shows_at_once, "a notice over the board"),
    "hotkeys that are lost for good": (Keys, "_lost", lambda *_: None, "are called live"),
}


@pytest.mark.parametrize("fault", MUTANTS)
def test_the_model_finds_a_fault_that_is_put_in_by_hand(monkeypatch: pytest.MonkeyPatch, fault: str) -> None:
    owner, name, wrong, words = MUTANTS[fault]
    monkeypatch.setattr(owner, name, wrong)
    with pytest.raises(AssertionError, match=words):
        for number in range(1, MOST_ROUNDS):
            go(number)
