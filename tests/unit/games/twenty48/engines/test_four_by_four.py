"""The compiled search: its moves are the rules' moves, it stops where it is told to, and it sees what is coming."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpilot.games.twenty48.engines import bitboard, heuristic, native
from gridpilot.games.twenty48.engines.deepening import MOVES, Effort
from gridpilot.games.twenty48.engines.four_by_four import Expectimax
from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

PLAIN = Rules()
NONE = -(1 << 62)  # the worth of a move that cannot be made
TIGHT = (2, 4, 8, 2, 4, 64, 16, 4, 8, 128, 256, 32, 2, 512, 1024, 4)  # one pair of 4s would not show: a dead board
CROWDED = (2, 4, 0, 2, 8, 16, 4, 2, 32, 64, 128, 16, 4096, 1024, 512, 256)
CHAIN = (2, 4, 0, 2, 8, 16, 4, 2, 32, 64, 128, 256, 4096, 2048, 1024, 512)  # so many tiles get all nodes

ranks = st.lists(st.integers(0, 15), min_size=16, max_size=16)
values = ranks.map(lambda found: tuple(2**rank if rank else 0 for rank in found))


@pytest.fixture(scope="module")
def player() -> Expectimax:
    engine = Expectimax(PLAIN, Effort(nodes=20_000, timed=False))
    engine.warm()
    return engine


def slid(player: Expectimax, board: tuple[int, ...], move: Move) -> tuple[int, ...]:
    """The board after the move, by the tables of the search; the same board when it does nothing."""
    number = bitboard.pack(bitboard.lowered([value.bit_length() - 1 if value else 0 for value in board]))
    search, index = native.library(), MOVES.index(move)
    if search.prospect(player._block, number, index, -1) == NONE:
        return board
    cells = bitboard.unpack(search.moved(player._block, number, index))
    if move in (Move.UP, Move.DOWN):  # those boards stand
        cells = [cells[4 * col + row] for row in range(4) for col in range(4)]
    return tuple(2**rank if rank else 0 for rank in cells)


@given(board=values.filter(lambda board: board.count(32768) < 2), move=st.sampled_from(list(Move)))
@settings(max_examples=400, deadline=None)
def test_a_move_in_the_search_is_the_move_of_the_rules(player, board, move):
    assert slid(player, board, move) == PLAIN.slide(board, 4, move)[0]


@given(ranks)
def test_a_board_survives_being_packed_into_a_number(found):
    assert bitboard.unpack(bitboard.pack(found)) == found


@given(st.lists(st.integers(0, 17), min_size=16, max_size=16))
def test_lowered_boards_fit_into_four_bits(found):
    low = bitboard.lowered(found)
    assert max(low) <= 15
    assert [rank == 0 for rank in low] == [rank == 0 for rank in found]


@given(st.lists(st.integers(0, 17), min_size=16, max_size=16).filter(lambda found: len(set(found) - {0}) < 14))
def test_lowering_keeps_what_is_equal_and_what_is_larger(found):
    low = bitboard.lowered(found)
    assert all((low[a] < low[b]) == (found[a] < found[b]) for a in range(16) for b in range(16))


def test_two_tiles_of_32768_are_merged(player):
    board = (32768, 32768, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 8)
    assert player.choose(board, 4, 1.0) in (Move.LEFT, Move.RIGHT)


def test_a_tile_of_65536_that_can_merge_only_with_its_like_does_not_merge_with_32768(player):
    board = (65536, 32768, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 8, 2, 4, 4)
    assert player.choose(board, 4, 1.0) in (Move.LEFT, Move.RIGHT)
    stuck = (65536, 32768, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 8, 2, 4, 8)
    assert player.choose(stuck, 4, 1.0) is None


@pytest.mark.parametrize("board", [(131072, 65536, 32768, 16384, *CROWDED[:12]), (131072, 131072, *(0,) * 14)])
def test_a_board_beyond_four_bits_is_still_played_by_the_rules(player, board):
    assert player.choose(board, 4, 1.0) in PLAIN.moves(board, 4)


def test_there_is_no_move_on_a_dead_board(player):
    assert PLAIN.over(TIGHT, 4)
    assert player.choose(TIGHT, 4, 1.0) is None


@pytest.mark.parametrize("seed", range(20))
def test_every_choice_is_a_legal_move(player, seed):
    rng = random.Random(seed)
    board = tuple(rng.choice((0, 2, 4, 8, 16, 32, 2048)) for _ in range(16))
    legal = PLAIN.moves(board, 4)
    assert (player.choose(board, 4, 1.0) in legal) if legal else player.choose(board, 4, 1.0) is None


@pytest.mark.parametrize("limit", [5_000, 50_000, 500_000])
def test_the_search_stops_at_its_nodes(limit):
    engine = Expectimax(PLAIN, Effort(nodes=limit, timed=False))
    engine.choose(CHAIN, 4, 60.0)
    assert engine.nodes < limit + 200  # the board on which it stops is counted as a whole
    assert engine.nodes > 0.4 * limit  # what is left is too little for another search, with half a step more


def test_longest_thought_goes_to_crowded_boards_with_a_long_chain_of_tiles():
    effort = Effort(nodes=100_000)
    roomy = (*CHAIN[:2], 0, 0, *CHAIN[4:6], 0, 0, *CHAIN[8:])
    short, roomy_and_short = (tuple(min(value, 512) for value in board) for board in (CHAIN, roomy))
    assert effort.limit(CHAIN, 60.0, 1, 1) == effort.limit(roomy, 60.0, 1, 1) == 100_000
    assert effort.limit(roomy_and_short, 60.0, 1, 1) < effort.limit(short, 60.0, 1, 1) < 100_000
    assert effort.limit(roomy_and_short, 60.0, 1, 90_000) == 90_000
    assert effort.limit(roomy_and_short, 60.0, 1, 200_000) == 100_000


@pytest.mark.parametrize(("before", "now", "weights"), [(2048, 1024, heuristic.OPENING), (1024, 2048, heuristic.BEST)])
def test_the_opening_has_weights_of_its_own_and_what_was_seen_with_others_is_forgotten(before, now, weights):
    effort = Effort(nodes=20_000, timed=False)
    fresh, moved_on = Expectimax(PLAIN, effort, weights, weights), Expectimax(PLAIN, effort)
    board, other = (
        tuple(largest if value == 4096 else min(value, 512) for value in CROWDED) for largest in (now, before)
    )
    moved_on.choose(other, 4, 60.0)
    assert moved_on.choose(board, 4, 60.0) is fresh.choose(board, 4, 60.0)
    assert moved_on.nodes == fresh.nodes > 1000


def test_nothing_is_thought_about_where_all_other_moves_are_hopeless(player):
    board = (2, 512, 2048, 8192, 8, 256, 1024, 4096, 2, 16, 32, 128, 2, 4, 2, 16)
    assert PLAIN.moves(board, 4) == (Move.UP, Move.DOWN)
    assert player.choose(board, 4, 60.0) is Move.DOWN
    assert player.nodes < 1_000


def test_the_search_stops_at_its_time(player):
    engine = Expectimax(PLAIN)
    engine.warm()
    assert engine.choose(CROWDED, 4, 0.0) is not None
    at_once = engine.nodes
    engine.choose(CROWDED, 4, 0.1)
    assert at_once < 20_000 < engine.nodes < 500_000_000


def test_the_same_nodes_make_the_same_choices():
    def game() -> list[Move]:
        engine, rng = Expectimax(PLAIN, Effort(nodes=2_000, timed=False)), random.Random(5)
        board, made = PLAIN.start(4, 4, rng), []
        while len(made) < 200 and (move := engine.choose(board, 4, 60.0)):
            made.append(move)
            board = PLAIN.spawned(PLAIN.slide(board, 4, move)[0], rng)
        return made

    first = game()
    assert len(first) == 200
    assert first == game()


def test_a_game_reaches_2048():
    engine, rng = Expectimax(PLAIN, Effort(nodes=20_000, timed=False)), random.Random(1)
    board = PLAIN.start(4, 4, rng)
    while not PLAIN.won(board):
        move = engine.choose(board, 4, 60.0)
        assert move, board
        board = PLAIN.spawned(PLAIN.slide(board, 4, move)[0], rng)


def test_other_spawns_and_another_merge_are_played_by_their_own_tables():
    def threes(one: int, other: int) -> int:
        return 3 if {one, other} == {1, 2} else 2 * one if one == other and one > 2 else 0

    rules = Rules(spawns=((1, 0.5), (2, 0.5)), target=384, merge=threes)
    engine, rng = Expectimax(rules, Effort(nodes=3_000, timed=False)), random.Random(3)
    board = rules.start(4, 4, rng)
    while not rules.over(board, 4) and max(board) < 24:
        move = engine.choose(board, 4, 60.0)
        assert move in rules.moves(board, 4)
        board = rules.spawned(rules.slide(board, 4, move)[0], rng)
    assert max(board) == 24
