"""`solve --image` types nothing, so it says what is known: the solution, and the boxes if the picture shows them."""

import json

from fakes.board_drawing import BoardDrawing, boxes
from PIL import Image

from gridpilot.cli.main import main
from gridpilot.games.sudoku.grid import parse, picture, shape_of
from gridpilot.games.sudoku.solve.solver import unique_solution

UNTOLD = tuple(int(digit) for digit in "000200504100040000030004001406003001")
"""Boxes of two rows and of three leave it the same solution."""


def test_a_board_whose_boxes_do_not_matter_is_solved_and_drawn_without_boxes(tmp_path, capsys):
    file = tmp_path / "six.png"
    Image.fromarray(BoardDrawing(UNTOLD, boxes(2, 3), thick=0).capture().pixels[..., ::-1]).save(file)
    solution = unique_solution(UNTOLD, shape_of(boxes(2, 3)))

    assert main(["solve", "--image", str(file)]) == 0
    board, solved = capsys.readouterr().out.split("\n\n")
    assert board == picture(UNTOLD, None)
    assert parse(solved, shape_of(boxes(2, 3))) == solution
    assert "|" not in board + solved

    assert main(["read", str(file), "--json"]) == 0
    facts = json.loads(capsys.readouterr().out)
    assert facts["solution"] == "".join(str(digit) for digit in solution)
    assert facts["regions"] is None


def test_a_board_with_boxes_is_drawn_with_them(tmp_path, capsys):
    shape = shape_of(boxes(2, 3))
    file = tmp_path / "six.png"
    Image.fromarray(BoardDrawing(UNTOLD, boxes(2, 3), thick=4).capture().pixels[..., ::-1]).save(file)

    assert main(["solve", "--image", str(file)]) == 0
    board, solved = capsys.readouterr().out.split("\n\n")
    assert board == picture(UNTOLD, shape)
    assert solved == picture(unique_solution(UNTOLD, shape), shape) + "\n"
