from __future__ import annotations

import json
import random
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path

import numpy as np
import pytest
from fakes.board_window import CONTENT, OPEN, WINDOW, BoardWindow, FakeClock, TextGame, desk_of, is_solved, profiles_in
from fakes.desktop import Clicked, Event, FakeDesk, Moved, Pressed
from modes import private
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Cell, Rect
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot.entry.batches import CELLS_BETWEEN_LOOKS
from gridpilot.pilot.entry.part import Part
from gridpilot.pilot.entry.typist import REPAIRS
from gridpilot.pilot.eyes.sight import BLINK, STILL
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.guard import BUDGET
from gridpilot.pilot.record import Records
from gridpilot.reading import NET, CellReading, Kind, Read, Reading, Recogniser, Rival
from gridpilot.texts.messages import outcome_sentence
from gridpilot.window import Window

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
SOLUTION = "519687432724913658386254917178345296652891743943726581231479865467538129895162374"


def numbers(text: str) -> list[int]:
    return [int(character) if character.isdigit() else 0 for character in text]


class Job:
    """A pilot on a simulated program; `profile` is the text of the user's profile for it, if he has one."""

    def __init__(self, tmp_path: Path, program: BoardWindow, game: TextGame | None = None, profile: str = "") -> None:
        self.program = program
        self.fake, desk = desk_of(program)
        self.game = game or TextGame()
        folder = tmp_path / "profiles"
        folder.mkdir(exist_ok=True)
        if profile:
            (folder / "mine.toml").write_text('game = "sudoku"\nmatch = { class = "Game" }\n' + profile)
        self.records = Records(tmp_path / "runs", lambda capture, path: path.write_bytes(b"picture"))
        self.abort = Abort()
        self.clock = FakeClock()
        self.other = ""  # what is said of another game's board
        parts = desk, self.game, profiles_in(folder), self.records, self.clock
        self.pilot = Pilot(*parts, recognise=lambda _: self.other)

    def fill(self) -> Outcome:
        return self.pilot.fill(self.abort)

    @property
    def touched(self) -> list[object]:
        """What reached the program: clicks and keys."""
        return [event for event in self.fake.input.events if isinstance(event, Clicked | Pressed)]

    def rested_after(self, count: int) -> bool:
        """Whether nothing reached the program after so many events, and what was sent along with the last of them."""
        end = next(end for end in self.fake.input.ends if end >= count)
        return not any(isinstance(event, Clicked | Pressed) for event in self.fake.input.events[end:])


WAYS = {
    "arrows": ({}, False, 'fill = "arrows"'),
    "click-key": ({"arrows_move": False}, False, 'fill = "click-key"'),
    "click-pad": ({"keys_type": False, "pad": "cell-first"}, True, 'fill = "click-pad"'),
    "pad-click": ({"keys_type": False, "pad": "digit-first"}, True, 'fill = "pad-click"'),
    "keys only": ({"clicks_select": False, "selected": Cell(4, 4)}, False, 'fill = "arrows"\nhome = "keys"'),
}


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("told", [True, False], ids=["by profile", "found out"])
def test_a_board_is_filled_and_verified(tmp_path: Path, way: str, told: bool) -> None:
    flags, pad, profile = WAYS[way]
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE), **flags), TextGame(pad_there=pad), profile if told else "")
    outcome = job.fill()
    assert outcome.ending is Ending.VERIFIED, outcome
    assert job.program.board == numbers(SOLUTION)
    assert outcome.filled == outcome.blanks == PUZZLE.count(".")
    assert outcome.profile == ("mine" if told else "automatic")


DIGITS = len({right for right, seen in zip(SOLUTION, PUZZLE, strict=True) if seen == "."})


def test_a_key_may_follow_its_click_without_a_look(tmp_path: Path) -> None:
    moves = []
    for number, pace in enumerate(("", "\npace = { after_click = 0.001 }")):
        folder = tmp_path / str(number)
        folder.mkdir()
        job = Job(folder, BoardWindow(numbers(PUZZLE)), profile='fill = "click-key"' + pace)
        assert job.fill().ending is Ending.VERIFIED
        moves.append(sum(isinstance(event, Moved) for event in job.fake.input.events))
    assert moves[0] - moves[1] == DIGITS - 1  # to look at each digit's first cell before it is clicked; one is proven


CLICK_KEY = 'fill = "click-key"'


@pytest.mark.parametrize(
    ("profile", "looks"),
    [(CLICK_KEY + "\npace = { after_click = 0.001 }", 1), (CLICK_KEY, DIGITS)],
    ids=["by its profile", "nothing is known"],
)
def test_where_the_system_can_a_cell_s_click_and_key_are_sent_together_once_that_is_known_to_work(
    tmp_path: Path, profile: str, looks: int
) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE), arrows_move=False), profile=profile)
    job.fake.input.at_once = True
    together = []
    both = job.fake.input.click_and_press
    job.fake.input.click_and_press = lambda at, key, into: together.append(key) or both(at, key, into)
    assert job.fill().ending is Ending.VERIFIED
    assert len(together) == PUZZLE.count(".") - looks
    events = [type(event) for event in job.fake.input.events[:-1] if not isinstance(event, Moved)]
    rest = 2 * PUZZLE.count(".") - 2  # the first cell proves the way, and the last one is left
    assert events[-rest - 1 :] == [*[Clicked, Pressed] * (rest // 2), Clicked]


def test_arrows_need_one_click(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"')
    outcome = job.fill()
    assert sum(isinstance(event, Clicked) for event in job.touched) == 1
    assert outcome.looks < 25  # none for each digit


def test_keys_go_together_where_nothing_is_looked_for_in_between(tmp_path: Path) -> None:
    profile = 'fill = "arrows"\npace = { between_same_keys = 0 }'
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile=profile)
    job.fake.input.holds_back = True
    assert job.fill().ending is Ending.VERIFIED
    assert job.program.board == numbers(SOLUTION)
    assert len(job.fake.input.ends) < 12 < len(job.touched)


@pytest.mark.parametrize(
    ("profile", "recogniser"),
    [("", NET), ('read = "tesseract"', Recogniser(Read.TESSERACT))],
    ids=["none", "tesseract"],
)
def test_the_board_is_read_as_the_profile_says(tmp_path: Path, profile: str, recogniser: Recogniser) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile=profile)
    assert job.fill().ending is Ending.VERIFIED
    assert job.game.recogniser == recogniser


def test_the_pointer_goes_back_where_it_was(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))
    start = job.fake.input.at
    job.fill()
    assert job.fake.input.at == start


def test_a_full_board_is_verified_without_a_touch(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(SOLUTION)))
    assert job.fill().ending is Ending.VERIFIED
    assert job.touched == []


