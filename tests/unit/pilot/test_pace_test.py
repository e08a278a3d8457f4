"""The fastest pace is found by trying, in a program that drops what comes too soon after what came before."""

import pytest
from fakes.board_window import WINDOW, BoardWindow, FakeClock, TextGame, desk_of

from gridpilot.outcome import StopReason
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.guard import Refused, Stopped
from gridpilot.pilot.pace_test import WAITS, try_paces

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
BLANKS = PUZZLE.count(".")


class Program(BoardWindow):
    """Takes a digit, or the eraser, only when `needs` seconds have passed since the last one."""

    def __init__(self, clock, needs, puzzle=PUZZLE):
        self.clock, self.needs, self.last = clock, needs, -1.0
        super().__init__([int(sign) if sign.isdigit() else 0 for sign in puzzle], lose=self._too_soon)

        self.on_typed = lambda _number: None

    def _too_soon(self, number):
        self.on_typed(number)
        now, before = self.clock.time, self.last
        self.last = now
        return now - before < self.needs


def tried(needs, puzzle=PUZZLE, on_typed=lambda _desk, _number: None):
    clock = FakeClock()
    program = Program(clock, needs, puzzle)
    fake, desk = desk_of(program)
    program.on_typed = lambda number: on_typed(fake, number)
    return fake, try_paces(desk, TextGame(), WINDOW, clock, Abort())


@pytest.mark.parametrize("needs", [0.035, 0.015, 0.008])
def test_the_first_pace_that_loses_a_cell_ends_the_trial(needs):
    _, passes = tried(needs)
    *safe, last = passes
    assert all(each.lost == 0 and each.wait >= needs - 0.004 for each in safe), "a look or two passes as well"
    assert [each.cells for each in passes] == [BLANKS] * len(passes)
    assert last.lost
    assert last.wait < needs
    assert [each.wait for each in passes] == list(WAITS[: len(passes)])


def test_a_program_that_loses_nothing_is_tried_to_the_end_and_left_alone():
    fake, passes = tried(0.0)
    assert [each.lost for each in passes] == [0] * len(WAITS)
    assert passes[-1].took < passes[0].took
    assert fake.watch.watched is None


def test_a_program_that_needs_longer_than_any_pace_loses_at_the_first():
    _, (only,) = tried(1.0)
    assert only.lost >= BLANKS - 1


def test_the_user_ends_it():
    def meddle(fake, number):
        typed.append(number)
        if number == 30:
            fake.watch.report(StopReason.USER_POINTER)

    typed = []
    with pytest.raises(Stopped) as stop:
        tried(0.0, on_typed=meddle)
    assert stop.value.reason is StopReason.USER_POINTER
    assert len(typed) == 30


def test_a_full_board_is_nothing_to_try_on():
    solved = "915687432742319658368254917179843256684195273253726891521478369436532128897961543"
    with pytest.raises(Refused):
        tried(0.0, puzzle=solved)
