"""What is being done, on the last line of a terminal while it takes its time; nothing where nobody looks."""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

CLEAR = "\r\x1b[K"


def doing(text: str) -> None:
    """Replaces what was said before; an empty text clears the line, before something else is written there."""
    if sys.stderr.isatty():
        print(f"{CLEAR}{text}", end="", file=sys.stderr, flush=True)


@contextmanager
def while_doing(text: str) -> Iterator[None]:
    """Says so as long as it lasts."""
    doing(text)
    try:
        yield
    finally:
        doing("")
