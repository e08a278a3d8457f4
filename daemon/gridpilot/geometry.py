"""The three coordinate spaces, one type each, and the only conversions between them.

* `Pixel`, `Box`: pixels of a captured image, origin at its top left corner, fractions allowed.
* `Point`, `Rect`: units of the injector and the window system, global, may be negative (a monitor to the left).
* `Spot`, `SpotRect`: fractions 0..1 of a window's content rectangle, the only thing that a profile stores.

The ratio of image to points is measured (image size / requested rectangle), never taken from a reported DPI:
Retina captures may come at either scale, and on X11 there is no scale at all.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Side(StrEnum):
    """Of a picture, or of a window."""

    TOP = "top"
    RIGHT = "right"
    BOTTOM = "bottom"
    LEFT = "left"


@dataclass(frozen=True, slots=True, order=True)
class Cell:
    """Row and column, both counted from 0; printed as users count, r1c1 to r9c9."""

    row: int
    col: int

    def __str__(self) -> str:
        return f"r{self.row + 1}c{self.col + 1}"

    @classmethod
    def numbered(cls, index: int, columns: int) -> Cell:
        """The cell with that index in row order, on a board of so many columns."""
        return cls(*divmod(index, columns))

    def index(self, columns: int) -> int:
        """Its index in row order, on a board of so many columns."""
        return self.row * columns + self.col

    @classmethod
    def named(cls, name: str) -> Cell | None:
        """The cell that is printed so; None where that is no name of one."""
        found = re.fullmatch(r"r([1-9]\d?)c([1-9]\d?)", name.strip().lower())
        return cls(int(found[1]) - 1, int(found[2]) - 1) if found else None


def cells_where(marked: Iterable[object], columns: int) -> list[Cell]:
    """The cells whose entry is true, of a board that is given in row order."""
    return [Cell.numbered(index, columns) for index, each in enumerate(marked) if each]


@dataclass(frozen=True, slots=True)
class Pixel:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in image pixels; x1 and y1 are exclusive."""

    x0: float
    y0: float
    x1: float
    y1: float

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def area(self) -> float:
        return self.width * self.height

    def __contains__(self, pixel: Pixel) -> bool:
        return self.x0 <= pixel.x < self.x1 and self.y0 <= pixel.y < self.y1

    def cells(self, rows: int, columns: int, inset: float = 0.0) -> tuple[Box, ...]:
        """Of equal size, in row order; `inset`: the share of a cell that is left out on each side."""
        wide, high = self.width / columns, self.height / rows
        lefts = [(self.x0 + (col + inset) * wide, self.x0 + (col + 1 - inset) * wide) for col in range(columns)]
        tops = [(self.y0 + (row + inset) * high, self.y0 + (row + 1 - inset) * high) for row in range(rows)]
        return tuple(Box(x0, y0, x1, y1) for y0, y1 in tops for x0, x1 in lefts)

    def covers_most_of(self, other: Box) -> bool:
        """Whether more than half of `other` lies within this one."""
        width = min(other.x1, self.x1) - max(other.x0, self.x0)
        height = min(other.y1, self.y1) - max(other.y0, self.y0)
        return max(0.0, width) * max(0.0, height) > 0.5 * other.area

    def scaled(self, share: float) -> Box:
        """One with the same middle and that share of its width and height."""
        across, down = self.width * (1 - share) / 2, self.height * (1 - share) / 2
        return Box(self.x0 + across, self.y0 + down, self.x1 - across, self.y1 - down)

    def moved(self, right: float, down: float) -> Box:
        return Box(self.x0 + right, self.y0 + down, self.x1 + right, self.y1 + down)

    @property
    def centre(self) -> Pixel:
        """The centre as a pixel position, so that a 1 x 1 box at 0 has its centre at 0, not at 0.5."""
        return Pixel((self.x0 + self.x1 - 1) / 2, (self.y0 + self.y1 - 1) / 2)


@dataclass(frozen=True, slots=True)
class Point:
    x: int
    y: int


def between(start: Point, end: Point, share: float) -> Point:
    """The point at that share of the way."""
    return Point(round(start.x + (end.x - start.x) * share), round(start.y + (end.y - start.y) * share))


@dataclass(frozen=True, slots=True)
class Rect:
    x: int
    y: int
    width: int
    height: int

    def __contains__(self, point: Point) -> bool:
        return self.x <= point.x < self.x + self.width and self.y <= point.y < self.y + self.height

    @property
    def centre(self) -> Point:
        return Point(self.x + self.width // 2, self.y + self.height // 2)


@dataclass(frozen=True, slots=True)
class Spot:
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class SpotRect:
    x0: float
    y0: float
    x1: float
    y1: float


@dataclass(frozen=True, slots=True)
class View:
    """What a capture shows: the rectangle that was asked for and the size of the image that really came."""

    area: Rect
    width: int
    height: int

    def to_point(self, pixel: Pixel) -> Point:
        """The injection point of a pixel's centre; rounded once, here."""
        return Point(
            round(self.area.x + (pixel.x + 0.5) * self.area.width / self.width - 0.5),
            round(self.area.y + (pixel.y + 0.5) * self.area.height / self.height - 0.5),
        )

    def to_pixel(self, point: Point) -> Pixel:
        return Pixel(
            (point.x + 0.5 - self.area.x) * self.width / self.area.width - 0.5,
            (point.y + 0.5 - self.area.y) * self.height / self.area.height - 0.5,
        )

    def spot_to_pixel(self, spot: Spot) -> Pixel:
        return Pixel(spot.x * self.width - 0.5, spot.y * self.height - 0.5)

    def box_of(self, spots: SpotRect) -> Box:
        return Box(spots.x0 * self.width, spots.y0 * self.height, spots.x1 * self.width, spots.y1 * self.height)
