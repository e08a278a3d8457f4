"""What the rest of gridpilot knows of a game: one value, made in the game's own folder. To read it loads no reader, and
no dataclasses either: every start of the command line would wait for them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

if TYPE_CHECKING:
    from gridpilot.games.protocols import Adviser, Notation


class Action(Protocol):
    """What games and deeds have in common: a verb, which is the action of a hotkey, and what is said of it."""

    @property
    def verb(self) -> str: ...
    @property
    def key(self) -> str: ...
    @property
    def deed(self) -> str: ...
    @property
    def menu(self) -> str: ...
    @property
    def setting(self) -> tuple[str, str]: ...
    @property
    def key_note(self) -> str: ...


class Deed(NamedTuple):
    """What is done over a board of whatever game: `verb` is its command and its hotkey's action, `key` that hotkey
    until the user sets another, empty for none.
    """

    verb: str
    key: str
    deed: str
    """What it is for, within a sentence: give a hint."""

    menu: str
    setting: tuple[str, str]
    help: str
    key_note: str = ""
    types: bool = False
    """Whether events are sent; else it is only shown."""


class About(NamedTuple):
    """`name` stands in profiles, records and on the command line, and names the folder of its profiles. `verb` is its
    command and its hotkey's action, `key` that hotkey until the user sets another.
    """

    name: str
    verb: str
    key: str
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

    slides: bool
    """Whether it is a game of moves; else a board that is filled."""

    make: Callable[..., Any]
    """Makes the `Game`, or the `SlidingGame`, which is told two folders: for what was computed, for what was learnt."""

    notation: Callable[[], Notation]
    key_note: str = ""
    """Stands behind the key in the settings file."""

    square: bool = False
    """Whether boards have as many columns as rows."""

    adviser: Callable[[], Adviser] | None = None
    """Who knows what a player may be told; None: nobody."""

    sample: str = ""
    """The bundled profile whose picture its reader is warmed with."""
