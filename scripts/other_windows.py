"""Paints windows without a sudoku that a lattice search falls for: chess, calendars, key pads and so on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from board_looks import blend
from window_painter import Clutter, blank

if TYPE_CHECKING:
    from board_looks import Theme
    from PIL import ImageDraw
    from text_painter import Writer

KINDS = (
    "chess", "calendar", "calculator", "sheet", "minesweeper", "palette", "keypad", "crossword", "desktop", "text",
    "times_table", "slider", "lights", "bingo", "word_search", "empty_grid", "random_digits", "hex_table",
    "nonogram",
)  # fmt: skip
LARGE = {"hex_table", "word_search", "random_digits", "empty_grid"}
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class OtherWindow:
    """One window of a kind; each kind's method paints into the picture and lists its texts."""

    def __init__(self, kind: str, theme: Theme, writer: Writer, rng: np.random.Generator) -> None:
        self.theme, self.writer, self.rng = theme, writer, rng
        self.side = int(rng.choice([22, 26, 32, 38, 44, 52, 64, 80]))
        self.left, self.top = int(rng.integers(8, 160)), int(rng.integers(50, 130))
        self.texts: list[tuple[float, float, str, float]] = []  # x, y, text, height
        self.kind = kind

    def draw(self) -> np.ndarray:
        rng = self.rng
        across = 17 if self.kind in LARGE else 12
        width, height = int(rng.integers(0, 300)) + self.left + across * self.side, self.top + across * self.side + 40
        picture, pen = blank(width, height, self.theme.mix(0.04))
        getattr(self, self.kind)(pen, width, height)
        canvas = np.asarray(picture, np.float32).copy()
        for x, y, text, tall in self.texts:
            self.writer.write(canvas, (x, y), text, self.writer.size_for(tall), self.theme.ink)
        around = Clutter(canvas, self.theme, self.writer, rng)
        around.bar(int(rng.integers(20, 40)))
        if rng.random() < 0.6:
            around.fill((self.left + 11 * self.side, self.top, width - 8, height - 8))
        return canvas.clip(0, 255).astype(np.uint8)

    def cells(self, rows: int, cols: int, gap: int = 1, aspect: float = 1.0) -> list[tuple[int, int, int, int]]:
        wide, high = round(self.side * aspect), self.side
        return [
            (
                self.left + c * (wide + gap),
                self.top + r * (high + gap),
                self.left + c * (wide + gap) + wide - 1,
                self.top + r * (high + gap) + high - 1,
            )
            for r in range(rows)
            for c in range(cols)
        ]

    def grid(
        self, pen: ImageDraw.ImageDraw, rows: int, cols: int, gap: int = 1, aspect: float = 1.0
    ) -> list[tuple[int, int, int, int]]:
        cells = self.cells(rows, cols, gap, aspect)
        pen.rectangle((self.left - gap, self.top - gap, cells[-1][2] + gap, cells[-1][3] + gap), self.theme.mix(0.5))
        for cell in cells:
            pen.rectangle(cell, self.theme.paper)
        return cells

    def say(self, cell: tuple[int, int, int, int], text: str, share: float = 0.55) -> None:
        self.texts.append(((cell[0] + cell[2]) / 2, (cell[1] + cell[3]) / 2, text, share * self.side))

    def chess(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        for index, cell in enumerate(self.cells(8, 8, 0)):
            pen.rectangle(cell, self.theme.mix(0.1 if (index + index // 8) % 2 else 0.4))
            if self.rng.random() < 0.4:
                self.say(cell, "KQRBNP"[self.rng.integers(6)])

    def calendar(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        first, aspect = int(self.rng.integers(7)), float(self.rng.uniform(1, 1.5))
        for index, cell in enumerate(self.grid(pen, 6, 7, int(self.rng.integers(0, 4)), aspect)):
            if first <= index < first + 31:
                self.say(cell, str(index - first + 1), 0.4)

    def calculator(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        keys = [*"789/", *"456*", *"123-", *"0.=+"]
        for cell, key in zip(self.grid(pen, 4, 4, 4), keys, strict=True):
            self.say(cell, key)
        self.texts.append((self.left + 2 * self.side, self.top - 14, str(self.rng.integers(10**6)), 14))

    def sheet(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        digits = self.rng.random() < 0.4  # a table of small numbers is the hard one
        rows, cols = int(self.rng.integers(8, 12)), int(self.rng.integers(5, 10))
        for index, cell in enumerate(self.grid(pen, rows, cols, 1, float(self.rng.choice([1.0, 1.3, 1.6, 2.5])))):
            if index < cols or index % cols == 0:
                pen.rectangle(cell, self.theme.mix(0.15))
                self.say(cell, LETTERS[index] if index < cols else str(index // cols), 0.4)
            elif self.rng.random() < 0.7:
                self.say(cell, str(self.rng.integers(1, 10 if digits else 1000)), 0.4)

    def minesweeper(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        size = int(self.rng.choice([8, 9, 9, 10]))
        opened = float(self.rng.uniform(0.2, 0.9))
        for cell in self.grid(pen, size, size):
            if self.rng.random() > opened:
                pen.rectangle(cell, self.theme.mix(0.2))
                pen.line(
                    (cell[0], cell[3], cell[0], cell[1], cell[2], cell[1]),
                    blend(self.theme.paper, (255, 255, 255), 0.6),
                    2,
                )
            elif self.rng.random() < 0.6:
                self.say(cell, str(self.rng.choice([1, 2, 3, 4, 5], p=[0.5, 0.28, 0.15, 0.05, 0.02])))

    def palette(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        size = int(self.rng.choice([4, 6, 8, 9]))
        for cell in self.cells(size, size, int(self.rng.integers(0, 5))):
            red, green, blue = (int(v) for v in self.rng.integers(0, 256, 3))
            pen.rectangle(cell, (red, green, blue))

    def keypad(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        for cell, key in zip(self.grid(pen, 4, 3, 5), [*"123456789*0#"], strict=True):
            self.say(cell, key)

    def crossword(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        size, number = int(self.rng.choice([9, 9, 11])), 0
        for cell in self.grid(pen, size, size):
            draw = self.rng.random()
            if draw < 0.25:
                pen.rectangle(cell, self.theme.ink)
            elif draw < 0.5:
                number += 1
                self.texts.append(
                    (cell[0] + 0.25 * self.side, cell[1] + 0.25 * self.side, str(number), 0.25 * self.side)
                )
            elif draw < 0.75:
                self.say(cell, LETTERS[self.rng.integers(26)])

    def desktop(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        for cell in self.cells(4, 5, self.side // 2):
            red, green, blue = (int(v) for v in self.rng.integers(0, 256, 3))
            pen.rounded_rectangle(cell, self.side // 6, (red, green, blue))
            self.texts.append(((cell[0] + cell[2]) / 2, cell[3] + 9, "file", 8))

    def text(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        for y in range(self.top, height - 20, 22):
            self.texts.append((width / 2, y, "the numbers 4 8 15 16 23 42 are in row " + str(y), 10))

    def times_table(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        size = int(self.rng.choice([6, 9, 10, 12]))
        for index, cell in enumerate(self.grid(pen, size, size)):
            self.say(cell, str((index // size + 1) * (index % size + 1)), 0.4)

    def slider(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        size = int(self.rng.choice([3, 4]))
        order = self.rng.permutation(size * size)
        for cell, number in zip(self.grid(pen, size, size, 4), order, strict=True):
            if number:
                self.say(cell, str(number))

    def lights(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        size = int(self.rng.choice([4, 6, 9]))
        for cell in self.grid(pen, size, size, 3):
            if self.rng.random() < 0.5:
                pen.rectangle(cell, self.theme.accent)

    def bingo(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        for cell in self.grid(pen, *((5, 5) if self.rng.random() < 0.5 else (9, 9)), 2):
            self.say(cell, str(self.rng.integers(1, 91)), 0.4)

    def word_search(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        size = int(self.rng.choice([9, 12, 16]))
        for cell in self.grid(pen, size, size):
            self.say(cell, LETTERS[self.rng.integers(26)])

    def empty_grid(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        size = int(self.rng.choice([4, 6, 9, 12, 16]))
        self.grid(pen, size, size)

    def random_digits(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        """Digits at random, as in number searches: in conflict with the rules all over."""
        share, size = float(self.rng.uniform(0.4, 1.0)), int(self.rng.choice([9, 9, 12, 16]))
        for cell in self.grid(pen, size, size):
            if self.rng.random() < share:
                self.say(cell, str(self.rng.integers(1, size + 1)))

    def hex_table(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        """Bytes in sixteen columns, or one hexadecimal digit in each."""
        pairs, rows = self.rng.random() < 0.5, int(self.rng.integers(12, 17))
        for cell in self.grid(pen, rows, 16):
            self.say(cell, f"{self.rng.integers(256 if pairs else 16):{'02' if pairs else ''}X}", 0.4)

    def nonogram(self, pen: ImageDraw.ImageDraw, width: int, height: int) -> None:
        """Numbers above and beside a field of black and white cells."""
        for index, cell in enumerate(self.grid(pen, 12, 12)):
            row, col = divmod(index, 12)
            if row < 2 or col < 2:
                if max(row, col) > 1 and self.rng.random() < 0.7:
                    self.say(cell, str(self.rng.integers(1, 8)), 0.45)
            elif self.rng.random() < 0.4:
                pen.rectangle(cell, self.theme.ink)
