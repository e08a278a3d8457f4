"""A rectangle that is drawn by two corners, with the mouse or with arrow keys; a button's place is pointed at in the
same way.

Everything is in whole pixels of the picture, at whatever size it is shown, so that a nudge is one pixel.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridpilot.geometry import Box, Pixel

ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
STRIDE = 20  # pixels of a nudge with Shift
FIRST = 0.15  # of the picture that is left free around a frame that nobody has drawn yet
LENS = 21  # pixels a side: what is shown large
SMALLEST = 24  # pixels a side of a frame


@dataclass(frozen=True, slots=True)
class Frame:
    """`held` is the corner that arrow keys move: 0 or 1. The corners may lie either way round."""

    corners: tuple[Pixel, Pixel]
    width: int
    height: int
    held: int = 0

    @classmethod
    def around(cls, box: Box, width: int, height: int) -> Frame:
        """`box` as a frame on a picture of that size."""
        return cls((Pixel(round(box.x0), round(box.y0)), Pixel(round(box.x1), round(box.y1))), width, height)

    @classmethod
    def first(cls, width: int, height: int) -> Frame:
        """A square in the middle, to begin with."""
        side = min(width, height) * (1 - 2 * FIRST)
        left, top = (width - side) / 2, (height - side) / 2
        return cls.around(Box(left, top, left + side, top + side), width, height)

    @property
    def at(self) -> Pixel:
        """The held corner."""
        return self.corners[self.held]

    @property
    def box(self) -> Box:
        (one, other) = self.corners
        return Box(min(one.x, other.x), min(one.y, other.y), max(one.x, other.x), max(one.y, other.y))

    @property
    def large_enough(self) -> bool:
        return min(self.box.width, self.box.height) >= SMALLEST

    def put(self, to: Pixel) -> Frame:
        """The held corner there, or as near as the picture goes."""
        there = within(to, self.width, self.height)
        return replace(self, corners=(there, self.corners[1]) if self.held == 0 else (self.corners[0], there))

    def nudged(self, key: str, *, far: bool) -> Frame:
        """The held corner moved by an arrow key."""
        return self.put(nudged(self.at, key, far=far))

    def other(self) -> Frame:
        return replace(self, held=1 - self.held)

    def begun(self, at: Pixel) -> Frame:
        """A new frame, both corners there, the second one held: the mouse draws it out."""
        there = within(at, self.width, self.height)
        return replace(self, corners=(there, there), held=1)

    def nearest(self, to: Pixel, reach: float) -> Frame | None:
        """With the corner held that is within `reach` of there."""
        away = [max(abs(corner.x - to.x), abs(corner.y - to.y)) for corner in self.corners]
        return replace(self, held=away.index(min(away))) if min(away) <= reach else None


def within(pixel: Pixel, width: int, height: int) -> Pixel:
    return Pixel(min(max(round(pixel.x), 0), width), min(max(round(pixel.y), 0), height))


def nudged(pixel: Pixel, key: str, *, far: bool) -> Pixel:
    across, down = ARROWS[key]
    step = STRIDE if far else 1
    return Pixel(pixel.x + across * step, pixel.y + down * step)


def lens_of(at: Pixel) -> Box:
    """What the lens shows; it may reach over the picture's edge."""
    half = LENS // 2
    return Box(at.x - half, at.y - half, at.x - half + LENS, at.y - half + LENS)
