"""The book of best moves for 3 x 3."""

from __future__ import annotations

from random import Random

import pytest

from gridpilot.games.twenty48.engines.book import Book
from gridpilot.games.twenty48.rules import Rules

RULES = Rules()
PERFECT = 5468.49  # points of a game, as published for 3 x 3 (Yamashita and others 2022)


class Other:
    """Chooses what no good player would, and remembers being asked."""

    name = "other"

    def __init__(self):
        self.asked = []

    def choose(self, board, columns, budget):
        self.asked.append(board)
        return RULES.moves(board, columns)[-1]


@pytest.fixture
def player():
    return Book(RULES, Other())


def game(player, seed):
    """The boards of a game, and its score."""
    rng = Random(seed)
    board, boards, score = RULES.start(3, 3, rng), [], 0
    while (move := player.choose(board, 3, 0.01)) is not None:
        boards.append(board)
        slid, gained = RULES.slide(board, 3, move)
        board, score = RULES.spawned(slid, rng), score + gained
    return boards, score


def test_games_by_the_book_are_perfect_ones_and_hardly_leave_it(player):
    assert player.mean == pytest.approx(PERFECT, abs=0.01)
    played = [game(player, seed) for seed in range(60)]
    moves = sum(len(boards) for boards, _ in played)
    assert len(player._other.asked) < moves / 200
    assert sum(score for _, score in played) / len(played) > 0.8 * PERFECT


def test_the_same_move_is_best_from_every_side(player):
    for board in game(player, 7)[0][::9]:
        rows = [board[0:3], board[3:6], board[6:9]]
        sides = [board, sum(rows[::-1], ()), sum((row[::-1] for row in rows), ()), sum(zip(*rows, strict=True), ())]
        results = {player._key(RULES.slide(side, 3, player.choose(side, 3, 0.01))[0]) for side in sides}
        assert len(results) == 1


def test_what_the_book_does_not_hold_is_left_to_the_other(player):
    for board in ((2048, 0, 2, 2, 0, 0, 0, 0, 0), (512, 2, 512, 4, 8, 4, 512, 2, 0)):
        assert player.choose(board, 3, 0.01) == RULES.moves(board, 3)[-1]
        assert player._other.asked[-1] == board
    assert player.choose((2, 4, 2, 4, 2, 4, 2, 4, 2), 3, 0.01) is None
