"""What is said of keys where a compositor gives programs none: its user binds gridpilot's commands himself."""

from __future__ import annotations

from collections.abc import Mapping

from gridpilot.desktop import HotkeyState


def told(bindings: Mapping[str, str]) -> tuple[HotkeyState, ...]:
    why = "this compositor gives programs no keys: bind `gridpilot press {}` to it in its configuration"
    return tuple(
        HotkeyState(action, text, live=False, reason=f"{text}: {why.format(action)}")
        for action, text in bindings.items()
    )
