"""Keyboard and pointer by the portal's calls, one for each event. Each is answered before the next is sent: GNOME's
portal serves them in threads, and calls that were not waited for came into cells in another order in 3 of 4 runs.

Signs are sent as what they mean, and the desktop finds their key and level in the user's layout; all other keys by the
kernel's numbers, which are the same everywhere.
"""

from __future__ import annotations

from typing import Any

from gridpilot.desktop.portal.requests import Portal
from gridpilot.desktop.wayland.keymap import NAMED
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point
from gridpilot.plan import KEYPAD, Key, is_sign

REMOTE = "RemoteDesktop"
LEFT = 0x110  # the kernel's BTN_LEFT
KEYPAD_SYMS = 0xFFB0  # the keysym of the keypad's 0; the others follow


class Notify:
    at_once = False

    def __init__(self, portal: Portal, handle: str, node: int) -> None:
        """`handle` is the session's, `node` PipeWire's number of the monitor."""
        self._portal = portal
        self._handle = handle
        self._node = node

    def move(self, to: Point) -> None:
        """`to`: in points, from the monitor's corner."""
        self._call("NotifyPointerMotionAbsolute", "udd", self._node, float(to.x), float(to.y))

    def button(self, *, press: bool) -> None:
        self._call("NotifyPointerButton", "iu", LEFT, int(press))

    @staticmethod
    def check(key: Key) -> None:
        """Raises EnvironmentFault for one that cannot be pressed."""
        if key not in NAMED and not (is_sign(key) and (key.startswith(KEYPAD) or " " < key < "\x7f")):
            raise EnvironmentFault(
                "Unknown key",
                f"The key {key} is not known here.",
                "A profile can name digits, letters, arrows, Delete, BackSpace, Escape, Tab and Return.",
            )

    def key(self, key: Key, *, press: bool) -> None:
        if is_sign(key):
            self._call("NotifyKeyboardKeysym", "iu", _keysym(key), int(press))
        else:
            self._call("NotifyKeyboardKeycode", "iu", NAMED[key], int(press))

    def send(self) -> None:
        """Each event was answered already."""

    sync = send

    def close(self) -> None:
        """It ends with the session."""

    def _call(self, member: str, signature: str, *body: Any) -> None:
        self._portal.call(REMOTE, member, f"oa{{sv}}{signature}", self._handle, {}, *body)


def _keysym(sign: Key) -> int:
    """Those of Latin signs are their own numbers."""
    return KEYPAD_SYMS + int(sign.removeprefix(KEYPAD)) if sign.startswith(KEYPAD) else ord(sign)
