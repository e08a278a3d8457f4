"""`_`, through which every sentence goes. It has a module of its own so that each command loads only its own
sentences.
"""

from __future__ import annotations

from gettext import NullTranslations

from gridpilot.installation import as_called

_translated = NullTranslations().gettext

SHOWN_CELLS = 5
"""So many cells are named one by one, and more as a number."""


def _(text: str) -> str:
    """The text as the user reads it. A gridpilot command in it is written as it works for this installation."""
    return as_called(_translated(text))
