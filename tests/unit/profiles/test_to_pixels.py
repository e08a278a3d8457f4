"""A profile made in one window and used in others: larger, of another scale, on another monitor, of another shape.

`Layout` stands for a program: where it draws board and pad in a content of a given size. What it says is the truth.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

import pytest

from gridpilot.geometry import Box, Cell, Pixel, Point, Rect, Spot, SpotRect, View
from gridpilot.profiles.profile import Calibrated, Place, Profile, Rule
from gridpilot.profiles.to_pixels import buttons, out_of_shape
from gridpilot.reading import Locate

SCALES = (1.0, 1.25, 1.5, 1.75, 2.0)


@dataclass(frozen=True)
class Layout:
    """Rectangles in points for a content: `grows` with the window, or keeps its size `centred` or at the top left."""

    grows: bool
    centred: bool = False
    wide: int = 900
    high: int = 1000

    def rect(self, content: Rect, scale: float, box: Box) -> Box:
        """Where a box of the layout of 900 x 1000 points lies on the screen."""
        by = min(content.width / self.wide, content.height / self.high) if self.grows else scale
        left = content.x + ((content.width - by * self.wide) / 2 if self.grows or self.centred else 0)
        top = content.y + ((content.height - by * self.high) / 2 if self.grows or self.centred else 0)
        return Box(left + box.x0 * by, top + box.y0 * by, left + box.x1 * by, top + box.y1 * by)


BOARD = Box(45, 30, 855, 840)
PAD = {f"digit-{digit}": Box(45 + 90 * (digit - 1), 870, 45 + 90 * digit - 8, 950) for digit in range(1, 10)}
TAUGHT = Profile(
    "taught",
    "sudoku",
    (Rule(title=("x",)),),
    board=Place(area=SpotRect(45 / 900, 30 / 1000, 855 / 900, 840 / 1000)),
    buttons={name: Spot((box.x0 + box.x1) / 1800, (box.y0 + box.y1) / 2000) for name, box in PAD.items()},
    calibrated=Calibrated(900, 1000),
)


def pixels(view: View, box: Box) -> Box:
    """A box of the screen in the pixels of a capture."""
    across, down = view.width / view.area.width, view.height / view.area.height
    x, y = view.area.x, view.area.y
    return Box((box.x0 - x) * across, (box.y0 - y) * down, (box.x1 - x) * across, (box.y1 - y) * down)


def cell_box(board: Box, cell: Cell) -> Box:
    wide, high = board.width / 9, board.height / 9
    return Box(
        board.x0 + cell.col * wide,
        board.y0 + cell.row * high,
        board.x0 + (cell.col + 1) * wide,
        board.y0 + (cell.row + 1) * high,
    )


def holds(box: Box, point: Point) -> bool:
    return box.x0 <= point.x + 0.5 < box.x1 and box.y0 <= point.y + 0.5 < box.y1


def views(chance: random.Random):
    """A window moved, resized and on a monitor of another scale, before or behind the origin; a picture of it has
    points or pixels, as the system likes.
    """
    zoom = chance.choice(SCALES) * chance.uniform(0.6, 1.6)
    content = Rect(
        chance.randint(-4000, 4000),
        chance.randint(-2500, 2500),
        max(300, round(900 * zoom)),
        max(333, round(1000 * zoom)),
    )
    retina = chance.choice((1.0, 1.0, 1.25, 1.5, 2.0))
    return View(content, round(content.width * retina), round(content.height * retina))


def test_ten_thousand_clicks_of_a_taught_profile_hit_what_they_are_meant_for():
    chance = random.Random(6)
    layout = Layout(grows=True)
    clicks = 0
    fixed = Place(Locate.FIXED, TAUGHT.board.area)
    while clicks < 10_000:
        view = views(chance)
        board = layout.rect(view.area, 1, BOARD)
        assert not out_of_shape(TAUGHT, view)
        extent = view.box_of(fixed.area)
        for cell in (Cell(chance.randrange(9), chance.randrange(9)) for _ in range(4)):
            assert holds(cell_box(board, cell), view.to_point(cell_box(extent, cell).centre)), (view, cell)
        placed = buttons(TAUGHT, view, pixels(view, board))
        assert placed is not None, view
        for name in chance.sample(list(PAD), 4):
            assert holds(layout.rect(view.area, 1, PAD[name]), view.to_point(placed[name])), (view, name)
        clicks += 8


def test_buttons_follow_a_board_that_keeps_its_size_in_a_larger_window():
    """As on a page: it is centred, or stays at the left, whatever the window's shape."""
    chance = random.Random(7)
    for _ in range(500):
        layout = Layout(grows=False, centred=chance.choice((True, False)))
        content = Rect(chance.randint(-3000, 3000), 40, chance.randint(900, 2500), chance.randint(1000, 1800))
        view = View(content, *(side * chance.choice((1, 2)) for side in (content.width, content.height)))
        placed = buttons(TAUGHT, view, pixels(view, layout.rect(content, 1, BOARD)))
        assert placed is not None
        for name, box in PAD.items():
            assert holds(layout.rect(content, 1, box), view.to_point(placed[name]))


def test_no_button_is_clicked_where_window_and_board_disagree():
    """The board has grown and moved in a window of another shape: the pad may be anywhere."""
    view = View(Rect(0, 0, 1800, 1000), 1800, 1000)
    assert buttons(TAUGHT, view, Box(20, 20, 960, 960)) is None


def test_buttons_that_would_lie_outside_of_the_window_are_not_clicked():
    view = View(Rect(0, 0, 900, 880), 900, 880)  # the pad is below the lower edge now
    assert buttons(TAUGHT, view, BOARD) is None


@pytest.mark.parametrize(("size", "other"), [((900, 1000), False), ((1800, 2000), False), ((1800, 1000), True)])
def test_a_window_of_another_shape_is_noticed(size, other):
    assert out_of_shape(TAUGHT, View(Rect(-5, 7, *size), 3 * size[0], 3 * size[1])) is other


def test_fractions_by_hand_are_taken_as_they_are():
    plain = Profile("plain", "2048", (Rule(title=("x",)),), buttons={"restart": Spot(0.5, 0.25)})
    view = View(Rect(10, 10, 400, 300), 400, 300)
    assert buttons(plain, view, Box(0, 0, 9, 9)) == {"restart": Pixel(199.5, 74.5)}
    assert not out_of_shape(plain, view)
