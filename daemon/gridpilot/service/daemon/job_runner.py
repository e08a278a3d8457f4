"""One job at a time, on a worker that may crash or hang. Belongs to the daemon's thread of decisions."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot.record import outcome_facts
from gridpilot.service.daemon.supervisor import Crashes
from gridpilot.service.orders import WARMING
from gridpilot.texts import messages, words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.service.daemon.supervisor import Supervisor

    Message = dict[str, Any]
    Reply = Callable[[Message], None]

BUDGET = 35.0  # seconds for a fill: the pilot's own 30, and a little for it to say so; for a game: without a word
SILENCE = 5.0  # seconds that a worker that is ready may take to say that it has begun
START = 10.0  # seconds that one that is not ready yet may take to say that it has heard of the job
GRACE = 3.0  # seconds between being told to stop and being killed
CHORD = 1.0  # seconds that a hand may take from a hotkey's first key to its last
log = logging.getLogger(__name__)


@dataclass(slots=True)
class Job:
    game: str
    cancel: Callable[[], None]  # the timer that would end it
    waiters: tuple[Reply, ...] = ()
    stage: str = ""
    progress: Message | None = None  # of a game of moves, and about once a second: a sign of life
    stopping: bool = False


@dataclass(frozen=True, slots=True)
class Means:
    """`after` starts a timer and returns what cancels it; its call comes in the thread of decisions. `release` lets go
    of every key and button on the system. `keep` makes a record of a job whose worker could not. `changed` is called
    after anything that the user can see; `gave_up` when the worker crashed too often.
    """

    worker: Supervisor
    after: Callable[[float, Callable[[], None]], Callable[[], None]]
    now: Callable[[], float]
    release: Callable[[], None]
    keep: Callable[[Outcome], None]
    say: Callable[[str, bool], None]  # True: it is a problem
    changed: Callable[[], None]
    gave_up: Callable[[], None]


class Shift:
    """`note` says what is wrong, while something is; `last` how the last job ended, and `report` the same as values."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._crashes = Crashes()
        self._call_off: Callable[[], None] = lambda: None  # the next start of the worker, where one is due
        self.job: Job | None = None
        self.ready_ms: int | None = None
        self.note = ""
        self.last = ""
        self.report: Message = {}
        self._stopped_by_key_at: float | None = None

    def begin(self) -> None:
        """Starts the worker, unless one runs; forgets earlier crashes."""
        self.note = ""
        self._crashes.forget()
        self._start_worker()

    def _start_worker(self) -> None:
        self._call_off()
        if not self._means.worker.pid:
            self._means.worker.start()

    def start_job(self, order: Message, *waiters: Reply) -> None:
        """`order` is the worker's. There must be no job. The waiters are called once, with how it ended."""
        self._start_worker()
        self._means.worker.order(**order)  # before all that can wait
        log.info("job: %s", order)
        patience = START if self.ready_ms is None else SILENCE
        self.job = Job(order["game"], self._means.after(patience, self._overdue), waiters)
        self._means.changed()

    def stop_job(self) -> bool:
        """False when there is none."""
        job = self.job
        if job is None:
            return False
        if not job.stopping:
            job.stopping = True
            job.cancel()
            job.cancel = self._means.after(GRACE, self._overdue)
            self._means.worker.order(do="abort", reason=StopReason.COMMAND)
        return True

    def stopped_by_chord(self) -> bool:
        """Whether a hotkey that arrives now has stopped the job already, with its first key: Ctrl is a key of the
        user's as any other.
        """
        at = self._stopped_by_key_at
        return at is not None and self._means.now() - at < CHORD

    def end(self) -> None:
        """Ends the job and the worker for good. The worker still makes its record, if it can."""
        self._call_off()
        job = self.job
        if job is not None:
            self._means.worker.order(do="abort", reason=StopReason.COMMAND)
        failed = self._means.worker.stop()
        if job is not None:
            if failed:
                self._release()
                self._keep(Outcome(Ending.STOPPED, job.game, reason=StopReason.CRASHED))
            self._end_job(words.QUITTING, _refusal(words.QUITTING))

    def heard(self, event: Message) -> None:
        """What the worker says."""
        kind = event["event"]
        if kind == "ready":
            self.ready_ms = event["ms"]
            log.info("worker ready after %s ms", self.ready_ms)
        elif kind == "stage" and self.job is not None:
            if self.job.stage in {"", WARMING}:
                self._prolong(self.job)
            self.job.stage = event["stage"]
        elif kind == "progress" and self.job is not None:
            self._alive(self.job, event["progress"])
        elif kind == "outcome":
            told = event["outcome"]
            log.info(
                "%s: %d filled, %d moves, %s ms",
                *(told["outcome"], told["cells_filled"], told["moves"], told["ms"].get("total")),
            )
            by_key = told["reason"] == StopReason.USER_KEY
            self._stopped_by_key_at = self._means.now() if by_key else None
            well = told["outcome"] in {Ending.VERIFIED, Ending.STOPPED}
            self._end_job(told["sentence"], {"ok": True, "report": told}, problem=not well)
        elif kind == "fault":
            error = {key: event[key] for key in ("title", "message", "fix")}
            sentence = f"{event['message']} {event['fix']}".strip()
            log.error("fault: %s", sentence)
            self.note = "" if self.job else sentence
            if self.job is not None:
                self._keep(Outcome(Ending.BLOCKED, self.job.game, detail=sentence))
            self._end_job(sentence, {"ok": False, "error": error, "kind": event["kind"]}, problem=True)
        elif kind == "gone":
            self._gone(event["code"])

    def _alive(self, job: Job, progress: Message) -> None:
        """A game may last for hours, as long as it goes on."""
        job.progress = progress
        self._prolong(job)
        self._means.changed()

    def _prolong(self, job: Job) -> None:
        if not job.stopping:
            job.cancel()
            job.cancel = self._means.after(BUDGET, self._overdue)

    def _overdue(self) -> None:
        if self.job is not None:
            log.error("the worker hangs in '%s': killed", self.job.stage)
            self._means.worker.kill()

    def _gone(self, code: int | None) -> None:
        log.error("the worker ended with %s", code)
        self.ready_ms = None
        if self.job is not None:
            self._release()
            reason = StopReason.COMMAND if self.job.stopping else StopReason.CRASHED
            outcome = Outcome(Ending.STOPPED, self.job.game, reason=reason)
            self._keep(outcome)
            crashed = reason is StopReason.CRASHED
            report = outcome_facts(outcome)
            self._end_job(messages.outcome_sentence(outcome), {"ok": True, "report": report}, problem=crashed)
        pause = self._crashes.pause(self._means.now())
        if pause is None:
            self.give_up(words.WORKER_GAVE_UP)
        elif pause:
            self._call_off = self._means.after(pause, self._start_worker)
        else:
            self._start_worker()

    def give_up(self, why: str) -> None:
        """Something that no job can do without ended too often."""
        self._means.gave_up()
        self.note = f"{why} {self.note}".strip()
        self._means.say(self.note, True)
        self._means.changed()

    def _release(self) -> None:
        with contextlib.suppress(Exception):  # the display may be gone
            self._means.release()

    def _keep(self, outcome: Outcome) -> None:
        """The record is for later; the worker has to be there now."""
        try:
            self._means.keep(outcome)
        except Exception:
            log.exception("no record was kept")

    def _end_job(self, sentence: str, reply: Message, *, problem: bool = False) -> None:
        job, self.job = self.job, None
        if job is not None:
            job.cancel()
            for waiter in job.waiters:
                waiter(reply)
            self.last = sentence
            self.report = reply.get("report", {})
            self._means.say(sentence, problem)
        self._means.changed()


def _refusal(sentence: str) -> Message:
    return {"ok": False, "error": {"title": "", "message": sentence, "fix": ""}, "kind": "refused"}
