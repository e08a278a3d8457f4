"""Values above nine: letters of the recogniser, and numbers of two digits."""

from __future__ import annotations

import numpy as np
import pytest

from gridpilot.games.sudoku.reading import two_digits
from gridpilot.vision.glyphs import cut
from gridpilot.vision.glyphs.blobs import Blob
from gridpilot.vision.glyphs.net import JUNK


def sure(*classes: int, count: int = 18):
    """A recogniser that is certain of these classes, one glyph after the other."""

    def recognise(pictures: np.ndarray) -> np.ndarray:
        looks = np.zeros((len(pictures), count), np.float32)
        looks[np.arange(len(pictures)), list(classes)[: len(pictures)]] = 1
        return looks

    return recognise


def pictures(count: int) -> np.ndarray:
    return np.zeros((count, cut.SIDE, cut.SIDE), np.uint8)


@pytest.mark.parametrize(("most", "values"), [(9, [7, 10, 10]), (12, [7, 12, 13]), (16, [7, 12, 16])])
def test_letters_stand_for_the_values_of_a_board_and_beyond_them_are_junk(most, values):
    """7, C and G; junk comes last."""
    looks = two_digits.valued(sure(7, JUNK + 3, JUNK + 7), most)(pictures(3))
    assert looks.shape == (3, most + 2)
    assert looks.argmax(axis=1).tolist() == values


def test_a_recogniser_of_digits_alone_gives_no_chance_to_larger_values():
    looks = two_digits.valued(sure(3, JUNK, count=11), 16)(pictures(2))
    assert looks.argmax(axis=1).tolist() == [3, 17]
    assert looks[:, 10:17].sum() == 0


def two_bars(gap: int) -> np.ndarray:
    ink = np.zeros((1, 48, 48), np.uint8)
    ink[0, 12:36, 10:14] = 200
    ink[0, 12:36, 14 + gap : 30 + gap] = 200
    return ink


@pytest.mark.parametrize("gap", [0, 4])
def test_two_digits_are_told_apart_or_cut_where_they_touch(gap):
    ink = two_bars(gap)
    box = Blob(10, 12, 20 + gap, 24, 400)
    tiles = cut.Tiles(
        np.zeros((1, 48, 48, 3), np.uint8), ink, np.zeros((1, 3), np.uint8), np.full(1, 200, np.uint8), ((box,),)
    )
    whole = [0.0] * 17 + [1.0]
    found = two_digits.shared_out(tiles, {0: box}, {0: whole}, two_digits.valued(sure(*[1, 4] * 3), 16))
    assert int(np.argmax(found[0])) == 14
    assert sum(found[0]) == pytest.approx(1)


def test_ink_that_is_a_digit_as_a_whole_is_not_cut():
    box = Blob(10, 12, 20, 24, 400)
    tiles = cut.Tiles(
        np.zeros((1, 48, 48, 3), np.uint8),
        two_bars(0),
        np.zeros((1, 3), np.uint8),
        np.full(1, 200, np.uint8),
        ((box,),),
    )
    whole = [0.0] * 8 + [1.0] + [0.0] * 9
    assert two_digits.shared_out(tiles, {0: box}, {0: whole}, two_digits.valued(sure(1, 4), 16)) == {}


def test_marks_in_two_rows_are_no_number():
    ink = np.zeros((1, 48, 48), np.uint8)
    ink[0, 2:17, 4:8] = ink[0, 2:17, 30:42] = 200  # the upper ones in stronger ink: they alone are left at the last cut
    ink[0, 30:45, 4:14] = ink[0, 30:45, 30:42] = 120
    box = Blob(4, 2, 38, 43, 500)
    assert all(part.height > 0.7 * box.height for way in two_digits._ways(ink[0], box) for part in way)
