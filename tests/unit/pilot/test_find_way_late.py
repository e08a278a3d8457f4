"""Programs that come late to what was done, or once a frame, get no other digit than the right one."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from typing import Any

import pytest
from fakes.board_window import (
    WINDOW,
    BoardWindow,
    FakeClock,
    TextGame,
    board,
    desk_of,
    fill,
    profiles_in,
)
from fakes.desktop import Clicked, Event, Pressed
from fakes.window_kinds import CHOSEN, HELD_PAD, KINDS, REFUSED
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from gridpilot.capture import Capture
from gridpilot.geometry import Cell, Rect
from gridpilot.outcome import Ending
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.pilot.window_memory_store import Habits


class Belated(BoardWindow):
    """Comes to what was done with each third picture only, and takes every click for one where the pointer is then."""

    asks_late = True

    def __post_init__(self) -> None:
        super().__post_init__()
        self.waiting: list[Event] = []

    def take(self, event: Event) -> None:
        self.waiting.append(event)
        self.pointer = event.at if isinstance(event, Clicked) else getattr(event, "to", self.pointer)

    def picture(self, area: Rect) -> Capture:
        if self.pictures % 3 == 0:
            self.come_to_them()
        return super().picture(area)

    def come_to_them(self) -> None:
        self.come_to(self.waiting)
        self.waiting = []

    def come_to(self, events: list[Event]) -> None:
        pointer = self.pointer
        for event in events:
            super().take(replace(event, at=pointer) if self.asks_late and isinstance(event, Clicked) else event)


class OnceAFrame(Belated):
    """Of several clicks, and of several keys, it takes the last one; it counts a digit that stands there already."""

    def picture(self, area: Rect) -> Capture:
        if self.pictures % 3 == 0:
            keys = [event for event in self.waiting if isinstance(event, Pressed)]
            if any(isinstance(event, Clicked) for event in self.waiting):
                BoardWindow.take(self, Clicked(self.pointer))
            if keys and self.selected and str(self.board[self.selected.row * 9 + self.selected.col]) == keys[-1].key:
                self.mistakes += 1
            self.waiting = keys[-1:]
        return super().picture(area)


class AtTheEndOfAFrame(Belated):
    """Comes to what was done once in `frame` pictures. A digit counts at the end of that, wherever the selection is by
    then; a click forgets it.
    """

    frame = 80

    def take(self, event: Event) -> None:
        super().take(event)
        if isinstance(event, Clicked) and event.hold:  # longer than a frame
            self.come_to_them()

    def picture(self, area: Rect) -> Capture:
        if self.pictures % self.frame == 0:
            self.come_to_them()
        return BoardWindow.picture(self, area)

    def come_to_them(self) -> None:
        digits = [event for event in self.waiting if isinstance(event, Pressed) and event.key in "123456789"]
        clicks = [event for event in self.waiting if isinstance(event, Clicked)]
        last = [
            event for event in digits[-1:] if not clicks or self.waiting.index(clicks[-1]) < self.waiting.index(event)
        ]
        self.come_to([event for event in self.waiting if event not in digits] + last)
        self.waiting = []


class FocusesLate(BoardWindow):
    """As Java does: a field that was clicked gets the keys with the next picture. A second digit is written behind."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.waiting: list[Pressed] = []

    def take(self, event: Event) -> None:
        if isinstance(event, Pressed):
            self.waiting.append(event)
        else:
            super().take(event)

    def picture(self, area: Rect) -> Capture:
        for event in self.waiting:
            at = self.selected.row * 9 + self.selected.col if self.selected else 0
            self.mistakes += event.key in "123456789" and at not in self.givens and self.board[at] > 0
            super().take(event)
        self.waiting = []
        return super().picture(area)


