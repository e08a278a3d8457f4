"""Who has the hotkeys: gridpilot, or other programs while it is paused. It is paused altogether, or for some programs;
then it gives its keys back as long as one of these has the focus.
"""

from __future__ import annotations

import logging
from collections.abc import Callable

from gridpilot.service.daemon.hotkeys import Keys
from gridpilot.service.daemon.paused_programs import Applications, application
from gridpilot.service.daemon.status import subject
from gridpilot.window import Window

log = logging.getLogger(__name__)


class Pause:
    """`on`: altogether. `here` is the focused window of the last look, None where that is a page of our own. Belongs to
    the thread of decisions.
    """

    def __init__(
        self, keys: Keys, applications: Applications, on_set: Callable[[bool], None], changed: Callable[[], None]
    ) -> None:
        """`on_set` is called with each change of `on`; `changed` after anything that the user can see."""
        self._keys = keys
        self.applications = applications
        self._on_set = on_set
        self._changed = changed
        self._told: set[str] = set()
        self.on = False
        self.here: Window | None = None

    def set(self, paused: bool) -> None:
        if paused == self.on:
            return
        self.on = paused
        log.info("paused" if paused else "resumed")
        self._on_set(paused)
        self._settle()

    def set_program(self, name: str, paused: bool) -> bool:
        """False when there is nothing to resume."""
        if paused:
            self.applications.pause(name)
        elif not self.applications.resume(name):
            return False
        log.info("paused for %s", self.applications.paused)
        self.focus_moved()
        return True

    def forbids(self, window: int | None) -> str:
        """The program of that window, by default of the focused one, if it is paused for it; else an empty text."""
        if not self.applications.paused:
            return ""
        name = self.applications.of(window)
        return name if self.applications.is_paused(name) else ""

    def not_told_of(self, name: str) -> bool:
        """True the first time."""
        if name in self._told:
            return False
        self._told.add(name)
        return True

    def look(self) -> None:
        self.here = subject(self.applications.focused())

    def focus_moved(self) -> None:
        """Also after the list of paused programs changed."""
        self.applications.follow()
        self.look()
        self._settle()

    def stop(self) -> None:
        self.applications.stop()

    def _settle(self) -> None:
        self._keys.settle(free=self.on or self.applications.is_paused(application(self.here)))
        self._changed()
