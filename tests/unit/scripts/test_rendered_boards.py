"""The rendered corpus: what is locked stays locked, and each board is a real puzzle."""

from random import Random

import numpy as np
import pytest
from board_looks import LOCKED_STYLES, LOCKED_THEMES, STYLES, THEMES, chance_look
from board_painter import layout, weights
from glyph_painter import Face
from puzzle_pool import position

from gridpilot.games.sudoku.grid import SHAPES, conflicts
from gridpilot.games.sudoku.solver import unique_solution

FACES = [Face("a.ttf", 0, "A", "fonts-a", "1", "tune"), Face("b.ttf", 0, "B", "fonts-b", "1", "tune")]


def looks(part, count=400):
    return [chance_look(np.random.default_rng(number), part, FACES) for number in range(count)]


def test_what_is_kept_for_the_locked_part_is_never_seen_while_tuning():
    seen = looks("tune")
    assert not {look.theme.name for look in seen} & LOCKED_THEMES
    assert not {look.style for look in seen} & LOCKED_STYLES


def test_the_locked_part_has_every_theme_and_style():
    seen = looks("test")
    assert {look.theme.name for look in seen} == {theme.name for theme in THEMES}
    assert {look.style for look in seen} == set(STYLES)


def test_the_same_seed_gives_the_same_look():
    assert looks("tune", 20) == looks("tune", 20)


@pytest.mark.parametrize("seed", range(8))
def test_a_board_shows_a_puzzle_with_exactly_one_solution_and_only_the_named_slips(seed):
    shown = position(Random(seed), 9, entered=0.5)
    givens = tuple(value if given else 0 for value, given in zip(shown.values, shown.given, strict=True))
    assert unique_solution(givens) == shown.solution
    wrong = {i for i, value in enumerate(shown.values) if value not in (0, shown.solution[i])}
    assert wrong == shown.errors


def test_one_board_in_about_thirty_has_a_slip():
    slips = [position(Random(seed), 9, entered=0.5).errors for seed in range(90)]
    assert 1 <= sum(bool(errors) for errors in slips) <= 9


@pytest.mark.parametrize("size", [4, 6])
def test_small_boards_break_no_rule(size):
    shown = position(Random(3), size, entered=0.5)
    assert conflicts(shown.solution, SHAPES[size]) == ()


def test_cells_never_overlap():
    for number, look in enumerate(looks("test")):
        grid, wide, high = layout(look, *weights(look, np.random.default_rng(number)))
        assert min(np.diff(grid.xs)) >= look.cell[0]
        assert min(np.diff(grid.ys)) >= look.cell[1]
        assert (grid.xs[-1] + look.cell[0], grid.ys[-1] + look.cell[1]) <= (wide, high)
