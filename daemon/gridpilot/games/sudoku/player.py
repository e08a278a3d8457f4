"""The player: the steps that turn one board into another.

With arrow keys the way over the board is the work: line by line, each line from one end of its cells to the other, the
ends chosen so that the whole way is shortest, by rows or by columns, whichever is less. No game needs to wrap around.
Where cells are clicked, one digit's come one after the other: if a click is lost, its digit is written once more where
it stands, and not into another's cell.
Keys above 9 are letters, as most games with larger boards have it: a for 10.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise, zip_longest
from math import isqrt

from gridpilot.games.sudoku.grid import SHAPES, Board, Shape
from gridpilot.geometry import Cell
from gridpilot.plan import Answer, Click, Fill, Home, Plan, Press, Step, Way

CORNER = Cell(0, 0)


def plan(board: Board, target: Board, way: Way, cursor: Cell | None = None) -> Plan:
    """See `Game.plan`. Cells that are alike on both boards are left alone; one that is blank on `target` is emptied."""
    shape = SHAPES[isqrt(len(board))]
    wrong = [shape.cell(index) for index, digit in enumerate(board) if digit != target[index]]
    write = _Writer(board, target, way, shape)
    match way.fill:
        case Fill.ARROWS:
            steps = _with_arrows(wrong, write, way.home, cursor)
        case Fill.CLICK_KEY:
            steps = _by_keys(wrong, write, way)
        case Fill.CLICK_PAD:
            steps = _by_cell(sorted(wrong, key=write.digit), partial(write.buttons, kind="digit"))
        case Fill.POPUP | Fill.PROMPT | Fill.MARK:
            steps = _by_cell(_far_apart(wrong), write.into_what_opened)
        case Fill.PAD_CLICK:
            steps = _by_digit(wrong, write, way)
        case Fill.AUTO | Fill.DOM:
            raise ValueError("it must be settled before there can be a plan")
    return Plan(tuple(steps), target)


class _Writer:
    """What it takes to write into a cell that is selected already."""

    def __init__(self, board: Board, target: Board, way: Way, shape: Shape) -> None:
        self.shape = shape
        self._board = board
        self._target = target
        self._erase = way.erase
        self._way = way

    def digit(self, cell: Cell) -> int:
        return self._target[self.shape.index(cell)]

    def another(self, cell: Cell) -> Cell:
        """One that shall hold the same digit; a blank, if there is one."""
        cells = [self.shape.cell(index) for index, digit in enumerate(self._target) if digit == self.digit(cell)]
        return min(cells, key=lambda other: (other == cell, bool(self._board[self.shape.index(other)])))

    def is_full(self, cell: Cell) -> bool:
        return bool(self._erase and self._board[self.shape.index(cell)])

    def keys(self, cell: Cell) -> list[Step]:
        held, digit = self._way.held, self.digit(cell)
        erase = [Press(self._erase, cell, held)] if self.is_full(cell) else []
        confirm = [Press(self._way.confirm, cell, held)] if self._way.confirm and digit else []
        return [*erase, *([Press(self._way.key(digit), cell, held)] if digit else []), *confirm]

    def into_what_opened(self, cell: Cell) -> list[Step]:
        """The click itself has chosen a mark."""
        if self._way.fill is Fill.POPUP:
            return self.buttons(cell, kind="popup")
        asked = self._way.fill is Fill.PROMPT and self.digit(cell)
        return [Answer(self._way.key(self.digit(cell)), cell)] if asked else []

    def buttons(self, cell: Cell, kind: str) -> list[Step]:
        erase = [Click(self._erase, cell)] if self.is_full(cell) else []
        return [*erase, *([Click(f"{kind}-{self.digit(cell)}", cell)] if self.digit(cell) else [])]


def _by_cell(cells: Sequence[Cell], write: Callable[[Cell], Iterable[Step]], *, double: bool = False) -> Iterator[Step]:
    """A click into each cell, and what writes into it."""
    for cell in cells:
        yield Click(cell, cell, double)
        yield from write(cell)


def _far_apart(cells: Sequence[Cell]) -> list[Cell]:
    """Each half of the board away from the one before: what has closed there may still take clicks."""
    half = (len(cells) + 1) // 2
    pairs = zip_longest(cells[:half], cells[half:])
    return [cell for pair in pairs for cell in pair if cell is not None]


def _by_keys(wrong: Sequence[Cell], write: _Writer, way: Way) -> Iterator[Step]:
    """Digit by digit; a key that is held again at once may not be seen to have been up."""
    cells = wrong if way.held else sorted(wrong, key=write.digit)
    steps = _by_cell(cells, write.keys, double=way.double)
    return _after_another(steps, write) if way.unseen else steps


def _after_another(steps: Iterable[Step], write: _Writer) -> Iterator[Step]:
    """Where no selection shows, a cell is clicked after another one of its digit: that one is selected still if a click
    is lost.
    """
    before = 0
    for step in steps:
        if isinstance(step, Click) and write.digit(step.cell) != before:
            before = write.digit(step.cell)
            yield Click(write.another(step.cell), step.cell)
        yield step


def _by_digit(cells: Sequence[Cell], write: _Writer, way: Way) -> Iterator[Step]:
    """The eraser's cells first, then each digit's; a button is clicked once for all of its cells, unless it is chosen
    for one only.
    """
    groups = [(way.erase, [cell for cell in cells if write.is_full(cell)])]
    digits = range(1, write.shape.size + 1)
    groups += [(f"digit-{digit}", [cell for cell in cells if write.digit(cell) == digit]) for digit in digits]
    for button, members in groups:
        for cell in members:
            if way.once or cell == members[0]:
                yield Click(button, cell)
            yield Click(cell, cell)


def _with_arrows(cells: Sequence[Cell], write: _Writer, home: Home, cursor: Cell | None) -> Iterator[Step]:
    if not cells:
        return
    at = cursor
    if at is None and home is not Home.CLICK:
        for key in ("Up", "Left"):
            yield from (Press(key, cells[0]) for _ in range(write.shape.size - 1))
        at = CORNER
    for cell in route(cells, at):
        if at is None:
            yield Click(cell, cell)
        else:
            yield from (Press(key, cell) for key in _arrows(at, cell))
        yield from write.keys(cell)
        at = cell


def _arrows(start: Cell, end: Cell) -> Iterator[str]:
    yield from ["Down" if end.row > start.row else "Up"] * abs(end.row - start.row)
    yield from ["Right" if end.col > start.col else "Left"] * abs(end.col - start.col)


def distance(start: Cell, end: Cell) -> int:
    """Key presses from one cell to the other."""
    return abs(end.row - start.row) + abs(end.col - start.col)


def length(cells: Sequence[Cell], start: Cell | None = None) -> int:
    """Key presses of a way, from `start` if it begins at a known cell."""
    return sum(distance(here, there) for here, there in pairwise([start or cells[0], *cells]))


def route(cells: Iterable[Cell], start: Cell | None = None) -> list[Cell]:
    """All the cells, in the order that takes the fewest arrow keys among the ways that go line by line."""
    rows: dict[int, list[Cell]] = {}
    columns: dict[int, list[Cell]] = {}
    for cell in sorted(cells):
        rows.setdefault(cell.row, []).append(cell)
        columns.setdefault(cell.col, []).append(cell)
    by_row = list(rows.values())
    by_column = [columns[column] for column in sorted(columns)]
    ways = [_snake(lines, start) for lines in (by_row, by_row[::-1], by_column, by_column[::-1])]
    return min(ways, key=lambda way: length(way, start))


def _snake(lines: Sequence[list[Cell]], start: Cell | None) -> list[Cell]:
    """The shortest way through the lines in their order: of those so far, the best for each last cell is kept."""
    best: list[list[Cell]] = [[]]
    for line in lines:
        both = (line, line[::-1])
        best = [min(([*way, *order] for way in best), key=lambda way: length(way, start)) for order in both]
    return min(best, key=lambda way: length(way, start))
