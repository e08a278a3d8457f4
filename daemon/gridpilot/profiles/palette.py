"""A profile's palette: which colours stand for which tiles of 2048, as its [palette] table says.

[palette]
"#cdc1b4" = 0                 # empty
"#eee4da" = 2
"#3c3a32" = [4096, 8192]      # shared: the number decides
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from gridpilot.reading import Shade

if TYPE_CHECKING:
    from gridpilot.toml_file import TomlFile

TILES = (0, *(1 << exponent for exponent in range(1, 18)))
EXAMPLE = 'e.g. "#eee4da" = 2, or "#3c3a32" = [4096, 8192] for values that share a colour'


def shades(file: TomlFile, table: object) -> tuple[Shade, ...]:
    """The palette; what is wrong with it is noted in the file's problems."""
    if not isinstance(table, dict) or not table:
        file.error("palette", "palette must be a table of colours and what they stand for", EXAMPLE)
        return ()
    found: dict[tuple[int, int, int], tuple[int, ...]] = {}
    for key, meant in table.items():
        colour = _colour(file, key)
        values = _values(file, key, meant)
        if colour and values:
            found[colour] = tuple(dict.fromkeys((*found.get(colour, ()), *values)))
    return tuple(Shade(colour, values) for colour, values in found.items())


def _colour(file: TomlFile, key: str) -> tuple[int, int, int] | None:
    digits = re.fullmatch(r"#?([0-9A-Fa-f]{6})", key)
    if digits is None:
        file.error(key, f"{key} is no colour", f"did you mean {_near(key)}?" if _near(key) else EXAMPLE)
        return None
    red, green, blue = bytes.fromhex(digits[1])
    return red, green, blue


def _near(key: str) -> str:
    """The six digits that the short form #abc stands for, or those of 0xaabbcc; nothing for anything else."""
    short = re.fullmatch(r"#?([0-9A-Fa-f])([0-9A-Fa-f])([0-9A-Fa-f])", key)
    if short:
        return "#" + "".join(2 * digit for digit in short.groups())
    long = re.fullmatch(r"0[xX]([0-9A-Fa-f]{6})", key)
    return f"#{long[1]}" if long else ""


def _values(file: TomlFile, key: str, meant: object) -> tuple[int, ...]:
    values = meant if isinstance(meant, list) else [meant]
    for value in values:
        if isinstance(value, bool) or not isinstance(value, int) or value not in TILES:
            file.error(key, f"{key} = {value!r} is no tile", "0 for empty, or 2 to 131072")
            return ()
    if not values:
        file.error(key, f"{key} stands for nothing", EXAMPLE)
    return tuple(values)
