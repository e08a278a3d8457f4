"""One job at a time, on a worker that may crash or hang. Belongs to the daemon's thread of decisions."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from gridpilot.coach import FOLLOWING, READING
from gridpilot.outcome import WELL, Ending, Outcome, StopReason
from gridpilot.pilot.record import outcome_facts
from gridpilot.service.daemon.supervisor import Crashes, Supervisor
from gridpilot.service.pipe import WARMING, Abort, Coach, Ended, Failed, Going, Gone, Held, Hide, Ready, Said, Stage
from gridpilot.service.pipe import Job as Order
from gridpilot.texts import words

Message = dict[str, Any]
Reply = Callable[[Message], None]

BUDGET = 35.0  # seconds without a word: the worker ends by itself a job of which it heard nothing for 33
SILENCE = 5.0  # seconds that a worker that is ready may take to say that it has begun
START = 10.0  # seconds that one that is not ready yet may take to say that it has heard of the job
GRACE = 3.0  # seconds between being told to stop and being killed
MOST_JOBS = 120
"""So many a worker does before another takes its place: a heap of a system that takes nothing back grows on. Under Wine
a worker held 213 MiB after 60 boards, 222 after 140, 234 after 340 (scripts/soak_windows.py --minutes 30 --seed 6).
"""
CHORD = 1.0  # seconds that a hand may take from a hotkey's first key to its last
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Next:
    """A job that is to begin, and who is told how it ends."""

    order: Order
    waiters: tuple[Reply, ...] = ()


@dataclass(slots=True)
class Job:
    """`deed`: the verb of what it only shows; empty once it sends events. `then`: what begins when it has ended."""

    name: str
    game: str
    deed: str
    cancel: Callable[[], None]  # the timer that would end it
    waiters: tuple[Reply, ...] = ()
    stage: str = ""
    progress: Message | None = None  # of a game of moves, and about once a second: a sign of life
    stopping: bool = False
    overdue: bool = False
    then: list[Next] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Means:
    """`after` starts a timer and returns what cancels it; its call comes in the thread of decisions. `release` lets go
    of every key and button on the system. `clear` takes away what lies over the screen of ours. `keep` makes a record
    of a job whose worker could not. `changed` is called after anything that the user can see; `gave_up` when the worker
    crashed too often.
    """

    worker: Supervisor
    after: Callable[[float, Callable[[], None]], Callable[[], None]]
    now: Callable[[], float]
    release: Callable[[], None]
    keep: Callable[[Outcome], object]
    clear: Callable[[], None]
    say: Callable[[str, bool, Ended | None], None]  # True: it is a problem; `Ended`: of a job that the worker ended
    changed: Callable[[], None]
    gave_up: Callable[[], None]


class Shift:
    """`note` says what is wrong, while something is; `last` how the last job ended."""

    def __init__(self, means: Means) -> None:
        self._means = means
        self._crashes = Crashes()
        self._call_off: Callable[[], None] = lambda: None  # the next start of the worker, where one is due
        self.job: Job | None = None
        self.ready_ms: int | None = None
        self.note = ""
        self.last = ""
        self._stopped_by_key_at: float | None = None
        self._served = 0  # jobs of the worker at hand

    def begin(self) -> None:
        """Starts the worker, unless one runs; forgets earlier crashes."""
        self.note = ""
        self._crashes.forget()
        self._start_worker()

    def _start_worker(self) -> None:
        self._call_off()
        if not self._means.worker.pid:
            self._served = 0
            self._means.worker.start()

    def start_job(self, order: Order, *waiters: Reply) -> Job:
        """`order` is the worker's. There must be no job. The waiters are called once, with how it ended."""
        self._start_worker()
        self._means.worker.order(order)  # before all that can wait
        log.info("job: %s", order)
        patience = START if self.ready_ms is None else SILENCE
        deed = order.what if isinstance(order, Coach) else ""
        job = self.job = Job(order.job, order.game, deed, self._means.after(patience, self._overdue), waiters)
        self._means.clear()
        self._means.changed()
        return job

    def line_up(self, order: Order, *waiters: Reply) -> bool:
        """Has `order` begin after a job that only shows: there is nothing to stop. False where that is not so. Without
        waiters it is a hotkey's, which may be meant to stop what it began.
        """
        job = self.job
        if job is None or not job.deed or (job.stopping and not job.then and not waiters):
            return False
        if job.stage == FOLLOWING and not job.stopping:  # it would go on
            if not waiters and isinstance(order, Coach) and order.what == job.deed:
                return False
            self._abort(job)
        job.then.append(Next(order, waiters))
        return True

    def stop_job(self) -> bool:
        """False when there is none."""
        job = self.job
        if job is None:
            return False
        call_off(job, words.CALLED_OFF)
        if not job.stopping:
            self._abort(job)
        return True

    def _abort(self, job: Job) -> None:
        job.stopping = True
        job.cancel()
        job.cancel = self._means.after(GRACE, self._overdue)
        self._means.worker.order(Abort())

    def hide(self) -> None:
        """Takes away what a job before has shown over its board; one that runs does so by itself."""
        if self.job is None and self._means.worker.pid:
            self._means.worker.order(Hide())

    def hold(self, down: bool) -> None:
        """The user holds a hotkey, or not any more."""
        if self._means.worker.pid:
            self._means.worker.order(Held(down))

    def stopped_by_chord(self) -> bool:
        """Whether a hotkey that arrives now has stopped the job already, with its first key: Ctrl is a key of the
        user's as any other.
        """
        at = self._stopped_by_key_at
        return at is not None and self._means.now() - at < CHORD

    def end_chord(self) -> None:
        """It has arrived: the next one is another."""
        self._stopped_by_key_at = None

    def end(self) -> None:
        """Ends the job and the worker for good. The worker still makes its record, if it can."""
        self._call_off()
        job = self.job
        if job is not None:
            call_off(job, words.QUITTING)
            self._means.worker.order(Abort())
        failed = self._put_away()
        if job is not None:
            if failed:
                self._keep(Outcome(Ending.STOPPED, job.game, reason=StopReason.CRASHED))
            self._end_job(words.QUITTING, refused(words.QUITTING))

    def heard(self, event: Said, pid: int) -> None:
        """What the worker of that number says. It counts for nothing of a job that is over, and once another worker
        has its place.
        """
        running = self.job.name if self.job else ""
        if pid != self._means.worker.pid or event.job not in {"", running}:
            log.info("too late: %s", type(event).__name__)  # the whole of it names the window
            return
        match event:
            case Ready():
                self.ready_ms = event.ms
                log.info("worker ready after %s ms", self.ready_ms)
            case Stage():
                self._at_stage(event.stage)
            case Going():
                self._alive(event.progress)
            case Ended():
                self._ended(event)
            case Failed():
                self._failed(event)
            case Gone():
                self._gone(event.code)

    def _at_stage(self, stage: str) -> None:
        if self.job is not None:
            self._prolong(self.job)
            self.job.stage = stage
            if stage not in {WARMING, READING, FOLLOWING}:
                self.job.deed = ""
            if stage == FOLLOWING and self.job.then and not self.job.stopping:
                self._abort(self.job)

    def _alive(self, progress: Message) -> None:
        """A game may last for hours, as long as it goes on."""
        if self.job is not None:
            self.job.progress = progress
            self._prolong(self.job)
            self._means.changed()

    def _ended(self, event: Ended) -> None:
        told, report = event.outcome, outcome_facts(event.outcome)
        log.info("%s: %d filled, %d moves, %s ms", told.ending, told.filled, told.moves, told.ms.get("total"))
        arrived = self.job is not None and self.job.stopping
        by_key = told.reason in {StopReason.USER_KEY, StopReason.USER_INPUT} and not arrived
        self._stopped_by_key_at = self._means.now() if by_key else None
        well = told.ending in {*WELL, Ending.STOPPED}
        then: list[Next] = []
        if self.job and not by_key:
            then, self.job.then = self.job.then, then
        self._end_job(report["sentence"], {"ok": True, "report": report}, event, problem=not well)
        self._served += 1
        if then:
            self.start_job(then[0].order, *then[0].waiters).then = then[1:]
        if self._served >= MOST_JOBS and self.job is None:
            log.info("another worker takes over")
            self._put_away()
            self._start_worker()

    def _failed(self, event: Failed) -> None:
        """The job cannot be done; outside of one, no job could."""
        error = {"title": event.title, "message": event.message, "fix": event.fix}
        sentence = f"{event.message} {event.fix}".strip()
        log.error("fault: %s", sentence)
        self.note = "" if self.job else sentence
        if self.job is not None:
            self._keep(Outcome(Ending.BLOCKED, self.job.game, detail=sentence))
        self._end_job(sentence, {"ok": False, "error": error, "kind": event.kind}, problem=True)

    def _prolong(self, job: Job) -> None:
        if not job.stopping:
            job.cancel()
            job.cancel = self._means.after(BUDGET, self._overdue)

    def _overdue(self) -> None:
        if self.job is not None:
            self.job.overdue = True
            log.error("the worker hangs in '%s': killed", self.job.stage)
            self._means.worker.kill()

    def _gone(self, code: int | None) -> None:
        log.error("the worker ended with %s", code)
        if not self._put_away():
            self._release()
        if self.job is not None:
            late = StopReason.BUDGET if self.job.overdue else StopReason.CRASHED
            reason = StopReason.COMMAND if self.job.stopping else late
            outcome = Outcome(Ending.STOPPED, self.job.game, reason=reason)
            self._keep(outcome)
            report = outcome_facts(outcome)
            problem = reason is not StopReason.COMMAND
            self._end_job(report["sentence"], {"ok": True, "report": report}, problem=problem)
        pause = self._crashes.pause(self._means.now())
        if pause is None:
            self.give_up(words.WORKER_GAVE_UP)
        elif pause:
            self._call_off = self._means.after(pause, self._start_worker)
        else:
            self._start_worker()

    def _put_away(self) -> bool:
        """Whether it had to be killed, or had ended otherwise than it was told to: it may have held a key down."""
        self.ready_ms = None
        failed = bool(self._means.worker.stop())
        if failed:
            self._release()
        return failed

    def give_up(self, why: str) -> None:
        """Something that no job can do without ended too often."""
        self._means.gave_up()
        self.note = f"{why} {self.note}".strip()
        self._means.say(self.note, True, None)
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

    def _end_job(self, sentence: str, reply: Message, ended: Ended | None = None, *, problem: bool = False) -> None:
        job, self.job = self.job, None
        if job is not None:
            job.cancel()
            for waiter in job.waiters:
                waiter(reply)
            call_off(job, words.CALLED_OFF)
            self.last = sentence
            self._means.say(sentence, problem, ended)
        self._means.changed()


def call_off(job: Job, why: str) -> None:
    """What was to begin after it does not."""
    for each in job.then:
        for waiter in each.waiters:
            waiter(refused(why))
    job.then.clear()


def refused(sentence: str) -> Message:
    """The reply to a request that comes to nothing."""
    return {"ok": False, "error": {"title": "", "message": sentence, "fix": ""}, "kind": "refused"}


def answered(deal: Callable[[Message, Reply], None], request: Message, reply: Reply) -> None:
    """Has `deal` deal with the request; a fault of its own goes on to the log, but not before the reply."""
    try:
        deal(request, reply)
    except Exception:
        reply(refused(words.SEE_LOG))
        raise
