"""The puzzles of f-puzzles and SudokuPad, of which links and files are made, as parsed JSON.

Most of what these two are used for are variants. So their data is taken only where all that it holds is known to make
no other puzzle of it; the rest is named and refused, also where it may be mere decoration.
"""

from __future__ import annotations

import re
from typing import Any

from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku import grid
from gridpilot.games.sudoku.formats.puzzle import Puzzle, clues, of_values, usual
from gridpilot.texts import puzzle_words

F_PUZZLES, SUDOKU_PAD = "f-puzzles", "SudokuPad"

# What makes no other puzzle, in small letters: the board, names, notes of the player's, colours.
OF_F_PUZZLES = frozenset(
    {
        *("author", "disabledlogic", "grid", "highlightconflicts", "ruleset", "size", "solution", "successmessage"),
        *("title", "truecandidatesoptions"),
    }
)
OF_SUDOKU_PAD = frozenset(
    {"author", "cages", "cells", "cellsize", "id", "metadata", "regions", "settings", "title", "videos"}
)
OF_METADATA = frozenset(
    {
        *("author", "description", "genre", "msgcorrect", "msgincorrect", "postsolutionurl", "rules", "solution"),
        *("source", "title", "video"),
    }
)
OF_CELLS = frozenset(
    {
        *("c", "carray", "centermarks", "centerpencilmarks", "centremarks", "color", "colors", "cornermarks"),
        *("cornerpencilmarks", "given", "highlight", "pencilmarks", "region", "value"),
    }
)

SHORT = {
    "a": "arrows",
    "ca": "cages",
    "ce": "cells",
    "l": "lines",
    "o": "overlays",
    "re": "regions",
    "t": "title",
    "u": "underlays",
    "v": "value",
    "c": "color",
    "cs": "cellSize",
    "vd": "videos",
}
"""SudokuPad's links shorten names."""

WORD = re.compile(r"[^\W\d_]+")
MEASURE = re.compile("\\d+\\s*[x\u00d7]\\s*\\d+")
PLAIN_WORDS = frozenset(
    WORD.findall(
        """a all and any appear appears apply are as at be block blocks box boxes by can cell cells classic column
        columns contain contains digit digits each empty enter every exactly fill from grid here in into is it must
        no normal nonet number numbers of once one only or ordinary place put region regions regular repeat repeated
        repeats row rows rule rules so standard subgrid subgrids such sudoku sudokus that the them this through to
        usual with within without you"""
    )
)
"""Rules in these words alone are the usual ones."""


def of_f_puzzles(data: dict[str, Any]) -> Puzzle:
    """Raises GridpilotError."""
    shape = usual(F_PUZZLES, data.get("size"))
    cells = _cells(F_PUZZLES, data.get("grid"), shape.size)
    _refuse(F_PUZZLES, _strange(data, OF_F_PUZZLES) + [name for cell in cells for name in _strange(cell, OF_CELLS)])
    _check_rules(F_PUZZLES, str(data.get("ruleset") or ""))
    values = clues([(cell.get("value"), cell.get("given") is True) for cell in cells])
    regions = [cell.get("region", box) for cell, box in zip(cells, grid.regions_of(shape), strict=True)]
    if None in regions:
        raise GridpilotError(*puzzle_words.no_regions(F_PUZZLES))
    return of_values(F_PUZZLES, values, grid.shape_of([str(region) for region in regions]))


def of_sudoku_pad(data: dict[str, Any]) -> Puzzle:
    """Raises GridpilotError."""
    told = _long(data)
    size = usual(SUDOKU_PAD, len(_list(SUDOKU_PAD, told.get("cells")))).size
    cells = _cells(SUDOKU_PAD, told.get("cells"), size)
    metadata = _object(told.get("metadata") or {})
    cages = [_long(_object(cage)) for cage in _list(SUDOKU_PAD, told.get("cages") or [])]
    strange = _strange(told, OF_SUDOKU_PAD) + _strange(metadata, OF_METADATA)
    strange += [name for cell in cells for name in _strange(cell, OF_CELLS)]
    _refuse(SUDOKU_PAD, strange + ["cages"] * any(_is_rule(cage, size) for cage in cages))
    _check_rules(SUDOKU_PAD, " ".join([str(metadata.get("rules") or ""), *map(_rules_in, cages)]))
    values = clues([(cell.get("value"), cell.get("given") is not False) for cell in cells])
    return of_values(SUDOKU_PAD, values, grid.shape_of(_regions(told.get("regions") or [], size)))


