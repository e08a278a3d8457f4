"""Says of a window that it shows the other game, and which key that has."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot import paths
from gridpilot.config import ConfigFile
from gridpilot.outcome import Ending
from gridpilot.texts import messages, words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.games import Game, SlidingGame
    from gridpilot.pilot.other_game import Recognise


def keys(game: str) -> str:
    """What the user presses, or types where no key is set, to have that game filled or played."""
    hotkeys = ConfigFile(paths.find().config_file).current()[0].hotkeys
    key, verb = (hotkeys.solve, "solve") if game == "sudoku" else (hotkeys.play, "play")
    return words.combination(key) if key else f"gridpilot {verb}"


def sliding(game: SlidingGame) -> Recognise:
    """Names that game where a board of it is to be seen."""

    def recognise(capture: Capture) -> str:
        return messages.another_game(game.name, keys(game.name)) if game.eyes("").read(capture) else ""

    return recognise


def filled(game: Game) -> Recognise:
    """The same for a game whose board is filled in, unless its digits contradict one another."""

    def recognise(capture: Capture) -> str:
        found = game.read(capture)
        there = found is not None and game.decide(found).ending is not Ending.UNSOLVABLE
        return messages.another_game(game.name, keys(game.name)) if there else ""

    return recognise