def hide_when_solved(job: Job, dialog: Window) -> None:
    """The game clears its board and opens a dialog when the last digit is in, as GNOME Sudoku does."""

    def solved() -> None:
        job.program.hidden = True
        job.fake.focus.windows[dialog.handle] = dialog
        job.fake.focus.active = dialog.handle
        job.fake.watch.report(StopReason.FOCUS_LOST)

    job.program.on_solved = solved


@pytest.mark.parametrize("profile", ["", *(f'fill = "{way}"\nhides_solved = true' for way in ("arrows", "click-key"))])
def test_a_game_that_answers_the_last_digit_with_a_dialog_is_verified_but_for_that_digit(
    tmp_path: Path, profile: str
) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile=profile)
    hide_when_solved(job, replace(WINDOW, handle=8, title=""))
    outcome = job.fill()
    assert outcome.ending is Ending.VERIFIED
    assert "last cell could not be read back" in outcome_sentence(outcome)
    assert job.program.board == numbers(SOLUTION)


def test_no_rest_is_waited_for_once_a_game_has_answered_the_last_digit_with_a_window(tmp_path: Path) -> None:
    job, solved_at = Job(tmp_path, BoardWindow(numbers(PUZZLE))), []
    hide_when_solved(job, replace(WINDOW, handle=8, title=""))
    hide = job.program.on_solved
    job.program.on_solved = lambda: (solved_at.append(job.clock.time), hide())
    assert job.fill().ending is Ending.VERIFIED
    assert job.clock.time - solved_at[0] < STILL, "of the simulated clock"


def test_a_game_that_answers_a_click_with_a_window_of_its_own_is_left_and_said(tmp_path: Path) -> None:
    """As one that wants a digit of its pad to be chosen first."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE), keys_type=False, pad="cell-first"), TextGame(pad_there=True))
    alert = replace(WINDOW, handle=8, title="Invalid move")

    def answers() -> bool:
        job.fake.focus.windows[alert.handle] = alert
        job.fake.focus.active = alert.handle
        job.fake.watch.report(StopReason.FOCUS_LOST)
        return True

    job.program.deaf = answers
    outcome = job.fill()
    assert outcome.ending is Ending.BLOCKED
    assert "put a window of its own in front of its board" in outcome_sentence(outcome)
    assert job.program.board == numbers(PUZZLE)


@pytest.mark.parametrize("told", [True, False], ids=["by the watch", "seen"])
def test_a_program_that_closes_its_window_at_the_last_digit_is_verified_but_for_that_digit(
    tmp_path: Path, told: bool
) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))

    def close() -> None:
        job.program.hidden = True
        job.fake.focus.windows.clear()
        if told:
            job.abort.stop(StopReason.WINDOW_CLOSED)

    job.program.on_solved = close
    outcome = job.fill()
    assert outcome.ending is Ending.VERIFIED, outcome
    assert "the window was closed when it was in" in outcome_sentence(outcome)
    assert job.program.board == numbers(SOLUTION)


@pytest.mark.parametrize("lost", [1, 2])
def test_a_game_that_covers_its_board_once_the_last_lost_digit_is_mended_is_verified(tmp_path: Path, lost: int) -> None:
    number = PUZZLE.count(".") - lost
    program = BoardWindow(numbers(PUZZLE), keys_type=False, pad="cell-first", lose=lambda typed: typed == number)
    job = Job(tmp_path, program, TextGame(pad_there=True))
    job.program.on_solved = lambda: setattr(job.program, "hidden", True)
    assert job.fill().ending is Ending.VERIFIED
    assert job.program.board == numbers(SOLUTION)


def test_a_panel_over_a_few_cells_is_the_games_answer_where_the_rest_is_dimmed(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"\nhides_solved = true')
    job.program.on_solved = lambda: job.program.covers.update(range(60, 81))
    outcome = job.fill()
    assert outcome.ending is Ending.VERIFIED
    assert "last cell could not be read back" in outcome_sentence(outcome)


class AnswersLate(BoardWindow):
    """Shows neither its last digit nor anything else for some pictures, then a panel over three rows."""

    after, late = 0, 0

    def _draw(self) -> NDArray[np.uint8]:
        if not is_solved(self.board) or self.selected is None:
            return super()._draw()
        self.after += 1
        last = 9 * self.selected.row + self.selected.col
        digit, self.board[last] = self.board[last], 0
        whole = super()._draw()
        self.board[last] = digit
        whole[30:60] = OPEN if self.after > self.late else whole[30:60]
        return whole


@pytest.mark.parametrize("late", [20, *range(25, 31), 60])
def test_a_game_whose_answer_comes_late_is_verified(tmp_path: Path, late: int) -> None:
    program = AnswersLate(numbers(PUZZLE))
    program.late = late
    outcome = Job(tmp_path, program, profile='fill = "click-key"\nhides_solved = true').fill()
    assert outcome.ending is Ending.VERIFIED, outcome
    assert "last cell could not be read back" in outcome_sentence(outcome)


def test_a_last_digit_that_does_not_show_is_in_where_all_else_is_dimmed(tmp_path: Path) -> None:
    """A browser says something before the page shows it."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "click-key"\nhides_solved = true')

    def solved() -> None:
        cell = job.program.selected
        assert cell
        job.program.covers.add(9 * cell.row + cell.col)

    job.program.on_solved = solved
    outcome = job.fill()
    assert outcome.ending is Ending.VERIFIED
    assert "last cell could not be read back" in outcome_sentence(outcome)


@dataclass
class OpenEditor(BoardWindow):
    """A digit stands in an editor over its cell until another is clicked: `counted` are the cells whose digits count.
    With `keeps` it is gone then.
    """

    counted: set[Cell] = field(default_factory=set)
    keeps: bool = True

    def _click_cell(self, cell: Cell) -> None:
        if self.selected and self.selected != cell:
            index = self.selected.row * 9 + self.selected.col
            self.counted |= {self.selected} if self.board[index] else set()
            if not self.keeps and 0 not in self.board:
                self.board[index] = 0
        super()._click_cell(cell)


def test_the_last_cell_is_left_as_its_digit_may_stand_in_an_editor_that_is_open(tmp_path: Path) -> None:
    program = OpenEditor(numbers(PUZZLE))
    assert Job(tmp_path, program, profile=CLICK_KEY).fill().ending is Ending.VERIFIED
    assert program.counted >= {Cell(*divmod(index, 9)) for index, mark in enumerate(PUZZLE) if mark == "."}


def test_a_last_digit_that_goes_as_its_cell_is_left_is_told(tmp_path: Path) -> None:
    program = OpenEditor(numbers(PUZZLE), keeps=False)
    outcome = Job(tmp_path, program, profile=CLICK_KEY).fill()
    assert (outcome.ending, outcome.cells) == (Ending.MISSED, (Cell(*divmod(program.board.index(0), 9)),))


