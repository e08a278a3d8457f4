"""Key combinations as users write them: "ctrl+alt+s", "super+f5". What settings and profiles take can be bound."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable
from dataclasses import dataclass

MODIFIERS = {"ctrl": "ctrl", "alt": "alt", "shift": "shift", "super": "super", "control": "ctrl", "win": "super"}
USUAL = ("ctrl", "alt", "shift", "super")
KEYSYMS = {
    "space": "space",
    "tab": "Tab",
    "return": "Return",
    "enter": "Return",
    "escape": "Escape",
    "esc": "Escape",
    "insert": "Insert",
    "delete": "Delete",
    "home": "Home",
    "end": "End",
    "pageup": "Prior",
    "pagedown": "Next",
    "left": "Left",
    "right": "Right",
    "up": "Up",
    "down": "Down",
    "pause": "Pause",
    "print": "Print",
} | {f"f{number}": f"F{number}" for number in range(1, 25)}
ALONE = re.compile(r"f\d+|pause")
"""Keys that need no modifier: hardly a program takes them."""


@dataclass(frozen=True, slots=True)
class Combination:
    """`key` is a character in lower case, or the name of a keysym."""

    modifiers: frozenset[str]
    key: str


class NoCombinationError(ValueError):
    """Says what is wrong with a text; `hint` says what would be right."""

    def __init__(self, fault: str, hint: str) -> None:
        super().__init__(f"{fault}: {hint}")
        self.fault, self.hint = fault, hint


def _is_sign(key: str) -> bool:
    """Whether a key is named by what it types; what other alphabets have is on no key that can be asked for."""
    return len(key) == 1 and key.isascii() and key.isprintable()


def _modifiers(names: list[str]) -> frozenset[str]:
    if odd := next((name for name in names if name not in MODIFIERS), None):
        raise NoCombinationError(f'"{odd}" is no modifier', near(odd, MODIFIERS, f"modifiers are {', '.join(USUAL)}"))
    return frozenset(MODIFIERS[name] for name in names if name)


def parse(text: str) -> Combination:
    """Raises NoCombinationError where the text is none."""
    *before, last = (part.strip().lower() for part in text.split("+"))
    modifiers = _modifiers(before)
    if not last or "" in before:
        raise NoCombinationError(f'"{text}" names no key', "write it like ctrl+alt+s")
    if last in MODIFIERS:
        raise NoCombinationError(f'"{text}" has modifiers only', f"add a key, as in {text}+s")
    if last not in KEYSYMS and not _is_sign(last):
        otherwise = "a letter from a to z, a digit, f1 to f24 or a name like space"
        raise NoCombinationError(f'"{last}" is no key', near(last, KEYSYMS, otherwise))
    return Combination(modifiers, KEYSYMS.get(last, last))


def _key(text: str) -> str:
    return text.rpartition("+")[2].strip().lower()


def combination_fault(text: str) -> tuple[str, str]:
    """What is wrong with a combination that is to be kept for long, and a hint; two empty texts where nothing is. An
    empty one is fine: no key.
    """
    try:
        if text.strip() and parse(text).modifiers <= {"shift"} and not ALONE.fullmatch(_key(text)):
            return f'"{text}" would be taken away from every program', "add ctrl, alt or super"
    except NoCombinationError as wrong:
        return wrong.fault, wrong.hint
    return "", ""


def same(one: str, other: str) -> bool:
    """Whether two texts mean the same keys: win+s is super+s."""
    try:
        return parse(one) == parse(other)
    except NoCombinationError:
        return False


def near(name: str, known: Iterable[str], otherwise: str = "") -> str:
    """A question whether that was meant which is most like it; `otherwise` where nothing is."""
    close = difflib.get_close_matches(name, [*known], n=1)
    return f"did you mean {close[0]}?" if close else otherwise
