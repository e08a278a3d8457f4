"""Global hotkeys by sway's socket: one thread sleeps on its news.

sway forgets our bindings when its configuration is loaded again, and says so: then they are bound anew.
"""

from __future__ import annotations

import os
import select

from gridpilot.desktop import HotkeyState
from gridpilot.desktop.shared.event_thread import KeyListener
from gridpilot.desktop.shared.wake_pipe import WakePipe
from gridpilot.desktop.wayland.sway_ipc import SwayIpc
from gridpilot.desktop.wayland.sway_keys import SwayKeys, word_of


class SwayHotkeys(KeyListener):
    lost = "the connection to sway is lost"

    def __init__(self, path: str | None = None) -> None:
        super().__init__()
        self._news = SwayIpc(path)
        self._news.subscribe("binding", "workspace", "mode")
        self._keys = SwayKeys(SwayIpc(path))
        self._actions: dict[str, str] = {}  # word -> action
        self._release = f"{os.getpid()} let go of"
        self._pipe = WakePipe()

    def stop(self) -> None:
        if self._stopping:
            return
        super().stop()
        self._pipe.close()

    def _wake(self) -> None:
        self._pipe.wake()

    def _listen(self) -> None:
        """Raises OSError when sway is gone."""
        self._ready.set()
        try:
            while not self._stopping:
                ready, _, _ = select.select([self._news.fileno(), self._pipe.fileno()], [], [])
                if self._news.fileno() in ready:
                    self._take(*self._news.news())
                if self._pipe.fileno() in ready:
                    self._pipe.clear()
                    self._serve()
        finally:
            self._keys.unbind_all()
            self._news.close()

    def _take(self, kind: str, told: dict[str, object]) -> None:
        if kind == "binding" and (word := word_of(told)) == self._release:
            self._on_hold(False)
        elif kind == "binding" and (action := self._actions.get(word)):
            self._on_hold(True)
            self._press(action)
        elif kind == "workspace" and told.get("change") == "reload":
            self._keys.forget_all()
            self._bind_wanted()
        elif kind == "mode":
            self._on_chance()

    def _bind_wanted(self) -> list[HotkeyState]:
        self._keys.unbind_all()
        self._actions = {}
        return self._bind_missing()

    def _bind_missing(self) -> list[HotkeyState]:
        return [self._bound(action, text) for action, text in self._wanted.items()]

    def _bound(self, action: str, text: str) -> HotkeyState:
        word = f"{os.getpid()} {action}"
        try:
            fault = self._keys.bind(text, word, self._release)
        except ValueError as wrong:
            return HotkeyState(action, text, live=False, reason=str(wrong))
        if fault:
            return HotkeyState(action, text, live=False, reason=f"{text} {fault}")
        self._actions[word] = action
        return HotkeyState(action, text, live=True)
