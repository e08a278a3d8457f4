"""Global hotkeys by RegisterHotKey: Windows keeps the key from every other program and posts it to this thread's queue.

No hook that a busy Python could lose. Keys belong to the thread that registers them, so one thread does all of it;
others leave a request and wake it by a message.
"""

import sys

assert sys.platform == "win32"  # noqa: S101 - tells type checkers to skip this file elsewhere

import logging
import queue
import threading
from ctypes import byref
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from gridpilot.desktop import HotkeyState
from gridpilot.desktop.combination import Combination, parse
from gridpilot.desktop.windows.api import MSG, Api, system
from gridpilot.desktop.windows.keyboard import Keyboard

if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping

log = logging.getLogger(__name__)

OTHERS = ("ctrl+shift+alt", "ctrl+super", "alt+super")
"""Modifiers to propose where the wanted ones are taken, or type a character."""

PROBE, UNKNOWN = 0xBFFF, -1  # a key's number for a try; an error that Windows does not name


class WindowsHotkeys:
    def __init__(self, api: Api | None = None) -> None:
        self._api = api or system()
        self._keyboard = Keyboard(self._api)
        self._bindings: dict[str, str] = {}
        self._wanted: dict[str, str] = {}
        self._actions: dict[int, str] = {}  # our number of each registered key -> action
        self._on_press: Callable[[str], None] = lambda _: None
        self._on_lost: Callable[[], None] = lambda: None
        self._requests: queue.SimpleQueue[tuple[Callable[[], Any], queue.SimpleQueue[Any]]] = queue.SimpleQueue()
        self._stopping = False
        self._id = 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hotkeys", daemon=True)

    def start(
        self,
        bindings: "Mapping[str, str]",
        on_press: "Callable[[str], None]",
        on_lost: "Callable[[], None]" = lambda: None,
    ) -> tuple[HotkeyState, ...]:
        self._bindings = {action: text for action, text in bindings.items() if text.strip()}
        self._on_press, self._on_lost = on_press, on_lost
        self._thread.start()
        self._ready.wait()
        return self.bind()

    def release(self, keep: "Container[str]" = ()) -> None:
        self._wanted = {action: text for action, text in self._bindings.items() if action in keep}
        self._ask(self._register_all)

    def bind(self) -> tuple[HotkeyState, ...]:
        self._wanted = self._bindings
        states = self._ask(self._register_all)
        if states is None:
            return tuple(HotkeyState(a, t, live=False, reason="its listener ended") for a, t in self._bindings.items())
        return tuple(states)

    def alive(self) -> bool:
        return self._thread.is_alive()

    def stop(self) -> None:
        """Their thread's end gives all keys back."""
        self._stopping = True
        self._ask(lambda: None)
        if self._thread.is_alive() and self._thread is not threading.current_thread():
            self._thread.join()

    def _ask(self, request: "Callable[[], Any]") -> Any:
        """Has the hotkey thread do it and returns the result, None when the thread is gone."""
        if self._thread is threading.current_thread():
            return request()
        answer: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._requests.put((request, answer))
        self._api.PostThreadMessageW(self._id, self._api.WM_APP, 0, 0)
        while self._thread.is_alive():
            try:
                return answer.get(timeout=0.2)
            except queue.Empty:
                continue
        return None

    def _run(self) -> None:
        message = MSG()
        try:
            self._id = self._api.GetCurrentThreadId()
            self._api.PeekMessageW(byref(message), 0, 0, 0, self._api.PM_NOREMOVE)  # makes the queue
            self._ready.set()
            while not self._stopping and self._api.GetMessageW(byref(message), 0, 0, 0) > 0:
                if message.message == self._api.WM_HOTKEY:
                    self._pressed(message.wParam)
                self._serve()
            self._unregister_all()
        except Exception:
            log.exception("hotkeys: the listener ended")
        self._ready.set()
        if not self._stopping:
            self._on_lost()

    def _serve(self) -> None:
        while not self._requests.empty():
            request, answer = self._requests.get()
            answer.put(request())

    def _pressed(self, number: int) -> None:
        action = self._actions.get(number)
        if action is None:
            return  # given back since it was pressed
        try:
            self._on_press(action)
        except Exception:
            log.exception("hotkeys: '%s' failed", action)

    def _register_all(self) -> list[HotkeyState]:
        self._unregister_all()
        return [self._register(action, text) for action, text in self._wanted.items()]

    def _unregister_all(self) -> None:
        for number in self._actions:
            self._api.UnregisterHotKey(0, number)
        self._actions = {}

    def _register(self, action: str, text: str) -> HotkeyState:
        try:
            combination = parse(text)
        except ValueError as fault:
            return HotkeyState(action, text, live=False, reason=str(fault))
        codes = self._keyboard.hotkey_codes(combination)
        if not codes:
            return HotkeyState(action, text, live=False, reason=f"the present keyboard layout has no key for {text}")
        errors = [self._register_key(action, combination, code) for code in codes]
        if 0 not in errors:
            reason, instead = self._refusal(text, errors[0]), self._another(text, combination)
            return HotkeyState(action, text, live=False, reason=reason, instead=instead)
        if typed := self._keyboard.typed_by(
            combination
        ):  # AltGr is Ctrl+Alt to Windows: the key works, but is lost to typing
            clash = f"one of your keyboard layouts types '{typed}' with it, which gridpilot now takes for itself"
            return HotkeyState(action, text, live=True, reason=clash, instead=self._another(text, combination))
        return HotkeyState(action, text, live=True)

    def _register_key(self, action: str, combination: Combination, code: int) -> int:
        """0, or Windows' error number."""
        number = next(free for free in range(1, 0xBFFF) if free not in self._actions)
        if not self._api.RegisterHotKey(0, number, self._modifiers(combination), code):
            return int(self._api.last_error()) or UNKNOWN
        self._actions[number] = action
        return 0

    def _modifiers(self, combination: Combination) -> int:
        flags = {"ctrl": "CONTROL", "alt": "ALT", "shift": "SHIFT", "super": "WIN"}
        return int(
            sum(getattr(self._api, f"MOD_{flags[name]}") for name in combination.modifiers) | self._api.MOD_NOREPEAT
        )

    def _refusal(self, text: str, error: int) -> str:
        if error != self._api.ERROR_HOTKEY_ALREADY_REGISTERED:
            return f"Windows refuses {text} (error {error})"
        other = next((action for action in self._actions.values() if self._bindings[action] == text), None)
        return f"{text} is already the key for '{other}'" if other else f"{text} is taken by another program"

    def _another(self, text: str, combination: Combination) -> str:
        """The same key with modifiers that nobody has and that type nothing; empty when there are none."""
        for modifiers in OTHERS:
            other = replace(combination, modifiers=frozenset(modifiers.split("+")))
            code, number = self._keyboard.hotkey_codes(other)[0], PROBE
            if not self._keyboard.typed_by(other) and self._api.RegisterHotKey(0, number, self._modifiers(other), code):
                self._api.UnregisterHotKey(0, number)
                return f"{modifiers}+{text.rpartition('+')[2]}"
        return ""
