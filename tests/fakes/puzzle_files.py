"""Writers of the kinds of puzzle files that people have, after what programs write, not after what reads them."""

import json
import random
from collections.abc import Callable, Sequence
from math import isqrt
from urllib.parse import quote

Board = Sequence[int]
SIGNS = ".123456789abcdefg"


def rows_of(board: Board) -> list[Board]:
    size = isqrt(len(board))
    return [board[start : start + size] for start in range(0, len(board), size)]


def signs(board: Board, blank: str = ".") -> str:
    return "".join(SIGNS[digit] if digit else blank for digit in board)


def by_rows(blank: str = ".", between: str = "") -> Callable[[Board], str]:
    return lambda board: "\n".join(between.join(signs(row, blank)) for row in rows_of(board)) + "\n"


def framed(board: Board, blank: str = ".", corner: str = "+", across: str = "-", down: str = "|") -> str:
    """With lines around each box of the usual size."""
    size = isqrt(len(board))
    high, wide = {4: (2, 2), 6: (2, 3), 9: (3, 3), 12: (3, 4), 16: (4, 4)}[size]
    rule = corner.join(["", *[across * (2 * wide + 1)] * (size // wide), ""])
    lines = [rule]
    for number, row in enumerate(rows_of(board), 1):
        groups = [" ".join(signs(row[start : start + wide], blank)) for start in range(0, size, wide)]
        lines.append(down + down.join(f" {group} " for group in groups) + down)
        lines += [rule] if number % high == 0 else []
    return "\n".join(lines)


def markdown(board: Board) -> str:
    lines = ["| " + " | ".join(str(digit or " ") for digit in row) + " |" for row in rows_of(board)]
    return "\n".join([lines[0], "|" + "---|" * isqrt(len(board)), *lines[1:]])


def table(delimiter: str, blank: str = "") -> Callable[[Board], str]:
    return lambda board: (
        "\n".join(delimiter.join(str(digit or blank) for digit in row) for row in rows_of(board)) + "\n"
    )


def numbers(board: Board) -> str:
    """Each cell by itself, numbers above nine as such."""
    return "\n".join(" ".join(str(digit or ".") for digit in row) for row in rows_of(board))


def in_digits_of(nought: int, blank: str = ".") -> Callable[[Board], str]:
    """In the digits of another script, the nought of which has this code."""
    return lambda board: "\n".join(
        "".join(chr(nought + digit) if digit else blank for digit in row) for row in rows_of(board)
    )


def hodoku(board: Board, entered: Board | None = None) -> str:
    """`entered`: digits of the player's, which have a plus."""
    more = entered or [0] * len(board)
    cells = "".join(
        signs([given]) if given else f"+{digit}" if digit else "." for given, digit in zip(board, more, strict=True)
    )
    return f":0000:x:{cells}:612 713::\n"


def open_sudoku(*boards: Board) -> str:
    games = "".join(f'<game data="{signs(board, "0")}" />\n' for board in boards)
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<opensudoku>\n<name>Own</name>\n<author>me</author>\n'
    return f"{head}{games}</opensudoku>\n"


def open_sudoku_begun(version: int, entered: Board | None = None) -> Callable[[Board], str]:
    """A game that was begun: digit, notes, and whether the cell may be edited."""
    notes = {1: "1,2,|", 2: "0||", 3: "0|", 4: "0|0|"}[version]

    def write(board: Board) -> str:
        more = entered or [0] * 81
        cells = "".join(f"{given or digit}|{notes}{int(not given)}|" for given, digit in zip(board, more, strict=True))
        return (
            f'<opensudoku version="3"><game created="1" state="1" data="version: {version}&#10;{cells}" /></opensudoku>'
        )

    return write


def k_sudoku(
    board: Board,
    regions: Sequence[int] | None = None,
    groups: Sequence[Sequence[int]] = (),
    cages: str = "",
    name: str = "Jigsaw",
) -> str:
    """Column by column; `groups`: further ones."""
    size = isqrt(len(board))
    turned = [size * (at % size) + at // size for at in range(size * size)]
    values = "".join(chr(ord("a") + board[at]) if board[at] else "_" for at in turned)
    if regions is None and not groups and not cages:
        graph = f'<graph order="{size}" type="sudoku" specific-type="Plain"/>'
    else:
        cliques = [
            [at for at in range(size * size) if regions[turned[at]] == name] for name in dict.fromkeys(regions or ())
        ]
        told = "".join(f'<clique size="{len(one)}">{" ".join(map(str, one))} </clique>' for one in (*cliques, *groups))
        sides = f'sizeX="{size}" sizeY="{size}" sizeZ="1" ncliques="{2 * size + len(cliques) + len(groups)}"'
        blocks = f'<sudokugroups at="0" withblocks="{int(not cliques)}"/>'
        graph = f'<graph order="{size}" type="custom" specific-type="{name}" name="own" {sides}>{blocks}{told}{cages}'
        graph += "</graph>"
    return (
        f'<!DOCTYPE ksudoku>\n<ksudoku>\n <game had-help="0" msecs-elapsed="4711">\n  <puzzle>\n   {graph}\n'
        f"   <values>{values}</values>\n  </puzzle>\n"
        '  <history>\n   <simple-event index="1" value="3"/>\n  </history>\n </game>\n</ksudoku>\n'
    )


def gnome(board: Board, entered: Board | None = None) -> str:
    more = entered or [0] * 81
    cells = [
        {"position": [at // 9, at % 9], "value": given or digit, "fixed": bool(given), "earmarks": [1, 2] * (not given)}
        for at, (given, digit) in enumerate(zip(board, more, strict=True))
        if given or digit or at % 7 == 0
    ]
    return json.dumps({"difficulty_category": "Easy Difficulty", "time_elapsed": 1.5, "cells": cells})


def f_puzzles(board: Board, regions: Sequence[int] | None = None, **more: object) -> str:
    size = isqrt(len(board))
    cells = [[{"value": digit, "given": True} if digit else {} for digit in row] for row in rows_of(board)]
    for at, region in enumerate(regions or ()):
        cells[at // size][at % size]["region"] = region
    return json.dumps({"size": size, "title": "own", "author": "me", "grid": cells} | more, separators=(",", ":"))


def f_puzzles_link(board: Board, regions: Sequence[int] | None = None, **more: object) -> str:
    return "https://f-puzzles.com/?load=" + packed(f_puzzles(board, regions, **more))


def sudoku_pad(board: Board, regions: Sequence[int], **more: object) -> str:
    size = isqrt(len(board))
    cells = [[{"value": digit} if digit else {} for digit in row] for row in rows_of(board)]
    places = [
        [[at // size, at % size] for at in range(len(board)) if regions[at] == name] for name in dict.fromkeys(regions)
    ]
    empty: dict[str, list[object]] = {name: [] for name in ("arrows", "cages", "lines", "overlays", "underlays")}
    return json.dumps({"cellSize": 50, "cells": cells, "regions": places, "id": "own"} | empty | more)


SHORT = {"cells": "ce", "cellSize": "cs", "regions": "re", "cages": "ca", "value": "v", "title": "t", "lines": "l"}


def shortened(told: object) -> str:
    """As SudokuPad shortens: short names without quotes, single quotes, no empty objects in lists, no empty lists."""
    match told:
        case dict():
            filled = {name: value for name, value in told.items() if value != []}
            return "{" + ",".join(f"{SHORT.get(name, name)}:{shortened(value)}" for name, value in filled.items()) + "}"
        case list():
            return "[" + ",".join("" if item == {} else shortened(item) for item in told) + "]"
        case bool():
            return "t" if told else "f"
        case str():
            return told if told.isdecimal() else "'" + told.replace("'", "\\'") + "'"
    return str(told)


def sudoku_pad_link(board: Board, regions: Sequence[int], **more: object) -> str:
    return "https://sudokupad.app/scl" + quote(packed(shortened(json.loads(sudoku_pad(board, regions, **more)))))


def packed(text: str) -> str:
    """LZ-string, base 64, after the description of the format: each longest known text is told by its number."""
    bits: list[int] = []
    table: dict[str, int] = {}
    untold: set[str] = set()
    width, count, left = 2, 3, 2  # `left`: numbers until they are a bit wider

    def tell(number: int, wide: int) -> None:
        bits.extend(number >> place & 1 for place in range(wide))

    def told(known: str) -> None:
        nonlocal width, left
        if known in untold:
            untold.remove(known)
            code = ord(known)
            tell(code >= 256, width)
            tell(code, 16 if code >= 256 else 8)
            left -= 1
            if not left:
                left, width = 1 << width, width + 1
        else:
            tell(table[known], width)
        left -= 1
        if not left:
            left, width = 1 << width, width + 1

    known = ""
    units = text.encode("utf-16-le")
    for sign in (chr(units[at] | units[at + 1] << 8) for at in range(0, len(units), 2)):
        if sign not in table:
            table[sign], count = count, count + 1
            untold.add(sign)
        if known + sign in table:
            known += sign
            continue
        told(known)
        table[known + sign], count = count, count + 1
        known = sign
    if known:
        told(known)
    tell(2, width)
    bits += [0] * (-len(bits) % 6)
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    codes = [int("".join(map(str, bits[at : at + 6])), 2) for at in range(0, len(bits), 6)]
    text = "".join(alphabet[code] for code in codes)
    return text + "=" * (-len(text) % 4)


WRITERS: dict[str, Callable[[Board], str]] = {
    **{f"one line, {blank}": lambda board, blank=blank: signs(board, blank) + "\n" for blank in ".0_*-?xX·□–"},
    **{f"rows, {blank}": by_rows(blank) for blank in ".0_*-?xX·□–"},
    **{f"rows apart, {blank}": by_rows(blank, " ") for blank in ".0_*-?x"},
    **{f"frame, {blank}": lambda board, blank=blank: framed(board, blank) for blank in ".0_*-?x "},
    "frame of stars": lambda board: framed(board, corner="*"),
    "frame of dots": lambda board: framed(board, corner="."),
    "frame of Unicode's lines": lambda board: framed(board, corner="╋", across="━", down="┃"),
    "frame of Unicode's lines, nothing in blanks": lambda board: framed(board, " ", "╋", "━", "┃"),
    "frame of equals signs": lambda board: framed(board, across="="),
    "Markdown": markdown,
    "commas": table(","),
    "commas, 0": table(",", "0"),
    "semicolons": table(";"),
    "tabs": table("\t"),
    "tabs, -": table("\t", "-"),
    "one line of commas": lambda board: ",".join(str(digit or "") for digit in board),
    "slashes": lambda board: "/".join(signs(row) for row in rows_of(board)),
    "words": lambda board: " ".join(signs(row) for row in rows_of(board)),
    "a list of lists": lambda board: str([list(row) for row in rows_of(board)]),
    "lines of a program": lambda board: ",\n".join(f'    "{signs(row)}"' for row in rows_of(board)),
    "a title above": lambda board: "Sudoku 17, easy (by me)\n\n" + by_rows()(board),
    "a title right above": lambda board: "Grid 01\n" + by_rows("0")(board),
    "comments": lambda board: "#A somebody\n#D for a test\n" + by_rows()(board),
    "sections": lambda board: "[Puzzle]\n" + by_rows()(board) + "[State]\n" + by_rows()(board[::-1]),
    "a heading": lambda board: f"puzzle,difficulty\n{signs(board)},hard\n",
    "a number and a rating": lambda board: f"id,puzzle,clues,rating\n17,{signs(board)},30,2.6\n",
    "a name behind": lambda board: f"{signs(board)} Easter Monster\n",
    "full width": in_digits_of(0xFF10, "．"),
    "Arabic-Indic": in_digits_of(0x660),
    "Persian": in_digits_of(0x6F0),
    "Persian, nought": in_digits_of(0x6F0, "۰"),
    "Devanagari, dash": in_digits_of(0x966, "-"),
    "HoDoKu": hodoku,
    "OpenSudoku": open_sudoku,
    **{f"OpenSudoku, begun, {version}": open_sudoku_begun(version) for version in (1, 2, 3, 4)},
    "KSudoku": k_sudoku,
    "GNOME Sudoku": gnome,
    "f-puzzles": f_puzzles,
    "f-puzzles, link": f_puzzles_link,
    "a link with the digits": lambda board: f"https://sudoku.example/play?board={signs(board, '0')}&level=3",
}
"""How a board of nine by nine may be written."""

OF_ANY_SIZE = (
    *(
        "one line, .",
        "rows, .",
        "rows, -",
        "rows, ?",
        "rows apart, .",
        "rows apart, -",
        "frame, .",
        "frame, -",
        "frame,  ",
    ),
    *(
        "frame of stars",
        "commas",
        "tabs",
        "one line of commas",
        "slashes",
        "a title above",
        "f-puzzles",
        "f-puzzles, link",
    ),
)


def solvable(chance: random.Random, puzzles: Sequence[Board]) -> Board:
    """One of the puzzles with its digits, bands, rows and columns changed about."""
    board = list(chance.choice(puzzles))
    digits = [0, *chance.sample(range(1, 10), 9)]
    rows = [3 * band + row for band in chance.sample(range(3), 3) for row in chance.sample(range(3), 3)]
    columns = [3 * band + row for band in chance.sample(range(3), 3) for row in chance.sample(range(3), 3)]
    return tuple(digits[board[9 * row + column]] for row in rows for column in columns)
