"""A tray that remembers what it showed; `run` returns once the test's clicks are through."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.desktop import TrayState


class FakeTray:
    """`script` is called by `run`, with the tray's action callback in `click` and what comes before the menu in `open`;
    `states` are all states shown.
    """

    def __init__(self, script: Callable[[FakeTray], None] = lambda _: None) -> None:
        self.states: list[TrayState] = []
        self.stopped = False
        self.kind = "fake"
        self.trouble = ""
        self.click: Callable[[str], None] = lambda _: None
        self.open: Callable[[], None] = lambda: None
        self._script = script

    def run(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        self.states.append(state)
        self.click, self.open = on_action, before_menu
        self._script(self)

    def update(self, state: TrayState) -> None:
        self.states.append(state)

    def stop(self) -> None:
        self.stopped = True
