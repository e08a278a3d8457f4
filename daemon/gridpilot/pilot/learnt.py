"""What verified fills have taught about kinds of windows: how they are filled, and how short a wait is enough.

Nothing of it is trusted: a way is tried on one cell as any other, a pace is held against the board every few cells.
So what is learnt can only save time, and can be forgotten. There are no pictures in it.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any

from gridpilot.plan import Fill, Home, Moves, Way

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.profiles.profile import Pace, Profile
    from gridpilot.window import Window

log = logging.getLogger(__name__)

MOST = 200  # kinds of windows; those that were not filled for longest go first
QUICKER, SLOWER = 0.5, 2.0
SHORTEST, LONGEST = 0.04, 1.0  # s; a program that answers a click within two frames is never asked for less
SAFE = 1.5  # times the wait after which digits were lost


def kind(profile: Profile, window: Window) -> str:
    """Names the kind of window that something is learnt of: one program's, as its profile knows it. Where a profile
    leaves the way open, as of pages in a browser, titles tell more, but for what counts in them; no title is kept.
    """
    left_open = (profile.moves is Moves.AUTO) if profile.game == "2048" else (profile.fill is Fill.AUTO)
    title = re.sub(r"\d+", "", window.title) if left_open else ""
    mark = hashlib.sha256(title.encode("utf-8", "replace")).hexdigest()[:8] if title else ""
    program = "-".join(filter(None, (window.class_name, window.instance, mark)))
    return f"{profile.name}/{program}"


@dataclass(frozen=True, slots=True)
class Habit:
    """`way` was found by trying. `after_click`, where a click shows nothing that could be waited for, is the shortest
    wait that was enough, 0 for unknown; `lost` the longest that was not.
    """

    way: Way | None = None
    after_click: float = 0.0
    lost: float = 0.0

    def pace(self, pace: Pace) -> Pace:
        return replace(pace, after_click=self.after_click) if self.after_click else pace

    def after(self, used: float, *, clean: bool, blind: bool) -> Habit:
        """What a verified fill adds. `clean`: nothing was lost at the wait `used`; `blind`: clicks showed nothing."""
        if not clean:
            return replace(self, lost=max(self.lost, used), after_click=min(used * SLOWER, LONGEST))
        if not blind:
            return self
        least = max(SHORTEST, self.lost * SAFE)
        return replace(self, after_click=max(least, used * QUICKER) if used > least else used)


class Habits:
    """Kept in a file, whole or not at all; what cannot be read is as if it had never been learnt."""

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


def _facts(habit: Habit) -> dict[str, Any]:
    times = {"after_click": round(habit.after_click, 4), "lost": round(habit.lost, 4)}
    return times | ({"way": asdict(habit.way)} if habit.way else {})


def _parsed(facts: dict[str, Any]) -> Habit:
    way = facts.get("way")
    times = {name: min(max(0.0, float(facts.get(name, 0))), LONGEST) for name in ("after_click", "lost")}
    return Habit(Way(Fill(way["fill"]), Home(way["home"]), str(way["erase"])) if way else None, **times)


def _read(file: Path) -> dict[str, Any]:
    try:
        known = json.loads(file.read_text(encoding="utf-8"))
        return dict(known)
    except FileNotFoundError:
        return {}
    except (OSError, ValueError, TypeError, RecursionError) as fault:
        log.warning("what was learnt of windows is left out: %s: %s", file, fault)
        return {}


def _write(file: Path, known: dict[str, Any]) -> None:
    part = file.with_suffix(f".{os.getpid()}.part")
    try:
        part.write_text(json.dumps(known), encoding="utf-8")
        part.replace(file)
    except OSError as fault:
        log.warning("what was learnt of a window cannot be kept: %s", fault)


def forget(folder: Path, profile: str) -> int:
    """Forgets ways, paces and looks of a profile's windows; returns how many things that were."""
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
    """A profile's name as vision/palettes.py has it in the names of its files."""
    return re.sub(r"[^A-Za-z0-9-]", "_", name)
