"""Which way of making moves comes after which, where arrow keys scroll the page, too."""

from types import SimpleNamespace

import pytest
from fakes.board_window import FakeClock

from gridpilot.pilot.abort import Abort
from gridpilot.pilot.moves import Strokes
from gridpilot.plan import Move, Moves


def strokes(way: Moves = Moves.AUTO) -> Strokes:
    quiet = SimpleNamespace(press=lambda *_: True, flush=lambda: None, check_key=lambda: None)
    return Strokes(quiet, quiet, quiet, FakeClock(), Abort(), way)


def tried(made: Strokes, count: int) -> list[Moves]:
    """The next ways, where nothing of them arrives."""
    seen = []
    for _ in range(count):
        seen.append(made.way)
        made.lost(again=False)
    return seen


def test_a_move_that_arrived_by_arrows_proves_nothing_of_the_letters_that_come_after_them():
    made = strokes()
    made.make(Move.UP)
    made.leave_arrows(out_of_sight=False)
    made.arrived()
    assert (made.way, made.proven) == (Moves.LETTERS, False)
    made.make(Move.UP)
    made.arrived()
    assert made.proven


def test_arrows_come_back_before_a_drag_while_the_board_stays_in_sight():
    made = strokes()
    made.leave_arrows(out_of_sight=False)
    assert tried(made, 3) == [Moves.LETTERS, Moves.KEYS, Moves.LETTERS]


@pytest.mark.parametrize("before", [False, True])
def test_a_drag_comes_before_them_once_it_does_not(before: bool):
    made = strokes()
    if before:
        made.leave_arrows(out_of_sight=False)
        assert tried(made, 1) == [Moves.LETTERS]
    made.leave_arrows(out_of_sight=True)
    assert tried(made, 3) == [*([] if before else [Moves.LETTERS]), Moves.DRAG, Moves.KEYS, Moves.LETTERS][:3]


def test_what_a_profile_says_stays():
    made = strokes(Moves.KEYS)
    made.leave_arrows(out_of_sight=True)
    assert (made.way, made.proven) == (Moves.KEYS, True)


def test_letters_of_which_some_do_nothing_give_way_to_arrows_for_good():
    made = strokes()
    made.leave_arrows(out_of_sight=False)
    made.make(Move.DOWN)
    made.arrived()
    made.lost(again=False)
    assert made.way is Moves.LETTERS
    made.lost(again=True)
    assert (made.way, made.proven) == (Moves.KEYS, True)
    made.leave_arrows(out_of_sight=True)
    assert made.way is Moves.KEYS


def test_letters_that_were_the_first_to_work_are_kept():
    for made in (strokes(), strokes(Moves.LETTERS)):
        while made.way is not Moves.LETTERS:
            made.lost(again=False)
        made.make(Move.DOWN)
        made.arrived()
        made.lost(again=True)
        assert made.way is Moves.LETTERS
