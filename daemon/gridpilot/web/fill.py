"""One board in a web page, from its table to the verified fill: the story of pilot/fill.py, told by the page itself."""

from __future__ import annotations

from dataclasses import replace

from gridpilot.games.protocols import Game
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Outcome, StopReason, board_text
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.clock import Clock, Stopwatch
from gridpilot.profiles.profile import Dom
from gridpilot.reading import Reading
from gridpilot.texts import hurdles
from gridpilot.web import table
from gridpilot.web.table import Gone, NoBoard, Page

REPAIRS = 2
"""So many times wrong cells are typed again before the job ends as missed."""


class WebFill:
    """One run on one page; `profile` is the name of the profile that `dom` is from."""

    def __init__(self, page: Page, dom: Dom, profile: str, game: Game, abort: Abort, clock: Clock) -> None:  # noqa: PLR0913, PLR0917 - a job's pieces
        self._page = page
        self._dom = dom
        self._game = game
        self._abort = abort
        self._stopwatch = Stopwatch(clock)
        self._typed: set[int] = set()
        self._signs: tuple[str, ...] = ()
        self._outcome = Outcome(Ending.NO_BOARD, game.name, profile)

    def run(self) -> Outcome:
        try:
            self._outcome = replace(self._outcome, window=self._page.title)
            outcome = self._read_and_fill()
        except NoBoard as fault:
            outcome = replace(self._outcome, ending=Ending.NO_BOARD, detail=fault.detail)
        except Gone as gone:
            outcome = replace(self._outcome, ending=Ending.STOPPED, reason=gone.reason, filled=len(self._typed))
        return replace(outcome, ms=self._stopwatch.total())

    def _read_and_fill(self) -> Outcome:
        reading = self._read()
        self._stopwatch.lap("read")
        decision = self._game.decide(reading)
        self._stopwatch.lap("solve")
        if decision.ending is not None:
            detail = hurdles.refusal(decision)
            return replace(self._outcome, ending=decision.ending, cells=decision.cells, detail=detail)
        blanks = [index for index, value in enumerate(reading.board) if not value]
        self._outcome = replace(self._outcome, blanks=len(blanks))
        wrong = blanks
        for _attempt in range(1 + REPAIRS):
            self._type(wrong, decision.solution, reading)
            self._stopwatch.lap("fill")
            now = self._read()
            self._check_untouched(now, reading)
            wrong = [index for index in blanks if now.board[index] != decision.solution[index]]
            self._stopwatch.lap("verify")
            if not wrong:
                return replace(self._outcome, ending=Ending.VERIFIED, filled=len(blanks))
            reading = now
        cells = tuple(Cell.numbered(index, reading.size) for index in wrong)
        return replace(self._outcome, ending=Ending.MISSED, cells=cells, filled=len(blanks) - len(cells))

    def _read(self) -> Reading:
        rows = self._page.rows(self._dom)
        reading = table.reading(rows, self._dom)
        self._signs = table.signs(rows or ())
        self._outcome = replace(self._outcome, board=board_text(reading.board))
        return reading

    def _type(self, cells: list[int], solution: tuple[int, ...], standing: Reading) -> None:
        for index in cells:
            if self._abort.reason is not None:
                raise Gone(self._abort.reason)
            sign = self._signs[solution[index] - 1]
            self._page.type(Cell.numbered(index, standing.size), sign, instead=bool(standing.board[index]))
            self._typed.add(index)

    def _check_untouched(self, now: Reading, before: Reading) -> None:
        """Whoever changed a cell that is not ours to type: it is no longer the board that was solved."""
        if len(now.board) != len(before.board):
            raise Gone(StopReason.BOARD_CHANGED)
        for index, (new, old) in enumerate(zip(now.board, before.board, strict=True)):
            if new != old and index not in self._typed:
                raise Gone(StopReason.BOARD_CHANGED)
