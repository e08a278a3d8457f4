"""Programs in which gridpilot is paused: their names are kept across restarts, and the focus is followed meanwhile.

A program goes by the class of its windows, or by its executable's name where they have none.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from pathlib import Path, PurePath

from gridpilot import whole_file
from gridpilot.desktop import Focus, Follower
from gridpilot.errors import GridpilotError
from gridpilot.window import Window

log = logging.getLogger(__name__)


def application(window: Window | None) -> str:
    if window is None:
        return ""
    return window.class_name or PurePath(window.executable).stem or window.title


class Applications:
    """`paused` are the names, in the order in which they came. Belongs to the daemon's thread of decisions."""

    def __init__(
        self,
        file: Path,
        focus: Callable[[], Focus],
        follower: Callable[[Callable[[], None]], Follower],
        on_change: Callable[[], None],
    ) -> None:
        """`on_change` is called, from another thread, when another window gets the focus while anything is paused."""
        self._file = file
        self._make_focus = focus
        self._make_follower = follower
        self._on_change = on_change
        self._focus: Focus | None = None
        self._follower: Follower | None = None
        self.paused = kept(file)

    def focused(self) -> Window | None:
        """None, too, where the system does not tell."""
        for _ in range(2):  # a connection that was cut is made anew
            try:
                self._focus = self._focus or self._make_focus()
                return self._focus.focused()
            except GridpilotError as fault:
                log.info("no focus: %s", fault)
                self._focus = None
        return None

    def of(self, handle: int | None) -> str:
        """The program of a window, by default of the focused one; empty when there is none."""
        window = self.focused()
        if handle is not None and self._focus is not None:
            window = self._focus.window(handle)
        return application(window)

    def is_paused(self, name: str) -> bool:
        return name.casefold() in (each.casefold() for each in self.paused)

    def pause(self, name: str) -> None:
        if not self.is_paused(name):
            self._keep((*self.paused, name))

    def resume(self, name: str) -> bool:
        """False when it was not paused."""
        was = self.is_paused(name)
        self._keep(tuple(each for each in self.paused if each.casefold() != name.casefold()))
        return was

    def follow(self) -> None:
        """Follows the focus as long as there is a paused program, and only then."""
        if self.paused and self._follower is None:
            try:
                self._follower = self._make_follower(self._on_change)
            except GridpilotError as fault:
                log.info("the focus cannot be followed: %s", fault)
        elif not self.paused:
            self.stop()

    def stop(self) -> None:
        follower, self._follower = self._follower, None
        if follower is not None:
            follower.stop()

    def _keep(self, names: tuple[str, ...]) -> None:
        self.paused = names
        try:
            whole_file.write(self._file, json.dumps({"paused": list(names)}))
        except OSError as fault:
            log.warning("%s is not remembered: %s", names, fault)


def kept(file: Path) -> tuple[str, ...]:
    """The names in the file."""
    try:
        names = whole_file.read_json(file)["paused"]
        return tuple(name for name in names if isinstance(name, str))
    except FileNotFoundError:
        return ()
    except (OSError, ValueError, TypeError, KeyError) as fault:
        log.warning("%s cannot be read: %s", file, fault)
        return ()
