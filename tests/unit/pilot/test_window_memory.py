"""What fills teach of a kind of window: fewer tries at the next one, and more looks after a loss."""

from __future__ import annotations

import gc
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.board_window import CONTENT, WINDOW, BoardWindow, FakeClock, TextGame, desk_of
from fakes.desktop import Clicked, Event, Pressed

from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.pilot.window_memory import Habit, Learned
from gridpilot.pilot.window_memory_store import Habits, kind
from gridpilot.plan import Fill, Way
from gridpilot.profiles.match import automatic
from gridpilot.profiles.store import Profiles

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
SOLUTION = "519687432724913658386254917178345296652891743943726581231479865467538129895162374"
BLANKS = PUZZLE.count(".")
KEYS = {"arrows_move": False}
PADS = {"keys_type": False, "pad": "cell-first"}


class Late(BoardWindow):
    """A click selects its cell `late` seconds after it came, so that a key that comes sooner goes to another cell.
    The picture is that of `lag` seconds ago.
    """

    late = lag = 0.0
    clock: FakeClock
    since = 0.0
    shown: tuple[tuple[float, list[int]], ...] = ()
    soon: Cell | None = None

    def take(self, event: Event) -> None:
        self.settle()
        before = self.selected
        super().take(event)
        if isinstance(event, Clicked) and self.late:
            self.soon, self.selected, self.since = self.selected, before, self.clock.time

    def settle(self) -> None:
        if self.soon is not None and self.clock.time - self.since >= self.late:
            self.selected, self.soon = self.soon, None

    def picture(self, area):
        self.settle()
        now = self.board
        self.shown = (*self.shown, (self.clock.time, [*now]))
        then = self.clock.time - self.lag
        self.board = next((board for time, board in reversed(self.shown) if time <= then), self.shown[0][1])
        try:
            return super().picture(area)
        finally:
            self.board = now


class Player:
    """Fills the same board in one program again and again; `looks` are the pictures that the last fill took."""

    def __init__(self, folder: Path, **flags: object) -> None:
        self.folder, self.flags = folder, flags
        self.habits = Habits(folder / "habits.json")
        self.late, self.looks = 0.0, 0
        self.program = Late([])

    @property
    def habit(self) -> Habit:
        return self.habits.of(kind(automatic("sudoku"), WINDOW))

    def fill(self, prepare=lambda fake: None) -> Outcome:
        clock = FakeClock()
        self.program = Late([int(sign) if sign.isdigit() else 0 for sign in PUZZLE], **self.flags)
        self.program.late, self.program.clock = self.late, clock
        fake, desk = desk_of(self.program)
        self.fake = fake
        prepare(fake)
        records = Records(self.folder / "runs", lambda capture, path: None, 0)
        game = TextGame(pad_there="pad" in self.flags)
        outcome = Pilot(desk, game, Profiles(self.folder), records, clock, self.habits).fill(Abort())
        self.looks = outcome.looks
        assert self.looks == len(fake.screen.areas)
        return outcome

    def verified(self) -> int:
        """Fills it once more; returns the number of looks that this took."""
        outcome = self.fill()
        assert outcome.ending is Ending.VERIFIED, outcome
        assert "".join(map(str, self.program.board)) == SOLUTION
        return self.looks


@pytest.mark.parametrize("flags", [KEYS, PADS], ids=["keys", "pad"])
def test_the_second_fill_takes_fewer_looks_a_few_for_each_digit(tmp_path: Path, flags: dict[str, object]) -> None:
    player = Player(tmp_path, **flags)
    looks = [player.verified() for _ in range(3)]
    assert looks[1] < 0.9 * looks[0]
    assert looks[2] == looks[1] <= 100  # for the board, the first cells, the pointer, and for each digit and its button
    assert player.habit.slips == 0


