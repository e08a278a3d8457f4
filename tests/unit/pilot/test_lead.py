"""A text cursor that blinks tells where keys go."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np
import pytest
from fakes.board_window import FakeClock

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.way.lead import cursor_blinks

SIDE, AT = 20, Cell(4, 4)


class Fields:
    """9 x 9 fields of 20 pixels, so many `apart`, with an upright bar in one of them at every second look."""

    size = 9

    def __init__(self, apart: int, height: int) -> None:
        self.height, self.step, self.looks = height, SIDE + apart, 0
        corners = [(apart + self.step * column, apart + self.step * row) for row in range(9) for column in range(9)]
        self.boxes = tuple(Box(x, y, x + SIDE, y + SIDE) for x, y in corners)

    def box_at(self, cell: Cell) -> Box:
        return self.boxes[9 * cell.row + cell.col]

    def capture(self, area: Rect) -> Capture:
        self.looks += 1
        pixels = np.full((10 * self.step, 10 * self.step, 3), 255, np.uint8)
        box = self.box_at(AT)
        if self.looks % 2:
            pixels[int(box.y0) + 1 : int(box.y0) + 1 + self.height, int(box.x0) + SIDE // 2] = 0
        cut = pixels[area.y : area.y + area.height, area.x : area.x + area.width]
        return Capture(cut.copy(), View(area, cut.shape[1], cut.shape[0]))


@pytest.mark.parametrize("apart", [0, 2, 6])
@pytest.mark.parametrize(("height", "is_cursor"), [(4, False), (8, True), (18, True)])
def test_a_text_cursor_is_as_high_as_its_letters_however_far_apart_the_fields_are(
    apart: int, height: int, is_cursor: bool
) -> None:
    fields = Fields(apart, height)
    side = 10 * fields.step
    window = SimpleNamespace(content=Rect(0, 0, side, side), obstacle="")
    sight = Sight(fields, SimpleNamespace(), window, FakeClock(), Abort())
    sight.snap()
    sight.reading = fields
    assert cursor_blinks(sight, AT) is is_cursor
