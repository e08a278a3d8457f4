"""`_`, through which every sentence goes. It stands apart from the sentences, so that a verb loads only those that it
needs.
"""

from __future__ import annotations

from gettext import NullTranslations

from gridpilot.installation import as_called

_translated = NullTranslations().gettext

SHOWN_CELLS = 5
"""More cells than these are not named one by one."""


def _(text: str) -> str:
    """As the user reads it; a command of gridpilot's that it names is the one that works for this installation."""
    return as_called(_translated(text))
