"""The daemon's side of the pipe, with small programs in place of the worker."""

import queue
import sys

import pytest

from gridpilot.service.daemon.supervisor import Crashes, Supervisor
from gridpilot.service.pipe import Fill, Gone, Ready, Stage

ECHO = """
import json, sys
print('noise', flush=True)
for line in sys.stdin:
    print(json.dumps({"event": "stage", "job": json.loads(line)["job"], "stage": "reading"}), flush=True)
"""
MATHEMATICIAN = """
import numpy, os
numpy.ones((500, 500)) @ numpy.ones((500, 500))
print('{"event": "ready", "ms": %d}' % len(os.listdir("/proc/self/task")), flush=True)
"""  # tells its threads
DEAF = 'import time; print(\'{"event": "ready", "ms": 1}\', flush=True); time.sleep(600)'


@pytest.fixture
def events():
    return queue.Queue()


def supervisor(tmp_path, events, program):
    made = Supervisor([sys.executable, "-c", program], tmp_path / "errors.log", lambda event, _: events.put(event))
    made.start()
    return made


def test_orders_go_down_and_events_come_up_and_noise_is_passed_over(tmp_path, events):
    worker = supervisor(tmp_path, events, ECHO)
    worker.order(Fill("sudoku", job="a"))
    assert events.get(timeout=30) == Stage("a", stage="reading")
    worker.stop()
    assert worker.pid == 0
    assert events.empty()


def test_an_end_that_nobody_asked_for_is_reported_with_its_code(tmp_path, events):
    supervisor(tmp_path, events, "raise SystemExit(5)")
    assert events.get(timeout=30) == Gone(code=5)


def test_what_a_worker_prints_as_error_is_kept(tmp_path, events):
    supervisor(tmp_path, events, "raise ValueError('the reason')")
    events.get(timeout=30)
    assert "the reason" in (tmp_path / "errors.log").read_text()


@pytest.mark.posix("/proc")
def test_numpy_has_no_threads_of_its_own_in_a_worker(tmp_path, events):
    worker = supervisor(tmp_path, events, MATHEMATICIAN)
    assert events.get(timeout=30) == Ready(ms=1)
    worker.stop()


def test_a_killed_worker_is_reported_and_can_be_started_again(tmp_path, events):
    worker = supervisor(tmp_path, events, DEAF)
    assert events.get(timeout=30) == Ready(ms=1)
    first = worker.pid
    worker.kill()
    assert isinstance(events.get(timeout=30), Gone)
    assert worker.pid == first  # as long as nobody has dealt with its end
    worker.stop()
    assert worker.pid == 0
    worker.start()
    assert events.get(timeout=30) == Ready(ms=1)
    assert worker.pid not in {0, first}
    worker.stop()


def test_orders_to_a_dead_worker_are_lost_quietly(tmp_path, events):
    worker = supervisor(tmp_path, events, "pass")
    events.get(timeout=30)
    worker.order(Fill("sudoku"))
    worker.kill()
    worker.stop()


def test_one_that_cannot_be_started_is_reported_as_gone(tmp_path, events):
    worker = Supervisor([str(tmp_path / "missing")], tmp_path / "errors.log", lambda event, _: events.put(event))
    worker.start()
    assert events.get(timeout=30) == Gone(code=None)
    assert worker.pid == 0


def test_a_worker_starts_although_what_it_prints_cannot_be_kept(tmp_path, events):
    worker = Supervisor(
        [sys.executable, "-c", DEAF], tmp_path / "missing" / "errors.log", lambda event, _: events.put(event)
    )
    worker.start()
    assert events.get(timeout=30) == Ready(ms=1)
    worker.kill()


def test_bytes_that_are_no_text_do_not_make_the_daemon_deaf(tmp_path, events):
    program = 'import os, sys; os.write(1, b\'\\xff\\xfe\\n{"event": "ready", "ms": 1}\\n\'); sys.stdin.read()'
    worker = supervisor(tmp_path, events, program)
    assert events.get(timeout=30) == Ready(ms=1)
    assert worker.stop() == 0


@pytest.mark.parametrize(
    ("times", "pauses"),
    [
        ([0, 1, 2], [0.0, 2.0, None]),
        ([0, 30, 61], [0.0, 2.0, 2.0]),
        ([0, 30, 61, 62], [0.0, 2.0, 2.0, None]),
        ([0, 30, 60], [0.0, 2.0, None]),
        ([0, 100, 200, 300], [0.0, 0.0, 0.0, 0.0]),
    ],
)
def test_a_part_that_crashes_again_waits_a_while_and_three_times_within_a_minute_are_too_many(times, pauses):
    crashes = Crashes()
    assert [crashes.pause(now) for now in times] == pauses


def test_forgotten_crashes_do_not_count():
    crashes = Crashes()
    for now in (0, 1):
        crashes.pause(now)
    crashes.forget()
    assert crashes.pause(2) == 0.0
