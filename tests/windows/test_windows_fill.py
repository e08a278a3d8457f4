"""Windows, from the hotkey to the verified board: real user32 and kernel32 under Wine, a real window, at two scales."""

import time
from contextlib import contextmanager

import pytest
import solo
from fakes import contract
from place import Meddled, NobodyThere
from truth import PUZZLES
from virtual import wait_for

from gridpilot.doctor import Verdict, selftest
from gridpilot.games import game
from gridpilot.geometry import Rect
from gridpilot.outcome import Ending, StopReason
from gridpilot.pilot.abort import Abort
from gridpilot.pilot.clock import RealClock
from gridpilot.pilot.pace_test import WAITS, try_paces

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]
SOLVE = {"solve": "ctrl+alt+s"}
CLICKS = 'fill = "click-key"\n'


@pytest.fixture
def board(windows):
    shown = windows.board(PUZZLE.givens)
    yield shown
    windows.close(shown)


def right_so_far(board) -> bool:
    return all(cell in (".", wanted) for cell, wanted in zip(board.cells(), PUZZLE.solution, strict=True))


def settled(board) -> list[int]:
    """The keys that the window got, once no more come."""
    seen = [[-1], board.received()]
    while seen[-1] != seen[-2]:
        time.sleep(0.3)
        seen.append(board.received())
    return seen[-1]


def test_the_process_counts_real_pixels(windows):
    assert "of each monitor" in windows.modules.session.WindowsSession(windows.api).describe()


def test_the_focused_window_is_found_with_its_client_rectangle_in_pixels(windows, board):
    window = windows.modules.focus.WindowsFocus(windows.api).focused()
    x, y, width, height = windows.desk.area(board.window)
    bar = height - window.content.height  # the menu, which is no part of the client rectangle
    assert (window.title, window.class_name) == ("Board", "GridpilotBoard")
    assert window.executable.endswith(r"\board.exe")
    assert window.content == Rect(x, y + bar, width, height - bar)
    assert window.content.width == 400 * windows.dpi // 96
    assert window.obstacle == ""


def test_windows_keeps_the_contract_of_all_desktops(windows, board):
    made, api = windows.modules, windows.api
    focus = made.focus.WindowsFocus(api)
    area = focus.focused().content
    contract.focus_tells_the_same_of_a_window_however_it_is_asked(focus)
    contract.a_picture_shows_the_area_that_was_asked_for(made.screen.WindowsScreen(), area)
    contract.the_pointer_is_where_it_was_sent(windows.input(), area)
    press = lambda: windows.desk.hand.hotkey("ctrl+alt+s")  # noqa: E731 - a name for the parameter
    contract.hotkeys_are_bound_given_back_and_bound_again(made.hotkeys.WindowsHotkeys(api), press)
    watch, move = made.interference.WindowsWatch(api, NobodyThere), lambda: moved(windows, board)
    contract.a_watch_is_quiet_until_the_window_moves_and_after_it_was_stopped(watch, focus, move)


def test_a_key_that_another_program_has_is_told_with_one_that_is_free(windows, board):
    """Error 1409, as Windows' own functions give it."""
    first, second = (windows.modules.hotkeys.WindowsHotkeys(windows.api) for _ in range(2))
    first.start(SOLVE, lambda _: None)
    (state,) = second.start(SOLVE, lambda _: None)
    assert (state.live, state.reason) == (False, "ctrl+alt+s is taken by another program")
    assert state.instead == "ctrl+shift+alt+s"
    first.stop()
    assert second.bind()[0].live, "the thread's end gave it back"
    second.stop()


@pytest.mark.parametrize("profile", ["", CLICKS], ids=["found out", "click and key at once"])
def test_the_hotkey_over_a_board_fills_and_verifies_it(windows, board, tmp_path, profile):
    press_the_hotkey(windows)
    outcome = windows.fill(tmp_path, profile)
    assert (outcome.ending, outcome.filled) == (Ending.VERIFIED, PUZZLE.blanks), outcome
    assert board.cells() == PUZZLE.solution
    assert ord("S") not in board.received(), "the hotkey itself reached the window"


def test_the_self_test_presses_a_key_hears_of_it_and_keeps_it_from_the_window(windows, board):
    hotkeys = lambda: windows.modules.hotkeys.WindowsHotkeys(windows.api)  # noqa: E731 - a name for the parameter
    verdict, text, _ = selftest.hotkey_trip(hotkeys, windows.input)
    assert verdict is Verdict.OK, text
    assert settled(board) == [], "the key reached the window"


