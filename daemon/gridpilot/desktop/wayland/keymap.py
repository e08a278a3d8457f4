"""The keyboard that we bring along. What it types is ours to say: the user's layout, Shift and the locks have no part.

A key has the number that it has on everybody's keyboard, since some programs go by that alone.
"""

from __future__ import annotations

from gridpilot.plan import KEYPAD, Key

X_ADDS = 8  # X11 counted the kernel's codes from there, and keymaps still do
ROWS = {2: "1234567890", 16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}
KEYPAD_CODES = dict(zip("7894561230", (71, 72, 73, 75, 76, 77, 79, 80, 81, 82), strict=True))

NAMED: dict[Key, int] = {
    "Escape": 1,
    "BackSpace": 14,
    "Tab": 15,
    "Return": 28,
    "space": 57,
    "Up": 103,
    "Left": 105,
    "Right": 106,
    "Down": 108,
    "Delete": 111,
}
"""The keys without a sign, by their names in plans -> the kernel's codes."""

CODES: dict[Key, int] = {
    **NAMED,
    **{sign: first + index for first, row in ROWS.items() for index, sign in enumerate(row)},
    **{f"{KEYPAD}{digit}": code for digit, code in KEYPAD_CODES.items()},
}
"""The same of all keys. A sign's name is its keysym's, too."""


def text() -> bytes:
    """In xkb's own words, ended as C ends texts."""
    codes = "".join(f"<{_name(code)}> = {code + X_ADDS}; " for code in CODES.values())
    symbols = "".join(f"key <{_name(code)}> {{ [ {key} ] }}; " for key, code in CODES.items())
    keymap = (
        f'xkb_keymap {{ xkb_keycodes "gridpilot" {{ minimum = {X_ADDS}; maximum = 255; {codes} }}; '
        'xkb_types "gridpilot" { include "complete" }; xkb_compatibility "gridpilot" { include "complete" }; '
        f'xkb_symbols "gridpilot" {{ {symbols} }}; }};'
    )
    return keymap.encode() + b"\0"


def _name(code: int) -> str:
    return f"K{code}"
