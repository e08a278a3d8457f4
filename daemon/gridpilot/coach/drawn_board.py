"""Advice in cells becomes a drawing in points: where the cells were read, in colours that stand out there."""

from __future__ import annotations

from math import hypot, isqrt
from typing import TYPE_CHECKING

from gridpilot.coach import accents
from gridpilot.drawing import Drawing, Line, Sign, Tone
from gridpilot.geometry import Cell, Point, Rect
from gridpilot.reading import Kind

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

    from gridpilot.capture import Capture
    from gridpilot.games.protocols import Advice, Note
    from gridpilot.reading import Reading

LETTERS = 0.34  # the height of the sentence's lines, in cells
LEAST, MOST = 15, 30  # points of it
DIGIT, SMALL = 0.62, 0.27  # heights of a digit that fills its cell, and of a candidate's, in cells
CLEAR, MOST_CLEAR = 0.7, 0.3  # from a candidate to a line at it, in heights of it, and of the line's own length at most
ROOMY = 30  # points of a cell that has room for a small digit beside its own, eight points high
LEGIBLE, FULL = 14, 0.85  # points that a digit wants, and cells that it gets at most: KSudoku's may be 16 points wide


def drawn(advice: Advice, reading: Reading, capture: Capture) -> Drawing:
    board = Board(reading, capture)
    beside = board.side < ROOMY and bool(advice.read)
    read = () if beside else advice.read
    signs = [
        *(board.note(note) for note in advice.notes if reading.at(note.cell).kind is not Kind.PENCIL),
        *(Sign(reading.signs[value - 1].upper(), board.middle(cell), Tone.SECOND) for cell, value in advice.signs),
        *(Sign(reading.signs[value - 1].upper(), board.corner(cell), Tone.FIRST) for cell, value in read),
    ]
    sentence = "\n".join([advice.sentence, *_rows(reading)]) if beside else advice.sentence
    colours = accents.chosen(board.pixels())
    lines = tuple(_lines(advice, board))
    return Drawing(board.whole, sentence, colours, letters(board.side), lines, tuple(signs))


def _rows(reading: Reading) -> Iterator[str]:
    """The digits as text, where they have no room on the board. A blank is nearly as wide as a digit."""
    told = [reading.signs[value - 1].upper() if value else "_" for value in reading.board]
    for first in range(0, len(told), reading.size):
        yield "".join(told[first : first + reading.size])


def _lines(advice: Advice, board: Board) -> Iterator[Line]:
    for house in advice.houses:
        yield from board.border(house, Tone.FIRST, board.thick)
    for cell in advice.cells:
        yield from board.border((cell,), Tone.FIRST, board.thin)
    for cell in advice.marked:
        yield from board.border((cell,), Tone.SECOND, board.thick)
    for chain in advice.chains:
        start, end = board.between(board.spot(*chain.start), board.spot(*chain.end))
        yield Line(start, end, Tone.SECOND, board.thin, arrow=True, broken=not chain.strong)


def letters(side: float) -> int:
    """The height of the sentence's lines beside a board with cells of that size."""
    return min(MOST, max(LEAST, round(LETTERS * side)))


class Board:
    """The cells' places on the screen."""

    def __init__(self, reading: Reading, capture: Capture) -> None:
        self._reading = reading
        self._capture = capture
        self._view = capture.view
        self.whole = self._rect(reading.extent.x0, reading.extent.y0, reading.extent.x1, reading.extent.y1)
        self.side = min(self.whole.width, self.whole.height) / reading.size
        self.thin, self.thick = max(1, round(self.side / 18)), max(1, round(self.side / 12))

    def _rect(self, x0: float, y0: float, x1: float, y1: float) -> Rect:
        area = self._view.area
        across, down = area.width / self._view.width, area.height / self._view.height
        left, top = round(area.x + x0 * across), round(area.y + y0 * down)
        return Rect(left, top, round(area.x + x1 * across) - left, round(area.y + y1 * down) - top)

    def pixels(self) -> NDArray[np.uint8]:
        """The board's own, blue first."""
        box = self._reading.extent
        return self._capture.pixels[max(0, int(box.y0)) : int(box.y1), max(0, int(box.x0)) : int(box.x1)]

    def at(self, cell: Cell) -> Rect:
        box = self._reading.box_at(cell)
        return self._rect(box.x0, box.y0, box.x1, box.y1)

    def border(self, cells: Iterable[Cell], tone: Tone, width: int) -> Iterator[Line]:
        """Around these cells together: on each side of one beyond which there is none of them."""
        own = set(cells)
        for cell in own:
            place = self.at(cell)
            left, top = place.x, place.y
            right, bottom = place.x + place.width, place.y + place.height
            for across, down, start, end in (
                (0, -1, Point(left, top), Point(right, top)),
                (0, 1, Point(left, bottom), Point(right, bottom)),
                (-1, 0, Point(left, top), Point(left, bottom)),
                (1, 0, Point(right, top), Point(right, bottom)),
            ):
                if Cell(cell.row + down, cell.col + across) not in own:
                    yield Line(start, end, tone, width)

    def middle(self, cell: Cell) -> Rect:
        """As large as the cell, all but, where that is small."""
        return self._part(cell, 0.5, 0.5, max(DIGIT, min(FULL, LEGIBLE / self.side)))

    def corner(self, cell: Cell) -> Rect:
        return self._part(cell, 0.06, 0.08, SMALL)

    def spot(self, cell: Cell, value: int) -> Rect:
        """Where a candidate stands in its cell: digits in their order, in three rows."""
        rows = max(2, isqrt(self._reading.size))
        columns = -(-self._reading.size // rows)
        row, column = divmod(value - 1, columns)
        return self._part(cell, (column + 0.5) / columns, (row + 0.5) / rows, SMALL * 3 / max(3, rows))

    def _part(self, cell: Cell, across: float, down: float, height: float) -> Rect:
        """A place within the inner part of a cell."""
        place = self.at(cell)
        size = round(height * min(place.width, place.height))
        x = place.x + place.width * (0.5 + (across - 0.5) * 0.86)
        y = place.y + place.height * (0.5 + (down - 0.5) * 0.86)
        return Rect(round(x - size / 2), round(y - size / 2), size, size)

    @staticmethod
    def between(start: Rect, end: Rect) -> tuple[Point, Point]:
        """From the edge of the one place to the edge of the other, so that what stands there can be read."""
        here, there = start.centre, end.centre
        long = hypot(there.x - here.x, there.y - here.y) or 1.0
        part = min(CLEAR * start.height / long, MOST_CLEAR)
        across, down = round(part * (there.x - here.x)), round(part * (there.y - here.y))
        return Point(here.x + across, here.y + down), Point(there.x - across, there.y - down)

    def note(self, note: Note) -> Sign:
        tone = Tone.SECOND if note.second else Tone.FIRST
        return Sign(str(note.value), self.spot(note.cell, note.value), tone, note.struck)
