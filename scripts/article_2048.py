"""2048 as the second article played it, in pure Python, for bench_search.py and the arena to compare.

Each legal move is played on at random, up to 50 moves deep, and the move with the best mean sum of tiles is taken;
5000 games are shared out among the moves, fewer of them when the board is full. article_compiled.py does the same from
the same random numbers, compiled, since a whole game takes this one a quarter of an hour.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Protocol

from gridpilot.games.twenty48.rules import Rules

if TYPE_CHECKING:
    from gridpilot.plan import Move

GAMES, DEEP = 5000, 50

Rows = list[list[int]]


class Chance(Protocol):
    def random(self) -> float:
        """From 0 up to 1."""


class PureArticle:
    name = "pure-article"

    def __init__(self, seed: int, games: int = GAMES, rng: Chance | None = None) -> None:
        self.rng, self.games, self.rules = rng or random.Random(seed), games, Rules()

    def warm(self) -> None:
        """There is nothing to prepare."""

    def choose(self, board: tuple[int, ...], columns: int, _budget: float) -> Move | None:
        legal = self.rules.moves(board, columns)
        if len(legal) < 2:
            return legal[0] if legal else None
        each = share(board, self.games, len(legal))
        return max(legal, key=lambda move: self.mean(self.rules.slide(board, columns, move)[0], columns, each))

    def mean(self, board: tuple[int, ...], columns: int, games: int) -> float:
        rows = [list(board[start : start + columns]) for start in range(0, len(board), columns)]
        return sum(self.played(rows) for _ in range(games)) / games

    def played(self, rows: Rows) -> int:
        """The sum of the tiles after a random game."""
        self.spawn(rows := [row[:] for row in rows])
        for _ in range(DEEP):
            for side in self.shuffled():
                after = slid(rows, side)
                if after != rows:
                    rows = after
                    self.spawn(rows)
                    break
            else:
                break
        return sum(map(sum, rows))

    def shuffled(self) -> list[int]:
        """The four sides in random order."""
        sides = [0, 1, 2, 3]
        for last in (3, 2, 1):
            other = int(self.rng.random() * (last + 1))
            sides[last], sides[other] = sides[other], sides[last]
        return sides

    def spawn(self, rows: Rows) -> None:
        empty = [(y, x) for y, row in enumerate(rows) for x, tile in enumerate(row) if not tile]
        row, column = empty[int(self.rng.random() * len(empty))]
        rows[row][column] = 4 if self.rng.random() < 0.1 else 2


def share(board: tuple[int, ...], games: int, legal: int) -> int:
    """Random games for each of the legal moves."""
    part = max(5 * board.count(0), len(board)) / (5 * len(board))
    return max(1, int(games * part / legal))


def slid(rows: Rows, side: int) -> Rows:
    """The board after 0 left, 1 right, 2 up, 3 down."""
    if side > 1:
        rows = [list(column) for column in zip(*rows, strict=True)]
    rows = [line(row[::-1])[::-1] if side % 2 else line(row) for row in rows]
    return [list(column) for column in zip(*rows, strict=True)] if side > 1 else rows


def line(row: list[int]) -> list[int]:
    """One row slid to its front."""
    tiles = [tile for tile in row if tile]
    slid_row = []
    at = 0
    while at < len(tiles):
        if at + 1 < len(tiles) and tiles[at] == tiles[at + 1]:
            slid_row.append(2 * tiles[at])
            at += 2
        else:
            slid_row.append(tiles[at])
            at += 1
    return slid_row + [0] * (len(row) - len(slid_row))
