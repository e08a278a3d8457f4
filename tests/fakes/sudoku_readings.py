"""Readings of sudoku boards as the net may give them, for what the rules make of them."""

from pathlib import Path

from gridpilot.games.sudoku.grid import NINE, parse
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.geometry import Box
from gridpilot.reading import CellReading, Kind, Reading, Rival

BOARDS = Path(__file__).parents[1] / "corpus" / "sudoku" / "boards"
MINIMAL = [parse(text) for text in (BOARDS / "minimal.txt").read_text("ascii").split()][:40]
PUZZLE = parse(".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4")
SOLUTION = unique_solution(PUZZLE)


def reading(board, changes=(), doubts=()):
    """A reading without any doubt, but for the cells in `changes`: index -> CellReading."""
    cells = [CellReading(digit, Kind.GIVEN if digit else Kind.BLANK, 0.9999) for digit in board]
    for index, cell in dict(changes).items():
        cells[index] = cell
    box = Box(0, 0, 1, 1)
    return Reading(9, tuple(cells), (box,) * 81, box, tuple(NINE.cell(index) for index in doubts))


def given(value, confidence, *rivals):
    return CellReading(value, Kind.GIVEN, confidence, tuple(Rival(*rival) for rival in rivals))


def first_given(board):
    return next(index for index, digit in enumerate(board) if digit)
