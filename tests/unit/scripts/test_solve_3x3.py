"""Small boards of 2048 solved exactly, against brute force."""

from __future__ import annotations

from collections import defaultdict

import numpy as np
import pytest
import solve_3x3
from best_play import BestPlay

from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

RULES = Rules()
EVEN = Rules(spawns=((2, 0.5), (4, 0.5)))


class Solved:
    """A board of two rows, solved; its moves by position."""

    def __init__(self, rules, columns):
        self.shape, self.columns, self.best = solve_3x3.Shape.of(2, columns), columns, {}
        self.odds = tuple(share for _, share in rules.spawns)
        self.mean = solve_3x3.solve(2, columns, self.odds, lambda layer, *kept: self.best.update({layer: kept}))

    def key(self, board):
        return int((self.shape.weights @ [max(value.bit_length() - 1, 0) for value in board]).min())

    def move(self, board):
        """The index of the best move on the board of the position's key; FORCED where there is no choice."""
        keys, moves = self.best[sum(board) // 2]
        place = np.searchsorted(keys, self.key(board))
        assert keys[place] == self.key(board)
        return int(moves[place])

    def after(self, board, rules):
        """What the best move makes of the board's twin, the one whose own key is the position's."""
        key, base = self.key(board), self.shape.base
        ranks = [key // int(power) % base for power in self.shape.weights[0]]
        twin = tuple(2**rank if rank else 0 for rank in ranks)
        move = self.move(board)
        legal = rules.moves(twin, self.columns)
        chosen = legal[0] if move == solve_3x3.FORCED else tuple(Move)[move]
        return twin, chosen


@pytest.mark.parametrize("rules", [RULES, EVEN], ids=["plain", "even"])
def test_the_mean_and_every_move_are_those_of_brute_force(rules):
    best, solved = BestPlay(rules, 2), Solved(rules, 2)
    assert solved.mean == pytest.approx(sum(share * best.worth(board) for board, share in best.starts(4)))
    boards = [board for board in best.boards(4) if rules.moves(board, 2)]
    assert len(boards) > 400
    for board in boards:
        twin, move = solved.after(board, rules)
        assert best.value(twin, move) == pytest.approx(best.worth(board))


def test_boards_that_are_not_square_are_solved():
    assert Solved(RULES, 3).mean == pytest.approx(480.258272, abs=1e-6)


def test_how_often_best_play_comes_to_a_position_is_what_its_games_add_up_to():
    best, solved = BestPlay(RULES, 2), Solved(RULES, 2)
    often = solve_3x3.visits(2, 2, solved.odds, solved.best)
    by_hand, waiting = defaultdict(float), defaultdict(float)
    for board, share in best.starts(4):
        waiting[board] += share
    while waiting:
        board = min(waiting, key=sum)  # a spawn only adds to the sum
        share = waiting.pop(board)
        by_hand[sum(board) // 2, solved.key(board)] += share
        if RULES.moves(board, 2):
            twin, move = solved.after(board, RULES)
            slid, _ = RULES.slide(twin, 2, move)
            free = [cell for cell in range(4) if not slid[cell]]
            for cell in free:
                for tile, odds in RULES.spawns:
                    waiting[*slid[:cell], tile, *slid[cell + 1 :]] += share * odds / len(free)
    assert len(by_hand) > 80
    for (layer, key), share in by_hand.items():
        assert often[layer][np.searchsorted(solved.best[layer][0], key)] == pytest.approx(share)
    assert sum(layer.sum() for layer in often.values()) == pytest.approx(sum(by_hand.values()))
