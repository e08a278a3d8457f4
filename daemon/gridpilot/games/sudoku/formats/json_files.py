"""Files of JSON: GNOME Sudoku's saved games, and the puzzles of the web's editors."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from gridpilot import whole_file
from gridpilot.errors import GridpilotError
from gridpilot.games.sudoku.formats import editors, short_json
from gridpilot.games.sudoku.formats.puzzle import Found, Puzzle, clues, found, of_values
from gridpilot.games.sudoku.grid import NINE
from gridpilot.texts import puzzle_words

GNOME = "GNOME Sudoku"


def read(text: str) -> list[Found] | None:
    """None where it is no JSON object, nor a list of such."""
    text = text.lstrip()
    if not text.startswith("{") and not text.replace(" ", "").startswith("[{"):
        return None
    try:
        objects = list(_objects(text))
    except (ValueError, RecursionError):
        return [Found(1, GridpilotError(*puzzle_words.not_whole("JSON")))]
    return [found(line, lambda data=data: puzzle(data)) for line, data in objects]  # type: ignore[misc]


def _objects(text: str) -> Iterator[tuple[int, Any]]:
    """Each object with the line where it begins: one in the file, one a line, or all in a list. Raises ValueError."""
    at, decoder = 0, json.JSONDecoder()
    while at < len(text):
        try:
            data, end = decoder.raw_decode(text, at)
        except ValueError:
            data, end = loaded(text[at:]), len(text)
        line = text.count("\n", 0, at) + 1
        yield from ((line, one) for one in (data if isinstance(data, list) else [data]))
        at = end + len(text[end:]) - len(text[end:].lstrip())


def loaded(text: str) -> Any:
    """JSON, also shortened. Raises ValueError."""
    try:
        return whole_file.parsed(text)
    except ValueError:
        return short_json.parsed(text)


def puzzle(data: Any) -> Puzzle:
    """The puzzle that an object holds. Raises GridpilotError."""
    match data:
        case {"grid": list(), "size": _}:
            return editors.of_f_puzzles(data)
        case {"cells": [{"position": _}, *_]}:
            return _of_gnome(data["cells"])
        case {"cells": list()} | {"ce": list()}:
            return editors.of_sudoku_pad(data)
    raise GridpilotError(*puzzle_words.unknown_file("JSON"))


def _of_gnome(cells: list[Any]) -> Puzzle:
    """It writes only cells that hold something."""
    values: list[tuple[object, bool]] = [(None, False)] * 81
    for cell in cells:
        match cell:
            case {"position": [int(row), int(column)], "value": value} if row in range(9) and column in range(9):
                if values[9 * row + column] != (None, False):
                    raise GridpilotError(*puzzle_words.not_whole(GNOME))
                values[9 * row + column] = value, cell.get("fixed") is True
            case _:
                raise GridpilotError(*puzzle_words.not_whole(GNOME))
    return of_values(GNOME, clues(values), NINE)
