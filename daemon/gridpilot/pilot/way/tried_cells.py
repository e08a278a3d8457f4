"""The cells on which a search tries how a window takes digits: a wrong guess must do no harm there."""

from __future__ import annotations

from collections import Counter

from gridpilot.geometry import Cell
from gridpilot.plan import Key
from gridpilot.reading import Kind, Reading

SIDEWAYS: tuple[tuple[Key, Key, int], ...] = (("Right", "Left", 1), ("Left", "Right", -1))


class TriedCells:
    """`first` to `third` are blanks of one digit; None where there are fewer. `board` is what stands there, `given`
    what stood there before any try. `pad`: digits are tried by buttons.
    """

    def __init__(
        self, reading: Reading, board: tuple[int, ...], target: tuple[int, ...], given: tuple[int, ...], *, pad: bool
    ) -> None:
        self.key_came = False  # a digit's key was pressed, which may have chosen the digit
        self._board, self._target = board, target
        self._size = reading.size
        self._regions = reading.regions
        cells = reading.places
        wanted = [cell for cell in cells if not board[self.index(cell)] and target[self.index(cell)]]
        self.blanks = _known(wanted, reading)
        kinds = {cell: reading.at(cell).kind for cell in cells}
        self.givens = [cell for cell in cells if given[self.index(cell)] and kinds[cell] is Kind.GIVEN]
        self.first, self.second, self.third = self._alike(pad=pad)
        known = {self.first, *self.givens}
        others = [cell for cell in cells if cell not in known]
        # Those that do not see the first come first: many programs tint the selected cell's row, column and region.
        self._others = sorted(others, key=self._is_seen)

    def _alike(self, *, pad: bool) -> tuple[Cell, Cell | None, Cell | None]:
        """Chooses the three blanks. The first is a 1 if possible, as some programs count up at each click; it is beside
        a given, its digit is among the givens, and is not the only one possible there. With a `pad`, a given of the
        digit is clicked first and all three blanks are of use; with keys, two are. Some pages begin with their first
        blank selected and do not show it: on a pad its digit is tried, as the button may enter it there.
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
        """How many digits the cell's row, column and region leave for it."""
        board, regions = self._board, self._regions or range(len(self._board))
        region = regions[self.index(cell)]
        lines = *board[cell.row * self._size :][: self._size], *board[cell.col :: self._size]
        seen = {*lines, *(value for value, other in zip(board, regions, strict=True) if other == region)}
        return self._size - len(seen - {0})

    def _is_seen(self, cell: Cell) -> bool:
        """Whether it is in one row, column or region with the first."""
        regions = self._regions or range(len(self._board))
        same_region = regions[self.index(self.first)] == regions[self.index(cell)]
        return self.first.row == cell.row or self.first.col == cell.col or same_region

    def others(self, *, blanks: bool) -> list[Cell]:
        """Cells that may be clicked to leave the first; none where no other could take a digit. `blanks`: no digit is
        chosen, so any blank may be clicked; else only one that takes the first one's digit.
        """
        beside = self.beside(self.first)
        free = self._others[:1] if blanks and not self.key_came else [self.second] if self.second else []
        return [*([beside[0]] if beside else self.givens[:1]), *free] if self._others else []

    def beside(self, cell: Cell) -> tuple[Cell, Key, Key] | None:
        """The given in the next column, the arrow key that leads there, and the key that leads back."""
        sides = [(Cell(cell.row, cell.col + step), there, back) for there, back, step in SIDEWAYS]
        return next((side for side in sides if side[0] in self.givens), None)

    def digit(self, cell: Cell) -> int:
        return self._target[self.index(cell)]

    def index(self, cell: Cell) -> int:
        return cell.index(self._size)


def _known(blanks: list[Cell], reading: Reading) -> list[Cell]:
    """The blanks of which something is known, where there are any."""
    return [cell for cell in blanks if reading.at(cell).kind is not Kind.UNKNOWN] or blanks
