"""Paints what stands around a board: title bar, buttons, key pad, lists, status line, popups."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    import numpy as np
    from board_looks import Theme
    from text_painter import Writer

Area = tuple[int, int, int, int]  # x0, y0, x1, y1

WORDS = (
    "File Edit View Game Help New Undo Redo Hint Check Timer 03:27 Score 1204 Level Easy Medium Hard Notes Erase Pause"
    " Options Settings Share Daily Print Puzzle 17 of 30 Best 2:58 Mistakes 1/3 Rules each row must contain digits and"
    " column box once"
).split()


class Clutter:
    """Draws onto floats (height x width x 3)."""

    def __init__(self, canvas: np.ndarray, theme: Theme, writer: Writer, rng: np.random.Generator) -> None:
        self.canvas, self.theme, self.writer, self.rng = canvas, theme, writer, rng

    def rectangle(self, area: Area, share: float) -> None:
        x0, y0, x1, y1 = area
        self.canvas[max(0, y0) : max(0, y1), max(0, x0) : max(0, x1)] = self.theme.mix(share)

    def word(self) -> str:
        return WORDS[self.rng.integers(len(WORDS))]

    def line(self, x: float, y: float, count: int, size: int) -> None:
        text = " ".join(self.word() for _ in range(count))
        wide = self.writer.font(size).getlength(text)
        self.writer.write(self.canvas, (x + wide / 2, y), text, size, self.theme.mix(0.85))

    def bar(self, height: int) -> None:
        """A title or menu bar along the top."""
        self.rectangle((0, 0, self.canvas.shape[1], height), 0.08)
        self.line(10, height / 2, int(self.rng.integers(2, 7)), max(8, height // 2))

    def buttons(self, area: Area) -> None:
        x0, y0, x1, y1 = area
        high = max(16, min(40, y1 - y0))
        x = x0
        while x + 3 * high < x1:
            self.rectangle((x, y0, x + int(2.6 * high), y0 + high), 0.12)
            self.writer.write(
                self.canvas, (x + 1.3 * high, y0 + high / 2), self.word()[:6], max(8, high // 3), self.theme.ink
            )
            x += 3 * high

    def paragraph(self, area: Area) -> None:
        x0, y0, x1, y1 = area
        size = int(self.rng.integers(10, 17))
        for y in range(y0 + size, y1 - size, int(1.6 * size)):
            self.line(x0, y, max(1, (x1 - x0) // (6 * size)), size)

    def icons(self, area: Area) -> None:
        x0, y0, x1, y1 = area
        side = int(self.rng.integers(24, 56))
        for y in range(y0, y1 - side, side + 24):
            for x in range(x0, x1 - side, side + 20):
                colour = tuple(float(v) for v in self.rng.integers(0, 256, 3))
                self.canvas[y : y + side, x : x + side] = colour
                self.line(x, y + side + 10, 1, 10)

    def keypad(self, area: Area) -> None:
        """Nine keys in a block or in a column."""
        x0, y0, x1, y1 = area
        across = 3 if self.rng.random() < 0.6 else 1
        side = min((x1 - x0) // across, (y1 - y0) // (9 // across))
        if side < 20:
            return
        gap = max(2, side // 8)
        for key in range(9):
            x, y = x0 + key % across * side, y0 + key // across * side
            self.rectangle((x, y, x + side - gap, y + side - gap), 0.14)
            spot = x + (side - gap) / 2, y + (side - gap) / 2
            self.writer.write(self.canvas, spot, str(key + 1), max(9, side // 2), self.theme.ink)

    def popup(self, area: Area) -> None:
        """A dialog with words and two buttons."""
        x0, y0, x1, y1 = area
        self.rectangle(area, 0.5)
        self.rectangle((x0 + 1, y0 + 1, x1 - 1, y1 - 1), 0.05)
        size = max(9, min(18, (y1 - y0) // 6))
        for row in range(2):
            self.line(x0 + 8, y0 + size * (1.2 + 1.6 * row), max(1, (x1 - x0) // (6 * size)), size)
        self.buttons((x0 + 8, y1 - 34, x1 - 8, y1 - 8))

    def fill(self, area: Area) -> None:
        """Something in a free area, now and then nothing."""
        x0, y0, x1, y1 = area
        if x1 - x0 < 40 or y1 - y0 < 16:
            return
        kind = self.rng.choice(["nothing", "buttons", "paragraph", "icons", "keypad"], p=[0.2, 0.25, 0.2, 0.1, 0.25])
        if kind != "nothing":
            getattr(self, kind)(area)


def blank(width: int, height: int, colour: tuple[int, ...]) -> tuple[Image.Image, ImageDraw.ImageDraw]:
    picture = Image.new("RGB", (width, height), colour)
    return picture, ImageDraw.Draw(picture)
