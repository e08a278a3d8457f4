"""The picture in the window of `gridpilot teach`: the frozen capture with what was found, or is being shown, on it.

The picture is kept in two brightnesses: what is not the board steps back, so that one sees at a glance what is meant.
"""

from __future__ import annotations

import tkinter as tk
from tkinter import font

from PIL import Image, ImageColor, ImageDraw

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Pixel
from gridpilot.gui.drawn import FINER, photo, smooth
from gridpilot.gui.teach.frame import LENS, lens_of
from gridpilot.gui.teach.lesson import Lesson
from gridpilot.gui.teach.parts import Part
from gridpilot.gui.theme import Theme, typeface
from gridpilot.plan import PADS
from gridpilot.reading import Reading
from gridpilot.texts.language import _

MARGIN = 28  # points around the picture
LARGEST = 2.0  # times its own size, at scale 1
AWAY = 0.55  # how far what is not the board steps back
LENS_SIDE = 168  # points
HANDLE = 7  # points
HINT = 15  # points, a line's height
AMBER = "#d97706"
RED, WHITE = "#d01818", "#ffffff"  # what points at a place: seen on any picture, whatever the theme


class Stage:
    """Places on the canvas are x = left + pixel * zoom."""

    def __init__(self, canvas: tk.Canvas, theme: Theme, scale: float) -> None:
        self._canvas = canvas
        self._theme = theme
        self._scale = scale
        self._family = typeface(canvas)
        self._font = font.Font(canvas, family=self._family, weight="bold")
        self._shown: Capture | None = None
        self._size = (0, 0)
        self._zoom = 1.0
        self._left = self._top = 0.0
        self._photos: list[tk.PhotoImage] = []

    def pixel(self, x: int, y: int) -> Pixel:
        """The picture's pixel under a place on the canvas."""
        return Pixel((x - self._left) / self._zoom, (y - self._top) / self._zoom)

    def reach(self) -> float:
        """How near to a corner a click takes hold of it, in pixels of the picture."""
        return 2.5 * HANDLE * self._scale / self._zoom

    def show(self, lesson: Lesson) -> None:
        self._canvas.delete("all")
        self._photos.clear()
        if lesson.scene is None or lesson.part is Part.WINDOW:
            self._hint(_("The picture of the window will be here."))
            return
        tried = lesson.tried if lesson.part is Part.NAME else None
        self._lay_out(tried.picture if tried else lesson.scene.capture)
        self._picture(None if lesson.pointing else _extent(lesson))  # what is pointed at lies beside the board
        if lesson.part is Part.BOARD or not lesson.pointing:
            self._cells(lesson)
        self._buttons(lesson)
        if lesson.drawing and lesson.part is Part.BOARD:
            self._frame(lesson)
        elif lesson.pointing:
            self._cross(lesson.pointing.cross)
            self._lens(lesson.pointing.cross, Box(0, 0, 0, 0))

    def _hint(self, text: str) -> None:
        middle = self._canvas.winfo_width() // 2, self._canvas.winfo_height() // 2
        face = self._family, -round(HINT * self._scale)
        self._canvas.create_text(*middle, text=text, fill=self._theme.muted, font=face)

    # The picture

    def _lay_out(self, capture: Capture) -> None:
        size = self._canvas.winfo_width(), self._canvas.winfo_height()
        if capture is self._shown and size == self._size:
            return
        self._shown, self._size = capture, size
        width, height = capture.view.width, capture.view.height
        room = [side - 2 * MARGIN * self._scale for side in size]
        self._zoom = max(0.05, min(room[0] / width, room[1] / height, LARGEST * self._scale))
        fitted = max(1, round(width * self._zoom)), max(1, round(height * self._zoom))
        self._left, self._top = round((size[0] - fitted[0]) / 2), round((size[1] - fitted[1]) / 2)
        self._whole = Image.fromarray(capture.pixels[..., ::-1].copy())
        way = Image.Resampling.LANCZOS if self._zoom < 1 else Image.Resampling.BICUBIC
        self._bright = self._whole.resize(fitted, way)
        ground = Image.new("RGB", fitted, ImageColor.getrgb(self._theme.window)[:3])
        self._faint = Image.blend(self._bright, ground, AWAY)

    def _picture(self, board: Box | None) -> None:
        shown = self._bright
        if board:
            x0, y0, x1, y1 = (round(side * self._zoom) for side in (board.x0, board.y0, board.x1, board.y1))
            shown = self._faint.copy()
            if x1 > x0 and y1 > y0:
                shown.paste(self._bright.crop((x0, y0, x1, y1)), (x0, y0))
        left, top = self._left, self._top
        edge = left - 1, top - 1, left + shown.width, top + shown.height
        self._canvas.create_rectangle(*edge, outline=self._theme.edge)
        self._canvas.create_image(left, top, image=self._photo(shown), anchor="nw")

    def _photo(self, picture: Image.Image) -> tk.PhotoImage:
        self._photos.append(photo(self._canvas, picture))
        return self._photos[-1]

    # What is on it

    def _cells(self, lesson: Lesson) -> None:
        """The board's cells, with what was read in them."""
        theme, reading = self._theme, lesson.reading
        boxes = lesson.drawing.cells if lesson.drawing else reading.boxes if reading else ()
        for box in boxes:
            self._canvas.create_rectangle(*self._place(box), outline=theme.entered)
        if reading:
            self._digits(reading)
            if not lesson.drawing:
                width = max(2, round(3 * self._scale))
                self._canvas.create_rectangle(*self._place(reading.extent), outline=theme.entered, width=width)
        tried = lesson.tried if lesson.part is Part.NAME else None
        for cell in getattr(tried, "cells", ()) if reading else ():
            place = self._place(reading.box_at(cell)) if reading else ()
            self._canvas.create_rectangle(*place, outline=theme.solved, width=max(3, round(4 * self._scale)))

    def _digits(self, reading: Reading) -> None:
        """In the corner of each cell, so that the picture's own digit can be compared."""
        side = min(reading.boxes[0].width, reading.boxes[0].height) * self._zoom
        self._font.configure(size=-max(round(8 * self._scale), min(round(side * 0.26), round(18 * self._scale))))
        doubtful = {cell.index(reading.size) for cell in reading.doubts}
        for index, (box, cell) in enumerate(zip(reading.boxes, reading.cells, strict=True)):
            if index in doubtful:
                x0, y0, x1, y1 = self._place(box)
                self._canvas.create_rectangle(x0, y0, x1, y1, outline=AMBER, width=max(2, round(3 * self._scale)))
                self._chip(box, str(cell.value or "?"), AMBER)
            elif cell.value:
                self._chip(box, str(cell.value), self._theme.entered)

    def _chip(self, box: Box, text: str, colour: str) -> None:
        x0, y0, _x1, _y1 = self._place(box)
        high = self._font.metrics("linespace")
        wide = max(high, self._font.measure(text) + high * 0.4)
        self._canvas.create_rectangle(x0, y0, x0 + wide, y0 + high, fill=colour, width=0)
        middle = x0 + wide / 2, y0 + high / 2
        self._canvas.create_text(*middle, text=text, font=self._font, fill=self._theme.board)

    def _buttons(self, lesson: Lesson) -> None:
        """A digit pad as it was found, and buttons that were pointed at."""
        if lesson.scene is None or lesson.part not in {Part.BOARD, Part.FILL, Part.NAME}:
            return
        pad = lesson.scene.pad if lesson.part is not Part.NAME or lesson.way.fill in PADS else {}
        pointed = lesson.pointed | (lesson.pointing.done if lesson.pointing else {})
        if not (pad or pointed):
            return
        ring = self._photo(_ring(15 * self._scale, 2.5 * self._scale, self._theme.entered))
        for pixel in (pad | pointed).values():
            self._canvas.create_image(*self._at(pixel), image=ring)

    def _frame(self, lesson: Lesson) -> None:
        if lesson.drawing is None:
            return
        frame, ink = lesson.drawing.frame, self._theme.entered
        width = max(2, round(2 * self._scale))
        self._canvas.create_rectangle(*self._place(frame.box), outline=ink, width=width)
        for index, corner in enumerate(frame.corners):
            x, y = self._at(corner)
            held = index == frame.held
            handle = _ring((HANDLE if held else HANDLE - 2) * self._scale, (HANDLE if held else 2) * self._scale, ink)
            self._canvas.create_image(x, y, image=self._photo(handle))
        self._lens(frame.at, frame.box)

    def _cross(self, at: Pixel) -> None:
        x, y = self._at(at)
        arm, width = 16 * self._scale, max(1, round(1.5 * self._scale))
        for colour, wide in ((WHITE, 3 * width), (RED, width)):
            for ends in ((x - arm, y, x + arm, y), (x, y - arm, x, y + arm)):
                self._canvas.create_line(*ends, fill=colour, width=wide)

    def _lens(self, at: Pixel, board: Box) -> None:
        """The pixels around a place, large, in a corner of the stage: away from it, and rather not over the board."""
        side, box = round(LENS_SIDE * self._scale), lens_of(at)
        seen = self._whole.crop((int(box.x0), int(box.y0), int(box.x1), int(box.y1)))
        large = seen.resize((side, side), Image.Resampling.NEAREST)
        left, top = self._free_corner(self._at(at), self._place(board), side)
        edge = max(2, round(3 * self._scale))
        corners = left - edge, top - edge, left + side + edge - 1, top + side + edge - 1
        self._canvas.create_rectangle(*corners, fill=self._theme.entered, width=0)
        self._canvas.create_image(left, top, image=self._photo(large), anchor="nw")
        step = side / LENS
        middle = LENS // 2 * step
        for ends in ((0, middle + step / 2, side, middle + step / 2), (middle + step / 2, 0, middle + step / 2, side)):
            x0, y0, x1, y1 = ends
            self._canvas.create_line(left + x0, top + y0, left + x1, top + y1, fill=RED)
        pixel = left + middle, top + middle, left + middle + step, top + middle + step
        self._canvas.create_rectangle(*pixel, outline=RED, width=2)

    def _free_corner(
        self, at: tuple[float, float], board: tuple[float, float, float, float], side: int
    ) -> tuple[float, float]:
        """The corner of the stage where the lens covers least of the board, and never the place that it shows."""
        width, height = self._size
        gap, (x0, y0, x1, y1) = 14 * self._scale, board

        def covered(corner: tuple[float, float]) -> tuple[bool, float, float]:
            left, top = corner
            away = max(abs(left + side / 2 - at[0]), abs(top + side / 2 - at[1]))
            across, down = min(x1, left + side) - max(x0, left), min(y1, top + side) - max(y0, top)
            return away < 0.75 * side, max(0.0, across) * max(0.0, down), -away

        corners = [(left, top) for top in (gap, height - gap - side) for left in (gap, width - gap - side)]
        return min(corners, key=covered)

    def _at(self, pixel: Pixel) -> tuple[float, float]:
        return self._left + pixel.x * self._zoom, self._top + pixel.y * self._zoom

    def _place(self, box: Box) -> tuple[float, float, float, float]:
        return (*self._at(Pixel(box.x0, box.y0)), *self._at(Pixel(box.x1, box.y1)))


def _extent(lesson: Lesson) -> Box | None:
    """The board's, as it is being drawn or as it was found."""
    if lesson.drawing:
        return lesson.drawing.frame.box
    return lesson.reading.extent if lesson.reading else None


def _ring(radius: float, width: float, colour: str) -> Image.Image:
    """A circle without jags: drawn large, scaled down."""
    side = round(2 * radius + 2) * FINER
    mask = Image.new("L", (side, side))
    edge = FINER, FINER, side - FINER, side - FINER
    ImageDraw.Draw(mask).ellipse(edge, outline=255, width=round(width * FINER))
    return smooth(mask, colour)
