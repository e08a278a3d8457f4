"""`gridpilot practice sudoku|2048`: a board to practise on, in this process."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace


def practice(given: Namespace) -> int:
    if given.game == "2048":
        from gridpilot.gui.practice.twenty48 import main
    else:
        from gridpilot.gui.practice.sudoku import main
    return main(given.rest)
