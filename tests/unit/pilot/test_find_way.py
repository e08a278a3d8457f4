"""Finding out how a window is filled costs its game nothing: no other digit than the right one, not for a moment."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from fakes.board_window import (
    CONTENT,
    MARKED,
    SOLUTION,
    BoardWindow,
    FakeClock,
    TextGame,
    board,
    desk_of,
    fill,
    profiles_in,
)
from fakes.desktop import Clicked, Event, Pressed
from fakes.window_kinds import CHOSEN, HELD_PAD, KINDS, NO_KEYS, REFUSED
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Cell, Pixel, Point, Rect
from gridpilot.outcome import Ending
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.pilot.way import arrows_alone
from gridpilot.pilot.window_memory_store import Habits
from gridpilot.reading import Kind, Reading, Rival
from gridpilot.texts.messages import outcome_sentence


class Scrolls(BoardWindow):
    """A page that is taller than its window, by `most` pixels; keys that move the cursor up and down scroll it, too."""

    most, gone = 0, 0

    def _key(self, key: str, *, held: bool = False) -> None:
        super()._key(key, held=held)
        self.gone = min(max(self.gone + 4 * ((key == "Down") - (key == "Up")), 0), self.most)

    def _click(self, at: Point) -> None:
        super()._click(Point(at.x, at.y + 10 * self.gone))

    def _draw(self) -> NDArray[np.uint8]:
        return np.roll(super()._draw(), -self.gone, axis=0)


@pytest.mark.parametrize("kind", KINDS)
@settings(max_examples=4, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_every_kind_of_window_is_filled_without_a_mistake(tmp_path: Path, kind: str, seed: int) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=bool(program.pad and not program.hides))
    assert program.mistakes == 0
    assert (outcome.ending, program.board) == (Ending.VERIFIED, solution), outcome


def test_a_digit_that_opens_where_its_cell_was_clicked_is_no_double_click(tmp_path: Path) -> None:
    """A page's text is marked by that, and so are the digits that the next click opens."""
    puzzle, solution = board(1)
    program = BoardWindow(puzzle, solution=solution, **KINDS["digits that a click shows in its cell"])
    clock = FakeClock()
    clicks: list[tuple[float, Point]] = []
    taken = program.take

    def take(event: Event) -> None:
        clicks.extend([(clock.time, event.at)] if isinstance(event, Clicked) else [])
        taken(event)

    with patch.object(program, "take", take):
        _, desk = desk_of(program)
        records = Records(tmp_path / "runs", lambda _capture, _path: None, 0)
        outcome = Pilot(desk, TextGame(), profiles_in(tmp_path), records, clock).fill(Abort())
    assert (outcome.ending, program.board) == (Ending.VERIFIED, solution), outcome
    assert not [one for one, other in pairwise(clicks) if one[1] == other[1] and other[0] - one[0] < 0.5]


@pytest.mark.parametrize("caret", [0, 4, 14, 30])
def test_the_last_digit_goes_to_no_given_that_can_be_changed(tmp_path: Path, caret: int) -> None:
    """The given beside the only blank is clicked, to see how it looks then; where a text cursor blinks, that may not
    show in the blank.
    """
    for blank in range(0, 81, 4):
        solution = [int(digit) for digit in SOLUTION]
        puzzle = [digit if index != blank else 0 for index, digit in enumerate(solution)]
        program = BoardWindow(puzzle, solution=solution, arrows_move=False, caret=caret, givens_change=True)
        program.selected = Cell(*divmod(blank, 9))
        outcome = fill(tmp_path, program)
        assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("marks", [Kind.PENCIL, Kind.UNKNOWN])
@pytest.mark.parametrize("seed", range(4))
def test_digits_that_open_in_their_cell_are_chosen_by_their_places_however_they_are_read(
    tmp_path: Path, seed: int, marks: Kind
) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, **KINDS["digits that a click shows in its cell"])
    outcome = fill(tmp_path, program, game=TextGame(marks=marks))
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("kind", ["keys, a second click deselects", "keys, givens not selectable"])
def test_clicks_need_no_rest_where_a_blank_shows_the_selection_that_givens_do_not(tmp_path: Path, kind: str) -> None:
    """They are disabled on many pages. It took 330 to 480 looks while nothing but a given was clicked for the proof."""
    looks = []
    for words in (KINDS[kind], KINDS["keys"]):
        puzzle, solution = board(1)
        outcome = fill(tmp_path, BoardWindow(puzzle, solution=solution, **words))
        assert outcome.ending is Ending.VERIFIED, outcome
        looks.append(outcome.looks)
    assert looks[0] < 2 * looks[1]


