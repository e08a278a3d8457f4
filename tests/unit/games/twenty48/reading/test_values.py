"""Tiles by two readers, by colour and one of them, and by the digits of the board's other tiles."""

import numpy as np
import pytest
from fakes.tile_drawing import row

from gridpilot.games.twenty48.board import VALUES
from gridpilot.games.twenty48.reading import values
from gridpilot.games.twenty48.reading.numbers import Opinion
from gridpilot.games.twenty48.reading.values import ACT, Readers, look
from gridpilot.reading import Kind
from gridpilot.vision.glyphs import net


class Counting:
    """A recogniser that counts what it is asked, and may be blind to some digits."""

    def __init__(self, blind=()):
        self.asked, self.blind = 0, blind

    def __call__(self, glyphs):
        self.asked += len(glyphs)
        chances = net.classify(glyphs)
        for digit in self.blind:
            chances[chances.argmax(axis=1) == digit] = np.eye(chances.shape[1])[-1]
        return chances


def test_a_number_that_both_read_is_certain():
    seen = look(*row("2", "64", "1024"), VALUES, Readers(net.classify, net.classify))
    assert [cell.value for cell in seen.cells] == [2, 64, 1024]
    assert min(cell.confidence for cell in seen.cells) > 0.99


def test_a_colour_that_stood_for_the_number_saves_the_cuts():
    cuts = Counting()
    seen = look(*row("2", "64"), VALUES, Readers(net.classify, cuts), [{2}, {64, 128}])
    assert ([cell.value for cell in seen.cells], cuts.asked) == ([2, 64], 0)


def test_a_colour_that_stood_for_other_numbers_decides_nothing():
    cuts = Counting()
    seen = look(*row("2"), VALUES, Readers(net.classify, cuts), [{64}])
    assert seen.cells[0].value == 2
    assert cuts.asked


def test_a_doubtful_number_is_settled_by_the_boards_own_digits():
    """One of the readers knows no 6, but the board has one that was read beyond doubt, by the tile's colour."""
    pixels, boxes = row("16", "64", "4")
    readers = Readers(net.classify, Counting(blind=(6,)))
    alone = look(pixels, boxes, VALUES, readers)
    assert [cell.confidence < 0.9 for cell in alone.cells] == [True, True, False]
    settled = look(pixels, boxes, VALUES, readers, [{16}, (), ()])
    assert [cell.value for cell in settled.cells] == [16, 64, 4]
    assert min(cell.confidence for cell in settled.cells) > 0.9


def test_two_clear_numbers_that_differ_stay_in_doubt():
    """The board's own digits are not asked to choose between two readers that are both sure."""

    def takes_four_for_two(glyphs):
        chances = net.classify(glyphs)
        chances[:, [2, 4]] = chances[:, [4, 2]]
        return chances

    seen = look(*row("4", "16"), VALUES, Readers(net.classify, takes_four_for_two))
    assert seen.cells[0].confidence <= 0.5
    assert seen.cells[1].confidence > 0.9


def test_ink_that_is_no_number_is_unknown():
    seen = look(*row("W", "2"), VALUES, Readers(net.classify, net.classify))
    assert seen.cells[0].kind is Kind.UNKNOWN
    assert values.certain(0).kind is Kind.BLANK


@pytest.mark.parametrize("size", [16, 34])
def test_the_fraction_of_a_number_is_left_out_where_it_is_a_zero(size):
    """As programs show it that count in fractions."""
    readers = Readers(net.classify, net.classify)
    seen = look(*row("2.0", "16.0", "128.0", "4", size=size), VALUES, readers)
    assert ([cell.value for cell in seen.cells], seen.foreign) == ([2, 16, 128, 4], 0)
    others = look(*row("2.5", "4.8", "20", size=size), VALUES, readers)
    assert [cell.value for cell in others.cells if cell.confidence >= ACT] == []


def test_a_rival_that_only_one_reader_sees_where_the_other_is_clear_is_none():
    """In some fonts a cut parts a 4 into a 6 and a 4."""
    clear, torn, unsure = Opinion(4, 1.0, 2, 1e-6), Opinion(4, 1.0, 64, 0.25), Opinion(4, 0.7, 8, 0.2)
    assert values._judged(clear, torn).confidence > ACT
    assert values._judged(torn, torn).confidence < ACT
    assert values._judged(unsure, Opinion(4, 0.8, 2, 0.2)).confidence < ACT