def test_the_self_test_fills_a_board_and_finds_the_fastest_safe_pace(windows, tmp_path):
    """All of it: where the pointer is sent, picture, reading, clicks, keys, the look afterwards; then ever faster."""
    verdict, text, _ = selftest.round_trip(practice(windows), windows.input, lambda _: windows.fill(tmp_path))
    assert verdict is Verdict.OK, text
    assert f"{PUZZLE.blanks} cells typed and checked in" in text
    assert "within 0 px" in text
    verdict, text, _ = selftest.pace(practice(windows), lambda _: paces(windows, WAITS[-3:]))
    assert verdict is Verdict.OK, text
    assert "fastest safe pace: " in text


def test_the_self_test_finds_the_limit_of_a_slow_program(windows):
    almost = "......" + PUZZLE.solution[6:]
    verdict, text, _ = selftest.pace(practice(windows, almost, slow=300), lambda _: paces(windows, (0.6, 0.0)))
    assert verdict is Verdict.OK, text
    assert "fastest safe pace: 600 ms between cells" in text
    assert "of 6 were lost" in text


def paces(windows, waits):
    desk = windows.sit()
    return try_paces(desk, game("sudoku"), desk.focus.focused(), RealClock(), Abort(), waits)


@contextmanager
def practice(windows, givens=PUZZLE.givens, slow=0):
    shown = windows.board(givens, slow=slow)
    try:
        yield windows.modules.focus.WindowsFocus(windows.api).focused(), lambda: shown.cells() == PUZZLE.solution
    finally:
        windows.close(shown)


def test_a_real_windows_game_is_filled_and_what_it_copies_agrees(windows, tmp_path):
    window = solo.start(windows, PUZZLE)
    try:
        press_the_hotkey(windows)
        outcome = windows.fill(tmp_path)
        assert (outcome.ending, outcome.filled) == (Ending.VERIFIED, PUZZLE.blanks), outcome
        assert solo.board(windows, window) == PUZZLE.solution
    finally:
        windows.desk.close_window(window, wait=False)


def press_the_hotkey(windows):
    """Over the focused window, and waits for Windows' message."""
    presses = []
    hotkeys = windows.modules.hotkeys.WindowsHotkeys(windows.api)
    states = hotkeys.start(SOLVE, presses.append)
    try:
        assert [state.live for state in states] == [True], states
        windows.desk.hand.hotkey("ctrl+alt+s")
        wait_for(lambda: presses, what="WM_HOTKEY")
    finally:
        hotkeys.stop()
    assert presses == ["solve"]


@pytest.mark.parametrize("profile", ["", CLICKS], ids=["keys", "clicks and keys"])
def test_a_window_that_moves_is_left_alone_at_once(windows, board, tmp_path, profile):
    outcome = interrupted(windows, board, tmp_path, profile, lambda: moved(windows, board))
    assert outcome.reason is StopReason.WINDOW_MOVED, outcome


def test_a_window_that_is_closed_ends_the_job(windows, board, tmp_path):
    outcome = interrupted(windows, board, tmp_path, CLICKS, lambda: windows.close(board))
    assert outcome.reason is StopReason.WINDOW_CLOSED, outcome


@pytest.mark.parametrize("profile", ["", CLICKS], ids=["keys", "clicks and keys"])
def test_a_window_that_comes_up_gets_nothing(windows, board, tmp_path, profile):
    other = windows.board(PUZZLE.givens, "Other")
    windows.focus(board.window, "Board")
    outcome = interrupted(windows, board, tmp_path, profile, lambda: windows.focus(other.window, "Other"))
    assert outcome.reason is StopReason.FOCUS_LOST, outcome
    assert (settled(other), other.cells()) == ([], "")
    windows.close(other)


def test_escape_stops_and_does_not_reach_the_game(windows, board, tmp_path):
    abort = Abort()

    def press() -> None:
        windows.desk.hand.tap("esc")
        wait_for(lambda: abort.reason, what="the watch to be told")

    outcome = interrupted(windows, board, tmp_path, CLICKS, press, abort)
    assert outcome.reason is StopReason.ESCAPE, outcome
    assert windows.api.VK_ESCAPE not in settled(board)


def interrupted(windows, board, folder, profile, do, abort=None):
    """The outcome of a job in whose middle that happens. What was typed until then is right, and nothing follows."""
    counted = []

    def meddle():
        """Once the window has what was sent to it: a click that is under way is aimed at where it was."""
        counted.append(len(settled(board)))
        do()

    meddled = Meddled(windows.input(), 20, meddle)
    outcome = windows.fill(folder, profile, meddled, abort)
    assert outcome.ending is Ending.STOPPED, outcome
    assert right_so_far(board)
    assert board.cells() != PUZZLE.solution
    assert len(settled(board)) == counted[0], "keys were typed after that"
    return outcome


def moved(windows, board):
    """Moves the window; returns when Windows knows."""
    focus = windows.modules.focus.WindowsFocus(windows.api)
    before = focus.focused().content
    windows.desk.move_window(board.window, 300, 200)
    wait_for(lambda: (now := focus.focused()) and now.content != before, what="Windows to know of the move")
