"""Which keys the user's own configuration of sway has. sway itself would take them from him without a word.

sway tells its main file; what that includes is read from the disk. Keys that were bound by commands since are told by
nobody. Source: the manual page sway(5).
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterator
from pathlib import Path

from gridpilot import whole_file
from gridpilot.combination import parse

MODIFIERS = {
    "ctrl": "ctrl", "control": "ctrl", "shift": "shift", "alt": "alt", "mod1": "alt", "super": "super", "logo": "super",
    "mod4": "super",
}  # fmt: skip
IN_SWAY = {"ctrl": "Ctrl", "shift": "Shift", "alt": "Mod1", "super": "Mod4"}
DEEPEST = 8  # files that include one another; sway has no limit, but ends a circle

Keys = frozenset[str]
"""Names in lower case: modifiers as `gridpilot.combination` has them, and the keysym."""


def in_sway(combination: str) -> str:
    """As `bindsym` takes it. Raises ValueError where the text is no combination. A sign that is no letter or digit goes
    by its number, as keysyms may.
    """
    found = parse(combination)
    key = found.key
    if len(key) == 1 and not key.isalnum():
        key = f"U{ord(key):04X}"
    return "+".join([*(IN_SWAY[each] for each in IN_SWAY if each in found.modifiers), key])


def keys_of(words: str) -> Keys:
    """Of what stands after `bindsym`."""
    parts = (part.strip().lower() for part in words.split("+"))
    return frozenset(MODIFIERS.get(part, part) for part in parts if part)


def bound(text: str, folder: Path) -> frozenset[Keys]:
    """The keys that the configuration binds outside of modes of its own; includes are looked for from the folder."""
    found = _Reader()
    found.read(text, folder)
    return frozenset(found.keys)


class _Reader:
    def __init__(self) -> None:
        self.keys: set[Keys] = set()
        self._variables: dict[str, str] = {}
        self._blocks: list[str] = []  # the heads of those that are open
        self._depth = 0

    def read(self, text: str, folder: Path) -> None:
        for line in _lines(text):
            head, *rest = _with_variables(line, self._variables).split()
            if head == "}":
                self._blocks = self._blocks[:-1]
            elif "mode" in self._blocks:
                self._blocks += [head] * (rest[-1:] == ["{"])
            elif rest[-1:] == ["{"]:
                self._blocks.append(head)
            elif self._blocks[-1:] == ["bindsym"]:
                self.keys.add(keys_of(head))
            else:
                self._command(head, rest, folder)

    def _command(self, head: str, rest: list[str], folder: Path) -> None:
        if head == "set":
            self._variables[rest[0]] = " ".join(rest[1:])
        elif head == "bindsym":
            self.keys.update(keys_of(word) for word in [each for each in rest if not each.startswith("--")][:1])
        elif head == "include" and self._depth < DEEPEST:
            self._depth += 1
            for file in _included(" ".join(rest), folder):
                self.read(_text(file), file.parent)
            self._depth -= 1


def _lines(text: str) -> Iterator[str]:
    for line in re.sub(r"\\\n", " ", text).splitlines():
        if (plain := line.strip()) and not plain.startswith("#"):
            yield plain


def _with_variables(line: str, variables: dict[str, str]) -> str:
    """The longest name first, as one may begin another."""
    if line.startswith("set "):
        head, name, *rest = line.split(None, 2)
        return " ".join([head, name, *(_with_variables(each, variables) for each in rest)])
    for name in sorted(variables, key=len, reverse=True):
        line = line.replace(name, variables[name])
    return line


def _included(pattern: str, folder: Path) -> list[Path]:
    whole = os.path.expandvars(os.path.expanduser(pattern.strip("\"'")))  # noqa: PTH111 - a pattern
    return [folder / each for each in sorted(glob.glob(whole, root_dir=folder))]  # noqa: PTH207 - likewise


def _text(file: Path) -> str:
    try:
        return whole_file.read_text(file)
    except (OSError, UnicodeDecodeError):
        return ""
