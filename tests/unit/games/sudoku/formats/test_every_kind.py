"""What somebody wrote in any of the usual ways is read as what it was, or refused: never as another puzzle."""

import random
import textwrap
from pathlib import Path

import pytest
from fakes import puzzle_files
from fakes.puzzle_files import (
    OF_ANY_SIZE,
    WRITERS,
    f_puzzles,
    f_puzzles_link,
    k_sudoku,
    solvable,
    sudoku_pad,
    sudoku_pad_link,
)
from fakes.shaped import FIRSTS, SHAPED
from hypothesis import given, settings
from hypothesis import strategies as st

from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku.formats import Found, Puzzle, puzzles
from gridpilot.games.sudoku.grid import NINE, SHAPES, parse, picture, regions_of
from gridpilot.games.sudoku.techniques.layout import digits_in
from gridpilot.games.sudoku.techniques.position import position

BOARDS = Path(__file__).parents[4] / "corpus" / "sudoku" / "boards"
SETS = ("easy", "minimal", "seventeen_clues")
KNOWN = [parse(line) for name in SETS for line in (BOARDS / f"{name}.txt").read_text().split()]
BOARD = st.randoms(use_true_random=False).map(lambda chance: solvable(chance, KNOWN))
ANY_BOARD = st.lists(st.sampled_from([0, 0, *range(10)]), min_size=81, max_size=81).map(tuple)
PACKED = {"f-puzzles, link"}
"""Nobody can tell that a sign of these was changed."""
USUAL = {name: (shape, board) for name, shape, board in FIRSTS if shape == SHAPES[shape.size]}
JIGSAWS = {name: (shape, board) for name, shape, board in FIRSTS if shape.regions}


def only(text: str) -> Puzzle | GridpilotError:
    [found] = puzzles(text)
    return found.puzzle


@pytest.mark.parametrize("kind", WRITERS)
@settings(max_examples=15, deadline=None)
@given(board=BOARD)
def test_a_puzzle_reads_back_as_it_was_written(kind, board):
    assert only(WRITERS[kind](board)) == Puzzle(board, NINE)


FRAMES = {
    "bare": ("", " ", " "),
    "bars": ("*-----------+-----------+-----------*", "|", "|"),
    "HoDoKu": (".-----------.-----------.-----------.", "|", "|"),
    "braces": ("", "} {", "} {"),
}


def candidate_grid(board, frame):
    """As players paste it: what stands there, and what may stand in the other cells."""
    rule, bar, between = FRAMES[frame]
    where = position(board, NINE)
    told = ["".join(map(str, digits_in(own))) or str(board[at]) for at, own in enumerate(where.cells)]
    rows = [told[at : at + 9] for at in range(0, 81, 9)]
    gap = between if between.strip() != "|" else " "
    lines = [f" {bar} ".join(gap.join(row[at : at + 3]) for at in (0, 3, 6)) for row in rows]
    parted = [rule, *lines[:3], rule, *lines[3:6], rule, *lines[6:], rule]
    return "\n".join(line for line in parted if line), told


@pytest.mark.parametrize("frame", FRAMES)
@settings(max_examples=15, deadline=None)
@given(board=BOARD)
def test_a_grid_of_candidates_is_its_digits_and_its_players_marks(frame, board):
    text, told = candidate_grid(board, frame)
    digits = tuple(int(own) if len(own) == 1 else 0 for own in told)
    marks = {at: tuple(map(int, own)) for at, own in enumerate(told) if len(own) > 1}
    assert only(text) == Puzzle(digits, NINE, marks)


@pytest.mark.parametrize("odd", [".", "0", "15x", "105", "155"])
def test_numbers_beside_a_blank_or_an_odd_one_are_no_candidates(odd):
    text, told = candidate_grid(KNOWN[0], "bare")
    several = next(own for own in told if len(own) > 1)
    assert "is neither a digit" in only(text.replace(several, odd, 1)).sentence


