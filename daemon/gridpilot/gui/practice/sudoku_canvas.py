"""The practice board's picture: one canvas with a heading, the board, the digit pad and a line of text.

Everything is laid out from the window's size in whole pixels; after that only what changed is redrawn.
"""

from __future__ import annotations

import tkinter as tk
from dataclasses import dataclass
from tkinter import font
from typing import Any

from gridpilot.games.sudoku.grid import NINE, Shape, peers
from gridpilot.geometry import Cell
from gridpilot.gui.practice.sudoku_play import Play
from gridpilot.gui.theme import Theme, typeface
from gridpilot.texts.language import _

ERASE = 0
WIDTH, HEIGHT = 540, 704
"""The window's first size at scale 1, in pixels."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is, in canvas pixels. `lefts` and `tops` are the cells' own corners, lines excluded."""

    lefts: tuple[int, ...]
    tops: tuple[int, ...]
    cell: int
    frame: tuple[int, int, int, int]
    unit: float

    @classmethod
    def fit(cls, width: int, height: int, shape: Shape = NINE) -> Layout:
        unit = min(width / WIDTH, height / HEIGHT)
        thin, thick = max(1, round(unit)), max(2, round(2.5 * unit))
        across, down = (
            [thick if index % apart == 0 else thin for index in range(shape.size + 1)]
            for apart in (shape.box_cols, shape.box_rows)
        )
        cell = max(12, int((484 * unit - max(sum(across), sum(down))) / shape.size))
        x0 = (width - shape.size * cell - sum(across)) // 2
        y0 = round((height - HEIGHT * unit) / 2 + 86 * unit)
        lefts, tops = (
            tuple(first + sum(lines[: index + 1]) + index * cell for index in range(shape.size))
            for first, lines in ((x0, across), (y0, down))
        )
        return cls(lefts, tops, cell, (x0, y0, lefts[-1] + cell + thick, tops[-1] + cell + thick), unit)

    def cell_at(self, x: int, y: int) -> Cell | None:
        x0, y0, x1, y1 = self.frame
        if not (x0 <= x < x1 and y0 <= y < y1):
            return None
        row = max((index for index, top in enumerate(self.tops) if top <= y), default=0)
        col = max((index for index, left in enumerate(self.lefts) if left <= x), default=0)
        return Cell(row, col)


