"""Keys by their virtual codes, and which of them gives a character on the layout of the window that has the focus."""

from collections.abc import Iterable
from ctypes import c_uint8, c_uint16
from dataclasses import dataclass

from gridpilot.combination import Combination
from gridpilot.desktop.windows.api import HANDLE, Api
from gridpilot.plan import KEYPAD, Key

NAMED = {
    "BackSpace": "VK_BACK", "Tab": "VK_TAB", "Return": "VK_RETURN", "Pause": "VK_PAUSE", "Escape": "VK_ESCAPE",
    "space": "VK_SPACE", "Prior": "VK_PRIOR", "Next": "VK_NEXT", "End": "VK_END", "Home": "VK_HOME",
    "Left": "VK_LEFT", "Up": "VK_UP", "Right": "VK_RIGHT", "Down": "VK_DOWN", "Print": "VK_SNAPSHOT",
    "Insert": "VK_INSERT", "Delete": "VK_DELETE",
}  # fmt: skip
"""The names of keys that are no characters."""

EXTENDED = ("VK_PRIOR", "VK_NEXT", "VK_END", "VK_HOME", "VK_LEFT", "VK_UP", "VK_RIGHT", "VK_DOWN", "VK_INSERT",
            "VK_DELETE", "VK_SNAPSHOT", "VK_RCONTROL", "VK_RMENU", "VK_LWIN", "VK_RWIN")  # fmt: skip
"""Those that the keypad has, too: a flag says that it is not the keypad's."""

HELD = {"ctrl": ("VK_CONTROL",), "alt": ("VK_MENU",), "shift": ("VK_SHIFT",), "super": ("VK_LWIN", "VK_RWIN")}
DOWN, TOGGLED = 0x80, 0x01
LEAVE_STATE = 4  # ToUnicodeEx must not swallow a dead key that the user has begun
SHIFT, NO_KEY = 1, -1
LETTERS = 8  # units of a key's text


@dataclass(frozen=True, slots=True)
class Stroke:
    """A virtual key and whether Shift must be held; `unit` is a character that no key gives, 0 otherwise."""

    code: int
    shift: bool = False
    unit: int = 0


class Keyboard:
    def __init__(self, api: Api) -> None:
        self._api = api

    def stroke(self, key: Key) -> Stroke:
        """How to type a key now: with the layout of the focused window, CapsLock included."""
        if key in NAMED:
            return Stroke(getattr(self._api, NAMED[key]))
        if key.startswith(KEYPAD):
            return Stroke(self._api.VK_NUMPAD0 + int(key.removeprefix(KEYPAD)))
        layout = self._layout()
        code = int(self._api.VkKeyScanExW(ord(key), layout))
        if code != NO_KEY and not code >> 8 & ~SHIFT:
            held = [self._api.VK_CAPITAL] if self._api.GetKeyState(self._api.VK_CAPITAL) & TOGGLED else []
            for shift in (bool(code >> 8), not code >> 8):
                if self._text(code & 0xFF, [*held, *([self._api.VK_SHIFT] if shift else [])], layout) == key:
                    return Stroke(code & 0xFF, shift=shift)
        if key.isdigit():
            return Stroke(self._api.VK_NUMPAD0 + int(key))
        return Stroke(0, unit=ord(key))

    def scan(self, code: int) -> int:
        return int(self._api.MapVirtualKeyExW(code, self._api.MAPVK_VK_TO_VSC, self._layout()))

    def is_extended(self, code: int) -> bool:
        return code in {getattr(self._api, name) for name in EXTENDED}

    def hotkey_codes(self, combination: Combination) -> tuple[int, ...]:
        """The keys that should trigger: a digit has two, on the main block and the keypad."""
        key = combination.key
        if key in NAMED:
            return (getattr(self._api, NAMED[key]),)
        if len(key) > 1:
            return (self._api.VK_F1 + int(key[1:]) - 1,)
        if key.isdigit():
            return (ord(key), self._api.VK_NUMPAD0 + int(key))
        if key.isalpha():
            return (ord(key.upper()),)  # a letter's code is that of its key on a US keyboard, on Russian layouts, too
        code = int(self._api.VkKeyScanExW(ord(key), self._layout()))
        return () if code == NO_KEY else (code & 0xFF,)

    def typed_by(self, combination: Combination) -> str:
        """A character that this combination types on a layout that is installed: Ctrl+Alt is AltGr. Empty: none."""
        held = [getattr(self._api, name) for modifier in combination.modifiers for name in HELD[modifier][:1]]
        for layout in self._layouts():
            for code in self.hotkey_codes(combination)[:1]:
                typed = self._text(code, held, layout)
                if typed.isprintable() and typed:
                    return typed
        return ""

    def _text(self, code: int, held: Iterable[int], layout: int) -> str:
        """What a key types; for a dead key, its accent."""
        state, units = (c_uint8 * 256)(), (c_uint16 * LETTERS)()
        for each in held:
            state[each] = TOGGLED if each == self._api.VK_CAPITAL else DOWN
        scan = self._api.MapVirtualKeyExW(code, self._api.MAPVK_VK_TO_VSC, layout)
        count = abs(self._api.ToUnicodeEx(code, scan, state, units, LETTERS, LEAVE_STATE, layout))
        return bytes(units)[: 2 * count].decode("utf-16-le", errors="replace")

    def _layout(self) -> int:
        """Each thread has its own."""
        focused = self._api.GetForegroundWindow()
        return int(self._api.GetKeyboardLayout(self._api.GetWindowThreadProcessId(focused, None) if focused else 0))

    def _layouts(self) -> tuple[int, ...]:
        layouts = (HANDLE * self._api.GetKeyboardLayoutList(0, None))()
        self._api.GetKeyboardLayoutList(len(layouts), layouts)
        return tuple(layouts)

    def down(self) -> frozenset[int]:
        """The keys that are held, those that merely modify others included; the mouse's buttons are no keys."""
        return frozenset(code for code in range(self._api.VK_BACK, 255) if self._api.GetAsyncKeyState(code) < 0)

    def modifiers(self) -> tuple[int, ...]:
        """Alt first: let go after Ctrl, it would open the window's menu."""
        sides = ("LMENU", "RMENU", "LCONTROL", "RCONTROL", "LSHIFT", "RSHIFT", "LWIN", "RWIN")
        return tuple(getattr(self._api, f"VK_{name}") for name in sides)
