"""What the cells of a board show besides digits."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.capture import Capture
from gridpilot.games.sudoku.reading import cell_face, choices, reader
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box, Rect, View

PUZZLE = "3..6.5182....193....68....4.5217.8..439....6.8.1.6...51....69489.5.2......8.912.."
CELL, EDGE = 52, 20


def lists(digit: str, blank: str) -> Image.Image:
    """The puzzle in drop-down lists, whose arrows have these colours in full and in blank cells."""
    picture = Image.new("RGB", (9 * CELL + 2 * EDGE, 9 * CELL + 2 * EDGE), "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(28)
    for index, sign in enumerate(PUZZLE):
        x, y = EDGE + CELL * (index % 9), EDGE + CELL * (index // 9)
        pen.line([(x + 36, y + 23), (x + 40, y + 27), (x + 44, y + 23)], blank if sign == "." else digit, 2)
        pen.text((x + 18, y + CELL / 2), sign.replace(".", ""), digit, font, "mm")
    for line in range(10):
        at, wide = EDGE + CELL * line, 3 if line % 3 == 0 else 1
        pen.line([(EDGE, at), (EDGE + 9 * CELL, at)], "#333", wide)
        pen.line([(at, EDGE), (at, EDGE + 9 * CELL)], "#333", wide)
    return picture


def captured(picture: Image.Image) -> Capture:
    pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
    return Capture(pixels, View(Rect(0, 0, *picture.size), *picture.size))


@pytest.mark.parametrize(("digit", "blank"), [("#111", "#111"), ("#777", "#1c5fd0")])
def test_the_arrows_of_lists_are_no_content_whatever_their_colour(digit, blank):
    found = reader.read(captured(lists(digit, blank)))
    assert found is not None
    assert found.board == tuple(int(sign) if sign != "." else 0 for sign in PUZZLE)
    assert not found.doubts


def test_a_list_is_seen_whose_digits_stand_on_grounds_of_their_own():
    before = lists("#111", "#111")
    after = before.copy()
    pen, font = ImageDraw.Draw(after), ImageFont.load_default(12)
    for row in range(10):
        top = 40 + 24 * row
        ground = "#1967d2" if not row else "#a2ff98" if row in (4, 7, 8) else "#efefef"
        pen.rectangle((100, top, 128, top + 23), ground)
        pen.text((114, top + 12), str(row or ""), "#111", font, "mm")
    found = choices.opened(captured(before).pixels, captured(after).pixels, CELL, 9)
    assert {digit: (round(at.x / 24), round((at.y - 52) / 24)) for digit, at in found.items()} == {
        digit: (5, digit) for digit in range(1, 10)
    }


@pytest.mark.parametrize(("size", "high", "wide"), [(20, 24, 28), (17, 30, 34)])
def test_a_narrow_list_in_several_colours_is_seen_as_a_frame_far_away_goes(size, high, wide):
    before, cell = Image.new("RGB", (900, 900), "#47807b"), 100
    pen, font = ImageDraw.Draw(before), ImageFont.load_default(size)
    for index, sign in enumerate(PUZZLE):
        x, y = cell * (index % 9), cell * (index // 9)
        pen.rectangle((x, y, x + cell, y + cell), outline="black", width=4)
        pen.rectangle((x + 30, y + 38, x + 71, y + 64), "white")
        pen.text((x + 42, y + 51), sign.replace(".", ""), "black", font, "mm")
    after = before.copy()
    pen.rectangle((27, 335, 73, 367), outline="black", width=2)  # the cell that was selected
    pen = ImageDraw.Draw(after)
    for row in range(10):
        top, ground = 65 + high * row, "#a2ff98" if row in (2, 3, 9) else "#efefef" if row else "#1967d2"
        pen.rectangle((250 - wide / 2, top, 250 + wide / 2, top + high - 1), ground)
        pen.text((252, top + high / 2), str(row or ""), "black", font, "mm")
    found = choices.opened(captured(before).pixels, captured(after).pixels, cell, 9)
    assert {digit: round((at.y - 65) / high - 0.5) for digit, at in found.items()} == {n: n for n in range(1, 10)}


def test_digits_are_read_that_begin_right_beside_the_line():
    wide, high = 66, 57
    picture = Image.new("RGB", (9 * wide + 2 * EDGE, 9 * high + 2 * EDGE), "white")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(17)
    for index, sign in enumerate(PUZZLE):
        x, y = EDGE + wide * (index % 9), EDGE + high * (index // 9)
        pen.text((x + 2, y + high / 2), sign.replace(".", ""), "black", font, "lm")
    for line in range(10):
        pen.line([(EDGE, EDGE + high * line), (EDGE + 9 * wide, EDGE + high * line)], "#333", 3 if line % 3 == 0 else 1)
        pen.line([(EDGE + wide * line, EDGE), (EDGE + wide * line, EDGE + 9 * high)], "#333", 3 if line % 3 == 0 else 1)
    found = reader.read(captured(picture))
    assert found is not None
    assert found.board == tuple(int(sign) if sign != "." else 0 for sign in PUZZLE)


@pytest.mark.parametrize("cursor", [0, 1])
def test_noughts_are_blanks_under_a_cursor_too_and_other_digits_are_none_of_them(cursor):
    picture = Image.new("RGB", (340, 240), "black")
    pen, font = ImageDraw.Draw(picture), ImageFont.load_default(15)
    for index, sign in enumerate(PUZZLE):
        row, col = divmod(index, 9)
        x, y = 26 + 30 * col + 10 * (col // 3), 30 + 19 * row + 19 * (row // 3)
        if index == cursor:
            pen.rectangle((x - 15, y - 9, x + 14, y + 9), "#e5e5e5")
        pen.text((x, y), sign.replace(".", "0"), "black" if index == cursor else "#e5e5e5", font, "mm")
    found = reader.read(captured(picture))
    assert found is not None
    assert found.board == tuple(int(sign) if sign != "." else 0 for sign in PUZZLE)


def test_a_menu_may_lie_right_over_the_same_digits_of_the_board():
    before = Image.new("RGB", (9 * CELL + 2 * EDGE, 9 * CELL + 2 * EDGE), "white")
    pen, font = ImageDraw.Draw(before), ImageFont.load_default(28)

    def write(sign: str, row: int, col: int) -> None:
        pen.text((EDGE + CELL * (col + 0.5), EDGE + CELL * (row + 0.5)), sign, "black", font, "mm")

    for index, sign in enumerate(PUZZLE):
        write(sign.replace(".", ""), *divmod(index, 9))
    after = before.copy()
    pen = ImageDraw.Draw(after)
    left, top = EDGE + CELL * 4, EDGE + CELL * 4  # a 3 is where its 3 comes
    pen.rectangle((left, top, left + 3 * CELL - 1, top + 3 * CELL - 1), "#edf2f7")
    for digit in range(1, 10):
        write(str(digit), 4 + (digit - 1) // 3, 4 + (digit - 1) % 3)
    found = choices.opened(captured(before).pixels, captured(after).pixels, CELL, 9)
    assert {digit: (int(at.x - left) // CELL, int(at.y - top) // CELL) for digit, at in found.items()} == {
        digit: ((digit - 1) % 3, (digit - 1) // 3) for digit in range(1, 10)
    }


@pytest.mark.parametrize("size", [20, 24, 28])
def test_a_digit_on_the_square_that_blanks_show_is_not_taken_for_a_blank(size):
    """Its outlines are as unlike the thick frame as the square is."""
    cell, font = 70, ImageFont.load_default(size)
    picture = Image.new("RGB", (9 * cell, 9 * cell), "black")
    pen, boxes = ImageDraw.Draw(picture), []
    for index, sign in enumerate(PUZZLE):
        x, y = index % 9 * cell, index // 9 * cell
        pen.rounded_rectangle((x, y, x + cell - 3, y + cell - 3), 5, "#2060ff", "black")
        pen.rectangle((x + 15, y + 15, x + 52, y + 52), "white", "black")
        pen.text((x + 34, y + 34), sign.replace(".", ""), "#40b0d0", font, "mm", stroke_width=2, stroke_fill="black")
        boxes.append(Box(x, y, x + cell - 2, y + cell - 2))
    sheet = Sheet(captured(picture).pixels, boxes)
    face = cell_face.find(sheet)
    assert face is not None
    _, blank = cell_face.bare(sheet, face)
    assert [*blank] == [sign == "." for sign in PUZZLE]
