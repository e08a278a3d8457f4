import pytest
from fakes.shaped import FIRSTS

from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku.grid import (
    LETTERS,
    NINE,
    SHAPES,
    Shape,
    complete,
    conflicts,
    houses,
    line,
    parse,
    peers,
    picture,
    regions_of,
    shape_in,
    shape_of,
)
from gridpilot.geometry import Cell

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"


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
    with pytest.raises(GridpilotError, match="'7' in r1c1"):
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
    ],
)
def test_a_board_is_read_from_signs_for_its_cells(text):
    assert line(parse(text)) == PUZZLE


def test_a_sign_that_is_neither_digit_nor_blank_is_named_with_its_cell():
    with pytest.raises(GridpilotError, match=r"'x' in r2c3"):
        parse("123456789\n12x" + "." * 69)


def test_digits_of_other_scripts_are_refused():
    with pytest.raises(GridpilotError, match="neither a digit"):
        parse("٣" + "." * 80)


@pytest.mark.parametrize(("text", "said"), [("", "0 cells"), ("." * 80, "80 cells, where 81"), ("." * 82, "82")])
def test_a_board_of_the_wrong_length_says_how_long_it_is(text, said):
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


@pytest.mark.parametrize(("name", "shape", "board"), FIRSTS)
def test_a_board_of_any_size_and_form_survives_being_written_in_every_way(name, shape, board):
    numbers = " ".join(str(digit or "_") for digit in board)
    signs = "".join(LETTERS[digit - 1] if digit else "." for digit in board)
    ways = (line(board), numbers, signs, signs.upper())
    assert [parse(text, shape) for text in ways] == [board] * len(ways)
    assert {shape_in(text) for text in ways} == {SHAPES[shape.size]}


def test_a_jigsaw_is_drawn_with_its_regions():
    shape = shape_of("aaab" + "acbb" + "ccbd" + "cddd")
    assert picture((1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0, 4, 3, 2, 1), shape).splitlines() == [
        " 1   2   3 | 4",
        "   +---+---+",
        " . | . | .   .",
        "---+   +   +---",
        " .   . | . | .",
        "   +---+---+",
        " 4 | 3   2   1",
    ]


def test_a_map_of_the_usual_boxes_is_no_jigsaw():
    for size, shape in SHAPES.items():
        named = [LETTERS[-1 - region] for region in regions_of(shape)]
        assert shape_of(named) == shape
        assert shape_of(named).size == size
    assert shape_of("aabbcc" * 3 + "ddeeff" * 3) == Shape(3, 2)


@pytest.mark.parametrize(
    ("regions", "said"),
    [
        ("aabb" * 3, "12 cells have a region"),
        ("a" * 25, "25 cells have a region"),
        ("aaaabbbbccccdddc", "c has 5, d has 3"),
        ("a" * 81, "there are 1"),
    ],
)
def test_regions_that_do_not_make_a_board_are_refused(regions, said):
    with pytest.raises(GridpilotError, match=said):
        shape_of(regions)


def test_a_number_that_the_board_does_not_have_is_named_with_its_place():
    text = " ".join(["."] * 143 + ["13"])
    with pytest.raises(GridpilotError, match="'13' in r12c12 is neither a digit 1 to 12"):
        parse(text, SHAPES[12])
