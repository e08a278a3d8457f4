"""A game of 2048 being played: the rules of the practice board, without its window.

A `Turn` says where each tile slid, so that the picture can show it; the board itself is at its end at once, and a key
pressed during the animation counts.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gridpilot.games.twenty48 import board as boards
from gridpilot.games.twenty48.rules import Rules, lines
from gridpilot.plan import Move

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True, slots=True)
class Slide:
    """A tile on its way: from one cell to another, as indices; `value` is the one that it had before."""

    source: int
    goal: int
    value: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What a move did. `spawned` is the new tile's cell."""

    slides: tuple[Slide, ...]
    merged: frozenset[int]
    spawned: int
    board: tuple[int, ...]


class Play:
    """One game after another: `new` starts the next. A won game goes on only when the player says so."""

    def __init__(self, rows: int, columns: int, rules: Rules, rng: Random, board: tuple[int, ...] = ()) -> None:
        self.rows, self.columns, self.rules = rows, columns, rules
        self._rng = rng
        self.best = 0
        self.new(board)

    def new(self, board: tuple[int, ...] = ()) -> None:
        self.board = board or self.rules.start(self.rows, self.columns, self._rng)
        self.score = 0
        self.moves: list[Move] = []
        self.going_on = self.rules.won(self.board)

    @property
    def over(self) -> bool:
        return self.rules.over(self.board, self.columns)

    @property
    def won(self) -> bool:
        """The target stands on the board, and the player has not yet chosen to go on."""
        return not self.going_on and self.rules.won(self.board)

    def go_on(self) -> None:
        self.going_on = True

    def move(self, move: Move) -> Turn | None:
        """None when the move does nothing, or when a message lies over the board."""
        slid, gained = self.rules.slide(self.board, self.columns, move)
        if slid == self.board or self.won:
            return None
        slides = tuple(_slides(self.board, slid, self.rows, self.columns, move))
        before, self.board = slid, self.rules.spawned(slid, self._rng)
        self.moves.append(move)
        self.score += gained
        self.best = max(self.best, self.score)
        spawned = next(i for i, (old, new) in enumerate(zip(before, self.board, strict=True)) if old != new)
        goals = [slide.goal for slide in slides]
        return Turn(slides, frozenset(goal for goal in goals if goals.count(goal) > 1), spawned, self.board)


def _slides(board: tuple[int, ...], slid: tuple[int, ...], rows: int, columns: int, move: Move) -> list[Slide]:
    """Pairs the tiles of each line before and after: a tile of another value than the next one took in two."""
    slides = []
    for line in lines(rows, columns, move):
        tiles = [cell for cell in line if board[cell]]
        for goal in line:
            if not slid[goal]:
                break
            taken = 1 if board[tiles[0]] == slid[goal] else 2
            slides += [Slide(cell, goal, board[cell]) for cell in tiles[:taken]]
            tiles = tiles[taken:]
    return slides


def state(play: Play) -> str:
    """How the board stands, as JSON."""
    facts = {
        "board": boards.rows(play.board, play.columns),
        "score": play.score,
        "moves": "".join(move.value[0] for move in play.moves),
        "over": play.over,
        "won": play.won,
    }
    return json.dumps(facts)
