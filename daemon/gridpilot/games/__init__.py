"""The games. A new one is a folder here, a line below, and a folder of profiles. Importing this loads no reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.games.about import About, Action
from gridpilot.games.deeds import DEEDS as DEEDS

# isort: off - in this order pictures are searched for boards, and the menu has its lines
from gridpilot.games.sudoku.about import SUDOKU as SUDOKU
from gridpilot.games.twenty48.about import TWENTY48 as TWENTY48

# isort: on

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.games.protocols import Game, SlidingGame

GAMES: dict[str, About] = {each.name: each for each in tuple(globals().values()) if isinstance(each, About)}
"""By name: every game that is imported above."""

VERBS = {each.verb: each for each in GAMES.values()}
ACTIONS: dict[str, Action] = {**VERBS, **DEEDS}
"""All that has a key and a line in the menu."""

FIRST = next(iter(GAMES))
"""The one that is meant where nobody says which."""


def game(name: str) -> Game:
    """The game of that name, whose board is filled; loads its reader, so only the worker and one-shot commands ask."""
    about = GAMES[name]
    if about.slides:
        raise KeyError(name)
    made: Game = about.make()
    return made


def sliding_game(name: str, learnt: Path) -> SlidingGame:
    """The game of moves of that name. The folder `learnt` keeps what was learnt of windows."""
    about = GAMES[name]
    if not about.slides:
        raise KeyError(name)
    made: SlidingGame = about.make(learnt)
    return made