@pytest.mark.parametrize("place", [1, 20, -1])
@pytest.mark.parametrize("seed", range(4))
def test_a_button_enters_nothing_into_a_blank_that_is_selected_from_the_start(
    tmp_path: Path, seed: int, place: int
) -> None:
    puzzle, solution = board(seed)
    blank = [Cell(*divmod(index, 9)) for index, value in enumerate(puzzle) if not value][place]
    words: dict[str, Any] = {"pad": "cell-first", "given_too": False, "selected": blank} | NO_KEYS
    program = BoardWindow([*puzzle], solution=solution, **words)
    outcome = fill(tmp_path, program, pad=True)
    assert (outcome.ending, program.mistakes, program.board) == (Ending.VERIFIED, 0, solution)


@pytest.mark.parametrize("wraps", [False, True])
@pytest.mark.parametrize("seed", [7, 12, 29, 33])
def test_arrow_keys_are_not_used_where_a_digit_brings_the_cursor_on(tmp_path: Path, seed: int, *, wraps: bool) -> None:
    puzzle, solution = board(seed)
    words: dict[str, Any] = {"clicks_select": False, "selected": Cell(4, 4), "advances": True, "wraps": wraps}
    program = BoardWindow([*puzzle], solution=solution, **words)
    outcome = fill(tmp_path, program)
    assert (outcome.ending, program.mistakes) == (Ending.BLOCKED, 0)


class MarksText(BoardWindow):
    """A given that is selected shows its text marked, too, but for each third time."""

    shown = 0

    def _click_cell(self, cell: Cell) -> None:
        super()._click_cell(cell)
        given = cell.row * 9 + cell.col in self.givens
        self.shown += given
        self.marked = cell if given and self.shown % 3 else None


class UnmarksText(MarksText):
    """The same, and it shows it then, too, for three pictures."""

    def _click_cell(self, cell: Cell) -> None:
        super()._click_cell(cell)
        self.marked = cell if cell.row * 9 + cell.col in self.givens else None

    def _draw(self) -> NDArray[np.uint8]:
        if self.shown % 3 == 0 and self.pictures - self.since > 3:
            self.marked = None
        return super()._draw()


class OpensByThePointer(BoardWindow):
    """Digits open over a blank, and the row below it, while the pointer is there; a click on the blank takes a 5."""

    def take(self, event: Event) -> None:
        super().take(event)
        column, row = (self.pointer.x - CONTENT.x) // 100, (self.pointer.y - CONTENT.y) // 100
        blank = row < 9 and row * 9 + column not in self.givens
        self.opened = Cell(row, column) if blank else None

    def _click_cell(self, cell: Cell) -> None:
        self._put(cell, 5)

    def _draw(self) -> NDArray[np.uint8]:
        whole = super()._draw()
        if self.opened:
            top, left = 10 * self.opened.row, 10 * self.opened.col
            whole[top + 2 : top + 8, left + 4 : left + 6] = 90
        return whole


@pytest.mark.parametrize("seed", range(12))
def test_a_blank_over_which_the_pointer_opens_digits_gets_no_click(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = OpensByThePointer([*puzzle], solution=solution, over=True, keys_type=False)
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.mistakes, program.board) == (Ending.BLOCKED, 0, puzzle), outcome
    assert "while the pointer is over it" in outcome.detail


class InTheMiddle(BoardWindow):
    """Its menus open at a click on the middle of a cell, which shows the pointer, and at none beside that."""

    def _is_in_the_middle(self) -> bool:
        return all(35 <= place % 100 < 65 for place in (self.pointer.x - CONTENT.x, self.pointer.y - CONTENT.y))

    def _click_cell(self, cell: Cell) -> None:
        if self._is_in_the_middle():
            super()._click_cell(cell)

    def _draw(self) -> NDArray[np.uint8]:
        whole = super()._draw()
        if self._is_in_the_middle() and self.pointer.y < CONTENT.y + 900:
            top, left = (self.pointer.y - CONTENT.y) // 100 * 10, (self.pointer.x - CONTENT.x) // 100 * 10
            whole[top + 8, left + 1 : left + 9] = 50
        return whole


