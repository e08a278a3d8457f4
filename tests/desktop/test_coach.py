"""The next step of a board in another program's window: nothing is typed there, and the user's own digits count."""

import json
import re
import subprocess

import pytest
from games import start_practice
from playing import ready
from resident import gridpilot
from truth import PUZZLES
from virtual import desktop, wait_for

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]


@pytest.fixture(scope="module")
def desk():
    with desktop(wm="openbox", bus=False) as started:
        yield started


@pytest.fixture
def game(desk):
    game = start_practice(desk, PUZZLE)
    ready(desk, game.window)
    yield game
    desk.close_window(game.window)


def ask(desk, *words):
    done = subprocess.run(gridpilot(*words, "--json"), env=desk.env, capture_output=True, text=True, timeout=120)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def index(cell):
    row, column = re.fullmatch(r"r(\d)c(\d)", cell).groups()
    return 9 * int(row) + int(column) - 10


def test_a_hint_is_of_the_board_in_the_window_and_types_nothing(desk, game):
    code, [step] = ask(desk, "hint", "--window", str(game.window))
    assert code == 0
    for cell, digit in step["places"]:
        assert (PUZZLE.givens[index(cell)], PUZZLE.solution[index(cell)]) == (".", str(digit))
    assert step["places"] or step["removes"]
    assert game.board() == PUZZLE.givens


def test_the_way_goes_on_from_the_users_own_digits(desk, game):
    first = PUZZLE.givens.index(".")
    enter(desk, game, first, PUZZLE.solution[first])
    code, steps = ask(desk, "explain", "--window", str(game.window))
    assert code == 0
    placed = {index(cell) for step in steps for cell, _ in step["places"]}
    assert placed == {at for at, sign in enumerate(PUZZLE.givens) if sign == "." and at != first}


def test_a_wrong_digit_of_the_users_is_named_first_and_the_right_one_is_not_told(desk, game):
    first = PUZZLE.givens.index(".")
    seen = {PUZZLE.givens[at] for at in range(81) if at // 9 == first // 9 or at % 9 == first % 9}
    box = [at for at in range(81) if at // 27 == first // 27 and at % 9 // 3 == first % 9 // 3]
    wrong = next(d for d in "123456789" if d not in seen | {PUZZLE.givens[at] for at in box} | {PUZZLE.solution[first]})
    enter(desk, game, first, wrong)
    code, [told] = ask(desk, "hint", "--window", str(game.window))
    assert code == 1
    said = told["error"]["message"]
    assert f"r{first // 9 + 1}c{first % 9 + 1}" in said
    assert "cannot be right" in said
    assert PUZZLE.solution[first] not in re.sub(r"r\dc\d", "", said)


def enter(desk, game, at, digit):
    """Its first blank is selected from the start."""
    desk.hand.tap(digit)
    wait_for(lambda: game.board()[at] == digit, what="the digit")
