"""Global hotkeys by KDE's kglobalaccel. The bus's thread hears them; one of our own sleeps until it does."""

from __future__ import annotations

import queue
from functools import partial

from gridpilot.desktop import HotkeyState
from gridpilot.desktop.kwin.accelerators import STOP, Accelerators
from gridpilot.desktop.shared.event_thread import KeyListener
from gridpilot.desktop.shared.held_key import Repeats

REPEATS = 1.0  # s within which KDE tells of a key again that is held: its usual delay is 0.6 s


class KWinHotkeys(KeyListener):
    lost = "the connection to the session bus is lost"

    def __init__(self, accelerators: Accelerators) -> None:
        super().__init__()
        self._keys = accelerators
        self._bound: set[str] = set()
        self._repeats = Repeats(REPEATS)
        self._news: queue.SimpleQueue[str] = queue.SimpleQueue()  # an action that was pressed; empty to be woken

    def _wake(self) -> None:
        self._news.put("")

    def _listen(self) -> None:
        self._keys.forget(STOP)  # of one that was killed in a job
        self._ready.set()
        try:
            while not self._stopping:
                if action := self._news.get():
                    self._press(action)
                else:
                    self._serve()
        finally:
            self._give_back(keep=())

    def _bind_wanted(self) -> list[HotkeyState]:
        self._give_back(keep=tuple(self._wanted))
        return self._bind_missing()

    def _bind_missing(self) -> list[HotkeyState]:
        return [self._state(action, text) for action, text in self._wanted.items()]

    def _state(self, action: str, text: str) -> HotkeyState:
        if action not in self._bound:
            try:
                fault = self._keys.bind(action, text, partial(self._heard, action))
            except ValueError as wrong:
                return HotkeyState(action, text, live=False, reason=str(wrong))
            except OSError as silent:
                return HotkeyState(
                    action, text, live=False, reason=f"{text}: KDE's global keys do not answer: {silent}"
                )
            if fault:
                return HotkeyState(action, text, live=False, reason=f"{text} {fault}")
            self._bound.add(action)
        return HotkeyState(action, text, live=True)

    def _heard(self, action: str, press: bool) -> None:
        if not press:
            self._repeats.released()
        elif self._repeats.is_press(action):
            self._news.put(action)

    def _give_back(self, keep: tuple[str, ...]) -> None:
        for action in self._bound - set(keep):
            self._keys.unbind(action)
        self._bound &= set(keep)
