"""The cells of a board on which it is tried how a window takes digits: a wrong guess must do no harm there."""

from __future__ import annotations

from collections import Counter

from gridpilot.geometry import Cell
from gridpilot.plan import Key
from gridpilot.reading import Kind, Reading

SIDEWAYS: tuple[tuple[Key, Key, int], ...] = (("Right", "Left", 1), ("Left", "Right", -1))


class TriedCells:
    """`first` to `third` are blanks of one digit; None where there are fewer. `board` is what stands there,
    `given` what stood there before anything was tried. `pad`: digits are tried by buttons.
    """

    def __init__(
        self, reading: Reading, board: tuple[int, ...], target: tuple[int, ...], given: tuple[int, ...], *, pad: bool
    ) -> None:
        self.key_came = False  # a digit's, which may have chosen it
        self._board, self._target = board, target
        self._size = reading.size
        self._regions = reading.regions
        cells = reading.places
        wanted = [cell for cell in cells if not board[self.index(cell)] and target[self.index(cell)]]
        self.blanks = _known(wanted, reading)
        kinds = {cell: reading.at(cell).kind for cell in cells}
        self.givens = [cell for cell in cells if given[self.index(cell)] and kinds[cell] is Kind.GIVEN]
        self.first, self.second, self.third = self._alike(pad=pad)
        others = [cell for cell in cells if cell not in {self.first, *self.givens}]
        # One far away first: many programs tint the selected cell's row, column and region, and the pointer's cell.
        self._others = sorted(others, key=self._is_seen)

    def _alike(self, *, pad: bool) -> tuple[Cell, Cell | None, Cell | None]:
        """The first is a 1, as some programs count up at each click, beside a given, and its digit is among the givens
        and not the only one that is possible there, where that can be. With a `pad` a given of it is clicked first, and
        all three cells are of use; keys take two. Some pages begin with their first blank as the selected one, and do
        not show it: its digit is tried then, as the button may enter it there.
        """
        count = Counter(self.digit(cell) for cell in self.blanks)
        given = {self.digit(cell) for cell in self.givens}

        def worth(cell: Cell) -> tuple[int, ...]:
            digit = self.digit(cell)
            others = digit in given, self.beside(cell) is not None, self._choices(cell) > 1
            by_pad = pad and digit in given, pad and cell == self.blanks[0]
            return min(count[digit], 3 if pad else 2), *by_pad, digit == 1, min(count[digit], 3), *others

        first = max(self.blanks, key=worth)
        alike = [cell for cell in self.blanks if cell != first and self.digit(cell) == self.digit(first)]
        second, third = [*alike, None, None][:2]
        return first, second, third

    @property
    def given_alike(self) -> Cell | None:
        """A given of the same digit."""
        return next((cell for cell in self.givens if self.digit(cell) == self.digit(self.first)), None)

    def _choices(self, cell: Cell) -> int:
        """How many digits its row, its column and its region leave."""
        places = (Cell.numbered(index, self._size) for index in range(len(self._board)))
        seen = {value for value, other in zip(self._board, places, strict=True) if self._see(cell, other)}
        return self._size - len(seen - {0})

    def _is_seen(self, cell: Cell) -> bool:
        return self._see(self.first, cell)

    def _see(self, one: Cell, other: Cell) -> bool:
        """Whether they are in one row, column or region."""
        regions = self._regions or range(len(self._board))
        same_region = regions[self.index(one)] == regions[self.index(other)]
        return one.row == other.row or one.col == other.col or same_region

    def others(self, *, blanks: bool) -> list[Cell]:
        """Some that may be clicked to leave the first; none where no other could take a digit. Where its digit may be
        chosen, by a pad or a key, no `blanks` but one that takes it.
        """
        beside = self.beside(self.first)
        free = self._others[:1] if blanks and not self.key_came else [self.second] if self.second else []
        return [*([beside[0]] if beside else self.givens[:1]), *free] if self._others else []

    def beside(self, cell: Cell) -> tuple[Cell, Key, Key] | None:
        """The given in the next column, the arrow key that leads there, and the one back."""
        sides = [(Cell(cell.row, cell.col + step), there, back) for there, back, step in SIDEWAYS]
        return next((side for side in sides if side[0] in self.givens), None)

    def digit(self, cell: Cell) -> int:
        return self._target[self.index(cell)]

    def index(self, cell: Cell) -> int:
        return cell.index(self._size)


def _known(blanks: list[Cell], reading: Reading) -> list[Cell]:
    """Those of which something is known, where there are any."""
    return [cell for cell in blanks if reading.at(cell).kind is not Kind.UNKNOWN] or blanks