@pytest.mark.parametrize("seed", range(4))
def test_a_menu_that_only_a_click_on_the_middle_opens_is_used(tmp_path: Path, seed: int) -> None:
    """The pointer's own look, which goes as it moves aside, is no click's."""
    puzzle, solution = board(seed)
    program = InTheMiddle([*puzzle], solution=solution, menu=True, shows=False, keys_type=False, arrows_move=False)
    program.delay = lambda: 4
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class TintsGivens(BoardWindow):
    """A given looks otherwise while the pointer is over it; a click on one ends the selection."""

    def _draw(self) -> NDArray[np.uint8]:
        whole = super()._draw()
        column, row = (self.pointer.x - CONTENT.x) // 100, (self.pointer.y - CONTENT.y) // 100
        if row * 9 + column in self.givens:
            whole[row * 10 + 2, column * 10 + 1 : column * 10 + 9] = 50
        return whole


@pytest.mark.parametrize(
    "kind", [(MarksText, {}), (UnmarksText, {}), (TintsGivens, {"given_too": False, "deselects": True})]
)
@pytest.mark.parametrize("seed", range(4))
def test_clicks_need_no_rest_where_givens_look_otherwise_at_times(
    tmp_path: Path, seed: int, kind: tuple[type[BoardWindow], dict[str, bool]]
) -> None:
    seconds = []
    for program, words in ((BoardWindow, {}), kind):
        puzzle, solution = board(seed)
        clock = FakeClock()
        outcome = fill(tmp_path, program(puzzle, solution=solution, arrows_move=False, **words), clock=clock)
        assert outcome.ending is Ending.VERIFIED, outcome
        seconds.append(clock.time)
    assert seconds[1] < 2 * seconds[0]


@pytest.mark.parametrize("seed", range(8))
def test_a_pads_digit_that_comes_into_the_first_blank_at_once_is_right_there(tmp_path: Path, seed: int) -> None:
    """It is selected from the start, and a click on a given does not change that."""
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, pad="cell-first", keys_type=False, given_too=False)
    program.selected = Cell(*divmod(puzzle.index(0), 9))
    outcome = fill(tmp_path, program, pad=True)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("seed", range(12))
def test_no_cell_waits_for_the_next_digit_once_it_is_known_that_either_may_come_first(
    tmp_path: Path, seed: int
) -> None:
    puzzle, solution = board(seed)
    kind = KINDS["pad, either first, a second click deselects"] | {"given_too": False}
    program = BoardWindow(puzzle, solution=solution, **kind)
    outcome = fill(tmp_path, program, pad=True)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("given_too", [True, False])
@pytest.mark.parametrize("seed", range(4))
def test_keys_are_tried_where_a_click_on_what_only_looks_like_a_pad_ends_the_selection(
    tmp_path: Path, seed: int, given_too: bool
) -> None:
    """As a row of counts does, which stands outside of what the program takes clicks on."""
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, arrows_move=False, drops=True, given_too=given_too)
    outcome = fill(tmp_path, program, pad=True)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("kind", ["pad, cell first", "pad, digit first", "pad, digit first, clicks must be held"])
@pytest.mark.parametrize("seed", range(2))
def test_a_pad_that_only_a_closer_look_finds_is_used_before_giving_up_and_at_once_the_next_time(
    tmp_path: Path, kind: str, seed: int
) -> None:
    puzzle, solution = board(seed)
    habits, sent = Habits(tmp_path / "habits.json"), list[int]()
    for _ in range(2):
        program = BoardWindow([*puzzle], solution=solution, **KINDS[kind])
        fake, desk = desk_of(program)
        records = Records(tmp_path / "runs", lambda _capture, _path: None, 0)
        game = TextGame(pad_there=True, faint=True)
        outcome = Pilot(desk, game, profiles_in(tmp_path), records, FakeClock(), habits).fill(Abort())
        assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome
        sent.append(len(fake.input.events))
    assert sent[1] <= sent[0]


class LosesAtArrows(BoardWindow):
    """Any key but a digit's ends the game: a panel comes over the board."""

    def _key(self, key: str, *, held: bool = False) -> None:
        self.hidden = self.hidden or key not in "123456789"
        super()._key(key, held=held)


@pytest.mark.parametrize("seed", range(4))
def test_no_digit_follows_an_arrow_key_at_which_the_board_is_covered(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = LosesAtArrows([*puzzle], solution=solution, arrows_move=False)
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.typed) == (Ending.BLOCKED, 0)
    assert "covered its board" in outcome.detail


def has_ones(seed: int) -> bool:
    """Whether two blanks take a 1, as on nearly all boards."""
    puzzle, solution = board(seed)
    return sum(not shown and digit == 1 for shown, digit in zip(puzzle, solution, strict=True)) >= 2


