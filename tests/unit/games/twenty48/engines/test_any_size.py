"""The search for boards of any size."""

from __future__ import annotations

from random import Random

import pytest
from best_play import BestPlay
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpilot.errors import GridpilotError
from gridpilot.games.twenty48.engines.any_size import Wide
from gridpilot.games.twenty48.rules import FEWEST, MOST, Rules

RULES = Rules()
SIDES = st.integers(FEWEST, MOST)
ENDLESS = 60.0  # seconds: the nodes are the limit


@given(SIDES, SIDES, st.integers(0, 1000))
@settings(max_examples=30, deadline=None)
def test_a_choice_is_legal_on_any_board(rows, columns, seed):
    rng = Random(seed)
    board = tuple(rng.choice([0, 2, 4, 8, 1 << 20]) for _ in range(rows * columns))
    move = Wide(RULES, 500).choose(board, columns, ENDLESS)
    assert move in RULES.moves(board, columns) if RULES.moves(board, columns) else move is None


def test_nodes_are_a_limit():
    player = Wide(RULES, 10_000)
    assert player.choose((2, 2, *(0,) * 23), 5, ENDLESS) in RULES.moves((2, 2, *(0,) * 23), 5)
    assert 0 < player.judged < 12_000


def test_a_choice_within_a_limit_of_nodes_is_repeatable():
    rng = Random(5)
    boards = [tuple(rng.choice([0, 2, 4, 8, 16, 64]) for _ in range(12)) for _ in range(20)]
    first, second = Wide(RULES, 2000), Wide(RULES, 2000)
    assert [first.choose(b, 4, ENDLESS) for b in boards] == [second.choose(b, 4, ENDLESS) for b in reversed(boards)][
        ::-1
    ]


@pytest.mark.parametrize("budget", [0.0, -1.0])
def test_without_time_a_legal_move_comes_all_the_same(budget):
    player = Wide(RULES)
    board = (2, 4, 8, 2, 0, 0, 2, 2, 4)
    assert player.choose(board, 3, budget) in RULES.moves(board, 3)
    assert player.judged < 10_000


def test_the_choice_costs_little_of_what_best_play_would_get():
    best, player = BestPlay(RULES, 2), Wide(RULES, 20_000)
    boards = [board for board in best.boards(4) if len(RULES.moves(board, 2)) > 1]
    lost = [best.worth(board) - best.value(board, player.choose(board, 2, ENDLESS)) for board in boards]
    share = sum(lost) / sum(best.worth(board) for board in boards)
    assert share < 0.05


def test_another_merge_is_searched_by_its_table():
    def threes(one, other):
        return one + other if {one, other} == {1, 2} or (one == other > 2) else 0

    rules = Rules(spawns=((1, 0.5), (2, 0.5)), merge=threes)
    assert Wide(rules, 500).choose((1, 1, 3, 6, 2, 2, 6, 3, 1), 3, ENDLESS) in rules.moves(
        (1, 1, 3, 6, 2, 2, 6, 3, 1), 3
    )
    assert Wide(rules, 500).choose((1, 1, 1, 1), 2, ENDLESS) is None


def test_rules_with_too_many_kinds_of_tiles_are_left_to_monte_carlo():
    with pytest.raises(GridpilotError, match="9 kinds"):
        Wide(Rules(spawns=tuple((2**n, 1 / 9) for n in range(1, 10))))
