"""Which programs are still possible, and what an event could do in these."""

from __future__ import annotations

from dataclasses import replace

import pytest
import sweep_risks
from fakes.board_window import board
from program_beliefs import Beliefs, Open, Program, View, start, view_of

from gridpilot.geometry import Cell
from gridpilot.pilot.way.program import Click, Press, State, Traits

PUZZLE, ANSWER = board(3)
GIVENS = frozenset(index for index, digit in enumerate(PUZZLE) if digit)
BLANKS = [index for index, digit in enumerate(PUZZLE) if not digit]
CELL = Cell(*divmod(BLANKS[0], 9))
OTHER = Cell(*divmod(next(index for index in BLANKS if ANSWER[index] != ANSWER[BLANKS[0]]), 9))
KEY = Press(str(ANSWER[BLANKS[0]]))
STATE = State((*PUZZLE,), GIVENS)
PLAIN = view_of(STATE, shows=True)
LIT = replace(PLAIN, selected=CELL)
FILLED = replace(
    LIT,
    board=tuple(digit or ANSWER[CELL.row * 9 + CELL.col] * (index == BLANKS[0]) for index, digit in enumerate(PUZZLE)),
)


def one(*, shown: View = PLAIN, selected: Cell | None = None, **words: object) -> Beliefs:
    """A single program, of which all is known but those words."""
    state = replace(STATE, selected=selected)
    return Beliefs((Program(Traits(**words), True, state, 1.0, (shown,)),), (*ANSWER,))


def test_what_no_event_asks_for_costs_nothing() -> None:
    beliefs = one(toggles=Open("toggles"), counts=Open("counts"))
    assert len(beliefs.after(Click(CELL)).programs) == 2  # the click is lost or not
    counted = one(selected=CELL, counts=Open("counts")).after(Press("Up")).programs
    assert len(counted) == 1  # where it counts it does harm, which is not believed afterwards
    assert not counted[0].traits.counts


@pytest.mark.parametrize(("selected", "risk"), [(None, 0.0), (CELL, 0.0), (OTHER, 1.0)])
def test_a_key_is_a_risk_where_another_cell_may_be_selected(selected: Cell | None, risk: float) -> None:
    assert one(selected=selected).risk(KEY).wrong == risk


def test_an_open_trait_is_a_risk_as_often_as_its_harm_is_common() -> None:
    cell = next(index for index in BLANKS if ANSWER[index] != 1)
    click = Click(Cell(*divmod(cell, 9)))
    assert one(cycles=Open("cycles")).risk(click).wrong == pytest.approx(1 / 31)
    assert one(cycles=False).risk(click).wrong == 0


def test_that_nothing_is_seen_rules_nothing_out_until_something_later_is() -> None:
    beliefs = one(shown=PLAIN, selected=None, clicks_select=Open("clicks_select")).after(Click(CELL))
    unseen = beliefs.seen(PLAIN, 0)
    assert {each.traits.clicks_select for each in unseen.programs} == {True, False}
    late = beliefs.seen(PLAIN, 100)
    assert chance(late, selects=True) < chance(unseen, selects=True) < 1
    assert {each.traits.clicks_select for each in beliefs.seen(LIT, 0).programs} == {True}
    typed = unseen.after(KEY)
    assert {each.state.selected for each in typed.seen(FILLED, 0).programs} == {CELL}


def chance(beliefs: Beliefs, *, selects: bool) -> float:
    return sum(each.weight for each in beliefs.programs if each.state.selected == (CELL if selects else None))


def test_a_digit_that_may_be_chosen_unseen_is_a_risk_of_the_first_click() -> None:
    beliefs = start(PLAIN, GIVENS, (*ANSWER,), pad=True)
    assert sum(each.weight for each in beliefs.programs) == pytest.approx(1)
    assert beliefs.risk(Click(CELL)).wrong > 0.02 > beliefs.risk(Press("Right")).wrong


@pytest.mark.parametrize(("name", "harm"), [("mixtures/8/1", False), ("mixtures/10/1", True)])
def test_a_search_is_followed_as_it_is_and_told_where_it_did_harm(name: str, harm: bool) -> None:
    ended, weighed = sweep_risks.weigh(name)
    assert ended == sweep_risks.sweep_programs.press(name)
    assert (ended.verdict == "wrong", any(event[2] for event in weighed.events)) == (harm, harm)
    assert all(0 <= risk.wrong <= 1 for _, risk, _, _ in weighed.events)
    assert len(weighed.events) > 3
