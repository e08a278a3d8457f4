"""Waits a moment until a window that was asked for has the focus."""

from __future__ import annotations

import time
from collections.abc import Callable

LIMIT = 1.0  # s; not tuned: a desktop that refuses costs that much
LOOKS = 0.01  # s from one look to the next


def await_focus(is_there: Callable[[], bool]) -> None:
    end = time.monotonic() + LIMIT
    while not is_there() and time.monotonic() < end:
        time.sleep(LOOKS)
