"""The engines of 2048 by their names, and the default one: Monte Carlo until the compiled search is ready, then the
best that there is for the board's size.

A search is made ready in a thread of its own, at the first board of its size, so that no move waits for its tables.
Where the package was built without a C compiler, Monte Carlo goes on, and `note` says so.
"""

from __future__ import annotations

import logging
from threading import Lock, Thread
from typing import TYPE_CHECKING

from gridpilot.errors import GridpilotError
from gridpilot.games.twenty48.engines.monte_carlo import MonteCarlo
from gridpilot.games.twenty48.rules import Rules

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.games.protocols import Engine
    from gridpilot.plan import Move

    Size = tuple[int, int]
    """Rows and columns."""

USUAL: Size = 4, 4
SMALL: Size = 3, 3
"""Its best moves come along as a book, for the plain rules."""

ANOTHER: Size = 5, 5
"""Stands for all other sizes: one search plays them."""

log = logging.getLogger(__name__)


def engine(name: str, rules: Rules, seed: int) -> Engine:
    """The engine of that name. `seed` fixes whatever is random in it."""
    makers: dict[str, Callable[[], Engine]] = {
        "auto": lambda: Auto(rules, seed),
        "network": lambda: learned(rules),
        "expectimax": lambda: Compiled(rules),
        "monte-carlo": lambda: MonteCarlo(rules, seed),
    }
    if name not in makers:
        raise GridpilotError("No such engine", f"{name!r} plays no 2048.", f"Choose one of {', '.join(makers)}.")
    return makers[name]()


def learned(rules: Rules) -> Engine:
    """The search on the value network; refused for other rules than those that it was trained by."""
    engine = learned_search(rules)
    if engine is None:
        raise GridpilotError(
            "No network for this game", "The value network is missing, or the rules are others.", "Choose expectimax."
        )
    return engine


def learned_search(rules: Rules) -> Engine | None:
    """The search on the value network; None where the file was left out, or the rules are not those it was trained by.

    Costs half a second of CPU time and 130 MiB (`bench_play.py memory`).
    """
    from gridpilot.games.twenty48.engines import network
    from gridpilot.games.twenty48.engines.learned import NetworkSearch

    known = network.shipped() if rules == Rules() else None
    if known is None:
        return None
    engine = NetworkSearch(rules, known)
    engine.warm()
    return engine


def searched(rules: Rules, size: Size) -> Engine:
    """The compiled search for boards of a size, ready to play."""
    engine: Engine
    if size == USUAL:
        from gridpilot.games.twenty48.engines.four_by_four import Expectimax

        engine = Expectimax(rules)
    else:
        from gridpilot.games.twenty48.engines.any_size import Wide

        engine = Wide(rules)
    engine.warm()
    return engine


class Auto:
    name = "auto"
    """From the first move on, that of the engine which chose it."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self.rules = rules
        self.first = MonteCarlo(rules, seed)
        self.note = ""
        """What the user should know of the engine; empty when all is well."""
        self._best: dict[Size, Engine] = {}
        self._network: Engine | None = None
        self._begun: set[Size] = set()
        self._lock = Lock()

    def warm(self) -> None:
        """Gets ready for the usual size; others begin with their first board."""
        if self._is_first(USUAL):
            self._improve(USUAL)

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        size = len(board) // columns, columns
        if self._is_first(size):
            Thread(target=self._improve, args=(size,), name=f"2048 {size}", daemon=True).start()
        player = self.playing(size)
        self.name = player.name
        return player.choose(board, columns, budget)

    def playing(self, size: Size) -> Engine:
        """Who would choose a move now."""
        return (self._network if size == USUAL else None) or self._best.get(size, self.first)

    def release(self) -> None:
        """Frees the network, which takes most of the memory; the next board of the usual size loads it again."""
        with self._lock:
            if self._network:
                self._network = None
                self._begun.discard(USUAL)

    def _is_first(self, size: Size) -> bool:
        with self._lock:
            known = size in self._begun
            self._begun.add(size)
            return not known

    def settle(self, size: Size) -> None:
        """Gets ready for a size, now."""
        self._begun.add(size)
        self._improve(size)

    def _improve(self, size: Size) -> None:
        try:
            self._best[size] = search = self._best.get(size) or searched(self.rules, size)
            if size == USUAL:
                self._network = learned_search(self.rules)
            elif size == SMALL and self.rules == Rules():
                from gridpilot.games.twenty48.engines.book import Book

                self._best[size] = Book(self.rules, search)
        except Exception as fault:
            log.warning("2048's compiled search does not work", exc_info=True)
            self.note = f"The fast search does not work here ({fault}), so {self.playing(size).name} plays."


class Compiled:
    """The compiled searches alone: warming up, before the first move, readies them for every size."""

    name = "expectimax"

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self._engines: dict[Size, Engine] = {}

    def warm(self) -> None:
        self._engine(USUAL)
        self._engine(ANOTHER)

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        size = len(board) // columns, columns
        return self._engine(size if size == USUAL else ANOTHER).choose(board, columns, budget)

    def _engine(self, size: Size) -> Engine:
        if size not in self._engines:
            try:
                self._engines[size] = searched(self.rules, size)
            except ImportError as fault:
                raise GridpilotError(
                    "The compiled search is missing",
                    f"{fault}.",
                    'Install a C compiler, then gridpilot anew, or choose the engine "monte-carlo".',
                ) from fault
        return self._engines[size]
