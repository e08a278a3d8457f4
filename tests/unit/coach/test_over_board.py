"""What is shown over a board, and that nothing else is done there."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from fakes.board_drawing import BoardDrawing, boxes, noted
from fakes.board_window import CONTENT, WINDOW, BoardWindow, FakeClock, TextGame, desk_of

from gridpilot.capture import Capture
from gridpilot.coach.drawn_board import Board as CellsOnScreen
from gridpilot.coach.drawn_board import drawn
from gridpilot.coach.over_board import OverBoard, Wishes
from gridpilot.coach.shown import Shown, has_other_ink
from gridpilot.games.protocols import Advice
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.grid import NINE
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.games.sudoku.techniques import ladder
from gridpilot.games.sudoku.techniques.layout import digits_in
from gridpilot.games.sudoku.techniques.position import position
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.outcome import Ending
from gridpilot.pilot.guard.abort import Abort
from gridpilot.profiles.store import Profiles
from gridpilot.reading import Kind
from gridpilot.texts import coach_words, technique_words

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.drawing import Drawing
    from gridpilot.outcome import Outcome

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
SOLUTION = "519687432724913658386254917178345296652891743943726581231479865467538129895162374"
HARD = "...8.6..4...315...3......1.738.62.....4.9......2...7...2....845......3....9..4..2"


def numbers(text: str) -> list[int]:
    return [int(character) if character.isdigit() else 0 for character in text]


@dataclass
class FakeOverlay:
    """`drawings`: all that were shown; `log`: in which order that and pictures came."""

    log: list[str]
    drawings: list[Drawing] = field(default_factory=list)
    up: bool = False

    def show(self, drawing: Drawing, window: object, seconds: float, on_gone: object = None) -> None:
        self.log.append("show")
        self.drawings.append(drawing)
        self.up = True

    def hide(self) -> None:
        self.log.append("hide")
        self.up = False

    def shown(self) -> bool:
        return self.up


class EnteredGame(TextGame):
    """Some digits are the user's own."""

    def __init__(self, entered: set[int]) -> None:
        super().__init__()
        self.entered = entered

    def _reading(self, capture):
        found = super()._reading(capture)
        cells = [
            replace(cell, kind=Kind.ENTERED) if index in self.entered else cell
            for index, cell in enumerate(found.cells)
        ]
        return replace(found, cells=tuple(cells))


class Board:
    def __init__(self, tmp_path: Path, board: str, game: TextGame | None = None, *, overlay: bool = True) -> None:
        self.program = BoardWindow(numbers(board))
        self.fake, desk = desk_of(self.program)
        self.log: list[str] = []
        self.overlay = FakeOverlay(self.log)
        capture = desk.screen.capture

        def logged(area):
            self.log.append("picture with it" if self.overlay.up else "picture")
            return capture(area)

        desk.screen.capture = logged
        (tmp_path / "profiles").mkdir()
        shown = Shown(self.overlay, desk.screen, FakeClock(), watches=False) if overlay else None
        made = game or TextGame()
        self.coach = OverBoard(desk, shown, lambda _: made, Profiles(tmp_path / "profiles"), FakeClock())

    def show(self, what: str, rung: int = 0) -> Outcome:
        outcome, _ = self.coach.show(what, Abort(), Wishes(rung=rung))
        assert self.fake.input.events == []
        assert self.program.board == numbers("".join(map(str, self.program.board)))
        assert "picture with it" not in self.log
        return outcome


def test_a_hint_tells_more_each_time_until_its_cell_is_to_be_filled(tmp_path: Path) -> None:
    board = Board(tmp_path, PUZZLE)
    where, why, what = (board.show("hint") for _ in range(3))
    assert {outcome.ending for outcome in (where, why, what)} == {Ending.SHOWN}
    assert where.detail.startswith("Look at")
    assert why.detail in what.detail
    assert what.detail != why.detail
    assert board.coach.cell_due is None
    board.show("hint")
    assert board.coach.cell_due is not None
    assert f"{board.coach.cell_due} is" in what.detail
    assert board.show("hint").detail == where.detail
    assert all(outcome.over for outcome in (where, why, what))
    assert [bool(drawing.signs) for drawing in board.overlay.drawings[::2]] == [False, True]


