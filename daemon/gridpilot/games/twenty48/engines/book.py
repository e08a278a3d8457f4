"""The engine for 3 x 3 boards by the plain rules: it plays perfectly, from a book of best moves that comes along.

Boards that are turned or mirrored are one *position*, and its *key* is 32 bits: one digit for each cell, in a base that
takes every rank, as no tile on 3 x 3 beats 1024. Of the keys of the board turned and mirrored in all ways, the least is
the position's.

The book holds the positions that perfect play comes to in more than one game of a million, 99.9 % of its choices, as
`scripts/solve_3x3.py` computes them. It is numpy's archive of three arrays: `gaps`, the four bytes, the lowest first,
of what each key is above the one before; `moves`, the index in `Move` of the best one on the board of the key; `mean`,
the expected score of a new game.
"""

from __future__ import annotations

from importlib.resources import files
from typing import TYPE_CHECKING

import numpy as np

from gridpilot.plan import Move

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from gridpilot.games.protocols import Engine
    from gridpilot.games.twenty48.rules import Rules

    Cells = NDArray[np.int64]

SIZE = 3, 3
LARGEST = 1024  # for which a key has digits
FILE = "best_moves_3x3.npz"


def views(rows: int, columns: int) -> Cells:
    """[view, cell]: what one rank more in a cell adds to the key of the board turned or mirrored to that view."""
    cells = np.arange(rows * columns).reshape(rows, columns)
    halves = [cells, cells[::-1], cells[:, ::-1], cells[::-1, ::-1]]
    turned = [half.T for half in halves] if rows == columns else []
    powers = (rows * columns + 2) ** np.arange(rows * columns, dtype=np.int64)
    return np.stack([powers[view.ravel()] for view in (*halves, *turned)])


class Book:
    """`other` chooses where the book does not have the position: games hardly come there, or play was not perfect."""

    name = "book"

    def __init__(self, rules: Rules, other: Engine) -> None:
        self._rules, self._other = rules, other
        self._views = views(*SIZE)
        with (files("gridpilot.games.twenty48.engines") / FILE).open("rb") as file, np.load(file) as book:
            gaps, self._moves = book["gaps"], book["moves"]
            self.mean = float(book["mean"])
            """The expected score of a new game."""
        self._keys = np.cumsum(np.ascontiguousarray(gaps.T).view("<u4").ravel(), dtype=np.int64)

    def warm(self) -> None:
        """All is there from the start."""

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        legal = self._rules.moves(board, columns)
        if len(legal) < 2:
            return legal[0] if legal else None
        best = self._looked_up(board)
        for move in legal:
            if best is not None and self._key(self._rules.slide(board, columns, move)[0]) == best:
                return move
        return self._other.choose(board, columns, budget)

    def _key(self, board: tuple[int, ...]) -> int:
        return int((self._views @ [max(value.bit_length() - 1, 0) for value in board]).min())

    def _looked_up(self, board: tuple[int, ...]) -> int | None:
        """The key of what the best move makes of the board. The book's move is one on the board of the key."""
        if max(board) > LARGEST:
            return None
        key = self._key(board)
        place = int(np.searchsorted(self._keys, key))
        if place == len(self._keys) or self._keys[place] != key:
            return None
        ranks = [key // int(power) % (len(board) + 2) for power in self._views[0]]
        twin = tuple(2**rank if rank else 0 for rank in ranks)
        return self._key(self._rules.slide(twin, SIZE[1], tuple(Move)[self._moves[place]])[0])