@pytest.mark.parametrize("seed", [seed for seed in range(20) if has_ones(seed)])
@pytest.mark.parametrize("keys", [False, True])
def test_a_window_in_which_clicks_count_up_is_left_with_the_digit_1_where_that_is_right(
    tmp_path: Path, seed: int, keys: bool
) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, cycles=True, clicks_select=keys, keys_type=keys)
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.mistakes, program.typed) == (Ending.BLOCKED, 0, 1), outcome
    assert (outcome.filled, "count the digit of a cell up" in outcome.detail) == (1, True)
    assert all(now in {was, right} for now, was, right in zip(program.board, puzzle, solution, strict=True))


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("armed", [1, 7])
def test_a_window_whose_clicks_enter_a_digit_gets_none_where_the_pointer_alone_selects(
    tmp_path: Path, seed: int, armed: int
) -> None:
    """Its list of digits is not seen; keys go to the cell that the pointer was over, or that arrow keys led to."""
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, pad="digit-first", armed=armed, points=True)
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("seed", range(12))
def test_a_window_that_takes_a_click_on_a_digits_place_without_marks_there_gets_no_wrong_digit(
    tmp_path: Path, seed: int
) -> None:
    puzzle, solution = board(seed)
    flags = KINDS["marks to click"]
    program = BoardWindow([*puzzle], solution=solution, **flags)
    program.marks.clear()
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, outcome.filled, program.mistakes) == (Ending.BLOCKED, 1, 0), outcome


@pytest.mark.parametrize("seed", range(12))
def test_a_window_in_which_any_key_empties_a_cell_keeps_its_givens(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, empties=True, arrows_move=False)
    fill(tmp_path, program, pad=False)
    assert program.mistakes == 0
    assert all(now == was for now, was in zip(program.board, puzzle, strict=True) if was)


@pytest.mark.parametrize("kind", ["keys", "keys and arrows", "keys, givens not selectable"])
def test_a_blank_that_is_selected_already_shows_no_click(tmp_path: Path, kind: str) -> None:
    """Whichever blank is tried first is among them."""
    puzzle, solution = board(3)
    for index in [index for index, digit in enumerate(puzzle) if not digit]:
        selected = Cell(*divmod(index, 9))
        program = BoardWindow([*puzzle], solution=solution, **KINDS[kind] | {"selected": selected})
        outcome = fill(tmp_path, program, pad=False)
        assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), (selected, outcome)


class ReturnsToTheFirst(BoardWindow):
    """The first blank is selected at the start, and after each digit."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.selected = Cell(*divmod(self.board.index(0), 9))

    def _entered(self, cell: Cell, digit: int, before: int) -> None:
        if 0 in self.board:
            self.selected = Cell(*divmod(self.board.index(0), 9))


@pytest.mark.parametrize("kind", ["keys", "pad, cell first"])
@pytest.mark.parametrize("seed", range(6))
def test_a_blank_that_the_program_selects_again_and_again_is_seen_to_be_selected(
    tmp_path: Path, kind: str, seed: int
) -> None:
    """So it looks as before the search when its turn comes."""
    puzzle, solution = board(seed)
    program = ReturnsToTheFirst(puzzle, solution=solution, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=bool(program.pad))
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("most", [6, 40])
@pytest.mark.parametrize("seed", range(4))
def test_a_page_that_scrolls_by_arrow_keys_is_clicked(tmp_path: Path, seed: int, most: int) -> None:
    puzzle, solution = board(seed)
    program = Scrolls(puzzle, solution=solution)
    program.most = most
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome
    assert program.gone == 0


class Unsure(TextGame):
    """Reads some givens so that they may be none."""

    def _reading(self, capture: Capture) -> Reading:
        reading = super()._reading(capture)
        cells = list(reading.cells)
        for index in (index for index in range(0, 81, 7) if cells[index].value):
            cells[index] = replace(cells[index], confidence=0.6, rivals=(Rival(0, 0.39),))
        return replace(reading, cells=tuple(cells))


@pytest.mark.parametrize(
    "kind", ["keys", "keys and arrows", "a menu at a click", "pad, cell first", "pad, digit first"]
)
@pytest.mark.parametrize("seed", [3, 7, 11])
def test_givens_of_which_nothing_is_claimed_are_no_change_when_they_are_read_again(
    tmp_path: Path, kind: str, seed: int
) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, **KINDS[kind])
    game = Unsure(pad_there=bool(program.pad))
    capture = program.picture(CONTENT)
    assert any(cell.kind is Kind.UNKNOWN for cell in game.decide(game.read(capture), capture).reading.cells)
    outcome = fill(tmp_path, program, pad=bool(program.pad), game=game)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class CaretAsADigit(TextGame):
    """Reads a text cursor as a 1 where it stands in a blank, and a digit beside it as another."""

    def _reading(self, capture: Capture) -> Reading:
        carets = capture.pixels[1:90:10, 1:90:10, 0].flatten() == 255
        self.read_values = lambda index, value: 4 if carets[index] and value else int(carets[index]) or value
        return super()._reading(capture)


@pytest.mark.parametrize("seed", range(10))
def test_a_text_cursor_that_is_taken_for_a_digit_is_seen_to_blink(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, **KINDS["keys, a text cursor alone"])
    outcome = fill(tmp_path, program, pad=False, game=CaretAsADigit())
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class Unseen(TextGame):
    """What opens over the board is seen to lie there, and no digits in it."""

    def opened(self, before: Capture | None, after: Capture, reading: Reading, fewest: int = 2) -> dict[str, Pixel]:
        return {}


@pytest.mark.parametrize("seed", range(8))
def test_a_cell_that_something_lies_over_is_not_clicked(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, **KINDS["a menu over the board"])
    outcome = fill(tmp_path, program, pad=False, game=Unseen())
    assert (outcome.ending, program.mistakes, program.board) == (Ending.BLOCKED, 0, puzzle), outcome


class Asked(TextGame):
    """Notes how many digits were asked for at least."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[int] = []

    def opened(self, before: Capture | None, after: Capture, reading: Reading, fewest: int = 2) -> dict[str, Pixel]:
        self.asked.append(fewest)
        return super().opened(before, after, reading, fewest)


