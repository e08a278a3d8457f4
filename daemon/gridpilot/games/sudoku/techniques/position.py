"""What a player has in front of him: the digits that stand there, and the candidates of the other cells."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from gridpilot.games.sudoku.grid import Board, Shape
from gridpilot.games.sudoku.techniques.layout import Layout, bits, digits_in, layout

Candidate = tuple[int, int]
"""A cell and a digit."""


@dataclass(frozen=True, slots=True)
class Position:
    """`cells`: by cell its candidates, a bit for each digit (bit 0 is none), 0 where a digit stands; `places`: by digit
    the set of cells that have it as a candidate, and at index 0 the set of all blank cells.
    """

    layout: Layout
    board: Board
    cells: tuple[int, ...]
    places: tuple[int, ...]

    @property
    def size(self) -> int:
        return self.layout.size

    @property
    def digits(self) -> range:
        return range(1, self.layout.size + 1)

    @property
    def blanks(self) -> int:
        return self.places[0]

    @property
    def twos(self) -> list[int]:
        """The cells with two candidates."""
        return [cell for cell in bits(self.places[0]) if self.cells[cell].bit_count() == 2]

    def seeing(self, digit: int, cells: int) -> int:
        """The places of a digit that see all of these cells."""
        found = self.places[digit]
        for cell in bits(cells):
            found &= self.layout.seen[cell]
        return found

    def after(self, places: Iterable[Candidate], removes: Iterable[Candidate]) -> Position:
        """The position once these digits stand there and these candidates are gone."""
        board, cells, sets = list(self.board), list(self.cells), list(self.places)
        for cell, digit in removes:
            cells[cell] &= ~(1 << digit)
            sets[digit] &= ~(1 << cell)
        for cell, digit in places:
            for other in digits_in(cells[cell]):
                sets[other] &= ~(1 << cell)
            board[cell], cells[cell] = digit, 0
            sets[0] &= ~(1 << cell)
            lost = sets[digit] & self.layout.seen[cell]
            sets[digit] &= ~lost
            for other in bits(lost):
                cells[other] &= ~(1 << digit)
        return Position(self.layout, tuple(board), tuple(cells), tuple(sets))


def position(board: Board, shape: Shape) -> Position:
    """The position in which each blank has all candidates that the digits on the board leave it."""
    where = layout(shape)
    every = (2 << where.size) - 2
    cells = [0 if digit else every for digit in board]
    for cell, digit in enumerate(board):
        if digit:
            for other in bits(where.seen[cell]):
                cells[other] &= ~(1 << digit)
    return with_marks(board, shape, cells)


def noted(where: Position, marks: Mapping[int, Collection[int]]) -> Position:
    """The position in which these blank cells have no other candidates than these."""
    kept = {cell: sum(1 << digit for digit in digits) for cell, digits in marks.items()}
    cells = [now & kept.get(cell, now) for cell, now in enumerate(where.cells)]
    return with_marks(where.board, where.layout.shape, cells)


def with_marks(board: Board, shape: Shape, marks: Iterable[int]) -> Position:
    """The position with these candidates, a set of digits for each cell."""
    cells = tuple(marks)
    sets = [0] * (shape.size + 1)
    for cell, digit in enumerate(board):
        if not digit:
            sets[0] |= 1 << cell
            for other in digits_in(cells[cell]):
                sets[other] |= 1 << cell
    return Position(layout(shape), board, cells, tuple(sets))
