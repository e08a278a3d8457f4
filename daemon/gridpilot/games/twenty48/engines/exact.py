"""The engine for boards of up to nine cells, 3 x 3 among them: it plays perfectly, from a book that it computes once.

Computing takes some two minutes of one core and 1 GB for 3 x 3, so it is done only for a user who chose this engine; a
book that is there serves the default one, too. It is kept as a file, and two processes may compute it at once.
"""

from __future__ import annotations

import io
import logging
from contextlib import suppress
from typing import TYPE_CHECKING

from gridpilot import whole_file
from gridpilot.games.twenty48.engines import book, positions
from gridpilot.games.twenty48.engines.book import Book
from gridpilot.games.twenty48.engines.ranks import Ranks
from gridpilot.plan import Move

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.games.protocols import Engine
    from gridpilot.games.twenty48.engines.book import Keep, Moves
    from gridpilot.games.twenty48.engines.positions import Keys
    from gridpilot.games.twenty48.rules import Rules

log = logging.getLogger(__name__)


def exact(rules: Rules, rows: int, columns: int, cache: Path | None, other: Engine) -> Exact | None:
    """The engine for such boards; None where they are too large, or the rules too different."""
    odds = positions.odds(Ranks(rules), rows, columns)
    return Exact(rules, (rows, columns), odds, cache, other) if odds else None


class Exact:
    """Made by `exact`. `odds` are those of the two smallest tiles.

    `other` chooses where the book does not have the position: no game can reach it, or there is no book yet.
    """

    name = "exact"

    def __init__(
        self, rules: Rules, size: tuple[int, int], odds: tuple[float, float], cache: Path | None, other: Engine
    ) -> None:
        self.rules, self.size, self.odds, self.other = rules, size, odds, other
        self.ranks, self.shape = Ranks(rules), positions.Shape.of(*size)
        name = f"2048-{size[0]}x{size[1]}-{odds[0]!r}-{odds[1]!r}-v{book.FORMAT}.zip"
        self.path = cache / name if cache else None
        self.book: Book | None = None

    def warm(self) -> None:
        """Opens the book, or computes it first."""
        if not self.load():
            self.compute()

    def load(self) -> bool:
        """Opens the book; False where there is no good one."""
        if not self.book and self.path:
            with suppress(*book.UNREADABLE):
                self.book = Book(self.path)
        return self.book is not None

    def compute(self) -> None:
        """Computes the book and keeps it."""
        computed = self._computed()
        self.book = Book(computed)
        if self.path:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
                whole_file.write(self.path, computed.getvalue())
                self.book = Book(self.path)  # and not the one in memory
            except OSError:
                log.warning("the book cannot be kept at %s", self.path, exc_info=True)

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        legal = self.rules.moves(board, columns)
        if len(legal) < 2:
            return legal[0] if legal else None
        best = self._looked_up(board) if (len(board) // columns, columns) == self.size else None
        if best is not None:
            for move in legal:
                if self.shape.key(self.ranks.of(self.rules.slide(board, columns, move)[0])) == best:
                    return move
        return self.other.choose(board, columns, budget)

    def _looked_up(self, board: tuple[int, ...]) -> int | None:
        """The key of what the best move makes of the board. The book's move is one on the board of the key."""
        cells = self.ranks.of(board)
        if not self.book or cells.max() >= self.shape.base:
            return None
        key = self.shape.key(cells)
        ranks = self.shape.cells(key)
        move = self.book.move(int((1 << ranks[ranks > 0]).sum()) // 2, key)
        if move is None:
            return None
        twin = tuple(int(value) for value in self.ranks.values[ranks])
        return self.shape.key(self.ranks.of(self.rules.slide(twin, self.size[1], tuple(Move)[move])[0]))

    def _computed(self) -> io.BytesIO:
        from gridpilot.games.twenty48.engines.solved import FORCED, solve

        def fill(keep: Keep) -> float:
            def only_choices(layer: int, keys: Keys, moves: Moves) -> None:
                keep(layer, keys[moves != FORCED], moves[moves != FORCED])

            return solve(*self.size, self.odds, only_choices)

        file = io.BytesIO()
        book.write(file, fill)
        return file
