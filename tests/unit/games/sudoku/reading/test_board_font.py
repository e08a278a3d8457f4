"""What a board's digits share: old-style figures and small letters are low and no pencil marks."""

from dataclasses import replace

import numpy as np
import pytest

from gridpilot.games.sudoku.reading.board_font import Candidate, measure
from gridpilot.vision.glyphs.blobs import Blob
from gridpilot.vision.glyphs.cut import Tiles

SIDE = 40
TALL, LOW, MARK = 24, 16, 12  # pixels
EMPTY = Tiles(
    pixels=np.zeros((0, SIDE, SIDE, 3), np.uint8), ink=np.zeros((1, SIDE, SIDE), np.uint8), ground=np.zeros((0, 3)),
    peak=np.full(256, 200), blobs=[],
)  # fmt: skip


def glyph(value: int, height: int, most: int = 9) -> Candidate:
    """In the middle of its cell, and surely that value."""
    chances = [0.0] * (most + 2)
    chances[value] = 0.99
    return Candidate(Blob((SIDE - height) // 2, (SIDE - height) // 2, height, height, 9), chances)


def measured(*glyphs: Candidate, most: int = 9) -> dict[int, float]:
    norm = measure(EMPTY, dict(enumerate(glyphs)), most)
    assert norm is not None
    assert norm.height == TALL
    return norm.low


TALLER = [glyph(value, TALL) for value in (3, 4, 5, 6, 7, 8, 9) * 3]


def test_low_ones_and_twos_are_the_fonts_where_all_of_them_are_low():
    assert measured(*TALLER, *[glyph(value, LOW) for value in (1, 2, 1, 2)]) == {1: LOW, 2: LOW}


def test_one_digit_that_is_as_low_by_rounding_does_not_hide_that_they_are():
    low = [glyph(value, LOW + 2) for value in (1, 2)] * 3
    assert measured(*TALLER, *low, glyph(7, LOW + 3)) == {1: LOW + 2, 2: LOW + 2}


def test_any_value_may_be_the_only_one_that_the_font_draws_low():
    others = [glyph(value, TALL) for value in (1, 2, 3, 4, 5, 6, 7, 9) * 3]
    assert measured(*others, *[glyph(8, LOW)] * 3) == {8: LOW}
    assert measured(*others, glyph(8, TALL), *[glyph(8, LOW)] * 3) == {}
    assert measured(*others, *[glyph(8, MARK + 2)] * 3) == {}


def test_low_digits_of_all_kinds_are_pencil_marks():
    assert measured(*TALLER, *[glyph(value, LOW) for value in (1, 2, 3, 4, 5)]) == {}


def test_where_some_ones_are_tall_the_low_ones_are_pencil_marks():
    assert measured(*TALLER, *[glyph(1, TALL)] * 3, *[glyph(1, LOW)] * 3) == {}


def test_what_is_lower_than_any_font_draws_it_stays_a_mark():
    assert measured(*TALLER, *[glyph(1, MARK - 1)] * 4) == {}


@pytest.mark.parametrize(("most", "low"), [(12, {10, 12}), (16, {10, 12, 14})])
def test_small_letters_of_a_large_board_are_low_and_values_all_the_same(most, low):
    tall = [glyph(value, TALL, most) for value in range(3, 10)] * 3
    letters = [glyph(value, LOW, most) for value in low] * 2
    assert set(measured(*tall, *letters, most=most)) >= low


def test_a_letter_is_low_by_its_own_height():
    tall = [glyph(value, TALL, 16) for value in range(3, 10)] * 3
    letters = [glyph(value, LOW, 16) for value in (10, 12)] * 2 + [glyph(14, LOW + 2, 16)] * 2
    found = measured(*tall, *letters, most=16)
    assert (found[10], found[12], found[14]) == (LOW, LOW, LOW + 2)


def test_numbers_of_low_digits_are_low_together():
    tall = [glyph(value, TALL, 16) for value in (3, 4, 5, 6, 7, 8, 9, 13, 14, 15, 16)] * 3
    low = [glyph(value, LOW, 16) for value in (1, 2, 10, 11, 12)] * 2
    assert measured(*tall, *low, most=16) == dict.fromkeys((1, 2, 10, 11, 12), LOW)


def test_a_letter_that_hangs_below_the_line_has_a_place_of_its_own():
    tall = [glyph(value, TALL, 16) for value in range(3, 10)] * 3
    letters = [glyph(value, LOW, 16) for value in (10, 12, 14)] * 2
    hanging = glyph(16, TALL, 16)
    hanging = replace(hanging, box=replace(hanging.box, y=hanging.box.y + 6))
    norm = measure(EMPTY, dict(enumerate([*tall, *letters, hanging, hanging])), 16)
    assert norm is not None
    assert norm.lower[16] == pytest.approx(6 / SIDE)
    assert norm.down == 0


def hanging(value: int, height: int, bottom: int = SIDE) -> Candidate:
    """A figure that ends where its cell does."""
    return replace(glyph(value, height), box=Blob((SIDE - 16) // 2, bottom - height, 16, height, 9))


def test_figures_that_hang_over_the_side_of_their_cell_are_as_high_as_what_is_seen_of_them():
    cut = [hanging(value, height) for value, height in ((3, 22), (4, 22), (9, 21), (3, 22))]
    low = [glyph(value, LOW) for value in (1, 2, 1, 2)]
    norm = measure(EMPTY, dict(enumerate([*[glyph(value, TALL) for value in (6, 8) * 3], *low, *cut])), 9)
    assert norm is not None
    assert norm.height == TALL
    assert norm.low == {1: LOW, 2: LOW, 3: 22, 4: 22, 5: 22, 7: 22, 9: 21}
    assert norm.lower[3] == pytest.approx((SIDE - 11) / SIDE - 0.5)


def test_a_pencil_mark_at_the_lower_side_of_its_cell_is_none_of_them():
    marks = [hanging(value, MARK - 1) for value in (3, 4, 9)]
    assert measured(*TALLER, *[glyph(value, LOW) for value in (1, 2, 1, 2)], *marks) == {1: LOW, 2: LOW}


def test_where_no_font_draws_its_ones_low_digits_at_the_lower_side_are_cut_ones():
    assert measured(*TALLER, *[hanging(value, 18) for value in (3, 4, 9)]) == {}


def test_the_height_is_that_of_the_tall_digits_where_most_are_low():
    assert set(measured(glyph(6, TALL), glyph(8, TALL), *[glyph(value, LOW) for value in (1, 2) * 5])) >= {1, 2}


def test_faint_traces_in_blank_cells_are_no_digits_to_measure_by():
    """Compression leaves them beside thick lines, and in many cells the same."""
    candidates = {i: glyph(i % 9 + 1, TALL) for i in range(10)} | {i: glyph(1, 36) for i in range(10, 30)}
    peaks = np.where(np.arange(30) < 10, 200, 24)
    assert measure(replace(EMPTY, peak=peaks), candidates, 9).height == TALL
    assert measure(EMPTY, candidates, 9).height == 36
