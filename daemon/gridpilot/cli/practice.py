"""`gridpilot practice sudoku|2048`: a board to practise on, in this process."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from argparse import Namespace


def practice(given: Namespace) -> int:
    played: int = import_module(f"gridpilot.gui.practice_{given.game}").main(given.rest)
    return played
