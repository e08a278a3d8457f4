"""A simulated sudoku program: a window of 900 x 1000 points whose pictures are ten times smaller, as text in pixels.

A cell is 10 x 10 pixels of the brightness 20 x digit, the selected one has one brighter pixel, the digit pad is the
strip below the board. How it takes input is set by the test: that is what the pilot has to find out.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from fakes.desktop import Clicked, Event, FakeDesk, Pressed
from gridpilot.capture import Capture
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.geometry import Box, Cell, Pixel, Point, Rect, View
from gridpilot.outcome import Outcome
from gridpilot.pilot import Desk
from gridpilot.pilot.abort import Abort
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.record import Records
from gridpilot.plan import KEYPAD
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
ARROWS = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}


@dataclass
class BoardWindow:
    """`board` is the truth. The flags say what the program understands."""

    board: list[int]
    clicks_select: bool = True
    shows: bool = True  # which cell is selected
    hold: float = 0.0  # seconds for which a click is held that counts
    keys_type: bool = True
    arrows_move: bool = True
    pad: str = ""  # "", "cell-first", "digit-first", "piece" (for one cell), "once" (the same, or after it) or "either"
    overwrites: bool = True  # typing over a digit replaces it
    erasers: tuple[str, ...] = ("Delete",)
    lose: Callable[[int], bool] = lambda number: False  # which typed digits get lost, by number
    on_solved: Callable[[], None] = lambda: None
    hidden: bool = False  # the picture shows a board without digits
    selected: Cell | None = None
    armed: int = 0  # the digit that the pad holds
    erases: bool = False  # until a digit of the pad is chosen, a click empties its cell, a given, too
    lets_go: bool = False  # of that, at another click on its button
    picks: bool = False  # a click on a given chooses its digit
    shows_armed: bool = False  # by its button's look
    reaches: bool = False  # and into that of the next but one, as where the pad has two columns
    hovers: bool = False  # a button, and the edge of the next, look otherwise while the pointer is over it
    pointer: Point = field(default=Point(0, 0))
    typed: int = 0
    mistakes: int = 0  # counted by the program, where it has a `solution`
    solution: list[int] = field(default_factory=list)
    toggles: bool = False  # the same digit again empties its cell
    notes: bool = False  # digits are pencil marks
    switch: bool = False  # a click below the board switches that on and off
    confirm: str = ""  # the key that makes a mark a digit
    hears: Callable[[], bool] = lambda: True  # that key
    edits: bool = False  # marks are text in a field that a click elsewhere closes, too; two digits would be a number
    lines: bool = False  # digits stand in fields of several lines, where Return begins another, and look sketched
    above: set[int] = field(default_factory=set)  # cells whose digits are out of sight by that
    pale: bool = False  # a mark looks like its digit, but for its colour, which SKETCH stands for
    polls: bool = False  # keys count that are held for a frame
    chooses: str = ""  # "only" or "too": a digit's key chooses it for the cells that are clicked, or does so, too
    keypad: bool = False  # only those of the keypad count
    counts: bool = False  # Up and Down count the cell's digit up and down, as number inputs do
    wraps: bool = False  # arrow keys lead from one edge to the other
    given_too: bool = True  # givens can be selected
    givens_change: bool = False  # and are changed as other cells are
    bursts: bool = True  # else, of arrow keys that come at once, only the first counts
    repeats: bool = True  # else the same arrow key counts once of those that come at once, others between them or not
    arrows: set[str] = field(default_factory=set)  # that came since the latest picture
    moved: int = -1  # so many pictures had been taken when an arrow key came last
    candidates: bool = False  # blanks show marks of all digits, and a click on one enters it
    unfolds: bool = False  # a click on a blank shows marks of all digits there, and the next one enters one of them
    empties: bool = False  # any key but a digit empties the selected cell, a given, too
    cycles: bool = False  # a click counts a blank's digit up
    hides: bool = False  # the pad shows only while a blank is selected
    moves_up: bool = False  # a digit's button on the pad goes once all of it are in, and the others move up
    caret: int = 0  # a selection is seen for so many pictures after an event, then not seen for as many, and so on
    since: int = 0
    covers: set[int] = field(default_factory=set)  # cells that a panel covers, while all others are dimmed
    menu: bool = False  # a click on a blank opens a menu of digits over the pad's place
    tells: bool = False  # which is a list of what is possible, and takes no click, or as a pad does
    stays: bool = False  # it does not close when a digit is chosen, but at a click elsewhere
    over: bool = False  # it lies over the board instead, on the row below, or above the last one
    full: bool = False  # fields that hold a sign: a digit only takes the place of marked text
    text: bool = False  # a double click marks a cell's text, which selects nothing
    lights: bool = False  # a click marks its cell, which selects nothing
    lit: str = ""  # "digit" or "lines": cells of the selected one's digit, or row and column, are marked, too; or the
    # "grounds" of the former change, its own, too
    delay: Callable[[], int] = lambda: 0  # so many pictures later an event shows; events keep their order
    due: deque[tuple[int, Image]] = field(default_factory=deque)
    shown_now: Image | None = None  # while later ones are due
    pictures: int = 0
    clicked: Cell | None = None
    marked: Cell | None = None
    marks: dict[int, int] = field(default_factory=dict)
    opened: Cell | None = None
    advances: bool = False  # the cursor goes on to the next cell after a digit
    deselects: bool = False  # a click on the selected cell does, and one on a given that cannot be selected
    leaves: bool = True  # that click on a given; else nothing becomes of it
    drops: bool = False  # a click below the board deselects
    deaf: Callable[[], bool] = lambda: False  # to a click
    holds: int = 0  # for so many pictures, the pad's digit: a cell that is clicked by then takes it instead
    held: int = 0
    until: int = 0
    stray_clicks: list[Point] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.givens = {index for index, value in enumerate(self.board) if value}
        if self.candidates:
            self.marks = {index: 1 for index, value in enumerate(self.board) if not value}

    def take(self, event: Event) -> None:
        """What the program does with one event."""
        if self.shown_now is None:
            self.shown_now = self._draw()
        self.pointer = event.at if isinstance(event, Clicked) else getattr(event, "to", self.pointer)
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
        elif self.opened and self.over and row == self._menu_row(self.opened):
            self._put(self.opened, column + 1)
            self.opened = self.opened if self.stays else None
        elif row < 9:
            if self.candidates and not self.board[row * 9 + column]:
                across, down = (at.x - CONTENT.x) % 100 * 3 // 100, (at.y - CONTENT.y) % 100 * 3 // 100
                self._put(Cell(row, column), 3 * down + across + 1)
            if self.unfolds:
                self._unfold(Cell(row, column), at)
            if self.cycles and row * 9 + column not in self.givens:
                self._put(Cell(row, column), (self.board[row * 9 + column] + 1) % 10)
            self._click_cell(Cell(row, column))
        elif self.opened and self.tells:
            self.armed = (column + 1) * bool(self.pad)
        elif self.opened:
            self._put(self.opened, column + 1)
            self.opened = self.opened if self.stays else None
        elif self.switch:
            self.notes = not self.notes
        elif self.drops and not self.pad:
            self.selected = None
        elif (self.hides and not self._has_blank()) or column >= len(self._left()):
            return
        elif self.pad == "cell-first" and self.selected and self.holds:
            self.held, self.until = self._left()[column], self.pictures + self.holds
        elif self.pad == "cell-first" and self.selected:
            self._put(self.selected, self._left()[column])
        elif self.pad in {"digit-first", "piece", "once", "either"}:
            again = self.lets_go and self.armed == self._left()[column]
            self.armed = 0 if again else self._left()[column]
            if self.pad in {"once", "either"} and self.selected:
                self._meet(self.selected)

    def _unfold(self, cell: Cell, at: Point) -> None:
        index, shown = cell.row * 9 + cell.col, self.marks
        self.marks = {} if self.board[index] or index in shown else {index: 1}
        if index in shown:
            self._put(cell, 3 * ((at.y - CONTENT.y) % 100 * 3 // 100) + (at.x - CONTENT.x) % 100 * 3 // 100 + 1)

    def _left(self) -> list[int]:
        """The digits of the pad's buttons."""
        return [digit for digit in range(1, 10) if not self.moves_up or self.board.count(digit) < 9]

    def _has_blank(self) -> bool:
        return self.selected is not None and self.selected.row * 9 + self.selected.col not in self.givens

    def _menu_row(self, cell: Cell) -> int:
        if not self.over:
            return 9
        return cell.row + 1 if cell.row < 8 else 7

    def _click_cell(self, cell: Cell) -> None:
        given = cell.row * 9 + cell.col in self.givens
        for index in [*self.marks] if self.edits and cell != self.selected else ():
            self._put(Cell(*divmod(index, 9)), self.marks.pop(index))
        if self.text:
            self.marked = cell if cell == self.clicked else None
            self.clicked = None if self.marked else cell
        if self.lights:
            self.marked = cell
        if self.picks and given:
            self.armed = self.board[cell.row * 9 + cell.col]
        if self.chooses and self.armed:
            self._meet(cell)
        if self.pad in {"digit-first", "piece", "once", "either"} and self.armed:
            self._meet(cell)
        elif self.erases and not self.armed:
            self.board[cell.row * 9 + cell.col] = 0
        elif self.pad in {"digit-first", "piece"}:
            return
        elif self.clicks_select and (self.given_too or not given) and not self.deaf():
            if self.held and cell != self.selected and not given:
                self.mistakes += self.held != self.solution[cell.row * 9 + cell.col]
            self.selected = None if self.deselects and cell == self.selected else cell
            self.opened = cell if self.menu and not given else None
        elif self.deselects and self.leaves and given:
            self.selected = None

    def _meet(self, cell: Cell) -> None:
        """A digit that is chosen and a cell; either may have come first."""
        if self.notes:
            self.marks |= dict.fromkeys({cell.row * 9 + cell.col} - self.givens, self.armed)
        else:
            self._put(cell, self.armed)
        if self.pad in {"piece", "once"}:
            self.armed, self.selected = 0, None
        elif self.pad == "either":
            self.selected = None

    def _key(self, key: str, *, held: bool = False) -> None:
        index = self.selected.row * 9 + self.selected.col if self.selected else 0
        if (self.polls and not held) or (self.keypad and not key.startswith((KEYPAD, *ARROWS))):
            return
        key = key.removeprefix(KEYPAD) if self.keypad else key
        if self.chooses and key in "123456789":
            self.armed = int(key)
            if self.chooses == "only":
                return
        if self.empties and self.selected and key not in "123456789":
            self.board[index] = 0
        if self.counts and key in {"Up", "Down"} and self.selected:
            self._put(self.selected, (self.board[index] + (1 if key == "Up" else -1)) % 10)
        elif key in ARROWS and self.arrows_move and self.selected:
            at_once, self.moved = self.moved == self.pictures, self.pictures
            self.arrows = self.arrows if at_once else set()
            if at_once and (not self.bursts or (key in self.arrows and not self.repeats)):
                return
            self.arrows.add(key)
            row, column = self.selected.row + ARROWS[key][0], self.selected.col + ARROWS[key][1]
            self.selected = (
                Cell(row % 9, column % 9) if self.wraps else Cell(min(max(row, 0), 8), min(max(column, 0), 8))
            )
        elif self.lines and self.selected and key == "Return" and self.board[index]:
            self.above.add(index)
        elif self.keys_type and self.selected and key in self.erasers:
            self._put(self.selected, 0)
        elif self.keys_type and self.selected and key == self.confirm and index in self.marks:
            if self.hears():
                self._put(self.selected, self.marks.pop(index))
        elif self.keys_type and self.selected and key in "123456789":
            if self.full and self.marked != self.selected:
                return
            self.marked = None
            if (self.notes or self.confirm) and index not in self.givens:
                self.mistakes += self.edits and index in self.marks
                self.marks[index] = int(key)
            else:
                self._put(self.selected, int(key))
                if self.advances:
                    self.selected = Cell(*divmod((index + 1) % 81, 9))

    def _put(self, cell: Cell, digit: int) -> None:
        index = cell.row * 9 + cell.col
        self.typed += 1
        changes = index not in self.givens or self.givens_change
        if digit and self.solution and changes and digit != self.solution[index]:
            self.mistakes += 1
        if self.toggles and digit == self.board[index]:
            digit = 0
        lost = self.lose(self.typed) or (self.board[index] and digit and not self.overwrites)
        if changes and not lost:
            self.board[index] = digit
            if is_solved(self.board):
                self.on_solved()

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
        self.pictures += 1
        if self.held and self.selected and self.pictures >= self.until:
            self._put(self.selected, self.held)
            self.held = 0
        while self.due and self.due[0][0] <= self.pictures:
            self.shown_now = self.due.popleft()[1]
        whole = self.shown_now if self.due and self.shown_now is not None else self._draw()
        x, y = (area.x - CONTENT.x) // 10, (area.y - CONTENT.y) // 10
        cut = np.ascontiguousarray(whole[y : y + max(1, area.height // 10), x : x + max(1, area.width // 10)])
        return Capture(cut, View(area, cut.shape[1], cut.shape[0]))

    def _draw(self) -> Image:
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
        shown = not self.caret or (self.pictures - self.since) // self.caret % 2 == 0
        for row, column in self._lit() if shown else ():
            cells[row, 1, column, 1 : 9 if self.lit == "grounds" else 2] = 128
        if self.selected and shown and self.shows:
            cells[self.selected.row, 1 : 5 if self.caret else 2, self.selected.col, 1] = 255
        if self.marked:
            cells[self.marked.row, 8, self.marked.col, 2:8] = 128
        if self.opened:
            top = 10 * self._menu_row(self.opened)
            whole[top : top + 10] = OPEN
        if self.hides and self._has_blank():
            whole[90:] = OPEN
        for column, digit in enumerate(self._left() if self.moves_up else ()):
            whole[95, column * 10 + 5] = digit * 20
        if self.armed in self._left() and self.shows_armed:
            left = 10 * self._left().index(self.armed)
            whole[97, left + 3 : left + 7] = 180
            whole[96, left + 23 : left + 27] = 180 * self.reaches
        if self.hovers and self.pointer.y >= CONTENT.y + 900:
            left = (self.pointer.x - CONTENT.x) // 100 * 10
            whole[97, max(0, left - 1) : left + 11] = 180
        return whole


def is_solved(board: list[int]) -> bool:
    return 0 not in board and all(len({*board[row * 9 : row * 9 + 9]}) == 9 for row in range(9))


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
    return Pilot(desk, game or TextGame(pad_there=pad), Profiles(folder), records, clock or FakeClock()).fill(Abort())