def test_rows_that_are_a_word_each_are_no_candidates():
    rows = "1234 3412 2143 4321"
    assert [one.puzzle.board for one in puzzles("\n".join([rows] * 4))] == [parse(rows.replace(" ", ""), SHAPES[4])] * 4


@pytest.mark.parametrize("kind", WRITERS)
@settings(max_examples=15, deadline=None)
@given(board=ANY_BOARD)
def test_digits_at_random_are_read_as_they_are_or_not_at_all(kind, board):
    found = puzzles(WRITERS[kind](board))
    assert [one.puzzle for one in found if isinstance(one.puzzle, Puzzle)] in ([], [Puzzle(board, NINE)])


@pytest.mark.parametrize("name", USUAL)
@pytest.mark.parametrize("kind", [*OF_ANY_SIZE, "numbers"])
def test_other_sizes_read_back_as_they_were_written(kind, name):
    shape, board = USUAL[name]
    written = puzzle_files.numbers(board) if kind == "numbers" else WRITERS[kind](board)
    assert only(written) == Puzzle(board, shape)


@pytest.mark.parametrize("name", [name for name, _, _ in FIRSTS])
@pytest.mark.parametrize("write", [k_sudoku, f_puzzles, f_puzzles_link, sudoku_pad, sudoku_pad_link])
def test_regions_read_back_as_they_were_written(write, name):
    _, shape, board = next(first for first in FIRSTS if first[0] == name)
    assert only(write(board, regions_of(shape))) == Puzzle(board, shape)


@pytest.mark.parametrize(("name", "shape", "board"), FIRSTS)
def test_what_gridpilot_draws_itself_is_read_back_and_of_a_jigsaw_its_regions_are_asked_for(name, shape, board):
    drawn = picture(board, shape)
    assert [one.puzzle for one in puzzles(drawn, shape)] == [Puzzle(board, shape)]
    if shape.regions:
        assert "--regions" in only(drawn).fix
    else:
        assert only(drawn) == Puzzle(board, shape)


def test_regions_beside_a_puzzle_and_its_name_are_read():
    found = puzzles((BOARDS / "shaped.txt").read_text())
    assert [one.puzzle for one in found] == [Puzzle(board, shape) for _, shape, board in SHAPED]


@pytest.mark.parametrize("kind", ["one line, .", "one line, -", "a name behind", "HoDoKu", "f-puzzles, link"])
def test_puzzles_a_line_are_each_found_with_their_line(kind):
    chance = random.Random(kind)
    boards = [solvable(chance, KNOWN) for _ in range(70)]
    assert puzzles("".join(WRITERS[kind](board).rstrip("\n") + "\n" for board in boards)) == [
        Found(line, Puzzle(board, NINE)) for line, board in enumerate(boards, 1)
    ]


@pytest.mark.parametrize("kind", ["rows, .", "rows, -", "frame, .", "frame,  ", "commas", "tabs", "Markdown"])
@pytest.mark.parametrize("between", ["\n\n", "\n\n\n", "\nGrid 02\n", "\n\nGrid 02\n\n", "\n# the next\n\n"])
def test_puzzles_below_one_another_are_each_found(kind, between):
    boards = [solvable(random.Random(kind), KNOWN) for _ in range(3)]
    text = between.join(WRITERS[kind](board).strip("\n") for board in boards)
    assert [one.puzzle for one in puzzles(text)] == [Puzzle(board, NINE) for board in boards]


def test_bands_apart_are_one_puzzle_and_twice_as_many_two():
    rows = [puzzle_files.signs(row) for row in puzzle_files.rows_of(KNOWN[0])]
    banded = "\n\n".join("\n".join(rows[start : start + 3]) for start in (0, 3, 6))
    assert [one.puzzle for one in puzzles(banded)] == [Puzzle(KNOWN[0], NINE)]
    assert [one.puzzle for one in puzzles(f"{banded}\n\n\n{banded}")] == [Puzzle(KNOWN[0], NINE)] * 2
    assert [one.puzzle for one in puzzles("\n".join(rows * 2))] == [Puzzle(KNOWN[0], NINE)] * 2


