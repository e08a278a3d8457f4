"""What the rest of gridpilot knows of 2048."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.games.about import About
from gridpilot.texts.language import _

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.games.protocols import Notation, SlidingGame


def _notation() -> Notation:
    from gridpilot.games.twenty48 import notation

    return notation


def _make(learnt: Path) -> SlidingGame:
    from gridpilot.games.twenty48.game import Twenty48

    return Twenty48(learnt)


TWENTY48 = About(
    name="2048",
    verb="play",
    key="ctrl+alt+2",
    key_note="plays 2048; press it again, or Esc, or move the mouse, to stop",
    title=_("2048"),
    noun=_("2048"),
    deed=_("play 2048"),
    menu=_("Play 2048"),
    setting=(_("Play 2048"), _("Plays in the focused window; pressed again, or Esc, or the mouse moved: stops.")),
    help="play 2048 in the focused window, or name the best move",
    sides=(3, 4, 5, 6, 7, 8),
    usual=4,
    sample="practice-2048",
    slides=True,
    notation=_notation,
    make=_make,
)
