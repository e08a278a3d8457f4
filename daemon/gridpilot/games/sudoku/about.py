"""What the rest of gridpilot knows of sudoku."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.games.about import About
from gridpilot.texts.language import _

if TYPE_CHECKING:
    from gridpilot.games.protocols import Adviser, Game, Notation


def _notation() -> Notation:
    from gridpilot.games.sudoku import notation

    return notation


def _make() -> Game:
    from gridpilot.games.sudoku.game import Sudoku

    return Sudoku()


def _adviser() -> Adviser:
    from gridpilot.games.sudoku.adviser import SudokuAdviser

    return SudokuAdviser()


SUDOKU = About(
    name="sudoku",
    verb="solve",
    key="ctrl+alt+s",
    title=_("Sudoku"),
    noun=_("a sudoku"),
    deed=_("solve the sudoku"),
    menu=_("Solve sudoku"),
    setting=(_("Solve the sudoku"), _("Reads, solves, fills and checks the sudoku in the focused window.")),
    help="fill the focused window, or print a solution",
    sides=(4, 6, 9, 12, 16),
    usual=9,
    square=True,
    sample="practice",
    slides=False,
    notation=_notation,
    adviser=_adviser,
    make=_make,
)
