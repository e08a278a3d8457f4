"""Reads profiles: the user's `profiles/*.toml` first, then the bundled ones; faults are Problems, never exceptions.

Files are looked at by one stat each when a job starts; there is no watcher. A file that breaks while gridpilot runs
keeps its last good profile.
"""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from gridpilot.geometry import Spot
from gridpilot.plan import Fill, Goal, Home, Moves
from gridpilot.profiles import bundled, palette
from gridpilot.profiles.profile import Pace, Profile, Rule
from gridpilot.reading import Read, Recogniser
from gridpilot.toml_file import TomlFile

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.errors import Problem

GAMES = ("sudoku", "2048")
# What the file calls a field where that differs from the type's name: users know a window's "class".
RULE_KEYS = {"class": "class_name"} | {f.name: f.name for f in fields(Rule) if f.name != "class_name"}
PACE_KEYS = tuple(f.name for f in fields(Pace))
KEYS = (
    "game",
    "match",
    "read",
    "palette",
    "fill",
    "home",
    "erase",
    "pace",
    "buttons",
    "hides_solved",
    "moves",
    "engine",
    "goal",
    "keep_going",
)
GOAL_KEYS = tuple(f.name for f in fields(Goal))


class Profiles:
    """All profiles in matching order, kept up to date with the files."""

    def __init__(self, user_folder: Path) -> None:
        self._user_folder = user_folder
        self._good: dict[Path, Profile] = {}
        self._seen: dict[Path, tuple[int, int]] = {}
        self._problems: dict[Path, list[Problem]] = {}

    def current(self) -> tuple[tuple[Profile, ...], tuple[Problem, ...]]:
        """The profiles as the files say now, and what is wrong with them."""
        paths = [*sorted(self._user_folder.glob("*.toml")), *sorted(bundled().glob("*/*/profile.toml"))]
        for path in paths:
            stat = path.stat()
            if self._seen.get(path) != (stat.st_mtime_ns, stat.st_size):
                self._seen[path] = (stat.st_mtime_ns, stat.st_size)
                self._load(path)
        profiles = tuple(self._good[path] for path in paths if path in self._good)
        return profiles, tuple(problem for path in paths for problem in self._problems.get(path, ()))

    def _load(self, path: Path) -> None:
        profile, self._problems[path] = read_profile(path)
        if profile is not None:
            self._good[path] = profile


def read_profile(path: Path) -> tuple[Profile | None, list[Problem]]:
    """One profile file; None when it has errors."""
    file = TomlFile(path)
    table = file.table
    file.warn_unknown(table, KEYS)
    if not file.broken:
        profile = Profile(
            name=path.parent.name if path.name == "profile.toml" else path.stem,
            game=file.choice("game", table.get("game", ""), GAMES) or "",
            match=_rules(file, table.get("match")),
            recogniser=_recogniser(file, path, table),
            fill=Fill(file.choice("fill", table.get("fill", Fill.AUTO), Fill) or Fill.AUTO),
            home=Home(file.choice("home", table.get("home", Home.CLICK), Home) or Home.CLICK),
            erase=str(table.get("erase", "Delete")),
            pace=_pace(file, table.get("pace", {})),
            hides_solved=_flag(file, "hides_solved", table.get("hides_solved", False)),
            moves=Moves(file.choice("moves", table.get("moves", Moves.AUTO), Moves) or Moves.AUTO),
            keep_going=str(table.get("keep_going", "")),
            engine=str(table.get("engine", "auto")),
            goal=_goal(file, table.get("goal", {})),
            buttons=_buttons(file, table.get("buttons", {})),
            source=str(path),
        )
    return (None if file.broken else profile), file.problems


def _recogniser(file: TomlFile, path: Path, table: dict[str, Any]) -> Recogniser:
    """Templates are in the profile's own folder: that of profile.toml, or the folder mine/ beside mine.toml."""
    read = Read(file.choice("read", table.get("read", Read.GLYPHS), Read) or Read.GLYPHS)
    folder = path.parent if path.name == "profile.toml" else path.with_suffix("")
    if read is Read.COLOURS:
        if table.get("game") != "2048":
            file.error("read", 'read = "colours" is for 2048', "for digits: glyphs, tesseract or templates")
        return Recogniser(read, shades=palette.shades(file, table.get("palette")))
    if "palette" in table:
        file.warn("palette", "the palette is not used", 'it is with read = "colours"')
    return Recogniser(read, folder if read is Read.TEMPLATES else None)


def _rules(file: TomlFile, value: object) -> tuple[Rule, ...]:
    tables = value if isinstance(value, list) else [value]
    rules = []
    for table in tables:
        if not isinstance(table, dict) or not table:
            file.error("match", "match must say which windows the profile is for", 'e.g. match = { class = "XTerm" }')
            continue
        file.warn_unknown(table, RULE_KEYS, "match")
        known = {RULE_KEYS[key]: _pattern(file, key, text) for key, text in table.items() if key in RULE_KEYS}
        if any(known.values()):
            rules.append(Rule(**known))
        elif not file.broken:
            file.error("match", "match has no key that is known", f"known: {', '.join(sorted(RULE_KEYS))}")
    return tuple(rules)


def _pattern(file: TomlFile, key: str, text: object) -> str:
    if not isinstance(text, str) or not text:
        file.error(key, f"{key} must be a text that is not empty")
        return ""
    if text.startswith("re:"):
        try:
            re.compile(text[3:])
        except re.error as error:
            file.error(key, f"{key}: the regular expression is not valid: {error}")
    return text


def _pace(file: TomlFile, table: object) -> Pace:
    if not isinstance(table, dict):
        file.error("pace", "pace must be a table", "e.g. pace = { after_click = 0.2 }")
        return Pace()
    file.warn_unknown(table, PACE_KEYS, "pace")
    known: dict[str, float] = {}
    for key, value in table.items():
        if key not in PACE_KEYS:
            continue
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 10:
            file.error(key, f"{key} must be a number of seconds from 0 to 10")
        else:
            known[key] = float(value)
    return Pace(**known)


def _goal(file: TomlFile, table: object) -> Goal:
    if not isinstance(table, dict):
        file.error("goal", "goal must be a table", "e.g. goal = { until = 4096 }")
        return Goal()
    file.warn_unknown(table, GOAL_KEYS, "goal")
    counts = {key: table.get(key, 0) for key in ("until", "moves")}
    for key, value in counts.items():
        if isinstance(value, bool) or not isinstance(value, int) or value < 0:
            file.error(key, f"{key} must be a whole number, 0 for no limit")
            counts[key] = 0
    return Goal(**counts, restart=_flag(file, "restart", table.get("restart", False)))


def _flag(file: TomlFile, key: str, value: object) -> bool:
    if not isinstance(value, bool):
        file.error(key, f"{key} must be true or false")
    return value is True


def _buttons(file: TomlFile, table: object) -> dict[str, Spot]:
    if not isinstance(table, dict):
        file.error("buttons", "buttons must be a table", "e.g. digit-1 = [0.1, 0.95]")
        return {}
    spots = {name: _spot(value) for name, value in table.items()}
    for name, spot in spots.items():
        if spot is None:
            file.error(name, f"{name} must be two fractions of the window", "e.g. [0.1, 0.95]")
    return {name: spot for name, spot in spots.items() if spot is not None}


def _spot(value: Any) -> Spot | None:
    numbers = isinstance(value, list) and len(value) == 2 and all(isinstance(v, int | float) for v in value)
    return Spot(*map(float, value)) if numbers and all(0 <= v <= 1 for v in value) else None
