"""The picture of an overlay, and its mask: all that is not drawn is cut out, so that nothing of it needs a compositor.

Edges are hard for the same reason. Each line and sign has a rim of the other brightness than its own, so that it is
seen on a ground of its own colour, too, as a photograph may have one somewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from math import atan2, cos, hypot, pi, sin
from typing import TYPE_CHECKING, cast

from PIL import Image, ImageDraw, ImageFont

from gridpilot.geometry import Rect

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from gridpilot.drawing import Colour, Drawing, Line, Sign

LIGHT, DARK = (255, 255, 255), (24, 24, 27)
MIDDLE = 140  # of 255: an accent that is brighter has a dark rim
GAP = 10  # points between the board and the bubble, and from the edge of the screen
WIDEST, NARROWEST = 22.0, 9.0  # of a bubble, in heights of a line
SMALLEST = 11  # points of a line's height where there is little room
LEADING = 1.35  # from one line to the next, in heights
HEAD = 4.0  # of an arrow, in widths of its line
DASH = 3.0  # likewise


@dataclass(frozen=True, slots=True)
class Picture:
    """`image`: RGB, `mask`: one bit, both of the size of `area`."""

    area: Rect
    image: Image.Image
    mask: Image.Image


def drawn(drawing: Drawing, room: Rect) -> Picture:
    """`room`: the monitor on which the board is; nothing is drawn beyond it."""
    bubble, text, height = _bubble(drawing, room)
    area = _around([*_extents(drawing), bubble] if text else _extents(drawing), room)
    canvas = _Canvas(area)
    for rim in (True, False):  # all rims first: lines that meet are one
        for line in drawing.lines:
            canvas.line(line, drawing.accents[line.tone], rim=rim)
    for sign in drawing.signs:
        canvas.sign(sign, drawing.accents[sign.tone])
    if text:
        canvas.bubble(bubble, text, height, drawing.accents[0])
    return Picture(area, canvas.image, canvas.mask)


def bgra(picture: Picture) -> bytes:
    """Its pixels, blue first, clear where nothing is drawn."""
    whole = Image.new("RGBA", picture.image.size)
    whole.paste(picture.image, mask=picture.mask)
    return whole.tobytes("raw", "BGRA")


class _Canvas:
    def __init__(self, area: Rect) -> None:
        size = area.width, area.height
        self.image, self.mask = Image.new("RGB", size), Image.new("1", size)
        self._x, self._y = area.x, area.y
        self._pens = ImageDraw.Draw(self.image), ImageDraw.Draw(self.mask)
        for pen in self._pens:
            pen.fontmode = "1"

    def line(self, line: Line, colour: Colour, *, rim: bool) -> None:
        start = line.start.x - self._x, line.start.y - self._y
        end = line.end.x - self._x, line.end.y - self._y
        more = 2 * max(1, line.width // 3) if rim else 0
        ink = _rim_of(colour) if rim else colour
        for here, there in _dashes(start, end, DASH * line.width) if line.broken else [(start, end)]:
            self._stroke(here, there, line.width + more, ink)
        if line.arrow:
            self._head(start, end, HEAD * line.width + more, ink)

    def _stroke(self, start: tuple[float, float], end: tuple[float, float], width: int, ink: Colour) -> None:
        """Square ends, so that lines which meet at a right angle make a corner."""
        long = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
        half = (width - 1) / 2  # a polygon has the pixels of its edges, too
        across, down = (end[0] - start[0]) / long * half, (end[1] - start[1]) / long * half
        corners = [
            (start[0] - across - down, start[1] - down + across),
            (start[0] - across + down, start[1] - down - across),
            (end[0] + across + down, end[1] + down - across),
            (end[0] + across - down, end[1] + down + across),
        ]
        self._fill(corners, ink)

    def _head(self, start: tuple[float, float], end: tuple[float, float], size: float, ink: Colour) -> None:
        towards = atan2(end[1] - start[1], end[0] - start[0])
        tip = end[0] + cos(towards) * size / 3, end[1] + sin(towards) * size / 3
        sides = [
            (tip[0] - size * cos(towards + turn), tip[1] - size * sin(towards + turn)) for turn in (-pi / 6, pi / 6)
        ]
        self._fill([tip, *sides], ink)

    def _fill(self, corners: Sequence[tuple[float, float]], ink: Colour) -> None:
        self._pens[0].polygon(corners, fill=ink)
        self._pens[1].polygon(corners, fill=1)

    def sign(self, sign: Sign, colour: Colour) -> None:
        area, size = sign.area, _fitting(sign)
        at = area.x - self._x + area.width / 2, area.y - self._y + area.height / 2
        image, mask = _glyph(sign.text, size, colour)
        corner = round(at[0] - image.width / 2), round(at[1] - image.height / 2)
        self.image.paste(image, corner, mask)
        self.mask.paste(1, corner, mask)
        if sign.struck:
            half = max(2.0, size * 0.45)
            ends = (at[0] - half, at[1] + half), (at[0] + half, at[1] - half)
            for width, ink in ((max(3, size // 6), _rim_of(colour)), (max(1, size // 12), colour)):
                self._stroke(*ends, width, ink)

    def bubble(self, area: Rect, lines: Sequence[str], height: int, accent: Colour) -> None:
        """Calm: dark letters on a light ground, with a frame in the accent."""
        left, top = area.x - self._x, area.y - self._y
        corners = (left, top, left + area.width - 1, top + area.height - 1)
        curve, frame = height * 0.6, max(2, height // 8)
        self._pens[1].rounded_rectangle(corners, curve, fill=1)
        self._pens[0].rounded_rectangle(corners, curve, fill=LIGHT, outline=accent, width=frame)
        self._pens[0].fontmode = "L"  # on a ground of our own, letters may be smooth
        for number, line in enumerate(lines):
            at = left + _inset(height), top + _inset(height) + number * LEADING * height
            self._pens[0].text(at, line, fill=DARK, font=_font(height))
        self._pens[0].fontmode = "1"


def _bubble(drawing: Drawing, room: Rect) -> tuple[Rect, list[str], int]:
    """Where the sentence stands, its lines, and their height: on the side of the board where it has room; where it has
    none, in letters as small as can be read, and then on the side with the most.
    """
    if not drawing.sentence:
        return drawing.board, [], 0
    sides = list(_sides(drawing.board, room))
    for height in range(drawing.height, SMALLEST - 1, -1):
        for side in sides:
            lines = _wrapped(drawing.sentence, height, min(side.width, round(WIDEST * height)))
            size = _size(lines, height)
            if size[0] <= side.width and size[1] <= side.height and side.width >= NARROWEST * height:
                return _placed(size, side, drawing.board), lines, height
    side = max(sides, key=lambda each: max(0, each.width) * max(0, each.height))
    lines = _wrapped(drawing.sentence, SMALLEST, max(round(NARROWEST * SMALLEST), side.width))
    return _placed(_size(lines, SMALLEST), side, room), lines, SMALLEST


def _sides(board: Rect, room: Rect) -> Iterator[Rect]:
    """To the right, to the left, below, above: where the board is not."""
    right, bottom = board.x + board.width, board.y + board.height
    end, foot = room.x + room.width - GAP, room.y + room.height - GAP
    left, top = room.x + GAP, room.y + GAP
    yield Rect(right + GAP, top, end - right - GAP, foot - top)
    yield Rect(left, top, board.x - GAP - left, foot - top)
    yield Rect(left, bottom + GAP, end - left, foot - bottom - GAP)
    yield Rect(left, top, end - left, board.y - GAP - top)


def _placed(size: tuple[int, int], side: Rect, near: Rect) -> Rect:
    """Within that side, as near to the board's corner as can be."""
    width, height = size
    x = min(max(near.x, side.x), max(side.x, side.x + side.width - width))
    y = min(max(near.y, side.y), max(side.y, side.y + side.height - height))
    if side.x + side.width <= near.x:
        x = max(side.x, side.x + side.width - width)
    if side.y + side.height <= near.y:
        y = max(side.y, side.y + side.height - height)
    return Rect(x, y, width, height)


