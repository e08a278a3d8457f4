"""The user's settings: TOML in, frozen values and Problems out. The file is written once, at first start.

A broken file is no reason to stop: the last good settings stay, and what is wrong is said with file and line. There is
no watcher; `ConfigFile.current` costs one stat and is asked at each trigger.
"""

from __future__ import annotations

import difflib
import re
import tomllib
from dataclasses import dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from gridpilot.errors import Problem

if TYPE_CHECKING:
    from pathlib import Path

MODIFIERS = ("ctrl", "alt", "shift", "super")
NAMED_KEYS = ("space", "tab", "return", "escape", "insert", "delete", "home", "end", "pageup", "pagedown",
              "left", "right", "up", "down", "pause", *(f"f{n}" for n in range(1, 25)))  # fmt: skip

DEFAULT_TEXT = """\
# gridpilot's settings. This file is yours: gridpilot wrote it once and will not touch it again.
# A change counts from the next time that you press a hotkey; `gridpilot config check` looks for faults.
version = 1

[hotkeys]
# Modifiers are ctrl, alt, shift and super; then one key: a letter, a digit, f1 to f24, or a name such as "space".
# An empty text means no hotkey. `gridpilot solve` does the same and can be bound in your desktop's own settings.
#solve = "ctrl+alt+s"
#play = "ctrl+alt+2"

[tray]
#show = true

[records]
# How many past runs are kept (picture of the board and what was read), for `gridpilot last`. 0 keeps none.
#keep = 20
"""


@dataclass(frozen=True, slots=True)
class Hotkeys:
    """Combinations by action; empty = not bound."""

    solve: str = "ctrl+alt+s"
    play: str = "ctrl+alt+2"


@dataclass(frozen=True, slots=True)
class Tray:
    show: bool = True


@dataclass(frozen=True, slots=True)
class Records:
    keep: int = 20  # runs


@dataclass(frozen=True, slots=True)
class Config:
    version: int = 1
    hotkeys: Hotkeys = field(default_factory=Hotkeys)
    tray: Tray = field(default_factory=Tray)
    records: Records = field(default_factory=Records)


TABLES: dict[str, type[Hotkeys | Tray | Records]] = {"hotkeys": Hotkeys, "tray": Tray, "records": Records}


def parse(text: str, file: str) -> tuple[Config | None, tuple[Problem, ...]]:
    """The settings that the text gives, with defaults for the rest; None when it is not TOML at all.

    A single bad value costs only itself: it is named, and its default stands.
    """
    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as fault:
        found = re.search(r"line (\d+)", str(fault))
        what = re.sub(r"\s*\(at .*\)$", "", str(fault))
        return None, (Problem(file, int(found[1]) if found else 0, "error", what),)
    problems: list[Problem] = []
    config = Config()
    for name, value in table.items():
        line = _line_of(text, "", name)
        if name in TABLES and isinstance(value, dict):
            part = _section(text, file, name, value, problems)
            config = replace(config, **{name: part})
        elif name in TABLES:
            problems.append(Problem(file, line, "error", f"'{name}' must be a table", f"write [{name}]"))
        elif name != "version":
            problems.append(Problem(file, line, "warning", f"unknown name '{name}'", _near(name, ("version", *TABLES))))
        elif value != 1:
            problems.append(Problem(file, line, "error", "this gridpilot knows version 1 only", "write version = 1"))
    return config, tuple(problems)


def _section(text: str, file: str, table: str, given: dict[str, Any], problems: list[Problem]) -> Any:
    """One table's values; `problems` grows."""
    standard = TABLES[table]()
    known = {each.name: getattr(standard, each.name) for each in fields(standard)}
    taken: dict[str, Any] = {}
    for key, value in given.items():
        line = _line_of(text, table, key)
        if key not in known:
            problems.append(Problem(file, line, "warning", f"unknown name '{table}.{key}'", _near(key, tuple(known))))
            continue
        fault, hint = _fault(table, key, value, known[key])
        if fault:
            problems.append(Problem(file, line, "error", fault, hint))
        else:
            taken[key] = value.strip().lower() if table == "hotkeys" else value
    made = replace(standard, **taken)
    if isinstance(made, Hotkeys) and made.solve and made.solve == made.play:
        line = _line_of(text, table, "play")
        problems.append(Problem(file, line, "error", f"'{made.play}' is given twice", "give 'play' another key"))
        made = replace(made, play="")
    return made


def _fault(table: str, key: str, value: Any, standard: Any) -> tuple[str, str]:
    """What is wrong with one value, and a hint; two empty texts when nothing is."""
    if type(value) is not type(standard):
        kinds = {bool: "true or false", int: "a whole number", str: 'a text in "quotes"'}
        return f"'{table}.{key}' must be {kinds[type(standard)]}", ""
    if table == "hotkeys":
        return combination_fault(value)
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return f"'{table}.{key}' must not be negative", ""
    return "", ""


def combination_fault(text: str) -> tuple[str, str]:
    """What is wrong with a key combination such as "ctrl+alt+s", and a hint. An empty one is fine: not bound."""
    if not text.strip():
        return "", ""
    *modifiers, key = (part.strip().lower() for part in text.split("+"))
    for each in modifiers:
        if each not in MODIFIERS:
            return f"'{each}' is no modifier", _near(each, MODIFIERS) or "modifiers are " + ", ".join(MODIFIERS)
    if not (len(key) == 1 or key in NAMED_KEYS):
        return f"'{key}' is no key", _near(key, NAMED_KEYS) or "a letter, a digit, f1 to f24 or a name like space"
    if not set(modifiers) & {"ctrl", "alt", "super"} and not re.fullmatch(r"f\d+|pause", key):
        return f"'{text}' would be taken away from every program", "add ctrl, alt or super"
    return "", ""


def _near(name: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(name.lower(), known, n=1, cutoff=0.6)
    return f"did you mean '{close[0]}'?" if close else ""


def _line_of(text: str, table: str, key: str) -> int:
    """The line where a key (or, with an empty table, a top-level key or a table's header) stands; 0 if not found."""
    inside = ""
    for number, line in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([\w-]+)\s*\]", line)
        if header:
            inside = header[1]
            if not table and inside == key:
                return number
        elif inside == table and re.match(rf"\s*[\"']?{re.escape(key)}[\"']?\s*[.=]", line):
            return number
    return 0


class ConfigFile:
    """The file behind the settings. Keeps the last good ones while the file is broken."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._stamp: tuple[int, int] | None = None
        self._config = Config()
        self._problems: tuple[Problem, ...] = ()

    def write_default(self) -> bool:
        """Writes the commented default file unless there is one; True when it did."""
        try:
            with self.path.open("x", encoding="utf-8") as file:
                file.write(DEFAULT_TEXT)
        except FileExistsError:
            return False
        except OSError:
            return False  # a read-only home is no reason not to run: the defaults are built in
        return True

    def current(self) -> tuple[Config, tuple[Problem, ...]]:
        """One stat; the file is read again only when it changed."""
        try:
            facts = self.path.stat()
            stamp = (facts.st_mtime_ns, facts.st_size)
            if stamp != self._stamp:
                self._stamp = stamp
                self._take(self.path.read_text(encoding="utf-8"))
        except FileNotFoundError:
            self._stamp, self._config, self._problems = None, Config(), ()
        except (OSError, UnicodeDecodeError) as fault:
            self._problems = (Problem(str(self.path), 0, "error", f"cannot be read: {fault}"),)
        return self._config, self._problems

    def _take(self, text: str) -> None:
        config, self._problems = parse(text, str(self.path))
        if config is not None:
            self._config = config