def test_where_all_digits_were_offered_once_fewer_are_no_choice(tmp_path: Path) -> None:
    """A menu that is still opening may show a few."""
    puzzle, solution = board(3)
    game, program = Asked(), BoardWindow(puzzle, solution=solution, **KINDS["a menu at a click"])
    outcome = fill(tmp_path, program, pad=False, game=game)
    assert (outcome.ending, program.board) == (Ending.VERIFIED, solution), outcome
    assert (game.asked[0], {*game.asked[1:]}) == (2, {9})


def test_a_digit_that_is_small_in_its_field_is_not_typed_twice_where_no_given_is_alike(tmp_path: Path) -> None:
    _, solution = board(2)
    puzzle = [digit * (digit != 5) for digit in solution]
    program = BoardWindow(puzzle, solution=solution, **KINDS["a field of its own in each cell"])
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.mistakes) == (Ending.BLOCKED, 0)


class CountsKeysAtOnce(BoardWindow):
    """`at_once`: arrow keys that came at once after another one, the first digits in."""

    at_once = 0

    def _key(self, key: str, *, held: bool = False) -> None:
        self.at_once += self.typed > 3 and key not in "123456789" and self.moved == self.pictures
        super()._key(key, held=held)


@pytest.mark.parametrize("kind", ["arrows alone", "keys and arrows"])
def test_a_board_too_small_to_tell_what_keys_at_once_do_gets_none(tmp_path: Path, kind: str) -> None:
    """One of 9 rows is, if five in a row tell it."""
    puzzle, solution = board(0)
    program = CountsKeysAtOnce(puzzle, solution=solution, **KINDS[kind])
    with patch.object(arrows_alone, "SAME", 5):
        outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.board, program.at_once) == (Ending.VERIFIED, solution, 0), outcome