def _wrapped(text: str, height: int, most: int) -> list[str]:
    font, room = _font(height), most - 2 * _inset(height) - 2
    lines = []
    for part in text.split("\n"):
        lines.append("")
        for word in part.split():
            longer = f"{lines[-1]} {word}".lstrip()
            if font.getlength(longer) <= room or not lines[-1]:
                lines[-1] = longer
            else:
                lines.append(word)
    return lines


def _size(lines: Sequence[str], height: int) -> tuple[int, int]:
    longest = max(_font(height).getlength(line) for line in lines)
    return round(longest) + 2 * _inset(height) + 1, round(len(lines) * LEADING * height) + 2 * _inset(height)


def _inset(height: int) -> int:
    return round(0.7 * height)


def _extents(drawing: Drawing) -> list[Rect]:
    """What lines and signs may touch."""
    found = [sign.area for sign in drawing.signs]
    for line in drawing.lines:
        room = round(line.width * (HEAD if line.arrow else 1) + line.width)
        left, right = sorted((line.start.x, line.end.x))
        top, bottom = sorted((line.start.y, line.end.y))
        found.append(Rect(left - room, top - room, right - left + 2 * room, bottom - top + 2 * room))
    return found or [drawing.board]


def _around(areas: Sequence[Rect], room: Rect) -> Rect:
    left = max(room.x, min(area.x for area in areas))
    top = max(room.y, min(area.y for area in areas))
    right = min(room.x + room.width, max(area.x + area.width for area in areas))
    bottom = min(room.y + room.height, max(area.y + area.height for area in areas))
    return Rect(left, top, max(1, right - left), max(1, bottom - top))


