"""What the model of a program makes of single events: its state changes by them, and by nothing else."""

from __future__ import annotations

from dataclasses import replace

import pytest
from fakes.board_window import board

from gridpilot.geometry import Cell
from gridpilot.pilot.way.program import Click, Look, Lost, Press, State, Traits, number, step

PUZZLE, SOLUTION = board(0)
START = State((*PUZZLE,), frozenset(index for index, digit in enumerate(PUZZLE) if digit))
FIRST, SECOND = (Cell(*divmod(index, 9)) for index in [index for index, digit in enumerate(PUZZLE) if not digit][:2])
GIVEN = Cell(*divmod(min(START.givens), 9))
BUTTON_5 = Click(Cell(9, 4))
PAD = {"keys_type": False}

TOOK = {
    "a key goes where the click was": ({}, [Click(FIRST), Press("5")], {FIRST: 5}),
    "a key goes nowhere": ({}, [Press("5")], {}),
    "a key that is not held does not count": ({"polls": True}, [Click(FIRST), Press("5")], {}),
    "a short click does not count": ({"hold": 0.05}, [Click(FIRST), Press("5")], {}),
    "the same digit again empties": ({"toggles": True}, [Click(FIRST), Press("5"), Press("5")], {}),
    "a mark is confirmed": ({"confirm": "Return"}, [Click(FIRST), Press("5"), Press("Return")], {FIRST: 5}),
    "a mark is none": ({"confirm": "Return"}, [Click(FIRST), Press("5")], {}),
    "the cursor goes on": ({"advances": True}, [Click(FIRST), Press("5"), Press("6")], {FIRST: 5}),
    "cell first": ({"pad": "cell-first"} | PAD, [Click(FIRST), BUTTON_5], {FIRST: 5}),
    "cell first, by the other order": ({"pad": "cell-first"} | PAD, [BUTTON_5, Click(FIRST)], {}),
    "digit first": ({"pad": "digit-first"} | PAD, [BUTTON_5, Click(FIRST), Click(SECOND)], {FIRST: 5, SECOND: 5}),
    "for one cell": ({"pad": "piece"} | PAD, [BUTTON_5, Click(FIRST), Click(SECOND)], {FIRST: 5}),
    "a click counts up": ({"cycles": True}, [Click(FIRST), Click(FIRST)], {FIRST: 2}),
    "a key chooses": ({"chooses": "only"}, [Press("5"), Click(FIRST)], {FIRST: 5}),
    "a given stays": ({}, [Click(GIVEN), Press("5")], {}),
    "a menu": ({"menu": True} | PAD, [Click(FIRST), BUTTON_5], {FIRST: 5}),
    "the pad's digit is late": ({"pad": "cell-first", "holds": 1} | PAD, [Click(FIRST), BUTTON_5, Look()], {FIRST: 5}),
    "and goes where the next click was": (
        {"pad": "cell-first", "holds": 1} | PAD,
        [Click(FIRST), BUTTON_5, Click(SECOND), Look()],
        {SECOND: 5},
    ),
}


@pytest.mark.parametrize("name", TOOK)
def test_a_digit_comes_where_the_traits_say(name: str) -> None:
    words, events, expected = TOOK[name]
    traits, state = Traits(**words), START
    for event in events:
        state = step(traits, state, event)
    if traits.advances:
        after = Cell(*divmod(number(FIRST) + 1, 9))
        expected = expected if number(after) in START.givens else expected | {after: 6}
    came = {
        Cell(*divmod(i, 9)): now for i, (was, now) in enumerate(zip(PUZZLE, state.board, strict=True)) if was != now
    }
    assert came == expected
    assert START.board == (*PUZZLE,)


@pytest.mark.parametrize("what", Lost)
def test_what_is_lost_changes_nothing_more(what: Lost) -> None:
    """Of a click, a digit, and the key that confirms it."""
    traits, state = Traits(confirm="Return"), START
    for event in (Click(FIRST), Press("5"), Press("Return")):
        state = step(traits, state, event, lambda asked: asked is what)
    assert state.board == START.board
    assert (state.selected is None) == (what is Lost.CLICK)
    assert bool(state.marks) == (what is Lost.CONFIRMATION)


def test_a_digit_that_did_not_stay_is_told_too() -> None:
    """A wrong one is harm, if only for a moment; a given that cannot be changed gets none."""
    state = replace(START, selected=FIRST)
    assert step(Traits(overwrites=False), state, Press("5"), lambda _: True).entered == ((number(FIRST), 5),)
    assert step(Traits(), state, Press("Right")).entered == ()
