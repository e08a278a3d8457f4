"""Entries with a line under them, as some games mark what the user has typed; digits of displays have such a piece."""

from __future__ import annotations

import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned
from PIL import ImageFont

from gridpilot.games.sudoku.reading import reader

SEGMENTS = {1: "bc", 2: "abged", 3: "abgcd", 4: "fgbc", 5: "afgcd", 6: "afgecd", 7: "abc", 8: "abcdefg", 9: "abcdfg"}


@pytest.mark.parametrize("font", [0.38, 0.5])
@pytest.mark.parametrize("cell", [36, 50, 72])
def test_underlined_entries_are_read(cell, font):
    board = thinned(solution(3, 3))
    drawing = BoardDrawing(board, boxes(3, 3), cell, font=font)
    for index, value in enumerate(board):
        if value and index % 3:
            x, y = drawing.corner(index)
            _, _, width, bottom = drawing.pen.textbbox((0, 0), str(value), ImageFont.load_default(font * cell), "mm")
            below, half, thick = y + cell / 2 + bottom + max(2, cell // 20), max(width, 0.3 * font * cell), cell // 25
            drawing.pen.rectangle((x + cell / 2 - half - 1, below, x + cell / 2 + half + 1, below + thick), "black")
    found = reader.read(drawing.capture())
    assert found is not None
    assert (found.board, found.doubts) == (board, ())


@pytest.mark.parametrize("cell", [40, 62])
def test_the_lowest_segment_of_a_digit_is_no_underline(cell):
    board = thinned(solution(3, 3))
    drawing = BoardDrawing((0,) * 81, boxes(3, 3), cell)
    half, high, thick = 0.14 * cell, 0.26 * cell, max(2, cell // 18)
    for index, value in enumerate(board):
        x, y = (corner + cell / 2 for corner in drawing.corner(index))
        flat = {"a": y - high, "g": y, "d": y + high}
        upright = {"f": (x - half, y - high), "b": (x + half, y - high), "e": (x - half, y), "c": (x + half, y)}
        for segment in SEGMENTS.get(value, ""):
            if segment in flat:
                ends = (x - half + thick, flat[segment], x + half - thick, flat[segment])
            else:
                left, top = upright[segment]
                ends = (left, top + thick, left, top + high - thick)
            drawing.pen.line(ends, "black", thick)
    found = reader.read(drawing.capture())
    assert found is not None
    with_it = [index for index, value in enumerate(board) if "d" in SEGMENTS.get(value, "")]
    assert [found.board[index] for index in with_it] == [board[index] for index in with_it]