def _dashes(
    start: tuple[float, float], end: tuple[float, float], dash: float
) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    long = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    for number in range(max(1, round(long / dash / 2))):
        near, far = 2 * number * dash / long, min(1.0, (2 * number + 1) * dash / long)
        yield (
            (start[0] + near * (end[0] - start[0]), start[1] + near * (end[1] - start[1])),
            (start[0] + far * (end[0] - start[0]), start[1] + far * (end[1] - start[1])),
        )


def _fitting(sign: Sign) -> int:
    """The height at which the text fills its place."""
    size = max(6, sign.area.height)
    long = _font(size).getlength(sign.text)
    return max(6, int(size * min(1.0, sign.area.width / long))) if long else size


def _rim_of(colour: Colour) -> Colour:
    red, green, blue = colour
    return DARK if 0.3 * red + 0.59 * green + 0.11 * blue > MIDDLE else LIGHT


@lru_cache(maxsize=64)
def _glyph(text: str, size: int, colour: Colour) -> tuple[Image.Image, Image.Image]:
    """A sign with its rim, and its mask. A solution has each of nine signs five times or more."""
    bold, rim = size // 36, max(1, round(size / 14))
    wide = round(_font(size).getlength(text)) + 2 * (bold + rim) + 2
    image, mask = Image.new("RGB", (wide, 2 * size)), Image.new("1", (wide, 2 * size))
    for stroke, ink in ((bold + rim, _rim_of(colour)), (bold, colour)):
        part = Image.new("1", image.size)
        pen = ImageDraw.Draw(part)
        pen.fontmode = "1"
        pen.text((wide / 2, size), text, fill=1, font=_font(size), anchor="mm", stroke_width=stroke, stroke_fill=1)
        image.paste(ink, mask=part)
        mask.paste(1, mask=part)
    return image, mask


@lru_cache(maxsize=64)
def _font(height: int) -> ImageFont.FreeTypeFont:
    """Pillow's own: it is there on every system."""
    return cast("ImageFont.FreeTypeFont", ImageFont.load_default(height))
