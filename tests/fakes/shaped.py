"""Puzzles with one solution on boards of every size and form: the name of the form, its shape, the board."""

from pathlib import Path

from gridpilot.games.sudoku.grid import parse, shape_of

FILE = Path(__file__).parents[1] / "corpus" / "sudoku" / "boards" / "shaped.txt"


def _puzzles():
    for line in FILE.read_text("ascii").splitlines():
        name, text, regions = line.split("; ")
        shape = shape_of(regions)
        yield name, shape, parse(text, shape)


SHAPED = tuple(_puzzles())
FIRSTS = tuple({name: (name, shape, board) for name, shape, board in reversed(SHAPED)}.values())
"""One of each form."""

TOO_HARD = parse(
    "f.6..ab35.......9.......3ga...8.............a..53....4.g7.cf..e..8..6...4.gc.a...g...9..e........e.fb..4..1.2.5."
    "5.ca.2..8.6.d.942b.....6..5..c1..5....9a...2.....4..3.2....g.7b6..e3..c.61......a.58c....2...dg..63..b..9.85...."
    "....9..5.....f...7fc..421..68..9",
    shape_of([(index // 64, index % 16 // 4) for index in range(256)]),
)
"""Sixteen by sixteen with so few clues that it cannot be done without guesses; there are many solutions."""
