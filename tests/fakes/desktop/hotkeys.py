"""Hotkeys that a test presses by calling `press`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.combination import parse
from gridpilot.desktop import HotkeyState

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping


class FakeHotkeys:
    """`taken` are combinations that another program has; `lose` ends the thread that listens."""

    def __init__(self, taken: tuple[str, ...] = ()) -> None:
        self.taken = taken
        self.lost = False
        self.bound: dict[str, str] = {}
        self.stopped = False
        self._bindings: dict[str, str] = {}
        self._on_press: Callable[[str], None] = lambda _: None
        self._on_lost: Callable[[], None] = lambda: None

    def start(
        self,
        bindings: Mapping[str, str],
        on_press: Callable[[str], None],
        on_lost: Callable[[], None] = lambda: None,
        on_chance: Callable[[], None] = lambda: None,
        on_hold: Callable[[bool], None] = lambda _: None,
    ) -> tuple[HotkeyState, ...]:
        self._bindings, self._on_press, self._on_lost = dict(bindings), on_press, on_lost
        self.chance = on_chance
        self.hold = on_hold
        self.stopped = self.lost = False
        return self.bind()

    def press(self, combination: str) -> bool:
        """What a user's press would do; False when the key goes to the focused program instead."""
        if self.stopped or self.lost or combination in self.taken:
            return False
        actions = [action for action, bound in self.bound.items() if bound == combination]
        for action in actions:
            self._on_press(action)
        return bool(actions)

    def lose(self) -> None:
        self.lost = True
        self._on_lost()

    def retry(self) -> tuple[HotkeyState, ...]:
        return self.bind()

    def release(self, keep: Container[str] = ()) -> None:
        self.bound = {action: text for action, text in self._bindings.items() if action in keep}

    def bind(self) -> tuple[HotkeyState, ...]:
        states = tuple(self._state(action, text) for action, text in self._bindings.items())
        self.bound = {state.action: state.combination for state in states if state.live}
        return states

    def _state(self, action: str, combination: str) -> HotkeyState:
        try:
            parse(combination)
        except ValueError as fault:
            return HotkeyState(action, combination, live=False, reason=str(fault))
        if combination in self.taken:
            return HotkeyState(action, combination, live=False, reason=f"{combination} is taken by another program")
        return HotkeyState(action, combination, live=True)

    def alive(self) -> bool:
        return not (self.lost or self.stopped)

    def stop(self) -> None:
        self.stopped = True
        self.bound = {}
