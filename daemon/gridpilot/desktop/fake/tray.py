"""A tray that remembers what it showed; `run` returns once the test's clicks are through."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.desktop import TrayState


class FakeTray:
    """`script` is called by `run`, with the tray's action callback in `click`; `states` are all states shown."""

    def __init__(self, script: Callable[[FakeTray], None] = lambda _: None) -> None:
        self.states: list[TrayState] = []
        self.stopped = False
        self.kind = "fake"
        self.trouble = ""
        self.click: Callable[[str], None] = lambda _: None
        self._script = script

    def run(self, state: TrayState, on_action: Callable[[str], None]) -> None:
        self.states.append(state)
        self.click = on_action
        self._script(self)

    def update(self, state: TrayState) -> None:
        self.states.append(state)

    def stop(self) -> None:
        self.stopped = True
