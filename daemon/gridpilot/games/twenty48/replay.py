"""Tells a recorded game again by the rules alone, and finds the first step that they do not allow."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

Board = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Scene:
    """The board after `moves` moves, of which `move` was the last; None for a board that was read from the screen."""

    board: Board
    moves: int
    score: int
    move: Move | None = None


class Illegal(ValueError):  # noqa: N818 - it says what a step is
    """A step that the rules do not allow; the text says which and why."""


def scenes(events: Iterable[Any], columns: int, rules: Rules | None = None) -> Iterator[Scene]:
    """Each event of moves.json as a scene; `Illegal` at the first one that cannot be."""
    rules = rules or Rules()
    board: Board = ()
    moves = score = 0
    for event in events:
        if isinstance(event, list):
            board = tuple(event)
            yield Scene(board, moves, score)
            continue
        moves += 1
        move = Move(event["move"])
        if "board" in event:  # a game with rules of its own
            board, score = tuple(event["board"]), score + event["gained"]
            yield Scene(board, moves, score, move)
            continue
        cell, value = event["cell"], event["value"]
        slid, gained = rules.slide(board, columns, move)
        if slid == board:
            raise Illegal(f"move {moves}, {move}, changes nothing")
        if not 0 <= cell < len(slid) or slid[cell]:
            raise Illegal(f"after move {moves}, {move}, the place of the new tile is not empty")
        if value not in {spawn for spawn, _ in rules.spawns}:
            raise Illegal(f"after move {moves}, {move}, no {value} can appear")
        board = (*slid[:cell], value, *slid[cell + 1 :])
        score += gained
        yield Scene(board, moves, score, move)
