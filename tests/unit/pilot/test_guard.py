from dataclasses import replace

import pytest
from fakes.board_window import WINDOW, BoardWindow, FakeClock, desk_of
from fakes.desktop.focus import FakeFocus

from gridpilot.outcome import StopReason
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.guard import Asked, Guard, Stopped
from gridpilot.window import Window

DIALOG = replace(WINDOW, handle=WINDOW.handle + 1, title="You win")
ANOTHERS = replace(DIALOG, pid=WINDOW.pid + 1)


class Opening(FakeFocus):
    """A window that is being opened: nobody has the focus when it is asked for the first few times."""

    def __init__(self, window: Window, asked: int) -> None:
        super().__init__(WINDOW, window)
        self.active = window.handle
        self.asked = asked

    def focused(self) -> Window | None:
        self.asked -= 1
        return None if self.asked >= 0 else super().focused()


def guard(focus: FakeFocus) -> Guard:
    _, desk = desk_of(BoardWindow([0] * 81))
    guard = Guard(Abort(), replace(desk, focus=focus), WINDOW, FakeClock(), answers=True)
    guard.lost_focus()
    return guard


def test_the_games_own_window_is_told_even_while_it_is_being_opened() -> None:
    with pytest.raises(Asked):
        guard(Opening(DIALOG, 6)).check()


@pytest.mark.parametrize("asked", [0, 6], ids=["at once", "after nobody had it"])
def test_a_focus_that_is_back_is_no_reason_to_stop_but_the_watch_has_ended(asked: int) -> None:
    with pytest.raises(Asked):
        guard(Opening(WINDOW, asked)).check()


@pytest.mark.parametrize("focus", [Opening(ANOTHERS, 6), Opening(DIALOG, 10_000)], ids=["another's", "nobody's"])
def test_any_other_loss_of_the_focus_ends_the_job(focus: FakeFocus) -> None:
    with pytest.raises(Stopped) as stopped:
        guard(focus).check()
    assert stopped.value.reason is StopReason.FOCUS_LOST


def test_the_user_is_watched_again_once_the_focus_is_back_from_the_games_own_window() -> None:
    fake, desk = desk_of(BoardWindow([0] * 81))
    abort, focus = Abort(), FakeFocus(WINDOW, DIALOG)
    guard = Guard(abort, replace(desk, focus=focus), WINDOW, FakeClock(), follows=True)
    guard.watch()
    focus.active = DIALOG.handle
    fake.watch.report(StopReason.FOCUS_LOST)
    guard.check()
    assert fake.watch.starts == 1  # it would say the same at once
    focus.active = WINDOW.handle
    guard.check()
    assert fake.watch.starts == 2
    fake.watch.report(StopReason.ESCAPE)
    assert abort.reason is StopReason.ESCAPE