@settings(max_examples=400, deadline=None)
@given(text=st.text() | st.text(alphabet="0123456789.-_|+x*?/,;:\t\n\n #[]{}\"'abgzE") | st.text(alphabet="5.\n-|"))
def test_anything_at_all_is_refused_in_a_sentence_or_is_a_puzzle(text):
    for one in puzzles(text):
        assert isinstance(one.puzzle, Puzzle) or (one.puzzle.message and "{" not in one.puzzle.message[:1])
        assert one.line <= len(text.splitlines()) + 1


@settings(max_examples=400, deadline=None)
@given(board=BOARD, kind=st.sampled_from(sorted({*WRITERS} - PACKED)), chance=st.randoms(use_true_random=False))
def test_a_damaged_text_is_no_other_puzzle(board, kind, chance):
    """A sign is left out, doubled or replaced. What is read then still has all rows whole."""
    text = WRITERS[kind](board)
    at = chance.randrange(len(text))
    change = chance.choice(["", text[at] * 2, chance.choice("@ÄQ\x07")])
    for one in puzzles(text[:at] + change + text[at + 1 :]):
        if isinstance(one.puzzle, Puzzle):
            wrong = sum(new != old for new, old in zip(one.puzzle.board, board, strict=True))
            assert wrong <= 1, (kind, at, change)


HANDLED = {
    "stripped": str.strip,
    "lines without their ends": lambda text: "\n".join(line.rstrip() for line in text.split("\n")),
    "lines without their beginnings": lambda text: "\n".join(line.lstrip() for line in text.split("\n")),
    "indented": lambda text: textwrap.indent(text, "    "),
    "quoted": lambda text: textwrap.indent(text, "> "),
    "Windows' line ends": lambda text: text.replace("\n", "\r\n"),
    "empty lines between": lambda text: text.replace("\n", "\n\n"),
    "a line less": lambda text: "".join(text.splitlines(keepends=True)[:-1]),
    "a line twice": lambda text: text + text.splitlines(keepends=True)[-1],
}


@settings(max_examples=300, deadline=None)
@given(board=BOARD, kind=st.sampled_from(sorted({*WRITERS} - PACKED)), handled=st.sampled_from(sorted(HANDLED)))
def test_what_copying_does_to_a_text_makes_no_other_puzzle_of_it(board, kind, handled):
    found = puzzles(HANDLED[handled](WRITERS[kind](board)))
    assert {one.puzzle for one in found if isinstance(one.puzzle, Puzzle)} <= {Puzzle(board, NINE)}


@pytest.mark.parametrize("damage", [("\n[State]", "[State]"), ("[State]", "State]"), ("[State]", "\x07")])
def test_a_damaged_heading_makes_no_puzzle_of_what_a_game_keeps_beside_it(damage):
    board = KNOWN[0]
    found = puzzles(WRITERS["sections"](board).replace(*damage))
    assert {one.puzzle for one in found if isinstance(one.puzzle, Puzzle)} <= {Puzzle(board, NINE)}


def test_a_comma_too_many_moves_no_digit_though_the_lines_are_alike_in_length():
    rows = [
        "9,,,7,,,,,",
        ",,,,5,,,,",
        "2,,,,,,,,1",
        "7,,6,,,,,,",
        ",5,9,,,,,,",
        ",,,,,4,,,2",
        ",,,,,2,,9,",
        ",,,,3,1,,,",
        ",,3,,,,,7,",
    ]
    assert isinstance(only("\n".join(rows)), Puzzle)
    rows[1] = "," + rows[1]
    assert isinstance(only("\n".join(rows)), GridpilotError)
