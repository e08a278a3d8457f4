"""The user's own wrong digits, put right: no other cell is touched, and nothing where that is not known to work."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from fakes.board_window import PUZZLE, SOLUTION, BoardWindow, FakeClock, TextGame, desk_of
from fakes.desktop import Pressed

from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, StopReason
from gridpilot.pilot.entry.part import Part
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.profiles.store import Profiles
from gridpilot.reading import Kind

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.capture import Capture
    from gridpilot.outcome import Outcome
    from gridpilot.reading import Reading

FIRST = PUZZLE.index(".")
WRONG = {FIRST: 7, PUZZLE.rindex("."): 1}
CELLS = {Cell(*divmod(index, 9)) for index in WRONG}
REPLACE = Part(replaces=True)


def numbers(text: str) -> list[int]:
    return [int(mark) if mark.isdigit() else 0 for mark in text]


class Entered(TextGame):
    """All but the puzzle's givens are the user's own."""

    def _reading(self, capture: Capture) -> Reading:
        found = super()._reading(capture)
        cells = zip(found.cells, PUZZLE, strict=True)
        told = (replace(cell, kind=Kind.ENTERED) if cell.value and sign == "." else cell for cell, sign in cells)
        return replace(found, cells=tuple(told))


class Board:
    """A window in which one cell was filled before, so that it is known how; then the user entered wrong digits."""

    def __init__(self, folder: Path, *, known: bool = True, **traits: object) -> None:
        self.program = BoardWindow(numbers(PUZZLE), **traits)
        self.fake, desk = desk_of(self.program)
        (folder / "profiles").mkdir()
        records = Records(folder / "runs", lambda _capture, _path: None, 0)
        game = Entered(pad_there=bool(self.program.pad))
        self.pilot = Pilot(desk, game, Profiles(folder / "profiles"), records, FakeClock())
        if known:
            assert self.job(Part("r2c2")).ending is Ending.VERIFIED
        for index, digit in WRONG.items():
            self.program.board[index] = digit
        self.before = list(self.program.board)
        self.events = len(self.fake.input.events)

    def job(self, part: Part = REPLACE) -> Outcome:
        self.abort = Abort()
        return self.pilot.fill(self.abort, part=part)

    def pressed(self) -> list[str]:
        return [each.key for each in self.fake.input.events[self.events :] if isinstance(each, Pressed)]


@pytest.mark.parametrize("traits", [{}, {"overwrites": False}, {"overwrites": False, "erasers": ("BackSpace",)}])
def test_wrong_digits_are_emptied_then_right_and_no_other_cell_is_touched(tmp_path: Path, traits) -> None:
    board = Board(tmp_path, **traits)
    outcome = board.job()
    assert (outcome.ending, outcome.filled) == (Ending.VERIFIED, len(WRONG)), outcome
    right = [int(SOLUTION[index]) if index in WRONG else digit for index, digit in enumerate(board.before)]
    assert board.program.board == right
    assert "Replaced: r1c1" in outcome.detail
    digits = [key for key in board.pressed() if key.isdigit()]
    assert sorted(digits) == sorted(SOLUTION[index] for index in WRONG)
    assert board.pressed().index(digits[0]) >= len(WRONG), "all are empty before any gets its digit"


@pytest.mark.parametrize(
    ("known", "traits", "said"),
    [
        (False, {}, "not known yet"),
        (True, {"erasers": (), "overwrites": False}, "could not be emptied"),
        (True, {"keys_type": False, "pad": "cell-first"}, "not known"),
    ],
    ids=["nothing was filled before", "no key empties a cell", "a pad without an eraser"],
)
def test_where_it_is_not_known_how_no_digit_is_typed_and_it_says_so(tmp_path: Path, known, traits, said) -> None:
    board = Board(tmp_path, known=known, **traits)
    outcome = board.job()
    assert outcome.ending is Ending.BLOCKED
    assert said in outcome.detail
    assert board.program.board == board.before
    assert not [key for key in board.pressed() if key.isdigit()]


def test_right_digits_are_left_alone(tmp_path: Path) -> None:
    board = Board(tmp_path)
    for index in WRONG:
        board.program.board[index] = int(SOLUTION[index])
    outcome = board.job()
    assert (outcome.ending, "none of your digits" in outcome.detail) == (Ending.BLOCKED, True)
    assert board.pressed() == []


def test_the_users_key_in_between_ends_it_and_what_is_wrong_is_named(tmp_path: Path) -> None:
    for after in range(1, 30):
        folder = tmp_path / str(after)
        folder.mkdir()
        board = Board(folder)
        board.fake.at(board.events + after, lambda board=board: board.abort.stop(StopReason.USER_KEY))
        outcome = board.job()
        wrong = {index for index in WRONG if board.program.board[index] not in {0, int(SOLUTION[index])}}
        assert all(
            board.program.board[index] == digit for index, digit in enumerate(board.before) if index not in WRONG
        )
        if outcome.ending is Ending.VERIFIED:
            assert not wrong
            break
        assert outcome.ending is Ending.STOPPED
    else:
        pytest.fail("it never came to its end")
