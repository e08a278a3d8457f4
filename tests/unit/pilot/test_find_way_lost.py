"""Where clicks get lost no digit goes to another cell, and what was lost is done once more."""

from __future__ import annotations

import random
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from fakes.board_window import (
    CONTENT,
    BoardWindow,
    FakeClock,
    TextGame,
    board,
    desk_of,
    fill,
    profiles_in,
)
from fakes.desktop import Clicked, Event
from fakes.window_kinds import KINDS, NO_KEYS
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from gridpilot.outcome import Ending
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.pilot.window_memory_store import Habits


@pytest.mark.parametrize("loses", [4, 7])
@pytest.mark.parametrize("seed", range(4))
def test_no_digit_goes_to_the_cell_before_where_a_pad_stays_and_clicks_get_lost(
    tmp_path: Path, seed: int, loses: int
) -> None:
    puzzle, solution = board(seed)
    clicks = count(1)
    words: dict[str, Any] = {"pad": "cell-first", "hides": True} | NO_KEYS
    program = BoardWindow([*puzzle], solution=solution, deaf=lambda: next(clicks) % loses == 0, **words)
    fill(tmp_path, program)
    assert program.mistakes == 0


class WithoutItsLastRow(BoardWindow):
    """Its page does not draw a row without givens: nothing is there to be clicked."""

    def take(self, event: Event) -> None:
        if not (isinstance(event, Clicked) and (event.at.y - CONTENT.y) // 100 == 8):
            super().take(event)


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind.startswith("pad")])
@pytest.mark.parametrize("seed", range(2))
def test_a_digit_that_no_cell_took_is_given_to_no_other_cell(tmp_path: Path, kind: str, seed: int) -> None:
    puzzle, solution = board(seed)
    program = WithoutItsLastRow([*puzzle[:-9], *[0] * 9], solution=solution, **KINDS[kind])
    outcome = fill(tmp_path, program, pad=not program.hides)
    assert (program.mistakes, outcome.done) == (0, program.board == solution), outcome
    assert all(digit in {0, right} for digit, right in zip(program.board, solution, strict=True))


@pytest.mark.parametrize(
    "kind",
    [
        "keys",
        "keys, the cursor goes on",
        "keys, row and column light up",
        "keys, the cursor goes on, row and column light up",
        "keys that toggle",
        "keys, givens not selectable",
        "pad, cell first",
        "pad, cell first, row and column light up",
        "pad, cell first, toggles",
        "pad, digit first",
        "pad, either first, for one cell",
        "pad, either first",
        "pad, keys, and a menu over the board",
    ],
)
@settings(max_examples=8, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10_000))
def test_clicks_that_are_lost_in_mid_fill_put_no_digit_into_another_cell(tmp_path: Path, kind: str, seed: int) -> None:
    puzzle, solution = board(seed)
    chance = random.Random(seed)
    program = BoardWindow([*puzzle], solution=solution, **KINDS[kind])
    program.deaf = lambda: program.typed > 3 and chance.random() < 0.1
    outcome = fill(tmp_path, program, pad=bool(program.pad and not program.hides))
    assert (program.mistakes, outcome.ending is Ending.VERIFIED) == (0, program.board == solution), outcome


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize(
    "kind",
    [
        "keys",
        "keys, the cursor goes on",
        "keys, row and column light up",
        "keys, the cursor goes on, row and column light up",
        "keys, a second click deselects",
        "keys, givens not selectable",
    ],
)
@pytest.mark.parametrize("seed", range(4))
def test_clicks_that_are_lost_in_a_learnt_window_put_no_digit_into_another_cell(
    tmp_path: Path, kind: str, seed: int, *, at_once: bool
) -> None:
    """`at_once`: the system takes a click and its key together, as Windows does."""
    puzzle, solution = board(seed)
    chance = random.Random(seed)
    habits = Habits(tmp_path / "habits.json")
    for fills in range(4):
        program = BoardWindow([*puzzle], solution=solution, **KINDS[kind])
        if fills == 3:
            program.deaf = lambda program=program: program.typed > 3 and chance.random() < 0.1
        fake, desk = desk_of(program)
        fake.input.at_once = at_once
        records = Records(tmp_path / "runs", lambda _capture, _path: None, 0)
        outcome = Pilot(desk, TextGame(), profiles_in(tmp_path), records, FakeClock(), habits).fill(Abort())
        assert program.mistakes == 0
        assert fills == 3 or outcome.ending is Ending.VERIFIED, outcome


@pytest.mark.parametrize("kind", [kind for kind in KINDS if "no selection shows" in kind])
@pytest.mark.parametrize("every", [2, 3, 5, 7, 11])
def test_where_no_selection_shows_clicks_that_are_lost_bring_no_wrong_digit(
    tmp_path: Path, kind: str, every: int
) -> None:
    puzzle, solution = board(every)
    clicks = count(1)
    program = BoardWindow([*puzzle], solution=solution, **KINDS[kind], deaf=lambda: next(clicks) % every == 0)
    outcome = fill(tmp_path, program, pad=False)
    assert program.mistakes == 0
    assert all(digit in {0, right} for digit, right in zip(program.board, solution, strict=True)), outcome


@pytest.mark.parametrize("kind", ["keys", "keys, a second click deselects", "pad, cell first"])
@pytest.mark.parametrize("after", [5, 6, 15, 16, 28, 29])
def test_a_click_that_is_lost_is_made_once_more(tmp_path: Path, kind: str, after: int) -> None:
    puzzle, solution = board(7)
    program = BoardWindow([*puzzle], solution=solution, **KINDS[kind])
    lost: list[int] = []

    def deaf() -> bool:
        now = program.typed >= after and not lost
        lost.extend([program.typed] * now)
        return now

    program.deaf = deaf
    outcome = fill(tmp_path, program, pad=bool(program.pad))
    assert lost
    assert (outcome.ending, program.mistakes) == (Ending.VERIFIED, 0), outcome
