"""A plan: steps in terms of cells and named buttons, never pixels, and the board that must stand at the end.

A sliding game has no such plan, since chance has a say in each step: it has moves and a goal.

The pilot turns steps into points with the reading of the moment, so a moved window, another scale or a replay
need no new plan, and a game's player is testable as text.
"""

from dataclasses import dataclass
from enum import StrEnum

from gridpilot.geometry import Cell
from gridpilot.reading import SIGNS

Key = str
"""A key's name: "1".."9", "a".."z", "Left", "Right", "Up", "Down", "Delete", "BackSpace", "Escape", "Tab", "Return", or
"KP_1".."KP_9" for the keypad's.
"""


POINTED = "pointed"
"""In the place of a cell's name: the one under the pointer."""

KEYPAD = "KP_"


def is_sign(key: Key) -> bool:
    """Whether it types something, as arrow keys do not."""
    return len(key) == 1 or key.startswith(KEYPAD)


class Fill(StrEnum):
    """How digits get into the game."""

    AUTO = "auto"  # find out: try one cell, look whether it took
    ARROWS = "arrows"  # one click, then arrow keys and digits
    CLICK_KEY = "click-key"  # click each cell, press the digit
    CLICK_PAD = "click-pad"  # click each cell, click the digit's button
    PAD_CLICK = "pad-click"  # click the digit's button, then its cells
    POPUP = "popup"  # click each cell, then the digit's button in what opens
    PROMPT = "prompt"  # click each cell, type the digit into what opens, press Return
    MARK = "mark"  # click the digit's own mark in each cell
    DOM = "dom"  # `gridpilot web` types into the page's inputs; on the screen as AUTO


PADS = frozenset({Fill.CLICK_PAD, Fill.PAD_CLICK})
OPENED = frozenset({Fill.POPUP, Fill.PROMPT})


class Home(StrEnum):
    """How the game's cursor gets to a known cell before arrows are used."""

    CLICK = "click"  # click the first cell
    KEYS = "keys"  # the mouse does nothing there: press Up and Left until the corner is reached
    WASD = "wasd"  # the same, by letters in the place of arrow keys
    HJKL = "hjkl"


ARROW_KEYS = frozenset({"Up", "Left", "Down", "Right"})

ARROWS: dict[Home, dict[Key, Key]] = {
    Home.KEYS: {},
    Home.WASD: {"Up": "w", "Left": "a", "Down": "s", "Right": "d"},
    Home.HJKL: {"Up": "k", "Left": "h", "Down": "j", "Right": "l"},
}
"""The keys in the place of arrow keys, where the mouse does nothing."""


@dataclass(frozen=True, slots=True)
class Way:
    """How a plan is to be carried out: `fill` is any but AUTO and DOM; `erase` is the key, or the named button for the
    pads, that empties a cell, empty where a digit simply overwrites another. `held`: a key must be held down until its
    effect shows; `confirm` is the key that makes a sketched digit count; `double`: one click does not select a cell;
    `once`: a digit's button that comes first is chosen for one cell only; `keypad`: only the keypad's keys count;
    `unseen`: no selection shows; `signs` are the keys of the values from 1 on.
    """

    fill: Fill
    home: Home = Home.CLICK
    erase: Key = "Delete"
    held: bool = False
    confirm: Key = ""
    double: bool = False
    once: bool = False
    keypad: bool = False
    unseen: bool = False
    signs: str = SIGNS

    def key(self, value: int) -> Key:
        return f"{KEYPAD}{value}" if self.keypad else self.signs[value - 1]


@dataclass(frozen=True, slots=True)
class Click:
    """Click a cell or a named button ("digit-7", "erase", "popup-7" in what a click on the cell has opened).
    `cell` is the one that the step serves.
    """

    at: Cell | str
    cell: Cell
    double: bool = False


@dataclass(frozen=True, slots=True)
class Press:
    """`held`: until something changes in the cell."""

    key: Key
    cell: Cell
    held: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """Type that sign into what a click on the cell has opened, and Return."""

    key: Key
    cell: Cell


def carries_digit(step: object) -> bool:
    """Whether a digit is sent by that step, to whatever cell is selected."""
    if isinstance(step, Click):
        return isinstance(step.at, str) and step.at.startswith(("digit-", "popup-"))
    return isinstance(step, Answer) or (isinstance(step, Press) and is_sign(step.key))


@dataclass(frozen=True, slots=True)
class Wait:
    """A pause with a reason; the reason is what the record and the overlay show."""

    reason: str
    seconds: float
    cell: Cell


Step = Click | Press | Answer | Wait


class Move(StrEnum):
    """A move of a sliding game: to which side all tiles slide."""

    UP = "up"
    RIGHT = "right"
    DOWN = "down"
    LEFT = "left"


TOWARDS = {Move.UP: (0, -1), Move.RIGHT: (1, 0), Move.DOWN: (0, 1), Move.LEFT: (-1, 0)}
"""The way that tiles take: so far to the right, and down."""


class Moves(StrEnum):
    """How a move gets into the game."""

    AUTO = "auto"  # find out: try one after the other, look whether the board moved
    KEYS = "keys"  # arrow keys
    HELD_KEYS = "held-keys"  # arrow keys, for programs that look once a frame which keys are down
    LETTERS = "letters"  # w, a, s, d, held as well
    LINES = "lines"  # the same, each followed by Return: a line of text, as terminals ask for
    DRAG = "drag"  # a drag, or swipe, across the board


THINK = {"fast": 0.001, "default": 0.0, "deep": 0.2}
"""How hard to think about a move of a sliding game: seconds, at most; 0 for what the profile says."""


@dataclass(frozen=True, slots=True)
class Goal:
    """When to stop playing a sliding game; 0 = no such limit. With neither, a game is played until it is over.

    `restart`: a game that is over before the goal is reached is followed by a new one, where its button is known.
    """

    until: int = 0  # a tile of this value stands on the board
    moves: int = 0  # so many moves were made
    restart: bool = False


@dataclass(frozen=True, slots=True)
class Plan:
    """`expect` is the whole board after the last step, in row order."""

    steps: tuple[Step, ...]
    expect: tuple[int, ...]
