"""What makes a cell stand out from its like, as a cursor does."""

from collections.abc import Callable
from types import SimpleNamespace

import numpy as np
import pytest
from fakes.board_window import FakeClock
from numpy.typing import NDArray

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Rect, View
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.eyes.standing_out import cell_stands_out
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.way.unseen_selection import hover_and_see_none
from gridpilot.reading import CellReading, Kind, Reading

Picture = NDArray[np.uint8]
CELL, LINE, SIDE = 40, 2, 9 * 42 + 4
EXTENT = Box(2, 2, SIDE - 2, SIDE - 2)
GIVENS = {(row, column) for row in range(9) for column in range(9) if (2 * row + column) % 3 == 0}
BLANK, GIVEN = (4, 3), (4, 1)
BLUE = (200, 120, 60)


def box(row: int, column: int) -> Box:
    return Box(column * 42 + 4, row * 42 + 4, column * 42 + 4 + CELL, row * 42 + 4 + CELL)


def board(*, tints: bool = False) -> Picture:
    """Givens have a ground of their own, and boxes, where they are told by `tints`."""
    picture = np.full((SIDE, SIDE, 3), 40, np.uint8)
    for row in range(9):
        for column in range(9):
            ground = 250 if (row, column) not in GIVENS else 225
            fill(picture, box(row, column), (ground - 30 * (tints and (row // 3 + column // 3) % 2),) * 3)
            if (row, column) in GIVENS:
                fill(picture, box(row, column).scaled(0.5), (20, 20, 20))
    return picture


def fill(picture: Picture, where: Box, colour: tuple[int, ...]) -> None:
    picture[int(where.y0) : int(where.y1), int(where.x0) : int(where.x1)] = colour


def read() -> Reading:
    cells = [(row, column) for row in range(9) for column in range(9)]
    kinds = [Kind.GIVEN if cell in GIVENS else Kind.BLANK for cell in cells]
    seen = tuple(CellReading(int(kind is Kind.GIVEN), kind, 1.0) for kind in kinds)
    regions = tuple(row // 3 * 3 + column // 3 for row, column in cells)
    return Reading(9, seen, tuple(box(*cell) for cell in cells), EXTENT, regions=regions)


def stands_out(picture: Picture) -> bool:
    return cell_stands_out(Capture(picture, View(Rect(0, 0, SIDE, SIDE), SIDE, SIDE)), read())


def ground(picture: Picture, cell: tuple[int, int]) -> None:
    """All but the digit."""
    fill(picture, box(*cell), BLUE)
    if cell in GIVENS:
        fill(picture, box(*cell).scaled(0.5), (20, 20, 20))


def frame(picture: Picture, cell: tuple[int, int]) -> None:
    inner = box(*cell)
    kept = picture[int(inner.y0) + 2 : int(inner.y1) - 2, int(inner.x0) + 2 : int(inner.x1) - 2].copy()
    fill(picture, inner, BLUE)
    picture[int(inner.y0) + 2 : int(inner.y1) - 2, int(inner.x0) + 2 : int(inner.x1) - 2] = kept


def lines(picture: Picture, cell: tuple[int, int]) -> None:
    inner = box(*cell)
    kept = picture[int(inner.y0) : int(inner.y1), int(inner.x0) : int(inner.x1)].copy()
    fill(picture, Box(inner.x0 - LINE, inner.y0 - LINE, inner.x1 + LINE, inner.y1 + LINE), BLUE)
    picture[int(inner.y0) : int(inner.y1), int(inner.x0) : int(inner.x1)] = kept


def cross(picture: Picture, cell: tuple[int, int]) -> None:
    """The row and the column, in one tint."""
    for other in {(cell[0], at) for at in range(9)} | {(at, cell[1]) for at in range(9)}:
        ground(picture, other)


def bar(picture: Picture, cell: tuple[int, int]) -> None:
    """A text cursor; one in a given is not told from its digit."""
    fill(picture, Box(box(*cell).x0 + 8, box(*cell).y0 + 8, box(*cell).x0 + 10, box(*cell).y1 - 8), (0, 0, 0))


def brackets(picture: Picture, cell: tuple[int, int]) -> None:
    inner = box(*cell)
    for x in (inner.x0 + 6, inner.x1 - 8):
        fill(picture, Box(x, inner.y0 + 8, x + 2, inner.y1 - 8), (0, 0, 0))


@pytest.mark.parametrize("tints", [False, True])
def test_nothing_does_on_a_board_without_a_cursor(*, tints: bool) -> None:
    assert not stands_out(board(tints=tints))


@pytest.mark.parametrize("tints", [False, True])
@pytest.mark.parametrize(
    ("drawn", "cell"),
    [(drawn, cell) for drawn in (ground, frame, lines, cross, brackets) for cell in (BLANK, GIVEN, (0, 0), (0, 8))]
    + [(bar, BLANK)],
)
def test_a_cell_with_a_cursor_does(
    drawn: Callable[[Picture, tuple[int, int]], None], cell: tuple[int, int], *, tints: bool
) -> None:
    picture = board(tints=tints)
    drawn(picture, cell)
    assert stands_out(picture)


@pytest.mark.parametrize(("framed", "free"), [(BLANK, True), (GIVEN, False), ((4, 4), False)])
def test_nothing_shows_elsewhere_although_a_click_leaves_a_frame_that_is_larger_than_its_cell(
    framed: tuple[int, int], *, free: bool
) -> None:
    picture = board()

    def capture(area: Rect) -> Capture:
        cut = picture[area.y : area.y + area.height, area.x : area.x + area.width]
        return Capture(cut.copy(), View(area, area.width, area.height))

    window = SimpleNamespace(content=Rect(0, 0, SIDE, SIDE), obstacle="")
    sight = Sight(SimpleNamespace(capture=capture), SimpleNamespace(), window, FakeClock(), Abort())
    plain, sight.reading = sight.snap(), read()
    inner, beyond = box(*framed), LINE + 1
    kept = picture[int(inner.y0) : int(inner.y1), int(inner.x0) : int(inner.x1)].copy()
    fill(picture, Box(inner.x0 - beyond, inner.y0 - beyond, inner.x1 + beyond, inner.y1 + beyond), BLUE)
    picture[int(inner.y0) : int(inner.y1), int(inner.x0) : int(inner.x1)] = kept
    assert hover_and_see_none(sight, SimpleNamespace(hover=lambda _: None), plain, Cell(*BLANK)) is free