class Picture:
    def __init__(self, canvas: tk.Canvas, theme: Theme, shape: Shape = NINE) -> None:
        self._shape = shape
        self._canvas = canvas
        self._theme = theme
        family = typeface(canvas)
        self._fonts = {
            "title": font.Font(canvas, family=family, weight="bold"),
            "small": font.Font(canvas, family=family),
            "given": font.Font(canvas, family=family, weight="bold"),
            "entered": font.Font(canvas, family=family),
            "pad": font.Font(canvas, family=family),
        }
        self._shown: dict[int, dict[str, str]] = {}
        self._cells: list[tuple[int, int]] = []
        self._buttons: dict[int, int] = {}
        self.layout = Layout.fit(WIDTH, HEIGHT, shape)

    def lay_out(self, width: int, height: int) -> None:
        """Draws everything anew for a window of this size."""
        self.layout = layout = Layout.fit(width, height, self._shape)
        unit, cell = layout.unit, layout.cell
        pixels = {
            "title": 23 * unit,
            "small": 14 * unit,
            "given": 0.56 * cell,
            "entered": 0.56 * cell,
            "pad": 24 * unit,
        }
        for name, size in pixels.items():
            self._fonts[name].configure(size=-max(6, round(size)))
        self._canvas.delete("all")
        self._shown.clear()
        self._draw_heading()
        self._draw_board()
        self._draw_pad()

    def _draw_heading(self) -> None:
        x0, y0, x1, _y1 = self.layout.frame
        unit, theme = self.layout.unit, self._theme
        self._text(x0, y0 - 50 * unit, "title", theme.text, anchor="w", text=_("Sudoku"))
        self._count = self._text(x0, y0 - 24 * unit, "small", theme.muted, anchor="w")
        self._text(x1, y0 - 24 * unit, "small", theme.entered, anchor="e", text=_("New puzzle"), tags=("new",))
        self._text(x1, y0 - 50 * unit, "small", theme.entered, anchor="e", text=_("Hint"), tags=("hint",))

    def _draw_board(self) -> None:
        layout, theme = self.layout, self._theme
        canvas, cell = self._canvas, layout.cell
        canvas.create_rectangle(*layout.frame, fill=theme.frame, width=0)
        shape = self._shape
        for top in range(0, shape.size, shape.box_rows):
            for left in range(0, shape.size, shape.box_cols):
                right, bottom = layout.lefts[left + shape.box_cols - 1], layout.tops[top + shape.box_rows - 1]
                box = layout.lefts[left], layout.tops[top], right + cell, bottom + cell
                canvas.create_rectangle(*box, fill=theme.line, width=0)
        self._cells = []
        for top in layout.tops:
            for left in layout.lefts:
                ground = canvas.create_rectangle(left, top, left + cell, top + cell, fill=theme.board, width=0)
                digit = self._text(left + cell / 2, top + cell / 2, "given", theme.given)
                self._cells.append((ground, digit))

    def _draw_pad(self) -> None:
        x0, _y0, x1, y1 = self.layout.frame
        unit = self.layout.unit
        gap = round(8 * unit)
        digits = range(1, self._shape.size + 1)
        wide = (x1 - 1 - x0 - len(digits) * gap) / (len(digits) + 1)
        top, bottom = round(y1 + 20 * unit), round(y1 + 72 * unit)
        self._buttons = {}
        for place, digit in enumerate([*digits, ERASE]):
            left = x0 + place * (wide + gap)
            self._draw_button(digit, round(left), top, round(left + wide), bottom)
        self._status = self._text((x0 + x1) / 2, y1 + 100 * unit, "small", self._theme.muted)

    def _draw_button(self, digit: int, x0: int, y0: int, x1: int, y1: int) -> None:
        canvas, theme, tag = self._canvas, self._theme, f"pad-{digit}"
        ground = canvas.create_rectangle(x0, y0, x1, y1, fill=theme.button, outline=theme.edge, tags=(tag,))
        self._buttons[digit] = ground
        if digit == ERASE:
            self._draw_eraser((x0 + x1) / 2, (y0 + y1) / 2, tag)
        else:
            self._text((x0 + x1) / 2, (y0 + y1) / 2, "pad", theme.entered, text=str(digit), tags=(tag,))
        canvas.tag_bind(tag, "<Enter>", lambda _event: canvas.itemconfigure(ground, fill=theme.hover))
        canvas.tag_bind(tag, "<Leave>", lambda _event: canvas.itemconfigure(ground, fill=theme.button))

    def _draw_eraser(self, x: float, y: float, tag: str) -> None:
        """The sign of a backspace key: an arrow-like tag with a cross in it."""
        unit, colour = self.layout.unit, self._theme.entered
        line = max(1, round(1.6 * unit))
        tip, half, end, shoulder = x - 13 * unit, 8 * unit, x + 12 * unit, x - 5 * unit
        outline = (tip, y, shoulder, y - half, end, y - half, end, y + half, shoulder, y + half)
        self._canvas.create_polygon(*outline, fill="", outline=colour, width=line, tags=(tag,))
        middle, arm = x + 3.5 * unit, 3.5 * unit
        for slope in (-1, 1):
            ends = (middle - arm, y - slope * arm, middle + arm, y + slope * arm)
            self._canvas.create_line(*ends, fill=colour, width=line, tags=(tag,))

    def _text(self, x: float, y: float, face: str, colour: str, **options: Any) -> int:
        return self._canvas.create_text(round(x), round(y), font=self._fonts[face], fill=colour, **options)

    def show(self, play: Play, count: str, status: str) -> None:
        """Brings the picture up to date."""
        theme = self._theme
        clashing = play.conflicts
        for index, (ground, text) in enumerate(self._cells):
            given = bool(play.givens[index])
            ink = theme.given if given else theme.clash if index in clashing else theme.entered
            self._configure(ground, fill=self._ground(play, index, clashing))
            face = self._fonts["given" if given else "entered"]
            self._configure(text, text=str(play.board[index] or ""), fill=ink, font=str(face))
        self._configure(self._count, text=count)
        self._configure(self._status, text=status, fill=theme.solved if play.solved else theme.muted)

    def _ground(self, play: Play, index: int, clashing: frozenset[int]) -> str:
        """What a cell lies on; a solved board is shown plain."""
        theme = self._theme
        if play.solved:
            return theme.board
        at = play.shape.index(play.selected)
        if index == at:
            return theme.selected
        if index in clashing:
            return theme.clash_cell
        if play.board[at] and play.board[index] == play.board[at]:
            return theme.same
        return theme.peers if index in peers(play.shape)[at] else theme.board

    def _configure(self, item: int, **options: str) -> None:
        if self._shown.get(item) != options:
            self._shown[item] = options
            self._canvas.itemconfigure(item, options)
