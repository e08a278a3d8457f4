"""The user's key between our click and our digit: what is wrong then is named, and the next press puts it right."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from fakes.board_window import PUZZLE, SOLUTION, BoardWindow, FakeClock, TextGame, desk_of
from fakes.desktop import Pressed

from gridpilot.capture import Capture
from gridpilot.geometry import Cell, Rect
from gridpilot.outcome import Ending, Outcome, StopReason, Stray
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.profiles.store import Profiles
from gridpilot.texts.messages import outcome_sentence

ARROWS = "Left", "Right", "Up", "Down"
KINDS: dict[str, tuple[dict[str, Any], str]] = {
    "keys after a click": ({}, "click-key"),
    "keys after a click, Delete alone empties": ({"overwrites": False}, "click-key"),
    "keys after a click, BackSpace alone empties": ({"overwrites": False, "erasers": ("BackSpace",)}, "click-key"),
    "keys after a click, nothing empties": ({"erasers": ()}, "click-key"),
    "arrows": ({}, "arrows"),
    "found out": ({}, ""),
    "cells alone take arrows, digits come from a pad": ({"keys_type": False, "pad": "cell-first"}, ""),
}


def numbers(text: str) -> list[int]:
    return [int(mark) if mark.isdigit() else 0 for mark in text]


class Board:
    """One window, and a pilot that remembers what it left there."""

    def __init__(self, folder: Path, flags: dict[str, Any], fill: str) -> None:
        self.program = BoardWindow(numbers(PUZZLE), **flags)
        self.fake, desk = desk_of(self.program)
        profiles = folder / "profiles"
        profiles.mkdir()
        if fill:
            (profiles / "mine.toml").write_text(
                f'game = "sudoku"\nmatch = {{ class = "Game" }}\nfill = "{fill}"\npace = {{ between_keys = 0.001 }}\n'
            )
        game = TextGame(pad_there=bool(self.program.pad))
        records = Records(folder / "runs", lambda _capture, _path: None, 0)
        self.pilot = Pilot(desk, game, Profiles(profiles), records, FakeClock())
        self.abort = Abort()

    def press(self) -> Outcome:
        self.abort = Abort()
        return self.pilot.fill(self.abort)

    def user_presses(self, key: str, after: int) -> None:
        """After that event, so that nobody has noticed it by the next one."""
        events = len(self.fake.input.events) + after
        self.fake.at(events, lambda: self.program.take(Pressed(key)))
        self.fake.at(events + 1, lambda: self.abort.stop(StopReason.USER_KEY))

    def wrong(self) -> dict[Cell, int]:
        pairs = enumerate(zip(self.program.board, numbers(SOLUTION), strict=True))
        return {Cell(*divmod(i, 9)): now for i, (now, right) in pairs if now not in {0, right}}


def pressed_beside(board: Board, chance: random.Random) -> Outcome:
    """The key that the user pressed, and how the job ended."""
    board.user_presses(chance.choice(ARROWS), chance.randint(1, 90))
    return board.press()


@pytest.mark.parametrize("kind", KINDS)
def test_each_wrong_digit_is_named_and_the_next_press_ends_verified(tmp_path: Path, kind: str) -> None:
    strayed = 0
    for seed in range(40):
        (folder := tmp_path / str(seed)).mkdir()
        board = Board(folder, *KINDS[kind])
        outcome = pressed_beside(board, random.Random(seed))
        wrong = board.wrong()
        assert wrong.keys() == {*outcome.cells} == {stray.cell for stray in outcome.strays}, (seed, outcome)
        for stray in outcome.strays:
            assert wrong[stray.cell] == stray.digit == numbers(SOLUTION)[stray.home.row * 9 + stray.home.col]
            said = f"{stray.cell} has a {stray.digit} of mine that belongs into {stray.home}"
            assert said in outcome_sentence(outcome)
        strayed += bool(wrong)
        assert board.press().ending is Ending.VERIFIED, (seed, outcome)
        assert board.program.board == numbers(SOLUTION)
    assert strayed


def astray(folder: Path) -> tuple[Board, Stray]:
    """A board on which a digit of ours stands in another cell than its own."""
    for seed in range(40):
        (folder / str(seed)).mkdir()
        board = Board(folder / str(seed), {}, "click-key")
        if strays := pressed_beside(board, random.Random(seed)).strays:
            return board, strays[0]
    raise AssertionError("no digit came into another cell")


def test_a_digit_that_shows_late_is_named_too(tmp_path: Path) -> None:
    late: Callable[[], int] = lambda: 6  # noqa: E731 - pictures
    for seed in range(40):
        (tmp_path / str(seed)).mkdir()
        board = Board(tmp_path / str(seed), {"delay": late}, "click-key")
        outcome = pressed_beside(board, random.Random(seed))
        assert board.wrong().keys() == {*outcome.cells}, (seed, outcome)


def test_the_user_s_own_wrong_digit_is_named_and_never_touched(tmp_path: Path) -> None:
    board, stray = astray(tmp_path)
    blank = board.program.board.index(0)
    own = next(digit for digit in range(1, 10) if digit not in {stray.digit, numbers(SOLUTION)[blank]})
    board.program.board[blank] = own
    assert board.press().ending is not Ending.VERIFIED
    assert board.program.board[blank] == own


def test_what_the_user_changed_in_the_meantime_is_his(tmp_path: Path) -> None:
    """Another digit in the cell of ours, and a right one of his own elsewhere."""
    board, stray = astray(tmp_path)
    index = stray.cell.row * 9 + stray.cell.col
    other = next(digit for digit in range(1, 10) if digit not in {stray.digit, numbers(SOLUTION)[index]})
    board.program.board[index] = other
    assert board.press().ending is not Ending.VERIFIED
    assert board.program.board[index] == other


def test_a_digit_of_another_puzzle_in_the_same_window_is_not_taken_for_ours(tmp_path: Path) -> None:
    board, stray = astray(tmp_path)
    swapped = str.maketrans("123456789", "234567891")
    index = stray.cell.row * 9 + stray.cell.col
    board.program.board[:] = numbers(PUZZLE.translate(swapped))
    board.program.givens = {i for i, value in enumerate(board.program.board) if value}
    board.program.board[index] = stray.digit
    right = numbers(SOLUTION.translate(swapped))[index]
    ended = board.press()
    assert (ended.ending is Ending.VERIFIED) is (right == stray.digit)
    assert board.program.board[index] == stray.digit


def test_a_stray_that_still_stands_after_another_stop_is_put_right_by_the_press_after(tmp_path: Path) -> None:
    board, stray = astray(tmp_path)
    board.fake.at(len(board.fake.input.events) + 1, lambda: board.abort.stop(StopReason.ESCAPE))
    again = board.press()
    assert again.ending is Ending.STOPPED
    assert stray in again.strays
    assert board.press().ending is Ending.VERIFIED
    assert board.program.board == numbers(SOLUTION)


def test_nothing_of_the_job_is_held_while_the_board_is_read_back(tmp_path: Path) -> None:
    """The watch, which has Esc for itself, and keys that are down belong to the job alone."""
    board, released = Board(tmp_path, {}, "click-key"), list[int]()
    look = board.fake.screen.capture

    def capture(area: Rect) -> Capture:
        if board.abort.reason:
            released.append(board.fake.input.releases)
        return look(area)

    board.fake.screen.capture = capture  # type: ignore[method-assign]
    pressed_beside(board, random.Random(1))
    assert released
    assert 0 not in released[1:]
