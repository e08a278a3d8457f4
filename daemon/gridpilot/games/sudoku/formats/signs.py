"""The signs that people write boards with: digits of any script, many a sign for a blank, and what only draws."""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from gridpilot.games.sudoku import grid

BLANKS = ".0_*-?xX"
LINE_LIKE = "-_"
"""Blanks to some, drawn lines to others."""
BARS = "|!\u2502\u2503\u2551\u2506\u2507\u250a\u250b\u00a6"
LARGEST = max(grid.SHAPES)
BOX_DRAWING = "".join(map(chr, range(0x2500, 0x2580)))
DRAWN = frozenset("+=,;:'\"`\u00b4/\\()[]{}<>^~" + BARS + BOX_DRAWING)
"""What stands between cells and is none."""

_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2212\ufe63"
_DOTS = "\u00b7\u2022\u2219\u22c5\u2027\u30fb\u25a1\u25a2\u2610\u25fb\u25cb\u25ef\u2b1c"
"""Dots that are not on the line, and empty boxes and rings."""
_FULL_WIDTH, _ASCII = range(0xFF01, 0xFF5F), 0x21


class _Plain(dict[int, str]):
    """The sign that a character stands for: for the digits of any script ours, for a full-width sign the usual one."""

    def __missing__(self, code: int) -> str:
        sign = chr(code)
        decimal = unicodedata.decimal(sign, None)
        category = unicodedata.category(sign)
        if decimal is not None:
            plain = str(decimal)
        elif category == "Cf":  # marks for the direction of writing
            plain = ""
        elif category == "Zs":
            plain = " "
        elif code in _FULL_WIDTH:
            plain = chr(code - _FULL_WIDTH.start + _ASCII)
        else:
            plain = "-" if sign in _DASHES else "." if sign in _DOTS else sign
        self[code] = plain
        return plain


_plain = _Plain()


def plain(text: str) -> str:
    """The text in the usual signs. A line stays a line."""
    return text if text.isascii() else text.translate(_plain)


@lru_cache(maxsize=1024)  # it is asked for each sign of a text
def digit(sign: str) -> int | None:
    """0 for a blank, None where the sign is neither that nor a digit of any board; numbers count above nine, too."""
    found = grid.digit(sign, BLANKS)
    return found if found is None or found <= LARGEST else None