class Ornamented(BoardWindow):
    """Something is drawn in a blank cell, and gone where a digit comes."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.marks = {self.board.index(0, 40): 1}


class MarkedByClicks(BoardWindow):
    """A click on a blank cell brings marks into it, which stay until its digit comes."""

    def _click_cell(self, cell: Cell) -> None:
        super()._click_cell(cell)
        index = cell.row * 9 + cell.col
        self.marks |= {} if self.board[index] else {index: 1}


class FramedFields(BoardWindow):
    """Its frame around the field with the keys touches what is typed there, which is not read then."""

    def _draw(self) -> NDArray[np.uint8]:
        whole = super()._draw()
        index = self.selected.row * 9 + self.selected.col if self.selected else 0
        if self.selected and self.board[index] and index not in self.givens:
            top, left = 10 * self.selected.row, 10 * self.selected.col
            whole[top + 3 : top + 7, left + 3 : left + 7] = MARKED + self.board[index]
        return whole


@pytest.mark.parametrize("seed", range(3))
def test_fields_whose_digits_are_read_once_they_are_left_need_no_key_to_confirm(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = FramedFields(puzzle, solution=solution, arrows_move=False, caret=12)
    outcome = fill(tmp_path, program)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class FramedGivens(FramedFields):
    """So does the frame around a given that is selected at the end."""

    def _draw(self) -> NDArray[np.uint8]:
        free, self.givens = self.givens, self.givens if 0 in self.board else set()
        whole = super()._draw()
        self.givens = free
        return whole


@pytest.mark.parametrize("seed", range(3))
def test_the_given_that_was_clicked_to_leave_the_last_cell_need_not_be_read(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = FramedGivens([*puzzle], solution=solution, arrows_move=False, caret=12)
    outcome = fill(tmp_path, program, game=TextGame(marks=Kind.UNKNOWN))
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class NoKeyBesideADigit(BoardWindow):
    """Of the keys that come between two pictures none counts after a digit's."""

    latest = -1

    def _key(self, key: str, *, held: bool = False) -> None:
        if self.latest < self.pictures:
            self.latest = self.pictures if key in "123456789" else self.latest
            super()._key(key, held=held)


