"""What gridpilot knows of the toy game: a square of three digits, each once in every row and column."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.games.about import About

if TYPE_CHECKING:
    from gridpilot.games.protocols import Game, Notation


def _notation() -> Notation:
    from gridpilot.games.latin import notation

    return notation


def _make() -> Game:
    from gridpilot.games.latin.game import Latin

    return Latin()


LATIN = About(
    name="latin",
    verb="complete",
    key="ctrl+alt+l",
    title="Latin square",
    noun="a Latin square",
    deed="complete the Latin square",
    menu="Complete Latin square",
    setting=("Complete the Latin square", "Fills the square in the focused window."),
    help="complete the Latin square in the focused window",
    sides=(3,),
    usual=3,
    square=True,
    slides=False,
    notation=_notation,
    make=_make,
)
