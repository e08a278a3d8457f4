"""Global hotkeys by Carbon's RegisterEventHotKey, which needs no permission and keeps the key from other programs.

Carbon is called on the main thread only, whose loop the tray runs; it does not say whether another program has the key.
"""

import logging
import threading
from collections.abc import Callable, Container, Mapping
from functools import partial
from typing import Any

from gridpilot.combination import parse
from gridpilot.desktop import HotkeyState

log = logging.getLogger(__name__)

MODIFIERS = {"ctrl": "controlKey", "alt": "optionKey", "shift": "shiftKey", "super": "cmdKey"}
NAMED = {
    "space": "Space", "Tab": "Tab", "Return": "Return", "Escape": "Escape", "Insert": "Help", "Delete": "ForwardDelete",
    "Home": "Home", "End": "End", "Prior": "PageUp", "Next": "PageDown", "Left": "LeftArrow", "Right": "RightArrow",
    "Up": "UpArrow", "Down": "DownArrow",
}  # fmt: skip


class MacHotkeys:
    def __init__(self) -> None:
        import quickmachotkey
        from quickmachotkey import constants

        self._maker: Any = quickmachotkey
        self._codes: Any = constants
        self._bindings: dict[str, str] = {}
        self._taken: dict[str, Any] = {}  # action -> what gives its key back
        self._on_press: Callable[[str], None] = lambda _: None

    def start(
        self,
        bindings: Mapping[str, str],
        on_press: Callable[[str], None],
        on_lost: Callable[[], None] = lambda: None,  # noqa: ARG002 - the tray's own loop hears the keys
        on_chance: Callable[[], None] = lambda: None,  # noqa: ARG002 - the system tells of none
        on_hold: Callable[[bool], None] = lambda _: None,  # noqa: ARG002 - the system tells everybody
    ) -> tuple[HotkeyState, ...]:
        self._bindings = {action: text for action, text in bindings.items() if text.strip()}
        self._on_press = on_press
        return self.bind()

    def release(self, keep: Container[str] = ()) -> None:
        for action in [action for action in self._taken if action not in keep]:
            _on_main_thread(self._taken.pop(action).unregister)

    def bind(self) -> tuple[HotkeyState, ...]:
        return tuple(self._bind(action, text) for action, text in self._bindings.items())

    def retry(self) -> tuple[HotkeyState, ...]:
        return self.bind()

    def alive(self) -> bool:
        return True

    def stop(self) -> None:
        self.release()

    def _bind(self, action: str, text: str) -> HotkeyState:
        try:
            code, mask = self._numbers(text)
        except (ValueError, AttributeError) as fault:
            reason = str(fault) if isinstance(fault, ValueError) else f"there is no key for {text} on a Mac"
            return HotkeyState(action, text, live=False, reason=reason)
        if action not in self._taken:

            def pressed() -> None:
                self._pressed(action)

            make = self._maker.quickHotKey(virtualKey=code, modifierMask=mask, immediately=False)
            self._taken[action] = make(pressed)
            _on_main_thread(self._taken[action].register)
        return HotkeyState(action, text, live=True)

    def _numbers(self, text: str) -> tuple[int, int]:
        """Virtual key and modifiers: keys by their place on a US keyboard."""
        combination = parse(text)
        key = combination.key
        name = NAMED.get(key) or (f"ANSI_{key.upper()}" if len(key) == 1 else key)
        mask = self._maker.mask(*(getattr(self._codes, MODIFIERS[each]) for each in combination.modifiers))
        return getattr(self._codes, f"kVK_{name}"), mask

    def _pressed(self, action: str) -> None:
        try:
            self._on_press(action)
        except Exception:
            log.exception("hotkeys: '%s' failed", action)


def _on_main_thread(call: Callable[[], Any]) -> None:
    if threading.current_thread() is threading.main_thread():
        call()
    else:
        from PyObjCTools import AppHelper

        AppHelper.callAfter(partial(call))
