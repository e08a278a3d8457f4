"""What a lesson is made of: its parts, what it may ask of the world, the ways to choose from, and the name field."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from gridpilot.games import FIRST, GAMES
from gridpilot.pilot.teach_trial import ERASE
from gridpilot.plan import Fill, Moves


class Part(StrEnum):
    WINDOW = "window"
    BOARD = "board"
    MATCH = "match"
    FILL = "fill"
    NAME = "name"
    DONE = "done"


class Wish(StrEnum):
    """What a key asks of the world."""

    LOOK = "look"  # a picture of the chosen window
    READ = "read"  # the board as `place` and `game` now say
    TRY = "try"  # a trial in the window, by `way` or `moves`
    SAVE = "save"
    CLOSE = "close"


STEPS = (Part.BOARD, Part.MATCH, Part.FILL, Part.NAME)
_FILLS = (None, Fill.ARROWS, Fill.CLICK_KEY, Fill.CLICK_PAD, Fill.PAD_CLICK, Fill.AUTO)
_MOVES = (None, Moves.KEYS, Moves.HELD_KEYS, Moves.LETTERS, Moves.LINES, Moves.DRAG, Moves.AUTO)
WAYS: dict[str, tuple[Fill | Moves | None, ...]] = {
    name: _MOVES if about.slides else _FILLS for name, about in GAMES.items()
}
"""How digits or moves get in, in the order of the list; None: find out by a trial now, AUTO: in each job anew."""

BUTTONS = {"e": ERASE, "n": "restart", "k": "keep-going"}
OTHER_GAME = dict(zip(GAMES, [*[*GAMES][1:], FIRST], strict=True))
"""The game that is tried after another one, in a ring."""

LONGEST_NAME = 60


@dataclass(frozen=True, slots=True)
class Notice:
    text: str
    good: bool


@dataclass(frozen=True, slots=True)
class Name:
    """The text of the name field; while it is the proposed one, the first character begins another."""

    text: str = ""
    proposed: bool = True

    @classmethod
    def free(cls, wish: str, taken: Callable[[str], str]) -> Name:
        """The wish, or with a number behind it where such a name is taken."""
        names = (f"{wish[:LONGEST_NAME]} {count}".removesuffix(" 1") for count in itertools.count(1))
        return cls(next(name for name in names if not taken(name)))

    def after(self, key: str) -> Name:
        if key == "BackSpace":
            return Name("" if self.proposed else self.text[:-1], proposed=False)
        if len(key) == 1 and key.isprintable() and len(self.text) < LONGEST_NAME:
            return Name(key if self.proposed else self.text + key, proposed=False)
        return self
