"""Global keys where only the desktop itself may have them: `gridpilot bind` gives it commands for them."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from gridpilot.desktop import HotkeyState
from gridpilot.desktop.portal.shortcuts import GnomeShortcuts, is_bound
from gridpilot.errors import EnvironmentFault

WHY = "this desktop keeps its keys to itself: gridpilot bind has it start gridpilot for yours"

FIX = "Run it once; it asks first: gridpilot bind"


class DesktopsOwn:
    """None is bound from here; each says whether the desktop has it, else how it can."""

    def __init__(self) -> None:
        self._bindings: dict[str, str] = {}

    def start(
        self,
        bindings: Mapping[str, str],
        on_press: Callable[[str], None],  # noqa: ARG002 - the desktop starts a command instead
        on_lost: Callable[[], None] = lambda: None,  # noqa: ARG002
        on_chance: Callable[[], None] = lambda: None,  # noqa: ARG002
    ) -> tuple[HotkeyState, ...]:
        self._bindings = {action: text for action, text in bindings.items() if text.strip()}
        return self.bind()

    def retry(self) -> tuple[HotkeyState, ...]:
        return self.bind()

    def release(self, keep: Container[str] = ()) -> None:
        """The desktop's keys stay as they are; gridpilot refuses jobs while it is paused."""

    def bind(self) -> tuple[HotkeyState, ...]:
        try:
            bound = GnomeShortcuts().bound()
        except EnvironmentFault:
            bound = {}
        return tuple(
            HotkeyState(action, text, live=True)
            if live
            else HotkeyState(action, text, False, f"{text}: {WHY}", fix=FIX)
            for action, text in self._bindings.items()
            for live in [is_bound(bound, action, text)]
        )

    def alive(self) -> bool:
        return True

    def stop(self) -> None: ...
