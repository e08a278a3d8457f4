"""Key combinations as people write them: "ctrl+alt+s", "super+f5". The same on each platform."""

from dataclasses import dataclass

MODIFIERS = {"ctrl": "ctrl", "control": "ctrl", "alt": "alt", "shift": "shift", "super": "super", "win": "super"}
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


@dataclass(frozen=True, slots=True)
class Combination:
    """`key` is a character in lower case, or the name of a keysym."""

    modifiers: frozenset[str]
    key: str


def parse(text: str) -> Combination:
    """Raises ValueError, with a sentence for the user, when the text is no combination."""
    *before, last = (part.strip().lower() for part in text.split("+"))
    for name in before:
        if name not in MODIFIERS:
            raise ValueError(f"'{name}' in '{text}' is no modifier; those are ctrl, alt, shift and super")
    if not last:
        raise ValueError(f"'{text}' names no key: write it like ctrl+alt+s")
    if last in MODIFIERS:
        raise ValueError(f"'{text}' has modifiers only: add a key, as in {text}+s")
    if last not in KEYSYMS and not (len(last) == 1 and last.isascii() and last.isprintable()):
        raise ValueError(f"'{last}' in '{text}' is no key: a letter, a digit, f1 to f24 or a name such as space")
    modifiers = frozenset(MODIFIERS[name] for name in before)
    if modifiers <= {"shift"} and not last[1:].isdigit() and last != "pause":
        raise ValueError(f"'{text}' would be taken away from every program: add ctrl, alt or super")
    return Combination(modifiers, KEYSYMS.get(last, last))
