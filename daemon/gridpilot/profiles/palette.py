"""A profile's palette: which colours stand for which tiles of 2048, as its [palette] table says.

[palette]
"#cdc1b4" = 0                 # empty
"#eee4da" = 2
"#3c3a32" = [4096, 8192]      # shared: the number decides
"""

from __future__ import annotations

import re
from functools import partial
from typing import Any

from gridpilot.reading import Shade
from gridpilot.toml_file import TomlFile

Colour = tuple[int, int, int]

TILES = (0, *(1 << exponent for exponent in range(1, 18)))
EXAMPLE = 'e.g. "#eee4da" = 2, or "#3c3a32" = [4096, 8192] for values that share a colour'


class Hue:
    """A colour as "#rrggbb"."""

    def read(self, file: TomlFile, key: str, value: object) -> Colour:
        if isinstance(value, str):
            return _colour(file, key, value, 'e.g. "#8492a6"')
        raise file.wrong(key, f'{key} must be a text such as "#8492a6"')

    def schema(self) -> dict[str, Any]:
        return {"type": "string", "pattern": "^#[0-9A-Fa-f]{6}$"}

    def text(self, value: Colour) -> str:
        return f'"{_hex(value)}"'


class Palette:
    """A table of colours and the values that they stand for."""

    def read(self, file: TomlFile, key: str, value: object) -> tuple[Shade, ...]:
        if not isinstance(value, dict) or not value:
            raise file.wrong(key, f"{key} must be a table of colours and what they stand for", EXAMPLE)
        found: dict[Colour, tuple[int, ...]] = {}

        def read(name: str, meant: object) -> None:
            at = f"{key}.{name}"
            parts = partial(_colour, file, at, name, EXAMPLE), partial(_values, file, at, name, meant)
            colour, values = file.all_of(parts)
            found[colour] = tuple(dict.fromkeys((*found.get(colour, ()), *values)))

        file.all_of(partial(read, *each) for each in value.items())
        return tuple(Shade(colour, values) for colour, values in found.items())

    def schema(self) -> dict[str, Any]:
        tile = {"enum": list(TILES)}
        value = {"oneOf": [tile, {"type": "array", "items": tile, "minItems": 1}]}
        names = {"pattern": "^#?[0-9A-Fa-f]{6}$"}
        return {"type": "object", "propertyNames": names, "additionalProperties": value, "minProperties": 1}

    def text(self, value: tuple[Shade, ...]) -> str:
        return f"{{ {', '.join(self.lines(value))} }}"

    def lines(self, value: tuple[Shade, ...]) -> list[str]:
        return [
            f'"{_hex(one.colour)}" = {one.values[0] if len(one.values) == 1 else list(one.values)}' for one in value
        ]


def _hex(colour: Colour) -> str:
    return f"#{bytes(colour).hex()}"


def _colour(file: TomlFile, key: str, text: str, example: str) -> Colour:
    digits = re.fullmatch(r"#?([0-9A-Fa-f]{6})", text)
    if digits is None:
        raise file.wrong(key, f"{text} is no colour", f"did you mean {_near(text)}?" if _near(text) else example)
    red, green, blue = bytes.fromhex(digits[1])
    return red, green, blue


def _near(key: str) -> str:
    """The six digits that the short form #abc stands for, or those of 0xaabbcc; nothing for anything else."""
    short = re.fullmatch(r"#?([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])", key)
    if short:
        return "#" + "".join(2 * digit for digit in short.groups())
    long = re.fullmatch(r"0[xX]([0-9A-Fa-f]{6})", key)
    return f"#{long[1]}" if long else ""


def _values(file: TomlFile, key: str, colour: str, meant: object) -> tuple[int, ...]:
    values = meant if isinstance(meant, list) else [meant]
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int) or value not in TILES:
            raise file.wrong(key, f"{colour} = {value!r} is no tile", "0 for empty, or 2 to 131072")
    if not values:
        raise file.wrong(key, f"{colour} stands for nothing", EXAMPLE)
    return tuple(values)
