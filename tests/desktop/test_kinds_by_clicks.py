"""First presses on sudokus that take digits by clicks, and on those that are left alone: no wrong digit is ever in a
cell, however briefly.

Each kind keeps its board, so that what fails does so again; scripts/bench_first_press.py draws new ones.
"""

import random
from collections.abc import Iterator

import pytest
from kinds import BY_CLICKS, SAID, first_press, kinds_session, random_puzzle
from playing import Session

pytestmark = pytest.mark.gui


@pytest.fixture(scope="module")
def play() -> Iterator[Session]:
    with kinds_session() as play:
        yield play


@pytest.mark.parametrize("kind", BY_CLICKS)
def test_a_window_of_its_own_kind_is_filled_at_first_press_without_a_mistake(play: Session, kind: str):
    pressed = first_press(play, kind, BY_CLICKS[kind], random_puzzle(random.Random(kind), BY_CLICKS[kind]))
    assert pressed.well, pressed


def test_a_page_that_takes_clicks_on_the_places_of_digits_gets_no_wrong_one(play: Session) -> None:
    options = {"keys": "none", "marks": "hidden"}
    for seed in range(3):
        pressed = first_press(play, f"places {seed}", options, random_puzzle(random.Random(seed), options))
        changed = [new for old, new in zip(pressed.puzzle.givens, pressed.board, strict=True) if old != new]
        assert (pressed.ended["outcome"], pressed.mistakes, len(changed)) == ("blocked", 0, 1), pressed
        assert "stands for a digit" in pressed.ended["sentence"], pressed


@pytest.mark.parametrize("kind", SAID)
def test_what_only_its_user_can_tell_is_left_alone_and_said(play: Session, kind: str):
    options, sentence = SAID[kind]
    pressed = first_press(play, kind, options, random_puzzle(random.Random(kind), options))
    left = pressed.mistakes, pressed.marks, pressed.board
    assert (pressed.ended["outcome"], *left) == ("blocked", 0, 0, pressed.puzzle.givens), pressed
    assert sentence in pressed.ended["sentence"], pressed