class LastOfAFrame(BoardWindow):
    """Clicks count where they were made; of those that come in one frame it takes the last, and then the last key."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.waiting: list[Event] = []

    def take(self, event: Event) -> None:
        self.waiting.append(event)
        if sum(isinstance(each, Clicked | Pressed) for each in self.waiting) >= 5:
            self.come_to_them()

    def come_to_them(self) -> None:
        for kind in (Clicked, Pressed):
            for event in [event for event in self.waiting if isinstance(event, kind)][-1:]:
                super().take(event)
        self.waiting = []

    def picture(self, area: Rect) -> Capture:
        if self.pictures % 3 == 0:
            self.come_to_them()
        return super().picture(area)


@pytest.mark.parametrize("seed", range(6))
def test_no_key_overtakes_a_click_in_a_window_that_focuses_its_fields_late(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = FocusesLate(puzzle, solution=solution, arrows_move=False)
    outcome = fill(tmp_path, program, window=replace(WINDOW, executable="/usr/lib/jvm/bin/java"))
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


def test_a_window_that_is_busy_at_the_first_click_is_filled_once_it_has_answered(tmp_path: Path) -> None:
    """For three seconds."""
    puzzle, solution = board(3)
    delays = iter([300])
    program = BoardWindow(puzzle, solution=solution, delay=lambda: next(delays, 0), **KINDS["pad, cell first"])
    outcome = fill(tmp_path, program, pad=True)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


def test_a_key_that_shows_late_is_not_pressed_again_in_the_cell_that_came_after_it(tmp_path: Path) -> None:
    """The first digit, a second and more, where the cursor goes on to the next cell after each."""
    puzzle, solution = board(48)
    late = [300]
    program = BoardWindow(puzzle, solution=solution, **KINDS["keys, the cursor goes on"])
    program.delay = lambda: late.pop() if program.typed and late else 0
    outcome = fill(tmp_path, program, pad=False)
    assert not late
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("kind", ["keys", "keys, givens not selectable", "keys, no selection shows"])
@pytest.mark.parametrize("seed", range(6))
def test_a_program_that_takes_the_last_key_of_a_frame_gets_no_wrong_digit(tmp_path: Path, kind: str, seed: int) -> None:
    puzzle, solution = board(seed)
    program = LastOfAFrame([*puzzle], solution=solution, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=False)
    assert program.mistakes == 0
    assert all(digit in {0, right} for digit, right in zip(program.board, solution, strict=True)), outcome


LATE = [(kind, 150) for kind in KINDS | REFUSED | CHOSEN]


@pytest.mark.parametrize(("kind", "most"), [*LATE, ("a menu over the board", 30)])
@settings(max_examples=1, deadline=None, derandomize=True, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
@example(72)
@example(2082)
@example(3929)
@example(3601)
@example(3620)
def test_a_window_that_shows_late_what_was_done_gets_no_wrong_digit(
    tmp_path: Path, kind: str, most: int, seed: int
) -> None:
    """Each event shows up to `most` pictures later, in order, which is so many hundredths of a second at least."""
    puzzle, solution = board(seed)
    chance = random.Random(seed)

    def delay() -> int:
        return chance.randint(0, chance.choice((5, 30, most)))

    program = BoardWindow(puzzle, solution=solution, delay=delay, **(KINDS | REFUSED | CHOSEN)[kind])
    fill(tmp_path, program, pad=bool(program.pad and not program.hides))
    assert program.mistakes == 0
    assert all(digit in {0, right} for digit, right in zip(program.board, solution, strict=True))


@pytest.mark.parametrize(("seed", "most"), [(38, 150), (49, 150), (28, 400)])
def test_a_click_that_only_lights_its_cell_up_late_proves_no_selection(tmp_path: Path, seed: int, most: int) -> None:
    """Boards on which it was taken for one, so many pictures at most after it."""
    puzzle, solution = board(seed)
    chance = random.Random(seed)
    kind = KINDS["arrows alone, a click lights its cell up"]
    program = BoardWindow(
        puzzle, solution=solution, delay=lambda: chance.randint(0, chance.choice((5, 30, most))), **kind
    )
    fill(tmp_path, program, pad=False)
    assert program.mistakes == 0


ONCE_A_FRAME = {
    "pad, digit first, its choice shows": {"pad": "digit-first", "keys_type": False, "shows_armed": True, "armed": 7},
    "pad, digit first, a second click lets go, its choice shows": {
        "pad": "digit-first",
        "keys_type": False,
        "shows_armed": True,
        "lets_go": True,
    },
}
SLOW_FRAME = 80  # pictures: half a second or more
FILLED_ONCE_A_FRAME = [
    "keys and arrows",
    "arrows alone",
    "Return confirms",
    "pad and keys",
    "pad, cell first",
    *ONCE_A_FRAME,
]


@pytest.mark.parametrize(
    ("frame", "kind"),
    [*product((2, 20, SLOW_FRAME), KINDS | REFUSED | CHOSEN | ONCE_A_FRAME), *product((3,), FILLED_ONCE_A_FRAME)],
)
def test_a_program_that_comes_to_all_of_it_once_a_frame_gets_no_wrong_digit(
    tmp_path: Path, kind: str, frame: int
) -> None:
    puzzle, solution = board(1)
    program = AtTheEndOfAFrame([*puzzle], solution=solution, **(KINDS | REFUSED | CHOSEN | ONCE_A_FRAME)[kind])
    program.frame = frame
    outcome = fill(tmp_path, program, pad=bool(program.pad and not program.hides))
    assert program.mistakes == 0, outcome
    assert all(digit in {0, right} for digit, right in zip(program.board, solution, strict=True))
    assert kind not in FILLED_ONCE_A_FRAME or program.board == solution or frame == SLOW_FRAME, outcome


class LosesAClick(BoardWindow):
    """The click of that number on a cell is lost."""

    lost, clicks, gone = 0, 0, 0

    def _click_cell(self, cell: Cell) -> None:
        self.clicks += 1
        if self.clicks != self.lost:
            super()._click_cell(cell)

    def _entered(self, cell: Cell, digit: int, before: int) -> None:
        self.gone += before > self.board[cell.row * 9 + cell.col]


@pytest.mark.parametrize("lost", range(1, 8))
@pytest.mark.parametrize("seed", range(3))
def test_a_digit_that_came_is_not_clicked_again_where_that_takes_it_away(tmp_path: Path, seed: int, lost: int) -> None:
    """Whichever click is lost while it is found out whether the digit stays chosen."""
    puzzle, solution = board(seed)
    kind = ONCE_A_FRAME["pad, digit first, its choice shows"] | {"toggles": True}
    program = LosesAClick(puzzle, solution=solution, **kind)
    program.lost = lost
    outcome = fill(tmp_path, program, pad=True)
    assert (program.gone, program.mistakes) == (0, 0), outcome
    assert (outcome.ending is Ending.VERIFIED) == (program.board == solution), outcome


@pytest.mark.parametrize("asks_late", [False, True])
@pytest.mark.parametrize("frame", [2, 10, 40, 80, 120])
def test_a_digit_is_confirmed_once_it_is_seen(tmp_path: Path, frame: int, *, asks_late: bool) -> None:
    """In one frame with it the key that confirms it would be lost."""
    puzzle, solution = board(0)
    program = AtTheEndOfAFrame(puzzle, solution=solution, **KINDS["Return confirms"])
    program.frame, program.asks_late = frame, asks_late
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


def test_arrow_keys_that_must_come_one_by_one_get_the_time(tmp_path: Path) -> None:
    puzzle, solution = board(1)
    program = AtTheEndOfAFrame([*puzzle], solution=solution, **KINDS["arrows alone"])
    program.frame = 40
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class BusyAtFirst(BoardWindow):
    """Arrow keys are lost that come within 5 ms of another. Until its first digit is in, each key takes 6 ms."""

    clock: FakeClock
    came = 0.0
    least = 0.005  # seconds from one that counts to the next one that does
    later, each_later = 0.0, 0.0  # so many seconds after it was sent a key reaches it, each more than the one before

    def take(self, event: Event) -> None:
        if not isinstance(event, Pressed) or event.key in "123456789":
            super().take(event)
            return
        self.later += self.each_later if self.is_busy() else 0.0
        before, self.came = self.came, self.clock.now() + self.later
        if self.came - before > self.least:
            super().take(event)
        self.clock.wait(0.006 if self.is_busy() else 0.001, Abort())

    def is_busy(self) -> bool:
        """Until two digits are in: the first tries are over then."""
        return self.typed < 2


@pytest.mark.parametrize("kind", ["arrows alone", "keys and arrows"])
@pytest.mark.parametrize(("least", "each_later"), [(0.005, 0.0), (0.016, 0.008)])
@pytest.mark.parametrize("seed", range(2))
def test_keys_come_no_sooner_than_they_were_seen_to_be_taken(
    tmp_path: Path, kind: str, least: float, each_later: float, seed: int
) -> None:
    puzzle, solution = board(seed)
    program = BusyAtFirst(puzzle, solution=solution, **KINDS[kind])
    program.clock, program.least, program.each_later = FakeClock(), least, each_later
    outcome = fill(tmp_path, program, clock=program.clock)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class BehindThePointer(BoardWindow):
    """Looks where the pointer is once a frame, and takes the clicks of that frame for ones where it was then."""

    clock: FakeClock
    frame = 0.033  # seconds

    def __post_init__(self) -> None:
        super().__post_init__()
        self.places = [(0.0, self.pointer)]

    def take(self, event: Event) -> None:
        began = self.clock.time // self.frame * self.frame
        place = next(place for since, place in reversed(self.places) if since <= began)
        pointer = event.at if isinstance(event, Clicked) else getattr(event, "to", self.pointer)
        super().take(replace(event, at=place) if isinstance(event, Clicked) else event)
        self.pointer = pointer
        self.places.append((self.clock.time, pointer))


@pytest.mark.parametrize("frame", [0.008, 0.012, 0.017, 0.033, 0.045])
@pytest.mark.parametrize("words", [{}, {"lit": "lines"}, {"lit": "lines", "arrows_move": False}], ids=str)
def test_no_digit_goes_to_a_cell_where_the_pointer_was_before(
    tmp_path: Path, words: dict[str, Any], frame: float
) -> None:
    for seed in range(6):
        puzzle, solution = board(seed)
        selected = Cell(seed % 9, seed * 4 % 9) if seed % 3 else None
        program = BehindThePointer([*puzzle], solution=solution, selected=selected, **words)
        program.frame, program.clock = frame, FakeClock()
        outcome = fill(tmp_path, program, clock=program.clock)
        assert program.mistakes == 0, outcome


@pytest.mark.parametrize("frame", [0.008, 0.017, 0.025, 0.033, 0.067, 0.1])
@pytest.mark.parametrize(
    "kind",
    [
        "pad, cell first",
        "pad, cell first, it hides",
        "pad, cell first, row and column light up",
        "pad, cell first, the digit is held",
        "pad and keys",
    ],
)
def test_where_a_click_counts_at_the_button_before_no_digit_comes_into_the_next_cell(
    tmp_path: Path, kind: str, frame: float
) -> None:
    """The click on a cell enters what the button chose, it seems; the next button would enter its digit there."""
    for seed, phase in enumerate((0.0, 0.003, 0.006, 0.01)):
        puzzle, solution = board(seed)
        program = BehindThePointer([*puzzle], solution=solution, **KINDS[kind])
        program.frame, program.clock = frame, FakeClock()
        program.clock.time = phase
        outcome = fill(tmp_path, program, pad=True, clock=program.clock)
        assert program.mistakes == 0, outcome


class SlowWindow(BoardWindow):
    """Each click takes it a third of a second."""

    clock: FakeClock

    def __post_init__(self) -> None:
        super().__post_init__()
        self.waiting: list[tuple[float, Event]] = []
        self.ready = 0.0

    def take(self, event: Event) -> None:
        self.ready = max(self.ready, self.clock.time) + 0.3 * isinstance(event, Clicked)
        self.waiting.append((self.ready, event))

    def picture(self, area: Rect) -> Capture:
        while self.waiting and self.waiting[0][0] <= self.clock.time:
            super().take(self.waiting.pop(0)[1])
        return super().picture(area)


@pytest.mark.parametrize("seed", range(3))
def test_a_digit_that_takes_long_gives_the_next_ones_time(tmp_path: Path, seed: int) -> None:
    """The third one comes after three clicks, each of which takes as long."""
    puzzle, solution = board(seed)
    program = SlowWindow([*puzzle], solution=solution, **KINDS["pad, cell first"])
    program.clock = FakeClock()
    outcome = fill(tmp_path, program, pad=True, clock=program.clock)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("seed", range(4))
def test_a_sketch_that_shows_late_is_confirmed(tmp_path: Path, seed: int) -> None:
    """Its key is not pressed a second time: the cell is not empty by then."""
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, **KINDS["Return confirms"])
    delays = [90]  # pictures: once the key is taken for one that came to nothing
    program.delay = lambda: delays.pop() if program.marks and delays else 0
    outcome = fill(tmp_path, program)
    assert not delays
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize(("kind", "late"), [("keys", 300), ("a menu over the board", 200)])
def test_a_click_that_shows_late_in_mid_fill_is_waited_for(tmp_path: Path, kind: str, late: int) -> None:
    """`late`: after so many pictures, which are some 1.5 and 4 seconds."""
    puzzle, solution = board(1)
    program = BoardWindow(puzzle, solution=solution, **KINDS[kind])
    delays = [late]

    def delay() -> int:
        comes = program.typed == 10 and (not program.menu or program.opened)
        return delays.pop() if comes and delays else 0

    program.delay = delay
    outcome = fill(tmp_path, program, pad=False)
    assert not delays
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("kind", ["keys", "pad, cell first"])
@pytest.mark.parametrize("program", [BoardWindow, Belated])
def test_nothing_is_read_back_between_where_clicks_count_where_they_were_made(
    tmp_path: Path, program: type[BoardWindow], kind: str
) -> None:
    """And only there: the other program takes a click for one where the pointer is by then."""
    puzzle, solution = board(7)
    window = program(puzzle, solution=solution, **KINDS[kind])
    game = TextGame(pad_there=bool(window.pad))
    reread, boards = game.reread, []
    game.reread = lambda capture, like: (boards.append((*window.board,)), reread(capture, like))[1]
    _, desk = desk_of(window)
    records = Records(tmp_path / "runs", lambda _capture, _path: None, 0)
    assert Pilot(desk, game, profiles_in(tmp_path), records, FakeClock()).fill(Abort()).ending is Ending.VERIFIED
    filled = [sum(map(bool, each)) for each in boards]
    longest = max(later - now for now, later in pairwise(filled))
    assert (longest > 9) is (program is BoardWindow)


@pytest.mark.parametrize(
    "kind",
    [
        "keys",
        "keys and arrows",
        "arrow keys at once are lost",
        "keys, givens not selectable",
        "held keys",
        "Return confirms",
        "keys, no selection shows",
        "pad, cell first",
        "pad, cell first, row and column light up",
        "pad, cell first, toggles",
        "pad, digit first",
        "pad, digit first, clicks must be held",
        "pad, digit first, clicks must be held, buttons light up",
    ],
)
@pytest.mark.parametrize("seed", [7, 8])
def test_a_program_that_asks_late_where_the_pointer_is_gets_no_wrong_digit(
    tmp_path: Path, kind: str, seed: int
) -> None:
    """It comes to what was done only with the next picture, and takes the pointer's place of then for each click's.
    The first time, and once it is learnt.
    """
    puzzle, solution = board(seed)
    habits = Habits(tmp_path / "habits.json")
    for _ in range(3):
        program = Belated([*puzzle], solution=solution, **KINDS[kind])
        _, desk = desk_of(program)
        records = Records(tmp_path / "runs", lambda _capture, _path: None, 0)
        game = TextGame(pad_there=bool(program.pad and not program.hides))
        Pilot(desk, game, profiles_in(tmp_path), records, FakeClock(), habits).fill(Abort())
        assert program.mistakes == 0


class Stalls(Belated):
    """Comes to what was done at no time that could be foretold."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.chance = random.Random(sum(self.board[:40]))
        self.longest, self.until = self.chance.choice((3, 30, 100)), 0

    def picture(self, area: Rect) -> Capture:
        if self.pictures >= self.until:
            self.until = self.pictures + self.chance.randint(1, self.longest)
            self.come_to_them()
        return BoardWindow.picture(self, area)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("armed", [0, 7])
@pytest.mark.parametrize(("shows", "hovers"), [(True, False), (True, True), (False, True), (False, False)])
def test_a_pad_that_asks_late_where_the_pointer_is_puts_no_digit_into_another_cell(
    tmp_path: Path, seed: int, armed: int, *, shows: bool, hovers: bool
) -> None:
    puzzle, solution = board(seed)
    kind = HELD_PAD | {"shows_armed": shows, "hovers": hovers, "armed": armed}
    program = Stalls([*puzzle], solution=solution, **kind)
    outcome = fill(tmp_path, program, pad=True)
    assert program.mistakes == 0
    assert all(digit in {0, right} for digit, right in zip(program.board, solution, strict=True)), outcome
    chosen_already = armed == solution[puzzle.index(0)]  # what is tried: its button shows no choice then
    assert (program.board != puzzle) is shows or program.longest > 3 or chosen_already


@pytest.mark.parametrize("seed", [7, 8, 9])
def test_a_program_that_takes_one_click_and_one_key_a_frame_gets_no_digit_twice(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = OnceAFrame(puzzle, solution=solution, arrows_move=False)
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome
