"""The shortened JSON of SudokuPad's links: {ce:[[,{v:5}],…],l:t}. Names have no quotes, quotes are single, an empty
object between commas is left out, and t and f are true and false.
"""

from __future__ import annotations

import re
from typing import Any

TOKEN = re.compile(r"""\s*(?:([\[\]{},:])|'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|([^\s\[\]{},:'"][^\[\]{},:]*))""")
DEEPEST = 32
"""How deep lists may lie in lists; a puzzle's have three or four."""
WORDS = {"t": True, "true": True, "f": False, "false": False, "null": None}


def parsed(text: str) -> Any:
    """Raises ValueError."""
    reader = _Reader(text)
    value = reader.value(0)
    if reader.ahead() is not None:
        raise ValueError("something behind the end")
    return value


class _Reader:
    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0

    def ahead(self) -> str | None:
        """The next bracket or comma, an empty text before any other value, None at the end."""
        token = TOKEN.match(self._text, self._at)
        if token is None and self._text[self._at :].strip():
            raise ValueError("a sign that is not known")
        return (token[1] or "") if token else None

    def _taken(self) -> str:
        token = TOKEN.match(self._text, self._at)
        if token is None:
            raise ValueError("cut off")
        self._at = token.end()
        quoted = next((text for text in (token[2], token[3]) if text is not None), None)
        return re.sub(r"\\(.)", r"\1", quoted) if quoted is not None else token[1] or token[4].strip()

    def value(self, depth: int) -> Any:
        if depth > DEEPEST:
            raise ValueError("too deep")
        match self.ahead():
            case "[":
                return self._list(depth + 1)
            case "{":
                return self._object(depth + 1)
            case "":
                told = self._taken()
                return WORDS.get(told, told)
        return {}

    def _list(self, depth: int) -> list[Any]:
        self._taken()
        items = [self.value(depth)]
        while self._taken_of(",]") == ",":
            items.append(self.value(depth))
        return items

    def _object(self, depth: int) -> dict[str, Any]:
        self._taken()
        told: dict[str, Any] = {}
        while self.ahead() == "":
            name = self._taken()
            self._taken_of(":")
            told[name] = self.value(depth)
            if self.ahead() == ",":
                self._taken()
        self._taken_of("}")
        return told

    def _taken_of(self, expected: str) -> str:
        sign = self.ahead()
        if not sign or sign not in expected:
            raise ValueError(f"no {expected}")
        return self._taken()
