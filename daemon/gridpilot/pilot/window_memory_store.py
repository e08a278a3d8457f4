"""Keeps in a file what fills have taught about kinds of windows (window_memory.py), tells it, and forgets it.

A file that cannot be read counts as if nothing had been learnt. It holds no pictures and no titles.
"""

from __future__ import annotations

import hashlib
import json
import logging
import re
from collections.abc import Iterable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

from gridpilot import whole_file
from gridpilot.games import GAMES
from gridpilot.pilot.moves.move_gap import LONGEST_GAP, MORE, SAFER, SLOWEST
from gridpilot.pilot.window_memory import COUNTS, MOST_COUNTED, Habit
from gridpilot.plan import Fill, Home, Moves, Way
from gridpilot.profiles.profile import Profile
from gridpilot.window import Window

log = logging.getLogger(__name__)

FLAGS = ("held", "double", "once", "keypad", "unseen")  # of a way
MOST = 200  # kinds of windows that are kept; those that were not filled for longest go first


def kind(profile: Profile, window: Window) -> str:
    """The name of a kind of window: one program's, as its profile knows it. Where a profile leaves the way open, as for
    pages in a browser, the title belongs to it, without the numbers in it and as a hash. Chromium adds the folder of
    its user's profile to its name; that is cut off.
    """
    left_open = (profile.moves is Moves.AUTO) if GAMES[profile.game].slides else (profile.fill is Fill.AUTO)
    title = re.sub(r"\d+", "", window.title) if left_open else ""
    mark = hashlib.sha256(title.encode("utf-8", "replace")).hexdigest()[:8] if title else ""
    instance = re.sub(r" \(.*\)$", "", window.instance)
    program = "-".join(filter(None, (window.class_name, instance, mark)))
    return f"{profile.name}/{program}"


class Habits:
    """Keeps habits in a file, which is written whole or not at all."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def of(self, kind: str) -> Habit:
        try:
            return _parsed(self._all().get(kind, {}))
        except (ValueError, TypeError, KeyError, AttributeError) as fault:
            log.warning("what was learnt of a window is left out: %r", fault)
            return Habit()

    def keep(self, kind: str, habit: Habit) -> None:
        known = self._all()
        if known.get(kind) == _facts(habit):
            return
        known.pop(kind, None)
        _write(self._file, dict([*known.items(), (kind, _facts(habit))][-MOST:]))

    def _all(self) -> dict[str, Any]:
        return _read(self._file)


class Paces:
    """Keeps the gap between two moves that each kind of window needs, in a file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def gap(self, kind: str) -> float:
        """Seconds; 0 where nothing is known."""
        known = self._all().get(kind, 0.0)
        return min(max(0.0, known), LONGEST_GAP * SAFER + MORE)

    def keep(self, kind: str, gap: float) -> None:
        known = self._all()
        if gap != known.get(kind, 0.0):
            _write(self._file, known | {kind: round(gap, 3)})

    def _all(self) -> dict[str, float]:
        """The gaps that are numbers."""
        return {kind: float(gap) for kind, gap in _read(self._file).items() if isinstance(gap, float | int)}


def _facts(habit: Habit) -> dict[str, Any]:
    """The fields that differ from those of a habit that knows nothing."""
    facts = {each.name: getattr(habit, each.name) for each in fields(habit)}
    told = {name: fact for name, fact in facts.items() if name != "way" and fact != getattr(Habit(), name)}
    return told | ({"way": asdict(habit.way)} if habit.way else {})


def _parsed(facts: dict[str, Any]) -> Habit:
    way = facts.get("way")
    counts: dict[str, Any] = {name: min(max(0, int(facts.get(name, 0))), MOST_COUNTED) for name in COUNTS}
    return Habit(way=_way(way) if way else None, **counts)


def _way(facts: dict[str, Any]) -> Way:
    said: dict[str, Any] = {name: bool(facts.get(name, False)) for name in FLAGS}
    erase, confirm = str(facts["erase"]), str(facts.get("confirm", ""))
    return Way(Fill(facts["fill"]), Home(facts["home"]), erase, confirm=confirm, **said)


def _read(file: Path) -> dict[str, Any]:
    try:
        return {**whole_file.read_json(file)}
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError) as fault:
        log.warning("what was learnt of windows is left out: %s: %s", file, fault)
        return {}


def _write(file: Path, known: dict[str, Any]) -> None:
    try:
        whole_file.write(file, json.dumps(known))
    except OSError as fault:
        log.warning("what was learnt of a window cannot be kept: %s", fault)


def told(folder: Path, profile: str) -> dict[str, dict[str, Any]]:
    """What is known of a profile's windows, by their kinds: a habit's facts; of sliding games also the least seconds
    between two moves (`gap`), and how many different tiles are known by sight (`tiles`).
    """
    known = _read(folder / "habits.json").items()
    facts = {of: dict(habit) for of, habit in known if of.startswith(f"{profile}/") and isinstance(habit, dict)}
    for of, gap in _read(folder / "paces.json").items():
        if of.startswith(f"{profile}/") and isinstance(gap, float | int) and 0 <= gap <= SLOWEST:
            facts.setdefault(of, {})["gap"] = gap
    for file in sorted((folder / "looks").glob(f"{stem(profile)}+*.json")):
        tiles = _read(file).get("tiles")
        if isinstance(tiles, list):
            facts.setdefault(_of_file(file, facts, profile), {})["tiles"] = len(tiles)
    return facts


def _of_file(file: Path, known: Iterable[str], profile: str) -> str:
    """The kind of window that a file of looks is for. The file's name holds only the signs that file names may have, so
    the hash in it tells which kind it is.
    """
    mark = file.name.split(".")[-2]
    marks = {hashlib.sha256(of.encode("utf-8", "replace")).hexdigest()[:16]: of for of in known}
    return marks.get(mark) or f"{profile}/{file.name.split('+', 1)[1].rsplit('.', 2)[0]}"


def forget(folder: Path, profile: str) -> int:
    """Forgets ways, paces and looks of a profile's windows; returns how many of them there were."""
    count = 0
    for name in ("habits.json", "paces.json"):
        known = _read(folder / name)
        rest = {kind: facts for kind, facts in known.items() if not kind.startswith(f"{profile}/")}
        if len(rest) < len(known):
            _write(folder / name, rest)
            count += len(known) - len(rest)
    for file in (folder / "looks").glob("*.json"):
        if file.name.startswith(f"{stem(profile)}+"):
            file.unlink(missing_ok=True)
            count += 1
    return count


def stem(name: str) -> str:
    """A profile's name as 2048's looks_store.py writes it in the names of its files."""
    return re.sub(r"[^A-Za-z0-9-]", "_", name)
