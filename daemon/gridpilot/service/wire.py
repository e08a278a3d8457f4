"""Outcomes as JSON and back: what the worker tells the daemon, and the daemon the command line.

The shape is that of `gridpilot last --json`, with what is needed to say the sentence again on the other side.
"""

from __future__ import annotations

import re
from typing import Any

from gridpilot.geometry import Cell
from gridpilot.messages import outcome_sentence
from gridpilot.outcome import Ending, Outcome, StopReason


def report(outcome: Outcome) -> dict[str, Any]:
    """`cells_missed` are names, r4c7; `cells` are those that the outcome speaks of, whatever its kind."""
    names = [str(cell) for cell in outcome.cells]
    return {
        "outcome": outcome.ending.value,
        "sentence": outcome_sentence(outcome),
        "game": outcome.game,
        "profile": outcome.profile,
        "window": outcome.window,
        "blanks": outcome.blanks,
        "cells_filled": outcome.filled,
        "cells_missed": names if outcome.ending is Ending.MISSED else [],
        "cells": names,
        "reason": outcome.reason.value if outcome.reason else None,
        "at": str(outcome.at) if outcome.at else None,
        "detail": outcome.detail,
        "moves": outcome.filled,
        "board": outcome.board,
        "ms": {stage: round(value, 1) for stage, value in outcome.ms.items()},
    }


def outcome(told: dict[str, Any]) -> Outcome:
    """The outcome that `report` told of."""
    return Outcome(
        ending=Ending(told["outcome"]),
        game=told["game"],
        profile=told["profile"],
        window=told["window"],
        blanks=told["blanks"],
        filled=told["cells_filled"],
        cells=tuple(_cell(name) for name in told["cells"]),
        reason=StopReason(told["reason"]) if told["reason"] else None,
        at=_cell(told["at"]) if told["at"] else None,
        detail=told["detail"],
        board=told["board"],
        ms=dict(told["ms"]),
    )


def _cell(name: str) -> Cell:
    found = re.fullmatch(r"r(\d+)c(\d+)", name)
    if not found:
        raise ValueError(name)
    return Cell(int(found[1]) - 1, int(found[2]) - 1)
