"""`gridpilot practice sudoku|2048`: a board to practise on, in this process; --json tells how it stood at the end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.cli.output import DONE

if TYPE_CHECKING:
    from argparse import Namespace


def practice(given: Namespace) -> int:
    if given.game == "2048":
        from gridpilot.gui.practice.twenty48 import show
    else:
        from gridpilot.gui.practice.sudoku import show
    state = show(given)
    if given.json:
        print(state)
    return DONE
