"""Compressed pictures: thick lines leave traces in the cells beside them, which are neither cells nor digits."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from fakes.board_drawing import captured
from PIL import Image, ImageDraw, ImageFont

from gridpilot.games.sudoku.grid import parse
from gridpilot.games.sudoku.reading import reader

BOARD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
YELLOW, DARK = ("#ffe86e", "#402c00"), ("#1e1e1e", "#e6e6e6")


@pytest.mark.parametrize(
    ("cell", "quality", "colours", "thin"),
    [(24, 60, YELLOW, 1), (26, 50, YELLOW, 2), (26, 65, YELLOW, 2), (24, 50, DARK, 1), (22, 55, YELLOW, 2)],
)
def test_cells_are_where_they_are_drawn_and_read_exactly(cell, quality, colours, thin):
    paper, ink = colours
    starts = [40]
    for number in range(9):
        starts.append(starts[-1] + cell + (3 if number % 3 == 2 else thin))
    picture = Image.new("RGB", (starts[-1] + 120, starts[-1] + 90), paper)
    pen = ImageDraw.Draw(picture)
    for number, start in enumerate(starts):
        width = thin if number % 3 else 3
        pen.rectangle((start - width, 37, start - 1, starts[-1] - 1), ink)
        pen.rectangle((37, start - width, starts[-1] - 1, start - 1), ink)
    for index, sign in enumerate(BOARD.replace(".", " ")):
        row, col = divmod(index, 9)
        middle = starts[col] + cell / 2, starts[row] + cell / 2
        pen.text(middle, sign, ink, ImageFont.load_default(cell * 0.65), "mm")
    packed = cv2.imencode(".jpg", np.asarray(picture)[..., ::-1], [cv2.IMWRITE_JPEG_QUALITY, quality])[1]
    reading = reader.read(captured(cv2.imdecode(packed, cv2.IMREAD_COLOR)))
    assert reading.board == parse(BOARD)
    off = [(box.x0 + box.x1 - cell) / 2 - starts[i % 9] for i, box in enumerate(reading.boxes)]
    assert max(map(abs, off)) <= 1.5
