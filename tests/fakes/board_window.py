"""A simulated sudoku program: a window of 900 x 1000 points whose pictures are ten times smaller, as text in pixels.

A cell is 10 x 10 pixels of the brightness 20 x digit, the selected one has one brighter pixel, the digit pad is the
strip below the board. How it takes input is set by the test: that is what the pilot has to find out. What becomes of an
event is said by the package's own model, around which this is a picture.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping
from copy import copy
from dataclasses import dataclass, field, fields, replace
from functools import cache
from operator import attrgetter
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from fakes.desktop import Clicked, Event, FakeDesk, Pressed
from gridpilot.capture import Capture
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.geometry import Box, Cell, Pixel, Point, Rect, View
from gridpilot.outcome import Outcome
from gridpilot.pilot import Desk
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.pilot.way.program import (
    Click,
    Look,
    Lost,
    Press,
    State,
    Traits,
    buttons,
    changes,
    has_blank,
    is_covered,
    menu_row,
    put,
    step,
)
from gridpilot.profiles.store import Profiles
from gridpilot.reading import FOUND, NET, CellReading, Kind, Place, Reading, Recogniser
from gridpilot.window import Window

CONTENT = Rect(-300, 50, 900, 1000)  # a monitor to the left of the first one
WINDOW = Window(7, "A game", "game", "Game", 1, "/usr/games/game", "game", CONTENT)
Image = NDArray[np.uint8]
SKETCH = 66  # a pixel in the corner of a cell whose digit is not confirmed
MARKED = 220  # a mark's brightness is that more than its digit
OPEN = 77
BOXES = tuple(Box(column * 10, row * 10, column * 10 + 10, row * 10 + 10) for row in range(9) for column in range(9))


def with_traits(window: type) -> type:
    """A dataclass that has all traits of the model among its fields, so that a test can set them by name."""
    for each in fields(Traits):
        window.__annotations__[each.name] = each.type
        setattr(window, each.name, each.default)
    return dataclass(window)


@with_traits
class BoardWindow:
    """`board` is the truth. What the program understands is said by `Traits`; the rest is its state, which the model
    changes, how it looks, and what a test asks of it.
    """

    board: list[int]
    selected: Cell | None = None
    armed: int = 0
    notes: bool = False
    marks: dict[int, int] = field(default_factory=dict)
    opened: Cell | None = None
    clicked: Cell | None = None
    marked: Cell | None = None
    above: set[int] = field(default_factory=set)
    held: int = 0
    until: int = 0
    arrows: frozenset[str] = frozenset()
    moved: int = -1
    pictures: int = 0

    shows: bool = True  # which cell is selected
    hidden: bool = False  # the picture shows a board without digits
    shows_armed: bool = False  # the chosen digit, by its button's look
    reaches: bool = False  # and into that of the next but one, as where the pad has two columns
    hovers: bool = False  # a button, and the edge of the next, look otherwise while the pointer is over it
    points: bool = False  # the pointer alone selects the cell that it is over
    pale: bool = False  # a mark looks like its digit, but for its colour, which SKETCH stands for
    caret: int = 0  # a selection is seen for so many pictures after an event, then not seen for as many, and so on
    covers: set[int] = field(default_factory=set)  # cells that a panel covers, while all others are dimmed
    lit: str = ""  # "digit" or "lines": cells of the selected one's digit, or row and column, are marked, too; or the
    # "grounds" of the former change, its own, too
    delay: Callable[[], int] = lambda: 0  # so many pictures later an event shows; events keep their order
    due: deque[tuple[int, Image]] = field(default_factory=deque)
    shown_now: Image | None = None  # while later ones are due
    since: int = 0
    pointer: Point = field(default=Point(0, 0))

    deaf: Callable[[], bool] = lambda: False  # to a click
    lose: Callable[[int], bool] = lambda number: False  # which typed digits get lost, by number
    hears: Callable[[], bool] = lambda: True  # the key that confirms
    on_solved: Callable[[], None] = lambda: None
    typed: int = 0
    solution: list[int] = field(default_factory=list)
    mistakes: int = 0  # counted where there is a `solution`, or where a field got two digits
    stray_clicks: list[Point] = field(default_factory=list)

    def __post_init__(self) -> None:
        self._drawn: tuple[object, Image] = None, np.empty(0, np.uint8)
        self.givens = {index for index, value in enumerate(self.board) if value}
        if self.candidates:
            self.marks = {index: 1 for index, value in enumerate(self.board) if not value}

    @property
    def traits(self) -> Traits:
        return _traits(_values_of_traits(self))

    @property
    def state(self) -> State:
        plain = {name: getattr(self, name) for name in PLAIN}
        return State(
            tuple(self.board),
            frozenset(self.givens),
            marks=(*self.marks.items(),),
            above=frozenset(self.above),
            **plain,
        )

    def take(self, event: Event) -> None:
        """What the program does with one event."""
        if self.shown_now is None:
            self.shown_now = self._draw()
        self.pointer = event.at if isinstance(event, Clicked) else getattr(event, "to", self.pointer)
        column, row = (self.pointer.x - CONTENT.x) // 100, (self.pointer.y - CONTENT.y) // 100
        if self.points and 0 <= row < 9 and 0 <= column < 9:
            self.selected = Cell(row, column)
        if isinstance(event, Clicked):
            if event.hold >= self.hold:
                self._click(event.at)
        elif isinstance(event, Pressed):
            self._key(event.key, held=event.held)
        self.since = self.pictures
        self.due.append((max([self.pictures + self.delay(), *(when for when, _ in self.due)]), self._draw()))

    def _click(self, at: Point) -> None:
        column, row = (at.x - CONTENT.x) // 100, (at.y - CONTENT.y) // 100
        if at not in CONTENT:
            self.stray_clicks.append(at)
        elif row < 9 and not (self.opened and is_covered(self.traits, self.state, row)):
            self.third = (at.y - CONTENT.y) % 100 * 3 // 100 * 3 + (at.x - CONTENT.x) % 100 * 3 // 100
            self._click_cell(Cell(row, column))
        else:
            self._happens(Click(Cell(row, column), hold=self.hold))

    def _click_cell(self, cell: Cell) -> None:
        self._happens(Click(cell, self.third, self.hold))

    def _key(self, key: str, *, held: bool = False) -> None:
        self._happens(Press(key, held))

    def _happens(self, event: Click | Press | Look) -> None:
        self._becomes(step(self.traits, self.state, event, self._fails))

    def _put(self, cell: Cell, digit: int) -> None:
        self._becomes(put(self.traits, replace(self.state, entered=()), cell, digit, self._fails))

    def _becomes(self, state: State) -> None:
        before, traits = [*self.board], self.traits
        self.board[:], self.marks, self.above = state.board, dict(state.marks), {*state.above}
        for name in PLAIN:
            setattr(self, name, getattr(state, name))
        for index, digit in state.entered:
            wrong = digit > 9 or (digit and self.solution and changes(traits, state, index))
            self.mistakes += bool(wrong) and (not self.solution or digit != self.solution[index])
            self._entered(Cell(*divmod(index, 9)), digit, before[index])
        if self.board != before and is_solved(self.board):
            self.on_solved()

    def _entered(self, cell: Cell, digit: int, before: int) -> None:
        """For tests: the digit came to that cell, whether it stays or not, where the other one stood before."""

    def _fails(self, what: Lost) -> bool:
        if what is Lost.CLICK:
            return self.deaf()
        if what is Lost.CONFIRMATION:
            return not self.hears()
        self.typed += 1
        return self.lose(self.typed)

    def _lit(self) -> list[tuple[int, int]]:
        if not (self.lit and self.selected):
            return []
        row, column = self.selected.row, self.selected.col
        if self.lit == "lines":
            return [(row, line) for line in range(9)] + [(line, column) for line in range(9)]
        digit = self.board[row * 9 + column]
        return [divmod(index, 9) for index, value in enumerate(self.board) if value and value == digit]

    def picture(self, area: Rect) -> Capture:
        """The window's picture, one pixel for ten points, cut to `area`."""
        if self.held:
            self._happens(Look())
        else:
            self.pictures += 1
        while self.due and self.due[0][0] <= self.pictures:
            self.shown_now = self.due.popleft()[1]
        whole = self.shown_now if self.due and self.shown_now is not None else self._draw()
        x, y = (area.x - CONTENT.x) // 10, (area.y - CONTENT.y) // 10
        cut = np.ascontiguousarray(whole[y : y + max(1, area.height // 10), x : x + max(1, area.width // 10)])
        return Capture(cut, View(area, cut.shape[1], cut.shape[0]))

    def _draw(self) -> Image:
        """The picture by now, which whoever asks may change. Most of them are the same as the one before."""
        shown = not self.caret or (self.pictures - self.since) // self.caret % 2 == 0
        sets = {*self.givens}, {*self.above}, {*self.covers}
        pointer = self.hovers and self.pointer
        looks = shown, pointer, (*self.board,), (*self.marks.items(),), sets, _values_that_show(self)
        if looks != self._drawn[0]:
            self._drawn = looks, self._draw_anew(shown=shown)
        return self._drawn[1].copy()

    def _draw_anew(self, *, shown: bool) -> Image:
        """`shown`: what the text cursor's blinking shows is seen."""
        shades = np.array(self.board, np.uint8) * np.uint8(0 if self.hidden else 20)
        for index, mark in self.marks.items():
            if not self.board[index]:
                shades[index] = mark * 20 if self.pale else MARKED + mark
        shades[list(self.above)] = 0
        whole = np.zeros((100, 90, 3), np.uint8)
        cells = whole[:90].reshape(9, 10, 9, 10, 3)
        cells[:, 3:7, :, 3:7] = shades.reshape(9, 1, 9, 1, 1)
        lined = [index for index in range(81) if self.board[index] and index not in self.givens] if self.lines else []
        for index in self.marks if self.pale else lined:
            row, column = divmod(index, 9)
            cells[row, 9, column, 9] = SKETCH
        for index, value in enumerate(self.board if self.full else ()):
            if not value:
                cells[index // 9, 4, index % 9, 4] = 60
        if self.covers:
            cells[:, 3, :, 3] = 99
        for index in self.covers:
            row, column = divmod(index, 9)
            cells[row, :, column] = OPEN
        for row, column in self._lit() if shown else ():
            cells[row, 1, column, 1 : 9 if self.lit == "grounds" else 2] = 128
        if self.selected and shown and self.shows:
            cells[self.selected.row, 1 : 5 if self.caret else 2, self.selected.col, 1] = 255
        if self.marked:
            cells[self.marked.row, 8, self.marked.col, 2:8] = 128
        if self.opened:
            top = 10 * menu_row(self.traits, self.opened)
            whole[top : top + 10] = OPEN
        if self.hides and has_blank(self.state):
            whole[90:] = OPEN
        there = buttons(self.traits, (*self.board,)) if self.armed or self.moves_up else []
        for column, digit in enumerate(there if self.moves_up else ()):
            whole[95, column * 10 + 5] = digit * 20
        if self.armed in there and self.shows_armed:
            left = 10 * there.index(self.armed)
            whole[97, left + 3 : left + 7] = 180
            whole[96, left + 23 : left + 27] = 180 * self.reaches
        if self.hovers and self.pointer.y >= CONTENT.y + 900:
            left = (self.pointer.x - CONTENT.x) // 100 * 10
            whole[97, max(0, left - 1) : left + 11] = 180
        return whole


def is_solved(board: list[int]) -> bool:
    return 0 not in board and all(len({*board[row * 9 : row * 9 + 9]}) == 9 for row in range(9))


PLAIN = tuple(each.name for each in fields(State) if each.name not in {"board", "givens", "marks", "above", "entered"})
"""What of a state the window keeps as it is. Tests change the rest in place."""

SHOWING = ("selected", "armed", "opened", "marked", "hidden")
"""What else of its state a picture shows."""

_values_that_show = attrgetter(*SHOWING)
_values_of_state = attrgetter(*PLAIN)
_values_of_traits = attrgetter(*(each.name for each in fields(Traits)))


@cache
def _traits(values: tuple[Any, ...]) -> Traits:
    return Traits(*values)


class TextGame(Sudoku):
    """Sudoku's own rules and plans, with a reader for the pictures above."""

    def __init__(
        self, *, board_there: bool = True, pad_there: bool = False, faint: bool = False, marks: Kind = Kind.PENCIL
    ) -> None:
        """`faint`: only a closer look finds the pad. `marks`: how these are read."""
        super().__init__()
        self.marks = marks
        self.faint = faint
        self.board_there = board_there
        self.pad_there = pad_there
        self.recogniser = NET
        self.read_values: Callable[[int, int], int] = lambda index, value: value

    def read(
        self, capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = NET, place: Place = FOUND
    ) -> Reading | None:
        self.recogniser = recogniser
        return self._reading(capture) if self.board_there else None

    def reread(self, capture: Capture, like: Reading) -> Reading:
        return self._reading(capture)

    def pad(self, capture: Capture, reading: Reading, *, closer: bool = False) -> dict[str, Pixel]:
        there = (self.pad_there and (closer or not self.faint)) or (capture.pixels[95] == OPEN).any()
        return {f"digit-{digit}": Pixel(digit * 10 - 5, 95) for digit in range(1, 10)} if there else {}

    def pad_again(self, before: Capture, now: Capture, reading: Reading, pad: Mapping[str, Pixel]) -> dict[str, Pixel]:
        shades = now.pixels[95, 5::10, 0].tolist()
        shown = {
            f"digit-{shade // 20}": Pixel(column * 10 + 5, 95)
            for column, shade in enumerate(shades)
            if shade not in {0, OPEN}
        }
        return {name: at for name, at in (shown or self.pad(now, reading, closer=True)).items() if name in pad}

    def opened(self, before: Capture | None, after: Capture, reading: Reading, fewest: int = 2) -> dict[str, Pixel]:
        rows = [row for row in range(10) if (after.pixels[row * 10 + 5 : row * 10 + 6] == OPEN).any()]
        old, new = (self._reading(each).cells for each in (before or after, after))
        if any(now.kind is self.marks is not was.kind for was, now in zip(old, new, strict=True)):
            box = next(box for box, now in zip(BOXES, new, strict=True) if now.kind is self.marks)
            return {f"popup-{digit}": mark.centre for digit, mark in enumerate(box.cells(3, 3), 1)}
        return {f"popup-{digit}": Pixel(digit * 10 - 5, row * 10 + 5) for row in rows for digit in range(1, 10)}

    def sketched(self, capture: Capture, reading: Reading, cell: Cell, like: Cell) -> bool:
        return bool(capture.pixels[10 * cell.row + 9, 10 * cell.col + 9, 0] == SKETCH)

    def _reading(self, capture: Capture) -> Reading:
        shades = capture.pixels[5:95:10, 5:95:10, 0].flatten().tolist()
        values = [self.read_values(index, _digit(shade)) for index, shade in enumerate(shades)]
        kinds = [_kind(value, shade, self.marks) for value, shade in zip(values, shades, strict=True)]
        cells = tuple(CellReading(value, kind, 1.0) for value, kind in zip(values, kinds, strict=True))
        hidden = tuple(Cell(*divmod(index, 9)) for index, shade in enumerate(shades) if shade == OPEN)
        return Reading(9, cells, BOXES, Box(0, 0, 90, 90), hidden=hidden)


def _digit(shade: int) -> int:
    return shade // 20 if shade < MARKED and shade != OPEN else 0


def _kind(value: int, shade: int, marks: Kind) -> Kind:
    if shade == OPEN:
        return Kind.UNKNOWN
    return Kind.GIVEN if value else marks if shade > MARKED else Kind.BLANK


class FakeClock:
    """A millisecond passes whenever somebody looks."""

    def __init__(self) -> None:
        self.time = 0.0
        self.asleep = 0.0

    def slept(self) -> float:
        return self.asleep

    def now(self) -> float:
        self.time += 0.001
        return self.time

    def wait(self, seconds: float, abort: Abort) -> None:
        if abort.reason is None:
            self.time += seconds


def desk_of(program: BoardWindow, window: Window = WINDOW) -> tuple[FakeDesk, Desk]:
    """A fake desktop with that program in focus, and the part of it that the pilot gets."""
    fake = FakeDesk(window, program.picture, program.take)
    return fake, Desk(fake.focus, fake.screen, fake.input, fake.watch)


@cache
def _bundled() -> Profiles:
    read = Profiles(Path(__file__).with_name("no profiles"))
    read.current()
    return read


def profiles_in(folder: Path) -> Profiles:
    """The user's of that folder, and the bundled ones, which are read once for all tests."""
    profiles = copy(_bundled())
    profiles._user_folder = folder
    return profiles


PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
SOLUTION = "519687432724913658386254917178345296652891743943726581231479865467538129895162374"


def board(seed: int) -> tuple[list[int], list[int]]:
    """A puzzle and its solution: the one above with other digits, rows and blanks."""
    chance = random.Random(seed)
    digits = [0, *chance.sample(range(1, 10), 9)]
    bands = [row for band in chance.sample(range(3), 3) for row in chance.sample(range(3 * band, 3 * band + 3), 3)]
    places = [row * 9 + column for row in bands for column in range(9)]
    solution = [digits[int(SOLUTION[place])] for place in places]
    shown = [PUZZLE[place] != "." or chance.random() < 0.1 * (seed % 4) for place in places]
    return [digit if show else 0 for digit, show in zip(solution, shown, strict=True)], solution


def fill(
    folder: Path,
    program: BoardWindow,
    *,
    pad: bool = False,
    game: TextGame | None = None,
    window: Window = WINDOW,
    clock: FakeClock | None = None,
) -> Outcome:
    _, desk = desk_of(program, window)
    records = Records(folder / "runs", lambda _capture, _path: None, 0)
    profiles = profiles_in(folder)
    return Pilot(desk, game or TextGame(pad_there=pad), profiles, records, clock or FakeClock()).fill(Abort())
