"""The worker's side of the pipe: orders in, events out, an abort at any time."""

import io
import json
import os
import threading
from functools import partial

import pytest
from msgspec import convert

from gridpilot.errors import EnvironmentFault
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot.moves.score import Progress
from gridpilot.plan import Goal
from gridpilot.service.pipe import Fill
from gridpilot.service.worker.loop import Worker
from gridpilot.service.worker.watchdog import Watchdog
from gridpilot.texts.messages import outcome_sentence

STEPS = 3


class Jobs:
    """Each job ends as soon as it is stopped, or at once where `waits` is not set."""

    def __init__(self, waits=False, fault=None):
        self.waits = waits
        self.fault = fault
        self.orders = []
        self.given_up = []
        self.begun = threading.Event()
        self.hidden = 0
        self.holds = []
        self.steps = 0

    def warm(self):
        for _ in range(STEPS):
            yield
            self.steps += 1

    def fill(self, order, abort, on_stage):
        self.orders.append(order)
        on_stage("reading")
        self.begun.set()
        if self.fault:
            raise self.fault
        if self.waits:
            abort.wait(30)
            return Outcome(Ending.STOPPED, "sudoku", reason=abort.reason)
        return Outcome(Ending.VERIFIED, "sudoku", filled=51, blanks=51)

    def give_up(self, order):
        self.given_up.append(order)
        return Outcome(Ending.STOPPED, order.game, reason=StopReason.BUDGET, filled=3, blanks=51)

    def hide(self):
        self.hidden += 1

    def hold(self, down):
        self.holds.append(down)

    def note_order(self):
        self.holds.append("ordered")

    def play(self, order, abort, listener):
        self.orders.append(order)
        listener.stage("playing")
        listener.progress(Progress(moves=17, score=120, best=32, pace=4.5))
        return Outcome(Ending.VERIFIED, "2048", moves=17, score=120, best=32)


class Piped:
    """A worker in a thread, with pipes as the daemon has them."""

    def __init__(self, build, patience=(60, 60)):
        read, write = os.pipe()
        self.orders = os.fdopen(write, "w", buffering=1)
        self.answers = io.StringIO()
        self.left = []
        self.worker = Worker(
            build, os.fdopen(read), self.answers, self.left.append, partial(Watchdog, patience=patience)
        )
        self.code = None
        self.thread = threading.Thread(target=self._serve)
        self.thread.start()

    def _serve(self):
        self.code = self.worker.serve()

    def order(self, **order):
        self.orders.write(json.dumps(order) + "\n")

    def wait_for(self, event):
        while f'"event":"{event}"' not in self.answers.getvalue():
            self.thread.join(0.01)

    def end(self):
        self.orders.close()
        self.thread.join(30)
        assert not self.thread.is_alive()
        return [json.loads(line) for line in self.answers.getvalue().splitlines()]


def test_it_says_ready_stage_and_outcome_and_leaves_when_the_daemon_does():
    jobs = Jobs()
    worker = Piped(lambda: jobs)
    worker.wait_for("ready")
    worker.order(do="fill", job="a", game="sudoku", window=7)
    jobs.begun.wait(30)
    ready, stage, outcome = worker.end()
    assert ready["event"] == "ready"
    assert stage == {"event": "stage", "job": "a", "stage": "reading"}
    assert outcome["outcome"]["ending"] == "verified"
    assert outcome["outcome"]["filled"] == 51
    assert jobs.orders == [Fill("sudoku", job="a", window=7)]
    assert worker.code == 0


def test_an_order_does_not_wait_for_the_rest_of_the_warming_up_and_is_heard_of_in_the_middle_of_it():
    jobs, first, ordered = Jobs(), threading.Event(), threading.Event()

    def warm():
        first.set()
        assert ordered.wait(30)
        while not worker.worker._waiting:
            pass
        assert "warming up" in worker.answers.getvalue()
        yield
        raise AssertionError("warmed on")

    jobs.warm = warm
    worker = Piped(lambda: jobs)
    first.wait(30)
    worker.order(do="fill", game="sudoku")
    ordered.set()
    jobs.begun.wait(30)
    assert [answer["event"] for answer in worker.end()] == ["stage", "ready", "stage", "outcome"]


def test_without_an_order_it_is_warm_before_it_says_ready():
    jobs = Jobs()
    worker = Piped(lambda: jobs)
    worker.wait_for("ready")
    assert jobs.steps == STEPS
    worker.end()


def test_a_game_tells_how_it_stands_before_it_tells_how_it_ended():
    jobs = Jobs()
    worker = Piped(lambda: jobs)
    worker.wait_for("ready")
    worker.order(do="play", job="b", game="2048", goal={"moves": 17})
    worker.wait_for("outcome")
    _, stage, progress, outcome = worker.end()
    assert stage == {"event": "stage", "job": "b", "stage": "playing"}
    assert progress == {
        "event": "progress",
        "job": "b",
        "progress": {"moves": 17, "score": 120, "best": 32, "pace": 4.5},
    }
    assert (outcome["outcome"]["moves"], outcome["outcome"]["best"]) == (17, 32)
    assert jobs.orders[0].goal == Goal(moves=17)


