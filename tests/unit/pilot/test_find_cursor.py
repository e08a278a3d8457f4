"""What is compared to find a game's own cursor."""

from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from fakes.board_window import FakeClock

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.pilot.eyes.picture_changes import Lost
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.way.find_cursor import STEPS, Cursor
from gridpilot.plan import Plan, Press

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
        assert not Cursor(sight, SimpleNamespace(play=lambda _: 0.0), (), Cell(4, 4)).try_keys(("Right",))
    assert len(compared) < 3 * len(cells)


class WideCursor:
    """A screen whose cursor reaches into the next cell, in the colour of the cell's own sign."""

    def __init__(self, reach: int) -> None:
        self.reach, self.at = reach, Cell(4, 4)
        starts = range(0, 9 * CELL, CELL)
        self.boxes = tuple(Box(x, y, x + CELL, y + CELL) for y in starts for x in starts)
        self.size, self.extent = 9, Box(0, 0, 9 * CELL, 9 * CELL)

    def box_at(self, cell: Cell) -> Box:
        return self.boxes[9 * cell.row + cell.col]

    def capture(self, area: Rect) -> Capture:
        pixels = np.full((SIDE, SIDE, 3), 250, np.uint8)
        for index, box in enumerate(self.boxes):
            pixels[int(box.y0) + 12 : int(box.y0) + 28, int(box.x0) + 15 : int(box.x0) + 25] = self.colour(index)
        box = self.box_at(self.at)
        x = slice(int(box.x0) + self.reach, int(box.x1) + self.reach)
        pixels[int(box.y0) : int(box.y1), x] = self.colour(9 * self.at.row + self.at.col)
        return Capture(pixels, View(area, SIDE, SIDE))

    def colour(self, index: int) -> int:
        return 30 + 100 * (index % 2)

    def play(self, plan: Plan) -> float:
        for step in plan.steps:
            assert isinstance(step, Press)
            down, right = STEPS[step.key]
            self.at = Cell(self.at.row + down, self.at.col + right)
        return 0.0


@pytest.mark.parametrize("reach", [0, 8, 12])
def test_a_cursor_that_reaches_into_the_next_cell_is_where_most_changes(reach):
    """As one that covers a sign and the space behind it."""
    screen = WideCursor(reach)
    window = SimpleNamespace(content=Rect(0, 0, SIDE, SIDE), obstacle="")
    sight = Sight(screen, SimpleNamespace(), window, FakeClock(), Abort())
    sight.snap()
    sight.reading = screen
    assert Cursor(sight, screen, (), Cell(4, 4)).find() == Cell(4, 4)
