"""The commands of games on a window, `gridpilot solve` and `gridpilot play`: by the daemon, else in this process."""

from __future__ import annotations

import signal
from argparse import Namespace
from dataclasses import asdict
from typing import Any

from gridpilot.cli import target
from gridpilot.cli.daemon_verbs import ask
from gridpilot.cli.output import DONE, NOT_DONE, answer, while_doing
from gridpilot.errors import NoAnswer, NoDaemon
from gridpilot.outcome import WELL, StopReason
from gridpilot.pilot.guard.abort import Abort
from gridpilot.texts import command_words, words

LOOKS = 0.1  # seconds between two looks whether anything is still shown


def fill(given: Namespace) -> int:
    window = target.handle(given, given.job)
    with while_doing(command_words.FILLING):
        report = _done(given, window=window, profile=given.profile, cell=getattr(given, "cell", None))
    return _told(given, report)


def play(given: Namespace) -> int:
    """The command of any game of moves."""
    goal = {"until": given.until, "moves": given.moves, "restart": given.restart}
    wishes = {
        "window": target.handle(given, given.job),
        "profile": given.profile,
        "goal": goal if any(goal.values()) else None,
        "engine": given.engine,
        "think": given.think or None,
    }
    return _told(given, _done(given, **wishes))


def over(given: Namespace, **wishes: Any) -> int:
    """A deed over the board of a window. Without a daemon it ends once nothing is shown any more."""
    report = _done(given, window=target.handle(given, given.job), profile=given.profile, **wishes)
    return _told(given, report)


def _done(given: Namespace, **wishes: Any) -> dict[str, Any]:
    """How the job ended."""
    try:
        report: dict[str, Any] = ask(given.verb, timeout=None, **wishes)["report"]
    except NoAnswer:
        raise  # its worker may be at it
    except NoDaemon:
        report = _done_here({"do": given.verb, **wishes}, given.started, tell=not given.json)
    return report


def _done_here(request: dict[str, Any], started: float, *, tell: bool) -> dict[str, Any]:
    """As the daemon and its worker would; `tell`: how a game of moves comes along."""
    from gridpilot.pilot.autoplay import Listener
    from gridpilot.pilot.record import outcome_facts
    from gridpilot.service import compose
    from gridpilot.service.orders import order_for
    from gridpilot.service.pipe import Coach, Fill

    order, jobs = order_for(request), compose.RealJobs(started)
    abort = stopped_by_signals(Abort())
    if isinstance(order, Fill):
        return outcome_facts(jobs.fill(order, abort, lambda _stage: None))
    if isinstance(order, Coach):
        facts = outcome_facts(jobs.coach(order, abort, lambda _stage: None))
        while jobs.shows() and abort.reason is None:
            abort.wait(LOOKS)
        jobs.hide()
        return facts
    listener = Listener(progress=lambda now: print(words.progress_line(asdict(now)), flush=True))
    return outcome_facts(jobs.play(order, abort, listener if tell else Listener()))


def _told(given: Namespace, report: dict[str, Any]) -> int:
    answer(given, report, report["sentence"])
    return DONE if report["outcome"] in WELL else NOT_DONE


def stopped_by_signals(abort: Abort) -> Abort:
    """Ctrl+C in the terminal ends the job, not the process."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: abort.stop(StopReason.COMMAND))
    return abort
