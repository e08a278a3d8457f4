"""`hint`, `explain`, `rate` and `generate`: what they print, and what they refuse."""

import json
import re
from pathlib import Path

import pytest
from fakes.board_drawing import BoardDrawing, boxes, noted
from PIL import Image

from gridpilot.cli.main import main
from gridpilot.games.sudoku.grid import NINE, SHAPES, line, parse
from gridpilot.games.sudoku.solve.solver import unique_solution
from gridpilot.games.sudoku.techniques import ladder
from gridpilot.games.sudoku.techniques.ladder import rated
from gridpilot.games.sudoku.techniques.layout import digits_in
from gridpilot.games.sudoku.techniques.position import position

BOARDS = Path(__file__).parents[2] / "corpus" / "sudoku" / "boards"
RATED = [row.split("\t") for row in (BOARDS / "rated.tsv").read_text("ascii").splitlines()]
EASY, HARD = RATED[0][0], RATED[-1][0]
SOLUTION = unique_solution(parse(EASY))


def told(capsys):
    return [json.loads(row) for row in capsys.readouterr().out.splitlines()]


def index(cell):
    row, column = re.fullmatch(r"r(\d)c(\d)", cell).groups()
    return 9 * int(row) + int(column) - 10


def test_a_hint_is_one_step_and_true(capsys):
    assert main(["hint", "--text", EASY, "--json"]) == 0
    [step] = told(capsys)
    assert set(step) == {"technique", "rating", "places", "removes", "sentence"}
    assert step["rating"] == 1.2
    [[cell, digit]] = step["places"]
    assert (EASY[index(cell)], SOLUTION[index(cell)]) == (".", digit)
    assert f"{cell} is {digit}" in step["sentence"]


def test_each_rung_tells_more(capsys):
    said = []
    for rung in "123":
        assert main(["hint", "--text", EASY, "--rung", rung]) == 0
        said.append(capsys.readouterr().out.strip())
    where, why, what = said
    assert where.startswith("Look at ")
    assert not re.search(r"r\dc\d", where)
    assert "hidden single" in why.lower()
    assert what.startswith(why)
    assert what != why


@pytest.mark.parametrize("puzzle", [EASY, HARD])
def test_the_whole_way_leads_to_the_solution(capsys, puzzle):
    assert main(["explain", "--text", puzzle, "--json"]) == 0
    board = list(parse(puzzle))
    steps = told(capsys)
    for step in steps:
        for cell, digit in step["places"]:
            board[index(cell)] = digit
    assert tuple(board) == unique_solution(parse(puzzle))
    assert main(["explain", "--text", puzzle]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split(". ", 1)[1] for row in rows] == [step["sentence"] for step in steps]


def test_many_are_rated_a_line_each_and_a_bad_one_costs_only_itself(capsys, tmp_path):
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{EASY}\n{'1' * 81}\n{HARD}\n")
    assert main(["rate", str(file), "--json"]) == 1
    facts = told(capsys)
    assert [(each["line"], each["rating"]) for each in facts] == [(1, 1.2), (2, None), (3, float(RATED[-1][1]))]
    assert sum(facts[0]["techniques"].values()) == EASY.count(".")
    assert "contradict" in facts[1]["why"]
    assert main(["rate", str(file)]) == 1
    rows = capsys.readouterr().out.splitlines()
    assert rows[0].startswith("line 1: 1.2  ")
    assert "x hidden single in a box" in rows[0]
    assert main(["rate", "--text", EASY]) == 0
    assert capsys.readouterr().out.startswith("1.2  ")


def test_of_several_files_each_puzzle_is_told_by_its_file(capsys, tmp_path):
    for name in ("one", "two"):
        (tmp_path / name).write_text(EASY)
    assert main(["rate", str(tmp_path / "one"), str(tmp_path / "two")]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert [row.split(",")[0] for row in rows] == [str(tmp_path / "one"), str(tmp_path / "two")]


@pytest.mark.parametrize("verb", ["hint", "explain", "rate"])
@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("1" * 81, "contradict"),
        ("." * 81, "More than one solution"),
        (EASY + "5", "82 cells"),
        (line(SOLUTION), "full"),
        (f"{EASY}\n{HARD}", "where one is wanted"),
    ],
)
def test_what_has_no_next_step_is_refused_in_a_sentence(capsys, verb, text, why):
    if verb == "rate" and "one is wanted" in why:
        return  # it takes many
    assert main([verb, "--text", text]) == 1
    assert why in capsys.readouterr().err


def test_a_board_on_a_picture_is_read_and_the_users_own_digits_count(capsys, tmp_path):
    board = list(parse(EASY))
    board[0] = SOLUTION[0]
    file = tmp_path / "board.png"
    Image.fromarray(BoardDrawing(tuple(board), boxes(3, 3), thick=4).capture().pixels[..., ::-1]).save(file)
    assert main(["explain", "--image", str(file), "--json"]) == 0
    placed = [index(cell) for step in told(capsys) for cell, _ in step["places"]]
    assert sorted(placed) == [cell for cell, digit in enumerate(board) if not digit]


