"""Which keys of the user's own layout type a sign: the compositor tells the keymap, and libxkbcommon reads it, which is
there wherever GNOME or KDE is.

Source: libxkbcommon's documentation of its keymaps.
"""

from __future__ import annotations

import ctypes as c
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cached_property

from gridpilot.desktop.wayland.keymap import KEYPAD_CODES, NAMED, X_ADDS
from gridpilot.errors import EnvironmentFault
from gridpilot.plan import KEYPAD, Key

LIBRARY = "libxkbcommon.so.0"
AS_TEXT = 1  # the only kind of keymap that there is
SHIFT = 42  # the kernel's code
LEVELS = ((), (SHIFT,))  # what is held for each level of a key that is looked at
TYPING = frozenset(range(2, 54)) - {14, 15, 28, 29, SHIFT}  # the kernel's codes of the keys that type signs


class Layout:
    def __init__(self, keymap: bytes, group: int = 0) -> None:
        """`group`: which of the user's layouts is the present one."""
        self._keymap = keymap
        self._group = group

    def codes(self, key: Key) -> tuple[int, ...]:
        """What is to be pressed together, in that order; nothing where the layout has no such key."""
        if key in NAMED:
            return (NAMED[key],)
        if key.startswith(KEYPAD):
            return (KEYPAD_CODES[key.removeprefix(KEYPAD)],)
        return self._typing.get(key, ())

    @cached_property
    def _typing(self) -> dict[str, tuple[int, ...]]:
        """Raises EnvironmentFault where there is no library, or it cannot read the keymap."""
        found: dict[str, tuple[int, ...]] = {}
        with _read(self._keymap) as (xkb, keymap):
            for level, held in enumerate(LEVELS):
                for code in sorted(TYPING):
                    sign = _sign(xkb, keymap, code, self._group, level)
                    if sign:
                        found.setdefault(sign, (*held, code))
        return found


def layouts(text: bytes) -> tuple[Layout, ...]:
    """All that a keymap has."""
    with _read(text) as (xkb, keymap):
        count = int(xkb.xkb_keymap_num_layouts(keymap))
    return tuple(Layout(text, group) for group in range(count))


@contextmanager
def _read(text: bytes) -> Iterator[tuple[c.CDLL, int]]:
    xkb = _library()
    context = xkb.xkb_context_new(0)
    keymap = xkb.xkb_keymap_new_from_string(context, text, AS_TEXT, 0)
    try:
        if not keymap:
            raise unreadable("its keymap cannot be read")
        yield xkb, keymap
    finally:
        if keymap:
            xkb.xkb_keymap_unref(keymap)
        xkb.xkb_context_unref(context)


def _sign(xkb: c.CDLL, keymap: int, code: int, group: int, level: int) -> str:
    number = code + X_ADDS
    groups = xkb.xkb_keymap_num_layouts_for_key(keymap, number)
    if not groups:
        return ""
    syms = c.POINTER(c.c_uint32)()
    count = xkb.xkb_keymap_key_get_syms_by_level(keymap, number, group % groups, level, c.byref(syms))
    one = syms[0] if count == 1 else 0
    return chr(one) if 0x20 < one < 0x7F else ""  # keysyms of Latin signs are their own numbers


def _library() -> c.CDLL:
    try:
        xkb = c.CDLL(LIBRARY)
    except OSError as fault:
        raise unreadable(f"{LIBRARY} is missing") from fault
    for name in ("xkb_context_new", "xkb_keymap_new_from_string"):
        getattr(xkb, name).restype = c.c_void_p
    xkb.xkb_keymap_new_from_string.argtypes = (c.c_void_p, c.c_char_p, c.c_int, c.c_int)
    xkb.xkb_keymap_num_layouts.argtypes = (c.c_void_p,)
    xkb.xkb_keymap_num_layouts_for_key.argtypes = (c.c_void_p, c.c_uint32)
    level = (c.c_void_p, c.c_uint32, c.c_uint32, c.c_uint32, c.POINTER(c.POINTER(c.c_uint32)))
    xkb.xkb_keymap_key_get_syms_by_level.argtypes = level
    for name in ("xkb_keymap_unref", "xkb_context_unref"):
        getattr(xkb, name).argtypes = (c.c_void_p,)
        getattr(xkb, name).restype = None
    return xkb


def unreadable(why: str) -> EnvironmentFault:
    return EnvironmentFault(
        "Keyboard",
        f"Which key types which digit is not known: {why}.",
        "Install libxkbcommon0, and try again.",
    )
