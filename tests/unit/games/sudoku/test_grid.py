from pathlib import Path

import pytest

from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku.grid import NINE, Shape, complete, conflicts, houses, line, parse, peers, picture
from gridpilot.geometry import Cell

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
BOARDS = Path(__file__).parents[3] / "corpus" / "sudoku" / "boards"


def test_every_cell_is_in_three_houses_of_nine_and_has_twenty_peers():
    assert len(houses()) == 27
    assert all(len(set(house)) == 9 for house in houses())
    for cell in range(81):
        assert sum(cell in house for house in houses()) == 3
        assert len(peers()[cell]) == 20
        assert cell not in peers()[cell]


def test_the_size_follows_from_the_box():
    six = Shape(box_rows=2, box_cols=3)
    assert six.size == 6
    assert len(houses(six)) == 18
    assert houses(six)[12] == (0, 1, 2, 6, 7, 8)
    assert line(parse("12 34 56" + "." * 30, six)) == "123456" + "." * 30
    with pytest.raises(GridpilotError, match="'7' at line 1, character 1"):
        parse("7" + "." * 35, six)


def test_cells_are_named_as_people_count():
    assert str(NINE.cell(0)) == "r1c1"
    assert str(NINE.cell(33)) == "r4c7"
    assert NINE.index(Cell(3, 6)) == 33


@pytest.mark.parametrize(
    "text",
    [
        PUZZLE,
        PUZZLE.replace(".", "0"),
        PUZZLE.replace(".", "_"),
        PUZZLE.replace(".", "*") + "\n",
        "\n".join(PUZZLE[start : start + 9] for start in range(0, 81, 9)),
        " ".join(PUZZLE),
        picture(parse(PUZZLE)),
        "+---+---+---+\r\n" + "\r\n".join(f"|{PUZZLE[n : n + 9]}|" for n in range(0, 81, 9)),
    ],
)
def test_a_board_is_read_from_the_usual_ways_to_write_it(text):
    assert line(parse(text)) == PUZZLE


def test_every_board_survives_being_drawn_and_read_back():
    for text in (BOARDS / "easy.txt").read_text().split():
        assert line(parse(picture(parse(text)))) == text


def test_a_sign_that_is_neither_digit_nor_blank_is_named_with_its_place():
    with pytest.raises(GridpilotError, match=r"'x' at line 2, character 3"):
        parse("123456789\n12x" + "." * 69)


def test_digits_of_other_scripts_are_refused():
    with pytest.raises(GridpilotError, match="neither a digit"):
        parse("٣" + "." * 80)


@pytest.mark.parametrize(
    ("text", "said"), [("", "0 cells"), ("." * 80, r"80 cells \(the last one is r9c8\)"), ("." * 82, "82")]
)
def test_a_board_of_the_wrong_length_says_how_far_it_got(text, said):
    with pytest.raises(GridpilotError, match=said):
        parse(text)


def test_conflicts_name_every_cell_of_the_clash():
    in_row = parse("5...5...." + "." * 72)
    in_column = parse("5........" * 2 + "." * 63)
    in_box = parse("5........" + "." * 9 + "..5......" + "." * 54)
    assert conflicts(in_row) == (0, 4)
    assert conflicts(in_column) == (0, 9)
    assert conflicts(in_box) == (0, 20)
    assert conflicts(parse("555......" + "." * 72)) == (0, 1, 2)
    assert conflicts(parse(PUZZLE)) == ()


def test_a_full_board_is_complete_only_by_the_rules():
    full = parse("741629835582341697396875421924517386657483219813296574168752943275934168439168752")
    assert complete(full)
    assert not complete((0, *full[1:]))
    assert not complete((full[1], full[0], *full[2:]))
