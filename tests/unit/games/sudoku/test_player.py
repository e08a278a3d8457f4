from itertools import pairwise
from math import isqrt
from pathlib import Path

import pytest
from fakes.shaped import FIRSTS

from gridpilot.games.sudoku.grid import LETTERS, NINE, SHAPES, parse
from gridpilot.games.sudoku.player import length, plan, route
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.geometry import Cell
from gridpilot.plan import Click, Fill, Home, Press, Way

BOARDS = Path(__file__).parents[3] / "corpus" / "sudoku" / "boards"
PUZZLES = [parse(text) for text in (BOARDS / "minimal.txt").read_text("ascii").split()[:20]]
WAYS = [
    Way(Fill.ARROWS),
    Way(Fill.ARROWS, Home.KEYS),
    Way(Fill.ARROWS, Home.WASD),
    Way(Fill.CLICK_KEY),
    Way(Fill.CLICK_PAD, erase="erase"),
    Way(Fill.PAD_CLICK, erase="erase"),
]


class Game:
    """A sudoku program without a screen. It does not wrap around, keeps its givens, and does what each step says."""

    def __init__(self, board, way, cursor):
        self.board = list(board)
        self.shape = SHAPES[isqrt(len(board))]
        self.way = way
        self.at = cursor
        self.armed = None

    def play(self, steps):
        for step in steps:
            match step:
                case Click(Cell() as cell):
                    self.at = cell
                    if self.way.fill is Fill.PAD_CLICK:
                        self.write(self.armed)
                case Click(str(button)):
                    value = 0 if button == "erase" else int(button.removeprefix("digit-"))
                    if self.way.fill is Fill.PAD_CLICK:
                        self.armed = value
                    else:
                        self.write(value)
                case Press("Up" | "Down" | "Left" | "Right" as key):
                    down, right = {"Up": (-1, 0), "Down": (1, 0), "Left": (0, -1), "Right": (0, 1)}[key]
                    last = self.shape.size - 1
                    self.at = Cell(min(max(self.at.row + down, 0), last), min(max(self.at.col + right, 0), last))
                case Press("Delete"):
                    self.write(0)
                case Press(key, cell):
                    assert self.at == cell, "a digit is typed into the cell that its step names"
                    self.write(LETTERS.index(key) + 1)
        return tuple(self.board)

    def write(self, value):
        index = self.shape.index(self.at)
        assert value == 0 or self.board[index] == 0, "a full cell is emptied before it is written"
        self.board[index] = value


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.fill}-{way.home}")
@pytest.mark.parametrize("cursor", [None, Cell(8, 4)])
def test_played_out_a_plan_leads_to_the_board_that_it_promises(way, cursor):
    for puzzle in PUZZLES:
        solution = unique_solution(puzzle)
        made = plan(puzzle, solution, way, cursor)
        start = cursor or (Cell(5, 5) if way.home is not Home.CLICK else None)
        assert Game(puzzle, way, start).play(made.steps) == made.expect == solution


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.fill}-{way.home}")
@pytest.mark.parametrize(("name", "shape", "puzzle"), FIRSTS)
def test_boards_of_every_size_are_played_to_their_end(name, shape, puzzle, way):
    solution = unique_solution(puzzle, shape)
    made = plan(puzzle, solution, way)
    start = shape.cell(len(puzzle) // 2) if way.home is not Home.CLICK else None
    assert Game(puzzle, way, start).play(made.steps) == made.expect == solution


def test_ten_is_the_key_a_as_in_solo():
    solution = unique_solution(*next((board, shape) for name, shape, board in FIRSTS if name == "16x16"))
    thin = (*solution[:-16], *(0 for _ in range(16)))
    keys = {step.key for step in plan(thin, solution, Way(Fill.CLICK_KEY)).steps if isinstance(step, Press)}
    assert keys == {*"123456789abcdefg"}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.fill}-{way.home}")
