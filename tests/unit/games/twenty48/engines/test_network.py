"""The value network: which weights a board selects, the file that they come in, and the engine that plays by them."""

from __future__ import annotations

import random
import time
from io import BytesIO

import numpy as np
import pytest

from gridpilot.games.twenty48.engines import bitboard, kernel_network, network, tuples
from gridpilot.games.twenty48.engines.deepening import Effort
from gridpilot.games.twenty48.engines.learned import NetworkSearch
from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

RULES = Rules()


def boards(count, highest=13, seed=1):
    rng = random.Random(seed)
    for _ in range(count):
        yield [rng.randrange(highest + 1) if rng.random() < 0.8 else 0 for _ in range(16)]


def chosen_by_hand(ranks):
    """The 32 weights' numbers, the slow way: six cells in eight symmetries."""
    square = np.array(ranks).reshape(4, 4)
    groups = ((0, 1, 2, 3, 4, 5), (4, 5, 6, 7, 8, 9), (0, 1, 2, 4, 5, 6), (4, 5, 6, 8, 9, 10))
    found = []
    for turns in range(4):
        for flip in (False, True):
            cells = np.rot90(square, turns)
            cells = (cells[::-1] if flip else cells).ravel()
            for number, group in enumerate(groups):
                found.append((number << 24) + sum(int(cells[cell]) << 4 * at for at, cell in enumerate(group)))
    return sorted(found)


def is_last_by_hand(ranks):
    """Whether a board with a 16384 has all that a 32768 is made of but one 2048."""
    return sum(2**rank for rank in ranks if rank > 10) >= 32768 - 2048


@pytest.fixture(scope="module")
def small():
    """A network that knows some random weights, in all stages."""
    rng = np.random.default_rng(7)
    stages = []
    for _ in range(tuples.STAGES):
        weights = np.zeros(tuples.WEIGHTS, np.int16)
        weights[rng.integers(0, tuples.WEIGHTS, 200_000)] = rng.integers(-3000, 3000, 200_000)
        for board in boards(200, 15):
            places = chosen_by_hand(board)
            weights[places] = rng.integers(-3000, 3000, len(places))
        stages.append(weights)
    return stages, network.packed(stages, 4, {"moves": 0})


@pytest.fixture(scope="module")
def player(small):
    engine = NetworkSearch(RULES, network.unpacked(BytesIO(small[1])), Effort(nodes=2000, timed=False))
    engine.warm()
    return engine


def judged(player, board):
    return kernel_network.judged(player._block, bitboard.pack(board))


def test_a_boards_value_is_the_sum_of_its_groups_in_all_symmetries(small, player):
    seen = [0, 0]
    for board in boards(2000, 14):
        last = 14 in board and is_last_by_hand(board)
        if {14, 13} <= set(board) and not last:
            continue
        seen[last] += 1
        by_hand = 4 * sum(int(small[0][last][place]) for place in chosen_by_hand(board))
        assert judged(player, board) == max(by_hand, 0)
    assert min(seen) > 200


