"""Types a solved board and looks whether it arrived: batch by batch, and what did not arrive again.

Batches only say when the next look is. Whether the user, the window or the clock says stop is asked before every step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.outcome import StopReason
from gridpilot.pilot.batches import CELLS_BETWEEN_CHECKS, MOST_CELLS, first, last_apart
from gridpilot.pilot.guard import Stopped
from gridpilot.pilot.sight import contradicting, differing
from gridpilot.plan import Fill
from gridpilot.reading import Kind
from gridpilot.texts import messages

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.games.protocols import Game
    from gridpilot.pilot.batches import Batches
    from gridpilot.pilot.clock import Stopwatch
    from gridpilot.pilot.guard import Guard
    from gridpilot.pilot.sight import Sight
    from gridpilot.pilot.steps import Hands
    from gridpilot.plan import Plan, Way
    from gridpilot.reading import Reading

COVERED = 0.2
"""This share of the cells that were full before must be gone for a board to be covered: a user changes one or two."""

UNCOVERED = 0.5
"""Seconds for which cells may seem to be changed by what lies over them."""

UNSEEN = 3.0
"""Seconds between two looks at the board, at most, where its user wants to watch: there is time for them then."""

CLICKED = {Fill.CLICK_KEY, Fill.CLICK_PAD, Fill.PAD_CLICK}
"""Where one digit's cells are seen to be right before another digit comes: some programs ask where the pointer is only
when they come to a click, which may be late, and a digit would get into a cell of the next one.
"""

REPAIRS = 2
"""So many times wrong cells are typed again before the job ends as missed."""


class Typist:
    """Types into one window. `plans` are those it carried out, `repaired` says whether anything had to be typed again,
    `detail` is what its user should know of the end.
    """

    def __init__(  # noqa: PLR0913 - the pieces of a job
        self,
        game: Game,
        sight: Sight,
        hands: Hands,
        guard: Guard,
        stopwatch: Stopwatch,
        *,
        batches: Batches,
        hides_solved: bool,
    ) -> None:
        """`hides_solved`: the game covers or clears its board as soon as the last digit is in."""
        self._game = game
        self._sight = sight
        self._hands = hands
        self._guard = guard
        self._stopwatch = stopwatch
        self._batches = batches
        self._hides_solved = hides_solved
        self._blanks: frozenset[Cell] = frozenset()
        self._marked: set[Cell] = set()
        self._again: set[Kind] = set()
        self.on_progress: Callable[[], None] = lambda: None
        """Called whenever more cells were seen to be right."""
        self.find_cursor: Callable[[], Cell | None] | None = None
        """Where the cursor is, and the mouse does nothing: keys may have been lost."""
        self.plans: list[Plan] = []
        self.repaired = False
        self.detail = ""

    def fill(  # noqa: PLR0913, PLR0917 - what is to be typed, and how
        self,
        blanks: frozenset[Cell],
        target: tuple[int, ...],
        expect: tuple[int, ...],
        way: Way,
        cursor: Cell | None,
        on_repair: Callable[[], None],
    ) -> tuple[Cell, ...]:
        """Types what is not there yet into `blanks` until the board looks like `expect`; returns the cells that are
        wrong in the end.
        """
        self._blanks = blanks
        self._again = {Kind.PENCIL} if way.confirm else set()
        self._marked = {cell for cell in blanks if self._sight.reading.at(cell).kind is Kind.PENCIL}
        slips = 0
        for attempt in range(1 + REPAIRS):
            if attempt:
                self._guard.check()
                self.repaired = True
                on_repair()
                if len(self._hands.slips) == slips:  # else it was noticed, and mended, while typing
                    self._slipped()
                cursor = self.find_cursor() if self.find_cursor else None
                if cursor is None and self.find_cursor:
                    break
            slips = len(self._hands.slips)
            plan = self._game.plan(self._standing(target), target, way, cursor)
            self.plans.append(plan)
            if not (self._hides_solved and plan.steps):
                if self._arrives(plan, way, expect):
                    return ()
            else:
                rest, last = last_apart(plan)
                cell = last.steps[-1].cell
                standing = self._arrives(rest, way, expect, frozenset({cell}))
                if standing and (self._arrives(last, way, expect) or self._game_answered(expect, cell)):
                    return ()
            self._check_untouched(expect)
        self._guard.check()
        return differing(self._sight.reading, expect)

    def _arrives(self, plan: Plan, way: Way, expect: tuple[int, ...], pending: frozenset[Cell] = frozenset()) -> bool:
        """Plays the plan; whether all cells but the `pending` ones are seen to be right then."""
        typed = self._play(plan, way, expect) if plan.steps else 0
        self._stopwatch.lap("fill")
        settle = self._hands.pace.settle
        right = self._sight.wait_for(lambda reading: pending.issuperset(differing(reading, expect)), settle)
        if right:
            self._batches.looked(typed, right=True)
        self._stopwatch.lap("verify")
        return right

    def _game_answered(self, expect: tuple[int, ...], last: Cell) -> bool:
        """Whether the program itself has put another window over its board: some do when the last digit is in.

        Then the last cell cannot be read back. All others were, and it is said in the outcome. Or it has covered cells
        with a panel, or a word, in the same window.
        """
        asks = self._guard.game_asks()
        if not asks:
            self._guard.check_window(last)
        if asks or self._covered(expect, last):
            self.detail = messages.answered_by_the_game()
            return True
        return False

    def _covered(self, expect: tuple[int, ...], last: Cell) -> bool:
        """Of a board that was right but for the last cell: something lies over it now."""
        gone = {*differing(self._sight.reading, expect)}
        if last not in gone:
            return len(gone) > 1
        return len(gone - self._blanks) > COVERED * (len(expect) - len(self._blanks))

    def _standing(self, target: tuple[int, ...]) -> tuple[int, ...]:
        """The board as a plan should see it: what cannot be read, or is not ours to type, counts as right. So does a
        mark in a cell that was blank: the digit is there, and would stand twice in a field that takes several.
        """
        reading = self._sight.reading
        cells = (Cell(*divmod(index, reading.size)) for index in range(len(target)))
        return tuple(
            reading.at(cell).value
            if cell in self._blanks and self._may_be_typed(cell, reading.at(cell).kind)
            else target[cell.row * reading.size + cell.col]
            for cell in cells
        )

    def _may_be_typed(self, cell: Cell, kind: Kind) -> bool:
        return kind not in {Kind.UNKNOWN, Kind.PENCIL} or kind in self._again or cell in self._marked

    def _play(self, plan: Plan, way: Way, expect: tuple[int, ...]) -> int:
        """Plays the plan, in batches with a look after each where typing is slow enough to have time for it.

        Returns the number of cells in the last batch, which the caller is to look at: the game may be over.
        """
        pace = self._hands.pace
        if way.fill is Fill.ARROWS and not (pace.between_keys or pace.between_cells):
            self._hands.play(plan)
            return 0
        size = self._sight.reading.size

        def digit(cell: Cell) -> int:
            return plan.expect[cell.row * size + cell.col] if way.fill in CLICKED else 0

        while True:
            batch, plan = first(plan, min(self._batches.size, self._most(way)), digit)
            self._hands.play(batch)
            cells = {step.cell for step in batch.steps}
            if not plan.steps:
                return len(cells)
            if self._shown(cells, expect):
                self._batches.looked(len(cells), right=True)
                self.on_progress()
            else:
                self._slipped()
            self._check_untouched(expect)

    def _most(self, way: Way) -> int:
        """So many cells between two looks at most, where each takes its time."""
        if self._hands.pace.between_cells:
            return max(1, int(UNSEEN / self._hands.pace.between_cells))
        return CELLS_BETWEEN_CHECKS if way.fill is Fill.POPUP or way.held else MOST_CELLS

    def _slipped(self) -> None:
        self._hands.slipped()
        self._batches.looked(0, right=False)

    def _shown(self, cells: set[Cell], expect: tuple[int, ...]) -> bool:
        """Whether these cells are right soon."""
        settle = self._hands.pace.settle
        return self._sight.wait_for(lambda reading: cells.isdisjoint(differing(reading, expect)), settle, settle)

    def _check_untouched(self, expect: tuple[int, ...]) -> None:
        """Whoever changed a cell that is not ours to type: it is no longer the board that was solved. A list that has
        just been closed may still be seen over other cells for a moment.
        """

        def foreign(reading: Reading) -> set[Cell]:
            return {*contradicting(reading, expect)} - self._blanks

        if foreign(self._sight.reading) and not self._sight.wait_for(lambda reading: not foreign(reading), UNCOVERED):
            raise Stopped(StopReason.BOARD_CHANGED, min(foreign(self._sight.reading)))
