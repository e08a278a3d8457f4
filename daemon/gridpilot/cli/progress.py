"""What is being done, on the last line of a terminal while it takes its time; nothing where nobody looks."""

from __future__ import annotations

import sys

CLEAR = "\r\x1b[K"


def doing(text: str) -> None:
    """Replaces what was said before; an empty text clears the line, before something else is written there."""
    if sys.stderr.isatty():
        print(f"{CLEAR}{text}", end="", file=sys.stderr, flush=True)
