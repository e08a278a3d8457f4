"""What is said of puzzles from a text, a file or a link that cannot be taken as they are."""

from __future__ import annotations

from gridpilot.texts.language import _

Told = tuple[str, str, str]
"""Title, message, fix."""

BLANKS = ". 0 _ * - ? x"
ROW_BY_ROW = _("Write the cells row by row: digits, and a dot for each blank cell.")
PLAIN_FILE = _("Give it as text instead: digits row by row, and a dot for each blank cell.")

VARIANTS = {
    "antiking": _("anti-king rules"),
    "antiknight": _("anti-knight rules"),
    "arrow": _("arrows"),
    "arrows": _("arrows"),
    "aztec": _("boards that overlap"),
    "betweenline": _("lines with a rule of their own"),
    "cage": _("cages"),
    "cages": _("cages, as killer sudokus have"),
    "clone": _("clones"),
    "columnindexer": _("indexed columns"),
    "diagonal+": _("diagonals"),
    "diagonal-": _("diagonals"),
    "difference": _("differences between cells"),
    "disjointgroups": _("disjoint groups"),
    "entropicline": _("lines with a rule of their own"),
    "even": _("cells for even digits"),
    "extraregion": _("further regions"),
    "foglight": _("fog"),
    "circle": _("circles"),
    "killercage": _("killer cages"),
    "killersudoku": _("killer cages"),
    "line": _("lines, which may have a rule"),
    "lines": _("lines, which may have a rule"),
    "littlekillersum": _("sums of diagonals"),
    "mathdoku": _("cages to calculate with"),
    "maximum": _("cells larger than their neighbours"),
    "minimum": _("cells smaller than their neighbours"),
    "modularline": _("lines with a rule of their own"),
    "nonconsecutive": _("non-consecutive neighbours"),
    "odd": _("cells for odd digits"),
    "overlays": _("signs drawn over the board, which may have a rule"),
    "palindrome": _("palindromes"),
    "quadruple": _("quadruples"),
    "ratio": _("ratios between cells"),
    "rectangle": _("rectangles"),
    "regionsumline": _("lines with a rule of their own"),
    "renban": _("lines with a rule of their own"),
    "rowindexer": _("indexed rows"),
    "roxdoku": _("a third dimension"),
    "samurai": _("boards that overlap"),
    "sandwichsum": _("sandwich sums"),
    "skyscraper": _("skyscraper clues"),
    "text": _("texts"),
    "thermometer": _("thermometers"),
    "tinysamurai": _("boards that overlap"),
    "underlays": _("signs drawn under the board, which may have a rule"),
    "whispers": _("lines with a rule of their own"),
    "xsudoku": _("diagonals"),
    "xsum": _("X-sums"),
    "xv": _("sums of neighbours"),
}
"""What the rules are called that puzzle editors add."""


def no_board(message: str, fix: str = ROW_BY_ROW) -> Told:
    return _("Not a sudoku board"), message, fix


def strange_sign(sign: str, line: int, at: int, size: int) -> Told:
    return no_board(
        _("{sign!r} at line {line}, character {at} is neither a digit 1 to {size} nor a blank ({blanks}).").format(
            sign=sign, line=line, at=at, size=size, blanks=BLANKS
        )
    )


def cells_counted(count: int, line: int) -> Told:
    """For a text that is no board. `line`: where it begins."""
    return no_board(
        _("{count} cells from line {line} on, where 81 are needed; other boards have 16, 36, 144 or 256.").format(
            count=count, line=line
        )
    )


def too_much(line: int) -> Told:
    return no_board(_("What begins at line {line} is too long for a board, and no list of boards.").format(line=line))


def rows_counted(count: int, size: int, line: int) -> Told:
    return no_board(
        _("{count} rows of {size} cells from line {line} on, where {size} rows are needed.").format(
            count=count, size=size, line=line
        )
    )


