"""The hotkey in the middle of a game: digits and marks stand there, a cell is selected, a popup open, a digit wrong."""

from collections.abc import Callable

import pytest
from games import Game, start_gnome_sudoku, start_nudoku, start_page, start_practice, start_solo
from playing import Session, session
from truth import PUZZLES, Puzzle
from virtual import Desktop, desktop, wait_for

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[2]


def started(start: Callable[[Desktop, Puzzle], Game]) -> Callable[[Desktop], Game]:
    return lambda desk: start(desk, PUZZLE)


def solved(play: Session) -> None:
    ended = play.press()
    assert ended["outcome"] == "verified", str(ended)
    assert play.game.board() == PUZZLE.solution


def home(play: Session) -> None:
    """Focus in the game, its cursor in the top left corner, by keys."""
    play.ready()
    play.desk.hand.tap(*["up"] * 9, *["left"] * 9)


def test_solo_with_its_first_blank_selected():
    """A click on a selected cell would take the selection away, and the digits with it."""
    with desktop() as desk, session(desk, started(start_solo)) as play:
        desk.focus(play.game.window)
        x, y, width, height = desk.area(play.game.window)
        desk.hand.click(x + width // 2 - 144, y + height // 2 - 179)  # r1c2
        desk.hand.text(PUZZLE.solution[1])
        desk.hand.click(x + width // 2 - 96, y + height // 2 - 179)  # r1c3, the first that is blank now
        solved(play)


def test_solo_with_pencil_marks_in_every_blank():
    with desktop(wm="xfwm4") as desk, session(desk, started(start_solo)) as play:
        desk.focus(play.game.window)
        desk.hand.tap("m")
        solved(play)


def test_gnome_sudoku_with_digits_entered_and_one_cell_selected():
    with desktop(layout="fr") as desk, session(desk, started(start_gnome_sudoku)) as play:
        home(play)
        for digit in PUZZLE.solution[1:6]:
            desk.hand.tap("right")
            desk.hand.text(digit)
        solved(play)


def test_gnome_sudoku_with_its_digit_popup_open():
    """It covers cells, and closes when the hotkey takes the keyboard."""
    with desktop() as desk, session(desk, started(start_gnome_sudoku)) as play:
        play.ready()
        x, y, width, _ = desk.area(play.game.window)
        alone = play.picture()
        desk.hand.click(x + width // 2 - 194, y + 110)  # r1c2
        wait_for(lambda: play.picture() != alone, what="the popup")
        solved(play)


def test_nudoku_with_its_cursor_in_the_middle():
    with desktop() as desk, session(desk, started(start_nudoku)) as play:
        home(play)
        desk.hand.tap("right")
        desk.hand.text(PUZZLE.solution[1])
        desk.hand.tap(*["down"] * 4, *["right"] * 5)
        solved(play)


def test_a_page_with_a_digit_entered_and_its_input_focused():
    start = lambda desk: start_page(desk, "inputs.html", PUZZLE)  # noqa: E731 - a name for the parameter
    with desktop() as desk, session(desk, start) as play:
        play.ready()  # a page that is not drawn yet takes no keys
        desk.hand.tap("tab", "tab")
        desk.hand.text(PUZZLE.solution[1])
        wait_for(lambda: play.game.board()[1] == PUZZLE.solution[1])
        solved(play)


@pytest.mark.parametrize("start", [start_gnome_sudoku, start_solo, start_practice])
def test_a_wrong_digit_of_the_users_own_is_pointed_at_and_nothing_is_typed(start: Callable[[Desktop, Puzzle], Game]):
    with desktop() as desk, session(desk, started(start)) as play:
        home(play)
        desk.hand.tap("right")
        desk.hand.text("3")
        ended = play.press()
        assert (ended["outcome"], ended["cells"]) == ("unsolvable", ["r1c2"]), str(ended)
        assert play.game.board() == "13." + PUZZLE.givens[3:]


def test_a_solved_board_is_left_alone():
    with desktop() as desk, session(desk, started(start_practice)) as play:
        solved(play)
        again = play.press()
        assert (again["outcome"], again["cells_blank"]) == ("verified", 0)
        assert play.game.board() == PUZZLE.solution


def test_of_two_games_the_focused_one_is_filled():
    with desktop(wm="xfwm4") as desk, session(desk, started(start_practice)) as play:
        other = start_solo(desk, PUZZLES[0])
        desk.move_window(other.window, 700, 60)
        desk.move_window(play.game.window, 20, 60)
        solved(play)
        assert other.board() == PUZZLES[0].givens
