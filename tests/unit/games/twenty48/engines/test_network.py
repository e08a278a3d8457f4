"""The value network: which weights a board selects, the file that they come in, and the engine that plays by them."""

from __future__ import annotations

import random
import time
from io import BytesIO

import numpy as np
import pytest

from gridpilot.games.twenty48.engines import bitboard, block, native, network, tuples
from gridpilot.games.twenty48.engines.deepening import Effort
from gridpilot.games.twenty48.engines.learned import NetworkSearch
from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

RULES = Rules()


def boards(count, highest=13, seed=1):
    rng = random.Random(seed)
    for _ in range(count):
        yield [rng.randrange(highest + 1) if rng.random() < 0.8 else 0 for _ in range(16)]


CELLS = (
    (0, 1, 2, 3, 4, 5),
    (4, 5, 6, 7, 8, 9),
    (0, 1, 2, 4, 5, 6),
    (4, 5, 6, 8, 9, 10),
    (0, 1, 5, 6, 7, 10),
    (0, 1, 2, 5, 9, 10),
    (0, 1, 5, 9, 13, 14),
    (0, 1, 5, 8, 9, 13),
)


def chosen_by_hand(ranks, stage):
    """The weights' numbers, the slow way: six cells in eight symmetries."""
    square = np.array(ranks).reshape(4, 4)
    found = []
    for turns in range(4):
        for flip in (False, True):
            cells = np.rot90(square, turns)
            cells = (cells[::-1] if flip else cells).ravel()
            for number, group in enumerate(CELLS[: 8 if stage > 1 else 4]):
                found.append((number << 24) + sum(int(cells[cell]) << 4 * at for at, cell in enumerate(group)))
    return sorted(found)


def stage_by_hand(ranks):
    """0: no 16384; 1: one; 2: an 8192 beside it, or as much; 3: all that a 32768 is made of but one 2048."""
    large = sum(2**rank for rank in ranks if rank > 10)
    return 1 + (large >= 16384 + 8192) + (large >= 32768 - 2048) if 14 in ranks else 0


@pytest.fixture(scope="module")
def small():
    """A network that knows what the boards of these tests ask for, and some more, in all stages."""
    rng = np.random.default_rng(7)
    stages = []
    for size in tuples.WEIGHTS:
        weights = np.zeros(size, np.int16)
        weights[rng.integers(0, size, 200_000)] = rng.integers(-3000, 3000, 200_000)
        stages.append(weights)
    for board in boards(2000, 14):
        places = chosen_by_hand(board, stage_by_hand(board))
        stages[stage_by_hand(board)][places] = rng.integers(-1000, 3000, len(places))
    return stages, network.packed(stages, 4, {"moves": 0})


@pytest.fixture(scope="module")
def player(small):
    engine = NetworkSearch(RULES, network.unpacked(BytesIO(small[1])), Effort(nodes=2000, timed=False))
    engine.warm()
    return engine


def judged(player, board):
    return native.library().network_judged(player._block, bitboard.pack(board))


def test_a_boards_value_is_the_sum_of_its_groups_in_all_symmetries(small, player):
    seen = [0] * tuples.STAGES
    for board in boards(2000, 14):
        stage = stage_by_hand(board)
        by_hand = 4 * sum(int(small[0][stage][place]) for place in chosen_by_hand(board, stage))
        seen[stage] += by_hand > 0
        assert judged(player, board) == max(by_hand, 0)
    assert min(seen) > 50


@pytest.mark.parametrize(
    ("stage", "chains"),
    [
        (0, ([13], [13, 12, 11], [13, 13, 13, 12], [13, 13, 13, 13])),
        (1, ([14], [14, 10, 10, 10, 10], [14, 12, 11, 10], [14, 11, 11, 11])),
        (2, ([14, 13], [14, 12, 12], [14, 12, 11, 11], [14, 13, 12, 10, 10], [14, 13, 11, 11])),
        (3, ([14, 13, 12, 11], [14, 13, 12, 12], [14, 13, 13], [14, 14], [14, 12, 12, 12, 11], [14, *[11] * 7])),
    ],
)
def test_a_boards_stage_is_told_by_its_tiles_from_2048_on(stage, chains):
    for chain in chains:
        board = [*chain, *[1] * (16 - len(chain))]
        assert stage_by_hand(board) == stage
        assert {native.library().stage_of(bitboard.pack(order)) for order in (board, board[::-1])} == {stage}


def test_a_board_is_worth_the_same_from_every_side(player):
    for board in boards(50, 15):
        square = np.array(board).reshape(4, 4)
        sides = {judged(player, side.ravel().tolist()) for side in (square, square.T, square[::-1], square[:, ::-1])}
        assert len(sides) == 1


@pytest.mark.parametrize(
    ("top", "lower"),
    [
        ((15, 13, 12), (14, 13, 12)),
        ((15, 14, 13, 11), (14, 13, 12, 11)),
        ((15, 14, 13, 10), (14, 13, 12, 10)),
        ((14, 13, 12, 11), (14, 13, 12, 11)),
        ((14, 13, 11), (14, 13, 11)),
        ((14, 12, 11), (14, 12, 11)),
        ((13, 12, 11), (13, 12, 11)),
    ],
)
def test_the_chain_above_a_gap_is_judged_as_one_of_lower_tiles(top, lower):
    """As often as needed until it is one that was learnt."""
    number = native.library().downgraded(bitboard.pack([*top, 1, *[0] * (15 - len(top))]))
    assert bitboard.unpack(number)[: len(top) + 1] == [*lower, 1]


def test_a_chain_without_a_gap_stays_as_it_is():
    full = [15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1, 0]
    assert bitboard.unpack(native.library().downgraded(bitboard.pack(full))) == full


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
        bits = stage.entries[:, : network.WORDS].copy().view(np.uint8).ravel()
        assert (np.packbits(weights != 0, bitorder="little") == bits).all()
        assert (stage.numbers[1:] == weights[weights != 0]).all()


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
    nothing = network.Stage(np.zeros((tuples.WEIGHTS[0] // 256, 5), np.uint64), np.zeros(1, np.int16))
    engine = NetworkSearch(RULES, network.Network(1, (nothing,), {}), Effort(nodes=1, timed=False))
    assert engine.choose((64, 2, 4, 2, 64, 4, 2, 4, 2, 8, 8, 2, 4, 2, 4, 16), 4, 1.0) in {Move.UP, Move.DOWN}


def test_the_search_stops_when_its_boards_are_used_up(small):
    engine = NetworkSearch(RULES, network.unpacked(BytesIO(small[1])), Effort(nodes=3000, timed=False))
    engine.choose((2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4, 0, 0, 2, 2), 4, 1.0)
    assert 0 < engine.nodes <= 3000 + 2 * block.NETWORK_STRIDE + 32 * 8


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