def test_what_a_game_puts_over_its_full_board_gets_no_click(tmp_path: Path) -> None:
    """It may be a button for a new game."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile=CLICK_KEY + "\nhides_solved = true")
    clicks: list[int] = []

    def solved() -> None:
        job.program.covers.update(range(81))
        clicks.append(sum(isinstance(event, Clicked) for event in job.fake.input.events))

    job.program.on_solved = solved
    assert job.fill().ending is Ending.VERIFIED
    assert clicks == [sum(isinstance(event, Clicked) for event in job.fake.input.events)]


class AsideOnceFull(TextGame):
    """The page is laid out anew once its board is full: a line is where the first blank's digit was."""

    def reread(self, capture: Capture, like: Reading) -> Reading:
        reading = super().reread(capture, like)
        if 0 in reading.board:
            return reading
        return replace(reading, cells=(CellReading(0, Kind.UNKNOWN, 0.0), *reading.cells[1:]))


def test_a_board_that_moves_once_it_is_full_is_found_again(tmp_path: Path) -> None:
    outcome = Job(tmp_path, BoardWindow(numbers(PUZZLE)), AsideOnceFull()).fill()
    assert outcome.ending is Ending.VERIFIED
    assert "could not be read back" not in outcome_sentence(outcome)


MENU = replace(WINDOW, handle=8, title="", content=Rect(CONTENT.x, CONTENT.y + 900, 900, 100))


class Aside(BoardWindow):
    """Its menu is a window of its own, which has the focus while it is open; the board does not change by that."""

    fake: FakeDesk

    def take(self, event: Event) -> None:
        super().take(event)
        self.fake.focus.active = MENU.handle if self.opened else WINDOW.handle

    def picture(self, area: Rect) -> Capture:
        seen = super().picture(area)
        if area != MENU.content:
            seen.pixels[90:] = 0
        return seen


def test_a_window_of_digits_that_opens_beside_the_board_is_followed(tmp_path: Path) -> None:
    program = Aside(numbers(PUZZLE), shows=False, menu=True, keys_type=False, arrows_move=False)
    job = Job(tmp_path, program)
    program.fake = job.fake
    job.fake.focus.windows[MENU.handle] = MENU
    assert job.fill().ending is Ending.VERIFIED
    assert program.board == numbers(SOLUTION)


def test_no_more_cells_follow_where_a_wrong_digit_stands(tmp_path: Path) -> None:
    """After the first ones clicks do nothing here, and all digits come into the cell that is selected."""
    board, solution = numbers(PUZZLE), numbers(SOLUTION)
    program = BoardWindow(board, solution=solution, arrows_move=False)
    program.deaf = lambda: program.typed > 1
    outcome = Job(tmp_path, program, profile='fill = "click-key"\npace = { after_click = 0.001 }').fill()
    assert outcome.ending is Ending.MISSED
    assert 0 < program.mistakes <= (1 + REPAIRS) * CELLS_BETWEEN_LOOKS


def test_few_keys_go_elsewhere_where_nobody_tells_that_another_window_has_the_focus(tmp_path: Path) -> None:
    sent = []
    for whole in (True, False):
        folder = tmp_path / str(whole)
        folder.mkdir()
        program = BoardWindow(numbers(PUZZLE), lose=lambda number: number > 3)
        job = Job(folder, program, profile='fill = "arrows"')
        job.fake.focus.windows[7] = replace(WINDOW, whole_screen=whole, programs=("Game",))
        outcome = job.fill()
        assert (outcome.reason is StopReason.FOCUS_LOST) is whole
        sent.append([event for event in job.touched if isinstance(event, Pressed) and event.key.isdigit()])
    assert len(sent[0]) <= 3 + 2 * CELLS_BETWEEN_LOOKS < len(sent[1])


class Unseen(BoardWindow):
    """From the twentieth digit on nothing new is shown until the pointer moves."""

    before: list[int] | None = None

    def take(self, event: Event) -> None:
        digits = isinstance(event, Pressed) and event.key.isdigit()
        if isinstance(event, Moved):
            self.before = None
        elif digits and sum(map(bool, self.board)) == len(PUZZLE) - PUZZLE.count(".") + 19:
            self.before = [*self.board]
        super().take(event)

    def picture(self, area: Rect) -> Capture:
        now, self.board = self.board, self.before or self.board
        try:
            return super().picture(area)
        finally:
            self.board = now


def test_what_shows_only_once_the_pointer_moves_is_no_lost_focus(tmp_path: Path) -> None:
    job = Job(tmp_path, Unseen(numbers(PUZZLE)), profile='fill = "arrows"')
    job.fake.focus.windows[7] = replace(WINDOW, whole_screen=True, programs=("Game",))
    outcome = job.fill()
    assert outcome.ending is Ending.VERIFIED, outcome
    assert job.program.board == numbers(SOLUTION)


@pytest.mark.parametrize("arrows", [True, False])
def test_where_nobody_tells_whose_window_it_is_clicks_and_keys_are_proven(tmp_path: Path, arrows: bool) -> None:
    program = BoardWindow(numbers(PUZZLE), arrows_move=arrows, solution=numbers(SOLUTION))
    job = Job(tmp_path, program)
    job.fake.focus.windows[7] = replace(WINDOW, whole_screen=True)
    assert job.fill().ending is Ending.VERIFIED
    assert (program.board, program.mistakes) == (numbers(SOLUTION), 0)


UNUSUAL = {
    "not tried out": {"keys_type": False, "pad": "digit-first"},
    "was not seen": {"clicks_select": False, "selected": Cell(4, 4)},
}


@pytest.mark.parametrize("why", UNUSUAL)
def test_nothing_else_is_tried_out_there(tmp_path: Path, why: str) -> None:
    program = BoardWindow(numbers(PUZZLE), **UNUSUAL[why])
    job = Job(tmp_path, program, game=TextGame(pad_there=bool(program.pad)))
    job.fake.focus.windows[7] = replace(WINDOW, whole_screen=True)
    outcome = job.fill()
    assert outcome.ending is Ending.BLOCKED
    assert program.board == numbers(PUZZLE)
    assert why in outcome_sentence(outcome)
    assert not [event for event in job.touched if isinstance(event, Pressed) and event.key.isdigit()]
    assert len(job.touched) < 12


CURSOR = {"Left", "Right"}

CONFIRM = '\nconfirm = "Return"'

HARMLESS = {
    "arrows": ({"clicks_select": False, "arrows_move": False}, 1),
    "click-key": ({"clicks_select": False, "arrows_move": False}, 0),
    "keys only": ({"clicks_select": False, "arrows_move": False}, 1),
    "letters": ({"clicks_select": False, "arrows_move": False}, 0),
    "another cursor": ({"clicks_select": False, "lights": True, "selected": Cell(0, 0)}, 4),
    "clicks alone": ({"arrows_move": False}, 3),
}
"""Programs in which what a profile says does nothing, or something else; and so many cursor keys they get at most."""

