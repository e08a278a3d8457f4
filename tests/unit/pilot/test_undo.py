"""What gridpilot filled is taken out again, whatever the program lays over its board meanwhile."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from fakes.board_window import CONTENT, OPEN, PUZZLE, BoardWindow, FakeClock, TextGame, desk_of
from fakes.desktop import Clicked

from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, StopReason
from gridpilot.pilot.entry.part import Part
from gridpilot.pilot.fill import Pilot
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.record import Records
from gridpilot.profiles.store import Profiles
from gridpilot.reading import Kind
from gridpilot.texts.messages import outcome_sentence

if TYPE_CHECKING:
    from pathlib import Path

    from fakes.desktop import Event

    from gridpilot.capture import Capture
    from gridpilot.outcome import Outcome
    from gridpilot.reading import Reading

GIVENS = [int(mark) if mark.isdigit() else 0 for mark in PUZZLE]
UNDO = Part(empties=True)


class WithList(BoardWindow):
    """A click on a cell that its user filled opens a list over the cells below it, until another cell is clicked; keys
    go to the board. So does GNOME Sudoku.
    """

    def __post_init__(self) -> None:
        super().__post_init__()
        self.below: list[Cell] = []
        self.filled = 0
        self.stops_after, self.lists = 0, True
        self.stop = Abort()

    def take(self, event: Event) -> None:
        if isinstance(event, Clicked) and event.at in CONTENT:
            row, col = (event.at.y - CONTENT.y) // 100, (event.at.x - CONTENT.x) // 100
            filled = row < 9 and self.board[9 * row + col] and 9 * row + col not in self.givens
            lines = range(row + 1, min(9, row + 3)) if filled and self.lists else ()
            self.below = [Cell(line, across) for line in lines for across in range(col, min(9, col + 2))]
        super().take(event)

    def _entered(self, cell: Cell, digit: int, before: int) -> None:
        self.filled += bool(digit)
        if self.filled == self.stops_after:
            self.stop.stop(StopReason.ESCAPE)

    def _draw(self):
        whole = super()._draw()
        for cell in self.below:
            whole[10 * cell.row : 10 * cell.row + 10, 10 * cell.col : 10 * cell.col + 10] = OPEN
        return whole


class Misread(TextGame):
    """The list's own digits are taken for marks in the cells that it lies over."""

    def _reading(self, capture: Capture) -> Reading:
        found = super()._reading(capture)
        cells = enumerate(found.cells)
        over = {cell.row * 9 + cell.col for cell in found.hidden}
        return replace(found, cells=tuple(replace(c, kind=Kind.PENCIL) if at in over else c for at, c in cells))


class Board:
    def __init__(self, folder: Path, filled: int, *, lists: bool = True) -> None:
        """In which so many cells were filled, until the user stopped that."""
        self.program = WithList([*GIVENS])
        self.program.stops_after, self.program.lists = filled, lists
        self.fake, desk = desk_of(self.program)
        (folder / "profiles").mkdir()
        records = Records(folder / "runs", lambda _capture, _path: None, 0)
        self.pilot = Pilot(desk, Misread(), Profiles(folder / "profiles"), records, FakeClock())
        assert self.pilot.fill(self.program.stop).reason is StopReason.ESCAPE

    def undo(self, abort: Abort | None = None) -> Outcome:
        return self.pilot.fill(abort or Abort(), part=UNDO)


@pytest.mark.parametrize("filled", [2, 3, 5, 9, 20])
def test_what_was_filled_is_emptied_below_a_list_that_its_click_opens(tmp_path: Path, filled: int) -> None:
    board = Board(tmp_path, filled)
    assert sum(map(bool, board.program.board)) > sum(map(bool, GIVENS))
    outcome = board.undo()
    assert (outcome.ending, board.program.board) == (Ending.EMPTIED, GIVENS), outcome


def test_an_undo_that_is_stopped_tells_of_no_filled_cells_and_can_be_asked_for_again(tmp_path: Path) -> None:
    board = Board(tmp_path, 9, lists=False)
    abort = Abort()
    board.fake.at(len(board.fake.input.events) + 6, lambda: abort.stop(StopReason.ESCAPE))
    outcome = board.undo(abort)
    assert (outcome.ending, outcome.filled) == (Ending.STOPPED, 0)
    assert "filled" not in outcome_sentence(outcome)
    assert board.undo().ending is Ending.EMPTIED
    assert board.program.board == GIVENS
