"""Boards written as lines of text: where their cells are is told by the digits alone."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from gridpilot.vision.lattice import from_text
from gridpilot.vision.lattice.free_regions import free_mask

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
WIDE, HIGH = 10, 22  # of a character
LEFT, TOP = 60, 70


def written(across, down, *, beside="", gap=True, text=BOARD):
    """A board of characters: `across` and `down` are the characters and lines from a cell to the next one."""
    pixels = np.full((TOP + 40 * HIGH, LEFT + 70 * WIDE, 3), 250, np.uint8)
    for index, digit in enumerate(text):
        if digit != ".":
            write(pixels, digit, *middle(index, across, down, gap))
    for line in range(14) if beside else ():
        for place, letter in enumerate(beside):
            write(pixels, letter, LEFT + (45 + place) * WIDE, TOP + line * HIGH)
    return pixels


def middle(index, across, down, gap):
    row, col = divmod(index, 9)
    extra = 1 if gap else 0
    return LEFT + (col + extra * (col // 3)) * across * WIDE, TOP + (row * down + extra * (row // 3)) * HIGH


def write(pixels, text, x, y):
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, 0.45, 1)
    spot = round(x - wide / 2), round(y + high / 2)
    cv2.putText(pixels, text, spot, cv2.FONT_HERSHEY_SIMPLEX, 0.45, (30, 30, 30), 1, cv2.LINE_AA)


def off(board, across, down, gap):
    """How far the worst cell's middle is from where it was written, in characters."""
    x, y = (sides.mean(axis=1) for sides in board[:2])
    wanted = [middle(index, across, down, gap) for index in range(81)]
    return max(max(abs(x[i % 9] - at[0]), abs(y[i // 9] - at[1])) for i, at in enumerate(wanted)) / WIDE


@pytest.mark.parametrize("gap", [False, True])
@pytest.mark.parametrize(("across", "down"), [(2, 1), (2, 2), (4, 2), (3, 1)])
def test_the_digits_tell_where_the_cells_are(across, down, gap):
    found = list(from_text.boards(free_mask(written(across, down, gap=gap), 24)))
    assert off(found[0], across, down, gap) < 0.4


def test_text_beside_the_board_on_the_lines_between_its_boxes_leaves_it_found():
    found = list(from_text.boards(free_mask(written(2, 1, beside="HELP TEXT"), 24)))
    assert any(off(board, 2, 1, gap=True) < 0.4 for board in found)


def test_a_board_with_an_empty_line_at_its_end_is_not_guessed_where_nothing_tells_its_boxes():
    text = "." * 9 + BOARD[9:]
    assert not list(from_text.boards(free_mask(written(2, 1, gap=False, text=text), 24)))


@pytest.mark.parametrize("empty", [(0,), (8,), (2, 4), (0, 1), (7, 8)])
def test_gaps_between_boxes_tell_empty_lines(empty):
    text = "".join("." if index // 9 in empty else digit for index, digit in enumerate(BOARD))
    found = list(from_text.boards(free_mask(written(2, 1, text=text), 24)))
    assert off(found[0], 2, 1, gap=True) < 0.4


def test_bars_between_the_cells_are_no_board():
    """They keep to a pitch as the digits do, and are more; a clock above stands where a tenth row would."""
    pixels = written(4, 2, gap=False)
    for row in range(9):
        for place in range(10):
            write(pixels, "|", LEFT + (4 * place - 2) * WIDE, TOP + 2 * row * HIGH)
            write(pixels, "|", LEFT + (4 * place - 2) * WIDE, TOP + (2 * row + 1) * HIGH)
    write(pixels, "9", LEFT + 20 * WIDE, TOP - 2 * HIGH)
    found = list(from_text.boards(free_mask(pixels, 24)))
    assert found
    assert off(found[0], 4, 2, gap=False) < 0.4
