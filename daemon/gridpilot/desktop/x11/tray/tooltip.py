"""The tooltip of an icon in an old kind of tray: such trays show none, so it is a small window of ours."""

import sys

assert sys.platform != "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere
assert sys.platform != "darwin"  # noqa: S101

import textwrap
from typing import TYPE_CHECKING

from PIL import Image, ImageDraw, ImageFont
from Xlib import X

if TYPE_CHECKING:
    from gridpilot.desktop.x11.display import XDisplay, XWindow

FONT, SIZE = "DejaVuSans.ttf", 13  # pixels
LONGEST = 60  # characters a line
EDGE, GAP = 8, 6  # pixels: around the text; from the pointer to the tip
INK, PAPER, FRAME = "#1c2024", "#fcfcfd", "#27405c"


class Tip:
    def __init__(self, display: "XDisplay") -> None:
        self._display = display
        self._window: XWindow | None = None

    def show(self, text: str, x: int, y: int) -> None:
        """Beside that point, on the screen as a whole."""
        self.hide()
        picture = drawn(text)
        screen = self._display.screen()
        left = x - picture.width - GAP if x > screen.width_in_pixels / 2 else x + GAP
        top = y - picture.height - GAP if y > screen.height_in_pixels / 2 else y + GAP
        depth = screen.root_depth
        self._window = window = screen.root.create_window(
            max(left, 0), max(top, 0), picture.width, picture.height, 0, depth, override_redirect=True
        )
        pixmap = window.create_pixmap(picture.width, picture.height, depth)
        pixels = picture.tobytes("raw", "BGRX")
        pen = pixmap.create_gc()
        pixmap.put_image(pen, 0, 0, picture.width, picture.height, X.ZPixmap, depth, 0, pixels)
        window.change_attributes(background_pixmap=pixmap)  # the server paints it, whenever that is needed
        window.set_wm_class("gridpilot-tip", "Gridpilot-tip")
        pen.free()
        pixmap.free()
        window.map()
        self._display.flush()

    def hide(self) -> None:
        window, self._window = self._window, None
        if window is not None:
            window.destroy()
            self._display.flush()


def drawn(text: str) -> Image.Image:
    """The text on paper, its long lines broken."""
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, LONGEST)]
    font = _font()
    wanted = "\n".join(lines)
    _, _, right, bottom = ImageDraw.Draw(Image.new("RGB", (1, 1))).multiline_textbbox((0, 0), wanted, font)
    picture = Image.new("RGB", (round(right) + 2 * EDGE, round(bottom) + 2 * EDGE), PAPER)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, picture.width - 1, picture.height - 1), outline=FRAME)
    pen.multiline_text((EDGE, EDGE), wanted, INK, font)
    return picture


def _font() -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    try:
        return ImageFont.truetype(FONT, SIZE)
    except OSError:
        return ImageFont.load_default(SIZE)
