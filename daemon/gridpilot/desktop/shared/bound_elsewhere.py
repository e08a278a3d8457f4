"""Global keys that the system has start gridpilot's commands, as it lets no program have any itself."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from gridpilot.desktop import HotkeyState

Told = Callable[[Mapping[str, str]], tuple[HotkeyState, ...]]
"""How each key stands, by actions and their keys."""


class BoundElsewhere:
    """None is bound from here. `told` says what is known of those that are wanted."""

    def __init__(self, told: Told) -> None:
        self._told = told
        self._bindings: dict[str, str] = {}

    def start(
        self,
        bindings: Mapping[str, str],
        on_press: Callable[[str], None],  # noqa: ARG002 - a command is started instead
        on_lost: Callable[[], None] = lambda: None,  # noqa: ARG002
        on_chance: Callable[[], None] = lambda: None,  # noqa: ARG002
        on_hold: Callable[[bool], None] = lambda _: None,  # noqa: ARG002
    ) -> tuple[HotkeyState, ...]:
        self._bindings = {action: text for action, text in bindings.items() if text.strip()}
        return self.bind()

    def retry(self) -> tuple[HotkeyState, ...]:
        return self.bind()

    def release(self, keep: Container[str] = ()) -> None:
        """The keys stay as they are; gridpilot refuses jobs while it is paused."""

    def bind(self) -> tuple[HotkeyState, ...]:
        return self._told(self._bindings)

    def alive(self) -> bool:
        return True

    def stop(self) -> None: ...