def test_an_abort_ends_the_job_with_its_reason():
    jobs = Jobs(waits=True)
    worker = Piped(lambda: jobs)
    worker.order(do="fill", game="sudoku")
    jobs.begun.wait(30)
    worker.order(do="abort", reason="command")
    worker.wait_for("outcome")
    assert worker.end()[-1]["outcome"]["reason"] == StopReason.COMMAND


def test_a_job_stops_typing_when_the_daemon_is_gone():
    jobs = Jobs(waits=True)
    worker = Piped(lambda: jobs)
    worker.order(do="fill", game="sudoku")
    jobs.begun.wait(30)
    assert worker.end()[-1]["outcome"]["reason"] == StopReason.CRASHED


def test_a_fault_in_a_job_is_told_and_the_next_job_is_done():
    jobs = Jobs(fault=EnvironmentFault("No picture", "The screen is locked.", "Unlock it."))
    worker = Piped(lambda: jobs)
    worker.order(do="fill", game="sudoku")
    jobs.begun.wait(30)
    worker.wait_for("fault")
    jobs.fault = None
    worker.order(do="fill", game="sudoku")
    worker.wait_for("outcome")
    events = worker.end()
    fault = next(event for event in events if event["event"] == "fault")
    assert (fault["kind"], fault["message"], fault["fix"]) == ("environment", "The screen is locked.", "Unlock it.")


def test_a_worker_that_cannot_start_says_why():
    def build():
        raise EnvironmentFault("No display", "There is none.", "Get one.")

    worker = Piped(build)
    worker.thread.join(30)
    (event,) = worker.end()
    assert (event["event"], event["message"], worker.code) == ("fault", "There is none.", 3)


@pytest.mark.parametrize("count", [1, 3])
def test_jobs_are_done_one_after_another(count):
    jobs = Jobs()
    worker = Piped(lambda: jobs)
    for number in range(count):
        worker.order(do="fill", game="sudoku", window=number)
    while worker.answers.getvalue().count('"outcome":') < count:
        worker.thread.join(0.01)
    worker.end()
    assert [order.window for order in jobs.orders] == list(range(count))


def test_a_job_of_which_nothing_is_heard_is_told_to_stop():
    jobs = Jobs(waits=True)
    worker = Piped(lambda: jobs, (0.05, 60))
    worker.order(do="fill", job="a", game="sudoku", window=7)
    worker.wait_for("outcome")
    assert worker.end()[-1]["outcome"]["reason"] == "budget"
    assert (jobs.given_up, worker.left) == ([], [])


def test_a_job_that_does_not_stop_is_recorded_and_given_up_with_its_process():
    jobs, let_go = Jobs(), threading.Event()
    jobs.fill = lambda order, abort, on_stage: let_go.wait(30) and Outcome(Ending.VERIFIED, "sudoku")
    worker = Piped(lambda: jobs, (0.05, 0.05))
    worker.order(do="fill", job="a", game="sudoku", window=7)
    worker.wait_for("outcome")
    told = worker.answers.getvalue().splitlines()
    let_go.set()
    worker.end()
    outcome = json.loads(told[-1])["outcome"]
    assert (outcome["ending"], outcome["reason"], outcome["filled"]) == ("stopped", "budget", 3)
    assert "took too long" in outcome_sentence(convert(outcome, Outcome))
    assert (len(jobs.given_up), worker.left) == (1, [4])


def test_a_job_that_ends_just_as_it_is_told_to_is_not_given_up():
    asked, given_up, made, over = [], [], threading.Event(), threading.Event()

    def wait(word, _seconds):
        asked.append(word)
        if len(asked) == 1:
            return not made.wait(30)
        ending.join(30)
        over.set()
        return word.wait(0)

    def end():
        watchdog.end()

    ending = threading.Thread(target=end)

    def late():
        ending.start()
        ending.join(0.5)

    watchdog = Watchdog(late, lambda: given_up.append(True), wait=wait)
    made.set()
    assert over.wait(30)
    watchdog._thread.join(30)
    assert given_up == []


def test_what_is_shown_is_taken_away_at_once_when_that_is_asked_for():
    jobs = Jobs()
    worker = Piped(lambda: jobs)
    worker.wait_for("ready")
    worker.order(do="hide")
    worker.end()
    assert jobs.hidden == 1


def test_that_the_user_holds_a_hotkey_is_told_while_its_job_runs():
    jobs = Jobs(waits=True)
    worker = Piped(lambda: jobs)
    worker.wait_for("ready")
    worker.order(do="held", down=True)
    worker.order(do="fill", job="a", game="sudoku")
    jobs.begun.wait(30)
    worker.order(do="held", down=False)
    worker.end()
    assert jobs.holds == [True, "ordered", False]
