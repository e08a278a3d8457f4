"""What the rest of gridpilot knows of a game: one value, made in the game's own folder. To read it loads no reader."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from gridpilot.games import Game, SlidingGame
    from gridpilot.reading import Reading


class Notation(Protocol):
    """Boards of one game as text; values are in row order, 0 for an empty cell."""

    def told(self, values: tuple[int, ...], columns: int) -> Any:
        """As answers in JSON have it."""

    def drawn(self, told: Any, regions: Sequence[object] | None) -> str:
        """What `told` gave, for people. `regions`: the region of each cell, None where they are not known."""

    def regions(self, reading: Reading) -> str | None:
        """A sign for each cell, the same in cells of one region; None where they are not known, or there are none."""

    def written(self, values: tuple[int, ...], columns: int) -> str:
        """As a profile's sample.txt has it."""

    def parsed(self, text: str) -> tuple[tuple[int, ...], int]:
        """The values that a sample.txt names, and the number of columns."""


@dataclass(frozen=True, slots=True, kw_only=True)
class About:
    """`name` stands in profiles, records and on the command line, and names the folder of its profiles. `verb` is its
    command and its hotkey's action, `key` that hotkey until the user sets another.
    """

    name: str
    verb: str
    key: str
    key_note: str = ""
    """Stands behind the key in the settings file."""

    title: str
    noun: str
    """As somebody looks for one: a sudoku."""

    deed: str
    """What the hotkey is for, within a sentence: solve the sudoku."""

    menu: str
    """The line of the tray's menu."""

    setting: tuple[str, str]
    """The hotkey's name in the settings window, and a line of help."""

    help: str
    """What the command does."""

    sides: tuple[int, ...]
    """How many cells a side of its boards may have."""

    usual: int
    """How many it has where a profile does not say."""

    square: bool = False
    """Whether boards have as many columns as rows."""

    practice: bool = False
    """Whether `gridpilot practice` has a board of it."""

    sample: str = ""
    """The bundled profile whose picture its reader is warmed with."""

    notation: Callable[[], Notation]
    slides: ClassVar[bool]
    """Whether it is a game of moves; else a board that is filled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fills(About):
    """A game whose board is filled."""

    slides: ClassVar[bool] = False
    make: Callable[[], Game]


@dataclass(frozen=True, slots=True, kw_only=True)
class Slides(About):
    """A game of moves. `make` is told the folders for what was computed once and for what was learnt of windows."""

    slides: ClassVar[bool] = True
    make: Callable[[Path, Path], SlidingGame]
