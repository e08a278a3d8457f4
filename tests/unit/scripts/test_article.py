"""The second article's way of playing 2048: compiled, it is the same."""

import numpy as np
import pytest
from article_2048 import PureArticle, share
from article_compiled import CompiledArticle, total

from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

BOARDS = (
    (0, 0, 0, 2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0),
    (2, 4, 8, 16, 0, 2, 4, 128, 2, 0, 2, 64, 0, 4, 0, 256),
    (2, 4, 8, 2, 4, 64, 16, 4, 8, 128, 256, 32, 2, 512, 1024, 1024),
    (4, 2, 16, 2, 8, 64, 16, 4, 2, 128, 256, 32, 4, 512, 2048, 0),
)


@pytest.mark.parametrize("seed", [1, 2, 3])
@pytest.mark.parametrize("board", BOARDS)
def test_the_compiled_article_chooses_the_same_move_from_the_same_random_numbers(board, seed):
    chance = np.random.RandomState(seed)
    pure, compiled = PureArticle(0, 60, chance), CompiledArticle(seed, 60)
    assert compiled.choose(board, 4, 1.0) is pure.choose(board, 4, 1.0)
    move = Rules().moves(board, 4)[0]  # and goes on with the same numbers, to the same sum
    slid = Rules().slide(board, 4, move)[0]
    assert total(compiled.lines, compiled.number(board, 4, move), 20) == round(pure.mean(slid, 4, 20) * 20)


def test_a_full_board_gets_fewer_random_games_and_each_move_as_many():
    assert share((2,) * 8 + (0,) * 8, 5000, 2) == 1250
    assert share((2,) * 16, 5000, 2) == 500


def test_a_move_that_is_the_only_one_needs_no_random_game():
    board = (2, 4, 8, 16, *(0,) * 12)
    assert Rules().moves(board, 4) == (Move.DOWN,)
    assert CompiledArticle(1, 1).choose(board, 4, 1.0) is Move.DOWN
