"""TOML files that users write: read with faults as `Problem` values, each with file, line and a hint.

A broken file never raises: its faults are data, so that the caller can keep the last good one.
"""

from __future__ import annotations

import re
import tomllib
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from gridpilot.errors import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path


class TomlFile:
    """One file being read: `table` is its content ({} when it could not be read), `problems` what was found wrong."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.problems: list[Problem] = []
        self.table: dict[str, Any] = {}
        try:
            self._text = path.read_text(encoding="utf-8")
            self.table = tomllib.loads(self._text)
        except OSError as error:
            self._text = ""
            self.error("", f"cannot be read: {error.strerror}")
        except UnicodeDecodeError:
            self._text = ""
            self.error("", "is not UTF-8 text", "save it as UTF-8")
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"at line (\d+)", str(error))
            text = f"is not valid TOML: {str(error).split(' (at ', maxsplit=1)[0].lower()}"
            self.problems.append(Problem(str(path), int(line[1]) if line else 0, "error", text))

    @property
    def broken(self) -> bool:
        return any(problem.level == "error" for problem in self.problems)

    def line_of(self, key: str) -> int:
        """The line on which `key` (its last part, for a dotted one) is first set; 0 when it is not found."""
        name = re.escape(key.rsplit(".", maxsplit=1)[-1])
        found = re.search(rf"(?m)(?:^|[{{,])[ \t]*\[*[ \t]*(?:[\w-]+\.)*[\"']?{name}[\"']?[ \t]*[\]=]", self._text)
        return self._text.count("\n", 0, found.start()) + 1 if found else 0

    def error(self, key: str, text: str, hint: str = "") -> None:
        self._add(key, "error", text, hint)

    def warn(self, key: str, text: str, hint: str = "") -> None:
        self._add(key, "warning", text, hint)

    def _add(self, key: str, level: str, text: str, hint: str) -> None:
        line = self.line_of(key) if key else 0
        self.problems.append(Problem(str(self.path), line, level, text, hint))

    def warn_unknown(self, table: dict[str, Any], known: Iterable[str], where: str = "") -> None:
        """Unknown keys only warn: a newer gridpilot's file must not stop an older one."""
        known = sorted(known)
        for key in table:
            if key not in known:
                near = get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
                self.warn(f"{where}.{key}" if where else key, f"unknown key {key}", hint)

    def choice(self, key: str, value: object, choices: Iterable[str]) -> str | None:
        """`value` if it is one of `choices`; otherwise an error is noted and None returned."""
        choices = sorted(choices)
        if isinstance(value, str) and value in choices:
            return value
        near = get_close_matches(str(value), choices, n=1)
        hint = f"did you mean {near[0]}?" if near else f"one of: {', '.join(choices)}"
        self.error(key, f"{key} = {value!r} is not known", hint)
        return None
