"""Monte Carlo: random games by the rules, an end to thinking, and choices that make sense."""

from __future__ import annotations

from collections import Counter
from itertools import count
from random import Random

import numpy as np
from best_play import BestPlay
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpilot.games.twenty48.engines.monte_carlo import FIRST_BATCH, MonteCarlo
from gridpilot.games.twenty48.engines.playouts import Playouts
from gridpilot.games.twenty48.engines.ranks import Ranks
from gridpilot.games.twenty48.rules import FEWEST, MOST, Rules
from gridpilot.plan import Move

RULES = Rules()
SIDES = st.integers(FEWEST, MOST)


class Clock:
    """Each look takes a second."""

    def __init__(self):
        self.looks = 0

    def __call__(self):
        self.looks += 1
        return float(self.looks)


def boards_after(board, columns, steps, games=200, rules=RULES):
    """Where random games are after so many moves; the board is a slid one."""
    ranks = Ranks(rules)
    starts = np.repeat(ranks.of(board)[:, None], games, axis=1)
    looks = count()
    out_of_time = (lambda: False) if steps is None else (lambda: next(looks) >= steps)
    played = Playouts(ranks, starts, columns, np.random.default_rng(1)).run(out_of_time)
    return [tuple(int(ranks.values[rank]) for rank in game) for game in played.boards.T], played


def turned(board):
    return board[::-1]


@given(SIDES, SIDES, st.integers(0, 1000), st.integers(0, 30))
@settings(max_examples=20, deadline=None)
def test_a_random_move_is_one_of_the_rules(rows, columns, seed, moves):
    board = RULES.start(rows, columns, Random(seed))
    for _ in range(moves):
        if legal := RULES.moves(board, columns):
            board = RULES.spawned(RULES.slide(board, columns, legal[0])[0], Random(seed))
    if 0 not in board:
        return
    spawned, _ = boards_after(board, columns, 0, games=60)
    moved, played = boards_after(board, columns, 1, games=60)
    reached = {after for one in set(spawned) for move in Move for after in RULES.successors(one, columns, move)}
    waited = {one for one in set(moved) if one in spawned or turned(one) in spawned}  # it found no move that it tried
    assert all(one in reached or turned(one) in reached for one in set(moved) - waited)
    ended = {one for one, count in zip(moved, played.moves, strict=True) if count == 0}
    assert all(RULES.over(one, columns) for one in ended)


def test_every_move_is_tried_and_every_cell_gets_tiles():
    after, _ = boards_after((0, 0, 2, 0, 0, 0, 0, 0, 0), 3, 0, games=4000)
    new = Counter(tuple(np.flatnonzero(np.array(board) != (0, 0, 2, 0, 0, 0, 0, 0, 0))) for board in after)
    assert len(new) == 8
    assert all(400 < count < 600 for count in new.values())
    assert 300 < sum(4 in board for board in after) < 500


def test_games_go_on_to_their_end():
    boards, played = boards_after((2, 0, 0, 0), 2, None)
    assert all(RULES.over(board, 2) for board in boards)
    assert not played.cut_short
    assert 3 < played.moves.mean() < 30


def test_another_merge_is_played_by_its_table():
    def threes(one, other):
        return one + other if {one, other} == {1, 2} or (one == other > 2) else 0

    rules = Rules(spawns=((1, 0.5), (2, 0.5)), merge=threes)
    boards, _ = boards_after((1, 2, 0, 3, 0, 0), 3, None, games=50, rules=rules)
    assert all(rules.over(board, 3) for board in boards)
    assert {value for board in boards for value in board} >= {1, 2, 3, 6}
    assert MonteCarlo(rules, 1).choose((1, 2, 2, 2), 2, 1.0) in rules.moves((1, 2, 2, 2), 2)


@given(SIDES, SIDES, st.integers(0, 1000))
@settings(max_examples=25, deadline=None)
def test_a_choice_is_legal_on_any_board(rows, columns, seed):
    board = RULES.start(rows, columns, Random(seed))
    player = MonteCarlo(RULES, seed, Clock())
    assert player.choose(board, columns, 6.0) in RULES.moves(board, columns)


def test_where_nothing_moves_there_is_no_choice():
    assert MonteCarlo(RULES, 1).choose((2, 4, 4, 2), 2, 1.0) is None


def test_thinking_ends_before_the_next_step_would_be_late():
    clock = Clock()
    MonteCarlo(RULES, 1, clock).choose((2, 2, 0, 0, 0, 0, 0, 0, 4), 3, 20.0)
    assert 15 < clock.looks <= 21


def test_without_time_a_legal_move_comes_all_the_same():
    clock = Clock()
    assert MonteCarlo(RULES, 1, clock).choose((2, 2, 0, 0), 2, 0.0) in Move
    assert clock.looks < 6


def test_more_time_means_more_games():
    played = []

    class Counting(MonteCarlo):
        def _play(self, boards, columns, deadline):
            played[-1] += boards.shape[1]
            return super()._play(boards, columns, deadline)

    for budget in (100.0, 2000.0):
        played.append(0)
        Counting(RULES, 1, Clock()).choose((2, 2, 0, 0), 2, budget)
    assert FIRST_BATCH <= played[0] < played[1] / 2


def test_the_choice_costs_little_of_what_best_play_would_get():
    best, player = BestPlay(RULES, 2), MonteCarlo(RULES, 1)
    boards = Random(1).sample([board for board in best.boards(4) if len(RULES.moves(board, 2)) > 1], 24)
    lost = thrown = 0.0
    for board in boards:
        player.clock = Clock()
        lost += best.worth(board) - best.value(board, player.choose(board, 2, 120.0))
        moves = RULES.moves(board, 2)
        thrown += best.worth(board) - sum(best.value(board, move) for move in moves) / len(moves)
    assert lost < thrown / 2


def test_the_seed_decides_what_chance_does():
    def moves(seed):
        player = MonteCarlo(RULES, seed, Clock())
        return [player.choose((2, 0, 0, 0, 0, 0, 0, 0, 4), 3, 9.0) for _ in range(12)]

    assert moves(1) == moves(1)
