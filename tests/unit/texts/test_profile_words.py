"""What a profile will do is told for every way that there is, and of no other game."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gridpilot.geometry import Spot
from gridpilot.plan import Fill, Home, Moves
from gridpilot.profiles.profile import Profile, Rule
from gridpilot.texts.profile_words import effects, rule_text

SUDOKU = Profile("mine", "sudoku", (Rule(class_name=("A",)), Rule(title=("B*", "C"))))
TILES = replace(SUDOKU, game="2048")


def told(profile: Profile) -> dict[str, str]:
    return dict(effects(profile))


@pytest.mark.parametrize("fill", Fill)
def test_each_way_to_fill_says_what_is_pressed_and_clicked(fill):
    facts = told(replace(SUDOKU, fill=fill))
    assert facts["keys"].endswith("Delete to empty a cell")
    assert facts["mouse"].startswith(("a click", "clicks on cells"))
    assert ("arrow keys" in facts["keys"]) == (fill in {Fill.AUTO, Fill.DOM, Fill.ARROWS})
    assert ("Return" in facts["keys"]) == (fill in {Fill.AUTO, Fill.DOM, Fill.PROMPT})


@pytest.mark.parametrize("moves", Moves)
def test_each_way_to_move_says_what_is_pressed_or_dragged(moves):
    facts = told(replace(TILES, moves=moves))
    assert "digits" not in facts["keys"]
    assert (facts["keys"] == "none") == (moves is Moves.DRAG)
    assert (facts["mouse"] == "none") == (moves not in {Moves.DRAG, Moves.AUTO})


def test_keys_that_a_profile_names_are_all_told():
    facts = told(replace(SUDOKU, fill=Fill.ARROWS, home=Home.HJKL, confirm="Tab", erase="KP_0", hotkey="ctrl+f5"))
    for part in ("h, j, k and l", "Tab after each digit", "KP_0 to empty a cell"):
        assert part in facts["keys"]
    assert facts["mouse"] == "none"
    assert facts["hotkey"] == "Ctrl+F5"
    assert "Return where the game asks" in told(replace(TILES, keep_going="Return"))["keys"]


def test_buttons_are_told_with_their_places_and_each_rule_by_itself():
    placed = replace(SUDOKU, buttons={"digit-1": Spot(0.1, 0.956), "erase": Spot(0.5, 1.0)})
    assert told(placed)["mouse"].endswith("in per cent of the window: 1 at 10/96, erase at 50/100")
    assert [text for name, text in effects(SUDOKU) if name == "windows"] == ['class "A"', 'title "B*" or "C"']
    assert rule_text(Rule(class_name=("A",), unless=(Rule(title=("B",)),))) == 'class "A", but not title "B"'
