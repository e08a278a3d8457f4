"""The user's settings: TOML in, frozen values and Problems out. The file is written once, at first start.

A broken file is no reason to stop: the last good settings stay, and what is wrong is said with file and line. There is
no watcher; `ConfigFile.current` costs one stat and is asked at each trigger.
"""

from __future__ import annotations

import difflib
import re
from dataclasses import asdict, dataclass, field, fields, replace
from typing import TYPE_CHECKING, Any

from gridpilot.toml_file import TomlFile

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.errors import Problem

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
#play = "ctrl+alt+2"   # plays 2048; press it again, or Esc, or move the mouse, to stop
#pause = ""            # pauses and resumes; the only hotkey that stays while gridpilot is paused
#stop = ""             # stops the running job; so does the key that started it

[tray]
#show = true

[notices]
# Which messages the desktop shows: "all", "problems" (what was not done, and why) or "none".
#show = "all"

[records]
# How many past runs are kept (picture of the board and what was read), for `gridpilot last`. 0 keeps none.
#keep = 20
"""


@dataclass(frozen=True, slots=True)
class Hotkeys:
    """Combinations by action; empty = not bound."""

    solve: str = "ctrl+alt+s"
    play: str = "ctrl+alt+2"
    pause: str = ""
    stop: str = ""


@dataclass(frozen=True, slots=True)
class Tray:
    show: bool = True


@dataclass(frozen=True, slots=True)
class Notices:
    show: str = "all"


@dataclass(frozen=True, slots=True)
class Records:
    keep: int = 20  # runs


@dataclass(frozen=True, slots=True)
class Config:
    version: int = 1
    hotkeys: Hotkeys = field(default_factory=Hotkeys)
    tray: Tray = field(default_factory=Tray)
    notices: Notices = field(default_factory=Notices)
    records: Records = field(default_factory=Records)


TABLES: dict[str, type[Hotkeys | Tray | Notices | Records]] = {
    "hotkeys": Hotkeys,
    "tray": Tray,
    "notices": Notices,
    "records": Records,
}
NOTICES = ("all", "problems", "none")


def read(path: Path) -> tuple[Config | None, tuple[Problem, ...]]:
    """The settings that the file gives, with defaults for the rest; None when it is not TOML at all.

    A single bad value costs only itself: it is named, and its default stands.
    """
    file = TomlFile(path)
    if file.broken:
        return None, tuple(file.problems)
    file.warn_unknown(file.table, ("version", *TABLES))
    if file.table.get("version", 1) != 1:
        file.error("version", "this gridpilot knows version 1 only", "write version = 1")
    config = Config()
    for name in TABLES:
        given = file.table.get(name, {})
        if isinstance(given, dict):
            config = replace(config, **{name: _section(file, name, given)})
        else:
            file.error(name, f"{name} must be a table", f"write [{name}]")
    return config, tuple(file.problems)


def _section(file: TomlFile, table: str, given: dict[str, Any]) -> Any:
    """One table's values."""
    standard = TABLES[table]()
    known = {each.name: getattr(standard, each.name) for each in fields(standard)}
    file.warn_unknown(given, known, table)
    taken: dict[str, Any] = {}
    for key, value in given.items():
        if key in known:
            fault, hint = _fault(table, key, value, known[key])
            if fault:
                file.error(f"{table}.{key}", fault, hint)
            else:
                taken[key] = value.strip().lower() if table == "hotkeys" else value
    made = replace(standard, **taken)
    return _without_doubles(file, made) if isinstance(made, Hotkeys) else made


def _without_doubles(file: TomlFile, keys: Hotkeys) -> Hotkeys:
    """The first action keeps a combination that is given twice."""
    seen: set[str] = set()
    for action, combination in asdict(keys).items():
        if combination and combination in seen:
            file.error(f"hotkeys.{action}", f"{combination} is given twice", f"give {action} another key")
            keys = replace(keys, **{action: ""})
        seen.add(combination)
    return keys


def _fault(table: str, key: str, value: Any, standard: Any) -> tuple[str, str]:
    """What is wrong with one value, and a hint; two empty texts when nothing is."""
    if type(value) is not type(standard):
        kinds = {bool: "true or false", int: "a whole number", str: 'a text in "quotes"'}
        return f"{table}.{key} must be {kinds[type(standard)]}", ""
    if table == "hotkeys":
        return combination_fault(value)
    if table == "notices" and value not in NOTICES:
        return f'"{value}" is no choice for {table}.{key}', _near(value, NOTICES) or f"one of {', '.join(NOTICES)}"
    if isinstance(value, int) and value < 0:
        return f"{table}.{key} must not be less than 0", ""
    return "", ""


def combination_fault(text: str) -> tuple[str, str]:
    """What is wrong with a key combination such as "ctrl+alt+s", and a hint. An empty one is fine: not bound."""
    if not text.strip():
        return "", ""
    *modifiers, key = (part.strip().lower() for part in text.split("+"))
    for each in modifiers:
        if each not in MODIFIERS:
            return f'"{each}" is no modifier', _near(each, MODIFIERS) or f"modifiers are {', '.join(MODIFIERS)}"
    if not (len(key) == 1 or key in NAMED_KEYS):
        return f'"{key}" is no key', _near(key, NAMED_KEYS) or "a letter, a digit, f1 to f24 or a name like space"
    if not set(modifiers) & {"ctrl", "alt", "super"} and not re.fullmatch(r"f\d+|pause", key):
        return f'"{text}" would be taken away from every program', "add ctrl, alt or super"
    return "", ""


def _near(name: str, known: tuple[str, ...]) -> str:
    close = difflib.get_close_matches(name, known, n=1)
    return f"did you mean {close[0]}?" if close else ""


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
        except OSError:
            self._stamp, self._config, self._problems = None, Config(), ()
            return self._config, self._problems
        stamp = (facts.st_mtime_ns, facts.st_size)
        if stamp != self._stamp:
            self._stamp = stamp
            config, self._problems = read(self.path)
            self._config = config or self._config
        return self._config, self._problems