def test_a_hint_begins_anew_once_the_board_has_changed(tmp_path: Path) -> None:
    board = Board(tmp_path, PUZZLE)
    board.show("hint")
    board.show("hint")
    board.program.board[0] = 5
    assert board.show("hint").detail.startswith("Look at")


def test_the_rung_may_be_named(tmp_path: Path) -> None:
    board = Board(tmp_path, PUZZLE)
    assert "So " in board.show("hint", 3).detail
    assert board.show("hint", 1).detail.startswith("Look at")


def test_a_wrong_digit_of_the_users_comes_first_and_the_right_one_is_not_told(tmp_path: Path) -> None:
    wrong = "8" + PUZZLE[1:]
    for what in ("hint", "show", "check"):
        folder = tmp_path / what
        folder.mkdir()
        outcome = Board(folder, wrong, EnteredGame({0})).show(what)
        assert (outcome.ending, outcome.cells) == (Ending.SHOWN, (Cell(0, 0),))
        assert "r1c1" in outcome.detail
        assert "5" not in outcome.detail


def test_the_solution_is_drawn_into_the_blanks_alone(tmp_path: Path) -> None:
    board = Board(tmp_path, PUZZLE)
    assert board.show("show").ending is Ending.SHOWN
    blanks = [digit for digit, seen in zip(SOLUTION, PUZZLE, strict=True) if seen == "."]
    [drawing] = board.overlay.drawings
    assert [sign.text for sign in drawing.signs] == blanks
    full = [index for index, seen in enumerate(PUZZLE) if seen != "."]
    for index in full:  # no text over a digit: a cell is 100 points here
        x, y = CONTENT.x + index % 9 * 100 + 50, CONTENT.y + index // 9 * 100 + 50
        assert not any(abs(sign.area.centre.x - x) < 50 and abs(sign.area.centre.y - y) < 50 for sign in drawing.signs)


def test_of_several_solutions_the_cells_that_differ_are_outlined(tmp_path: Path) -> None:
    board = Board(tmp_path, "." * 20 + PUZZLE[20:])
    outcome = board.show("show")
    assert outcome.ending is Ending.AMBIGUOUS
    assert outcome.cells
    [drawing] = board.overlay.drawings
    assert len(drawing.lines) == 4 * len(outcome.cells)
    assert drawing.signs == ()
    assert "more than one solution" in drawing.sentence
    assert "fill in one of these cells yourself" in drawing.sentence


class Noted:
    """A real reading of a board with pencil marks, whose player has struck what the first removal leaves out."""

    def __init__(self, tmp_path: Path) -> None:
        (tmp_path / "profiles").mkdir(parents=True)
        self.where = position(tuple(numbers(HARD)), NINE)
        self.solution = unique_solution(self.where.board)
        while not (step := ladder.next_step(self.where, self.solution)).removes:
            self.where = self.where.after(step.places, ())
        self.step = step
        self.own = {at: [*digits_in(left)] for at, left in enumerate(self.where.after((), step.removes).cells) if left}
        width, height = self.picture().shape[1::-1]
        self.fake, desk = desk_of(BoardWindow(numbers(HARD)), replace(WINDOW, content=Rect(0, 0, width, height)))
        desk.screen.capture = lambda area: Capture(self.picture(), View(area, area.width, area.height))
        self.coach = OverBoard(desk, None, lambda _: Sudoku(), Profiles(tmp_path / "profiles"), FakeClock())

    def picture(self) -> np.ndarray:
        return noted(BoardDrawing(self.where.board, boxes(3, 3), cell=64), self.own, size=16).pixels

    def hint(self, *, marks: bool) -> Outcome:
        outcome, _ = self.coach.show("hint", Abort(), Wishes(rung=3, marks=marks))
        assert self.fake.input.events == []
        return outcome


def test_the_users_own_marks_count_where_it_is_asked_for(tmp_path: Path) -> None:
    removed = technique_words.what(Noted(tmp_path / "one").step, NINE)
    assert removed in Noted(tmp_path / "two").hint(marks=False).detail
    assert removed not in Noted(tmp_path / "three").hint(marks=True).detail


