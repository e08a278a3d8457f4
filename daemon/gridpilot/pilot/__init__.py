"""The pilot: takes a board from the screen to solved and verified, and stops the moment the user wants it to.

It knows games, desktops and profiles only by their protocols and values; all that it does goes through `Desk`.
"""

from __future__ import annotations

from dataclasses import dataclass

from gridpilot.desktop import Focus, Input, Screen, UserWatch
from gridpilot.window import Window


@dataclass(frozen=True, slots=True)
class Desk:
    """The four abilities of a desktop that a job needs."""

    focus: Focus
    screen: Screen
    input: Input
    watch: UserWatch

    def target(self, handle: int | None) -> Window | None:
        """The window that a job is for: the named one, which gets the focus, or the focused one. None where it does not
        exist.
        """
        if handle is None:
            return self.focus.focused()
        self.focus.activate(handle)
        return self.focus.window(handle)
