"""The practice 2048's picture: one canvas with a heading, the score, the board and what is laid over it at the end.

Everything follows from the window's size in whole pixels. A frame of an animation moves the tiles that are there, and
draws only those that are new or grow; fonts and shapes are kept, since making them costs more than drawing.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Sequence
from dataclasses import dataclass
from tkinter import font
from typing import Any, Literal

from gridpilot.gui.drawn import Shapes
from gridpilot.gui.practice.twenty48_motion import Sprite
from gridpilot.gui.practice.twenty48_palettes import Palette
from gridpilot.gui.theme import typeface
from gridpilot.texts.language import _

Look = tuple[int, int]
"""A tile's value, and its size in pixels."""
Place = tuple[int, int]
Weight = Literal["normal", "bold"]

WIDTH, HEIGHT = 500, 660
"""The window's size at scale 1, in pixels."""

LETTERS = (0.5, 0.5, 0.46, 0.39, 0.32, 0.26, 0.22)
"""A number's height in tiles, by its digits."""
VEIL = 210  # of 255: how much a message hides of the board
SIZES = 8  # steps in which a tile grows


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is, in canvas pixels. `x0`, `y0` are the board's corner, `gap` lies between cells and around.

    Heading and footer keep to the square that any board fits into; its top is `top`.
    """

    unit: float
    top: int
    x0: int
    y0: int
    cell: int
    gap: int
    rows: int
    columns: int

    @classmethod
    def fit(cls, width: int, height: int, rows: int, columns: int) -> Layout:
        unit = min(width / WIDTH, height / HEIGHT)
        most = max(rows, columns)
        gap = max(2, round(48 * unit / (most + 1)))
        cell = max(12, int((460 * unit - gap * (most + 1)) / most))
        x0 = round((width - columns * (cell + gap) - gap) / 2)
        top = round((height - HEIGHT * unit) / 2 + 144 * unit)
        y0 = top + round((460 * unit - rows * (cell + gap) - gap) / 2)
        return cls(unit, top, x0, y0, cell, gap, rows, columns)

    @property
    def right(self) -> int:
        return self.x0 + self.columns * (self.cell + self.gap) + self.gap

    @property
    def bottom(self) -> int:
        return self.y0 + self.rows * (self.cell + self.gap) + self.gap

    def centre(self, row: float, column: float) -> tuple[float, float]:
        step = self.cell + self.gap
        return self.x0 + self.gap + self.cell / 2 + column * step, self.y0 + self.gap + self.cell / 2 + row * step


class Picture:
    """Buttons carry tags: "new", "again", "go-on"."""

    def __init__(self, canvas: tk.Canvas, palette: Palette) -> None:
        self._canvas = canvas
        self._palette = palette
        self._family = typeface(canvas)
        self._shapes = Shapes(canvas)
        self._fonts: dict[tuple[int, Weight], font.Font] = {}
        self._tiles: list[tuple[Look, Place, int, int]] = []
        self.layout = Layout.fit(WIDTH, HEIGHT, 4, 4)

    def lay_out(self, size: tuple[int, int], rows: int, columns: int, goal: str) -> None:
        """Draws everything but tiles and scores anew for a window of this width and height."""
        self.layout = Layout.fit(*size, rows, columns)
        self._canvas.delete("all")
        self._shapes.forget()
        self._fonts.clear()
        self._tiles.clear()
        self._draw_heading(size[0], goal)
        self._draw_board()

    def _draw_heading(self, width: int, goal: str) -> None:
        unit, palette = self.layout.unit, self._palette
        left, right = round((width - 460 * unit) / 2), round((width + 460 * unit) / 2)
        top = self.layout.top
        self._text(left, top - 92 * unit, 52, palette.text, "bold", anchor="w", text="2048")
        self._text(left, top - 30 * unit, 14, palette.muted, anchor="w", text=goal)
        self._text(
            width / 2,
            top + 486 * unit,
            13,
            palette.muted,
            text=_("Arrow keys, WASD, or drag. Ctrl+Alt+2: gridpilot moves."),
        )
        self._scores = []
        for place, name in enumerate((_("Best"), _("Score"))):
            x1 = right - place * 100 * unit
            self._slab(x1 - 92 * unit, top - 124 * unit, x1, top - 66 * unit)
            middle = x1 - 46 * unit
            self._text(middle, top - 110 * unit, 12, palette.ink_on(palette.board), text=name)
            self._scores.append(self._text(middle, top - 86 * unit, 21, palette.ink_on(palette.board), "bold"))
        self._button(("new",), _("New game"), right - 62 * unit, top - 30 * unit)

    def _draw_board(self) -> None:
        layout, palette = self.layout, self._palette
        self._slab(layout.x0, layout.y0, layout.right, layout.bottom)
        for row in range(layout.rows):
            for column in range(layout.columns):
                self._tile(*layout.centre(row, column), layout.cell, palette.empty)

    def _tile(self, x: float, y: float, size: int, colour: str) -> int:
        shape = self._shapes.get(size, size, round(0.06 * size), colour)
        return self._canvas.create_image(round(x), round(y), image=shape)

    def _slab(self, x0: float, y0: float, x1: float, y1: float) -> None:
        unit = self.layout.unit
        shape = self._shapes.get(round(x1) - round(x0), round(y1) - round(y0), 8 * unit, self._palette.board)
        self._canvas.create_image(round(x0), round(y0), anchor="nw", image=shape)

    def _button(self, tags: tuple[str, ...], text: str, x: float, y: float) -> None:
        """A button round the middle (x, y). The first tag is its name."""
        unit, palette, canvas = self.layout.unit, self._palette, self._canvas
        usual, hovered = (
            self._shapes.get(round(124 * unit), round(34 * unit), 6 * unit, colour)
            for colour in (palette.button, palette.hover)
        )
        ground = canvas.create_image(round(x), round(y), image=usual, tags=tags)
        self._text(x, y, 15, palette.button_ink, "bold", text=text, tags=tags)
        canvas.tag_bind(tags[0], "<Enter>", lambda _event: canvas.itemconfigure(ground, image=hovered))
        canvas.tag_bind(tags[0], "<Leave>", lambda _event: canvas.itemconfigure(ground, image=usual))

    def _text(self, x: float, y: float, size: float, colour: str, weight: Weight = "normal", **options: Any) -> int:
        """`size` in pixels at scale 1."""
        key = -max(6, round(size * self.layout.unit)), weight
        if key not in self._fonts:
            self._fonts[key] = font.Font(self._canvas, family=self._family, size=key[0], weight=weight)
        return self._canvas.create_text(round(x), round(y), font=self._fonts[key], fill=colour, **options)

    def show_tiles(self, sprites: Sequence[Sprite]) -> None:
        fresh: list[tuple[Look, Place, int, int]] = []
        for sprite in sprites:
            size = round(sprite.size * SIZES) / SIZES if sprite.size != 1 else 1.0
            x, y = self.layout.centre(sprite.row, sprite.column)
            fresh.append(self._moved((sprite.value, round(self.layout.cell * size)), (round(x), round(y))))
        for _look, _place, *items in self._tiles:
            self._canvas.delete(*items)
        self._tiles = fresh

    def _moved(self, look: Look, place: Place) -> tuple[Look, Place, int, int]:
        """A tile that was shown with this look, best in this place; else a new one."""
        alike = [tile for tile in self._tiles if tile[0] == look]
        if not alike:
            return look, place, *self._new_tile(look, place)
        old = next((tile for tile in alike if tile[1] == place), alike[0])
        self._tiles.remove(old)
        across, down = place[0] - old[1][0], place[1] - old[1][1]
        if across or down:
            for item in old[2:]:
                self._canvas.move(item, across, down)
        return look, place, *old[2:]

    def _new_tile(self, look: Look, place: Place) -> tuple[int, int]:
        (value, size), text = look, str(look[0])
        ground = self._tile(*place, size, self._palette.ground(value))
        letters = LETTERS[min(len(text), len(LETTERS) - 1)] * size / self.layout.unit
        return ground, self._text(*place, letters, self._palette.ink(value), "bold", text=text)

    def show_score(self, score: int, best: int) -> None:
        for item, points in zip(reversed(self._scores), (score, best), strict=True):
            self._canvas.itemconfigure(item, text=str(points))

    def show_message(self, text: str, buttons: Sequence[tuple[str, str]]) -> None:
        """Lays a veil with a sentence and buttons (tag, text) over the board."""
        self.hide_message()
        layout, palette = self.layout, self._palette
        width, height = layout.right - layout.x0, layout.bottom - layout.y0
        veil = self._shapes.get(width, height, 8 * layout.unit, palette.window, VEIL)
        self._canvas.create_image(layout.x0, layout.y0, anchor="nw", image=veil, tags=("message",))
        x, y = (layout.x0 + layout.right) / 2, (layout.y0 + layout.bottom) / 2
        size = min(44, 0.11 * width / layout.unit)
        self._text(x, y - 30 * layout.unit, size, palette.text, "bold", text=text, tags=("message",))
        for place, (tag, label) in enumerate(buttons):
            aside = (place - (len(buttons) - 1) / 2) * 136 * layout.unit
            self._button((tag, "message"), label, x + aside, y + 34 * layout.unit)

    def hide_message(self) -> None:
        self._canvas.delete("message")
