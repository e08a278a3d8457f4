"""Which way of making moves comes after which, where arrow keys scroll the page, too."""

from types import SimpleNamespace

import numpy as np
import pytest
from fakes.board_window import FakeClock

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Rect, View
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.moves.moves import WAYS, Strokes
from gridpilot.plan import Move, Moves


def picture(*changed: tuple[int, int]) -> Capture:
    """Of a window of 60 x 20 pixels: these are dark, by column and row."""
    pixels = np.full((20, 60, 3), 255, np.uint8)
    for column, row in changed:
        pixels[row, column] = 0
    return Capture(pixels, View(Rect(0, 0, 60, 20), 60, 20))


def strokes(way: Moves = Moves.AUTO, pressed: list[str] | None = None) -> Strokes:
    quiet = SimpleNamespace(
        press=lambda key, **_: (pressed if pressed is not None else []).append(key),
        flush=lambda: None,
        drag=lambda *_: None,
        capture=picture(),
        reading=SimpleNamespace(extent=Box(0, 0, 20, 10)),
    )
    return Strokes(quiet, quiet, FakeClock(), Abort(), way)


def tried(made: Strokes, count: int) -> list[Moves]:
    """The next ways, where nothing of them arrives."""
    seen = []
    for _ in range(count):
        seen.append(made.way)
        made.note_loss(again=False)
    return seen


def test_a_move_that_arrived_by_arrows_proves_nothing_of_the_letters_that_come_after_them():
    made = strokes()
    made.make(Move.UP)
    made.leave_arrows(out_of_sight=False)
    made.note_arrival()
    assert (made.way, made.proven) == (Moves.LETTERS, False)
    made.make(Move.UP)
    made.note_arrival()
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
    made.note_arrival()
    made.note_loss(again=False)
    assert made.way is Moves.LETTERS
    made.note_loss(again=True)
    assert (made.way, made.proven) == (Moves.KEYS, True)
    made.leave_arrows(out_of_sight=True)
    assert made.way is Moves.KEYS


def test_letters_that_were_the_first_to_work_are_kept():
    for made in (strokes(), strokes(Moves.LETTERS)):
        while made.way is not Moves.LETTERS:
            made.note_loss(again=False)
        made.make(Move.DOWN)
        made.note_arrival()
        made.note_loss(again=True)
        assert made.way is Moves.LETTERS


def shown_ways(first: Capture, *pictures: Capture) -> tuple[list[Moves], list[str]]:
    """The ways that are tried until one comes again, and all keys, where the window looks so after each."""
    pressed: list[str] = []
    made, seen = strokes(pressed=pressed), []
    made._sight.capture = first
    for look in pictures:
        seen.append(made.way)
        made.make(Move.LEFT)
        made._sight.capture = look
        made.note_loss(again=False)
    return seen, pressed


def typed(count: int, row: int = 15) -> Capture:
    """So many signs of four pixels, and a block for a cursor behind them."""
    signs = [(4 * sign + 1, row) for sign in range(count)]
    return picture(*signs, *((4 * count + each, row) for each in range(4)))


def test_letters_are_followed_by_return_where_what_is_typed_stands_in_a_line():
    ways, pressed = shown_ways(typed(0), typed(4), typed(8), typed(9), picture(), picture())
    assert ways == [Moves.KEYS, Moves.HELD_KEYS, Moves.LETTERS, Moves.LINES, Moves.DRAG]
    assert pressed == ["Left", "Left", "a", *["BackSpace"] * 7, "a", "Return"]


def test_letters_are_followed_by_it_too_where_arrow_keys_leave_nothing_in_that_line():
    none, one, two = typed(0), typed(1), typed(2)
    ways, _ = shown_ways(none, none, none, one, one, one, one, two, two)
    assert ways == [*WAYS, *WAYS[:3], Moves.LINES]


def test_return_is_not_pressed_where_something_else_changes_beside_the_board():
    blinks = [typed(2) if count % 2 else picture((1, 15), (5, 15)) for count in range(8)]
    digits = 5, 16, 3, 29, 14, 1, 31, 6  # as bits, side by side
    clock = [picture(*((30 + bit, 15) for bit in range(5) if digit >> bit & 1)) for digit in digits]
    lines = [typed(count, 2 * count) for count in range(8)]
    for looks in (blinks, clock, lines):
        ways, pressed = shown_ways(looks[-1], *looks)
        assert ways == [*WAYS, *WAYS]
        assert "Return" not in pressed


def test_a_line_is_not_emptied_before_each_move_once_the_way_is_known():
    pressed: list[str] = []
    strokes(Moves.LINES, pressed).make(Move.UP)
    assert pressed == ["w", "Return"]
