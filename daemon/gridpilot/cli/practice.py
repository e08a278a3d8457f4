"""`gridpilot practice sudoku`: a board to practise on, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace


def practice(given: Namespace) -> int:
    from gridpilot.gui import practice_sudoku

    return practice_sudoku.main(given.rest)