@pytest.mark.parametrize("seed", range(3))
def test_arrow_keys_come_one_by_one_where_one_beside_a_digit_was_lost(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = NoKeyBesideADigit([*puzzle], solution=solution, clicks_select=False, selected=Cell(4, 4))
    outcome = fill(tmp_path, program)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("seed", range(3))
def test_clicks_are_held_where_arrow_keys_that_get_lost_bring_the_cursor_to_the_first_blank(
    tmp_path: Path, seed: int
) -> None:
    """Its quick clicks get lost, and it looks as if they did not."""
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, hold=0.05, bursts=False, selected=Cell(0, 0))
    outcome = fill(tmp_path, program)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class DrawnInParts(BoardWindow):
    """Each third picture after an event lacks what the program draws last."""

    def picture(self, area: Rect) -> Capture:
        taken = super().picture(area)
        if self.pictures % 3 == 0 and self.pictures < self.since + 20:
            taken.pixels[taken.pixels.shape[0] // 3 :] = 0
        return taken


@pytest.mark.parametrize("kind", ["pad, cell first", "pad, digit first"])
@pytest.mark.parametrize("seed", range(6))
def test_a_window_that_is_drawn_in_parts_has_no_menu_and_lacks_no_given(tmp_path: Path, kind: str, seed: int) -> None:
    puzzle, solution = board(seed)
    program = DrawnInParts([*puzzle], solution=solution, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=True)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("kind", ["pad, cell first", "pad, digit first", "keys"])
@pytest.mark.parametrize("seed", range(2))
def test_where_something_unread_stands_in_a_cell_that_is_named_and_nothing_is_done(
    tmp_path: Path, kind: str, seed: int
) -> None:
    """It may be a digit that a pointer or a cursor hides in part."""
    puzzle, solution = board(seed)
    program = Ornamented([*puzzle], solution=solution, **KINDS[kind])
    ornament = puzzle.index(0, 40)
    outcome = fill(tmp_path, program, game=TextGame(pad_there=bool(program.pad), marks=Kind.UNKNOWN))
    assert (outcome.ending, outcome.cells) == (Ending.DOUBTFUL, (Cell(*divmod(ornament, 9)),))
    assert (program.board, program.mistakes) == (puzzle, 0)


@pytest.mark.parametrize("marks", [Kind.PENCIL, Kind.UNKNOWN])
@pytest.mark.parametrize("seed", range(4))
def test_a_pads_digit_comes_into_a_blank_in_which_a_click_brought_marks(tmp_path: Path, marks: Kind, seed: int) -> None:
    """They were not there when the board was read, and the cell was only clicked so far."""
    puzzle, solution = board(seed)
    program = MarkedByClicks(puzzle, solution=solution, **KINDS["pad, cell first"])
    outcome = fill(tmp_path, program, game=TextGame(pad_there=True, marks=marks))
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class Framed(BoardWindow):
    """Its frame around what is selected touches an 8, which looks like a mark then."""

    def _draw(self) -> NDArray[np.uint8]:
        whole = super()._draw()
        index = self.selected.row * 9 + self.selected.col if self.selected else 0
        if self.selected and self.board[index] == 8 and index not in self.givens:
            top, left = 10 * self.selected.row, 10 * self.selected.col
            whole[top + 3 : top + 7, left + 3 : left + 7] = MARKED + 8
        return whole


@pytest.mark.parametrize("kind", ["keys", "pad, cell first"])
@pytest.mark.parametrize("last_but_one", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_a_digit_that_is_not_read_while_its_cell_is_selected_is_looked_at_again(
    tmp_path: Path, kind: str, seed: int, *, last_but_one: bool
) -> None:
    puzzle, solution = board(seed)
    if last_but_one:  # all but one of the 9s are there, which come after the 8s
        nines = [index for index, (old, new) in enumerate(zip(puzzle, solution, strict=True)) if new == 9 and not old]
        puzzle = [9 if index in nines[1:] else digit for index, digit in enumerate(puzzle)]
    program = Framed(puzzle, solution=solution, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=bool(program.pad))
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", ["keys", "keys, givens not selectable", "keys and arrows"])
def test_a_pad_that_enters_nothing_keeps_keys_from_nothing(tmp_path: Path, kind: str, seed: int) -> None:
    """It may choose which digits are shown in another colour."""
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=True)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome


class MarksOverBlanks(TextGame):
    """What lies over the `blanks` is read as marks in them, as a menu's small digits may be."""

    blanks: frozenset[int] = frozenset()

    def reread(self, capture: Capture, like: Reading) -> Reading:
        seen = super().reread(capture, like)
        covered = {index for index in self.blanks if seen.cells[index].kind is Kind.UNKNOWN}
        marks = [replace(each, kind=Kind.PENCIL) if at in covered else each for at, each in enumerate(seen.cells)]
        hidden = tuple(cell for cell in seen.hidden if cell.row * 9 + cell.col not in covered)
        return replace(seen, cells=tuple(marks), hidden=hidden)


@pytest.mark.parametrize("keys_type", [False, True])
@pytest.mark.parametrize("marks", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_a_menu_that_a_pads_button_does_not_close_is_left_alone(
    tmp_path: Path, seed: int, *, marks: bool, keys_type: bool
) -> None:
    """A click on a cell that it covers would choose a digit."""
    puzzle, solution = board(seed)
    looks = {"pad": "cell-first", "menu": True, "over": True, "stays": True}
    program = BoardWindow(puzzle, solution=solution, keys_type=keys_type, **looks)
    game = MarksOverBlanks(pad_there=True)
    game.blanks = frozenset(index for index, digit in enumerate(puzzle) if marks and not digit)
    assert fill(tmp_path, program, game=game).ending is Ending.BLOCKED
    assert program.mistakes == 0


class IdlePad(BoardWindow):
    """Its buttons do nothing."""

    def _click(self, at: Point) -> None:
        if (at.y - CONTENT.y) // 100 < 9:
            super()._click(at)


class StaysChosen(BoardWindow):
    """A digit that a button has entered comes into the cells that are clicked next, too."""

    chosen = 0

    def _entered(self, cell: Cell, digit: int, before: int) -> None:
        self.chosen = 0 if cell.row * 9 + cell.col in self.givens else digit

    def _click_cell(self, cell: Cell) -> None:
        super()._click_cell(cell)
        if self.chosen:
            self._put(cell, self.chosen)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    ("window", "words"),
    [
        (IdlePad, {"pad": "shown", "arrows_move": False}),
        (IdlePad, {"pad": "shown"}),
        (StaysChosen, {"pad": "cell-first", "keys_type": False}),
    ],
)
def test_nothing_else_is_tried_beside_a_pad_where_a_menu_opens(
    tmp_path: Path, window: type[BoardWindow], words: dict[str, Any], seed: int
) -> None:
    puzzle, solution = board(seed)
    program = window(puzzle, solution=solution, menu=True, over=True, **words)
    assert fill(tmp_path, program, pad=True).ending is Ending.BLOCKED
    assert program.mistakes == 0


@pytest.mark.parametrize("kind", REFUSED)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_what_would_need_a_risky_try_is_left_alone(tmp_path: Path, kind: str, seed: int) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, **REFUSED[kind])
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.mistakes, program.board) == (Ending.BLOCKED, 0, puzzle)


@pytest.mark.parametrize("seed", range(6))
def test_a_list_at_which_a_click_chooses_its_digit_is_left_alone_then(tmp_path: Path, seed: int) -> None:
    """It is right in the first blank, and would come into the given beside it by a click."""
    puzzle, solution = board(seed)
    words = {"menu": True, "tells": True, "pad": "either", "givens_change": True}
    program = BoardWindow([*puzzle], solution=solution, **words)
    assert fill(tmp_path, program).ending is Ending.BLOCKED
    assert program.mistakes == 0
    assert sum(now != was for now, was in zip(program.board, puzzle, strict=True)) == 1


