"""Numbers that are written with more than digits, and those that only look like it."""

import numpy as np
import pytest
from fakes.tile_drawing import large, row

from gridpilot.games.twenty48.board import VALUES
from gridpilot.games.twenty48.reading.number_styles import fraction, in_thousands, thousands, without_separator
from gridpilot.games.twenty48.reading.tiles import Tile
from gridpilot.games.twenty48.reading.values import ACT, Readers, look
from gridpilot.vision.glyphs import net
from gridpilot.vision.glyphs.blobs import Blob

NET = Readers(net.classify, net.classify)


def read(*texts, size=26):
    return look(*row(*texts, size=size), VALUES, NET).cells


@pytest.mark.parametrize("size", [20, 26, 34])
def test_a_number_in_thousands_is_read(size):
    texts = {"1K": 1024, "8k": 8192, "16K": 16384, "128K": 131072, "131K": 131072, "64": 64, "2048": 2048}
    cells = read(*texts, size=size)
    assert [cell.value for cell in cells] == [*texts.values()]
    assert min(cell.confidence for cell in cells) >= ACT


@pytest.mark.parametrize("separator", [",", ".", " "])
def test_a_separator_of_thousands_is_no_digit(separator):
    cells = read(*(number.replace("_", separator) for number in ("1_024", "4_096", "16_384", "64")), size=24)
    assert [cell.value for cell in cells] == [1024, 4096, 16384, 64]
    assert min(cell.confidence for cell in cells) >= ACT


@pytest.mark.parametrize("text", ["16M", "16H", "16B", "16R", "16X", "16E", "16A", "3K", "16KK", "6,384", "10,24"])
def test_what_only_looks_like_it_is_not_read(text):
    assert read("2", text, "64")[1].confidence < ACT


@pytest.mark.parametrize("digit", "0123456789")
def test_no_digit_is_taken_for_a_k(digit):
    """Behind a 1, where a K would make 1024 of it."""
    cells = read("2", f"1{digit}", "64")
    assert (cells[1].value if cells[1].confidence >= ACT else 0) in {0, 16}


@pytest.mark.parametrize("speck", [[[1]], [[1, 1], [1, 1]], [[1, 1], [1, 0], [1, 1]], [[1], [1], [1]]])
def test_a_speck_at_the_end_is_neither_a_k_nor_a_separator(speck):
    """As of a texture."""
    ink = np.zeros((12, 20), np.uint8)
    ink[2:10, 2:8] = 255
    ink[5 : 5 + len(speck), 12 : 12 + len(speck[0])] = 255 * np.array(speck)
    tile = Tile(ink, 255, (Blob(2, 2, 6, 8, 48),), speckled=True)
    assert (thousands(tile), without_separator(tile), fraction(tile)) == (None, None, None)


def test_131072_is_written_in_two_ways():
    assert {text for text, value in in_thousands(VALUES).items() if value == 131072} == {128, 131}


@pytest.mark.parametrize("sign", "#*@oX8%")
@pytest.mark.parametrize("high", [12, 16, 20])
def test_large_digits_that_are_lines_of_a_small_sign_are_read(sign, high):
    numbers = (2, 8, 64, 128, 256, 512, 1024, 2048)
    cells = look(*large(*numbers, sign=sign, high=high), VALUES, NET).cells
    assert tuple(cell.value if cell.confidence >= ACT else 0 for cell in cells) == numbers


@pytest.mark.parametrize("number", [3, 10, 100, 300, 518, 1025])
def test_a_large_number_that_is_no_tiles_is_none(number):
    cells = look(*large(2, number, 64, sign="#", high=16), VALUES, NET).cells
    assert cells[1].confidence < ACT
