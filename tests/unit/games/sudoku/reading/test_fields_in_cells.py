"""Blanks that are fields, smaller than the cells in which the givens stand, and at the left of these."""

from __future__ import annotations

import random

import numpy as np
import pytest
from fakes.board_drawing import captured
from PIL import Image, ImageDraw, ImageFont

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
THIN, CELL, PADDING, FIELD = 2, 48, 2, 41
LEFT, TOP = 90, 70


def drawn(puzzle: str) -> Image.Image:
    """Cells between thin lines, those beside a box's line smaller by so much as that is thicker."""
    side = 9 * (CELL + THIN)
    picture = Image.new("RGB", (side + 2 * LEFT, side + 2 * TOP), "burlywood")
    pen = ImageDraw.Draw(picture)
    pen.rectangle((LEFT, TOP, LEFT + side + 1, TOP + side + 1), "black")
    font = ImageFont.load_default(30)
    for index, sign in enumerate(puzzle):
        row, col = divmod(index, 9)
        x, y = LEFT + THIN + col * (CELL + THIN), TOP + THIN + row * (CELL + THIN)
        wide, high = (CELL - 3 * (line % 3 == 2) for line in (col, row))
        pen.rectangle((x, y, x + wide - 1, y + high - 1), "chocolate")
        if sign == ".":
            field = (x + PADDING, y + PADDING, x + PADDING + wide * FIELD // CELL, y + PADDING + high * FIELD // CELL)
            pen.rectangle(field, "white", "#767676")
        else:
            pen.text((x + PADDING, y + high / 2 - 3), sign, "wheat", font, "lm")
    return picture


@pytest.mark.parametrize("seed", range(6))
def test_digits_at_the_left_of_cells_are_not_cut_off_by_columns_of_fields(seed: int) -> None:
    chance = random.Random(seed)
    order = chance.sample("123456789", 9)
    puzzle = "".join(order[int(sign) - 1] if sign != "." else "." for sign in PUZZLE)
    reading = reader.read(captured(np.ascontiguousarray(np.asarray(drawn(puzzle))[..., ::-1])))
    assert reading is not None
    assert "".join(str(value or ".") for value in reading.board) == puzzle
    assert Sudoku().decide(reading).ending is None
