"""What else a window shows where a job found no board of its own: another game's board, as the user may have pressed
the wrong key, or a part of a board.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from gridpilot.capture import Capture
from gridpilot.outcome import Ending, Outcome
from gridpilot.pilot.record import Evidence
from gridpilot.texts import hurdles

Recognise = Callable[[Capture], str]
"""Says what a picture shows: a board of another game or of other rules, or a part of one. Empty where it shows none."""

MISTAKEN = frozenset({Ending.NO_BOARD, Ending.DOUBTFUL, Ending.UNSOLVABLE, Ending.AMBIGUOUS})
"""How a job may end over a board of another game: nothing was typed."""


def nobody(_: Capture) -> str:
    """Knows no other game."""
    return ""


def told(outcome: Outcome, evidence: Evidence, recognise: Recognise) -> Outcome:
    """The outcome, with a note where the picture shows something else."""
    if outcome.ending not in MISTAKEN or outcome.moves or evidence.before is None:
        return outcome
    note = recognise(evidence.before)
    if not note and outcome.ending is Ending.NO_BOARD:
        note = hurdles.off_screen(evidence.before.off_screen)
    return replace(outcome, ending=Ending.NO_BOARD, cells=(), detail="", note=note) if note else outcome
