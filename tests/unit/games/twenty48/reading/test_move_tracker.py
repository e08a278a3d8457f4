"""What became of a move, by the rules alone: boards in, verdict out."""

import random

import pytest

from gridpilot.games.protocols import Seen
from gridpilot.games.twenty48.reading.move_tracker import ghostly, grown, merged, newcomer, possible, track
from gridpilot.games.twenty48.rules import Rules
from gridpilot.plan import Move

RULES = Rules()
BEFORE = (
    *(2, 2, 4, 0),
    *(0, 0, 0, 0),
    *(0, 0, 8, 0),
    *(0, 0, 0, 0),
)  # fmt: skip
SLID = (
    *(4, 4, 0, 0),
    *(0, 0, 0, 0),
    *(8, 0, 0, 0),
    *(0, 0, 0, 0),
)  # fmt: skip


def put(board, **cells):
    """`c5=2`: the value 2, or None, in cell 5."""
    changed = {int(name[1:]): value for name, value in cells.items()}
    return tuple(changed.get(cell, value) for cell, value in enumerate(board))


@pytest.mark.parametrize(("cell", "value"), [(2, 2), (15, 4)])
def test_a_board_that_the_move_leads_to_is_believed(cell, value):
    step = track(RULES, BEFORE, 4, Move.LEFT, put(SLID, **{f"c{cell}": value}))
    assert (step.seen, step.move, step.spawn, step.gained) == (Seen.MOVED, Move.LEFT, (cell, value), 4)
    assert step.board == put(SLID, **{f"c{cell}": value})


@pytest.mark.parametrize(
    ("what", "frame"),
    [
        ("two new tiles", put(SLID, c5=2, c6=2)),
        ("a new tile that never spawns", put(SLID, c5=8)),
        ("a tile on its way", put(BEFORE, c8=8, c10=0, c5=2)),
        ("a tile that is gone", put(SLID, c8=0, c5=2)),
        ("the new tile in doubt", put(SLID, c5=None)),
        ("a slid tile in doubt", put(SLID, c8=None, c5=2)),
        ("an empty cell in doubt", put(SLID, c14=None, c5=2)),
        ("nothing to be read", (None,) * 16),
        ("another game", tuple(range(16))),
    ],
)
def test_any_other_frame_is_unknown(what, frame):
    step = track(RULES, BEFORE, 4, Move.LEFT, frame)
    assert (step.seen, step.board) == (Seen.UNKNOWN, BEFORE)


@pytest.mark.parametrize(
    "frame",
    [
        put(BEFORE, c8=8, c10=0),
        put(SLID, c0=2),
        put(SLID, c0=2, c1=0),
        SLID,
        put(BEFORE, c2=0),
        (0,) * 16,
    ],
)
def test_a_frame_of_nothing_but_old_tiles_in_their_order_is_a_move_on_its_way(frame):
    assert track(RULES, BEFORE, 4, Move.LEFT, frame).seen is Seen.SLIDING
    assert track(RULES, BEFORE, 4, None, frame).seen is Seen.UNKNOWN
    assert track(RULES, BEFORE, 4, Move.DOWN, put(SLID, c0=2)).seen is Seen.UNKNOWN


def test_a_merged_tile_may_be_in_doubt_since_the_rules_say_what_it_is():
    assert merged(RULES, BEFORE, 4, Move.LEFT) == {0: {1, 2}}
    step = track(RULES, BEFORE, 4, Move.LEFT, put(SLID, c0=None, c5=2))
    assert (step.seen, step.board) == (Seen.MOVED, put(SLID, c5=2))


def test_what_follows_a_merge_in_doubt_is_no_new_tile_before_all_is_at_rest():
    """[2, 0, 2, 0] on its way to [4, 0, 0, 0]: the second 2 is over the first cell in part, and in part behind it."""
    board = (2, 0, 2, 0, *(0,) * 12)
    half_way = (None, 2, 0, 0, *(0,) * 12)
    assert track(RULES, board, 4, Move.LEFT, half_way).seen is Seen.UNKNOWN
    assert track(RULES, board, 4, Move.LEFT, half_way, rest=True).seen is Seen.MOVED
    assert track(RULES, board, 4, Move.LEFT, (4, *half_way[1:])).seen is Seen.MOVED
    assert track(RULES, board, 4, Move.LEFT, (None, 0, 0, 2, *(0,) * 12)).seen is Seen.MOVED


def test_the_board_before_is_a_lost_move_or_one_that_can_do_nothing():
    assert track(RULES, BEFORE, 4, Move.LEFT, BEFORE).seen is Seen.STILL
    stuck = (2, 4, 8, 16, *(0,) * 12)
    assert track(RULES, stuck, 4, Move.LEFT, stuck).seen is Seen.IDLE
    assert track(RULES, stuck, 4, Move.UP, stuck).seen is Seen.IDLE


