"""Smooth pictures for Tk, whose own shapes have jagged edges: drawn large, and scaled down."""

from __future__ import annotations

import tkinter as tk
from io import BytesIO
from tkinter import ttk
from typing import Any

from PIL import Image, ImageColor, ImageDraw

from gridpilot.gui.theme import Theme

FINER = 4  # drawn this many times as large as shown
BOX = 18  # pixels of a box with a tick, at 100 %
TICK = ((0.24, 0.52), (0.43, 0.70), (0.77, 0.31))  # corners, in sides of the box


def photo(master: tk.Misc, picture: Image.Image) -> tk.PhotoImage:
    """The picture as Tk takes it, which shows it as long as somebody keeps it. Transparent ones take longer, as PNG."""
    file, kind = BytesIO(), "PNG" if picture.mode == "RGBA" else "PPM"
    picture.save(file, kind, compress_level=1)
    return tk.PhotoImage(master=master, data=file.getvalue(), format=kind)


def smooth(mask: Image.Image, colour: str) -> Image.Image:
    """What `mask` shows of a colour, `FINER` times smaller."""
    small = mask.reduce(FINER)
    picture = Image.new("RGB", small.size, ImageColor.getrgb(colour)[:3])
    picture.putalpha(small)
    return picture


class Shapes:
    """Pictures of rounded rectangles; they live as long as this object, as Tk wants it."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._kept: dict[tuple[int, int, float, str, int], tk.PhotoImage] = {}

    def get(self, width: int, height: int, radius: float, colour: str, opacity: int = 255) -> tk.PhotoImage:
        """`opacity` from 0 to 255."""
        key = (width, height, radius, colour, opacity)
        if key not in self._kept:
            mask = Image.new("L", (width * FINER, height * FINER))
            corners = (0, 0, mask.width - 1, mask.height - 1)
            ImageDraw.Draw(mask).rounded_rectangle(corners, radius * FINER, fill=opacity)
            self._kept[key] = photo(self._root, smooth(mask, colour))
        return self._kept[key]

    def forget(self) -> None:
        """For a new size, when nothing shows the old pictures any more."""
        self._kept.clear()


def tick_boxes(root: tk.Tk, theme: Theme, scale: float) -> tuple[tk.PhotoImage, ...]:
    """Gives boxes with a tick to all check buttons of the window; once for each. Tk's own theme has a cross in its box,
    which may be taken for a no. The pictures must be kept as long as the window lives.
    """
    style = ttk.Style(root)
    off, on = (_tick_box(root, theme, round(BOX * scale), ticked=ticked) for ticked in (False, True))
    style.element_create("Tick.indicator", "image", off, ("selected", on))
    label = ("Checkbutton.label", {"side": "left"})
    focus: Any = ("Checkbutton.focus", {"side": "left", "children": [("Tick.indicator", {"side": "left"}), label]})
    style.layout("TCheckbutton", [("Checkbutton.padding", {"sticky": "nswe", "children": [focus]})])
    style.configure("TCheckbutton", background=theme.window)
    style.map("TCheckbutton", background=[("active", theme.window)])
    return off, on


def _tick_box(root: tk.Tk, theme: Theme, side: int, *, ticked: bool) -> tk.PhotoImage:
    large = side * FINER
    image = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    ground, edge = (theme.entered, theme.entered) if ticked else (theme.board, theme.muted)
    around = (FINER, FINER, large - 1 - FINER, large - 1 - FINER)
    pen.rounded_rectangle(around, large / 6, fill=ground, outline=edge, width=round(FINER * side / BOX))
    if ticked:
        pen.line([(x * large, y * large) for x, y in TICK], theme.board, large // 9, joint="curve")
    return photo(root, image.resize((side, side), Image.Resampling.BOX))
