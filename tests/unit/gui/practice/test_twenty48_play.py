import json
from argparse import ArgumentTypeError
from random import Random

import pytest

from gridpilot.cli.practice import THEMES
from gridpilot.cli.practice import board as _board
from gridpilot.cli.practice import size as _size
from gridpilot.games.twenty48.rules import Rules
from gridpilot.gui.practice.twenty48_motion import at, still
from gridpilot.gui.practice.twenty48_palettes import PALETTES
from gridpilot.gui.practice.twenty48_play import Play, Slide, state
from gridpilot.plan import Move

REFUSED = (ValueError, ArgumentTypeError)


def game(board=(), rows=4, columns=4, target=2048, seed=1):
    return Play(rows, columns, Rules(target=target), Random(seed), board)


def line(*values):
    return (*values, *(0,) * (16 - len(values)))


def test_a_new_game_begins_with_two_tiles():
    for seed in range(5):
        assert sum(value > 0 for value in game(seed=seed).board) == 2


def test_a_turn_tells_where_each_tile_slid_and_where_two_met():
    play = game(line(2, 2, 4, 8))
    turn = play.move(Move.LEFT)
    assert turn.slides == (Slide(0, 0, 2), Slide(1, 0, 2), Slide(2, 1, 4), Slide(3, 2, 8))
    assert turn.merged == {0}
    assert turn.board == play.board
    assert play.board[:3] == (4, 4, 8)
    assert play.board[turn.spawned] in (2, 4)
    assert (play.score, play.moves) == (4, [Move.LEFT])


def test_the_slides_of_a_turn_lead_from_the_board_before_to_the_board_after():
    play = game(rows=3, columns=5, seed=4)
    chance = Random(4)
    for _ in range(200):
        before = play.board
        turn = play.move(chance.choice(list(Move)))
        if turn is None:
            continue
        assert {slide.source: slide.value for slide in turn.slides} == {i: v for i, v in enumerate(before) if v}
        arrived = [0] * len(before)
        for slide in turn.slides:
            arrived[slide.goal] += slide.value
        arrived[turn.spawned] = turn.board[turn.spawned]
        assert tuple(arrived) == turn.board


def test_a_move_that_does_nothing_is_no_turn():
    play = game(line(2, 4))
    assert play.move(Move.LEFT) is None
    assert (play.board, play.moves) == (line(2, 4), [])


def test_a_won_game_waits_for_the_player_s_word_and_then_goes_on():
    play = game(line(8, 8), target=16)
    play.move(Move.LEFT)
    assert play.won
    assert play.move(Move.RIGHT) is None
    play.go_on()
    assert not play.won
    assert play.move(Move.RIGHT) is not None


def test_a_board_that_begins_beyond_the_target_is_played_on():
    play = game(line(2048, 0, 2))
    assert not play.won
    assert play.move(Move.LEFT) is not None


def test_a_new_game_keeps_the_best_score():
    play = game(line(8, 8))
    play.move(Move.LEFT)
    play.new()
    assert (play.score, play.best, play.moves) == (0, 16, [])


def test_the_same_seed_gives_the_same_game():
    one, other = game(seed=7), game(seed=7)
    for move in [Move.UP, Move.LEFT, Move.DOWN, Move.RIGHT] * 5:
        one.move(move)
        other.move(move)
    assert one.board == other.board


def test_tiles_slide_first_and_the_new_one_appears_last():
    turn = game(line(2, 2, 0, 8)).move(Move.RIGHT)
    start, middle, late = at(turn, 4, 0), at(turn, 4, 0.25), at(turn, 4, 0.75)
    assert [(sprite.row, sprite.column) for sprite in start] == [(0, 3), (0, 1), (0, 0)]
    assert all(0 < sprite.column < 3 for sprite in middle if sprite.value == 2)
    assert len(middle) == 3
    assert {sprite.value for sprite in late if sprite.size > 1} == {4}
    assert sum(sprite.size < 1 for sprite in late) == 1
    assert at(turn, 4, 1) == still(turn.board, 4)


def test_the_state_file_tells_what_stands_on_the_board():
    play = game(line(2, 2, 4, 8))
    play.move(Move.LEFT)
    told = json.loads(state(play))
    assert [value for row in told["board"] for value in row] == list(play.board)
    assert (told["score"], told["moves"], told["over"], told["won"]) == (4, "l", False, False)


@pytest.mark.parametrize("name", PALETTES)
def test_every_number_can_be_read_on_its_tile(name):
    palette = PALETTES[name]
    for exponent in range(1, 18):
        assert palette.ink(2**exponent) != palette.ground(2**exponent)
        assert palette.ground(2**exponent) != palette.empty


def test_one_palette_has_one_colour_for_all_tiles():
    assert {PALETTES["plain"].ground(2**exponent) for exponent in range(1, 18)} == set(PALETTES["plain"].tiles)
    assert len(PALETTES["plain"].tiles) == 1


def test_sizes_and_boards_are_taken_as_people_write_them():
    assert (_size("5"), _size("3x4")) == ((5, 5), (3, 4))
    assert _board("2 0 4/0 0 8") == ((2, 0, 4, 0, 0, 8), 3)


@pytest.mark.parametrize("text", ["1", "9", "3x4x5", "x", "four"])
def test_a_size_that_cannot_be_played_is_refused(text):
    with pytest.raises(REFUSED):
        _size(text)


@pytest.mark.parametrize("text", ["2 4/2", "2 3/4 8", "0 0/0 0", "2", ""])
def test_a_board_that_cannot_be_is_refused(text):
    with pytest.raises(REFUSED):
        _board(text)


def test_the_command_line_knows_every_theme():
    assert tuple(PALETTES) == THEMES
