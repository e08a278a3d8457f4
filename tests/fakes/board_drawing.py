"""Draws sudokus of any size and shape as games do: lines by weight or cells by colour, digits or numbers in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

import numpy as np
from PIL import Image, ImageDraw, ImageFont

from gridpilot.capture import Capture
from gridpilot.geometry import Rect, View

LEFT, TOP = 60, 50
PASTELS = ("#f8d8d8", "#d8f8d8", "#d8d8f8", "#f8f8c8")


def boxes(high: int, wide: int) -> tuple[int, ...]:
    """The region of each cell of a board with boxes of that many rows and columns."""
    size = high * wide
    return tuple(row // high * high + col // wide for row in range(size) for col in range(size))


def solution(high: int, wide: int) -> tuple[int, ...]:
    """A full board with such boxes."""
    size = high * wide
    return tuple((wide * (row % high) + row // high + col) % size + 1 for row in range(size) for col in range(size))


def thinned(board: tuple[int, ...], keep: int = 2) -> tuple[int, ...]:
    """The board with every `keep`-th digit left."""
    return tuple(digit if (7 * index + index // 5) % keep == 0 else 0 for index, digit in enumerate(board))


@dataclass
class BoardDrawing:
    """`thin`, `thick`: line widths, 0 for none; `colours`: of the regions in order; `selected`: a framed cell.

    `widths`, `heights`: of the columns and rows, where they are not all `cell`.
    """

    board: tuple[int, ...]
    regions: tuple[int, ...]
    cell: int = 44
    thin: int = 1
    thick: int = 3
    paper: str = "white"
    ink: str = "black"
    line: str = "#999999"
    colours: tuple[str, ...] = ()
    selected: int | None = None
    signs: str = ""  # in place of numbers: the sign of 1 first
    font: float = 0.5
    widths: tuple[int, ...] = ()
    heights: tuple[int, ...] = ()
    size: int = field(init=False)

    def __post_init__(self) -> None:
        self.size = round(len(self.board) ** 0.5)
        self.across = list(accumulate(self.widths or [self.cell] * self.size, initial=LEFT))
        self.down = list(accumulate(self.heights or [self.cell] * self.size, initial=TOP))
        self.picture = Image.new("RGB", (self.across[-1] + LEFT, self.down[-1] + TOP), self.paper)
        self.pen = ImageDraw.Draw(self.picture)
        for index in range(len(self.board)):
            self._ground(index)
        for at in range(self.size + 1) if self.thin else ():
            self._line(0, at, self.size, at, self.line, self.thin)
            self._line(at, 0, at, self.size, self.line, self.thin)
        for index in range(len(self.board)) if self.thick else ():
            self._heavy(index)
        for index, value in enumerate(self.board):
            self._digit(index, value)
        if self.selected is not None:
            x0, y0, x1, y1 = self.sides(self.selected)
            self.pen.rectangle((x0 + 1, y0 + 1, x1 - 1, y1 - 1), None, "#1e5aff", 3)

    def corner(self, index: int) -> tuple[int, int]:
        return self.sides(index)[:2]

    def sides(self, index: int) -> tuple[int, int, int, int]:
        row, col = divmod(index, self.size)
        return self.across[col], self.down[row], self.across[col + 1], self.down[row + 1]

    def _ground(self, index: int) -> None:
        x0, y0, x1, y1 = self.sides(index)
        colour = self.colours[self.regions[index]] if self.colours else self.paper
        self.pen.rectangle((x0, y0, x1 - 1, y1 - 1), colour)

    def _line(self, x0: int, y0: int, x1: int, y1: int, colour: str, width: int) -> None:
        ends = [(self.across[x], self.down[y]) for x, y in ((x0, y0), (x1, y1))]
        self.pen.line(ends, colour, width)

    def _heavy(self, index: int) -> None:
        """The lines right of a cell and below it, where a region or the board ends; on the rim also before it."""
        row, col = divmod(index, self.size)
        if col + 1 == self.size or self.regions[index] != self.regions[index + 1]:
            self._line(col + 1, row, col + 1, row + 1, self.ink, self.thick)
        if row + 1 == self.size or self.regions[index] != self.regions[index + self.size]:
            self._line(col, row + 1, col + 1, row + 1, self.ink, self.thick)
        if not col:
            self._line(0, row, 0, row + 1, self.ink, self.thick)
        if not row:
            self._line(col, 0, col + 1, 0, self.ink, self.thick)

    def _digit(self, index: int, value: int) -> None:
        if not value:
            return
        x0, y0, x1, y1 = self.sides(index)
        text = self.signs[value - 1] if self.signs else str(value)
        font = ImageFont.load_default(self.cell * self.font)
        self.pen.text(((x0 + x1) / 2, (y0 + y1) / 2), text, self.ink, font, "mm")

    @property
    def small(self) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
        """The font of pencil marks."""
        return ImageFont.load_default(self.cell * self.font * 0.45)

    @property
    def pixels(self) -> np.ndarray:
        return np.ascontiguousarray(np.asarray(self.picture)[..., ::-1])

    def capture(self) -> Capture:
        return captured(self.pixels)


def captured(pixels: np.ndarray) -> Capture:
    height, width = pixels.shape[:2]
    return Capture(pixels, View(Rect(0, 0, width, height), width, height))


def noted(drawing: BoardDrawing, marks: Mapping[int, Sequence[int]], size: int, kind: str = "keypad") -> Capture:
    """The drawing with these marks, so many pixels large: each at its place on a "keypad", or in a "row"."""
    for index, digits in marks.items():
        row, column = divmod(index, drawing.size)
        for order, digit in enumerate(digits):
            keypad = (digit - 1) % 3 / 3 + 1 / 6, (digit - 1) // 3 / 3 + 1 / 6
            across, down = keypad if kind == "keypad" else (0.15 + 0.22 * order, 0.2)
            at = LEFT + (column + across) * drawing.cell, TOP + (row + down) * drawing.cell
            drawing.pen.text(at, str(digit), fill="#555555", font_size=size, anchor="mm")
    return drawing.capture()