STATED = {"letters": 'fill = "arrows"\nhome = "hjkl"', "another cursor": CLICK_KEY} | {
    "keys only": 'fill = "arrows"\nhome = "keys"',
    "clicks alone": 'fill = "arrows"',
}


@pytest.mark.parametrize("kind", HARMLESS)
def test_a_way_that_a_profile_states_is_left_where_it_is_not_seen_to_work(tmp_path: Path, kind: str) -> None:
    flags, most = HARMLESS[kind]
    program = BoardWindow(numbers(PUZZLE), solution=numbers(SOLUTION), **flags)
    job = Job(tmp_path, program, profile=STATED.get(kind, f'fill = "{kind}"') + CONFIRM)
    outcome = job.fill()
    assert (outcome.ending, program.board, program.mistakes) == (Ending.BLOCKED, numbers(PUZZLE), 0), outcome
    keys = [event.key for event in job.touched if isinstance(event, Pressed)]
    assert len(keys) <= most, keys
    assert CURSOR.issuperset(keys)


@pytest.mark.parametrize("way", ["arrows", "click-key", "keys only"])
def test_nothing_is_confirmed_that_is_not_seen_to_be_sketched(tmp_path: Path, way: str) -> None:
    """No digit comes, as where the program is in another mode."""
    flags, _, profile = WAYS[way]
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE), keys_type=False, **flags), profile=profile + CONFIRM)
    outcome = job.fill()
    assert outcome.ending is Ending.BLOCKED, outcome
    assert "did not come to show its digit" in outcome_sentence(outcome)
    keys = [event.key for event in job.touched if isinstance(event, Pressed)]
    assert sum(key not in {"Left", "Right", "Up", "Down"} for key in keys) == 1, keys  # the digit


@pytest.mark.parametrize("way", ["arrows", "click-key", "keys only"])
def test_a_digit_that_is_lost_on_the_way_is_not_confirmed(tmp_path: Path, way: str) -> None:
    flags, _, profile = WAYS[way]
    confirmed: list[bool] = []

    class Sketches(BoardWindow):
        def _key(self, key: str, *, held: bool = False) -> None:
            if key in "123456789":
                self.entered += 1
                if self.entered == 5:
                    return
            if key == "Return" and self.selected:
                confirmed.append(9 * self.selected.row + self.selected.col in self.marks)
            super()._key(key, held=held)

        entered = 0

    program = Sketches(numbers(PUZZLE), confirm="Return", **flags)
    outcome = Job(tmp_path, program, profile=profile + CONFIRM).fill()
    assert (outcome.ending, program.board) == (Ending.VERIFIED, numbers(SOLUTION)), outcome
    assert all(confirmed)
    assert len(confirmed) == PUZZLE.count(".")


@pytest.mark.parametrize("start", [Cell(0, 0), Cell(4, 8), Cell(8, 8)], ids=str)
@pytest.mark.parametrize("wraps", [True, False])
@pytest.mark.parametrize("shows", [True, False])
def test_a_stated_cursor_is_found_wherever_it_stands(tmp_path: Path, start: Cell, wraps: bool, shows: bool) -> None:
    flags = {"clicks_select": False, "wraps": wraps, "selected": start, "shows": shows}
    program = BoardWindow(numbers(PUZZLE), solution=numbers(SOLUTION), **flags)
    outcome = Job(tmp_path, program, profile='fill = "arrows"\nhome = "keys"').fill()
    assert (outcome.ending, program.mistakes) == (Ending.VERIFIED if shows else Ending.BLOCKED, 0), outcome
    assert program.board == numbers(SOLUTION if shows else PUZZLE)


@pytest.mark.parametrize("cell", ["r1c4", "r2c3", "r2c9", "r7c1"])
def test_one_cell_that_has_no_given_beside_it_is_reached_by_a_stated_cursor(tmp_path: Path, cell: str) -> None:
    """The keys lead over blanks that stay blank."""
    flags = {"clicks_select": False, "selected": Cell(4, 6), "wraps": True}
    program = BoardWindow(numbers(PUZZLE), solution=numbers(SOLUTION), **flags)
    job = Job(tmp_path, program, profile='fill = "arrows"\nhome = "keys"')
    outcome = job.pilot.fill(job.abort, part=Part(cell))
    at = Cell.named(cell)
    assert outcome.ending is Ending.VERIFIED, outcome
    index = 9 * at.row + at.col
    assert program.board == numbers(PUZZLE[:index] + SOLUTION[index] + PUZZLE[index + 1 :])


@pytest.mark.parametrize("way", WAYS)
def test_a_single_blank_is_filled_in_the_way_that_a_profile_states(tmp_path: Path, way: str) -> None:
    flags, pad, profile = WAYS[way]
    program = BoardWindow([0, *numbers(SOLUTION)[1:]], **flags)
    assert Job(tmp_path, program, TextGame(pad_there=pad), profile).fill().ending is Ending.VERIFIED
    assert program.board == numbers(SOLUTION)


