"""Who chooses the move: what every engine of 2048 can do, and where each is found.

Engines are imported when they are asked for: numpy and numba are costly, and a machine without numba still plays.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Protocol

from gridpilot.errors import GridpilotError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridpilot.games.twenty48.rules import Rules
    from gridpilot.plan import Move

MAKERS = {
    "auto": "choice.auto",
    "network": "choice.learned",
    "expectimax": "choice.compiled",
    "monte-carlo": "monte_carlo.corrected",
    "article": "monte_carlo.article",
}
"""An engine's name, and the function in a module of this folder that makes it of (rules, seed, cache)."""


class Engine(Protocol):
    name: str

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        """The best move found within `budget` seconds, which is a hard limit; None when there is no legal move."""

    def warm(self) -> None:
        """Compiles or loads what the first move would wait for; slow, so call it in a thread of its own."""


def engine(name: str, rules: Rules, seed: int, cache: Path | None = None) -> Engine:
    """The engine of that name. `seed` fixes whatever is random in it; tables that took long are kept in `cache`."""
    if name not in MAKERS:
        raise GridpilotError("No such engine", f"{name!r} plays no 2048.", f"Choose one of {', '.join(MAKERS)}.")
    module, maker = MAKERS[name].split(".")
    make: Callable[[Rules, int, Path | None], Engine] = getattr(
        import_module(f"gridpilot.games.twenty48.engines.{module}"), maker
    )
    return make(rules, seed, cache)
