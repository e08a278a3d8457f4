"""The tooltip of an icon in an old kind of tray: such trays show none, so it is a small window of ours."""

import textwrap

from PIL import Image, ImageDraw, ImageFont

from gridpilot.desktop import Appearance
from gridpilot.desktop.x11.display import XDisplay, XWindow
from gridpilot.desktop.x11.pixels import put

FONT, SIZE = "DejaVuSans.ttf", 13  # pixels at 100 %
LONGEST = 60  # characters a line
EDGE, GAP = 8, 6  # pixels at 100 %: around the text; from the pointer to the tip
LIGHT, DARK = ("#1c2024", "#fcfcfd", "#27405c"), ("#f1f3f7", "#1c2129", "#8d96a8")  # ink, paper, frame


class Tip:
    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self._window: XWindow | None = None

    def show(self, text: str, x: int, y: int) -> bool:
        """Beside that point, on the screen as a whole; False where something happened while it was drawn. It would lie
        over a menu that was opened meanwhile.
        """
        from gridpilot.desktop.x11 import appearance  # late: who never rests on the icon need not load it

        self.hide()
        picture = drawn(text, appearance.read())
        if self._display.pending_events():
            return False
        screen = self._display.screen()
        left = x - picture.width - GAP if x > screen.width_in_pixels / 2 else x + GAP
        top = y - picture.height - GAP if y > screen.height_in_pixels / 2 else y + GAP
        depth = screen.root_depth
        self._window = window = screen.root.create_window(
            max(left, 0), max(top, 0), picture.width, picture.height, 0, depth, override_redirect=True
        )
        pixmap = window.create_pixmap(picture.width, picture.height, depth)
        put(self._display, pixmap, picture)
        window.change_attributes(background_pixmap=pixmap)  # the server paints it, whenever that is needed
        window.set_wm_class("gridpilot-tip", "Gridpilot-tip")
        pixmap.free()
        window.map()
        self._display.flush()
        return True

    def hide(self) -> None:
        window, self._window = self._window, None
        if window is not None:
            window.destroy()
            self._display.flush()


def drawn(text: str, look: Appearance) -> Image.Image:
    """The text on paper as the desktop has it, its long lines broken."""
    (ink, paper, frame), scale = DARK if look.dark else LIGHT, max(1.0, look.scale or 1.0)
    edge = round(EDGE * scale)
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, LONGEST)]
    font = _font(round(SIZE * scale))
    wanted = "\n".join(lines)
    _, _, right, bottom = ImageDraw.Draw(Image.new("RGB", (1, 1))).multiline_textbbox((0, 0), wanted, font)
    picture = Image.new("RGB", (round(right) + 2 * edge, round(bottom) + 2 * edge), paper)
    pen = ImageDraw.Draw(picture)
    pen.rectangle((0, 0, picture.width - 1, picture.height - 1), outline=frame)
    pen.multiline_text((edge, edge), wanted, ink, font)
    return picture


def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    try:
        return ImageFont.truetype(FONT, size)
    except OSError:
        return ImageFont.load_default(size)
