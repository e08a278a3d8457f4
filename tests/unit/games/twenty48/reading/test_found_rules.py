"""The rules of a game, found from what its moves do."""

from dataclasses import replace

import pytest

from gridpilot.games.protocols import Seen
from gridpilot.games.twenty48.reading.move_tracker import explained, track
from gridpilot.games.twenty48.rules import Merging, Rules
from gridpilot.plan import Move

RULES = Rules()
EMPTY = (0,) * 12


@pytest.mark.parametrize(
    ("line", "merging", "slid"),
    [
        ((2, 2, 2, 0), Merging.NEAR_FIRST, (4, 2, 0, 0)),
        ((2, 2, 2, 0), Merging.FAR_FIRST, (2, 4, 0, 0)),
        ((2, 2, 2, 2), Merging.ONCE, (4, 2, 2, 0)),
        ((2, 2, 4, 4), Merging.ONCE, (4, 4, 4, 0)),
        ((2, 2, 4, 8), Merging.IN_A_ROW, (16, 0, 0, 0)),
        ((2, 2, 2, 2), Merging.IN_A_ROW, (8, 0, 0, 0)),
        ((2, 8, 0, 2), Merging.ACROSS, (4, 8, 0, 0)),
        ((2, 8, 4, 2), Merging.ACROSS, (4, 8, 4, 0)),  # where no other kind has a move
        ((2, 8, 2, 4), Merging.ACROSS, (8, 8, 0, 0)),
        ((0, 0, 2, 2), Merging.ONE_STEP, (0, 2, 2, 0)),
        ((2, 2, 0, 8), Merging.ONE_STEP, (4, 0, 8, 0)),
        ((0, 2, 4, 4), Merging.ONE_STEP, (2, 4, 4, 0)),
    ],
)
def test_merges_are_found_by_the_board_that_they_lead_to(line, merging, slid):
    rules, step = explained(RULES, (*line, *EMPTY), 4, Move.LEFT, (*slid, 0, 0, 2, *(0,) * 9))
    assert rules == replace(RULES, merging=merging)
    assert (step.move, step.board) == (Move.LEFT, (*slid, 0, 0, 2, *(0,) * 9))
    assert (step.spawn is not None) == (merging is Merging.NEAR_FIRST)


@pytest.mark.parametrize(
    ("new", "spawns", "counts"), [((512,), {2, 4, 512}, (1,)), ((2, 2), {2, 4}, (1, 2)), ((), {2, 4}, (1,))]
)
def test_tiles_that_appear_are_found_and_remembered(new, spawns, counts):
    board = (4, 0, 0, 0, *new, *(0,) * (12 - len(new)))
    rules, step = explained(RULES, (2, 2, 0, 0, *EMPTY), 4, Move.LEFT, board)
    assert ({value for value, _ in rules.spawns}, rules.counts) == (spawns, counts)
    assert (step.board, step.spawn) == (board, None)


def test_a_tile_that_is_shown_only_once_it_has_slid_is_found_and_remembered():
    """As where the board is drawn before the new tile is put on it: here the tile has merged."""
    after = (8, 0, 0, 0, 2, *EMPTY[1:])
    rules, step = explained(RULES, (4, 0, 0, 0, 0, 2, *EMPTY[2:]), 4, Move.LEFT, after)
    assert (rules, step.board, step.spawn) == (replace(RULES, unseen=True), after, None)
    before, merged = (8, 0, 0, 0, 2, *EMPTY[1:]), (8, 0, 0, 0, 4, *EMPTY[1:])
    assert track(rules, before, 4, Move.LEFT, merged).seen is Seen.MOVED
    assert track(RULES, before, 4, Move.LEFT, merged).seen is Seen.UNKNOWN
    assert track(rules, before, 4, Move.LEFT, (8, 2, 0, 0, 2, *EMPTY[1:])).seen is Seen.MOVED


def test_tiles_on_their_way_are_not_taken_for_a_rule():
    """Once they have gone one cell, all tiles may be seen in cells: only after the slide a new one comes."""
    before, on_their_way = (0, 0, 2, 4, *EMPTY), (0, 2, 4, 0, *EMPTY)
    assert explained(RULES, before, 4, Move.LEFT, on_their_way) is None
    assert explained(RULES, before, 4, Move.LEFT, (*on_their_way[:-1], 2)) is not None


def test_a_board_that_no_rule_of_the_family_leads_to_stays_unexplained():
    assert explained(RULES, (2, 2, 0, 0, *EMPTY), 4, Move.LEFT, (0, 0, 0, 4, *EMPTY)) is None
    assert explained(RULES, (2, 4, 0, 0, *EMPTY), 4, Move.LEFT, (2, 4, 2, 0, *EMPTY)) is None  # the move does nothing
