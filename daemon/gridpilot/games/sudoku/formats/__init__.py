"""Puzzles as people have them: as text of any form, as files of other programs, as links.

The kinds are tried in the order of these tables, and the first that fits takes the text, or the line. A new kind is one
function and one name here. Text alone is looked at; what is a file's name to the user is for the command line to know.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from gridpilot.games.sudoku.formats import blocks, hodoku, json_files, links, signs, xml_files
from gridpilot.games.sudoku.formats.layouts import Line
from gridpilot.games.sudoku.formats.puzzle import Found, Puzzle, found, shaped
from gridpilot.games.sudoku.formats.titles import is_title
from gridpilot.games.sudoku.grid import Shape

__all__ = ["Found", "Puzzle", "puzzles"]

FILES: tuple[Callable[[str], list[Found] | None], ...] = (xml_files.read, json_files.read)
"""Kinds of whole files."""
LINES: tuple[Callable[[str], Callable[[], Puzzle] | None], ...] = (hodoku.read, links.read)
"""Kinds of single lines, also among others."""

HEADING = re.compile(r"[>\s]*\[(\w+)\]\s*")
"""Of a file in sections only [Puzzle] counts; others hold the state of a game, or what is known of it."""
COMMENT = "#"


def puzzles(text: str, shape: Shape | None = None) -> list[Found]:
    """All puzzles of a text, each by itself: a bad one costs no other. `shape`: that of all, whatever the text tells or
    draws.
    """
    every = _found_in(text.removeprefix("\ufeff"), drawn=shape is None)
    return [shaped(one, shape) for one in every] if shape else every


def _found_in(text: str, *, drawn: bool) -> list[Found]:
    """`drawn`: whether the lines of a drawing count."""
    for whole in FILES:
        if (games := whole(text)) is not None:
            return games
    reader = _Lines(drawn=drawn)
    for number, line in enumerate(signs.plain(text).splitlines(), 1):
        reader.take(number, line)
    return reader.found()


class _Lines:
    """Takes lines one by one, and finds what they are."""

    def __init__(self, *, drawn: bool) -> None:
        self._drawn = drawn
        self._found: list[Found] = []
        self._titles: list[Line] = []
        self._part = blocks.Part()
        self._wanted = True
        self._in_section = False

    def found(self) -> list[Found]:
        self._end_part()
        return self._found or [Found(number, blocks.strange_text(number, told)) for number, told in self._titles[:1]]

    def take(self, number: int, line: str) -> None:
        told = line.partition(COMMENT)[0]
        # A heading whose line break was lost still ends the section before it.
        if heading := HEADING.search(told) if self._in_section else HEADING.fullmatch(told):
            if heading.start():
                self.take(number, told[: heading.start()])
            self._end_part()
            self._wanted = self._in_section = heading[1].lower() == "puzzle"
        elif self._wanted and (told.strip(" ") or not line.strip()):  # a comment alone parts nothing
            self._take(number, line, told)

    def _take(self, number: int, line: str, told: str) -> None:
        reader = next(filter(None, (kind(line) for kind in LINES)), None)
        if reader:
            self._end_part()
            self._found.append(found(number, reader))
        elif is_title(told):
            self._part.after = (number, told) if self._part.ends_at(number - 1) else None
            self._end_part()
            self._titles.append((number, told))
        else:
            self._part.add(number, told)

    def _end_part(self) -> None:
        if self._part.holds_cells:
            self._found += blocks.found_in(self._part, drawn=self._drawn)
            self._wanted = not self._in_section  # a section holds one puzzle, also where the next heading is damaged
        self._part = blocks.Part()
