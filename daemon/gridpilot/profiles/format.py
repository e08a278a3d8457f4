"""The form of a profile file: every key, what it means, and what it may be. The reference; nothing else lists them.

The reader (store.py), the JSON schema for editors (`schema`) and the writer (writing.py) all go by these tables.
Fractions are of a window's content: [0, 0] is its upper left corner, [1, 1] the lower right one.
"""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import Any

from gridpilot.combination import combination_fault
from gridpilot.games import GAMES
from gridpilot.geometry import Spot
from gridpilot.plan import Fill, Goal, Home, Moves
from gridpilot.profiles.palette import Hue, Palette
from gridpilot.profiles.profile import Calibrated, Dom, Pace, Place, Rule
from gridpilot.profiles.value_types import (
    Choice,
    Entry,
    Flag,
    Fractions,
    Kind,
    Likes,
    Number,
    OneOrMore,
    Table,
    Words,
    key_text,
    name_of,
)
from gridpilot.reading import Locate, Read, Tint
from gridpilot.toml_file import TomlFile

_LOCATE: Kind = Choice(Locate)

BUTTONS = (*(f"digit-{digit}" for digit in range(1, 17)), "erase", "notes", "restart", "keep-going")
SECONDS = Number(0, 10, "seconds")
KEYS = (
    *"0123456789+-*=.,#",
    *(f"KP_{digit}" for digit in range(10)),
    *("Return", "Tab", "space", "BackSpace", "Delete", "Left", "Right", "Up", "Down"),
)
"""Those that a profile may name: what a board may ask for, and none that locks, modifies, or does more in a window."""

KEY = Choice(KEYS)


class Tile:
    """A tile to reach, 0 for none."""

    def read(self, file: TomlFile, key: str, value: object) -> int:
        if isinstance(value, int) and not isinstance(value, bool) and (value == 0 or 4 <= value <= 1 << 17):
            if value & (value - 1) == 0:
                return value
            raise file.wrong(key, f"until: {value} is no tile", f"did you mean {1 << (value.bit_length() - 1)}?")
        raise file.wrong(key, "until must be a tile from 4 to 131072", "0 for no limit")

    def schema(self) -> dict[str, Any]:
        return {"enum": [0, *(1 << exponent for exponent in range(2, 18))]}

    def text(self, value: int) -> str:
        return str(value)


class Where:
    """`locate`: the name of a way, or a colour."""

    def read(self, file: TomlFile, key: str, value: object) -> Locate | Tint:
        found: Locate | Tint = (TINT if isinstance(value, dict) else _LOCATE).read(file, key, value)
        return found

    def schema(self) -> dict[str, Any]:
        return {"oneOf": [_LOCATE.schema(), TINT.schema()]}

    def text(self, value: Locate | Tint) -> str:
        return TINT.text(value) if isinstance(value, Tint) else _LOCATE.text(value)


class Buttons:
    """Places by the names of buttons; a bare number is short for its digit's."""

    def read(self, file: TomlFile, key: str, value: object) -> dict[str, Spot]:
        if not isinstance(value, dict):
            raise file.wrong(key, f"{key} must be a table", "e.g. digit-1 = [0.1, 0.95]")
        file.warn_unknown(value, (*BUTTONS, *map(str, range(1, 17))), key)
        spots = file.all_of(partial(Fractions(2).read, file, f"{key}.{name}", spot) for name, spot in value.items())
        names = (f"digit-{name}" if name.isdecimal() else name for name in value)
        return dict(zip(names, spots, strict=True))

    def schema(self) -> dict[str, Any]:
        names = {"pattern": f"^({'|'.join(BUTTONS[16:])}|(digit-)?([1-9]|1[0-6]))$"}
        return {"type": "object", "propertyNames": names, "additionalProperties": Fractions(2).schema()}

    def text(self, value: dict[str, Spot]) -> str:
        return f"{{ {', '.join(self.lines(value))} }}"

    def lines(self, value: dict[str, Spot]) -> list[str]:
        return [f"{key_text(name)} = {Fractions(2).text(spot)}" for name, spot in value.items()]


class _Rules(OneOrMore):
    """Rules must ask for something: `not` alone would fit nearly every window."""

    def read(self, file: TomlFile, key: str, value: object) -> tuple[Any, ...]:
        rules = OneOrMore.read(self, file, key, value)
        if all(replace(rule, unless=()) != Rule() for rule in rules):
            return rules
        known = ", ".join(name for name in RULE.keys if name != "not")
        raise file.wrong(key, f"{name_of(key)} has no key that is known", f"known: {known}")


_LIKE = Likes()

RULE: Table = Table(
    Rule,
    {
        "title": Entry(_LIKE, "the window's title"),
        "class": Entry(_LIKE, "the program's class, as `gridpilot detect` shows it", field="class_name"),
        "instance": Entry(_LIKE, "the instance beside the class"),
        "executable": Entry(_LIKE, "the path of the program"),
        "command_line": Entry(_LIKE, "the program and what it was started with"),
        "not": Entry(_Rules(lambda: RULE, "must say which windows are left out"), "none of these", field="unless"),
    },
    '{ class = "XTerm" }',
)

