"""Every way in which a job can end has a sentence: what, where, and what to do next."""

import pytest

from gridpilot.desktop import HotkeyState
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.texts import words
from gridpilot.texts.messages import cell_names, game_won, outcome_sentence, won_too_soon

CELLS = (Cell(3, 6), Cell(4, 0))


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_a_sentence(ending):
    sentence = outcome_sentence(Outcome(ending, "sudoku", window="Sudoku", cells=CELLS, blanks=51, filled=49))
    assert sentence.endswith(".")
    assert "None" not in sentence
    assert "{" not in sentence


@pytest.mark.parametrize("ending", [Ending.DOUBTFUL, Ending.UNSOLVABLE, Ending.AMBIGUOUS, Ending.MISSED])
def test_endings_that_speak_of_cells_name_them_as_people_count(ending):
    assert "r4c7 and r5c1" in outcome_sentence(Outcome(ending, "sudoku", cells=CELLS))


@pytest.mark.parametrize("reason", StopReason)
def test_every_stop_says_why_and_where_and_no_two_say_the_same(reason):
    def say(why):
        return outcome_sentence(Outcome(Ending.STOPPED, "sudoku", reason=why, at=Cell(3, 6), filled=12, blanks=51))

    assert "r4c7" in say(reason)
    assert "12 of 51" in say(reason)
    assert [why for why in StopReason if say(why) == say(reason)] == [reason]


def test_a_stop_before_the_first_cell_names_no_cell():
    sentence = outcome_sentence(Outcome(Ending.STOPPED, "sudoku", reason=StopReason.ESCAPE))
    assert sentence == "Stopped: Esc was pressed. Press the key again to go on from here."


def test_verified_says_how_many_and_how_long():
    done = Outcome(Ending.VERIFIED, "sudoku", blanks=51, filled=51, ms={"total": 1234.0})
    assert outcome_sentence(done) == "51 of 51 cells filled and checked. It took 1.2 s."


def test_of_a_game_that_is_won_it_says_what_to_click_and_nothing_of_files():
    for told in (game_won(), won_too_soon()):
        assert "click" in told
        assert "Teach this window" in told
        assert "[" not in told


def test_a_full_board_is_said_to_be_full():
    assert "already full" in outcome_sentence(Outcome(Ending.VERIFIED, "sudoku"))


def test_without_a_focused_window_it_says_to_click_into_the_game():
    assert "Click into the game" in outcome_sentence(Outcome(Ending.NO_BOARD, "sudoku"))


def test_blocked_says_what_was_refused():
    assert "no permission" in outcome_sentence(Outcome(Ending.BLOCKED, "sudoku", detail="no permission."))


@pytest.mark.parametrize(
    ("count", "names"),
    [
        (0, "no cell in particular"),
        (1, "r1c1"),
        (2, "r1c1 and r1c2"),
        (5, "r1c1, r1c2, r1c3, r1c4 and r1c5"),
        (6, "r1c1, r1c2, r1c3, r1c4 and 2 more"),
        (9, "r1c1, r1c2, r1c3, r1c4 and 5 more"),
    ],
)
def test_many_cells_are_counted_not_listed(count, names):
    assert cell_names([Cell(0, col) for col in range(count)]) == names


@pytest.mark.parametrize("ending", [Ending.DOUBTFUL, Ending.NO_BOARD])
def test_a_window_without_a_profile_is_offered_to_be_taught(ending):
    def say(profile):
        return outcome_sentence(Outcome(ending, "sudoku", profile=profile, window="Sudoku", cells=CELLS))

    assert "gridpilot teach" in say("automatic")
    assert "gridpilot teach" not in say("gnome-sudoku")


def test_a_key_that_works_at_a_price_is_said_with_the_price_and_the_way_out():
    state = HotkeyState("solve", "ctrl+alt+s", live=True, reason="Polish types 'ś' with it", instead="ctrl+super+s")
    assert words.hotkey_line(state).endswith(
        "(but Polish types 'ś' with it; Ctrl+Super+S is free: gridpilot config edit)"
    )


def test_where_no_key_can_work_the_reason_is_told_once_and_no_verb_that_needs_a_window():
    reason = "There is a way: `gridpilot solve --image` works here, too."
    keys = [HotkeyState(action, "ctrl+alt+s", live=False, reason=reason) for action in ("solve", "play")]
    assert words.hotkeys_line(keys) == f"hotkeys: none works: {reason}"
    assert "Or use" not in words.hotkey_line(keys[0])
    assert "Or use" in words.hotkey_line(HotkeyState("solve", "ctrl+alt+s", live=False, reason="it is taken"))
