"""Real games, the real Ctrl+Alt+S: the board ends solved, by the game's own word, and gridpilot says so.

Window managers, layouts, scales and themes are spread over the games so that each pair of them meets at least once.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from firefox import start_firefox
from games import (
    Game,
    ksudoku_is_solved,
    start_gnome_sudoku,
    start_ksudoku,
    start_nudoku,
    start_page,
    start_practice,
    start_solo,
    start_solo_form,
)
from playing import session
from truth import FORMS, HARD, PUZZLES, Form, Puzzle
from virtual import Desktop, desktop, wait_for

pytestmark = pytest.mark.gui

LARGE = (1800, 1560)  # room for a window at scale 2


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    start: Callable[[Desktop, Puzzle], Game]
    puzzle: Puzzle
    wm: str
    layout: str
    size: tuple[int, int] = (1280, 1024)


def page(name: str, **options: Any) -> Callable[[Desktop, Puzzle], Game]:
    return lambda desk, puzzle: start_page(desk, name, puzzle, **options)


def firefox(name: str, **options: Any) -> Callable[[Desktop, Puzzle], Game]:
    return lambda desk, puzzle: start_firefox(desk, name, puzzle, **options)


CASES = (
    Case("gnome-sudoku", start_gnome_sudoku, PUZZLES[0], "openbox", "us"),
    Case("gnome-sudoku, scale 2", partial(start_gnome_sudoku, scale=2), PUZZLES[1], "xfwm4", "fr", LARGE),
    Case("gnome-sudoku, dark", partial(start_gnome_sudoku, dark=True), PUZZLES[2], "openbox", "ru"),
    Case("gnome-sudoku, hard", start_gnome_sudoku, HARD, "xfwm4", "us,ru"),
    Case("solo", start_solo, PUZZLES[3], "xfwm4", "us"),
    Case("solo, scale 2", partial(start_solo, scale=2), PUZZLES[2], "openbox", "fr", LARGE),
    Case("nudoku", start_nudoku, PUZZLES[1], "openbox", "fr"),
    Case("nudoku, scale 2, dark", partial(start_nudoku, scale=2, dark=True), PUZZLES[3], "xfwm4", "ru", LARGE),
    Case("page of inputs", page("inputs.html"), PUZZLES[0], "xfwm4", "fr"),
    Case("page of inputs, text cursor, app", page("inputs.html", app=True, caret="1"), PUZZLES[2], "openbox", "us"),
    Case(
        "page of inputs, dark, scale 1.5", page("inputs.html", scale=1.5, dark="1"), PUZZLES[1], "openbox", "ru", LARGE
    ),
    Case("page with a pad", page("pad.html"), PUZZLES[3], "openbox", "us"),
    Case("page with a pad, digit first", page("pad.html", order="digit-first"), PUZZLES[0], "xfwm4", "ru"),
    Case("page with a pad, dark, scale 2", page("pad.html", scale=2, dark="1"), PUZZLES[2], "xfwm4", "us", LARGE),
    Case("Firefox, page of inputs", firefox("inputs.html"), PUZZLES[1], "openbox", "us"),
    Case(
        "Firefox, page with a pad, dark, scale 1.5",
        firefox("pad.html", scale=1.5, dark="1"),
        PUZZLES[3],
        "xfwm4",
        "fr",
        LARGE,
    ),
    Case("practice", start_practice, PUZZLES[3], "openbox", "ru"),
    Case("practice, dark", partial(start_practice, dark=True), PUZZLES[0], "xfwm4", "fr"),
    Case("practice, scale 2, dark", partial(start_practice, scale=2, dark=True), HARD, "openbox", "us", LARGE),
    Case("practice, no window manager", start_practice, PUZZLES[1], "none", "us"),
)


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}, {case.wm}, {case.layout}")
def test_the_hotkey_fills_the_board_and_the_game_agrees(case: Case):
    start = lambda desk: case.start(desk, case.puzzle)  # noqa: E731 - a name for the parameter
    with desktop(case.size, case.wm, case.layout) as desk, session(desk, start) as play:
        ended = play.press()
        assert (ended["outcome"], ended["cells_filled"]) == ("verified", case.puzzle.blanks), str(ended)
        assert desk.hand.held() == []
        assert play.resident.ask("last")["outcome"] == "verified"
        assert play.game.board() == case.puzzle.solution


FIVE = 38, 145  # on KSudoku's list, in the window that it begins with


@pytest.mark.parametrize(
    ("puzzle", "wm", "layout", "chosen"), [(PUZZLES[0], "openbox", "us", None), (PUZZLES[3], "xfwm4", "ru", FIVE)]
)
def test_ksudoku_is_filled_by_keys_whichever_digit_its_clicks_enter_and_says_that_it_is_solved(
    puzzle, wm, layout, chosen
):
    """Its 1 is chosen from the start, on a list beside a photographic board. The pointer alone moves its cursor."""
    start = lambda desk: Game(start_ksudoku(desk, puzzle), lambda: "")  # noqa: E731 - a name for the parameter
    with desktop((1280, 1024), wm, layout) as desk, session(desk, start) as play:
        play.ready()
        if chosen:
            left, top, *_ = desk.area(play.game.window)
            desk.hand.click(left + chosen[0], top + chosen[1])
        ended = play.press(limit=90)
        assert (ended["outcome"], ended["cells_filled"]) == ("verified", puzzle.blanks), str(ended)
        wait_for(lambda: ksudoku_is_solved(desk), what="KSudoku's own word")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.name)
def test_boards_of_other_sizes_and_jigsaws_are_filled_and_the_game_agrees(form: Form):
    start = lambda desk: start_solo_form(desk, form)  # noqa: E731 - a name for the parameter
    with desktop((1280, 1024), "openbox", "us") as desk, session(desk, start) as play:
        ended = play.press(limit=90)
        assert (ended["outcome"], ended["cells_filled"]) == ("verified", form.blanks), str(ended)
        assert form.completed_by(play.game.board())