@pytest.fixture
def marked(tmp_path):
    """A picture of a board whose player has noted what the first removal leaves, the board, and that step."""
    where, solution = position(parse(HARD), NINE), unique_solution(parse(HARD))
    while not (step := ladder.next_step(where, solution)).removes:
        where = where.after(step.places, ())
    marks = {at: [*digits_in(own)] for at, own in enumerate(where.after((), step.removes).cells) if own}

    def picture(changed=None):
        file = tmp_path / "marks.png"
        capture = noted(BoardDrawing(where.board, boxes(3, 3), cell=64), marks | (changed or {}), size=16)
        Image.fromarray(capture.pixels[..., ::-1]).save(file)
        return str(file)

    return picture, [*marks], solution, step


def test_the_users_own_marks_count_where_it_is_asked_for(capsys, marked):
    picture, _, _, step = marked
    hints = []
    for words in ([], ["--marks"]):
        assert main(["hint", "--image", picture(), "--json", *words]) == 0
        hints += told(capsys)
    removed = [[f"r{cell // 9 + 1}c{cell % 9 + 1}", digit] for cell, digit in step.removes]
    assert hints[0]["removes"] == removed
    assert all(each not in hints[1]["removes"] for each in removed)


def test_a_mark_that_is_missing_is_named_by_its_cell_and_not_told(capsys, marked):
    picture, blanks, solution, _ = marked
    cell = blanks[0]
    image = picture({cell: [digit for digit in (1, 2, 3) if digit != solution[cell]]})
    assert main(["hint", "--image", image]) == 0
    capsys.readouterr()
    assert main(["hint", "--image", image, "--marks"]) == 1
    said = capsys.readouterr().err
    assert f"not among the marks of r{cell // 9 + 1}c{cell % 9 + 1}." in said


@pytest.fixture
def candidates():
    """What writes a grid of candidates as text: all but what the first removal takes; and that step."""
    where, solution = position(parse(HARD), NINE), unique_solution(parse(HARD))
    while not (step := ladder.next_step(where, solution)).removes:
        where = where.after(step.places, ())
    left = where.after((), step.removes)
    own = {at: [*digits_in(mask)] for at, mask in enumerate(left.cells) if mask.bit_count() > 1}

    def told(changed=None):
        marks = own | (changed or {})
        cells = ["".join(map(str, marks.get(at, [left.board[at] or solution[at]]))) for at in range(81)]
        return "\n".join(" ".join(cells[at : at + 9]) for at in range(0, 81, 9))

    return told, own, solution, step


def test_a_grid_of_candidates_counts_as_the_users_marks_where_it_is_asked_for(capsys, candidates):
    told_as, _, _, step = candidates
    hints = []
    for words in ([], ["--marks"]):
        assert main(["hint", "--text", told_as(), "--json", *words]) == 0
        hints += told(capsys)
    removed = [[f"r{cell // 9 + 1}c{cell % 9 + 1}", digit] for cell, digit in step.removes]
    assert hints[0]["removes"] == removed
    assert all(each not in hints[1]["removes"] for each in removed)


def test_candidates_without_the_right_digit_are_named_by_their_cell(capsys, candidates):
    told_as, own, solution, _ = candidates
    cell = next(at for at, digits in own.items() if len(digits) > 2)
    text = told_as({cell: [digit for digit in own[cell] if digit != solution[cell]]})
    assert main(["hint", "--text", text]) == 0
    capsys.readouterr()
    assert main(["hint", "--text", text, "--marks"]) == 1
    assert f"not among the marks of r{cell // 9 + 1}c{cell % 9 + 1}." in capsys.readouterr().err


@pytest.mark.parametrize("symmetry", [[], ["--symmetry"]])
@pytest.mark.parametrize("size", [6, 9])
def test_puzzles_are_made_to_order(capsys, symmetry, size):
    order = ["generate", "--rating", "1.2..2.3", "--count", "3", "--seed", "7", "--size", str(size), *symmetry]
    assert main(order) == 0
    rows = capsys.readouterr().out.split()
    assert len(set(rows)) == 3
    shape = SHAPES[size]
    for row in rows:
        board = parse(row, shape)
        assert unique_solution(board, shape)
        assert 1.2 <= rated(position(board, shape)).rating <= 2.3
        if symmetry:
            assert [bool(digit) for digit in board] == [bool(digit) for digit in reversed(board)]
    assert main(order) == 0
    assert capsys.readouterr().out.split() == rows
    assert main([*order, "--json"]) == 0
    assert [each["board"] for each in told(capsys)] == rows


@pytest.mark.parametrize("wish", ["", "4..3", "hard", "0.5", "3.5..", "12"])
def test_a_rating_that_is_none_is_a_fault_of_usage(capsys, wish):
    assert main(["generate", "--rating", wish]) == 2
    assert "3.5..4.0" in capsys.readouterr().err


def test_a_rating_that_nothing_has_ends_in_a_sentence(capsys, monkeypatch):
    monkeypatch.setattr("gridpilot.games.sudoku.made_to_order.PATIENCE", 3)
    assert main(["generate", "--size", "4", "--rating", "8.0..9.0"]) == 1
    assert "wider range" in capsys.readouterr().err


def test_without_a_wish_any_puzzle_is_made(capsys):
    assert main(["generate"]) == 0
    assert unique_solution(parse(capsys.readouterr().out, NINE))
