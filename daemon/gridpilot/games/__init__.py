"""The games, and what the pilot asks of one. A new game is a folder here, a line in `game()`, and a profile folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.geometry import Cell, Pixel
    from gridpilot.outcome import Ending, Hurdle
    from gridpilot.plan import Plan, Way
    from gridpilot.reading import Reading, Recogniser


@dataclass(frozen=True, slots=True)
class Decision:
    """What the rules say of a reading.

    `ending` None: `solution` (row order) may be typed. Otherwise nothing may, and `cells` are the reason: conflicting,
    doubtful, or different between two solutions; `hurdle` is the reason where no cell is. `reading` carries the
    repairs that the rules made.
    """

    reading: Reading
    solution: tuple[int, ...] = ()
    ending: Ending | None = None
    cells: tuple[Cell, ...] = ()
    hurdle: Hurdle | None = None


class Game(Protocol):
    name: str

    def read(self, capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = ...) -> Reading | None:
        """The best board on the picture, None when there is none. Several: larger, then nearer `pointer`."""

    def reread(self, capture: Capture, like: Reading) -> Reading:
        """The same cells on a later picture of the same window: no search, a few milliseconds."""

    def decide(self, reading: Reading) -> Decision: ...

    def plan(self, board: tuple[int, ...], target: tuple[int, ...], way: Way, cursor: Cell | None = None) -> Plan:
        """Steps that turn `board` into `target`; cells that are not blank and differ are emptied first.

        `cursor` is where the game's selection is known to be; ARROWS then walks from there without a first click.
        The plan has no waits for the game's pace: the pilot makes those, after a click that a key follows.
        """

    def pad(self, capture: Capture, reading: Reading) -> dict[str, Pixel]:
        """The on-screen buttons beside the board, as far as they can be recognised: "digit-1".., "erase"."""


def game(name: str) -> Game:
    """The game of that name; imports its reader, so only the worker and one-shot commands call this."""
    if name == "sudoku":
        from gridpilot.games.sudoku.game import Sudoku

        return Sudoku()
    raise KeyError(name)
