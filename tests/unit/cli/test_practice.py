"""Every board to practise on is a game's, and the menu, the command line and the window know the same ones."""

import importlib

import pytest

from gridpilot.cli import practice
from gridpilot.cli.parser import parser
from gridpilot.games import FIRST, GAMES
from gridpilot.service import pages
from gridpilot.texts import menu_words


def test_boards_belong_to_games_and_a_newcomer_is_offered_one():
    assert set(practice.BOARDS) <= set(GAMES)
    assert f"practice-{FIRST}" == pages.TRY_IT
    assert pages.TRY_IT in pages.COMMANDS


@pytest.mark.parametrize("name", practice.BOARDS)
def test_a_board_has_a_verb_a_line_in_the_menu_and_a_command(name):
    given = parser().parse_args(["practice", name])
    assert given.game == name
    assert menu_words.menu_labels()[f"practice-{name}"]
    assert pages.COMMANDS[f"practice-{name}"] == ("gridpilot", "practice", name)


@pytest.mark.parametrize("page", pages.FORMS)
def test_a_page_is_a_module_that_fills_a_window(page):
    pytest.importorskip("tkinter")
    assert importlib.import_module(f"gridpilot.gui.pages.{page.replace('-', '_')}").fill