def test_a_right_digit_that_is_not_among_the_marks_is_named_by_its_cell_alone(tmp_path: Path) -> None:
    board = Noted(tmp_path)
    cell = next(at for at, own in board.own.items() if len(own) > 1)
    board.own[cell].remove(board.solution[cell])
    outcome = board.hint(marks=True)
    assert outcome.cells == (Cell(*divmod(cell, 9)),)
    assert outcome.detail == coach_words.marks_lack(outcome.cells)
    assert board.hint(marks=False).cells != outcome.cells


def test_right_digits_are_praised_and_counted(tmp_path: Path) -> None:
    assert Board(tmp_path, PUZZLE, EnteredGame({1})).show("check").detail == "All 30 digits are right so far."


def test_what_was_read_is_shown_in_the_corners_of_the_cells(tmp_path: Path) -> None:
    board = Board(tmp_path, PUZZLE)
    outcome = board.show("look")
    assert outcome.detail == "This is what was read: 30 digits in 81 cells."
    assert len(board.overlay.drawings[0].signs) == 30


@pytest.mark.parametrize(("side", "count"), [(30, 30), (29, 0)])
def test_what_was_read_stands_beside_a_board_whose_cells_have_no_room_for_it(side: int, count: int) -> None:
    pixels = BoardWindow(numbers(PUZZLE)).picture(CONTENT).pixels[:90, :90]
    capture = Capture(pixels, View(Rect(0, 0, 9 * side, 9 * side), 90, 90))
    reading = TextGame().reread(capture, TextGame().read(capture))
    read = tuple((Cell(*divmod(at, 9)), value) for at, value in enumerate(reading.board) if value)
    drawing = drawn(Advice("Read:", read=read), reading, capture)
    assert len(drawing.signs) == count
    rows = [PUZZLE[at : at + 9].replace(".", "_") for at in range(0, 81, 9)]
    assert drawing.sentence.split("\n") == ["Read:", *([] if count else rows)]


@pytest.mark.parametrize("side", [16, 20, 36, 72])
def test_a_frame_leaves_three_quarters_of_its_cell_free(side: int) -> None:
    """Half of its lines and of their rims is within the cell."""
    capture = Capture(np.zeros((90, 90, 3), np.uint8), View(Rect(0, 0, 9 * side, 9 * side), 90, 90))
    board = CellsOnScreen(TextGame().reread(capture, None), capture)
    width = board.thick + 2 * max(1, board.thick // 3)
    assert 1 - width / side >= 0.75


def test_where_nothing_can_be_drawn_the_sentence_is_told(tmp_path: Path) -> None:
    outcome = Board(tmp_path, PUZZLE, overlay=False).show("hint")
    assert (outcome.ending, outcome.over) == (Ending.SHOWN, False)


def test_without_a_board_nothing_is_shown(tmp_path: Path) -> None:
    board = Board(tmp_path, PUZZLE, TextGame(board_there=False))
    assert board.show("hint").ending is Ending.NO_BOARD
    assert board.overlay.drawings == []


@pytest.mark.parametrize("what", ["hint", "show", "check", "look"])
def test_what_is_shown_is_taken_down_before_any_picture(tmp_path: Path, what: str) -> None:
    board = Board(tmp_path, PUZZLE)
    for _ in range(3):
        board.show(what)
    assert board.log.count("show") == 3


def picture(*cells: int, ground: int = 250) -> Capture:
    """Four cells of 20 pixels, side by side; those with a digit have a bar of ink."""
    pixels = np.full((20, 80, 3), ground, np.uint8)
    for cell in cells:
        pixels[5:15, 20 * cell + 8 : 20 * cell + 12] = 20
    return Capture(pixels, View(Rect(0, 0, 80, 20), 80, 20))


def test_another_digit_is_told_from_another_ground_and_from_a_text_cursor() -> None:
    boxes = [Box(20 * cell, 0, 20 * cell + 20, 20) for cell in range(4)]
    first, tinted, cursor = picture(1), picture(1, ground=200), picture(1)
    cursor.pixels[5:15, 69] = 0
    assert not has_other_ink(first, first, boxes, first)
    assert not has_other_ink(first, tinted, boxes, first)
    assert not has_other_ink(first, cursor, boxes, first)
    assert has_other_ink(first, picture(1, 3), boxes, first)
    assert has_other_ink(first, picture(), boxes, first)
