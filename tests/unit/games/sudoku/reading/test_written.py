"""Boards that are written as text, with other text in their columns."""

from __future__ import annotations

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from gridpilot.capture import Capture
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Rect, View

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIDE, HIGH, FONT = 10, 20, ImageFont.load_default(16)


def written(lines: list[str], cursor: int = -1) -> Capture:
    """Each character on a raster, as terminals have it; `cursor`: a cell in reverse video."""
    picture = Image.new("RGB", (60 * WIDE, (len(lines) + 4) * HIGH), "white")
    pen = ImageDraw.Draw(picture)
    for row, line in enumerate(lines):
        for column, sign in enumerate(line):
            pen.text(((column + 3.5) * WIDE, (row + 1.5) * HIGH), sign, "black", FONT, "mm")
    if cursor >= 0:
        row, column = cursor // 9, cursor % 9
        x, y = (3 + 3 * column + column // 3) * WIDE, (lines.index(first(lines)) + 1 + row + row // 3) * HIGH
        pen.rectangle((x, y, x + 3 * WIDE - 1, y + HIGH - 1), "black")
        pen.text((x + 1.5 * WIDE, y + HIGH / 2), BOARD[cursor], "white", FONT, "mm")
    pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
    return Capture(pixels, View(Rect(0, 0, picture.width, picture.height), picture.width, picture.height))


def first(lines: list[str]) -> str:
    return next(line for line in lines if "|" in line)


def board() -> list[str]:
    rows = ["|".join("".join(f" {d} " for d in BOARD[9 * r + b : 9 * r + b + 3]) for b in (0, 3, 6)) for r in range(9)]
    rule = "+".join(["-" * 9] * 3)
    return [*rows[:3], rule, *rows[3:6], rule, *rows[6:]]


@pytest.mark.parametrize("cursor", [0, 1, 80])
@pytest.mark.parametrize("title", ["SUDOKU", "S U D O K U"])
def test_a_title_above_the_board_is_none_of_its_rows(title: str, cursor: int):
    found = reader.read(written([title, "", *board()], cursor))
    assert found is not None
    assert found.board == tuple(int(sign.replace(".", "0")) for sign in BOARD)
    assert found.doubts == ()


def close_together(text: str) -> list[str]:
    """Rows a line apart in one colour, with dashes between the boxes, as a terminal's smallest board has them."""
    rows = ["| ".join("".join(f"{d} " for d in text[9 * r + b : 9 * r + b + 3]) for b in (0, 3, 6)) for r in range(9)]
    rule = "- " * 11
    return [*rows[:3], rule, *rows[3:6], rule, *rows[6:]]


@pytest.mark.parametrize("empty", [(1, 7), (0, 8), (0, 4)])
def test_two_rows_may_have_no_digit(empty: tuple[int, int]):
    text = "".join("." if index // 9 in empty else digit for index, digit in enumerate(BOARD))
    found = reader.read(written(close_together(text.replace(".", " "))))
    assert found is not None
    assert found.board == tuple(int(sign.replace(".", "0")) for sign in text)


def test_lines_of_a_board_that_make_another_with_two_empty_rows_are_not_taken_for_it():
    """Rows 2, 3, 5, 6, 8, 9 and the rules keep to a pitch, too, and the cell of the cursor is none of it."""
    text = "...8..7.18.731.6.....7628....6......7.5....691.82.....9.4.........928.54.5.6....7"
    lines = close_together(text.replace(".", " "))
    capture = written(lines)
    capture.pixels[HIGH : 2 * HIGH, 3 * WIDE : 4 * WIDE] = (204, 0, 204)
    found = reader.read(capture)
    assert found is not None
    assert found.board == tuple(int(sign.replace(".", "0")) for sign in text)


@pytest.mark.parametrize("wide", [120, 168])
def test_digits_at_the_left_of_fields_five_times_as_wide_as_high_are_read(wide: int):
    """As a window of fields is that goes with its width."""
    picture = Image.new("RGB", (9 * wide, 9 * 34 + 60), "#f6f5f4")
    pen = ImageDraw.Draw(picture)
    for index, sign in enumerate(BOARD):
        x, y = index % 9 * wide, index // 9 * 34
        pen.rounded_rectangle((x, y, x + wide - 1, y + 33), 4, "white", "#cdc7c2")
        pen.text((x + 9, y + 17), sign.replace(".", ""), "black", ImageFont.load_default(14), "lm")
    pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
    found = reader.read(Capture(pixels, View(Rect(0, 0, *picture.size), *picture.size)))
    assert found is not None
    assert found.board == tuple(int(sign.replace(".", "0")) for sign in BOARD)


@pytest.mark.parametrize("cell", [40, 54, 72])
@pytest.mark.parametrize("begin", [0.28, 0.36])
def test_narrow_digits_that_stand_more_to_the_left_than_others_are_no_marks(cell: int, begin: float) -> None:
    """Some programs write each digit from the same point on: a 1 ends before the others have their middle."""
    font, grid = ImageFont.load_default(cell // 2), 9 * cell
    picture = Image.new("RGB", (grid + 60, grid + 60), "white")
    pen = ImageDraw.Draw(picture)
    for line in range(10):
        at = 30 + line * cell
        pen.line((30, at, 30 + grid, at), "black", 1 + 2 * (line % 3 == 0))
        pen.line((at, 30, at, 30 + grid), "black", 1 + 2 * (line % 3 == 0))
    for index, sign in enumerate(BOARD):
        if sign != ".":
            left, top, right, low = font.getbbox(sign)
            glyph = Image.new("RGB", (int(right - left), int(low - top)), "white")
            ImageDraw.Draw(glyph).text((-left, -top), sign, "black", font)
            glyph = glyph.resize((max(4, glyph.width // 2), glyph.height)) if sign == "1" else glyph
            column, row = index % 9 + begin - 0.08 * (sign == "1"), index // 9 + 0.5
            picture.paste(glyph, (30 + int(column * cell), 30 + int(row * cell) - glyph.height // 2))
    pixels = np.ascontiguousarray(np.asarray(picture)[..., ::-1])
    found = reader.read(Capture(pixels, View(Rect(0, 0, *picture.size), *picture.size)))
    assert found is not None
    assert (found.board, found.doubts) == (tuple(int(sign.replace(".", "0")) for sign in BOARD), ())
