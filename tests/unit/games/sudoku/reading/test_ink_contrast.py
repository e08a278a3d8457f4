"""What the strength of ink says of marks, digits and blanks."""

from __future__ import annotations

import numpy as np
import pytest

from gridpilot.games.sudoku.reading import ink_contrast
from gridpilot.reading import CellReading, Kind
from gridpilot.vision.glyphs import cut


@pytest.mark.parametrize(("marks", "sure"), [(1, False), (3, False), (4, True)])
def test_of_a_few_marks_on_a_board_none_is_sure(marks, sure):
    many = [CellReading(0, Kind.PENCIL, 0.9999)] * marks + [CellReading(5, Kind.GIVEN, 0.9999)]
    told = ink_contrast.strays(many, [200] * len(many))
    assert all((cell.confidence > 0.999) == sure for cell in told[:marks])
    assert told[-1] == many[-1]


@pytest.mark.parametrize(
    ("contrasts", "strays"), [([120] * 6, 0), ([40] * 6, 0), ([120] * 5 + [40], 1), ([200] * 5 + [90], 0)]
)
def test_a_mark_much_fainter_than_the_others_may_be_a_digit_whose_strokes_came_apart(contrasts, strays):
    marks = [CellReading(0, Kind.PENCIL, 0.9999)] * 6
    assert sum(cell.confidence < 0.97 for cell in ink_contrast.strays(marks, contrasts)) == strays


@pytest.mark.parametrize(
    ("one", "contrast", "kind"),
    [
        (CellReading(1, Kind.GIVEN, 0.9), 70, Kind.PENCIL),
        (CellReading(1, Kind.GIVEN, 0.98), 70, Kind.GIVEN),  # sure
        (CellReading(1, Kind.GIVEN, 0.9, shape=3), 70, Kind.GIVEN),  # several alike
        (CellReading(1, Kind.GIVEN, 0.9), 190, Kind.GIVEN),  # as strong as the digits
    ],
)
def test_a_doubtful_digit_as_faint_as_the_marks_is_some_that_touch(one, contrast, kind):
    cells = [*[CellReading(0, Kind.PENCIL, 0.9999)] * 5, *[CellReading(5, Kind.GIVEN, 0.9999)] * 9]
    contrasts = [60] * 5 + [180] * 9
    told = ink_contrast.touching([*cells, one], [*contrasts, contrast])
    assert told[:-1] == cells
    assert told[-1].kind is kind
    if kind is Kind.PENCIL:
        assert (told[-1].value, told[-1].confidence < 0.97) == (0, True)


def test_where_marks_are_nearly_as_strong_as_digits_or_few_a_faint_digit_stays_one():
    digits, one = [CellReading(5, Kind.GIVEN, 0.9999)] * 9, CellReading(1, Kind.GIVEN, 0.9)
    for marks, contrast in ((5, 150), (3, 60)):
        cells = [*[CellReading(0, Kind.PENCIL, 0.9999)] * marks, *digits, one]
        assert ink_contrast.touching(cells, [contrast] * marks + [180] * 9 + [contrast]) == cells


@pytest.mark.parametrize(("contrast", "sure"), [(60, True), (165, False)])
def test_a_mark_as_strong_as_the_digits_may_be_a_piece_of_one(contrast, sure):
    marks, digits = [CellReading(0, Kind.PENCIL, 0.9999)] * 6, [CellReading(5, Kind.GIVEN, 0.9999)] * 12
    told = ink_contrast.strays([*marks, *digits], [60] * 5 + [contrast] + [170] * 12)
    assert all(cell.confidence > 0.97 for cell in told[:5] + told[6:])
    assert (told[5].confidence > 0.97) is sure


@pytest.mark.parametrize(("digits", "sure"), [(180, True), (40, False)])
def test_a_blank_that_is_not_quite_empty_is_sure_unless_digits_are_hardly_to_be_seen(digits, sure):
    cells = [CellReading(5, Kind.GIVEN, 0.9999)] * 12 + [CellReading(0, Kind.BLANK, 0.99)]
    told = ink_contrast.specks(cells, [digits] * 12 + [18])
    assert told[:-1] == cells[:-1]
    assert (told[-1].confidence > 0.97) is sure


def test_all_of_this_is_asked_of_the_cells_of_a_picture():
    """Twelve weak digits, five weaker marks, a mark as strong as a digit, marks that pass for a 1, a speck."""
    tiles = np.full((20, 20, 20, 3), 255, np.uint8)
    for tile, contrast in zip(tiles, [60] * 12 + [30] * 5 + [60, 32, 0], strict=True):
        tile[5:15, 8:12] -= contrast
    tiles[-1, 9:11, 9] -= 25  # too small for a blob
    digits, marks = [CellReading(5, Kind.GIVEN, 0.9999)] * 12, [CellReading(0, Kind.PENCIL, 0.9999)] * 6
    blank = CellReading(0, Kind.BLANK, 0.99)
    told = ink_contrast.weighed(cut.trace(tiles), [*digits, *marks, CellReading(1, Kind.GIVEN, 0.9), blank])
    assert told[:17] == [*digits, *marks[:5]]
    assert [(cell.kind, cell.confidence < 0.97) for cell in told[17:]] == [
        (Kind.PENCIL, True),
        (Kind.PENCIL, True),
        (Kind.BLANK, True),
    ]
