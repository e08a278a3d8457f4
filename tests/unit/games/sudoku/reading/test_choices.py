"""Digits that a click has opened to choose from are new ones, not those that stood there on another ground."""

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from gridpilot.games.sudoku.reading import choices

CELL, SIDE = 40, 400
BLANKS = [(2, 2), (6, 2), (4, 5), (2, 7), (7, 7)]


def window(ground: str, *, marks: bool = False, menu: bool = False) -> NDArray[np.uint8]:
    """A cell's marks in some blanks, all digits of one block; or a menu of that size in the middle."""
    image = Image.new("RGB", (SIDE, SIDE), ground)
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(12)
    for column, row in BLANKS if marks else []:
        for digit in range(9):
            at = CELL * column + 8 + 13 * (digit % 3), CELL * row + 8 + 13 * (digit // 3)
            pen.text(at, str(digit + 1), "#999", font, anchor="mm")
    if menu:
        pen.rectangle((120, 120, 280, 280), "white", "black")
        for digit in range(9):
            pen.text((150 + 50 * (digit % 3), 150 + 50 * (digit // 3)), str(digit + 1), "black", font, anchor="mm")
    return np.asarray(image)[:, :, ::-1].copy()


def test_marks_on_another_ground_are_no_menu():
    assert not choices.opened(window("#102030", marks=True), window("#403060", marks=True), CELL, 9)


def test_a_menu_is_one_on_another_ground_too():
    assert choices.opened(window("#102030"), window("#403060", menu=True), CELL, 9).keys() == {*range(1, 10)}
    assert choices.opened(window("#102030"), window("#102030", marks=True), CELL, 9).keys() == {*range(1, 10)}
