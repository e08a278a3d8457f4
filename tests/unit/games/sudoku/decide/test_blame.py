"""Which reason a doubt has: the worst that the doubted cells show, and the cells that show it."""

from dataclasses import replace

import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned
from fakes.sudoku_readings import PUZZLE, given, reading

from gridpilot.games.sudoku.decide.blame import blamed
from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Hurdle
from gridpilot.reading import CellReading, Kind

UNREAD = CellReading(0, Kind.UNKNOWN, 0.01)
MARKS = CellReading(0, Kind.PENCIL, 0.95)


@pytest.mark.parametrize(
    ("cells", "faint", "hurdle", "named"),
    [
        ({0: MARKS, 4: given(3, 0.7, (8, 0.2)), 9: UNREAD}, (), Hurdle.UNREAD, (9,)),
        ({0: MARKS, 4: given(3, 0.7, (8, 0.2)), 9: given(3, 0.7)}, (9, 12), Hurdle.FAINT, (9,)),
        ({0: MARKS, 9: UNREAD}, (0, 9), Hurdle.FAINT, (9,)),
        ({0: MARKS, 4: given(3, 0.7, (8, 0.2))}, (), Hurdle.EITHER, (4,)),
        ({0: MARKS}, (), Hurdle.MARKS, (0,)),
        ({0: replace(MARKS, confidence=0.5)}, (), Hurdle.UNREAD, (0,)),
        ({0: CellReading(0, Kind.BLANK, 0.9)}, (), Hurdle.UNREAD, (0,)),
    ],
    ids=["unread", "faint", "faint and unread", "either", "marks", "hardly marks", "a blank"],
)
def test_the_worst_of_what_doubted_cells_show_is_the_reason(cells, faint, hurdle, named):
    told = blamed(reading(PUZZLE, cells, doubts=cells), faint)
    assert told == (hurdle, tuple(Cell(*divmod(index, 9)) for index in named))


def test_what_lies_over_a_board_comes_before_all_that_is_read_there():
    covered = replace(reading(PUZZLE, {9: UNREAD}, doubts=[9]), hidden=(Cell(4, 4),))
    decision = Sudoku().decide(covered)
    assert (decision.ending, decision.hurdle, decision.cells) == (Ending.DOUBTFUL, Hurdle.COVERED, (Cell(4, 4),))


def test_a_digit_in_nearly_the_colour_of_its_ground_is_said_to_be_faint():
    board = thinned(solution(3, 3))
    at = next(index for index in range(30, 81) if board[index])
    drawing = BoardDrawing(board, boxes(3, 3))
    x0, y0, x1, y1 = drawing.sides(at)
    drawing.pen.rectangle((x0 + 2, y0 + 2, x1 - 2, y1 - 2), "#c02020")
    drawing.pen.ellipse((x0 + 14, y0 + 12, x1 - 14, y1 - 12), None, "#de2020", 4)
    found = reader.read(drawing.capture())
    assert found is not None
    decision = Sudoku().decide(found, drawing.capture())
    assert decision.ending is Ending.DOUBTFUL
    assert decision.hurdle is Hurdle.FAINT
    assert decision.cells == (Cell(*divmod(at, 9)),)
