"""Smooth rounded shapes for Tk canvases, whose own shapes have jagged edges: drawn large, scaled down, kept by size."""

from __future__ import annotations

import tkinter as tk
from io import BytesIO

from PIL import Image, ImageColor, ImageDraw

FINER = 4  # drawn this many times as large as shown


class Shapes:
    """Pictures of rounded rectangles; they live as long as this object, as Tk wants it."""

    def __init__(self, root: tk.Misc) -> None:
        self._root = root
        self._kept: dict[tuple[int, int, float, str, int], tk.PhotoImage] = {}

    def get(self, width: int, height: int, radius: float, colour: str, opacity: int = 255) -> tk.PhotoImage:
        """`opacity` from 0 to 255."""
        key = (width, height, radius, colour, opacity)
        if key not in self._kept:
            self._kept[key] = self._drawn(*key)
        return self._kept[key]

    def forget(self) -> None:
        """For a new size, when nothing shows the old pictures any more."""
        self._kept.clear()

    def _drawn(self, width: int, height: int, radius: float, colour: str, opacity: int) -> tk.PhotoImage:
        large = width * FINER, height * FINER
        shape = Image.new("L", large)
        corners = (0, 0, large[0] - 1, large[1] - 1)
        ImageDraw.Draw(shape).rounded_rectangle(corners, radius * FINER, fill=opacity)
        picture = Image.new("RGB", (width, height), ImageColor.getrgb(colour)[:3])
        picture.putalpha(shape.reduce(FINER))
        file = BytesIO()
        picture.save(file, "PNG", compress_level=1)
        return tk.PhotoImage(data=file.getvalue(), master=self._root)
