"""The toy game itself: a cell is ten pixels wide and as bright as twenty times its digit."""

from itertools import permutations, product

from gridpilot.games.protocols import Decision
from gridpilot.geometry import Box, Cell
from gridpilot.outcome import Ending
from gridpilot.plan import Click, Plan, Press
from gridpilot.reading import FOUND, NET, CellReading, Kind, Reading

BOXES = tuple(Box(x, y, x + 10, y + 10) for y in (0, 10, 20) for x in (0, 10, 20))
SQUARES = [
    sum(rows, ())
    for rows in product(permutations((1, 2, 3)), repeat=3)
    if all(len({*c}) == 3 for c in zip(*rows, strict=True))
]


class Latin:
    name = "latin"

    def read(self, capture, pointer=None, recogniser=NET, place=FOUND):
        return self._reading(capture) if capture.pixels.shape[:2] == (30, 30) else None

    def reread(self, capture, like):
        return self._reading(capture)

    def _reading(self, capture):
        values = [int(capture.pixels[int(box.y0) + 5, int(box.x0) + 5, 0]) // 20 for box in BOXES]
        cells = tuple(CellReading(value, Kind.GIVEN if value else Kind.BLANK, 1.0) for value in values)
        return Reading(3, cells, BOXES, Box(0, 0, 30, 30))

    def decide(self, reading, capture=None):
        board = reading.board
        fitting = [full for full in SQUARES if all(old in (0, new) for old, new in zip(board, full, strict=True))]
        if len(fitting) == 1:
            return Decision(reading, fitting[0])
        return Decision(reading, ending=Ending.AMBIGUOUS if fitting else Ending.UNSOLVABLE)

    def plan(self, board, target, way, cursor=None):
        cells = [Cell(*divmod(index, 3)) for index in range(9) if board[index] != target[index]]
        digits = {cell: str(target[cell.row * 3 + cell.col]) for cell in cells}
        return Plan(tuple(step for cell in cells for step in (Click(cell, cell), Press(digits[cell], cell))), target)

    def foreign(self, capture):
        return None

    def cut_off(self, capture):
        return frozenset()

    def pad(self, capture, reading, *, closer=False):
        return {}

    def pad_again(self, before, now, reading, pad):
        return {}

    def opened(self, before, after, reading):
        return {}

    def sketched(self, capture, reading, cell, like):
        return False
