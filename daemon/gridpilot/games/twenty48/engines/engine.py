"""The engines of 2048 by their names. Asking for one imports numpy; numba is imported as an engine warms up, so that a
machine without it still plays.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.errors import GridpilotError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from gridpilot.games.protocols import Engine
    from gridpilot.games.twenty48.rules import Rules


def engine(name: str, rules: Rules, seed: int, cache: Path | None = None) -> Engine:
    """The engine of that name. `seed` fixes whatever is random in it; tables that took long are kept in `cache`."""
    from gridpilot.games.twenty48.engines import choice, monte_carlo

    makers: dict[str, Callable[[Rules, int, Path | None], Engine]] = {
        "auto": choice.auto,
        "network": choice.learned,
        "expectimax": choice.compiled,
        "exact": choice.perfect,
        "monte-carlo": monte_carlo.corrected,
        "article": monte_carlo.article,
    }
    if name not in makers:
        raise GridpilotError("No such engine", f"{name!r} plays no 2048.", f"Choose one of {', '.join(makers)}.")
    return makers[name](rules, seed, cache)