def test_another_moves_board_is_foreign_and_says_whose():
    slid, gained = RULES.slide(BEFORE, 4, Move.DOWN)
    step = track(RULES, BEFORE, 4, Move.LEFT, put(slid, c0=2))
    assert (step.seen, step.move, step.spawn, step.gained) == (Seen.FOREIGN, Move.DOWN, (0, 2), gained)
    assert track(RULES, BEFORE, 4, None, put(slid, c0=2)).seen is Seen.FOREIGN


def test_the_one_cell_that_decides_is_named_and_only_when_all_others_fit():
    assert newcomer(RULES, BEFORE, 4, Move.LEFT, put(SLID, c5=None)) == 5
    assert newcomer(RULES, BEFORE, 4, Move.LEFT, put(SLID, c0=None, c5=None)) == 5
    assert newcomer(RULES, BEFORE, 4, Move.LEFT, put(SLID, c5=None, c6=None)) is None
    assert newcomer(RULES, BEFORE, 4, Move.LEFT, put(SLID, c5=None, c8=2)) is None
    assert newcomer(RULES, BEFORE, 4, Move.LEFT, put(SLID, c5=2)) is None


def test_under_a_box_the_cells_that_can_be_seen_say_what_may_have_become_of_a_move():
    after = put(SLID, c5=2)
    hidden = (None,) * 16
    every = possible(RULES, BEFORE, 4, Move.LEFT, hidden)
    assert [step.seen for step in every] == [Seen.STILL, *[Seen.MOVED] * 26]
    assert [step.board for step in possible(RULES, BEFORE, 4, Move.LEFT, after)] == [after]
    assert possible(RULES, BEFORE, 4, Move.LEFT, put(hidden, c0=64)) == []
    assert [step.board for step in possible(RULES, BEFORE, 4, None, put(hidden, c0=2))] == [BEFORE]


@pytest.mark.parametrize(("rows", "columns"), [(2, 2), (3, 3), (4, 4), (5, 5), (3, 5)])
def test_a_whole_game_is_followed_and_every_successor_is_told_from_every_other(rows, columns):
    chance = random.Random(rows * 10 + columns)
    board = RULES.start(rows, columns, chance)
    for _ in range(60):
        legal = RULES.moves(board, columns)
        if not legal:
            break
        for move in legal:
            seen = {track(RULES, board, columns, move, after).board for after in RULES.successors(board, columns, move)}
            assert seen == set(RULES.successors(board, columns, move))
        after = RULES.spawned(RULES.slide(board, columns, legal[0])[0], chance)
        assert track(RULES, board, columns, legal[0], after).seen is Seen.MOVED
        board = after


def test_tiles_on_their_way_are_never_believed():
    """Every frame of a slide in which a tile has not arrived, as it may be read: each tile anywhere on its line."""
    chance = random.Random(7)
    for _ in range(400):
        board = RULES.start(4, 4, chance)
        for _ in range(chance.randrange(25)):
            moves = RULES.moves(board, 4)
            if moves:
                board = RULES.spawned(RULES.slide(board, 4, chance.choice(moves))[0], chance)
        moves = RULES.moves(board, 4)
        if not moves:
            continue
        move = chance.choice(moves)
        slid = RULES.slide(board, 4, move)[0]
        movers = [cell for cell, value in enumerate(slid) if value and value != board[cell]]
        frame = list(slid)
        late = chance.choice(movers)
        frame[late] = chance.choice([0, board[late]])  # what it will be is not there yet
        assert track(RULES, board, 4, move, frame).seen is not Seen.MOVED


def test_a_tile_larger_than_all_before_is_known_when_all_that_may_have_become_of_the_move_has_one():
    before = (8, 8, 2, 0)
    hidden = possible(RULES, before, 2, Move.LEFT, (16, None, 2, None))
    assert len(hidden) > 1
    assert grown(before, hidden)
    assert not grown(before, possible(RULES, before, 2, Move.LEFT, (None, None, 2, None)))  # or it was lost
    assert not grown(before, possible(RULES, before, 2, Move.DOWN, (None,) * 4))
    assert not grown(before, [])


def test_a_new_tile_may_be_an_old_one_only_where_one_of_its_value_slides_through():
    board = (0, 4, 0, 2, *(0,) * 12)
    assert ghostly(board, 4, Move.LEFT, (2, 2))  # the 2 comes through there
    assert ghostly(board, 4, Move.LEFT, (3, 2))  # it has been there
    assert not ghostly(board, 4, Move.LEFT, (2, 4))  # the 4 begins before it
    assert not ghostly(board, 4, Move.LEFT, (5, 2))
    assert not ghostly(board, 4, Move.DOWN, (2, 2))
