"""The windows that the menu opens, in its order, each in a process of its own."""

from __future__ import annotations

from gridpilot.games import FIRST, GAMES

PRACTICE = {f"practice-{name}": ("gridpilot", "practice", name) for name in GAMES}
TRY_IT = f"practice-{FIRST}"
"""The board that a newcomer is offered."""

_IN_ORDER = ("profiles", "last", "stats", "settings", "doctor", "help", "about", "welcome")

FORMS = (*(page for page in _IN_ORDER if page != "help"), "settings-file")
"""The pages of gui/pages, a module each."""

COMMANDS = (
    PRACTICE
    | {"teach": ("gridpilot", "teach")}
    | {form: ("gridpilot.gui.pages.page", form) for form in _IN_ORDER}
    | {"help": ("gridpilot", "help")}
)
"""The module, and what it is told."""

PAGES = tuple(page for page in COMMANDS if page != "welcome")
"""Those that have a line in the menu."""
