"""Which key, with which modifiers, gives a character on the present layout; and where a hotkey sits.

Key codes come from the server's core map. Its columns are: group 1 plain and shifted, group 2 plain and shifted, then
what AltGr gives. A layout such as "us,ru" has two groups; the one in force stands in bits 13 and 14 of the state.
"""

from dataclasses import dataclass

from Xlib import XK

from gridpilot.desktop.x11.display import XDisplay
from gridpilot.errors import EnvironmentFault
from gridpilot.plan import KEYPAD, Key

SHIFT, LOCK, CONTROL, MOD1, MOD4 = 1, 2, 4, 8, 64
NAMED_COLUMNS = 4  # the columns in which a hotkey's character is looked for: both groups, no AltGr

KEYPAD_KEYSYMS = range(0xFF80, 0xFFBE)  # from KP_Space to KP_Equal

US_PLACES = {
    character: first + place
    for row, first in (("1234567890", 10), ("qwertyuiop", 24), ("asdfghjkl", 38), ("zxcvbnm", 52))
    for place, character in enumerate(row)
}
"""Key codes of a US keyboard, for hotkeys on layouts which lack the letter (X adds 8 to Linux' numbers)."""

MODIFIER_KEYSYMS = {
    "alt": ("Alt_L", "Alt_R"),
    "super": ("Super_L", "Super_R"),
    "num": ("Num_Lock",),
    "scroll": ("Scroll_Lock",),
}


@dataclass(frozen=True, slots=True)
class Stroke:
    """A key and what must be held with it. `num_lock` True: a keypad key that gives its digit under NumLock only."""

    code: int
    shift: bool = False
    num_lock: bool = False


def keysym(name: str) -> int:
    """The keysym of a character or of a name such as "Left"; 0 when there is none. Latin characters are their own."""
    return ord(name) if len(name) == 1 else int(XK.string_to_keysym(name))


class Keyboard:
    """The server's map at one moment; call `refresh` after a MappingNotify."""

    def __init__(self, display: XDisplay) -> None:
        self._display = display
        self._columns: dict[int, list[tuple[int, int]]] = {}  # keysym -> (column, key code), lowest first
        self._symbols: dict[int, tuple[int, ...]] = {}
        self._modifiers: tuple[tuple[int, ...], ...] = ()
        self.refresh()

    def refresh(self) -> None:
        info = self._display.display.info
        rows = self._display.get_keyboard_mapping(info.min_keycode, info.max_keycode - info.min_keycode + 1)
        self._symbols = {code: tuple(row) for code, row in enumerate(rows, info.min_keycode)}
        found: dict[int, list[tuple[int, int]]] = {}
        for code, row in self._symbols.items():
            for column, symbol in enumerate(row):
                if symbol:
                    found.setdefault(symbol, []).append((column, code))
        self._columns = {symbol: sorted(places) for symbol, places in found.items()}
        self._modifiers = tuple(tuple(code for code in codes if code) for codes in self._display.get_modifier_mapping())

    def stroke(self, key: Key, state: int) -> Stroke:
        """How to type a key while the keyboard is in that state (QueryPointer's mask)."""
        symbol = keysym(key)
        group = state >> 13 & 3
        places = [] if key.startswith(KEYPAD) else self._columns.get(symbol, [])
        undoes = len(key) == 1 and key.isalpha() and bool(state & LOCK)  # Shift, what CapsLock does
        for column, code in places:
            if column in self._columns_of_group(code, group):
                return Stroke(code, shift=bool(column & 1) != undoes)
        digit = key.removeprefix(KEYPAD)
        if digit.isdigit() and (keypad := self._columns.get(keysym(f"{KEYPAD}{digit}"))):
            return Stroke(keypad[0][1], num_lock=keypad[0][0] & 1 == 1)
        if len(key) > 1 and places:
            return Stroke(places[0][1], shift=bool(places[0][0] & 1))
        raise EnvironmentFault(
            "Keyboard layout", f"The present keyboard layout has no key for '{key}'.", "Switch to another layout."
        )

    def _columns_of_group(self, code: int, group: int) -> tuple[int, ...]:
        """A key with one group keeps it whatever group is in force; of a third one the core map says too little."""
        row = self._symbols[code]
        if group == 0 or not any(row[2:4]):
            return (0, 1)
        return (2, 3) if group == 1 else ()

    def hotkey_codes(self, key: str) -> tuple[int, ...]:
        """Every key that should trigger: those which carry the character in the first two levels of any group, the
        keypad's twin of a digit, else the place of the character on a US keyboard.
        """
        places = [place for place in self._columns.get(keysym(key), []) if place[0] < NAMED_COLUMNS]
        codes = {code for _, code in places}
        if not codes and key in US_PLACES:
            codes = {US_PLACES[key]}
        if key.isdigit() and len(key) == 1:
            codes |= {
                code for column, code in self._columns.get(keysym(f"{KEYPAD}{key}"), []) if column < NAMED_COLUMNS
            }
        return tuple(sorted(codes))

    def on_keypad(self, code: int) -> bool:
        return any(symbol in KEYPAD_KEYSYMS for symbol in self._symbols.get(code, ()))

    def sign_of(self, code: int) -> str:
        """How a hotkey on that key is named, so that `hotkey_codes` finds it again; empty for a key without a sign."""
        row = self._symbols.get(code, ())[:NAMED_COLUMNS]
        own = (chr(symbol).lower() for symbol in row if ord(" ") < symbol < ord("~"))
        return next(own, next((sign for sign, place in US_PLACES.items() if place == code), ""))

    def mask_of(self, modifier: str) -> int:
        """The state bit of "ctrl", "shift", "alt", "super", "num" or "scroll"; 0 when no key sets it."""
        if modifier in {"ctrl", "shift"}:
            return CONTROL if modifier == "ctrl" else SHIFT
        symbols = {keysym(name) for name in MODIFIER_KEYSYMS[modifier]}
        for bit, codes in enumerate(self._modifiers):
            if any(symbols & set(self._symbols.get(code, ())[:NAMED_COLUMNS]) for code in codes):
                return 1 << bit
        return {"alt": MOD1, "super": MOD4}.get(modifier, 0)

    def locks(self) -> int:
        """State bits which stay after the key was let go: CapsLock, NumLock, ScrollLock."""
        return LOCK | self.mask_of("num") | self.mask_of("scroll")

    def modifier_codes(self) -> frozenset[int]:
        """Keys which modify others while they are held."""
        return frozenset(code for bit, codes in enumerate(self._modifiers) for code in codes if 1 << bit != LOCK)

    def code_of(self, name: str) -> int:
        """A key that carries the keysym of that name, 0 when there is none."""
        places = self._columns.get(keysym(name))
        return places[0][1] if places else 0

    def codes_of(self, name: str) -> tuple[int, ...]:
        return tuple(code for _, code in self._columns.get(keysym(name), []))


def down(bits: list[int]) -> frozenset[int]:
    """Key codes that are down, from QueryKeymap's 32 bytes."""
    return frozenset(8 * index + bit for index, byte in enumerate(bits) for bit in range(8) if byte >> bit & 1)
