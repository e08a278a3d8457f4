"""Where a compositor gives programs no keys: its user binds gridpilot's commands in its configuration."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping

from gridpilot.desktop import HotkeyState


class NoHotkeys:
    def __init__(self) -> None:
        self._bindings: dict[str, str] = {}

    def start(
        self,
        bindings: Mapping[str, str],
        on_press: Callable[[str], None],  # noqa: ARG002 - the compositor starts a command instead
        on_lost: Callable[[], None] = lambda: None,  # noqa: ARG002
        on_chance: Callable[[], None] = lambda: None,  # noqa: ARG002
    ) -> tuple[HotkeyState, ...]:
        self._bindings = {action: text for action, text in bindings.items() if text.strip()}
        return self.bind()

    def retry(self) -> tuple[HotkeyState, ...]:
        return self.bind()

    def release(self, keep: Container[str] = ()) -> None:
        """There is none; gridpilot refuses jobs while it is paused."""

    def bind(self) -> tuple[HotkeyState, ...]:
        why = "this compositor gives programs no keys: bind `gridpilot press {}` to it in its configuration"
        return tuple(
            HotkeyState(action, text, live=False, reason=f"{text}: {why.format(action)}")
            for action, text in self._bindings.items()
        )

    def alive(self) -> bool:
        return True

    def stop(self) -> None: ...
