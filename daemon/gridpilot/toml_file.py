"""TOML files that users write: read with faults as `Problem` values, each with file, key, line and a hint.

A broken file never raises: its faults are data, so that the caller can keep the last good one.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from gridpilot import whole_file
from gridpilot.errors import Problem

MOST_BYTES = 1 << 14
"""A longer file is none that a person wrote; nobody waits for it to be taken apart. tomllib takes 1.2 s and 260 MB for
a key of 8,000 parts, and to name 2,000 faults with their lines takes 7 s (tests/unit/profiles/test_fuzz.py).
"""

MOST_DOTS = 200  # in a line: the parts of a key
MOST_TOLD = 20  # errors, and as many warnings
STRANGE = re.compile(r"\"(?:\\.|[^\"\\\n])*+\"?|'[^'\n]*+'?|#[^\n]*|[\[\]{}]")
"""What may hold brackets that are none, and brackets. One that is not closed ends with its line."""


class Wrong(Exception):  # noqa: N818 - it is data that is wrong, and the file's problems say how
    """A value cannot be taken."""


class TomlFile:
    """One file being read: `table` is its content ({} when it could not be read), `problems` what was found wrong.

    Keys are named by their path, "pace.settle"; a number is a place in a list, from 0 on: "match.1.title".
    """

    def __init__(self, path: Path, content: str | bytes | None = None) -> None:
        """`content`: what the file is to hold, where it does not yet."""
        self.path = path
        self.problems: list[Problem] = []
        self.table: dict[str, Any] = {}
        self._text = ""
        try:
            given = content.encode() if isinstance(content, str) else content
            raw = whole_file.read(path, MOST_BYTES) if given is None else given
            self._text = raw.decode("utf-8").replace("\r\n", "\n")
        except OSError as error:
            self._add("", 0, "error", f"cannot be read: {error.strerror}")
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            self._add("", line, "error", "is not UTF-8 text", "save it as UTF-8")
        else:
            self._take_apart(len(raw))

    def _take_apart(self, size: int) -> None:
        deep = [line.count(".") > MOST_DOTS for line in self._text.split("\n")]
        try:
            if size > MOST_BYTES:
                self._add("", 1, "error", "is too long", f"{MOST_BYTES // 1024} KiB at most")
            elif any(deep):
                self._add("", deep.index(True) + 1, "error", "is nested too deeply")
            else:
                self.table = tomllib.loads(self._text)
        except tomllib.TOMLDecodeError as error:
            found = re.search(r"at line (\d+)", str(error))
            text = f"not valid TOML: {str(error).split(' (at ', maxsplit=1)[0].lower()}"
            self._add("", int(found[1]) if found else self._text.rstrip("\n").count("\n") + 1, "error", text)
        except RecursionError:
            self._add("", 1, "error", "is nested too deeply")
        except ValueError as error:  # what is TOML by its form, but no value that can be: the 30th of February
            self._add("", 1, "error", f"not valid TOML: {error}")

    @property
    def broken(self) -> bool:
        return any(problem.level == "error" for problem in self.problems)

    def line_of(self, key: str) -> int:
        """The line on which `key` is set, or the nearest table around it that can be found; 1 when none can."""
        at, within = 0, ""
        for part in key.split("."):
            found = self._element(at, within, int(part)) if part.isdecimal() and within else self._set(at, part, within)
            if found is None:
                break
            at, within = found, part
        return self._text.count("\n", 0, at) + 1

    def _set(self, start: int, key: str, within: str) -> int | None:
        """Where the key is set, from `start` on; only what is in a table may be set inside of braces."""
        name, before = rf"[\"']?{re.escape(key)}[\"']?", r"(?:^|[{,\[])" if within else "^"
        pattern = rf"(?m){before}[ \t\[]{{0,40}}(?:[\w-]+[ \t]*\.[ \t]*)*({name})[ \t]*[\]=.]"
        found = re.compile(pattern).search(self._text, max(0, start - 1) if within else start)
        return found.start(1) if found else None

    def _element(self, start: int, name: str, index: int) -> int | None:
        """Where the element of a list begins: of a [[name]] one, or of name = [{...}, {...}]."""
        headers = [found.start() for found in re.finditer(rf"(?m)^[ \t]*\[\[[ \t]*{re.escape(name)}", self._text)]
        if headers:
            return headers[index] if index < len(headers) else None
        depth, seen = 0, -1
        for found in STRANGE.finditer(self._text, start):
            if found[0] in "[{":
                seen += found[0] == "{" and depth <= 1
                depth += 1
                if seen == index:
                    return found.start()
            elif found[0] in "]}":
                depth -= 1
                if depth <= 0:
                    return None
        return None

    def error(self, key: str, text: str, hint: str = "") -> None:
        if not self._told_enough("error"):
            self._add(key, self.line_of(key), "error", text, hint)

    def wrong(self, key: str, text: str, hint: str = "") -> Wrong:
        """Notes an error; to be raised where a value is read."""
        self.error(key, text, hint)
        return Wrong()

    @staticmethod
    def all_of(reads: Iterable[Callable[[], Any]]) -> list[Any]:
        """What each of them reads; raises Wrong where one did, but not before all have noted their errors."""
        taken, wrong = [], False
        for read in reads:
            try:
                taken.append(read())
            except Wrong:
                wrong = True
        if wrong:
            raise Wrong
        return taken

    def warn(self, key: str, text: str, hint: str = "") -> None:
        if not self._told_enough("warning"):
            self._add(key, self.line_of(key), "warning", text, hint)

    def _told_enough(self, level: str) -> bool:
        return sum(problem.level == level for problem in self.problems) >= MOST_TOLD

    def _add(self, key: str, line: int, level: str, text: str, hint: str = "") -> None:
        self.problems.append(Problem(str(self.path), line, level, text, hint, key))

    def warn_unknown(self, table: dict[str, Any], known: Iterable[str], where: str = "") -> None:
        """Unknown keys only warn: a newer gridpilot's file must not stop an older one."""
        known = sorted(known)
        for key in table:
            if key not in known and not self._told_enough("warning"):
                near = get_close_matches(key, known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known)}"
                name, line = key or '""', self.line_of(f"{where}.{key}" if where else key)
                self._add(f"{where}.{name}" if where else name, line, "warning", f"unknown key {name}", hint)

    def choice(self, key: str, value: object, choices: Iterable[str]) -> str:
        """`value` if it is one of `choices`."""
        choices = sorted(choices)
        if isinstance(value, str) and value in choices:
            return value
        near = get_close_matches(str(value), choices, n=1)
        hint = f"did you mean {near[0]}?" if near else f"one of: {', '.join(choices)}"
        raise self.wrong(key, f"{key} = {value!r} is not known", hint)