def test_a_board_that_is_judged_as_one_before_a_16384_is_worth_half_as_much(small, player):
    for rest in boards(50, 10):
        higher, lower = [14, 13, 10, *rest[3:]], [13, 12, 10, *rest[3:]]
        by_hand = 4 * sum(int(small[0][0][place]) for place in chosen_by_hand(lower))
        assert judged(player, higher) == max(by_hand // 2, 0)


def test_what_a_2048_makes_a_32768_of_has_a_stage_of_its_own():
    for chain in ([14, 12, 11], [14, 13, 11], [14, 13, 12], [14, 13, 12, 10]):
        assert not tuples.stage(bitboard.pack([*chain, *[1] * (16 - len(chain))]))
    for chain in ([14, 13, 12, 11], [14, 13, 12, 12], [14, 13, 13], [14, 14], [14, 12, 12, 12, 11]):
        assert tuples.stage(bitboard.pack([*chain, *[1] * (16 - len(chain))]))


def test_a_board_is_worth_the_same_from_every_side(player):
    for board in boards(50, 15):
        square = np.array(board).reshape(4, 4)
        sides = {judged(player, side.ravel().tolist()) for side in (square, square.T, square[::-1], square[:, ::-1])}
        assert len(sides) == 1


@pytest.mark.parametrize(
    ("top", "lower"),
    [
        ((15, 13, 12), (13, 12, 11)),
        ((15, 14, 13, 11), (14, 13, 12, 11)),
        ((15, 14, 13, 10), (13, 12, 11, 10)),
        ((14, 13, 12, 11), (14, 13, 12, 11)),
        ((14, 13, 11), (13, 12, 11)),
        ((14, 12, 11), (14, 12, 11)),
        ((13, 12, 11), (13, 12, 11)),
    ],
)
def test_the_chain_above_a_gap_is_judged_as_one_of_lower_tiles(top, lower):
    """As often as needed until it is one that was learnt."""
    number = tuples.downgraded(bitboard.pack([*top, 1, *[0] * (15 - len(top))]))
    assert bitboard.unpack(number)[: len(top) + 1] == [*lower, 1]


def test_a_chain_without_a_gap_stays_as_it_is():
    full = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert bitboard.unpack(tuples.downgraded(bitboard.pack(full))) == full


def test_rows_slide_and_earn_as_the_rules_say():
    table = tuples.row_table()
    for ranks in boards(300, 12):
        row = [2**rank if rank else 0 for rank in ranks[:4]]
        entry = int(table[sum(rank << 4 * cell for cell, rank in enumerate(ranks[:4]))])
        for move, shift in ((Move.LEFT, 0), (Move.RIGHT, 16)):
            after, points = RULES.slide((*row, *[0] * 12), 4, move)
            seen = [entry >> shift + 4 * cell & 15 for cell in range(4)]
            assert [2**rank if rank else 0 for rank in seen] == list(after[:4])
            assert entry >> 32 == points


def test_the_file_gives_back_every_weight(small):
    stages, data = small
    for weights, stage in zip(stages, network.unpacked(BytesIO(data)).stages, strict=True):
        known = np.flatnonzero(weights)
        bits = stage.entries[known >> 6, 0]
        below = bits & ((np.uint64(1) << (known & 63).astype(np.uint64)) - np.uint64(1))
        found = stage.numbers[stage.entries[known >> 6, 1] + np.bitwise_count(below)]
        assert (found == weights[known]).all()
        assert int(np.bitwise_count(stage.entries[:, 0]).sum()) == len(known)


HARM = {
    "cut short": lambda data: data[:-40],
    "another checksum": lambda data: data.replace(b'"sha256": "', b'"sha256": "0', 1),
    "another format": lambda data: data.replace(network.FORMAT.encode(), b"a game of chess", 1),
    "no facts": lambda data: b"{}\n" + data,
    "nothing": lambda data: b"",
    "noise": lambda data: b"\xff" * 90,
}


@pytest.mark.parametrize("harm", HARM)
def test_a_damaged_file_is_refused(small, harm):
    with pytest.raises(ValueError, match="not a network of this program"):
        network.unpacked(BytesIO(HARM[harm](small[1])))


def test_a_file_with_too_few_stages_is_refused(small):
    with pytest.raises(ValueError, match="not a network of this program"):
        network.unpacked(BytesIO(network.packed(small[0][:1], 4, {})))


def test_it_makes_only_moves_that_can_be_made(player):
    for ranks in boards(60, 11, seed=3):
        board = tuple(2**rank if rank else 0 for rank in ranks)
        move, legal = player.choose(board, 4, 1.0), RULES.moves(board, 4)
        assert (move in legal) if legal else (move is None)


def test_the_same_board_gets_the_same_move(small):
    board = (2, 4, 8, 16, 4, 2, 16, 32, 0, 0, 4, 2, 0, 0, 0, 2)
    found = set()
    for _ in range(3):
        engine = NetworkSearch(RULES, network.unpacked(BytesIO(small[1])), Effort(nodes=5000, timed=False))
        found.add(engine.choose(board, 4, 1.0))
    assert len(found) == 1


def test_it_counts_the_points_on_the_way(small):
    """With no weights at all, a search prefers the merge that earns more."""
    nothing = network.Stage(np.zeros((tuples.WEIGHTS // 64, 2), np.uint64), np.zeros(1, np.int16))
    engine = NetworkSearch(RULES, network.Network(1, (nothing,), {}), Effort(nodes=1, timed=False))
    assert engine.choose((64, 2, 4, 2, 64, 4, 2, 4, 2, 8, 8, 2, 4, 2, 4, 16), 4, 1.0) in {Move.UP, Move.DOWN}


def test_the_search_stops_when_its_boards_are_used_up(small):
    engine = NetworkSearch(RULES, network.unpacked(BytesIO(small[1])), Effort(nodes=3000, timed=False))
    engine.choose((2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4, 0, 0, 2, 2), 4, 1.0)
    assert 0 < engine.nodes <= 3000 + 2 * kernel_network.STRIDE + 32 * 8


def test_the_clock_stops_a_search_that_has_no_other_limit(small):
    engine = NetworkSearch(RULES, network.unpacked(BytesIO(small[1])), Effort(nodes=10**12))
    engine.warm()
    begun = time.thread_time()
    assert engine.choose((2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4, 0, 0, 2, 2), 4, 0.05)
    assert time.thread_time() - begun < 5  # it would take hours


def test_the_shipped_network_is_whole_and_knows_a_good_board_from_a_bad_one():
    known = network.shipped()
    assert known is not None  # its checksum was compared
    assert known.facts["moves"] > 10**9
    engine = NetworkSearch(RULES, known, Effort(nodes=100, timed=False))
    engine.warm()
    orderly = [12, 11, 10, 9, 5, 6, 7, 8, 4, 3, 2, 1, 0, 0, 0, 0]
    scattered = [12, 1, 10, 2, 5, 11, 3, 8, 9, 4, 7, 6, 0, 0, 0, 0]
    assert judged(engine, orderly) > 2 * judged(engine, scattered) > 0
