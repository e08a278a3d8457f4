"""A file of each kind, of our own making, as the bytes that a user has: what is in it, or what is said of it."""

from pathlib import Path

import pytest
from fakes.shaped import FIRSTS
from truth import PUZZLES

from gridpilot.cli import sources
from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku.formats import Puzzle
from gridpilot.games.sudoku.grid import NINE, parse

FILES = Path(__file__).parents[4] / "corpus" / "sudoku" / "files"
A, B, C, D = (Puzzle(parse(puzzle.givens), NINE) for puzzle in PUZZLES)
OTHERS = {name: Puzzle(board, shape) for name, shape, board in FIRSTS}

HOLDS = {
    "dashes.txt": [A],
    "dashed-rows.txt": [B],
    "question-marks.txt": [C],
    "crosses.txt": [D],
    "underscores.txt": [A],
    "stars.txt": [B],
    "slashes.txt": [C],
    "title.txt": [D],
    "several.txt": [A, B, C],
    "frame.txt": [A],
    "unicode-frame.txt": [B],
    "table.md": [C],
    "heading.csv": [A, B, C, D],
    "no-heading.csv": [A, B],
    "rated.csv": [A, B],
    "spreadsheet.tsv": [D],
    "spreadsheet.csv": [A],
    "many.sdm": [A, B, C, D],
    "sadman.sdk": [B],
    "latin-1.sdk": [C],
    "utf-16.txt": [D],
    "utf-16-big.txt": [A],
    "utf-16-without-mark.txt": [B],
    "utf-8-mark.txt": [C],
    "full-width.txt": [D],
    "arabic.txt": [A],
    "persian.txt": [B],
    "hodoku.txt": [C, D],
    "collection.opensudoku": [A, B],
    "begun.opensudoku": [C],
    "game.ksudoku": [D],
    "jigsaw.ksudoku": [OTHERS["9x9 jigsaw"]],
    "gnome-sudoku.json": [A],
    "f-puzzles.json": [B],
    "f-puzzles-link.txt": [C],
    "f-puzzles-jigsaw.txt": [OTHERS["6x6 jigsaw"]],
    "sudokupad.json": [D],
    "sudokupad-link.txt": [A],
    "sudokupad-jigsaw.txt": [OTHERS["9x9 jigsaw"]],
    "link-with-digits.txt": [B],
    "4x4.txt": [OTHERS["4x4"]],
    "6x6.txt": [OTHERS["6x6 of 2x3"]],
    "6x6-upright.txt": [OTHERS["6x6 of 3x2"]],
    "12x12.txt": [OTHERS["12x12"]],
    "16x16.txt": [OTHERS["16x16"]],
    "jigsaw.csv": [OTHERS["6x6 jigsaw"]],
}
REFUSED = {
    "killer.json": "f-puzzles: it has killer cages, which are not known here",
    "diagonals.txt": "f-puzzles: it has diagonals, which",
    "thermometer.json": "it has thermometers",
    "sudokupad-killer.txt": "SudokuPad: it has cages, as killer sudokus have",
    "sudokupad-lines.json": "it has lines, which may have a rule",
    "rules.json": "“Normal sudoku rules apply. Cells a knight's move apart differ.”",
    "x.ksudoku": "KSudoku: it has diagonals",
    "killer.ksudoku": "KSudoku: it has killer cages",
    "short-link.txt": "https://sudokupad.app/abcdef1234 only names a puzzle",
    "cut-link.txt": "looks like a puzzle packed into a link, but cannot be read",
    "entities.opensudoku": "looks like OpenSudoku, but cannot be read",
    "page.html": "a kind that is not known (html)",
}


@pytest.mark.parametrize("name", HOLDS)
def test_a_file_of_each_kind_holds_what_was_written(name):
    assert [one.puzzle for one in sources.puzzles(str(FILES / name))[1]] == HOLDS[name]


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_no_usual_sudoku_is_told_as_what_it_is(name):
    [found] = sources.puzzles(str(FILES / "refused" / name))[1]
    assert isinstance(found.puzzle, GridpilotError)
    assert REFUSED[name] in found.puzzle.message
    assert found.puzzle.fix


def test_the_tables_know_all_files():
    assert {path.name for path in FILES.glob("*.*")} == set(HOLDS)
    assert {path.name for path in (FILES / "refused").iterdir()} == set(REFUSED)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("53..7..y.\n" + "." * 72, "'y' at line 1, character 8 is neither a digit 1 to 9 nor a blank (. 0 _ * - ? x)"),
        ("\n".join(["." * 9] * 4 + ["53..7.§.."] + ["." * 9] * 4), "'§' at line 5, character 7"),
        ("Hello", "'H' at line 1, character 1"),
        ("\n".join(["1........"] * 3 + ["what now"] + ["........."] * 5), "'w' at line 4, character 1"),
        ("\n".join(["1........"] * 8), "8 rows of 9 cells from line 1 on, where 9 rows are needed"),
        ("\n".join(["1........"] * 3 + ["1......."] + ["1........"] * 5), "Line 4 has 8 cells, where 9 are needed"),
        ("1" * 25, "25 cells from line 1 on, where 81 are needed; other boards have 16, 36, 144 or 256"),
        ("7" + "." * 35, "'7' at line 1, character 1 is neither a digit 1 to 6"),
        (f"{PUZZLES[0].givens},{PUZZLES[1].givens}", "Line 1 holds more than one board"),
        (f"{PUZZLES[0].givens[1:]},{PUZZLES[0].solution}", "80 cells from line 1 on"),
        (("0f" + "." * 14 + "\n") * 16, "the sign 0 beside another one for blanks"),
        (" 1   2   3 | 4\n   +---+---+\n . | . | .   .\n---+   +   +---\n .   . | . | .\n   +---+---+\n 4 | 3   2   1",
         "not those of usual boxes"),
    ],
)  # fmt: skip
def test_what_is_not_understood_is_named_with_its_line(text, said):
    faults = [one.puzzle for one in sources.puzzles(text + "\n")[1] if isinstance(one.puzzle, GridpilotError)]
    assert said in faults[0].message


def test_a_text_that_can_be_read_as_two_boards_is_refused():
    """Sixteen digits up to 4 among dashes: nine by nine with dashes for blanks, or four by four with lines drawn."""
    text = ("1-2-3-4--" + "-" * 9) * 4 + "-" * 9
    [found] = sources.puzzles(text)[1]
    assert "more than one board" in found.puzzle.message
