"""The windows that the menu opens, in its order, each in a process of its own."""

from __future__ import annotations

from gridpilot.games import FIRST, GAMES

PRACTICE = {
    f"practice-{about.name}": ("gridpilot", "practice", about.name) for about in GAMES.values() if about.practice
}
TRY_IT = f"practice-{FIRST}"
"""The board that a newcomer is offered."""

_FORMS = ("profiles", "last", "stats", "settings", "doctor", "help", "about", "welcome")

COMMANDS = (
    PRACTICE
    | {"teach": ("gridpilot", "teach")}
    | {form: ("gridpilot.gui.pages.page", form) for form in _FORMS}
    | {"help": ("gridpilot", "help")}
)
"""The module, and what it is told."""

PAGES = tuple(page for page in COMMANDS if page != "welcome")
"""Those that have a line in the menu."""
