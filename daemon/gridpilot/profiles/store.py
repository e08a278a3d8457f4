"""Reads profiles: the user's own first, then the bundled ones; faults are Problems, never exceptions.

A profile is a folder with a file profile.toml, and with pictures where it has some: the folder's name is the profile's.
One of the user's that needs no pictures may be a file alone: mine.toml is as good as mine/profile.toml.

Files are looked at by one stat each when a job starts; there is no watcher. A file that breaks while gridpilot runs
keeps its last good profile.
"""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

from gridpilot.errors import Problem
from gridpilot.games import GAMES
from gridpilot.plain_text import plain
from gridpilot.plan import Fill
from gridpilot.profiles import bundled, palette
from gridpilot.profiles.format import DOM, PROFILE
from gridpilot.profiles.profile import Profile
from gridpilot.reading import FOUND, Locate, Place, Read, Recogniser
from gridpilot.toml_file import TomlFile, Wrong

log = logging.getLogger(__name__)

FILE = "profile.toml"


class Profiles:
    """All profiles in matching order, kept up to date with the files."""

    def __init__(self, user_folder: Path) -> None:
        self._user_folder = user_folder
        self._good: dict[Path, Profile] = {}
        self._seen: dict[Path, tuple[int, int]] = {}
        self._problems: dict[Path, list[Problem]] = {}
        self._paths: list[Path] = []

    def current(self) -> tuple[tuple[Profile, ...], tuple[Problem, ...]]:
        """The profiles as the files say now, and what is wrong with them. The last ones where nobody can look."""
        try:
            self._look()
        except OSError as fault:  # a file that went away at this moment, too many open files
            log.warning("the profiles' files could not be looked at: %s", fault)
        profiles = tuple(self._good[path] for path in self._paths if path in self._good)
        return profiles, tuple(problem for path in self._paths for problem in self._problems.get(path, ()))

    def _look(self) -> None:
        own = [*self._user_folder.glob("*.toml"), *self._user_folder.glob(f"*/{FILE}")]
        own = sorted((path for path in own if not path.parent.name.endswith(".part")), key=name_of)
        paths = [*own, *sorted(bundled().glob(f"*/*/{FILE}"))]
        for path in paths:
            stat = path.stat()
            if self._seen.get(path) != (stat.st_mtime_ns, stat.st_size):
                self._load(path)
                self._seen[path] = (stat.st_mtime_ns, stat.st_size)
        self._paths = paths

    def _load(self, path: Path) -> None:
        if path.parent == self._user_folder and path.name == FILE:
            hint = f"put it into a folder of its own: NAME/{FILE}"
            self._problems[path] = [Problem(str(path), 0, "error", "has no name", hint)]
            return
        profile, self._problems[path] = read_profile(path)
        if profile is not None:
            self._good[path] = profile


def read_profile(path: Path, content: bytes | None = None) -> tuple[Profile | None, list[Problem]]:
    """One profile file; None when it has errors. `content`: what it is to hold, where it does not yet."""
    file = TomlFile(path, content)
    if file.broken:
        return None, file.problems
    try:
        taken = PROFILE.taken(file, file.table)
    except Wrong:
        return None, file.problems
    recogniser = _recogniser(file, path, taken)
    _dom(file, taken, recogniser)
    _check(file, taken)
    if plain(name := name_of(path)) != name:
        file.error("", "has signs in its name that cannot be seen", "rename it")
    profile = Profile(
        name=name,
        recogniser=recogniser,
        source=str(path),
        **taken,
    )
    return (None if file.broken else profile), file.problems


def _recogniser(file: TomlFile, path: Path, taken: dict[str, Any]) -> Recogniser:
    """Takes `read` and `palette` out. Templates are in the profile's own folder."""
    read, shades = taken.pop("read", Read.GLYPHS), taken.pop("palette", ())
    if read is Read.COLOURS:
        if not GAMES[taken["game"]].slides:
            known = ", ".join(name for name, about in GAMES.items() if about.slides)
            file.error("read", f'read = "colours" is for {known}', "for digits: glyphs, tesseract or templates")
        elif not shades:
            file.error("palette", "palette must be a table of colours and what they stand for", palette.EXAMPLE)
    elif shades:
        file.warn("palette", "the palette is not used", 'it is with read = "colours"')
    templates = _templates(file, path) if read is Read.TEMPLATES else None
    return Recogniser(read, templates, shades if read is Read.COLOURS else ())


def _templates(file: TomlFile, path: Path) -> Path | None:
    folder = folder_of(path)
    if folder is None:
        hint = f"make it {path.stem}/{FILE}, with 1.png to 9.png beside it"
        file.error("read", 'read = "templates" needs pictures in a folder', hint)
    return folder


def _dom(file: TomlFile, taken: dict[str, Any], recogniser: Recogniser) -> None:
    """A page is asked and filled, or neither; and where its board is must be said."""
    asked, filled = recogniser.read is Read.DOM, taken.get("fill") is Fill.DOM
    if (asked or filled) and "dom" not in taken:
        file.error("read" if asked else "fill", "a page that is asked needs a table [dom]", f"e.g. {DOM.example}")
    if asked != filled:
        file.error("read" if asked else "fill", 'read = "dom" and fill = "dom" belong together')


def name_of(path: Path) -> str:
    return path.parent.name if path.name == FILE else path.stem


def folder_of(path: Path) -> Path | None:
    """Where a profile's pictures are: in its folder. A file alone has none."""
    return path.parent if path.name == FILE else None


def _check(file: TomlFile, taken: dict[str, Any]) -> None:
    """What only several keys together can be wrong about."""
    place: Place = taken.get("board", FOUND)
    if place.locate is Locate.FIXED and place.area is None:
        file.error("board.locate", "a fixed board needs its area", "e.g. area = [0.1, 0.2, 0.9, 0.8]")
    if place.locate is Locate.FIXED and "calibrated" not in taken:
        hint = "the size that the window's content had, e.g. calibrated = { width = 900, height = 1000 }"
        file.error("board.locate", "a fixed board needs calibrated", hint)
    _check_sides(file, taken["game"], place)


def _check_sides(file: TomlFile, game: str, place: Place) -> None:
    about = GAMES[game]
    known = ", ".join(map(str, about.sides))
    for name, count in (("rows", place.rows), ("columns", place.columns)):
        if count and count not in about.sides:
            file.error(f"board.{name}", f"{about.noun} of {count} {name} is not known", f"one of: {known}")
    if about.square and place.rows != place.columns and place.rows and place.columns:
        file.error("board.columns", f"{about.noun} has as many columns as rows")
