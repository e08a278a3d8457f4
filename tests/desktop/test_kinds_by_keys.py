"""First presses on sudokus that take digits by keys, each in its own way, as those of test_kinds_by_clicks.py do."""

import random
from collections.abc import Iterator

import pytest
from kinds import BY_CLICKS, KINDS, first_press, kinds_session, random_puzzle
from playing import Session

pytestmark = pytest.mark.gui


@pytest.fixture(scope="module")
def play() -> Iterator[Session]:
    with kinds_session() as play:
        yield play


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in BY_CLICKS])
def test_a_window_of_its_own_kind_is_filled_at_first_press_without_a_mistake(play: Session, kind: str):
    pressed = first_press(play, kind, KINDS[kind], random_puzzle(random.Random(kind), KINDS[kind]))
    assert pressed.well, pressed
