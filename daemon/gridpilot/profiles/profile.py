"""A profile: which windows it is for, and how their boards are found, read and filled. format.py is its file's form.

A profile file holds fractions of the content rectangle, never pixels, so it works at every scale.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from gridpilot.geometry import Spot
from gridpilot.plan import Fill, Goal, Home, Moves
from gridpilot.profiles import bundled
from gridpilot.reading import FOUND, NET, Place, Recogniser

__all__ = ["Calibrated", "Fill", "Goal", "Home", "Moves", "Pace", "Place", "Profile", "Recogniser", "Rule"]

ENDLESS = Goal()


@dataclass(frozen=True, slots=True)
class Rule:
    """Matches a window. Any text of a field must fit: `*` stands for anything, and small letters for large ones.

    Empty fields match everything; all that are given must match, and none of `unless`.
    """

    title: tuple[str, ...] = ()
    instance: tuple[str, ...] = ()
    class_name: tuple[str, ...] = ()
    executable: tuple[str, ...] = ()
    command_line: tuple[str, ...] = ()
    unless: tuple[Rule, ...] = ()


AGAIN = 0.0025
"""Seconds. SDL takes a key that is down again within 2 ms by the X server's clock for one that is held, and many games
leave that out: 13 to 38 of 100 keys were lost without, none with these (tests/desktop/test_sdl.py).
"""


@dataclass(frozen=True, slots=True)
class Pace:
    """Seconds. `after_click` is the longest wait for a clicked cell to show its selection before a key follows;
    `between_keys` and `between_clicks` are waited after each, `between_same_keys` before a key is pressed that was just
    pressed, whatever keys came between; `between_cells` is the least from one cell to the next,
    for people who want to watch; `settle` is the longest wait for digits to show, or for
    tiles to arrive. `between_moves` is the least from one move of a sliding game to the next; more is found out.
    `countdown` passes before the first key or click. `think` is how long the engine of a sliding game may take for a
    move at most.
    """

    after_click: float = 0.15
    between_keys: float = 0.0
    between_same_keys: float = AGAIN
    between_clicks: float = 0.0
    between_cells: float = 0.0
    settle: float = 1.5
    between_moves: float = 0.0
    countdown: float = 0.0
    think: float = 0.02  # games take five times that to show a move

    def at_least(self, step: float) -> Pace:
        """With so many seconds from one cell, or one move, to the next."""
        cells, moves = max(self.between_cells, step), max(self.between_moves, step)
        return replace(self, between_cells=cells, between_moves=moves)

    def slower(self) -> Pace:
        """For cells that were missed at this pace."""
        return replace(
            self,
            after_click=self.after_click * 2,
            between_keys=self.between_keys * 2 + 0.01,
            between_clicks=self.between_clicks * 2 + 0.02,
        )


@dataclass(frozen=True, slots=True)
class Calibrated:
    """The content's size in points, and pixels a point, when the profile's fractions were taken."""

    width: int
    height: int
    scale: float = 1.0


@dataclass(frozen=True, slots=True)
class Profile:
    name: str
    game: str
    match: tuple[Rule, ...]  # any of them
    board: Place = FOUND
    recogniser: Recogniser = NET  # the file says `read`
    fill: Fill = Fill.AUTO
    home: Home = Home.CLICK
    erase: str = "Delete"  # the key that empties a cell
    held: bool = False
    confirm: str = ""
    pace: Pace = Pace()
    hides_solved: bool = False  # the game covers or clears its board as soon as the last digit is in
    moves: Moves = Moves.AUTO
    keep_going: str = ""  # the key that answers the game's own question whether to go on after it was won
    engine: str = "auto"
    goal: Goal = ENDLESS
    hotkey: str = ""  # one more, for this profile alone
    buttons: dict[str, Spot] = field(default_factory=dict)
    calibrated: Calibrated | None = None
    dom: Dom | None = None  # where a web page has its board
    source: str = ""  # the file it came from; empty for the built-in automatic profile

    @property
    def is_bundled(self) -> bool:
        """Whether it came with gridpilot, and is nobody else's."""
        return bool(self.source) and Path(self.source).is_relative_to(bundled())

    def paced(self, step: float) -> Profile:
        """As slow as its user wants to watch it; seconds a step."""
        return replace(self, pace=self.pace.at_least(step))


@dataclass(frozen=True, slots=True)
class Dom:
    """Where a web page keeps its board, as a profile's [dom] table says, for `gridpilot web`, which asks the page:

    [dom]
    board = "table#sudoku_main_board"   # CSS selectors, each within the one before
    row = "tr"
    cell = "input.i3"
    given = "readonly"                  # the attribute of a cell that is not to be filled

    CSS selectors of the board, of its rows, and of the inputs in a row; `given` is an attribute's name.
    """

    board: str
    row: str = "tr"
    cell: str = "input"
    given: str = "readonly"
