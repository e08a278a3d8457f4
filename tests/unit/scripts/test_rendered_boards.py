"""The rendered corpus: what is locked stays locked, and each board is a real puzzle."""

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from board_looks import JIGSAW_STYLES, LOCKED_STYLES, LOCKED_THEMES, STYLES, THEMES, chance_look
from board_painter import layout, weights
from board_verdicts import told_regions
from glyph_painter import Face
from puzzle_pool import position
from render_boards import Sample, board

from gridpilot.games.sudoku.grid import NINE, Shape, regions_of, shape_of
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.geometry import Box
from gridpilot.reading import Reading

LETTERS = "ABCDEFGabcdefg"
FACES = [
    Face("a.ttf", 0, "A", "fonts-a", "1", "tune", letters=LETTERS),
    Face("b.ttf", 0, "B", "fonts-b", "1", "tune", letters=LETTERS),
]


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
    shown = position(Random(seed), (3, 3), entered=0.5)
    givens = tuple(value if given else 0 for value, given in zip(shown.values, shown.given, strict=True))
    assert unique_solution(givens) == shown.solution
    wrong = {i for i, value in enumerate(shown.values) if value not in (0, shown.solution[i])}
    assert wrong == shown.errors


def test_one_board_in_about_thirty_has_a_slip():
    slips = [position(Random(seed), (3, 4), entered=0.5).errors for seed in range(90)]
    assert 1 <= sum(bool(errors) for errors in slips) <= 9


@pytest.mark.parametrize("jigsaw", [False, True])
@pytest.mark.parametrize("box", [(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)])
def test_boards_of_every_size_and_form_have_exactly_one_solution(box, jigsaw):
    if jigsaw and box not in {(2, 3), (3, 3)}:
        return
    shown = position(Random(3), box, entered=0.5, jigsaw=jigsaw)
    shape = shape_of(shown.regions)
    givens = tuple(value if given else 0 for value, given in zip(shown.values, shown.given, strict=True))
    assert unique_solution(givens, shape) == shown.solution
    assert shape.regions != () if jigsaw else shape == Shape(*box)


def test_the_corpus_has_every_size_every_form_and_every_way_to_show_them():
    seen = looks("test", 1500)
    assert {look.box for look in seen} == {(2, 2), (2, 3), (3, 2), (3, 3), (3, 4), (4, 3), (4, 4)}
    assert {look.jigsaw for look in seen} == {"no", "lines", "tints", "both"}
    assert {look.signs for look in seen if look.size > 9} == {"numbers", "upper", "lower"}
    assert any(look.tints for look in seen)
    assert {look.cover for look in seen} == {"none", "popup", "cut"}
    assert min(min(look.cell) for look in seen) <= 18
    assert max(max(look.cell) for look in seen) >= 160
    aspects = [look.cell[0] / look.cell[1] for look in seen]
    assert min(aspects) < 0.72
    assert max(aspects) > 1.4


def test_a_jigsaw_has_a_style_that_shows_its_regions():
    for look in looks("test", 1500):
        if look.jigsaw != "no":
            assert look.style in JIGSAW_STYLES[look.jigsaw]


def test_digits_above_nine_are_written_as_the_look_says():
    written = {look.signs: look.text_of(10) for look in looks("test", 1500) if look.size == 16}
    assert written == {"numbers": "10", "upper": "A", "lower": "a"}
    assert {look.text_of(9) for look in looks("test", 50)} == {"9"}


def test_regions_are_told_right_wrong_or_unknown_whatever_their_numbers():
    shown = position(Random(5), (3, 3), entered=0, jigsaw=True)
    look = next(look for look in looks("test") if look.jigsaw != "no" and look.size == 9)
    sample = Sample(0, np.zeros((1, 1, 3), np.uint8), look, shown, (), ())
    box = Box(0, 0, 1, 1)
    reading = Reading(9, (), (), box, regions=tuple(8 - region for region in shown.regions))
    assert told_regions(reading, sample) == "right"
    assert told_regions(replace(reading, regions=None), sample) == "unknown"
    assert told_regions(replace(reading, regions=()), sample) == "wrong"
    assert told_regions(replace(reading, regions=regions_of(NINE)), sample) == "wrong"


def test_a_board_with_letters_of_a_real_font_is_rendered_with_its_regions():
    fonts = sorted(Path("/usr/share/fonts").rglob("*.ttf"))
    if not fonts:
        pytest.skip("no fonts are installed")
    face = Face(str(fonts[0]), 0, "A", "fonts-a", "1", "tune", letters=LETTERS)
    for number in range(12):
        sample = board("tune", 1, number, [face])
        assert sample.pixels.ndim == 3
        assert len(sample.columns) == len(sample.rows) == sample.look.size
        assert len(set(sample.position.regions)) == sample.look.size


def test_cells_never_overlap():
    for number, look in enumerate(looks("test")):
        grid, wide, high = layout(look, *weights(look, np.random.default_rng(number)))
        assert min(np.diff(grid.xs)) >= look.cell[0]
        assert min(np.diff(grid.ys)) >= look.cell[1]
        assert (grid.xs[-1] + look.cell[0], grid.ys[-1] + look.cell[1]) <= (wide, high)
