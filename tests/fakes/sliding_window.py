"""A simulated 2048 program: a window of 400 x 400 points whose pictures are ten times smaller, as text in pixels.

A cell is 10 x 10 pixels of the brightness 10 x exponent. A move shows nothing for some looks, then tiles between cells
for some, then the new board: that is how games answer. What it does wrong is set by the test.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from fakes.desktop import Clicked, Dragged, Event, FakeDesk, Pressed
from gridpilot.capture import Capture
from gridpilot.games.protocols import Cover, Covered, Engine, Seen, Step
from gridpilot.games.twenty48.reading import move_tracker
from gridpilot.games.twenty48.rules import Rules
from gridpilot.geometry import Box, Cell, Pixel, Point, Rect, View
from gridpilot.pilot import Desk
from gridpilot.plan import Move
from gridpilot.reading import FOUND, NET, CellReading, Kind, Place, Reading, Recogniser
from gridpilot.window import Window

CONTENT = Rect(-300, 50, 400, 440)  # a monitor to the left of the first one; a strip for buttons below the board
WINDOW = Window(7, "2048", "game", "Game", 1, "/usr/games/game", "game", CONTENT)
KEYS = {"Up": Move.UP, "Right": Move.RIGHT, "Down": Move.DOWN, "Left": Move.LEFT}
RULES = Rules()
ON_THE_WAY = 250
"""The brightness of a tile between cells, or of a box: no tile's."""

Board = tuple[int, ...]


