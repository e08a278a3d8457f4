"""The command of a game that is filled, `gridpilot solve`, on a window: through the daemon, else in this process."""

from __future__ import annotations

import signal
from argparse import Namespace
from typing import Any

from gridpilot.cli import target
from gridpilot.cli.daemon_verbs import ask
from gridpilot.cli.output import DONE, NOT_DONE, answer, while_doing
from gridpilot.errors import NoAnswer, NoDaemon
from gridpilot.pilot.abort import Abort
from gridpilot.texts import command_words


def fill(given: Namespace) -> int:
    window = target.handle(given, given.job)
    with while_doing(command_words.FILLING):
        try:
            report: dict[str, Any] = ask(given.verb, timeout=None, window=window, profile=given.profile)["report"]
        except NoAnswer:
            raise  # its worker may be at it
        except NoDaemon:
            report = _fill_here(given.job, window, given.profile)
    answer(given, report, report["sentence"])
    return DONE if report["outcome"] == "verified" else NOT_DONE


def _fill_here(game: str, window: int | None, profile: str) -> dict[str, Any]:
    from gridpilot.pilot.record import outcome_facts
    from gridpilot.service import compose
    from gridpilot.service.pipe import Fill

    made = compose.RealJobs()
    abort = stopped_by_signals(made.abort())
    return outcome_facts(made.fill(Fill(game, window=window, profile=profile), abort, lambda _: None))


def stopped_by_signals(abort: Abort) -> Abort:
    """Ctrl+C in the terminal ends the job, not the process."""
    from gridpilot.outcome import StopReason

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: abort.stop(StopReason.COMMAND))
    return abort
