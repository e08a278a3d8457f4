"""The daemon's hotkeys: bound as the settings say, given back while paused, and honest about those that do not work."""

from __future__ import annotations

import contextlib
from dataclasses import asdict
from typing import TYPE_CHECKING

from gridpilot.desktop import HotkeyState
from gridpilot.errors import GridpilotError

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.config import Config
    from gridpilot.desktop import Hotkeys


def bindings(config: Config) -> dict[str, str]:
    """Action -> combination; an empty combination binds nothing."""
    return {action: combination for action, combination in asdict(config.hotkeys).items() if combination}


WHILE_PAUSED = ("pause",)
"""The actions whose keys are kept then: the one that ends it."""


class Keys:
    """`states` is what became of each binding."""

    def __init__(self, make: Callable[[], Hotkeys], on_press: Callable[[str], None]) -> None:
        self._make = make
        self._on_press = on_press
        self._hotkeys: Hotkeys | None = None
        self._wanted: dict[str, str] = {}
        self.states: tuple[HotkeyState, ...] = ()

    def take(self, wanted: dict[str, str], *, paused: bool = False) -> bool:
        """Binds these and no others; False when they were bound already."""
        if self._hotkeys is not None and wanted == self._wanted:
            return False
        self.stop()
        self._wanted = wanted
        try:
            self._hotkeys = self._make()
            self.states = self._hotkeys.start(wanted, self._on_press)
        except GridpilotError as fault:
            reason = f"{fault.message} {fault.fix}".strip()
            self.states = tuple(HotkeyState(each, wanted[each], live=False, reason=reason) for each in wanted)
        else:
            if paused:
                self._hotkeys.release(WHILE_PAUSED)
        return True

    def release(self) -> None:
        if self._hotkeys is not None:
            self._hotkeys.release(WHILE_PAUSED)

    def bind(self) -> None:
        if self._hotkeys is not None:
            self.states = self._hotkeys.bind()

    def stop(self) -> None:
        hotkeys, self._hotkeys = self._hotkeys, None
        if hotkeys is not None:
            with contextlib.suppress(Exception):  # its display may be gone
                hotkeys.stop()
