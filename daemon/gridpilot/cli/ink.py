"""Colour on a terminal: the givens in bold, what was found in green. None where it is not wanted or not understood."""

from __future__ import annotations

import os
import re
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

BOLD, GREEN, PLAIN = "\x1b[1m", "\x1b[32m", "\x1b[0m"


def wanted() -> bool:
    """https://no-color.org: any value but an empty one switches colour off."""
    return sys.stdout.isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def told_apart(drawing: str, givens: Sequence[int]) -> str:
    """The drawing of a board whose every cell is a number or a dot, coloured cell by cell."""
    cells = iter(givens)
    return re.sub(r"\d+|\.", lambda cell: f"{BOLD if next(cells) else GREEN}{cell[0]}{PLAIN}", drawing)
