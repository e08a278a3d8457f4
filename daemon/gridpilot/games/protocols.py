"""What the pilot asks of a game: of one whose board is filled (`Game`), or of a game of moves, where the board answers
each of them (`SlidingGame`).
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Protocol

from gridpilot.geometry import Cell, Pixel, Side
from gridpilot.outcome import Ending, Hurdle
from gridpilot.plan import Move, Plan, Way
from gridpilot.reading import Place, Reading, Recogniser, Shade

if TYPE_CHECKING:
    from gridpilot.capture import Capture


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


@dataclass(frozen=True, slots=True)
class Decision:
    """What the rules say of a reading.

    `ending` None: `solution` (row order) may be typed. Otherwise nothing may, and `cells` are the reason: conflicting,
    doubtful, or different between two solutions; `hurdle` says why they are, or what else the reason is. `reading`
    carries the repairs that the rules made.
    """

    reading: Reading
    solution: tuple[int, ...] = ()
    ending: Ending | None = None
    cells: tuple[Cell, ...] = ()
    hurdle: Hurdle | None = None


class Variant(StrEnum):
    """A puzzle of other rules than its game's."""

    KILLER = "killer"  # cages with sums
    DIAGONALS = "diagonals"  # these count, too
    WINDOWS = "windows"  # so do four boxes within the board
    SIZE = "size"  # boxes of a board with so many cells a side are not known


@dataclass(frozen=True, slots=True)
class Foreign:
    """A board of rules that are not known, with so many cells a side."""

    variant: Variant
    size: int


class Game(Protocol):
    name: str

    def read(
        self, capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = ..., place: Place = ...
    ) -> Reading | None:
        """The best board on the picture, None when there is none. Several: larger, then under `pointer`; where that
        leaves more than one, the others are the `equals` of the reading. `place` is where a profile says that it is.
        """

    def reread(self, capture: Capture, like: Reading) -> Reading:
        """The same cells on a later picture of the same window: no search, a few milliseconds."""

    def decide(self, reading: Reading, capture: Capture | None = None) -> Decision:
        """What is to be typed. `capture`: the picture that was read, for a second look at what is in doubt."""

    def plan(self, board: tuple[int, ...], target: tuple[int, ...], way: Way, cursor: Cell | None = None) -> Plan:
        """Steps that turn `board` into `target`; cells that are not blank and differ are emptied first.

        `cursor` is where the game's selection is known to be; ARROWS then walks from there without a first click.
        The plan has no waits for the game's pace: the pilot makes those, after a click that a key follows.
        """

    def cut_off(self, capture: Capture) -> frozenset[Side]:
        """The sides of the window beyond which a board goes on that is seen in part; none where there is nothing so."""

    def foreign(self, capture: Capture) -> Foreign | None:
        """The board of other rules that a window shows; None where nothing is seen of such rules."""

    def pad(self, capture: Capture, reading: Reading, *, closer: bool = False) -> dict[str, Pixel]:
        """The on-screen buttons beside the board, as far as they can be recognised: "digit-1".., "erase". `closer`:
        those that are missed else, for some 0.2 s of a full screen.
        """

    def pad_again(self, before: Capture, now: Capture, reading: Reading, pad: Mapping[str, Pixel]) -> dict[str, Pixel]:
        """Where the buttons of `pad` are now, which was found on the picture `before`; those that are seen."""

    def opened(self, before: Capture | None, after: Capture, reading: Reading, fewest: int = 2) -> dict[str, Pixel]:
        """The digits of what has opened since `before`, "popup-1"..; where that is None, of a window of its own. All of
        them, or beside the board `fewest` at least.
        """

    def sketched(self, capture: Capture, reading: Reading, cell: Cell, like: Cell) -> bool:
        """Whether the digit in `cell` is smaller than the same one in `like`, or beside the middle: not yet a digit."""


@dataclass(frozen=True, slots=True)
class Note:
    """A small digit in a blank cell, where it stands among its candidates; `struck`: it is none any more."""

    cell: Cell
    value: int
    second: bool = False
    struck: bool = False


@dataclass(frozen=True, slots=True)
class Chain:
    """From one candidate to the next; `strong`: if the first is false, the second is true."""

    start: tuple[Cell, int]
    end: tuple[Cell, int]
    strong: bool


