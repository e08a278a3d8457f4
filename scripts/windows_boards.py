"""The sudokus that the benches under Wine fill: opened with a given puzzle, with the focus, and asked what stands in
them. The truth comes from the game's own file or its own copy, never from gridpilot.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import program
import solo
from truth import Puzzle

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from contextlib import AbstractContextManager

    from program import Windows

    Opened = tuple[int, Callable[[], str]]
    """The window, and its own word on its board: 81 characters, "." for a blank."""
    Game = Callable[[Windows, str], AbstractContextManager[Opened]]


@contextmanager
def practice(windows: Windows, puzzle: str) -> Iterator[Opened]:
    with program.practice(windows, "Sudoku", "--puzzle", puzzle) as (window, told):
        yield window, lambda: str(told()["board"]).replace("0", ".")


@contextmanager
def tathams_solo(windows: Windows, puzzle: str) -> Iterator[Opened]:
    """Compiled once a session."""
    window = solo.start(windows, windows.desk.home, Puzzle(puzzle))
    try:
        yield window, lambda: solo.board(windows)
    finally:
        if window in windows.desk.windows():
            windows.desk.close_window(window)
