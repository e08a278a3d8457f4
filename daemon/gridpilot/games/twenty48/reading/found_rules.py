"""Finds out by which rules of the family a game is played, from what its moves do.

A board that the rules known so far do not lead to, read whole and at rest, is held against the others: other merges of
a line, other tiles that appear, more of them, or none. What explains it is a rule of this game from then on.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from gridpilot.games.twenty48.reading.move_tracker import USUAL, made
from gridpilot.games.twenty48.rules import Merging

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.games.protocols import Step
    from gridpilot.games.twenty48.rules import Rules
    from gridpilot.plan import Move

    Board = tuple[int, ...]

MOST_NEW = 4  # tiles that may appear after one move
RARE = 0.01  # share of a tile that was seen to appear and was not known to


def explained(rules: Rules, before: Board, columns: int, move: Move, board: Board) -> tuple[Rules, Step] | None:
    """The rules nearest to `rules` by which `move` leads from `before` to `board`, and the step; None: none does."""
    for merging in (rules.merging, *(one for one in Merging if one is not rules.merging)):
        found = replace(rules, merging=merging)
        slid, gained = found.slide(before, columns, move)
        if slid == before:
            return None
        new = {cell: seen for cell, (seen, value) in enumerate(zip(board, slid, strict=True)) if seen != value}
        if len(new) <= MOST_NEW and not any(slid[cell] for cell in new):
            step = made(move, slid, gained, new, usual=merging is USUAL.merging)
            return _with(found, sorted(new.values())), step
    return None


def _with(rules: Rules, new: Sequence[int]) -> Rules:
    """The rules by which these tiles appear, too. That none does is never expected: some come late."""
    spawns, known = rules.spawns, {value for value, _ in rules.spawns}
    spawns += tuple((value, RARE) for value in dict.fromkeys(new) if value not in known)
    counts = rules.counts if not new or len(new) in rules.counts else (*rules.counts, len(new))
    return replace(rules, spawns=spawns, counts=counts)
