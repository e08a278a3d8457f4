"""`gridpilot play`: 2048 in a window, through the daemon or in this process; or the best move for a board as text."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

from gridpilot.cli.output import DONE, NOT_DONE, answer
from gridpilot.errors import NoAnswer, NoDaemon


def play(given: Namespace) -> int:
    if given.board is not None:
        from gridpilot.cli.best_move import best_move

        return best_move(given)
    return play_window(given)


def play_window(given: Namespace) -> int:
    """The command of any game of moves."""
    from gridpilot.cli import target  # late, as it talks to the desktop, and the next to the resident program
    from gridpilot.cli.daemon_verbs import ask

    goal = {"until": given.until, "moves": given.moves, "restart": given.restart}
    wishes = {
        "window": target.handle(given, given.job),
        "goal": goal if any(goal.values()) else None,
        "engine": given.engine,
        "think": given.think or None,
    }
    wishes["profile"] = given.profile
    try:
        report: dict[str, Any] = ask(given.verb, timeout=None, **wishes)["report"]
    except NoAnswer:
        raise  # its worker may be at it
    except NoDaemon:
        report = _play_here(given.job, wishes, tell=not given.json)
    answer(given, report, report["sentence"])
    return DONE if report["outcome"] == "verified" else NOT_DONE


def _play_here(game: str, wishes: dict[str, Any], *, tell: bool) -> dict[str, Any]:
    from dataclasses import asdict

    from gridpilot.cli.fill import stopped_by_signals
    from gridpilot.pilot.autoplay import Listener
    from gridpilot.pilot.record import outcome_facts
    from gridpilot.plan import Goal
    from gridpilot.service import compose
    from gridpilot.service.pipe import Play
    from gridpilot.texts import words

    goal = Goal(**wishes["goal"]) if wishes["goal"] else None
    engine, profile = (wishes[key] or "" for key in ("engine", "profile"))
    order = Play(game, window=wishes["window"], profile=profile, goal=goal, engine=engine, think=wishes["think"] or 0.0)
    made = compose.RealJobs()
    abort = stopped_by_signals(made.abort())
    listener = Listener(progress=lambda now: print(words.progress_line(asdict(now)), flush=True))
    return outcome_facts(made.play(order, abort, listener if tell else Listener()))