@pytest.mark.parametrize("kind", CHOSEN)
@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_a_digit_that_a_key_chooses_comes_into_no_cell_of_another(tmp_path: Path, kind: str, seed: int) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, **CHOSEN[kind])
    outcome = fill(tmp_path, program, pad=bool(program.pad))
    assert outcome.ending is (Ending.VERIFIED if program.pad else Ending.BLOCKED)
    assert program.mistakes == 0
    assert all(digit in {0, right} for digit, right in zip(program.board, solution, strict=True))


@pytest.mark.parametrize("seed", range(4))
def test_a_digit_that_stays_chosen_when_its_buttons_hide_comes_into_no_cell_of_another(
    tmp_path: Path, seed: int
) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, pad="either", keys_type=False, hides=True)
    outcome = fill(tmp_path, program)
    assert (outcome.ending, program.mistakes) == (Ending.BLOCKED, 0)
    assert sum(map(bool, program.board)) - sum(map(bool, puzzle)) == 2


def test_notes_that_are_on_are_seen_and_said(tmp_path: Path) -> None:
    puzzle, solution = board(1)
    program = BoardWindow(puzzle, solution=solution, notes=True, arrows_move=False)
    with patch.object(program, "take", wraps=program.take) as take:
        outcome = fill(tmp_path, program, pad=False)
    assert "takes notes" in outcome_sentence(outcome)
    keys = [call.args[0].key for call in take.call_args_list if isinstance(call.args[0], Pressed)]
    assert sum(key.isdigit() for key in keys) == 2, "more than the mark, and away with it"


@pytest.mark.parametrize("keeps", [False, True])
@pytest.mark.parametrize("late", [0, 3])
@pytest.mark.parametrize(
    "kind",
    [
        "pad, cell first",
        "pad, digit first",
        "pad, digit first, a second click lets go",
        "pad, digit first, a second click or a given's",
        "pad, digit first, buttons move up",
        "pad, a digit is chosen",
        "pad, digit first, for one cell",
        "pad, either first",
        "pad, either first, for one cell",
        "pad, either first, a cell is selected",
        "pad, either first, a second click deselects",
    ],
)
@pytest.mark.parametrize("seed", range(2))
def test_a_mark_that_a_pad_has_left_is_taken_away_or_its_cell_is_named(
    tmp_path: Path, seed: int, kind: str, late: int, *, keeps: bool
) -> None:
    """By what had left it, so that no other cell gets one; some programs keep it."""
    puzzle, solution = board(seed)
    program = BoardWindow([*puzzle], solution=solution, notes=True, keeps=keeps, delay=lambda: late, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=True)
    assert "a small mark" in outcome_sentence(outcome)
    assert (len(program.marks), program.board, program.mistakes) == (int(keeps), puzzle, 0)
    assert ("please do that" in outcome_sentence(outcome)) == keeps


def test_where_nothing_works_it_is_asked_whether_all_buttons_are_seen(tmp_path: Path) -> None:
    puzzle, solution = board(1)
    outcome = fill(tmp_path, BoardWindow(puzzle, solution=solution, keys_type=False), pad=False)
    assert "with all of its buttons in view" in outcome_sentence(outcome)


@pytest.mark.parametrize("notes", [False, True])
@pytest.mark.parametrize("kind", ["keys", "keys and arrows", "keys that toggle", "keys, givens not selectable"])
def test_notes_are_switched_off_by_the_button_that_a_profile_names(tmp_path: Path, kind: str, *, notes: bool) -> None:
    """And the button is left alone where no notes are taken."""
    (tmp_path / "mine.toml").write_text(
        'game = "sudoku"\nmatch = { class = "Game" }\nbuttons = { notes = [0.95, 0.95] }\n'
    )
    puzzle, solution = board(1)
    program = BoardWindow(puzzle, solution=solution, notes=notes, switch=True, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=False)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome
    assert not program.notes


@pytest.mark.parametrize("seed", [seed for seed in range(20) if has_ones(seed)])
def test_a_choice_is_seen_although_its_frame_reaches_into_another_buttons_picture(tmp_path: Path, seed: int) -> None:
    puzzle, solution = board(seed)
    program = BoardWindow(puzzle, solution=solution, **HELD_PAD, reaches=True)
    outcome = fill(tmp_path, program, pad=True)
    assert (outcome.ending, program.board, program.mistakes) == (Ending.VERIFIED, solution, 0), outcome
