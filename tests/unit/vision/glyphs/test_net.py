"""The committed net, through OpenCV: sound probabilities, the same from both of its engines."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.games.sudoku.reading import cells as marks
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box
from gridpilot.reading import NET
from gridpilot.vision.glyphs import cut, recognisers
from gridpilot.vision.glyphs import net as digitnet

MODEL = Path(digitnet.__file__).with_name("digits.onnx")


def written(text, cell=60, size=34):
    """One cell for each character, in Pillow's own font, which no Debian package of the corpus holds: pixels, boxes."""
    picture = Image.new("RGB", (cell * len(text), cell), "white")
    pen = ImageDraw.Draw(picture)
    for number, character in enumerate(text):
        pen.text((cell * (number + 0.5), cell / 2), character, "black", ImageFont.load_default(size), "mm")
    pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
    return pixels, [Box(cell * i, 0, cell * (i + 1), cell) for i in range(len(text))]


def drawn(text, size=34):
    """Their glyphs."""
    return cut.whole(cut.trace(cut.cut(*written(text, size=size))))[1]


@pytest.mark.parametrize("size", [14, 20, 34, 48])
def test_all_digits_of_an_unseen_font_are_recognised(size):
    chances = digitnet.classify(drawn("0123456789", size=size))
    assert chances.argmax(axis=1).tolist() == list(range(10))
    assert chances.max(axis=1).min() > 0.8


def test_probabilities_add_up_to_one():
    assert np.allclose(digitnet.classify(drawn("12AX%9")).sum(axis=1), 1, atol=1e-4)


@pytest.mark.parametrize("junk", ["A", "X", "%", "+", "W", "#"])
def test_what_is_no_digit_is_junk(junk):
    assert digitnet.classify(drawn(junk))[0].argmax() == digitnet.JUNK


@pytest.mark.parametrize("text", ["ABCDEFG", "abcdefg"])
@pytest.mark.parametrize("size", [20, 34])
def test_letters_of_large_boards_are_told_apart_and_are_no_digits(text, size):
    letters = drawn(text, size=size)
    assert (digitnet.signs(letters).argmax(axis=1) - digitnet.JUNK - 1).tolist() == list(range(7))
    assert digitnet.classify(letters).argmax(axis=1).tolist() == [digitnet.JUNK] * 7


def test_digits_are_not_taken_for_letters():
    assert digitnet.signs(drawn("0123456789")).argmax(axis=1).tolist() == list(range(10))


def test_glyphs_may_come_in_any_numbers_one_after_the_other():
    """OpenCV 5.0 for Windows crashed in a batch of 13 after one of 12."""
    pictures = np.random.default_rng(0).integers(0, 256, (40, 28, 28), np.uint8)
    together = digitnet.signs(pictures)
    for many in (12, 13, 11, 25, 1, 40):
        assert np.allclose(digitnet.signs(pictures[:many]), together[:many], atol=1e-6)


def test_the_batch_may_be_empty_or_large():
    assert digitnet.classify(np.zeros((0, 28, 28), np.uint8)).shape == (0, digitnet.JUNK + 1)
    assert digitnet.classify(np.repeat(drawn("7"), 256, axis=0)).argmax(axis=1).tolist() == [7] * 256


def test_a_glyph_is_read_alike_alone_and_in_company():
    several = drawn("123456789")
    together = digitnet.classify(several)
    apart = np.concatenate([digitnet.classify(one[None]) for one in several])
    assert np.abs(together - apart).max() < 1e-4


@pytest.mark.skipif(not hasattr(cv2.dnn, "ENGINE_NEW"), reason="this OpenCV has one engine")
def test_both_engines_of_opencv_agree():
    batch = drawn("0123456789A%")[:, None].astype(np.float32)
    results = []
    for engine in (cv2.dnn.ENGINE_CLASSIC, cv2.dnn.ENGINE_NEW):
        net = cv2.dnn.readNetFromONNX(str(MODEL), engine)
        net.setInput(batch)
        results.append(net.forward().reshape(len(batch), -1))
    assert np.abs(results[0] - results[1]).max() < 1e-3


def test_glyphs_that_are_the_same_to_the_pixel_are_read_alike_wherever_they_stand():
    again = [2, 0, 2, 3, 0]
    chances = digitnet.signs(drawn("1234")[again])
    assert chances.argmax(axis=1).tolist() == [digit + 1 for digit in again]
    assert (chances[0] == chances[2]).all()
    assert (chances[1] == chances[4]).all()


def test_threads_get_their_own_answers():
    rng = np.random.default_rng(5)
    sheets = [rng.integers(0, 256, (24, 28, 28), np.uint8) for _ in range(6)]
    alone = [digitnet.signs(sheet) for sheet in sheets]
    with ThreadPoolExecutor(len(sheets)) as pool:
        for _ in range(10):
            for together, by_itself in zip(pool.map(digitnet.signs, sheets), alone, strict=True):
                np.testing.assert_array_equal(together, by_itself)


def test_the_model_is_small_enough_to_ship():
    assert MODEL.stat().st_size <= 300_000


@pytest.mark.parametrize("text", ["123456789ABC", "123456789ABCDEFG", "g1f2e3d4c5b6a789"])
def test_large_boards_are_read_with_their_letters_as_values(text):
    size = 12 if len(text) == 12 else 16
    seen = marks.read_cells(Sheet(*written(text)).tiles, size, recognisers.of(NET, size))
    assert [cell.value for cell in seen.cells] == ["123456789ABCDEFG".index(sign) + 1 for sign in text.upper()]
    assert seen.signs == "123456789abcdefg"


@pytest.mark.parametrize("text", ["0123456789AB", "0123456789ABCDEF", "f1e2d3c4b5a69780"])
def test_a_nought_on_a_large_board_is_its_largest_value(text):
    seen = marks.read_cells(Sheet(*written(2 * text)).tiles, len(text), recognisers.of(NET, len(text)))
    assert seen.signs == f"{'123456789abcdef'[: len(text) - 1]}0"
    assert [seen.signs[cell.value - 1] for cell in seen.cells] == list(2 * text.lower())
