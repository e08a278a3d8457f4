"""How a job ended. There is no silent outcome: each kind has a sentence in messages.py."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from gridpilot.geometry import Cell

AUTOMATIC = "automatic"  # the profile of windows that have none


class Ending(StrEnum):
    VERIFIED = "verified"  # every cell was read back and is right; of a game of moves: its goal is reached
    STOPPED = "stopped"  # by whom and where: `reason`, `at`
    DOUBTFUL = "doubtful"  # `cells` could not be read with certainty; nothing was typed
    NO_BOARD = "no-board"
    UNSOLVABLE = "unsolvable"  # `cells` contradict one another
    AMBIGUOUS = "ambiguous"  # two or more solutions; `cells` differ between them
    MISSED = "missed"  # typed, but `cells` are not what they should be
    GAME_OVER = "game-over"  # no move is left, and the goal was not reached
    SHOWN = "shown"  # what was asked for was told, and nothing typed; `detail` says it
    EMPTIED = "emptied"  # what was filled in before was taken out again, and every cell was read back
    BLOCKED = "blocked"  # the system or the game refused; `detail` says what and how to mend it


WELL = frozenset({Ending.VERIFIED, Ending.SHOWN, Ending.EMPTIED})
"""What was asked for was done."""


class Hurdle(StrEnum):
    """Why nothing is typed."""

    SEVERAL = "several"  # boards as large as one another, and the pointer is over none of them
    REGIONS = "regions"  # the picture does not tell which cells make up a box
    PICTURES = "pictures"  # a profile's pictures of digits are not those of this window
    ENTRY = "entry"  # the user's own digits in `cells` are not those of the only solution
    TOO_HARD = "too-hard"  # the solver gave up: one solution, several or none
    COVERED = "covered"  # something lies over `cells`
    UNREAD = "unread"  # what `cells` show is neither a digit nor known to be marks
    FAINT = "faint"  # what `cells` show hardly stands out from its ground
    EITHER = "either"  # the digit in each of `cells` may be another one
    MARKS = "marks"  # the marks in `cells` may be digits


class StopReason(StrEnum):
    ESCAPE = "escape"
    USER_KEY = "user-key"
    USER_POINTER = "user-pointer"
    USER_INPUT = "user-input"  # one of both, where the system does not tell which
    FOCUS_LOST = "focus-lost"
    COVERED = "covered"  # another program's window lies where the next click would go
    GRABBED = "grabbed"  # another program has taken the keyboard: a lock of the screen, a launcher, a menu
    WINDOW_MOVED = "window-moved"
    WINDOW_CLOSED = "window-closed"
    BOARD_CHANGED = "board-changed"
    KEYS_HELD = "keys-held"
    BUDGET = "budget"
    SLEPT = "slept"  # the machine was suspended
    COMMAND = "command"  # the hotkey again, the tray, `gridpilot stop`
    CRASHED = "crashed"  # the worker or the display went away


POINTER_IN_USE = frozenset({StopReason.USER_POINTER, StopReason.USER_INPUT})
"""After these the pointer stays where it is: the user may have it."""


@dataclass(frozen=True, slots=True)
class Stray:
    """A digit of ours that stands in `cell` and belongs into `home`."""

    cell: Cell
    digit: int
    home: Cell


@dataclass(frozen=True, slots=True)
class Outcome:
    """`filled` and `blanks` count cells; `cells` are those that `ending` speaks of; `ms` are times by stage:
    capture, detect, read, solve, wait, fill, verify, total. Cells are None where a stage was not reached. `strays` are
    our wrong digits, which the next job puts right. `looks` are the pictures that a fill took, of one cell or of all.
    Of a game of moves: `moves` that were seen to arrive, `score` that they gained, `best` tile, and how many moves were
    `resent` because the game had not taken them, and the `engine` that chose the last. `note` is what the user should
    know besides. `over`: all of it is shown over the board itself.
    """

    ending: Ending
    game: str
    profile: str = ""
    window: str = ""
    blanks: int = 0
    filled: int = 0
    cells: tuple[Cell, ...] = ()
    strays: tuple[Stray, ...] = ()
    reason: StopReason | None = None
    at: Cell | None = None
    detail: str = ""
    board: str = ""
    looks: int = 0
    moves: int = 0
    score: int = 0
    best: int = 0
    resent: int = 0
    note: str = ""
    engine: str = ""
    over: bool = False
    ms: dict[str, float] = field(default_factory=dict, compare=False)

    @property
    def done(self) -> bool:
        return self.ending is Ending.VERIFIED


def board_text(board: tuple[int, ...], *, apart: bool = False) -> str:
    """A board as outcomes have it: a sign for each cell, or numbers apart, as where a value has two digits."""
    return (" " if apart or max(board) > 9 else "").join(str(value or ".") for value in board)
