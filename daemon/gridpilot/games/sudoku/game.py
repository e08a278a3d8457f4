"""Sudoku, as the pilot asks for a game: nothing may be typed unless the rules allow exactly one board."""

from __future__ import annotations

from dataclasses import replace

from gridpilot.capture import Capture
from gridpilot.games.protocols import Decision
from gridpilot.games.sudoku import player
from gridpilot.games.sudoku.decide import blame, box_choice
from gridpilot.games.sudoku.decide.doubts import settle
from gridpilot.games.sudoku.decide.plausible_boards import cells_of, givens_solution, indexes_of, shape_read
from gridpilot.games.sudoku.reading import entered, ink_contrast, reader, variants
from gridpilot.games.sudoku.reading.board import ACT
from gridpilot.games.sudoku.reading.sheet import Sheet
from gridpilot.games.sudoku.solve.search import GaveUp
from gridpilot.games.sudoku.solve.solver import Invalid, Multiple, NoSolution, Unique, Unsettled, solve
from gridpilot.geometry import Cell, Pixel
from gridpilot.outcome import Ending, Hurdle
from gridpilot.reading import FOUND, NET, Kind, Locate, Place, Read, Reading, Recogniser, Tint

BY_NET = {Read.GLYPHS, Read.DOM}


class Sudoku:
    name = "sudoku"
    reread = staticmethod(reader.reread)
    cut_off = staticmethod(reader.cut_off)
    foreign = staticmethod(variants.told)
    pad = staticmethod(reader.pad)
    pad_again = staticmethod(reader.pad_again)
    opened = staticmethod(reader.opened)
    plan = staticmethod(player.plan)

    def read(
        self,
        capture: Capture,
        pointer: Pixel | None = None,
        recogniser: Recogniser = NET,
        place: Place = FOUND,
    ) -> Reading | None:
        """A profile's colour or pictures may be of another skin of the game: where they show no board, the net is
        asked, and anywhere.
        """
        reading = reader.read(capture, pointer, recogniser, place)
        if reading is None and (recogniser.read is Read.TEMPLATES or isinstance(place.locate, Tint)):
            reading = reader.read(capture, pointer, NET, place if place.locate is Locate.FIXED else FOUND)
        return reading

    def sketched(self, capture: Capture, reading: Reading, cell: Cell, like: Cell) -> bool:
        return entered.sketched(capture.pixels, reading.box_at(cell), reading.box_at(like), reading.shines)

    def decide(self, reading: Reading, capture: Capture | None = None) -> Decision:
        """Tesseract gives a second opinion on the picture, where it is installed, but only on doubts of the net that
        the rules cannot settle.
        """
        decision = self._decide(reading)
        doubted = decision.ending is Ending.DOUBTFUL and reading.doubts and not reading.hidden
        if doubted and capture is not None and reading.recogniser.read in BY_NET:
            from gridpilot.vision.glyphs import tesseract

            decision = self._decide(tesseract.second_opinion(capture.pixels, reading, ACT))
        if reading.recogniser.read is Read.TEMPLATES and (unlike := _unlike_pictures(reading, decision)):
            return Decision(decision.reading, ending=Ending.DOUBTFUL, cells=unlike, hurdle=Hurdle.PICTURES)
        if decision.ending is Ending.DOUBTFUL and decision.hurdle is None:
            hurdle, cells = blame.blamed(decision.reading, _faint(reading, capture))
            return replace(decision, hurdle=hurdle, cells=cells)
        return decision

    def _decide(self, reading: Reading) -> Decision:
        if reading.equals:
            return Decision(reading, ending=Ending.DOUBTFUL, hurdle=Hurdle.SEVERAL)
        if reading.hidden:
            return Decision(reading, ending=Ending.DOUBTFUL, cells=reading.hidden)
        if reading.regions is None:
            choice = box_choice.fitting(reading)
            told = box_choice.derived(reading, choice)
            if told is None:
                found = box_choice.agreed(reading, choice)
                return Decision(*found) if found else Decision(reading, ending=Ending.DOUBTFUL, hurdle=Hurdle.REGIONS)
            reading = told
        reading, solution = settle(reading)
        if reading.doubts:
            return Decision(reading, ending=Ending.DOUBTFUL, cells=reading.doubts)
        if solution is not None:
            return Decision(box_choice.claimed(reading, solution), solution)
        return _refuse(reading)


def _faint(reading: Reading, capture: Capture | None) -> set[int]:
    """The cells whose ink hardly stands out, as far as the picture tells."""
    if capture is None or reading.face is not None:
        return set()
    return ink_contrast.faint(Sheet(capture.pixels, reading.boxes).tiles, reading.cells)


def _unlike_pictures(reading: Reading, decision: Decision) -> tuple[Cell, ...]:
    """The cells whose digits no picture of the profile shows. The rules may tell what stands there, but a digit that
    was nowhere read could not be checked once it is typed.
    """
    doubtful = indexes_of(reading.doubts, reading.size)
    read = {value for index, value in enumerate(reading.board) if index not in doubtful}
    if decision.ending is Ending.DOUBTFUL and decision.hurdle is None and not reading.hidden:
        return () if read.issuperset(range(1, reading.size + 1)) else decision.cells
    if not decision.solution:
        return ()
    return cells_of((index for index in doubtful if decision.solution[index] not in read), reading.size)


def _refuse(reading: Reading) -> Decision:
    """Why a board that was read beyond doubt may not be typed."""
    board = reading.board
    if wrong := _wrong_entries(reading):
        return Decision(reading, ending=Ending.UNSOLVABLE, cells=wrong, hurdle=Hurdle.ENTRY)
    match solve(board, shape_read(reading)):
        case Unique(solution):
            return Decision(reading, solution)
        case Invalid(cells) | NoSolution(cells):
            return Decision(reading, ending=Ending.UNSOLVABLE, cells=cells_of(cells, reading.size))
        case Multiple(_, _, cells):
            return Decision(reading, ending=Ending.AMBIGUOUS, cells=cells_of(cells, reading.size))
        case Unsettled():
            return Decision(reading, ending=Ending.UNSOLVABLE, hurdle=Hurdle.TOO_HARD)


def _wrong_entries(reading: Reading) -> tuple[Cell, ...]:
    """The digits that the user entered and that are not those of the givens' only solution."""
    try:
        solution = givens_solution(reading, reading.board)
    except GaveUp:
        return ()
    if solution is None:
        return ()
    entered = (index for index, cell in enumerate(reading.cells) if cell.kind is Kind.ENTERED)
    return cells_of((index for index in entered if reading.board[index] != solution[index]), reading.size)
