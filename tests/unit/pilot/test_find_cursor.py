"""What is compared to find a game's own cursor."""

from types import SimpleNamespace
from unittest.mock import patch

import numpy as np

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.pilot.find_cursor import Cursor
from gridpilot.pilot.picture_changes import Lost

SIDE, CELL, SHIFT = 380, 40, 15


def test_little_is_compared_where_an_arrow_key_scrolls_the_page():
    page = np.full((SIDE, SIDE + SHIFT, 3), 40, np.uint8)
    for row in range(9):
        for column in range(9):
            page[row * 42 + 2 : row * 42 + 42, column * 42 + 2 : column * 42 + 42] = 90
    before, now = (
        Capture(np.ascontiguousarray(page[:, x : x + SIDE]), View(Rect(0, 0, SIDE, SIDE), SIDE, SIDE))
        for x in (0, SHIFT)
    )

    def box_at(cell: Cell) -> Box:
        left, top = cell.col * 42 + 2, cell.row * 42 + 2
        return Box(left, top, left + CELL, top + CELL)

    cells = {Cell(row, column) for row in range(9) for column in range(9)}
    sight = SimpleNamespace(
        capture=now,
        reading=SimpleNamespace(size=9, box_at=box_at),
        snap=lambda: before,
        wait_for_change=lambda *_: False,
        changed_cells=lambda _: cells,
    )
    compared = []

    def shown(lost: Lost, *where: object) -> object:
        compared.append(where)
        return see(lost, *where)

    see = Lost.shown
    with patch.object(Lost, "shown", shown):
        assert not Cursor(sight, SimpleNamespace(play=lambda _: 0.0), (), Cell(4, 4)).moves(("Right",))
    assert len(compared) < 3 * len(cells)
