"""What several stages want to know of a board's cells."""

from __future__ import annotations

import numpy as np

from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.geometry import Box


def test_a_column_is_where_most_of_its_cells_are():
    boxes = [Box(12 * col, 12 * row, 12 * col + 10, 12 * row + 10) for row in range(4) for col in range(4)]
    boxes[1] = boxes[1].moved(-4, 3)
    sheet = Sheet(np.zeros((50, 50, 3), np.uint8), boxes)
    places = [[at, at + 10] for at in (0, 12, 24, 36)]
    assert sheet.columns.tolist() == places
    assert sheet.rows.tolist() == places