TINT = Table(
    Tint,
    {
        "colour": Entry(Hue(), "the board is where this colour is", required=True),
        "tolerance": Entry(Number(0, 64, "levels", whole=True), "how far red, green and blue may be off"),
    },
    '{ colour = "#8492a6", tolerance = 8 }',
)

BOARD = Table(
    Place,
    {
        "locate": Entry(Where(), "auto: found in the picture; fixed: at `area`; or { colour = ... }: where that is"),
        "area": Entry(Fractions(4), "left, top, right and bottom of the board, in fractions of the window"),
        "rows": Entry(Number(3, 16, whole=True), "how many, where they are not found out"),
        "columns": Entry(Number(3, 16, whole=True), "likewise"),
        "inset": Entry(Number(0, 0.4), "share of a cell that is left out at each side: gaps, thick lines"),
    },
    'board = { locate = "fixed", area = [0.1, 0.2, 0.9, 0.8] }',
)

PACE = Table(
    Pace,
    {
        "after_click": Entry(SECONDS, "longest wait for a clicked cell to show that it is selected"),
        "between_keys": Entry(SECONDS, "seconds after each key"),
        "between_same_keys": Entry(SECONDS, "seconds before a key that was just pressed; 0 where none gets lost"),
        "between_clicks": Entry(SECONDS, "seconds after each click"),
        "between_cells": Entry(SECONDS, "seconds from one cell to the next, at least"),
        "settle": Entry(SECONDS, "longest wait for digits to show, or tiles to arrive"),
        "between_moves": Entry(SECONDS, "seconds from one move to the next, at least"),
        "countdown": Entry(SECONDS, "seconds before the first key or click"),
        "think": Entry(SECONDS, "seconds that an engine may think about a move of 2048, at most"),
    },
    "pace = { after_click = 0.2 }",
)

GOAL = Table(
    Goal,
    {
        "until": Entry(Tile(), "stop at this tile"),
        "moves": Entry(Number(0, 1_000_000, whole=True), "stop after so many moves; 0: no limit"),
        "restart": Entry(Flag(), "begin a new game when one is over before that"),
    },
    "goal = { until = 4096 }",
)

_SELECTOR = Words(empty=False)

DOM = Table(
    Dom,
    {
        "board": Entry(_SELECTOR, "the CSS selector of the board", required=True),
        "row": Entry(_SELECTOR, "of a row, in the board"),
        "cell": Entry(_SELECTOR, "of an input, in a row"),
        "given": Entry(_SELECTOR, "the attribute of an input that is not to be filled"),
    },
    'dom = { board = "table#sudoku", row = "tr", cell = "input", given = "readonly" }',
)

CALIBRATED = Table(
    Calibrated,
    {
        "width": Entry(Number(1, 65535, "points", whole=True), "of the window's content", required=True),
        "height": Entry(Number(1, 65535, "points", whole=True), "likewise", required=True),
        "scale": Entry(Number(0.25, 8), "pixels of a picture for each point"),
    },
    "calibrated = { width = 900, height = 1000 }",
)

PROFILE = Table(
    dict,
    {
        "game": Entry(Choice(tuple(GAMES)), " or ".join(GAMES), required=True),
        "match": Entry(
            _Rules(lambda: RULE, "must say which windows the profile is for"),
            "the windows it is for: all that is given must fit, of several rules or texts any; * stands for anything",
            required=True,
        ),
        "hides_solved": Entry(Flag(), "the game covers its board as soon as the last digit is in"),
        "read": Entry(Choice(Read), "who reads the digits: glyphs is the built-in net"),
        "fill": Entry(Choice(Fill), "how digits get into the game; auto finds out"),
        "home": Entry(Choice(Home), "how the cursor gets to a known cell: click, or keys where the mouse does nothing"),
        "erase": Entry(KEY, "the key that empties a cell"),
        "held": Entry(Flag(), "keys are held down until something shows: the game looks once a frame which are down"),
        "confirm": Entry(KEY, "the key that makes a digit count which is only sketched until then"),
        "moves": Entry(Choice(Moves), "how moves get into the game; auto finds out"),
        "engine": Entry(Words(empty=False), "who chooses the moves: auto, network, expectimax or monte-carlo"),
        "keep_going": Entry(KEY, "the key that answers the game's question whether to go on"),
        "goal": Entry(GOAL, "when to stop"),
        "hotkey": Entry(Words(combination_fault), "one more key, for this profile alone, e.g. ctrl+alt+z"),
        "pace": Entry(PACE, "in seconds"),
        "calibrated": Entry(CALIBRATED, "the window when the fractions below were taken"),
        "board": Entry(BOARD, "where the board is"),
        "dom": Entry(DOM, "where a web page has its board, for `gridpilot web`"),
        "palette": Entry(Palette(), 'with read = "colours": which colour is which tile'),
        "buttons": Entry(Buttons(), f"where they are: {', '.join(('digit-1', 'digit-2', '...', *BUTTONS[16:]))}"),
    },
    'game = "sudoku"',
)


def schema() -> dict[str, Any]:
    """The JSON schema of profile files, for editors."""
    return {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "title": "gridpilot profile",
        "description": "Which windows a profile is for, and how their boards are found, read and filled.",
        **PROFILE.schema(),
        "$defs": {"rule": RULE.schema()},
    }