def test_only_cells_that_differ_are_touched_and_wrong_digits_are_emptied_first(way):
    puzzle = PUZZLES[0]
    solution = unique_solution(puzzle)
    standing = list(solution)
    first, second, third = [index for index, digit in enumerate(puzzle) if not digit][3:20:7]
    standing[first] = 0
    standing[second] = standing[second] % 9 + 1
    standing[third] = standing[third] % 9 + 1
    made = plan(tuple(standing), solution, way)
    assert Game(standing, way, Cell(5, 5)).play(made.steps) == solution
    assert {step.cell for step in made.steps} == {NINE.cell(index) for index in (first, second, third)}


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.fill}-{way.home}")
def test_a_cell_that_shall_be_blank_is_only_emptied(way):
    puzzle = PUZZLES[0]
    cell = puzzle.index(0)
    standing = (*puzzle[:cell], 4, *puzzle[cell + 1 :])
    assert Game(standing, way, Cell(5, 5)).play(plan(standing, puzzle, way).steps) == puzzle


def test_without_an_eraser_a_digit_is_written_over_the_other():
    puzzle = PUZZLES[0]
    cell = puzzle.index(0)
    wrong, right = ((*puzzle[:cell], digit, *puzzle[cell + 1 :]) for digit in (4, 5))
    assert plan(wrong, right, Way(Fill.CLICK_KEY, erase="")).steps == (
        Click(NINE.cell(cell), NINE.cell(cell)),
        Press("5", NINE.cell(cell)),
    )


@pytest.mark.parametrize("way", WAYS, ids=lambda way: f"{way.fill}-{way.home}")
def test_nothing_is_done_on_a_board_that_is_right_already(way):
    solution = unique_solution(PUZZLES[0])
    assert plan(solution, solution, way).steps == ()


def test_with_arrows_there_is_one_click_and_it_is_on_the_first_blank_cell():
    for puzzle in PUZZLES:
        first, second, *rest = plan(puzzle, unique_solution(puzzle), Way(Fill.ARROWS)).steps
        assert isinstance(first, Click)
        assert puzzle[NINE.index(first.at)] == 0
        assert second == Press(str(unique_solution(puzzle)[NINE.index(first.at)]), first.at)
        assert not any(isinstance(step, Click) for step in rest)


def test_where_the_mouse_does_nothing_the_corner_is_reached_by_keys():
    made = plan(PUZZLES[0], unique_solution(PUZZLES[0]), Way(Fill.ARROWS, Home.KEYS))
    assert [step.key for step in made.steps[:16]] == ["Up"] * 8 + ["Left"] * 8
    assert not any(isinstance(step, Click) for step in made.steps)


def test_a_digit_button_is_clicked_once_for_all_its_cells():
    puzzle = PUZZLES[0]
    made = plan(puzzle, unique_solution(puzzle), Way(Fill.PAD_CLICK))
    assert len(made.steps) == puzzle.count(0) + 9 - sum(puzzle.count(digit) == 9 for digit in range(1, 10))


def test_menus_open_far_from_where_the_one_before_has_closed():
    """One program's went on to take clicks there, and a digit came into the cell before."""
    for puzzle in PUZZLES:
        steps = plan(puzzle, unique_solution(puzzle), Way(Fill.POPUP, erase="")).steps
        cells = [step.at for step in steps if isinstance(step.at, Cell)]
        assert sorted(cells) == [NINE.cell(index) for index, digit in enumerate(puzzle) if not digit]
        for one, other in pairwise(cells):
            assert max(abs(one.row - other.row), abs(one.col - other.col)) >= 3


def test_the_way_over_the_board_is_never_longer_than_reading_order():
    for puzzle in PUZZLES:
        cells = [NINE.cell(index) for index, digit in enumerate(puzzle) if not digit]
        for start in (None, Cell(0, 0), Cell(8, 8)):
            way = route(cells, start)
            assert sorted(way) == cells
            assert length(way, start) < length(cells, start)


def test_the_way_over_an_empty_board_visits_each_cell_in_one_step():
    cells = [Cell(row, col) for row in range(9) for col in range(9)]
    assert length(route(cells)) == 80


def test_keys_that_are_held_come_row_by_row_so_that_hardly_any_follows_itself():
    board = PUZZLES[0]
    solution = unique_solution(board, NINE)
    cells = {
        held: [step.cell for step in plan(board, solution, Way(Fill.CLICK_KEY, held=held)).steps] for held in (0, 1)
    }
    assert cells[1] == sorted(cells[0]) != cells[0]


def test_an_unsettled_way_of_filling_is_a_fault():
    with pytest.raises(ValueError, match="settled"):
        plan(PUZZLES[0], unique_solution(PUZZLES[0]), Way(Fill.AUTO))
