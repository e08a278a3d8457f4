"""A window with a 2048 board, drawn as games draw it, any part of which a test may paint over."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from PIL import Image, ImageDraw, ImageFont
from render_tiles import ORIGINAL

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Rect, View

BOARD = ((2, 4, 8, 16), (0, 32, 64, 128), (256, 0, 512, 1024), (2048, 2, 0, 4096))
HIGH = "3c3a32"
CREAM = (238, 228, 218)
RAINBOW = [f"hsl({20 * k}, 70%, 60%)" for k in range(17)]


@dataclass
class Drawing:
    """A window with a board as games draw it."""

    rows: tuple[tuple[int, ...], ...] = BOARD
    tiles: list[str] = field(default_factory=lambda: ["#" + colour for colour in (*ORIGINAL, *[HIGH] * 6)])
    frame: str = "#bbada0"
    empty: str = "#cdc1b4"
    ink: str = ""
    wide: int = 90
    high: int = 90
    gap: int = 12
    left: int = 60
    top: int = 80
    share: float = 0.4  # of the tile's height

    def __post_init__(self):
        cols, step_x, step_y = len(self.rows[0]), self.wide + self.gap, self.high + self.gap
        wide, high = cols * step_x, len(self.rows) * step_y
        self.picture = Image.new("RGB", (self.left + wide + 70, self.top + high + 40), "#faf8ef")
        self.pen = ImageDraw.Draw(self.picture)
        self.pen.text((self.left, 40), "2048  Score 512", "#776e65", ImageFont.load_default(22))
        corner = self.left - self.gap, self.top - self.gap
        self.pen.rounded_rectangle((*corner, self.left + wide - 1, self.top + high - 1), 6, self.frame)
        for row, values in enumerate(self.rows):
            for col, value in enumerate(values):
                self.tile(self.left + col * step_x, self.top + row * step_y, value)

    def tile(self, x, y, value):
        colour = self.tiles[value.bit_length() - 2] if value else self.empty
        self.pen.rounded_rectangle((x, y, x + self.wide - 1, y + self.high - 1), 4, colour)
        if value:
            size = self.high * self.share * min(1.0, 2.6 / len(str(value)))
            ink = self.ink or ("#776e65" if value < 8 else "#f9f6f2")
            centre = (x + self.wide / 2, y + self.high / 2)
            self.pen.text(centre, str(value), ink, ImageFont.load_default(size), "mm")

    def box(self, row, col):
        x, y = self.left + col * (self.wide + self.gap), self.top + row * (self.high + self.gap)
        return x, y, x + self.wide - 1, y + self.high - 1

    def whole(self):
        """The box of the board with its frame."""
        _, _, right, bottom = self.box(len(self.rows) - 1, len(self.rows[0]) - 1)
        return self.left - self.gap, self.top - self.gap, right + self.gap, bottom + self.gap

    def capture(self):
        return captured(self.picture)


def captured(picture):
    pixels = np.ascontiguousarray(np.asarray(picture.convert("RGB"))[..., ::-1])
    height, width = pixels.shape[:2]
    return Capture(pixels, View(Rect(0, 0, width, height), width, height))


def sheet(board, colour=CREAM, opacity=0.73, words=""):
    """The board below a half-transparent sheet with words in its middle."""
    drawing = Drawing(board)
    box = drawing.whole()
    below_it = drawing.picture.crop(box)
    drawing.picture.paste(Image.blend(below_it, Image.new("RGB", below_it.size, colour), opacity), box[:2])
    return captured(written(drawing.picture, box, words))


def written(picture, box, words):
    middle = (box[0] + box[2]) / 2, (box[1] + box[3]) / 2
    ImageDraw.Draw(picture).text(middle, words, "#776e65", ImageFont.load_default(52), "mm")
    return picture


def row(*texts, size=34, side=100):
    """Tiles side by side: the picture, and their boxes."""
    image = Image.new("RGB", (side * len(texts), side), (240, 200, 120))
    for place, text in enumerate(texts):
        centre = (place + 0.5) * side, side / 2
        ImageDraw.Draw(image).text(centre, text, (30, 30, 40), ImageFont.load_default(size), "mm")
    return np.ascontiguousarray(np.asarray(image)[..., ::-1]), [
        Box(place * side, 0, (place + 1) * side, side) for place in range(len(texts))
    ]


LARGE = {
    0: (" ### ", "#   #", "#   #", "#   #", " ### "),
    1: ("  #  ", " ##  ", "  #  ", "  #  ", " ### "),
    2: (" ### ", "    #", "  ## ", " #   ", "#####"),
    3: ("#### ", "    #", " ### ", "    #", "#### "),
    4: ("#   #", "#   #", "#####", "    #", "    #"),
    5: ("#####", "#    ", "#### ", "    #", "#### "),
    6: (" ### ", "#    ", "#### ", "#   #", " ### "),
    8: (" ### ", "#   #", " ### ", "#   #", " ### "),
}


def large(*numbers, sign, high):
    """Tiles whose numbers are lines of a sign, each so many pixels high: the picture, and their boxes."""
    across, wide, font = high / 2, 13 * high, ImageFont.load_default(0.8 * high)
    image = Image.new("RGB", (wide * len(numbers), 7 * high), (240, 200, 120))
    pen = ImageDraw.Draw(image)
    for place, number in enumerate(numbers):
        digits = [LARGE[int(digit)] for digit in str(number)]
        for line in range(5):
            signs = " ".join(digit[line] for digit in digits)
            start = place * wide + (wide - len(signs) * across) / 2
            for at in (at for at, each in enumerate(signs) if each != " "):
                pen.text((start + (at + 0.5) * across, (line + 1.5) * high), sign, (30, 30, 40), font, "mm")
    boxes = [Box(place * wide, 0, (place + 1) * wide, 7 * high) for place in range(len(numbers))]
    return np.ascontiguousarray(np.asarray(image)[..., ::-1]), boxes
