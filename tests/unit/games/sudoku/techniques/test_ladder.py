"""The ladder as a whole: steps are true, the easiest comes first, and a rating does not depend on how a board lies."""

from pathlib import Path
from random import Random

import pytest
from fakes.shaped import SHAPED
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from gridpilot.games.sudoku.grid import NINE, parse
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.games.sudoku.techniques import ladder
from gridpilot.games.sudoku.techniques.position import position
from gridpilot.games.sudoku.techniques.step import Step, contradicts

BOARDS = Path(__file__).parents[4] / "corpus" / "sudoku" / "boards"
RATED = [row.split() for row in (BOARDS / "rated.tsv").read_text("ascii").splitlines()]
STEPS = 1000


def boards(name):
    return [parse(text) for text in (BOARDS / f"{name}.txt").read_text("ascii").split()]


@pytest.mark.parametrize(("puzzle", "rating"), RATED)
def test_below_7_the_rating_is_the_one_that_sudoku_explainer_gives(puzzle, rating):
    assert ladder.rated(position(parse(puzzle), NINE)).rating == float(rating)


def test_a_thousand_steps_agree_with_the_solution():
    """All that the easiest technique finds is looked at, not only what is shown."""
    seen = 0
    for board in boards("top1465") + boards("minimal"):
        solution, where = unique_solution(board), position(board, NINE)
        while where.blanks and (steps := ladder.easiest(where)):
            assert [step for step in steps if contradicts(step, solution)] == []
            seen += len(steps)
            where = where.after({one for s in steps for one in s.places}, {one for s in steps for one in s.removes})
        assert not where.blanks
        if seen > STEPS:
            return
    raise AssertionError(seen)


@pytest.mark.parametrize("name", ["easy", "seventeen_clues", "minimal"])
def test_a_path_leads_to_the_only_solution(name):
    for board in boards(name)[:5]:
        solution, where = unique_solution(board), position(board, NINE)
        for step in ladder.path(where, solution):
            where = where.after(step.places, step.removes)
        assert where.board == solution


@pytest.mark.parametrize("form", sorted({name for name, *_ in SHAPED}))
def test_boards_of_any_shape_are_led_to_their_solution(form):
    _name, shape, board = next(each for each in SHAPED if each[0] == form)
    solution, where = unique_solution(board, shape), position(board, shape)
    for step in ladder.path(where, solution):
        where = where.after(step.places, step.removes)
    assert where.board == solution


def lying_otherwise(board, chance):
    """The same puzzle, turned, with rows and columns of a band and bands changed about, and digits named otherwise."""
    rows, columns = (
        [3 * band + line for band in chance.sample(range(3), 3) for line in chance.sample(range(3), 3)] for _ in "rc"
    )
    names = [0, *chance.sample(range(1, 10), 9)]
    cells = [(row, column) for row in rows for column in columns]
    if chance.random() < 0.5:
        cells = [(row, column) for column in columns for row in rows]
    return tuple(names[board[9 * row + column]] for row, column in cells)


@settings(max_examples=20, deadline=None, derandomize=True, phases=[Phase.generate])
@given(st.sampled_from(boards("minimal")[:40] + boards("top1465")[:8]), st.integers(0, 10**6))
def test_a_rating_does_not_depend_on_how_a_board_lies(board, seed):
    other = lying_otherwise(board, Random(seed))
    assert other != board
    assert ladder.rated(position(other, NINE)).rating == ladder.rated(position(board, NINE)).rating


def test_a_step_that_is_wrong_is_not_shown(monkeypatch):
    board = parse(RATED[0][0])
    solution, cell = unique_solution(board), board.index(0)
    wrong = Step("full-house", 1.0, (cell,), places=((cell, solution[cell] % 9 + 1),))
    monkeypatch.setattr(ladder, "LADDER", ((1.0, lambda _: iter([wrong])), *ladder.LADDER))
    found = ladder.next_step(position(board, NINE), solution)
    assert found != wrong
    assert not contradicts(found, solution)


def test_what_is_beyond_the_techniques_is_unrated_and_has_no_step(monkeypatch):
    monkeypatch.setattr(ladder, "LADDER", ladder.LADDER[:1])
    board = parse(RATED[-1][0])
    assert ladder.next_step(position(board, NINE), unique_solution(board)) is None
    assert not ladder.rated(position(board, NINE)).solved


def test_a_rating_stops_at_what_is_harder_than_wanted():
    puzzle, rating = RATED[-1]
    where = position(parse(puzzle), NINE)
    assert ladder.rated(where, most=float(rating)).rating == float(rating)
    assert ladder.rated(where, most=3.0).rating == ladder.UNRATED


def test_the_ladder_is_climbed_from_the_easiest_on():
    ratings = [least for least, _ in ladder.LADDER]
    assert ratings == sorted(ratings)
