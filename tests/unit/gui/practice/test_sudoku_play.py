import json
import os
from random import Random

import pytest

from gridpilot.games.sudoku.generator import CLUES, puzzle
from gridpilot.games.sudoku.grid import NINE, SHAPES, conflicts, parse
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.geometry import Cell
from gridpilot.gui.practice.sudoku_play import Play, state

PUZZLE = parse("..1.27.3.4........8.235..6....6....1..4...7..9....2....2..731.8........6.8.56.2..")


def test_the_first_blank_cell_is_selected_at_the_start():
    assert Play(PUZZLE).selected == Cell(0, 0)
    assert Play((5, *PUZZLE[1:])).selected == Cell(0, 1)


def test_the_selection_stays_at_the_edge():
    play = Play(PUZZLE)
    play.move("Up")
    play.move("Left")
    assert play.selected == Cell(0, 0)
    play.select(Cell(8, 8))
    play.move("Down")
    play.move("Right")
    assert play.selected == Cell(8, 8)


def test_digits_go_into_blank_cells_and_out_again():
    play = Play(PUZZLE)
    play.enter(6)
    play.enter(5)
    assert (play.board[0], play.blanks) == (5, 54)
    play.enter(0)
    assert play.board == PUZZLE


def test_a_given_cannot_be_changed():
    play = Play(PUZZLE)
    play.select(Cell(0, 2))
    play.enter(9)
    play.enter(0)
    assert play.board == PUZZLE


def test_a_wrong_digit_is_taken_and_shown_as_a_conflict():
    play = Play(PUZZLE)
    play.enter(3)
    assert play.conflicts == {0, 7}
    assert not play.solved


def test_a_board_is_solved_when_it_is_full_and_right():
    play = Play(PUZZLE)
    for index, digit in enumerate(unique_solution(PUZZLE)):
        assert not play.solved
        play.select(NINE.cell(index))
        play.enter(digit)
    assert play.solved


def test_the_state_file_tells_what_stands_on_the_board():
    play = Play(PUZZLE)
    play.enter(6)
    told = json.loads(state(play))
    assert parse(told["givens"]) == PUZZLE
    assert parse(told["board"]) == play.board
    assert told["solved"] is False
    assert told["process"] == os.getpid()


@pytest.mark.parametrize("clues", [26, 30, 36])
def test_puzzles_of_our_own_have_one_solution_and_look_the_same_upside_down(clues):
    for seed in range(3):
        board = puzzle(Random(seed), clues)
        assert len(board) - board.count(0) == clues
        assert not conflicts(board)
        assert unique_solution(board)
        assert [bool(digit) for digit in board] == [bool(digit) for digit in reversed(board)]


def test_the_same_seed_gives_the_same_puzzle():
    assert puzzle(Random(5)) == puzzle(Random(5)) != puzzle(Random(6))


@pytest.mark.parametrize("size", [4, 6])
def test_a_small_board_is_made_and_played_by_its_own_rules(size: int) -> None:
    shape, clues = SHAPES[size], CLUES[size]
    boards = {puzzle(Random(seed), clues, shape) for seed in range(5)}
    assert len(boards) == 5
    for board in boards:
        assert unique_solution(board, shape)
        assert sum(map(bool, board)) == clues
        assert [not digit for digit in board] == [not digit for digit in board[::-1]]
    play = Play(min(boards))
    for index, digit in enumerate(unique_solution(play.givens, shape)):
        play.select(shape.cell(index))
        play.enter(digit)
    assert play.solved