@pytest.mark.parametrize(
    ("interfere", "ending"),
    [
        (lambda fake: None, Ending.VERIFIED),
        (lambda fake: fake.watch.report(StopReason.USER_POINTER), Ending.STOPPED),
        (lambda fake: fake.focus.windows.clear(), Ending.STOPPED),
    ],
)
def test_a_job_is_gone_with_its_pictures_when_it_ends(tmp_path: Path, interfere, ending: Ending) -> None:
    """Not some garbage collections later: the worker would breathe by twenty megabytes."""
    player = Player(tmp_path, **KEYS)
    others = sights()
    gc.disable()
    try:
        assert player.fill(lambda fake: fake.at(20, lambda: interfere(fake))).ending is ending
        assert not [each for each in sights() if not any(each is other for other in others)]
    finally:
        gc.enable()


def sights() -> list[object]:
    return [each for each in gc.get_objects() if isinstance(each, Sight)]


def test_where_something_was_lost_each_click_is_looked_at_from_the_next_fill_on(tmp_path: Path) -> None:
    player = Player(tmp_path, **PADS)
    quickest = [player.verified() for _ in range(3)][-1]
    player.flags = PADS | {"lose": lambda number: number == 20}
    player.verified()
    assert (player.habit.slow, player.habit.slips) == (1, 1)
    player.flags = PADS
    assert all(player.verified() > quickest for _ in range(2))
    assert player.verified() == quickest  # after two fills without a loss


@pytest.mark.parametrize("flags", [KEYS, PADS], ids=["keys", "pad"])
@pytest.mark.parametrize(
    ("interfere", "reason"),
    [
        (lambda fake: fake.watch.report(StopReason.USER_POINTER), StopReason.USER_POINTER),
        (lambda fake: setattr(fake.focus, "active", None), StopReason.FOCUS_LOST),  # the watch says nothing
        (lambda fake: fake.focus.windows.clear(), StopReason.WINDOW_CLOSED),
    ],
)
def test_a_batch_is_cut_at_once(tmp_path: Path, flags: dict[str, object], interfere, reason: StopReason) -> None:
    player = Player(tmp_path, **flags)
    for _ in range(6):
        player.verified()
    at = 40  # of some hundred events
    outcome = player.fill(lambda fake: fake.at(at, lambda: interfere(fake)))
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, reason)
    more = [event for event in player.fake.input.events[at:] if isinstance(event, Clicked | Pressed)]
    assert len(more) <= (reason is not StopReason.USER_POINTER)  # a click's own key, which is not asked about twice
    assert not any(isinstance(event, Clicked) for event in more)
    assert all(now in {0, int(right)} for now, right in zip(player.program.board, SOLUTION, strict=True))


def test_digits_that_show_late_are_not_taken_for_lost(tmp_path: Path) -> None:
    player = Player(tmp_path, **PADS)
    player.verified()
    before = player.habit

    def prepare(fake) -> None:
        fake.at(10, lambda: setattr(player.program, "lag", 0.4))
        fake.at(45, lambda: setattr(player.program, "lag", 0.0))  # after the look at the second batch

    assert player.fill(prepare).ending is Ending.VERIFIED
    assert player.habit == replace(before, clean=before.clean + 1, fills=before.fills + 1)


def test_a_way_that_works_no_longer_takes_what_was_learnt_with_it(tmp_path: Path) -> None:
    player = Player(tmp_path, **KEYS)
    for _ in range(6):
        player.verified()
    player.flags = PADS
    player.verified()
    assert player.habit.way == Way(Fill.CLICK_PAD, erase="")


def test_no_click_leaves_the_window_however_much_was_learnt(tmp_path: Path) -> None:
    player = Player(tmp_path, **PADS)
    for _ in range(5):
        player.verified()
        assert all(event.at in CONTENT for event in player.fake.input.events if isinstance(event, Clicked))


def test_a_pace_that_was_slowed_gets_quicker_after_ever_more_clean_fills() -> None:
    habit, lost = Habit(), 0
    for _ in range(100):
        lost += not habit.slow  # it loses something whenever the pace is not slowed
        habit = habit.after(Learned(None, 1, lost=not habit.slow))
    assert habit.slow == 1
    assert lost <= 7