def test_another_programs_window_at_the_end_is_no_answer_of_the_game(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"\nhides_solved = true')
    hide_when_solved(job, replace(WINDOW, handle=8, pid=99))
    assert job.fill().ending is Ending.STOPPED


class AsksAtTheEnd(BoardWindow):
    """Solved, it asks below its board whether to play again, and does so at any key or click. Its last digit is not
    drawn by then, unless it `draws_last`. A count of the blanks changes all the time.
    """

    answers, asks, entered, draws_last = 0, True, 0, False

    def take(self, event: Event) -> None:
        self.answers += is_solved(self.board) and isinstance(event, Clicked | Pressed)
        super().take(event)

    def _draw(self) -> NDArray[np.uint8]:
        solved, last = is_solved(self.board), self.entered
        digit, self.board[last] = self.board[last], self.board[last] * (self.draws_last or not (solved and self.asks))
        whole = super()._draw()
        self.board[last] = digit
        whole[97:99, 2:6] = 50 + self.board.count(0)
        whole[97:99, 30:70] = OPEN + 1 if solved and self.asks else 0
        return whole

    def _put(self, cell: Cell, digit: int) -> None:
        self.entered = 9 * cell.row + cell.col
        super()._put(cell, digit)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("told", [True, False], ids=["by profile", "found out"])
def test_nothing_is_sent_to_a_program_that_asks_whether_to_play_again(tmp_path: Path, way: str, told: bool) -> None:
    flags, pad, profile = WAYS[way]
    program = AsksAtTheEnd(numbers(PUZZLE), **flags)
    outcome = Job(tmp_path, program, TextGame(pad_there=pad), profile if told else "").fill()
    assert (program.board, program.answers) == (numbers(SOLUTION), 0)
    assert outcome.ending is Ending.BLOCKED, outcome
    assert "may wait for an answer" in outcome_sentence(outcome)


def test_nothing_follows_the_text_cursor_that_comes_before_the_last_digit_and_its_question(tmp_path: Path) -> None:
    flags, pad, profile = WAYS["click-key"]
    program = AsksAtTheEnd(numbers(PUZZLE), **flags, caret=40, delay=lambda: 4 * is_solved(program.board))
    program.draws_last = True
    outcome = Job(tmp_path, program, TextGame(pad_there=pad), profile).fill()
    assert (program.board, program.answers) == (numbers(SOLUTION), 0)
    assert outcome.ending is Ending.VERIFIED, outcome


@pytest.mark.parametrize("way", WAYS)
def test_a_last_digit_that_is_lost_beside_a_clock_is_typed_again(tmp_path: Path, way: str) -> None:
    flags, pad, profile = WAYS[way]
    last = PUZZLE.count(".")
    program = AsksAtTheEnd(numbers(PUZZLE), lose=lambda number: number == last, **flags)
    program.asks = False
    outcome = Job(tmp_path, program, TextGame(pad_there=pad), profile).fill()
    assert (outcome.ending, program.board) == (Ending.VERIFIED, numbers(SOLUTION)), outcome


class Smudged(TextGame):
    """One digit cannot be read once it is in."""

    def _reading(self, capture: Capture) -> Reading:
        reading = super()._reading(capture)
        cells = list(reading.cells)
        if cells[72].value:
            cells[72] = CellReading(0, Kind.UNKNOWN, 0.0)
        return replace(reading, cells=tuple(cells))


@pytest.mark.parametrize("hides_solved", ["true", "false"])
def test_a_last_digit_that_cannot_be_read_is_missed_by_name(tmp_path: Path, hides_solved: str) -> None:
    profile = f'fill = "arrows"\nhides_solved = {hides_solved}'
    outcome = Job(tmp_path, BoardWindow(numbers(PUZZLE)), Smudged(), profile).fill()
    assert (outcome.ending, outcome.cells) == (Ending.MISSED, (Cell(8, 0),))


class Veiled(TextGame):
    """A cell cannot be read once all others are full."""

    def reread(self, capture: Capture, like: Reading) -> Reading:
        reading = super().reread(capture, like)
        cells = list(reading.cells)
        if all(cell.value for cell in (*cells[:71], *cells[72:])):
            cells[71] = CellReading(0, Kind.UNKNOWN, 0.0)
        return replace(reading, cells=tuple(cells))


def test_a_last_cell_that_is_left_alone_while_another_is_mended_is_not_forgotten(tmp_path: Path) -> None:
    number = PUZZLE.count(".") - 1
    program = BoardWindow(numbers(PUZZLE), keys_type=False, pad="cell-first", lose=lambda typed: typed == number)
    outcome = Job(tmp_path, program, Veiled(pad_there=True)).fill()
    assert (outcome.ending, outcome.cells) == (Ending.MISSED, (Cell(7, 8),))


class Small(TextGame):
    """One cell's digit is small, and taken for a mark."""

    def _reading(self, capture: Capture) -> Reading:
        reading = super()._reading(capture)
        cells = list(reading.cells)
        if cells[72].value:
            cells[72] = CellReading(0, Kind.PENCIL, 0.9)
        return replace(reading, cells=tuple(cells))


@pytest.mark.parametrize("way", ["click-key", "arrows"])
def test_a_digit_that_is_taken_for_a_mark_is_not_typed_a_second_time(tmp_path: Path, way: str) -> None:
    """It would stand twice in a field that takes several."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), Small(), f'fill = "{way}"')
    outcome = job.fill()
    assert (outcome.ending, outcome.cells) == (Ending.MISSED, (Cell(8, 0),))
    assert job.program.typed == PUZZLE.count(".")


class Misread(TextGame):
    """Reads a given as another digit in each picture; only the rules say what it is."""

    def __init__(self, index: int, seen: CellReading) -> None:
        super().__init__()
        self.index, self.seen = index, seen

    def _reading(self, capture: Capture) -> Reading:
        reading = super()._reading(capture)
        cells = list(reading.cells)
        cells[self.index] = self.seen
        return replace(reading, cells=tuple(cells), doubts=(Cell(*divmod(self.index, 9)),))


@pytest.mark.parametrize("told", [True, False], ids=["by profile", "found out"])
def test_a_given_that_the_rules_had_to_correct_is_no_change_of_the_board(tmp_path: Path, told: bool):
    index = PUZZLE.index("6")  # an 8 there would stand twice in its row
    seen = CellReading(8, Kind.GIVEN, 0.5, (Rival(6, 0.4),))
    program = BoardWindow(numbers(PUZZLE), solution=numbers(SOLUTION))
    outcome = Job(tmp_path, program, Misread(index, seen), 'fill = "click-key"' if told else "").fill()
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, numbers(SOLUTION), 0), outcome


@pytest.mark.parametrize("whole", [False, True])
def test_lost_digits_are_typed_again(tmp_path: Path, whole: bool) -> None:
    """Where the `whole` screen is all that is known, the tenth is read only once the next ones are on their way."""
    program = BoardWindow(numbers(PUZZLE), lose=lambda number: number in {5, 6, 20})
    job = Job(tmp_path, program, profile='fill = "arrows"')
    job.fake.focus.windows[7] = replace(WINDOW, whole_screen=whole, programs=("Game",))
    assert job.fill().ending is Ending.VERIFIED
    assert job.program.board == numbers(SOLUTION)


@pytest.mark.parametrize("lost", [{1}, {5, 6}, {51}, {50, 51}])
def test_a_return_that_is_lost_is_pressed_again_where_digits_look_full_without_it(
    tmp_path: Path, lost: set[int]
) -> None:
    returns = count(1)
    program = BoardWindow(numbers(PUZZLE), confirm="Return", pale=True, hears=lambda: next(returns) not in lost)
    outcome = Job(tmp_path, program, profile='fill = "click-key"\nconfirm = "Return"').fill()
    assert outcome.ending is Ending.VERIFIED
    assert program.board == numbers(SOLUTION)
    assert not program.marks


def test_digits_that_are_never_confirmed_are_missed_by_name(tmp_path: Path) -> None:
    program = BoardWindow(numbers(PUZZLE), confirm="Return", pale=True, hears=lambda: False)
    outcome = Job(tmp_path, program, profile='fill = "click-key"\nconfirm = "Return"').fill()
    assert outcome.ending is Ending.MISSED
    assert len(outcome.cells) == PUZZLE.count(".")


def test_digits_that_never_arrive_are_missed_by_name(tmp_path: Path) -> None:
    program = BoardWindow(numbers(PUZZLE))
    program.givens.add(0)  # the program refuses this cell
    outcome = Job(tmp_path, program, profile='fill = "arrows"').fill()
    assert outcome.ending is Ending.MISSED
    assert outcome.cells == (Cell(0, 0),)
    assert outcome.filled == outcome.blanks - 1


def test_a_program_that_takes_nothing_is_left_clean(tmp_path: Path) -> None:
    program = BoardWindow(numbers(PUZZLE), keys_type=False)
    outcome = Job(tmp_path, program).fill()
    assert outcome.ending is Ending.BLOCKED
    assert outcome.detail
    assert program.board == numbers(PUZZLE)


def test_a_cursor_that_no_click_moves_is_seen_to_be_led_by_keys(tmp_path: Path) -> None:
    program = BoardWindow(numbers(PUZZLE), clicks_select=False, selected=Cell(0, 2), erasers=())
    assert Job(tmp_path, program).fill().ending is Ending.VERIFIED
    assert program.board == numbers(SOLUTION)


@pytest.mark.parametrize("reason", [r for r in StopReason if r not in {StopReason.KEYS_HELD, StopReason.BUDGET}])
def test_every_interference_stops_before_the_next_step(tmp_path: Path, reason: StopReason) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"')
    job.fake.interfere(reason, after=30)
    outcome = job.fill()
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, reason)
    assert outcome.at is not None
    assert job.rested_after(30)
    assert job.fake.input.releases
    assert outcome.filled == sum(now != was for now, was in zip(job.program.board, numbers(PUZZLE), strict=True))


def test_no_event_follows_a_stop_in_a_thousand_random_aborts(tmp_path: Path) -> None:
    chance = random.Random(5)
    reasons = [StopReason.ESCAPE, StopReason.USER_POINTER, StopReason.FOCUS_LOST, StopReason.WINDOW_MOVED]
    for number in range(1000):
        way = chance.choice([*WAYS])
        flags, pad, profile = WAYS[way]
        program = BoardWindow(numbers(PUZZLE), **flags)
        (tmp_path / str(number)).mkdir()
        job = Job(tmp_path / str(number), program, TextGame(pad_there=pad), profile)
        after = chance.randrange(1, 60)
        job.fake.interfere(chance.choice(reasons), after=after)
        outcome = job.fill()
        assert outcome.ending is Ending.STOPPED
        assert job.rested_after(after), (way, after)
        assert all(now in {0, right} for now, right in zip(program.board, numbers(SOLUTION), strict=True))


def test_a_click_never_leaves_the_content_rectangle(tmp_path: Path) -> None:
    """The window moves while the job runs, and the watch says nothing."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE), arrows_move=False), profile='fill = "click-key"')
    moved = replace(WINDOW, content=Rect(CONTENT.x + 500, CONTENT.y, 900, 1000))
    job.fake.at(20, lambda: job.fake.focus.windows.update({WINDOW.handle: moved}))
    outcome = job.fill()
    assert outcome.reason is StopReason.WINDOW_MOVED
    assert not any(isinstance(event, Clicked) for event in job.fake.input.events[20:])
    assert job.program.stray_clicks == []


def test_a_window_that_comes_to_lie_over_the_board_gets_no_click(tmp_path: Path) -> None:
    """A notice, for one: it takes no focus, so that nobody reports it. Cells beside it are filled."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE), arrows_move=False), profile='fill = "click-key"')
    notice = Rect(CONTENT.x, CONTENT.y + 300, 900, 200)
    job.fake.at(20, lambda: setattr(job.fake.focus, "above", notice))
    outcome = job.fill()
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, StopReason.COVERED)
    assert outcome.at is not None and outcome.at.row in {3, 4}
    assert not any(isinstance(event, Clicked) and event.at in notice for event in job.fake.input.events[20:])


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        (lambda fake: fake.focus.windows.clear(), StopReason.WINDOW_CLOSED),
        (lambda fake: setattr(fake.focus, "active", None), StopReason.FOCUS_LOST),
    ],
)
def test_a_window_that_goes_away_silently_is_noticed(tmp_path: Path, do, reason: StopReason) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"')
    job.fake.at(15, lambda: do(job.fake))
    outcome = job.fill()
    assert outcome.reason is reason
    assert len(job.touched) < 15 + 11


def test_a_window_that_takes_the_focus_between_slow_keys_gets_none_of_them(tmp_path: Path) -> None:
    """The watch is still about to say so."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"\npace = { between_keys = 0.05 }')
    job.fake.at(33, lambda: setattr(job.fake.focus, "active", None))
    assert job.fill().reason is StopReason.FOCUS_LOST
    assert not any(isinstance(event, Clicked | Pressed) for event in job.fake.input.events[33:])


def test_somebody_elses_change_stops_the_fill(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE), arrows_move=False), profile='fill = "click-key"')
    job.fake.at(40, lambda: job.program.board.__setitem__(1, 7))  # a given becomes another digit
    outcome = job.fill()
    assert (outcome.reason, outcome.at) == (StopReason.BOARD_CHANGED, Cell(0, 1))


