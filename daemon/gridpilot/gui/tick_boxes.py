"""Boxes with a tick: the theme of Tk's own has a cross in its box, which may be taken for a no."""

from __future__ import annotations

import tkinter as tk
from io import BytesIO
from tkinter import ttk
from typing import TYPE_CHECKING, Any

from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from gridpilot.gui.theme import Theme

SIDE = 18  # pixels at 100 %
FINER = 4  # drawn this many times as large as shown
TICK = ((0.24, 0.52), (0.43, 0.70), (0.77, 0.31))  # corners, in sides of the box


def tick_boxes(root: tk.Tk, theme: Theme, scale: float) -> tuple[tk.PhotoImage, ...]:
    """Gives them to all check buttons of the window; once for each. The pictures must be kept as long as it lives."""
    style = ttk.Style(root)
    off, on = (_drawn(root, theme, round(SIDE * scale), ticked=ticked) for ticked in (False, True))
    style.element_create("Tick.indicator", "image", off, ("selected", on))
    label = ("Checkbutton.label", {"side": "left"})
    focus: Any = ("Checkbutton.focus", {"side": "left", "children": [("Tick.indicator", {"side": "left"}), label]})
    style.layout("TCheckbutton", [("Checkbutton.padding", {"sticky": "nswe", "children": [focus]})])
    style.configure("TCheckbutton", background=theme.window)
    style.map("TCheckbutton", background=[("active", theme.window)])
    return off, on


def _drawn(root: tk.Tk, theme: Theme, side: int, *, ticked: bool) -> tk.PhotoImage:
    large = side * FINER
    image = Image.new("RGBA", (large, large), (0, 0, 0, 0))
    pen = ImageDraw.Draw(image)
    ground, edge = (theme.entered, theme.entered) if ticked else (theme.board, theme.muted)
    around = (FINER, FINER, large - 1 - FINER, large - 1 - FINER)
    pen.rounded_rectangle(around, large / 6, fill=ground, outline=edge, width=round(FINER * side / SIDE))
    if ticked:
        pen.line([(x * large, y * large) for x, y in TICK], theme.board, large // 9, joint="curve")
    png = BytesIO()
    image.resize((side, side), Image.Resampling.BOX).save(png, "PNG")
    return tk.PhotoImage(master=root, data=png.getvalue())
