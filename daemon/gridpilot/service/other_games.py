"""Says of a window without a board what else it shows: another game, and which key that has, or a part of a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from gridpilot import paths
from gridpilot.config import ConfigFile
from gridpilot.games import GAMES
from gridpilot.games.protocols import Game, SlidingGame
from gridpilot.outcome import Ending, Hurdle
from gridpilot.texts import hurdles, messages, words

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.pilot.other_game import Recognise


def keys(game: str) -> str:
    """What the user presses, or types where no key is set, to have that game filled or played."""
    verb = GAMES[game].verb
    key: str = getattr(ConfigFile(paths.find().config_file).current()[0].hotkeys, verb)
    return words.combination(key) if key else f"gridpilot {verb}"


def others(name: str, game: Callable[[str], Game], sliding: Callable[[str], SlidingGame]) -> Recognise:
    """Names the first game but that one of which a board is to be seen, or what a part of its own board lacks; `game`
    and `sliding` make them.
    """

    def recognise(capture: Capture) -> str:
        for about in GAMES.values():
            if about.name != name and (
                _slides(sliding(about.name), capture) if about.slides else _is_filled(game(about.name), capture)
            ):
                return messages.another_game(about.name, keys(about.name))
        return "" if GAMES[name].slides else _instead(game(name), capture)

    return recognise


def _instead(game: Game, capture: Capture) -> str:
    """What a window shows in place of a whole board of the rules that are known."""
    if board := game.foreign(capture):
        return hurdles.foreign(board)
    sides = game.cut_off(capture)
    return hurdles.cut_off(sides, capture.off_screen) if sides else ""


def _slides(game: SlidingGame, capture: Capture) -> bool:
    return game.eyes("").read(capture) is not None


def _is_filled(game: Game, capture: Capture) -> bool:
    """A board whose digits contradict one another is none, unless the user's own ones do."""
    found = game.read(capture)
    if found is None:
        return False
    decision = game.decide(found, capture)
    return decision.ending is not Ending.UNSOLVABLE or decision.hurdle is Hurdle.ENTRY
