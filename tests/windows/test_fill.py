"""Windows, from the key to the verified board: the whole program, windows of Windows programs, at their scales."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import program
import pytest
import solo
from board import PUZZLE, Board, compiled, shown
from playing import ready
from program import Windows
from truth import FORMS
from virtual import Desktop, wait_for

pytestmark = pytest.mark.gui

SLOW = "[pace]\nstep_ms = 80\n"  # so that there is time for the middle of a fill
UNDER_WAY = 2  # keys of a step, an arrow and a digit, that Windows had not yet delivered when the focus went
CLICKS = 'game = "sudoku"\nmatch = { class = "GridpilotBoard" }\nfill = "click-key"\npace = { after_click = 0.0 }\n'
ESCAPE = 0x1B
SPECK = 20  # pixels; a balloon is larger


@pytest.fixture(scope="module")
def folder(windows_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where programs are compiled."""
    return compiled(tmp_path_factory.mktemp("programs"))


def at_scales(*scales: int) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("windows", scales, ids="{} DPI".format, indirect=True, scope="module")


@pytest.fixture(scope="module")
def windows(request: pytest.FixtureRequest, windows_home: Path) -> Iterator[Windows]:
    """A session at that scale, in which gridpilot runs."""
    with program.session(windows_home, request.param, size=(1400, 1100)) as made, program.resident(made):
        yield made


@pytest.fixture
def board(windows: Windows, folder: Path) -> Iterator[Board]:
    with shown(windows, folder, "Board") as made:
        yield made


@contextmanager
def kept(file: Path, text: str) -> Iterator[None]:
    """The file holds that text meanwhile."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    try:
        yield
    finally:
        file.unlink()


def press(windows: Windows) -> list[Path]:
    """Presses the real hotkey; the records that there were before."""
    before = windows.records()
    windows.desk.hand.hotkey("ctrl+alt+s")
    return before


def covered(desk: Desktop, window: int) -> bool:
    """Whether a balloon, which is Wine's and which no window manager moves, lies over the window."""
    x, y, width, height = desk.area(window)

    def lies_over(other: Any) -> bool:
        at, state = other.get_geometry(), other.get_attributes()
        shown = state.override_redirect and state.map_state and min(at.width, at.height) > SPECK
        return bool(shown) and x < at.x + at.width and at.x < x + width and y < at.y + at.height and at.y < y + height

    return any(map(lies_over, desk.root.query_tree().children))


@at_scales(96, 120, 144, 192)
def test_the_hotkey_over_a_board_fills_and_verifies_it(windows, board):
    filled(windows, board)
    assert ord("S") not in board.pressed(), "the hotkey itself reached the window"


@at_scales(96, 144)
def test_a_click_and_its_key_are_sent_at_once_where_a_profile_says_so(windows, board):
    with kept(windows.data / "profiles" / "mine.toml", CLICKS):
        filled(windows, board)


def filled(windows: Windows, board: Board) -> None:
    """By a press of the key; the board itself has every digit."""
    record = windows.record_after(press(windows))
    assert (record["outcome"], record["cells_filled"]) == ("verified", PUZZLE.blanks), record
    assert board.cells() == PUZZLE.solution


@at_scales(96, 144)
def test_a_real_windows_game_is_filled_and_what_it_copies_agrees(windows, folder):
    """Although the balloon of the press before, in a window without a board, still lies over it."""
    with solo.shown(windows, folder, PUZZLE) as window:
        notepad = windows.start(Path("notepad"))
        other = windows.desk.wait_window(title="Untitled - Notepad")
        try:
            windows.desk.move_window(other, 700, 80)
            windows.desk.focus(other)
            assert windows.record_after(press(windows))["cells_filled"] == 0
            windows.desk.focus(window)
            wait_for(lambda: covered(windows.desk, window), what="the balloon")
            record = windows.record_after(press(windows))
        finally:
            windows.desk.close_window(other)
            notepad.wait(60)
        assert (record["outcome"], record["cells_filled"]) == ("verified", PUZZLE.blanks), record
        assert solo.board(windows) == PUZZLE.solution


@at_scales(96)
@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_a_real_windows_game_of_another_form_is_filled(windows, folder, form):
    """Smaller boards, and jigsaws."""
    with solo.shown(windows, folder, form):
        record = windows.record_after(press(windows))
        assert (record["outcome"], record["cells_filled"]) == ("verified", form.blanks), record
        assert form.completed_by(solo.board(windows))


@at_scales(96)
def test_a_real_windows_game_is_taught_by_one_command_and_filled_by_that_profile(windows, folder):
    with solo.shown(windows, folder, PUZZLE) as window:
        done = windows.gridpilot("teach", "--yes", "--try", "--name", "taught")
        taught = windows.data / "profiles" / "taught" / "profile.toml"
        assert (done.returncode, taught.exists()) == (0, True), done.stdout + done.stderr
        try:
            assert solo.board(windows) == PUZZLE.givens, "what it tried is gone again"
            ready(windows.desk, window)
            record = windows.record_after(press(windows))
            assert (record["outcome"], record["profile"]) == ("verified", "taught"), record
            assert solo.board(windows) == PUZZLE.solution
        finally:
            taught.unlink()


def moves(windows: Windows, board: Board, _other: Board) -> None:
    windows.desk.move_window(board.window, 300, 200)


def closes(windows: Windows, board: Board, _other: Board) -> None:
    windows.desk.close_window(board.window)


def another_comes_up(windows: Windows, _board: Board, other: Board) -> None:
    windows.desk.focus(other.window)


def escape(windows: Windows, _board: Board, _other: Board) -> None:
    windows.desk.hand.tap("esc")


@at_scales(96, 144)
@pytest.mark.parametrize(
    ("reasons", "happens"),
    [
        ({"window-moved", "user-pointer"}, moves),  # Wine tells of a pointer that moved over the window
        ({"window-closed"}, closes),
        ({"focus-lost"}, another_comes_up),
        ({"escape"}, escape),
    ],
    ids=["moved", "closed", "another window", "esc"],
)
def test_what_happens_in_the_middle_of_a_fill_ends_it_at_once(windows, board, folder, reasons, happens):
    """What was typed until then is right, and no further step reaches the other window."""
    with kept(windows.data / "config.toml", SLOW), shown(windows, folder, "Other", 700) as other:
        ready(windows.desk, board.window)
        before = press(windows)
        wait_for(board.half_way, 60, "the middle of the fill")
        happens(windows, board, other)
        record = windows.record_after(before)
        assert record["outcome"] == "stopped", record
        assert record["reason"] in reasons, record
        assert all(cell in (".", right) for cell, right in zip(board.cells(), PUZZLE.solution, strict=True))
        assert board.cells() != PUZZLE.solution
        assert ESCAPE not in board.settled()
        assert len(other.settled()) <= UNDER_WAY
        assert other.cells() == PUZZLE.givens