def _strange(data: dict[str, Any], harmless: frozenset[str]) -> list[str]:
    return [name for name, value in data.items() if value and name.lower() not in harmless]


def _refuse(kind: str, strange: list[str]) -> None:
    """Raises GridpilotError where there is something that may make another puzzle."""
    if strange:
        raise GridpilotError(*puzzle_words.variant(kind, strange))


def _check_rules(kind: str, rules: str) -> None:
    """Raises GridpilotError where rules in words may be more than the usual ones."""
    if not PLAIN_WORDS.issuperset(WORD.findall(MEASURE.sub(" ", rules.lower()))):
        raise GridpilotError(*puzzle_words.own_rules(kind, " ".join(rules.split())))


def _long(data: dict[str, Any]) -> dict[str, Any]:
    return {SHORT.get(name, name): value for name, value in data.items()}


def _cells(kind: str, rows: object, size: int) -> list[dict[str, Any]]:
    """All cells, row by row. Raises GridpilotError."""
    cells = [_list(kind, row) for row in _list(kind, rows)]
    if len(cells) != size or any(len(row) != size for row in cells):
        raise GridpilotError(*puzzle_words.not_whole(kind))
    return [_long(_object(cell, kind)) for row in cells for cell in row]


def _list(kind: str, told: object) -> list[Any]:
    if not isinstance(told, list):
        raise GridpilotError(*puzzle_words.not_whole(kind))
    return told


def _object(told: object, kind: str = SUDOKU_PAD) -> dict[str, Any]:
    if not isinstance(told, dict):
        raise GridpilotError(*puzzle_words.not_whole(kind))
    return told


def _is_rule(cage: dict[str, Any], size: int) -> bool:
    """Whether it is more than a text, which is kept as a cage without cells, and than a row or column, which are kept
    as hidden ones.
    """
    cells = _list(SUDOKU_PAD, cage.get("cells") or [])
    line = cage.get("hidden") is True and not cage.get("value") and _is_line(cells, size)
    return bool(cells) and not line


def _is_line(cells: list[Any], size: int) -> bool:
    """Whether they are a whole row or column."""
    places = {_place(cell, size) for cell in cells}
    return len(places) == size and any(len({place[side] for place in places}) == 1 for side in (0, 1))


def _rules_in(cage: dict[str, Any]) -> str:
    title, _, text = str(cage.get("value") or "").partition(":")
    return text if title.lower() == "rules" else ""


def _place(told: object, size: int) -> tuple[int, int]:
    """Row and column, from 0; numbers may be texts in shortened files. Raises GridpilotError."""
    parts = [str(part) for part in _list(SUDOKU_PAD, told)]
    numbers = [int(part) for part in parts if part.isascii() and part.isdecimal() and len(part) < 3]
    if len(parts) != 2 or len(numbers) != 2 or max(numbers) >= size:
        raise GridpilotError(*puzzle_words.not_whole(SUDOKU_PAD))
    return numbers[0], numbers[1]


def _regions(told: object, size: int) -> list[str]:
    """The region of each cell. Raises GridpilotError."""
    names = [""] * size**2
    for number, region in enumerate(_list(SUDOKU_PAD, told)):
        for row, column in (_place(cell, size) for cell in _list(SUDOKU_PAD, region)):
            if names[row * size + column]:
                raise GridpilotError(*puzzle_words.not_whole(SUDOKU_PAD))
            names[row * size + column] = str(number)
    if "" in names:
        raise GridpilotError(*puzzle_words.no_regions(SUDOKU_PAD))
    return names
