"""The user's settings: TOML in, frozen values and Problems out. The file is written once, at first start.

A broken file is no reason to stop: the last good settings stay, and what is wrong is said with file and line. There is
no watcher; `ConfigFile.current` costs one stat and is asked at each trigger.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field, fields, make_dataclass, replace
from pathlib import Path
from typing import Annotated, Any, Literal, cast, get_args, get_origin, get_type_hints

import msgspec

from gridpilot import whole_file
from gridpilot.combination import combination_fault, near, same
from gridpilot.errors import Problem
from gridpilot.games import ACTIONS
from gridpilot.toml_file import TomlFile

KEYS = {each.verb: each.key for each in ACTIONS.values()} | {"pause": "", "stop": ""}
"""The usual combination of each action; empty = not bound."""

NOTES = {each.verb: each.key_note for each in ACTIONS.values()} | {
    "pause": "pauses and resumes; the only hotkey that stays while gridpilot is paused",
    "stop": "stops the running job; so does the key that started it",
}


def _key_line(action: str) -> str:
    """A hotkey as the file has it at first: after a #, as it is the usual one."""
    line = f'#{action} = "{KEYS[action]}"'
    return f"{line:22} # {NOTES[action]}" if NOTES[action] else line


DEFAULT_TEXT = """\
# gridpilot's settings. This file is yours: gridpilot changes in it what you change in its settings window, and no more.
# A change counts from the next time that you press a hotkey; `gridpilot config check` looks for faults.
version = 1

[hotkeys]
# Modifiers are ctrl, alt, shift and super; then one key: a letter, a digit, f1 to f24, or a name such as "space".
# An empty text means no hotkey. `gridpilot solve` does the same and can be bound in your desktop's own settings.
KEY LINES

[tray]
# Whether there is an icon; a change counts from gridpilot's next start.
#show = true

[notices]
# Which messages the desktop shows: "all", "problems" (what was not done, and why) or "none".
#show = "all"

[records]
# Which runs are kept, with pictures of the window, for `gridpilot last`: "all", "failures" (what was not done) or
# "none". Only you can read them; nothing leaves this machine.
#which = "all"
# How many at most, the newest ones.
#keep = 20

[pace]
# Milliseconds from one cell, or one move, to the next at least: 0 is as fast as the game takes them, 300 is slow enough
# to watch, 2000 is the most.
#step_ms = 0

[play]
# How hard to think about a move of 2048: "fast" (1 ms), "default" (20 ms, or what the profile says), "deep" (200 ms).
#think = "default"

[hint]
# Whether a hint over the board counts your own pencil marks, where they can be read, instead of all that may stand.
#marks = false

[statistics]
# Whether ends, times and scores of jobs are counted, for `gridpilot stats`: no pictures, boards or titles of windows.
#keep = true
""".replace("KEY LINES", "\n".join(map(_key_line, KEYS)))

MOST_STEP = 2000
"""Milliseconds. With more, nobody watches a board to its end."""

Hotkeys: Any = make_dataclass(
    "Hotkeys", [(action, str, field(default=key)) for action, key in KEYS.items()], frozen=True, slots=True
)
"""Combinations by action: a field for each of `KEYS`."""


@dataclass(frozen=True, slots=True)
class Tray:
    show: bool = True


@dataclass(frozen=True, slots=True)
class Notices:
    show: Literal["all", "problems", "none"] = "all"


@dataclass(frozen=True, slots=True)
class Records:
    which: Literal["all", "failures", "none"] = "all"
    keep: Annotated[int, msgspec.Meta(ge=0)] = 20  # runs


@dataclass(frozen=True, slots=True)
class Pace:
    step_ms: Annotated[int, msgspec.Meta(ge=0, le=MOST_STEP)] = 0


@dataclass(frozen=True, slots=True)
class Play:
    think: Literal["fast", "default", "deep"] = "default"


@dataclass(frozen=True, slots=True)
class Hint:
    marks: bool = False


@dataclass(frozen=True, slots=True)
class Statistics:
    keep: bool = True


@dataclass(frozen=True, slots=True)
class Config:
    version: int = 1
    hotkeys: Any = field(default_factory=Hotkeys)
    tray: Tray = field(default_factory=Tray)
    notices: Notices = field(default_factory=Notices)
    records: Records = field(default_factory=Records)
    pace: Pace = field(default_factory=Pace)
    play: Play = field(default_factory=Play)
    hint: Hint = field(default_factory=Hint)
    statistics: Statistics = field(default_factory=Statistics)


TABLES: dict[str, type[Any]] = {
    each.name: cast("type[Any]", each.default_factory) for each in fields(Config) if each.name != "version"
}
MUST_BE = {bool: "true or false", int: "a whole number, not less than 0{most}", str: 'a text in "quotes"'}


def read(path: Path, text: str | None = None) -> tuple[Config | None, tuple[Problem, ...]]:
    """The settings that the file gives, or would with that text, and defaults for the rest; None when it is not TOML at
    all.

    A single bad value costs only itself: it is named, and its default stands.
    """
    file = TomlFile(path, text)
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
    """One table's values; those with a fault are left out."""
    kinds = _kinds(TABLES[table])
    file.warn_unknown(given, kinds, table)
    taken: dict[str, Any] = {}
    for key, value in given.items():
        if key in kinds:
            fault, hint = _fault(table, key, value, kinds[key])
            if fault:
                file.error(f"{table}.{key}", fault, hint)
            else:
                taken[key] = value.strip().lower() if table == "hotkeys" else value
    made = msgspec.convert(taken, TABLES[table])
    return _without_doubles(file, made) if isinstance(made, Hotkeys) else made


def _kinds(table: type) -> dict[str, Any]:
    """The type of each key, as the classes above declare it."""
    return get_type_hints(table, include_extras=True)


def _without_doubles(file: TomlFile, keys: Any) -> Any:
    """The first action keeps a combination that is given twice."""
    seen: list[str] = []
    for action, combination in asdict(keys).items():
        if any(same(each, combination) for each in seen):
            file.error(f"hotkeys.{action}", f"{combination} is given twice", f"give {action} another key")
            keys = replace(keys, **{action: ""})
        seen.append(combination)
    return keys


def _fault(table: str, key: str, value: Any, kind: Any) -> tuple[str, str]:
    """What is wrong with one value, and a hint; two empty texts when nothing is."""
    try:
        msgspec.convert(value, kind)
    except msgspec.ValidationError:
        if get_origin(kind) is Literal and isinstance(value, str):
            choices = get_args(kind)
            return f'"{value}" is no choice for {table}.{key}', near(value, choices, f"one of {', '.join(choices)}")
        plain = str if get_origin(kind) is Literal else getattr(kind, "__origin__", kind)
        most = next((each.le for each in get_args(kind) if getattr(each, "le", None)), "")
        return f"{table}.{key} must be {MUST_BE[plain].format(most=most and f' and not more than {most}')}", ""
    return combination_fault(value) if table == "hotkeys" else ("", "")


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
            whole_file.make_folder(self.path.parent)
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