def test_a_board_that_changed_while_keys_were_held_is_not_filled(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))
    wait = job.fake.input.wait_released
    job.fake.input.wait_released = lambda timeout: (job.program.board.__setitem__(0, 5), wait(timeout))[1]
    assert job.fill().reason is StopReason.BOARD_CHANGED
    assert job.touched == []


def test_held_keys_stop_the_job_before_it_types(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))
    job.fake.input.user_lets_go = False
    assert job.fill().reason is StopReason.KEYS_HELD
    assert job.touched == []


def test_a_key_that_was_not_typed_because_the_user_pressed_one_is_the_last(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"')
    job.fake.at(30, lambda: setattr(job.fake.input, "user_types", True))
    outcome = job.fill()
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, StopReason.USER_KEY)
    assert job.rested_after(30)


def test_the_watch_says_which_key_it_was_that_kept_others_from_being_typed(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"')
    job.fake.input.press = lambda *_, **__: job.abort.stop(StopReason.ESCAPE)
    assert job.fill().reason is StopReason.ESCAPE


def test_a_job_that_is_stopped_names_the_cells_that_hold_another_digit_than_was_typed(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "click-key"')
    ones = [
        index
        for index, (given, digit) in enumerate(zip(PUZZLE, SOLUTION, strict=True))
        if given == "." and digit == "1"
    ]

    def slips() -> None:
        job.program.board[ones[0]] = 6
        job.abort.stop(StopReason.ESCAPE)

    job.fake.at(30, slips)
    outcome = job.fill()
    assert (outcome.ending, outcome.cells) == (Ending.STOPPED, (Cell(*divmod(ones[0], 9)),))
    assert f"Look at {outcome.cells[0]}: what stands there is not what belongs there." in outcome_sentence(outcome)


def test_a_suspend_in_the_middle_ends_the_job(tmp_path: Path) -> None:
    """Of the machine: the clock that jobs are timed by stands still meanwhile."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"')
    job.fake.at(30, lambda: setattr(job.clock, "asleep", 3600.0))
    assert job.fill().reason is StopReason.SLEPT
    assert job.rested_after(30)


def test_a_job_ends_with_its_budget(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"\npace = { between_keys = 5.0 }')
    assert job.fill().reason is StopReason.BUDGET


def test_the_time_begins_anew_once_the_way_is_found(tmp_path: Path) -> None:
    """As where nothing shows a selection, which takes long to find out."""
    program = BoardWindow(numbers(PUZZLE), arrows_move=False, shows=False)
    job = Job(tmp_path, program, profile="pace = { between_keys = 1.5 }")
    assert job.fill().ending is Ending.VERIFIED
    assert job.clock.now() > BUDGET


def test_a_slow_window_has_time_as_long_as_more_cells_come_to_be_right(tmp_path: Path) -> None:
    """Although something of each of its first parts is lost."""
    program = BoardWindow(numbers(PUZZLE), lose=lambda number: number in {3, 12, 21})
    job = Job(tmp_path, program, profile='fill = "click-key"\npace = { between_keys = 1.0 }')
    assert job.fill().ending is Ending.VERIFIED
    assert job.clock.now() > BUDGET


@pytest.mark.parametrize(
    ("puzzle", "ending"),
    [
        (PUZZLE.replace(".1....43.", "11....43."), Ending.UNSOLVABLE),
        ("." * 30 + PUZZLE[30:], Ending.AMBIGUOUS),
    ],
)
def test_a_board_without_exactly_one_solution_is_not_touched(tmp_path: Path, puzzle: str, ending: Ending) -> None:
    job = Job(tmp_path, BoardWindow(numbers(puzzle)))
    outcome = job.fill()
    assert outcome.ending is ending
    assert outcome.cells
    assert job.touched == []


@pytest.mark.parametrize("there", [True, False], ids=["over cells", "over all"])
def test_a_notice_that_is_just_being_taken_away_is_not_taken_for_the_board(tmp_path: Path, there: bool) -> None:
    job = Job(tmp_path, program := BoardWindow(numbers(PUZZLE)), TextGame(board_there=there))
    program.board[1:6] = [1] * 5  # what is read there while it lies over them
    wait = job.clock.wait

    def goes(seconds: float, abort: Abort) -> None:
        wait(seconds, abort)
        program.board[1:6], job.game.board_there = numbers(PUZZLE)[1:6], True

    job.clock.wait = goes
    assert job.fill().ending is Ending.VERIFIED
    assert program.board == numbers(SOLUTION)


class UnreadCaret(TextGame):
    """Cannot say what a text cursor in a blank is."""

    def _reading(self, capture: Capture) -> Reading:
        reading = super()._reading(capture)
        carets = (capture.pixels[1:90:10, 1:90:10, 0].flatten() == 255).tolist()
        unread = CellReading(0, Kind.UNKNOWN, 0.0)
        cells = [
            unread if caret and not cell.value else cell for caret, cell in zip(carets, reading.cells, strict=True)
        ]
        return replace(reading, cells=tuple(cells))


def test_a_text_cursor_that_the_user_left_in_a_blank_is_waited_for(tmp_path: Path) -> None:
    program = BoardWindow(numbers(PUZZLE), selected=Cell(*divmod(PUZZLE.index("."), 9)), caret=12, arrows_move=False)
    job = Job(tmp_path, program, UnreadCaret(), 'fill = "click-key"')
    outcome = job.fill()
    assert (outcome.ending, program.board) == (Ending.VERIFIED, numbers(SOLUTION)), outcome


def test_no_board_and_no_window_are_said(tmp_path: Path) -> None:
    assert Job(tmp_path, BoardWindow(numbers(PUZZLE)), TextGame(board_there=False)).fill().ending is Ending.NO_BOARD


@pytest.mark.parametrize("there", [True, False], ids=["misread", "not found"])
def test_another_games_board_is_told_as_what_it_is(tmp_path: Path, there: bool) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE.replace(".1....43.", "11....43."))), TextGame(board_there=there))
    job.other = "It shows a game of 2048: press Ctrl+Alt+2 for that."
    outcome = job.fill()
    assert (outcome.ending, outcome.cells, job.touched) == (Ending.NO_BOARD, (), [])
    window = f"There is no {job.game.name} board in the window '{WINDOW.title}'."
    assert outcome_sentence(outcome) == f"{window} {job.other}"


def test_a_picture_that_the_system_denies_is_not_called_a_window_without_a_board(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), TextGame(board_there=False))
    seen = job.fake.screen.picture
    job.fake.screen.picture = lambda area: Capture(seen(area).pixels * 0, seen(area).view)
    outcome = job.fill()
    assert (outcome.ending, "all black" in outcome.detail) == (Ending.BLOCKED, True)
    assert not job.touched


def test_a_new_window_that_is_black_at_first_is_waited_for(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))
    seen, read, pictures = job.fake.screen.picture, job.game.read, []

    def black_at_first(area):
        pictures.append(area)
        shown = seen(area)
        return Capture(shown.pixels * 0, shown.view) if len(pictures) == 1 else shown

    job.fake.screen.picture = black_at_first
    job.game.read = lambda capture, *rest: read(capture, *rest) if capture.pixels.any() else None
    assert job.fill().ending is Ending.VERIFIED


def test_a_window_that_the_system_keeps_from_us_is_not_touched(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))
    job.fake.focus.windows[WINDOW.handle] = replace(WINDOW, obstacle="it runs as administrator")
    outcome = job.fill()
    assert (outcome.ending, outcome.detail) == (Ending.BLOCKED, "it runs as administrator")
    assert not job.touched
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))
    job.fake.focus.active = None
    outcome = job.fill()
    assert outcome.ending is Ending.NO_BOARD
    assert outcome.detail


def test_a_named_window_gets_the_focus_first(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))
    job.fake.focus.active = None
    assert job.pilot.fill(job.abort, window=WINDOW.handle).ending is Ending.VERIFIED
    outcome = job.pilot.fill(job.abort, window=99)
    assert outcome.ending is Ending.NO_BOARD
    assert outcome.detail


def test_a_record_is_kept_for_its_user_only(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)))
    job.fill()
    folder = job.records.latest_folder()
    assert folder is not None
    assert {path.name for path in folder.iterdir()} == {
        "before.png", "after.png", "reading.json", "plan.json", "outcome.json",
    }  # fmt: skip
    assert private(folder, *folder.iterdir(), tmp_path / "runs")
    facts = json.loads((folder / "outcome.json").read_text())
    assert facts["outcome"] == "verified"
    assert facts["board"] == SOLUTION
    assert {"capture", "detect", "read", "solve", "wait", "fill", "verify", "total"} <= facts["ms"].keys()


def test_the_newest_twenty_records_are_kept(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(SOLUTION)))
    for _ in range(23):
        job.fill()
    assert len([*(tmp_path / "runs").iterdir()]) == 20


def test_the_record_of_a_failed_picture_does_not_lose_the_outcome(tmp_path: Path) -> None:
    def full(capture: Capture, path: Path) -> None:
        raise OSError(28, "No space left on device")

    fake, desk = desk_of(BoardWindow(numbers(PUZZLE)))
    assert isinstance(fake, FakeDesk)
    pilot = Pilot(desk, TextGame(), profiles_in(tmp_path), Records(tmp_path / "runs", full), FakeClock())
    assert pilot.fill(Abort()).ending is Ending.VERIFIED


@pytest.mark.parametrize("way", WAYS)
def test_cells_are_filled_as_slowly_as_the_user_wants_to_watch_and_that_is_no_job_that_takes_too_long(
    tmp_path: Path, way: str
) -> None:
    flags, pad, profile = WAYS[way]
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE), **flags), TextGame(pad_there=pad), profile)
    job.pilot.step = 1.0
    outcome = job.fill()
    assert outcome.ending is Ending.VERIFIED
    assert outcome.filled - 1 <= job.clock.time < outcome.filled + 10


def test_the_first_word_comes_before_the_desktop_may_ask_its_user(tmp_path: Path, monkeypatch) -> None:
    """Where nothing is heard of a job for some seconds it is taken for one that hangs."""
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"')
    said: list[str] = []
    before: list[int] = []
    where = job.fake.input.at
    monkeypatch.setattr(job.fake.input, "pointer", lambda: before.append(len(said)) or where)
    assert job.pilot.fill(job.abort, on_stage=said.append).ending is Ending.VERIFIED
    assert said[0] == "reading"
    assert before[0] == 1


def test_a_slow_fill_is_stopped_between_two_cells(tmp_path: Path) -> None:
    job = Job(tmp_path, BoardWindow(numbers(PUZZLE)), profile='fill = "arrows"')
    job.pilot.step = 1.0

    def stop_after_some(_stage: str) -> None:
        if job.clock.time > 5:
            job.abort.stop(StopReason.ESCAPE)

    outcome = job.pilot.fill(job.abort, on_stage=stop_after_some)
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, StopReason.ESCAPE)
    assert 0 < outcome.filled < 15


def test_a_pad_whose_digits_get_lost_is_clicked_for_one_cell_at_a_time(tmp_path: Path) -> None:
    """It holds a digit for a moment, and the next cell that is clicked takes it, whichever it is for."""
    program = BoardWindow(numbers(PUZZLE), solution=numbers(SOLUTION), keys_type=False, pad="cell-first", holds=3)
    job = Job(tmp_path, program, TextGame(pad_there=True))
    outcome = job.fill()
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, numbers(SOLUTION), 0), outcome


@dataclass
class OpenFields(BoardWindow):
    """A digit comes beside the one that stands in a field: `twice` are the cells where that happened."""

    twice: list[Cell] = field(default_factory=list)

    def _entered(self, cell: Cell, digit: int, before: int) -> None:
        if digit and before:
            self.twice.append(cell)


FIELDS = {"arrows": WAYS["arrows"], "click-key": WAYS["click-key"]}


@pytest.mark.parametrize("read_as", [0, 3], ids=["blank", "another digit"])
@pytest.mark.parametrize("way", FIELDS)
def test_a_cell_that_shows_more_than_its_blank_is_not_typed_into_again_whatever_it_is_read_as(
    tmp_path: Path, way: str, read_as: int
) -> None:
    flags, _, profile = FIELDS[way]
    program = OpenFields(numbers(PUZZLE), erasers=(), **flags)
    job = Job(tmp_path, program, profile=profile)
    last = PUZZLE.rindex(".")
    job.game.read_values = lambda index, value: read_as if value and index == last else value
    outcome = job.fill()
    assert (outcome.ending is Ending.VERIFIED, program.twice, program.board[last]) == (False, [], int(SOLUTION[last]))
    assert Cell(*divmod(last, 9)) in outcome.cells
    assert "nothing was typed there again" in outcome_sentence(outcome)


@pytest.mark.parametrize("way", FIELDS)
@pytest.mark.parametrize("caret", [0, 3], ids=["selected", "with a text cursor"])
def test_a_digit_that_was_lost_is_typed_again_where_nothing_but_the_selection_shows(
    tmp_path: Path, way: str, caret: int
) -> None:
    flags, _, profile = FIELDS[way]
    program = BoardWindow(numbers(PUZZLE), **flags, caret=caret, lose=lambda number: number in {20, PUZZLE.count(".")})
    outcome = Job(tmp_path, program, profile=profile).fill()
    assert (outcome.ending, program.board) == (Ending.VERIFIED, numbers(SOLUTION)), outcome


def test_the_last_cell_is_seen_to_be_clicked_as_the_program_may_answer_what_came_before(tmp_path: Path) -> None:
    """Its digit would come into the cell before once more."""
    lost = iter([True])
    program = OpenFields(numbers(PUZZLE), arrows_move=False)
    program.deaf = lambda: program.board.count(0) == 1 and next(lost, False)
    outcome = Job(tmp_path, program).fill()
    assert (outcome.ending, program.twice, program.board) == (Ending.VERIFIED, [], numbers(SOLUTION)), outcome


@dataclass
class Belated(OpenFields):
    """The `last` digits come into their cells with the next click there."""

    late: dict[Cell, int] = field(default_factory=dict)
    last: int = 1

    def _key(self, key: str, *, held: bool = False) -> None:
        if self.selected and key in "123456789" and self.board.count(0) <= self.last and self.selected not in self.late:
            self.late[self.selected] = int(key)
        else:
            super()._key(key, held=held)

    def _click_cell(self, cell: Cell) -> None:
        if digit := self.late.get(cell):
            self._put(cell, digit)
        super()._click_cell(cell)


def test_a_digit_that_comes_while_it_is_about_to_be_typed_again_is_left_so(tmp_path: Path) -> None:
    program = Belated(numbers(PUZZLE), arrows_move=False)
    outcome = Job(tmp_path, program).fill()
    assert (outcome.ending, program.twice, program.board) == (Ending.VERIFIED, [], numbers(SOLUTION)), outcome
    assert program.late


def test_a_batch_that_shows_late_takes_no_wait_for_each_of_its_cells(tmp_path: Path) -> None:
    program = Belated(numbers(PUZZLE), arrows_move=False, last=9)
    outcome = Job(tmp_path, program).fill()
    assert (outcome.ending, program.twice, program.board) == (Ending.VERIFIED, [], numbers(SOLUTION)), outcome
    assert len(program.late) > 1
    assert outcome.ms["total"] < 1000 * BLINK * len(program.late), outcome.ms  # of the simulated clock
