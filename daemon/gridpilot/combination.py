"""Key combinations as users write them, "ctrl+alt+s": what may stand in settings and profiles."""

from __future__ import annotations

import difflib
import re

MODIFIERS = ("ctrl", "alt", "shift", "super")
NAMED_KEYS = ("space", "tab", "return", "escape", "insert", "delete", "home", "end", "pageup", "pagedown",
              "left", "right", "up", "down", "pause", *(f"f{n}" for n in range(1, 25)))  # fmt: skip


def combination_fault(text: str) -> tuple[str, str]:
    """What is wrong with a key combination such as "ctrl+alt+s", and a hint. An empty one is fine: not bound."""
    if not text.strip():
        return "", ""
    *modifiers, key = (part.strip().lower() for part in text.split("+"))
    if odd := [each for each in modifiers if each not in MODIFIERS]:
        return f'"{odd[0]}" is no modifier', near(odd[0], MODIFIERS, f"modifiers are {', '.join(MODIFIERS)}")
    if len(key) != 1 and key not in NAMED_KEYS:
        return f'"{key}" is no key', near(key, NAMED_KEYS, "a letter, a digit, f1 to f24 or a name like space")
    if not set(modifiers) & {"ctrl", "alt", "super"} and not re.fullmatch(r"f\d+|pause", key):
        return f'"{text}" would be taken away from every program', "add ctrl, alt or super"
    return "", ""


def near(name: str, known: tuple[str, ...], otherwise: str = "") -> str:
    """A question whether that was meant which is most like it; `otherwise` where nothing is."""
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else otherwise