@dataclass
class SlidingWindow:
    """`board` is the truth; `looks_until_slide` and `looks_of_slide` are how many pictures it takes to answer."""

    board: Board = (2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
    seed: int = 1
    takes_keys: bool = True
    takes_drags: bool = False
    looks_until_slide: int = 1
    looks_of_slide: int = 3
    torn: Callable[[int], bool] = lambda number: False  # after which moves a picture is half old and half new
    torn_for: int = 1  # looks
    hidden_for: Callable[[int], float] = lambda number: 0.0  # seconds after each move that no tile can be told
    stalls_for: Callable[[int], float] = lambda number: 0.0  # seconds after each move that nothing has merged or come
    deaf_for: float = 0.0  # seconds after each move
    lose: Callable[[int], bool] = lambda number: False  # which moves get lost, by number
    late: Callable[[int], bool] = lambda number: False  # which are taken only with the next one
    foreign: Callable[[int], Move | None] = lambda number: None  # what is done instead
    on_move: Callable[[int], None] = lambda number: None
    covered: Cover = Cover.NONE
    covers_at: int = 0  # the tile that makes it say that it is won
    says: Cover = Cover.WON  # and how that looks
    grows: int = 0  # nothing covers it: its board has grown, and the search of that number sees where it is now
    keep_going_at: Point | None = None
    restart_at: Point | None = None
    columns: int = 4
    now: Callable[[], float] = lambda: 0.0
    taken: int = 0  # moves that changed the board
    asked: int = 0  # moves that came in
    spawns: list[tuple[Move, Board]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.chance = random.Random(self.seed)
        self._shown = self.board
        self._until = 0
        self._sliding = 0
        self._hears_at = self._hidden_until = self._stalled_until = 0.0
        self._late: list[Move] = []

    def take(self, event: Event) -> None:
        """What the program does with one event."""
        if isinstance(event, Pressed) and event.key in KEYS and self.takes_keys:
            self._ask(KEYS[event.key])
        elif isinstance(event, Dragged) and self.takes_drags:
            right, down = event.end.x - event.start.x, event.end.y - event.start.y
            across = Move.RIGHT if right > 0 else Move.LEFT
            self._ask(across if abs(right) > abs(down) else Move.DOWN if down > 0 else Move.UP)
        elif isinstance(event, Clicked) and event.at == self.keep_going_at:
            self.covered, self.covers_at = Cover.NONE, 0
        elif isinstance(event, Clicked) and event.at == self.restart_at:
            self.board = self._shown = RULES.start(len(self.board) // self.columns, self.columns, self.chance)

    def _ask(self, move: Move) -> None:
        self.asked += 1
        deaf = self.now() < self._hears_at
        if self.covered is not Cover.NONE or self.lose(self.asked) or deaf:
            return
        if self.late(self.asked):
            self._late.append(move)
            return
        for each in (*self._late, self.foreign(self.asked) or move):
            self._slide(each)
        self._late.clear()
        self.on_move(self.asked)

    def _slide(self, move: Move) -> None:
        slid, _ = RULES.slide(self.board, self.columns, move)
        if slid == self.board:
            return
        self.board = RULES.spawned(slid, self.chance)
        self.spawns.append((move, self.board))
        self.taken += 1
        self._hears_at = self.now() + self.deaf_for
        self._hidden_until = max(self._hidden_until, self.now() + self.hidden_for(self.taken))
        self._stalled_until = max(self._stalled_until, self.now() + self.stalls_for(self.taken))
        self._until, self._sliding = self.looks_until_slide, self.looks_of_slide
        if self.covers_at and max(self.board) >= self.covers_at:
            self.covered = self.says

    def _torn_board(self) -> Board:
        """All tiles in their new places, without the new one, and one of them in its old place, too."""
        slid, _ = RULES.slide(self._shown, self.columns, self.spawns[-1][0])
        ghost = next((c for c, v in enumerate(self._shown) if v in {2, 4} and not slid[c]), None)
        return tuple(self._shown[c] if c == ghost else value for c, value in enumerate(slid))

    def _stalled_board(self) -> Board:
        """All tiles in their new places, those that meet still with their old values, without the new one."""
        move = self.spawns[-1][0]
        slid, _ = RULES.slide(self._shown, self.columns, move)
        meet = move_tracker.merged(RULES, self._shown, self.columns, move)
        return tuple(value // 2 if cell in meet else value for cell, value in enumerate(slid))

    def picture(self, area: Rect) -> Capture:
        """The window's picture, one pixel for ten points; each look brings a slide further."""
        pixels = np.zeros((44, 40, 3), np.uint8)
        between = not self._until and self._sliding
        torn = 0 < self._sliding <= self.torn_for and not self._until and self.torn(self.asked)
        stalls = not self._until and self.now() < self._stalled_until
        if not self._until and not self._sliding and not stalls:
            self._shown = self.board
        shown = self._torn_board() if torn else self._stalled_board() if stalls else self._shown
        for index, value in enumerate(shown):
            row, column = divmod(index, self.columns)
            shade = (value.bit_length() - 1) * 10 if value else 0
            if between and not torn and not stalls and self._shown[index] != self.board[index]:
                shade = ON_THE_WAY - self._sliding % 40
            pixels[row * 10 : row * 10 + 10, column * 10 : column * 10 + 10] = shade
        if self.now() < self._hidden_until:
            pixels[:40, :40] = ON_THE_WAY
        if self.covered is not Cover.NONE:
            pixels[10:30, :40] = ON_THE_WAY
        if self._until:
            self._until -= 1
        elif self._sliding:
            self._sliding -= 1
        return Capture(pixels, View(area, 40, 44))


class TextEyes:
    """Reads the pictures above; a tile on its way is in doubt."""

    def __init__(self, game: TextSliding) -> None:
        self._game = game
        self.learnt = 0
        self.kept = 0

    def read(
        self, capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = NET, place: Place = FOUND
    ) -> Reading | None:
        program = self._game.program
        if program.grows and program.covered is not Cover.NONE:
            program.grows -= 1
            if program.grows:
                return None
            program.covered, program.covers_at = Cover.NONE, 0
            return replace(self._reading(program.picture(CONTENT)), extent=Box(0, 0, 40, 44))
        return self._reading(capture) if self._game.board_there else None

    def reread(self, capture: Capture, like: Reading) -> Reading:
        return self._reading(capture)

    def follow(self, capture: Capture, like: Reading, before: Board, move: Move | None, still: float) -> Step:
        self._game.looked += 1
        step = move_tracker.track(RULES, before, like.size, move, self._frame(capture))
        return step if self._game.believes(step) else Step(Seen.UNKNOWN, before)

    def cover(self, capture: Capture, like: Reading, before: Board, move: Move | None) -> Covered:
        steps = move_tracker.possible(RULES, before, like.size, move, self._frame(capture))
        step = steps[0] if len(steps) == 1 else Step(Seen.STILL, before)
        unclear = self._game.program.covered is Cover.UNKNOWN
        won = unclear and move_tracker.grown(before, steps)
        return Covered(Cover.WON if won else self._game.program.covered, step)

    def learn(self, capture: Capture, reading: Reading) -> None:
        self.learnt += 1

    def keep(self) -> None:
        self.kept += 1

    def _frame(self, capture: Capture) -> list[int | None]:
        return [None if cell.kind is Kind.UNKNOWN else cell.value for cell in self._reading(capture).cells]

    def _reading(self, capture: Capture) -> Reading:
        columns = self._game.program.columns
        count = len(self._game.program.board)
        boxes = tuple(
            Box(column * 10, row * 10, column * 10 + 10, row * 10 + 10)
            for row, column in (divmod(index, columns) for index in range(count))
        )
        shades = [int(capture.pixels[int(box.y0) + 5, int(box.x0) + 5, 0]) for box in boxes]
        cells = tuple(
            CellReading(0, Kind.UNKNOWN, 0.0)
            if shade > 200
            else CellReading(2 ** (shade // 10), Kind.GIVEN, 1.0)
            if shade
            else CellReading(0, Kind.BLANK, 1.0)
            for shade in shades
        )
        doubts = tuple(Cell(*divmod(index, columns)) for index, cell in enumerate(cells) if cell.kind is Kind.UNKNOWN)
        return Reading(columns, cells, boxes, Box(0, 0, 40, 40), doubts)


class Downwards:
    """An engine that everybody can follow in his head: the first legal move of a fixed order."""

    name = "downwards"

    def __init__(self, order: Sequence[Move] = (Move.DOWN, Move.LEFT, Move.RIGHT, Move.UP)) -> None:
        self.order = order
        self.boards: list[Board] = []

    def choose(self, board: Board, columns: int, budget: float) -> Move | None:
        self.boards.append(board)
        return next((move for move in self.order if move in RULES.moves(board, columns)), None)

    def warm(self) -> None: ...


class TextSliding:
    """2048's own rules and tracker, with eyes for the pictures above."""

    name = "2048"

    def __init__(self, program: SlidingWindow) -> None:
        self.program = program
        self.board_there = True
        self.looked = 0
        self.warming = 0  # so many times it is asked in vain whether the engine is ready
        self.chooser = Downwards()
        self.believes: Callable[[Step], bool] = lambda step: True
        self.made: list[TextEyes] = []
        self.engines: list[str] = []
        self.engine_note = ""

    def eyes(self, window: str) -> TextEyes:
        self.made.append(TextEyes(self))
        return self.made[-1]

    def engine(self, name: str) -> Engine:
        self.engines.append(name)
        return self.chooser

    def ready(self, engine: str) -> bool:
        self.warming -= 1
        return self.warming < 0

    def rest(self):
        pass

    def note(self, engine: str) -> str:
        return self.engine_note

    def moves(self, board: Board, columns: int) -> tuple[Move, ...]:
        return RULES.moves(board, columns)


def desk_of(program: SlidingWindow) -> tuple[FakeDesk, Desk]:
    """A fake desktop with that program in focus, and the part of it that the pilot gets."""
    fake = FakeDesk(WINDOW, program.picture, program.take)
    return fake, Desk(fake.focus, fake.screen, fake.input, fake.watch)
