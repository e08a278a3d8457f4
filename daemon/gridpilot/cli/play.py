"""`gridpilot play`: 2048 in a window, through the daemon or in this process; or the best move for a board as text."""

from __future__ import annotations

import sys
import time
from argparse import Namespace

from gridpilot.cli import sources
from gridpilot.cli.output import DONE, NOT_DONE, as_json
from gridpilot.errors import EnvironmentFault, GridpilotError, Misused
from gridpilot.games.protocols import Engine
from gridpilot.games.twenty48.board import parse, rows
from gridpilot.games.twenty48.rules import Rules

SEED = 1
THINK = 0.1
"""Seconds for a single move: nobody waits for an animation here, and no second move will make up for a bad one."""


def play(given: Namespace) -> int:
    if given.board is not None:
        return best_move(given)
    from gridpilot.cli.jobs import play  # late, as it talks to the desktop and to the resident program

    return play(given)


def best_move(given: Namespace) -> int:
    """On a board of 2048 that was typed, with nothing on the screen touched."""
    try:
        board, columns = parse(sources.text(given.board)[1])
        Rules().check(board, columns)
        engine = _ready(given.engine or "auto", (len(board) // columns, columns))
    except EnvironmentFault:
        raise
    except GridpilotError as error:
        raise Misused(error.title, error.message, error.fix) from error
    begun = time.perf_counter()
    move = engine.choose(board, columns, given.think or THINK)
    ms = (time.perf_counter() - begun) * 1000
    if given.json:
        as_json({"move": move, "board": rows(board, columns), "engine": engine.name, "ms": round(ms, 1)})
    else:
        from gridpilot.texts import words

        print(move or words.NO_MOVE_LEFT)
    return DONE if move else NOT_DONE


def _ready(name: str, size: tuple[int, int]) -> Engine:
    """The engine with its tables made; of the default one, what it has for the size."""
    from gridpilot.games.twenty48.engines.choice import Auto
    from gridpilot.games.twenty48.engines.choice import engine as made

    engine = made(name, Rules(), SEED)
    if not isinstance(engine, Auto):
        return engine
    engine.settle(size)
    if engine.note:
        print(engine.note, file=sys.stderr)
    return engine.playing(size)
