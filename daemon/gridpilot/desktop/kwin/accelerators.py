"""KDE's own global keys, kglobalaccel on the session bus: no dialog, and a key that somebody has is never taken.

kglobalaccel does not notice that a program ends: what one that was killed had bound stays bound until somebody gives it
back. `forget` does that.

Source: org.kde.KGlobalAccel and org.kde.kglobalaccel.Component of KGlobalAccel, its kglobalaccel(5).
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Any

from gridpilot import combination
from gridpilot.desktop.portal.bus import Bus

SERVICE, PATH, INTERFACE = "org.kde.kglobalaccel", "/kglobalaccel", "org.kde.KGlobalAccel"
COMPONENT = "gridpilot"
STOP = "stop"  # the action of Esc, for the time of a job
PRESENT, NO_AUTOLOADING = 2, 4  # flags: it is there now; what is said counts, and not what was kept of it
MODIFIERS = {"shift": 0x02000000, "ctrl": 0x04000000, "alt": 0x08000000, "super": 0x10000000}
FIRST_F = 0x01000030
KEYS = {
    "space": 0x20,
    "Escape": 0x01000000,
    "Tab": 0x01000001,
    "Return": 0x01000004,
    "Insert": 0x01000006,
    "Delete": 0x01000007,
    "Pause": 0x01000008,
    "Print": 0x01000009,
    "Home": 0x01000010,
    "End": 0x01000011,
    "Left": 0x01000012,
    "Up": 0x01000013,
    "Right": 0x01000014,
    "Down": 0x01000015,
    "Prior": 0x01000016,
    "Next": 0x01000017,
} | {f"F{number}": FIRST_F + number - 1 for number in range(1, 25)}
"""Qt's numbers of them; a sign has that of its capital letter."""
log = logging.getLogger(__name__)

Heard = Callable[[bool], None]
"""Called from the bus's thread: True for a press, False once it is let go of."""


class Accelerators:
    """Of one process. Raises OSError where kglobalaccel does not answer."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._heard: dict[str, Heard] = {}  # action -> who hears of it
        self._listens = False

    def bind(self, action: str, text: str, on_press: Heard) -> str:
        """Why it was not done, to be put after the combination; empty when it was. Raises ValueError where the text is
        no combination.
        """
        key = in_qt(text)
        if not self._call("isGlobalShortcutAvailable", "is", key, COMPONENT)[0]:
            return f"is taken by {self._owner(key)}"
        names = _names(action)
        self._call("doRegister", "as", names)
        (bound,) = self._call("setShortcut", "asaiu", names, [key], PRESENT | NO_AUTOLOADING)
        if bound != [key]:
            self._call("unregister", "ss", COMPONENT, action)
            return f"is taken by {self._owner(key)}"
        self._heard[action] = on_press
        self.listen()
        return ""

    def unbind(self, action: str) -> None:
        if self._heard.pop(action, None) is not None:
            self.forget(action)

    def unbind_all(self) -> None:
        for action in tuple(self._heard):
            self.unbind(action)

    def forget(self, action: str) -> None:
        """Also where another process had bound it."""
        with contextlib.suppress(OSError):
            self._call("unregister", "ss", COMPONENT, action)

    def hear_all(self, heard: Heard) -> None:
        """Of the keys that any process of gridpilot has bound."""
        self._heard[""] = heard
        self.listen()

    def listen(self) -> None:
        """There is nothing to listen to before any key was ever registered."""
        if self._listens:
            return
        path = f"/component/{COMPONENT}"
        self._bus.hear(path, "globalShortcutPressed", lambda body: self._take(body, press=True))
        self._bus.hear(path, "globalShortcutReleased", lambda body: self._take(body, press=False))
        self._listens = True

    def _take(self, body: list[Any], *, press: bool) -> None:
        for action in (body[1], ""):
            if (heard := self._heard.get(action)) is not None:
                heard(press)

    def _owner(self, key: int) -> str:
        """In words."""
        try:
            (found,) = self._call("getGlobalShortcutsByKey", "i", key)
            *_, program, _action, called = found[0][:6]
        except (OSError, LookupError, ValueError):
            return "another program"
        return f"{program} ({called})"

    def _call(self, member: str, signature: str, *body: Any) -> list[Any]:
        return self._bus.call(SERVICE, PATH, INTERFACE, member, signature, *body)


def in_qt(text: str) -> int:
    """Raises ValueError where the text is no combination."""
    found = combination.parse(text)
    key = KEYS.get(found.key) or ord(found.key.upper())
    return key + sum(MODIFIERS[each] for each in found.modifiers)


def _names(action: str) -> list[str]:
    """Of the program and the action, and both as its user sees them in the desktop's settings."""
    return [COMPONENT, action, COMPONENT, action.capitalize()]
