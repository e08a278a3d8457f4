"""The panel of `gridpilot teach`: draws a page from top to bottom, and tells which line was clicked.

One canvas, drawn anew for each page: a page has some thirty items. Sizes are in points at scale 1.
"""

from __future__ import annotations

import tkinter as tk
from collections.abc import Callable
from tkinter import font
from typing import Any

from gridpilot.gui.drawn import Shapes
from gridpilot.gui.teach.panel_pages import Line, Look, Option, Page
from gridpilot.gui.theme import Theme, typeface
from gridpilot.texts.language import _

WIDTH = 372
EDGE = 28
STEPS = (_("Board"), _("Windows"), _("Input"), _("Name"))
SIZES = {"title": 22, "option": 15, "text": 14, "small": 12, "cap": 11, "field": 17}
SHOWN = 7  # options at once
CARET = "\N{LEFT ONE EIGHTH BLOCK}"


class Panel:
    """`on_key(name)` is called for a click on a line that stands for a key, `on_option(index)` for one of the list."""

    def __init__(
        self,
        canvas: tk.Canvas,
        theme: Theme,
        scale: float,
        on_key: Callable[[str], None],
        on_option: Callable[[int], None],
    ) -> None:
        self._canvas = canvas
        self._theme = theme
        self._scale = scale
        self._on_key = on_key
        self._on_option = on_option
        self._shapes = Shapes(canvas)
        family = typeface(canvas)
        bold = {"title", "option", "cap"}
        self._fonts = {
            name: font.Font(
                canvas, family=family, size=-round(size * scale), weight="bold" if name in bold else "normal"
            )
            for name, size in SIZES.items()
        }
        self._y = 0.0

    def show(self, page: Page) -> None:
        """Where a page is too long for its window, its options stand closer, and only the chosen one is explained."""
        if not self._fits(page, roomy=True):
            self._fits(page, roomy=False)

    def _fits(self, page: Page, *, roomy: bool) -> bool:
        """Draws the page; whether all of it found room above the foot."""
        self._canvas.delete("all")
        self._y = 26 * self._scale
        self._steps(page.step)
        self._write(page.title, "title", self._theme.text, after=8)
        if page.intro:
            self._write(page.intro, "text", self._theme.muted, after=14)
        self._options(page.options, roomy=roomy)
        for line in page.lines:
            self._line(line)
        if page.swatches:
            self._swatches(page)
        return self._y <= self._foot(page)

    # Parts of a page

    def _steps(self, done: int) -> None:
        """Four bars: what is behind, what is now, what is to come."""
        theme, unit = self._theme, self._scale
        gap = 8 * unit
        wide = (self._inner - 3 * gap) / len(STEPS)
        for index, name in enumerate(STEPS):
            x = self._left + index * (wide + gap)
            colour = theme.entered if index <= done else theme.line
            self._shape(x, self._y, wide, 4 * unit, 2, colour)
            ink = theme.text if index == done else theme.muted
            self._text(x, self._y + 10 * unit, name, "small", ink)
        self._y += 52 * unit

    def _options(self, options: tuple[Option, ...], *, roomy: bool) -> None:
        chosen = next((index for index, option in enumerate(options) if option.chosen), 0)
        first = min(max(0, chosen - SHOWN + 2), max(0, len(options) - SHOWN))
        for index in range(first, min(first + SHOWN, len(options))):
            self._option(index, options[index], roomy=roomy)
        if options:
            self._y += 8 * self._scale

    def _option(self, index: int, option: Option, *, roomy: bool) -> None:
        theme, unit, tag = self._theme, self._scale, f"option-{index}"
        top, left = self._y, self._left + 40 * unit
        ground = self._canvas.create_image(0, 0, anchor="nw", tags=(tag,))
        edge = (9 if roomy else 5) * unit
        self._y += edge
        room = self._inner - 56 * unit
        self._y = self._text(left, self._y, option.text, "option", theme.text, room, tag) + 1 * unit
        if option.detail and (roomy or option.chosen):
            self._y = self._text(left, self._y, option.detail, "small", theme.muted, room, tag)
        self._y += edge
        self._ground(ground, top, tag, chosen=option.chosen)
        middle, radius = (top + self._y) / 2, 7 * unit
        self._dot(self._left + 20 * unit, middle, radius, theme.entered if option.chosen else theme.edge, tag)
        self._dot(self._left + 20 * unit, middle, radius - 2 * unit, theme.board, tag)
        if option.chosen:
            self._dot(self._left + 20 * unit, middle, radius - 4 * unit, theme.entered, tag)
        self._click(tag, lambda: self._on_option(index))
        self._y += 5 * unit

    def _ground(self, item: int, top: float, tag: str, *, chosen: bool) -> None:
        """A line's ground, as high as its text has become; it answers the pointer."""
        theme, unit = self._theme, self._scale
        plain, hover = (
            self._shapes.get(round(self._inner), round(self._y - top), 9 * unit, colour)
            for colour in ((theme.same, theme.same) if chosen else (theme.window, theme.hover))
        )
        self._canvas.itemconfigure(item, image=plain)
        self._canvas.coords(item, self._left, top)
        self._canvas.tag_bind(tag, "<Enter>", lambda _event: self._canvas.itemconfigure(item, image=hover))
        self._canvas.tag_bind(tag, "<Leave>", lambda _event: self._canvas.itemconfigure(item, image=plain))

    def _line(self, line: Line) -> None:
        theme = self._theme
        match line.look:
            case Look.KEY:
                self._key(line)
            case Look.FIELD:
                self._field(line.text)
            case Look.CODE:
                self._code(line.text)
            case Look.GOOD:
                self._told(line.text, theme.solved)
            case Look.BAD:
                self._told(line.text, theme.clash)
            case Look.TEXT:
                self._write(line.text, "text", theme.text, after=10)

    def _told(self, text: str, colour: str) -> None:
        """A sentence that matters, with a bar in its colour."""
        unit, top = self._scale, self._y
        bottom = self._text(self._left + 14 * unit, top, text, "text", self._theme.text, self._inner - 14 * unit)
        self._shape(self._left, top, 4 * unit, bottom - top, 2, colour)
        self._y = bottom + 14 * unit

    def _key(self, line: Line) -> None:
        unit, tag = self._scale, f"key-{line.key}"
        width = self._cap(self._left, self._y, line.key, tag)
        x = self._left + max(width, 30 * unit) + 10 * unit
        bottom = self._text(
            x, self._y + 2 * unit, line.text, "text", self._theme.text, self._left + self._inner - x, tag
        )
        if len(line.key) == 1:
            self._click(tag, lambda: self._on_key(line.key.lower()))
        self._y = max(bottom, self._y + 22 * unit) + 6 * unit

    def _cap(self, x: float, y: float, text: str, tag: str) -> float:
        """A key as it looks on a keyboard; returns its width."""
        theme, unit = self._theme, self._scale
        width = max(24 * unit, self._fonts["cap"].measure(text) + 14 * unit)
        self._shape(x, y, width, 22 * unit, 5, theme.edge, tag)
        self._shape(x + unit, y + unit, width - 2 * unit, 19 * unit, 4, theme.button, tag)
        middle = x + width / 2, y + 10.5 * unit
        self._canvas.create_text(*middle, text=text, font=self._fonts["cap"], fill=theme.muted, tags=(tag,))
        return width

    def _field(self, text: str) -> None:
        theme, unit = self._theme, self._scale
        self._shape(self._left, self._y, self._inner, 44 * unit, 9, theme.entered)
        self._shape(self._left + 2 * unit, self._y + 2 * unit, self._inner - 4 * unit, 40 * unit, 7, theme.board)
        shown, face, room = text + CARET, self._fonts["field"], self._inner - 24 * unit
        while len(shown) > 1 and face.measure(shown) > room:
            shown = shown[1:]
        x, y = self._left + 12 * unit, self._y + 22 * unit
        self._canvas.create_text(x, y, text=shown, font=face, fill=theme.text, anchor="w")
        self._y += 58 * unit

    def _code(self, text: str) -> None:
        """Text as it is in a file: broken anywhere, on a ground of its own."""
        unit, top = self._scale, self._y
        ground = self._canvas.create_image(0, 0, anchor="nw")
        room = self._inner - 24 * unit
        bottom = self._text(self._left + 12 * unit, top + 10 * unit, text, "small", self._theme.muted, room)
        self._y = bottom + 10 * unit
        shape = self._shapes.get(round(self._inner), round(self._y - top), 9 * unit, self._theme.peers)
        self._canvas.itemconfigure(ground, image=shape)
        self._canvas.coords(ground, self._left, top)
        self._y += 14 * unit

    def _swatches(self, page: Page) -> None:
        """The colours of tiles, each with its value below."""
        unit, x = self._scale, self._left
        self._y += 4 * unit
        for shade in page.swatches:
            if x + 30 * unit > self._left + self._inner:
                x, self._y = self._left, self._y + 48 * unit
            self._shape(x, self._y, 28 * unit, 28 * unit, 6, self._theme.edge)
            colour = "#{:02x}{:02x}{:02x}".format(*shade.colour)
            self._shape(x + unit, self._y + unit, 26 * unit, 26 * unit, 5, colour)
            text = str(shade.values[0] or "\N{EN DASH}")
            place = x + 14 * unit, self._y + 38 * unit
            self._canvas.create_text(*place, text=text, font=self._fonts["cap"], fill=self._theme.muted)
            x += 38 * unit
        self._y += 56 * unit

    def _foot(self, page: Page) -> float:
        """What Return and Esc do, at the bottom whatever stands above; returns its upper edge."""
        theme, unit = self._theme, self._scale
        bottom = self._canvas.winfo_height() - 26 * unit
        if page.back:
            self._cap(self._left, bottom - 22 * unit, "Esc", "back")
            self._text(self._left + 48 * unit, bottom - 20 * unit, page.back, "text", theme.muted, tag="back")
            self._click("back", lambda: self._on_key("Escape"))
            bottom -= 38 * unit
        if page.go:
            top = bottom - 46 * unit
            self._shape(self._left, top, self._inner, 46 * unit, 11, theme.entered, "go")
            middle = self._left + self._inner / 2, top + 23 * unit
            options: dict[str, Any] = {"font": self._fonts["option"], "fill": theme.board, "tags": ("go",)}
            self._canvas.create_text(*middle, text=page.go, **options)
            end = self._left + self._inner - 20 * unit
            self._canvas.create_text(
                end, middle[1], text="\N{DOWNWARDS ARROW WITH CORNER LEFTWARDS}", anchor="e", **options
            )
            self._click("go", lambda: self._on_key("Return"))
            bottom = top
        return bottom

    # Marks on the canvas

    @property
    def _left(self) -> float:
        return EDGE * self._scale

    @property
    def _inner(self) -> float:
        return (WIDTH - 2 * EDGE) * self._scale

    def _write(self, text: str, face: str, colour: str, after: float) -> None:
        self._y = self._text(self._left, self._y, text, face, colour, self._inner) + after * self._scale

    def _text(  # noqa: PLR0913, PLR0917 - what a text is
        self, x: float, y: float, text: str, face: str, colour: str, room: float = 0, tag: str = ""
    ) -> float:
        """Broken where there is no more room; returns its lower edge."""
        item = self._canvas.create_text(
            round(x),
            round(y),
            text=text,
            font=self._fonts[face],
            fill=colour,
            anchor="nw",
            width=round(room),
            tags=(tag,),
        )
        return float(self._canvas.bbox(item)[3])

    def _shape(  # noqa: PLR0913, PLR0917 - what a shape is
        self, x: float, y: float, width: float, height: float, radius: float, colour: str, tag: str = ""
    ) -> None:
        shape = self._shapes.get(max(1, round(width)), max(1, round(height)), radius * self._scale, colour)
        self._canvas.create_image(round(x), round(y), image=shape, anchor="nw", tags=(tag,))

    def _dot(self, x: float, y: float, radius: float, colour: str, tag: str) -> None:
        side = round(2 * radius)
        shape = self._shapes.get(side, side, radius, colour)
        self._canvas.create_image(round(x - radius), round(y - radius), image=shape, anchor="nw", tags=(tag,))

    def _click(self, tag: str, act: Callable[[], None]) -> None:
        self._canvas.tag_bind(tag, "<Button-1>", lambda _event: act())