@dataclass(frozen=True, slots=True)
class Advice:
    """What is shown over a board, in cells, never in pixels. `houses` and `cells` are outlined, `marked` in the second
    colour; `signs`: a value that fills its cell, which must be blank; `read`: a small one in the corner of its cell,
    which may be full.
    """

    sentence: str
    houses: tuple[tuple[Cell, ...], ...] = ()
    cells: tuple[Cell, ...] = ()
    marked: tuple[Cell, ...] = ()
    notes: tuple[Note, ...] = ()
    chains: tuple[Chain, ...] = ()
    signs: tuple[tuple[Cell, int], ...] = ()
    read: tuple[tuple[Cell, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Hint:
    """The next step of a solution: `rungs` tell where it is, why it holds, and what follows. `fills`: the cells that
    get their values by it; where there are none, the hint `after` this one is asked for with it.
    """

    rungs: tuple[Advice, ...]
    fills: tuple[Cell, ...] = ()
    after: object = None


Marks = Mapping[Cell, Collection[int]]
"""Of blank cells the digits that their player has noted there."""
NO_MARKS: Marks = MappingProxyType({})


class Adviser(Protocol):
    """Of a game whose board is filled: what its player may be told."""

    def hint(
        self,
        reading: Reading,
        solution: tuple[int, ...],
        after: object = None,
        marks: Marks = NO_MARKS,
    ) -> Hint | None:
        """None where the board is full, or no technique leads on. `marks`: what may stand in these blank cells."""

    def marks(self, capture: Capture, reading: Reading) -> dict[Cell, tuple[int, ...]]:
        """What the user has noted small in blank cells, of those in which all of it can be told."""


class Seen(StrEnum):
    """What a picture says of a move that was sent."""

    MOVED = "moved"  # one of the boards that the move can lead to, and no other
    STILL = "still"  # the board before: the move was lost, or is not taken yet
    IDLE = "idle"  # the board before, which this move cannot change
    FOREIGN = "foreign"  # a board that another move leads to
    SLIDING = "sliding"  # no new tile yet: more is to come
    UNKNOWN = "unknown"  # tiles between two cells, something in front of the board, or nonsense


@dataclass(frozen=True, slots=True)
class Step:
    """What became of a move.

    MOVED and FOREIGN: `move` was made, `board` stands now, `spawn` is the cell and value of the new tile, `gained` the
    points of the merges; no `spawn` where the usual rules do not lead to that board. Otherwise `board` is the board
    before. `plain`: one picture is enough to believe it, also where that may be half of one frame and half of the next.
    """

    seen: Seen
    board: tuple[int, ...]
    move: Move | None = None
    spawn: tuple[int, int] | None = None
    gained: int = 0
    plain: bool = field(default=False, compare=False)


class Cover(StrEnum):
    """What lies over a board, as far as the rules can tell."""

    NONE = "none"
    WON = "won"  # the game says so, and may ask whether to go on
    OVER = "over"
    UNKNOWN = "unknown"  # a menu, another window, or too little of the board can be seen


@dataclass(frozen=True, slots=True)
class Covered:
    """What lies over a board, and what became of the last move below it: STILL where that cannot be told."""

    cover: Cover
    step: Step


class Engine(Protocol):
    """Who chooses the moves."""

    name: str

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        """The best move found within `budget` seconds, which is a hard limit; None when there is no legal move."""

    def warm(self) -> None:
        """Compiles or loads what the first move would wait for; slow, so call it in a thread of its own."""


class Eyes(Protocol):
    """Looks at the board of one kind of window, and learns its looks on the way, so that most looks are quick."""

    def read(
        self, capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = ..., place: Place = ...
    ) -> Reading | None:
        """The best board on the picture, None when there is none; `place` is where a profile says that it is."""

    def reread(self, capture: Capture, like: Reading) -> Reading:
        """The same cells on a later picture of the same window."""

    def follow(self, capture: Capture, like: Reading, before: tuple[int, ...], move: Move | None, still: float) -> Step:
        """What became of `move` on the board `before`; None: nobody made a move.

        `still`: for how many seconds the picture has not changed. While it changes, tiles may be on their way, and
        MOVED says that all have arrived; the longer it is still, the more it is worth to read every cell.
        """

    def cover(self, capture: Capture, like: Reading, before: tuple[int, ...], move: Move | None) -> Covered:
        """What lies over the board, which was `before` when `move` was made; of a picture at rest."""

    def shades(self, capture: Capture, reading: Reading) -> tuple[Shade, ...]:
        """The colours of the board's tiles, by which a profile may tell them."""

    def learn(self, capture: Capture, reading: Reading) -> None:
        """Takes in the looks of a board that was read beyond doubt, and at rest."""

    def keep(self) -> None:
        """Has what was learnt outlive the process."""


class SlidingGame(Protocol):
    """A game of moves, each of which slides all tiles, and chance answers. Boards are values in row order."""

    name: str

    def eyes(self, window: str) -> Eyes:
        """`window` names its kind: what was learnt of one serves the next."""

    def engine(self, name: str) -> Engine:
        """Made once, and warmed in the background."""

    def ready(self, engine: str) -> bool:
        """Whether an engine that was made can choose within its budget already."""

    def note(self, engine: str) -> str:
        """What the user should know of an engine that was made; empty when all is well."""

    def rest(self) -> None:
        """Frees what engines need only while a game is played."""

    def moves(self, board: tuple[int, ...], columns: int) -> tuple[Move, ...]:
        """Those that change the board; none are left when the game is over."""

    def lengths(self, board: tuple[int, ...], columns: int, budget: float) -> Mapping[Move, float]:
        """By move, how many more moves games last on average that are played on at random: found in so many seconds."""
