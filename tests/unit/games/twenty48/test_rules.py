"""The rules: slides, merges, spawns and ends on boards of any size."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridpilot.games.twenty48.rules import FEWEST, MOST, Rules, empty, lines
from gridpilot.plan import Move

RULES = Rules()
SIDES = st.integers(FEWEST, MOST)


@st.composite
def boards(draw):
    rows, columns = draw(SIDES), draw(SIDES)
    cells = st.sampled_from([0, 0, 2, 2, 4, 4, 8, 16, 2048])
    return tuple(draw(st.lists(cells, min_size=rows * columns, max_size=rows * columns))), columns


def mirrored(board, columns):
    return tuple(value for start in range(0, len(board), columns) for value in board[start : start + columns][::-1])


def transposed(board, columns):
    return tuple(board[start] for first in range(columns) for start in range(first, len(board), columns))


@pytest.mark.parametrize(
    ("line", "slid", "gained"),
    [
        ((0, 0, 0, 2), (2, 0, 0, 0), 0),
        ((2, 0, 0, 2), (4, 0, 0, 0), 4),
        ((2, 2, 2, 2), (4, 4, 0, 0), 8),
        ((0, 2, 2, 2), (4, 2, 0, 0), 4),
        ((4, 2, 2, 0), (4, 4, 0, 0), 4),
        ((2, 2, 4, 0), (4, 4, 0, 0), 4),
        ((2, 4, 2, 4), (2, 4, 2, 4), 0),
        ((65536, 65536, 0, 0), (131072, 0, 0, 0), 131072),
    ],
)
def test_a_line_slides_to_its_front_and_merges_each_tile_once(line, slid, gained):
    assert RULES.slide(line, 4, Move.LEFT) == (slid, gained)


def test_all_four_moves_of_one_board():
    board = (2, 0, 2, 4, 4, 4)
    assert {move: RULES.slide(board, 3, move)[0] for move in Move} == {
        Move.UP: (2, 4, 2, 4, 0, 4),
        Move.DOWN: (2, 0, 2, 4, 4, 4),
        Move.LEFT: (4, 0, 0, 8, 4, 0),
        Move.RIGHT: (0, 0, 4, 0, 4, 8),
    }
    assert RULES.moves(board, 3) == (Move.UP, Move.RIGHT, Move.LEFT)


@given(boards(), st.sampled_from(Move))
def test_a_slide_keeps_the_sum_of_the_tiles(position, move):
    board, columns = position
    after, gained = RULES.slide(board, columns, move)
    assert sum(after) == sum(board)
    kept = Counter(after)
    kept.subtract(board)
    assert gained == sum(RULES.slide(line, len(line), Move.LEFT)[1] for line in _read(board, columns, move))
    assert (gained > 0) == (len(empty(after)) > len(empty(board)))


def _read(board, columns, move):
    return [tuple(board[cell] for cell in line) for line in lines(len(board) // columns, columns, move)]


@given(boards())
def test_a_mirrored_board_slides_the_mirrored_way(position):
    board, columns = position
    for move, other in ((Move.LEFT, Move.RIGHT), (Move.UP, Move.UP), (Move.DOWN, Move.DOWN)):
        after, gained = RULES.slide(board, columns, move)
        assert RULES.slide(mirrored(board, columns), columns, other) == (mirrored(after, columns), gained)


@given(boards())
def test_a_transposed_board_slides_the_transposed_way(position):
    board, columns = position
    rows = len(board) // columns
    for move, other in ((Move.LEFT, Move.UP), (Move.RIGHT, Move.DOWN), (Move.DOWN, Move.RIGHT)):
        after, gained = RULES.slide(board, columns, move)
        assert RULES.slide(transposed(board, columns), rows, other) == (transposed(after, columns), gained)


@given(boards(), st.sampled_from(Move), st.integers())
def test_what_spawns_is_among_the_successors(position, move, seed):
    board, columns = position
    slid, _ = RULES.slide(board, columns, move)
    after = list(RULES.successors(board, columns, move))
    if slid == board:
        assert after == []
    else:
        assert RULES.spawned(slid, Random(seed)) in after
        assert len(set(after)) == len(after) == 2 * len(empty(slid))


@given(boards())
def test_a_game_is_over_when_no_move_changes_the_board(position):
    board, columns = position
    pairs = [
        (a, b) for line in _read(board, columns, Move.LEFT) + _read(board, columns, Move.UP) for a, b in pairwise(line)
    ]
    assert RULES.over(board, columns) == ((0 not in board and all(a != b for a, b in pairs)) or not any(board))


@given(SIDES, SIDES, st.integers())
def test_a_game_starts_with_two_tiles_that_the_seed_decides(rows, columns, seed):
    board = RULES.start(rows, columns, Random(seed))
    assert len(board) == rows * columns
    assert sum(value > 0 for value in board) == 2
    assert set(board) <= {0, 2, 4}
    assert board == RULES.start(rows, columns, Random(seed))


def test_tiles_spawn_by_their_odds():
    rng, often = Random(1), Rules(spawns=((2, 0.25), (4, 0.75)))
    counts = Counter(sum(often.spawned((0, 0, 0, 0), rng)) for _ in range(4000))
    assert 900 < counts[2] < 1100
    assert counts[2] + counts[4] == 4000


def test_the_target_is_a_parameter():
    assert Rules(target=256).won((0, 256, 2, 4))
    assert Rules(target=256).won((0, 512, 2, 4))
    assert not RULES.won((0, 1024, 2, 4))


def fibonacci(one, other):
    """Neighbours in 1, 2, 3, 5, 8 ... merge into the next; of equals only two ones."""
    series = [1, 1, 2, 3, 5, 8, 13, 21, 34, 55]
    return one + other if any({one, other} == {a, b} for a, b in pairwise(series)) else 0


def test_the_merge_is_a_parameter():
    rules = Rules(spawns=((1, 1.0),), target=21, merge=fibonacci)
    assert rules.slide((1, 1, 2, 3), 4, Move.LEFT) == ((2, 5, 0, 0), 7)
    assert rules.slide((2, 2, 1, 0), 4, Move.LEFT) == ((2, 3, 0, 0), 3)
    assert rules.moves((2, 2, 5, 5), 2) == ()


def test_the_tiles_of_a_game_follow_from_its_spawns_and_merges():
    assert RULES.tiles(5) == (2, 4, 8, 16, 32)
    assert Rules(spawns=((3, 1.0),)).tiles(3) == (3, 6, 12)
    assert Rules(spawns=((1, 1.0),), merge=fibonacci).tiles(6) == (1, 2, 3, 5, 8, 13)
    assert Rules(merge=lambda one, other: 0).tiles(9) == (2, 4)