def uneven_row(line: int, count: int, size: int) -> Told:
    return no_board(
        _("Line {line} has {count} cells, where {size} are needed.").format(line=line, count=count, size=size)
    )


def two_readings(line: int) -> Told:
    return no_board(
        _("What begins at line {line} can be read as more than one board: whether a dash or an underscore is a blank "
          "there, or the number of a column, is not clear.").format(line=line),
        _("Write a dot for each blank cell."),
    )  # fmt: skip


def two_kinds_of_blanks(line: int) -> Told:
    return no_board(
        _("What begins at line {line} has the sign 0 beside another one for blanks: whether it is a digit is not "
          "clear.").format(line=line),
        _("Write a dot for each blank cell, and the digits from 1 on: 1 to 9, then a, b, c."),
    )  # fmt: skip


def several_in_one_line(line: int) -> Told:
    return no_board(
        _("Line {line} holds more than one board, and none of them is the solution of another.").format(line=line),
        _("Write one puzzle a line."),
    )


def strange_lines(line: int) -> Told:
    return no_board(
        _("The lines drawn in what begins at line {line} are not those of usual boxes.").format(line=line),
        _("Name the region of each cell: gridpilot solve --text PUZZLE --regions aabb…"),
    )


def other_cells(cells: int, regions: int) -> Told:
    return no_board(
        _("{cells} cells, and regions for {regions}.").format(cells=cells, regions=regions),
        _("Give one letter for each cell."),
    )


def not_whole(kind: str) -> Told:
    """A file or link of a known kind that is cut off or damaged."""
    return no_board(_("It looks like {kind}, but cannot be read.").format(kind=kind), _("Save or copy it once more."))


def not_that_size(kind: str, size: str) -> Told:
    return no_board(
        _("{kind}: a board of {size} cells a side. Sudokus of 4, 6, 9, 12 and 16 are known.").format(
            kind=kind, size=size
        ),
        _("Give another one."),
    )


def strange_value(kind: str, value: str, cell: str, size: int) -> Told:
    return no_board(
        _("{kind}: {value!r} in {cell} is no digit 1 to {size}.").format(
            kind=kind, value=value, cell=cell, size=size
        ),
        PLAIN_FILE,
    )  # fmt: skip


def variant(kind: str, names: list[str]) -> Told:
    """`names`: the rules as the file calls them."""
    told = ", ".join(dict.fromkeys(VARIANTS.get(name, f"'{name}'") for name in names))
    return (
        _("Not a usual sudoku"),
        _("{kind}: it has {rules}, which are not known here.").format(kind=kind, rules=told),
        _("Rows, columns and boxes or regions are; without the rest it would be another puzzle."),
    )


def own_rules(kind: str, rules: str) -> Told:
    return (
        _("Not a usual sudoku"),
        _("{kind}: it comes with rules in words that may be more than the usual ones: “{rules}”").format(
            kind=kind, rules=rules if len(rules) <= MOST_QUOTED else rules[:MOST_QUOTED] + " …"
        ),
        _("If they are not, give it as text: digits row by row, and a dot for each blank cell."),
    )


MOST_QUOTED = 120  # characters of a puzzle's rules; not tuned


def no_regions(kind: str) -> Told:
    return no_board(_("{kind}: it does not say which cells are a box.").format(kind=kind), PLAIN_FILE)


def only_a_name(link: str) -> Told:
    return (
        _("The link holds no puzzle"),
        _("{link} only names a puzzle that lies elsewhere, and gridpilot asks nothing of the network.").format(
            link=link
        ),
        _("Open it, and copy the long link or the digits from there."),
    )


def unknown_file(kind: str) -> Told:
    return no_board(
        _("It is a file of a kind that is not known ({kind}).").format(kind=kind),
        _("Known are OpenSudoku's, KSudoku's and GNOME Sudoku's, those of f-puzzles and SudokuPad, and plain text."),
    )
