"""A wrong digit of the user's is told from the givens also where its mark is all that the game shows of it."""

from __future__ import annotations

from pathlib import Path

import pytest
from fakes.board_drawing import BoardDrawing, boxes, solution, thinned

from gridpilot.games.sudoku.game import Sudoku
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Hurdle
from gridpilot.texts import hurdles
from gridpilot.vision.pictures import load

SCREENS = Path(__file__).parents[4] / "corpus" / "screens" / "entered"


@pytest.mark.parametrize(
    ("name", "wrong"), [("one-wrong", {"r1c3": 2}), ("three-wrong", {"r2c3": 1, "r5c6": 2, "r7c7": 5})]
)
def test_a_real_game_s_wrong_digits_that_are_not_selected_any_more_are_named(name, wrong):
    capture = load(SCREENS / f"gnome-sudoku_{name}.png")
    found = reader.read(capture)
    assert found is not None
    decision = Sudoku().decide(found, capture)
    assert (decision.ending, decision.hurdle) == (Ending.UNSOLVABLE, Hurdle.ENTRY)
    assert {str(cell): found.at(cell).value for cell in decision.cells} == wrong
    assert all(f"your {digit} in {cell}" in hurdles.refusal(decision) for cell, digit in wrong.items())


@pytest.mark.parametrize(("paper", "tint", "red"), [("white", "#cccccc", "#ff9999"), ("#202020", "#484848", "#8c2020")])
@pytest.mark.parametrize("selected", [True, False])
def test_a_red_cell_is_the_user_s_and_a_selected_given_is_not(paper, tint, red, selected):
    full = solution(3, 3)
    board = list(thinned(full))
    blank, given = board.index(0), max(index for index, digit in enumerate(board) if digit)
    board[blank] = next(
        digit for digit in range(1, 10) if digit != full[blank] and digit not in {*board[:9], *board[blank % 9 :: 9]}
    )
    drawing = BoardDrawing(tuple(board), boxes(3, 3), paper=paper, ink="black" if paper == "white" else "white")
    for index, digit in enumerate(board):
        if not digit:
            continue
        x0, y0, x1, y1 = drawing.sides(index)
        ground = red if index == blank else "#6090e0" if selected and index == given else tint
        drawing.pen.rectangle((x0 + 2, y0 + 2, x1 - 2, y1 - 2), ground)
        drawing._digit(index, digit)
    found = reader.read(drawing.capture())
    assert found is not None
    decision = Sudoku().decide(found)
    assert (decision.ending, decision.hurdle) == (Ending.UNSOLVABLE, Hurdle.ENTRY)
    assert decision.cells == (Cell(*divmod(blank, 9)),)
