"""The engine's move for a board. It is thought of once, while the picture of the board is still being confirmed, so
nothing waits for it.
"""

from __future__ import annotations

from gridpilot.games.protocols import Engine
from gridpilot.plan import Move


class Thought:
    def __init__(self, seconds: float) -> None:
        """`seconds`: what the engine may take for a move, at most."""
        self._seconds = seconds
        self._board: tuple[int, ...] = ()
        self._move: Move | None = None

    def of(self, engine: Engine, columns: int, board: tuple[int, ...]) -> Move | None:
        """The engine's move for that board; None where it knows none."""
        if board != self._board or self._move is None:
            self._move = engine.choose(board, columns, self._seconds)
            self._board = board
        return self._move
