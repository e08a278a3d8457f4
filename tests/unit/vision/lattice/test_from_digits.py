"""Boards without a single line, told by where their digits stand."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned

from gridpilot.vision.lattice import from_digits, search
from gridpilot.vision.lattice.free_regions import free_mask

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
LEFT, TOP = 45, 60


def board(text=BOARD, pitch=40, gap=0, ink=(30, 30, 30)):
    pixels = np.full((TOP + 9 * pitch + 80, LEFT + 9 * pitch + 90, 3), 250, np.uint8)
    for index, digit in enumerate(text):
        if digit != ".":
            write(pixels, digit, *middle(index, pitch, gap), 0.02 * pitch, ink)
    return pixels


def middle(index, pitch=40, gap=0):
    row, col = divmod(index, 9)
    return LEFT + (col + 0.5) * pitch + col // 3 * gap, TOP + (row + 0.5) * pitch + row // 3 * gap


def write(pixels, text, x, y, scale, ink=(30, 30, 30)):
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, 2)
    spot = round(x - wide / 2), round(y + high / 2)
    cv2.putText(pixels, text, spot, cv2.FONT_HERSHEY_SIMPLEX, scale, ink, 2, cv2.LINE_AA)


def found(pixels):
    return list(from_digits.boards(free_mask(pixels, 24)))


def off(columns, rows, pitch=40, gap=0):
    """How far the worst cell's middle is from where it was drawn, in pitches."""
    wanted = np.array([middle(index, pitch, gap) for index in range(81)])
    x, y = columns.mean(axis=1), rows.mean(axis=1)
    seen = np.array([(x[index % 9], y[index // 9]) for index in range(81)])
    return np.abs(seen - wanted).max() / pitch


@pytest.mark.parametrize(("pitch", "gap"), [(24, 0), (40, 0), (40, 4), (90, 6)])
def test_digits_alone_tell_where_the_cells_are(pitch, gap):
    ((columns, rows),) = found(board(pitch=pitch, gap=gap))
    assert off(columns, rows, pitch, gap) < 0.12


def test_old_style_figures_that_hang_below_the_line_tell_where_the_cells_are():
    """All but 6 and 8 hang; 1 and 2 are small and tell nothing."""
    pixels = board("." * 81)
    for index, digit in enumerate(BOARD):
        if digit in "3456789":
            x, y = middle(index)
            write(pixels, digit, x, y if digit in "68" else y + 8, 0.8)
    ((columns, rows),) = found(pixels)
    assert off(columns, rows) < 0.09


def test_a_board_without_lines_is_found_among_lattices():
    best = search.find(board())[0]
    assert best.size == 9
    assert off(np.array(best.columns), np.array(best.rows)) < 0.12


@pytest.mark.parametrize(("high", "wide"), [(2, 2), (2, 3), (3, 2), (3, 3)])
def test_boards_of_other_sizes_are_told_by_their_digits_too(high, wide):
    drawing = BoardDrawing(thinned(solution(high, wide)), boxes(high, wide), thin=0, thick=0)
    sizes = [columns.shape for columns, _ in found(drawing.pixels)]
    assert sizes == [(high * wide, 2)]


def test_small_marks_between_the_digits_change_nothing():
    pixels = board()
    for index, digit in enumerate(BOARD):
        if digit == ".":
            x, y = middle(index)
            write(pixels, "4", x - 10, y - 10, 0.3)
    assert any(off(columns, rows) < 0.12 for columns, rows in found(pixels))


def test_an_outermost_row_without_digits_leaves_open_where_the_board_ends():
    assert found(board("." * 9 + BOARD[9:])) == []


def test_two_boards_side_by_side_are_not_taken_for_one_in_between():
    pixels = np.hstack([board()[:, : LEFT + 360], board()[:, LEFT:]])
    assert all(off(columns, rows) < 0.12 for columns, rows in found(pixels))


def test_lines_of_words_are_no_board():
    pixels = np.full((400, 500, 3), 250, np.uint8)
    for row in range(12):
        write(pixels, "each row holds 1 to 9 just once", 250, 30 + 30 * row, 0.6)
    assert found(pixels) == []


@pytest.mark.parametrize("others", [0, 16])
def test_a_few_marks_among_many_are_no_small_board(others):
    pixels = np.full((900, 900, 3), 250, np.uint8)
    for index, digit in enumerate("12..3..4.1..2..3"):
        if digit != ".":
            write(pixels, digit, 100 + 40 * (index % 4), 100 + 40 * (index // 4), 0.8)
    for number in range(others):  # a column of figures beside them
        write(pixels, "8", 100 + 40 * 9, 100 + 40 * number, 0.8)
    assert any(len(columns) == 4 for columns, _ in found(pixels)) == (others == 0)


@pytest.mark.parametrize("framed", [False, True])
def test_the_digits_in_a_frame_tell_a_small_board_beside_words(framed):
    pixels = np.full((330, 500, 3), 250, np.uint8)
    for index, digit in enumerate("12..3..4.1..2..3"):
        if digit != ".":
            write(pixels, digit, 100 + 40 * (index % 4), 80 + 40 * (index // 4), 0.8)
    for row in range(5):
        write(pixels, "Hint Solve", 370, 60 + 33 * row, 0.8)
    if framed:
        cv2.rectangle(pixels, (78, 58), (242, 222), (30, 30, 30), 2)
    assert any(len(columns) == 4 for columns, _ in found(pixels)) == framed
