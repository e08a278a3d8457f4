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
    for each in modifiers:
        if each not in MODIFIERS:
            return f'"{each}" is no modifier', near(each, MODIFIERS) or f"modifiers are {', '.join(MODIFIERS)}"
    if not (len(key) == 1 or key in NAMED_KEYS):
        return f'"{key}" is no key', near(key, NAMED_KEYS) or "a letter, a digit, f1 to f24 or a name like space"
    if not set(modifiers) & {"ctrl", "alt", "super"} and not re.fullmatch(r"f\d+|pause", key):
        return f'"{text}" would be taken away from every program', "add ctrl, alt or super"
    return "", ""


def near(name: str, known: tuple[str, ...]) -> str:
    """A question whether that was meant which is most like it; empty where nothing is."""
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else ""
