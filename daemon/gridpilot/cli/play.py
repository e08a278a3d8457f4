"""`gridpilot play`: 2048 in a window, through the daemon or in this process; or the best move for a board as text."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

from gridpilot.cli.fill import stopped_by_signals
from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.cli.resident import ask
from gridpilot.service import words
from gridpilot.service.control import NoDaemon

if TYPE_CHECKING:
    from argparse import Namespace

THINK = 0.1
"""Seconds for a single move: nobody waits for an animation here, and no second move will make up for a bad one."""


def play(given: Namespace) -> int:
    if given.board is not None:
        return _best_move(given)
    goal = {"until": given.until, "moves": given.moves, "restart": given.restart}
    wishes = {"window": given.window, "goal": goal if any(goal.values()) else None, "engine": given.engine}
    try:
        report: dict[str, Any] = ask("play", timeout=None, **wishes)["report"]
    except NoDaemon:
        report = _play_here(wishes, tell=not given.json)
    if given.json:
        as_json(report)
    else:
        print(report["sentence"])
    return DONE if report["outcome"] == "verified" else NOT_DONE


def _play_here(wishes: dict[str, Any], *, tell: bool) -> dict[str, Any]:
    from dataclasses import asdict

    from gridpilot.pilot.autoplay import Listener
    from gridpilot.pilot.record import outcome_facts
    from gridpilot.service import compose

    made = compose.RealJobs()
    abort = stopped_by_signals(made.abort())
    listener = Listener(progress=lambda now: print(words.progress_line(asdict(now)), flush=True))
    return outcome_facts(made.play({"game": "2048", **wishes}, abort, listener if tell else Listener()))


def _best_move(given: Namespace) -> int:
    from gridpilot.games.twenty48.board import parse
    from gridpilot.service import compose

    board, columns = parse(given.board)
    engine = compose.sliding_game("2048").engine(given.engine or "auto")
    engine.warm()
    begun = time.perf_counter()
    move = engine.choose(board, columns, THINK)
    ms = (time.perf_counter() - begun) * 1000
    if given.json:
        as_json({"move": move, "board": given.board, "engine": engine.name, "ms": round(ms, 1)})
    else:
        print(move or words.NO_MOVE_LEFT)
    return DONE if move else NOT_DONE
