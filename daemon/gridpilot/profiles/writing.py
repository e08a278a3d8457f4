"""Writes profiles: a folder with a commented file and what belongs to it, and never over anything that is there.

Nothing is renamed or removed but a folder that is the profile's own, directly among the user's profiles.

The comments are what format.py says of each key, so a file explains itself; it reads as the profile it was made of.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from errno import EEXIST
from pathlib import Path
from typing import Any

from gridpilot import whole_file
from gridpilot.plain_text import plain
from gridpilot.profiles.format import PROFILE, Buttons, schema
from gridpilot.profiles.names import free_name, plain_name
from gridpilot.profiles.palette import Palette
from gridpilot.profiles.profile import Profile
from gridpilot.profiles.store import FILE
from gridpilot.profiles.value_types import Entry, Table, key_text
from gridpilot.reading import Read

SCHEMA_FILE = "schema.json"
HERE = f"#:schema ../{SCHEMA_FILE}"
WIDEST = 120
BELONGS = re.compile(r"sample\.(png|txt)|[0-9]\.png")
"""What a profile's own folder may hold: a sample, and templates."""


def as_toml(profile: Profile, remark: str = "") -> str:
    """The file's text: what is not the default, each with a comment. `remark` comes first."""
    lines = [HERE, *(f"# {plain(line)}".rstrip() for line in remark.splitlines())]
    given = dict(_given(profile))
    for key, (entry, value) in given.items():
        if not _section(entry):
            lines += _line(key, entry.kind.text(value), entry.says)
    for key, (entry, value) in given.items():
        if _section(entry):
            lines += ["", f"[{key}]  # {entry.says}", *_rows(entry, value)]
    return "\n".join(lines) + "\n"


def _given(profile: Profile) -> Iterator[tuple[str, tuple[Entry, Any]]]:
    usual = type(profile)(name=profile.name, game=profile.game, match=())
    value: Any
    plain: Any
    for key, entry in PROFILE.keys.items():
        if key == "read":
            value, plain = profile.recogniser.read, Read.GLYPHS
        elif key == "palette":
            value, plain = profile.recogniser.shades, ()
        else:
            value, plain = getattr(profile, key), getattr(usual, key)
        if entry.required or value != plain:
            yield key, (entry, value)


def _section(entry: Entry) -> bool:
    return isinstance(entry.kind, Table | Palette | Buttons)


def _rows(entry: Entry, value: Any) -> list[str]:
    kind = entry.kind
    if isinstance(kind, Palette | Buttons):
        return kind.lines(value)
    assert isinstance(kind, Table)  # noqa: S101 - a section is one of the three
    pairs = kind.given(value).items()
    return [line for key, (inner, held) in pairs for line in _line(key, inner.kind.text(held), inner.says)]


def _line(key: str, text: str, says: str) -> list[str]:
    pair = f"{key_text(key)} = {text}"
    return [f"{pair}  # {says}"] if len(pair) + len(says) + 4 <= WIDEST else [f"# {says}", pair]


def save(folder: Path, profile: Profile, files: Mapping[str, bytes], remark: str = "") -> Path:
    """Writes the profile, with what belongs to it, as a new folder among the user's; returns its file there.

    `files` by name: sample.png, sample.txt, and 1.png to 9.png where it reads by templates. Nobody sees half a profile,
    and nothing that is there is touched.
    """
    strange = [name for name in files if not BELONGS.fullmatch(name)]
    if strange:
        raise ValueError(f"{strange[0]} does not belong to a profile")
    _write_schema(folder / SCHEMA_FILE)
    own = folder / free_name(folder, profile.name)
    whole_file.write_folder(own, {**files, FILE: as_toml(profile, remark).encode()})
    return own / FILE


def _write_schema(file: Path) -> None:
    """For editors; a file of that name that is not gridpilot's stays."""
    text = json.dumps(schema(), indent=1) + "\n"
    if not os.path.lexists(file) or (file.is_file() and schema()["title"].encode() in whole_file.read(file)):
        whole_file.write(file, text)


def own_folder(folder: Path, profile: Profile) -> Path | None:
    """The profile's own folder among the user's; None for one that gridpilot brings, a file alone, or a link."""
    own = Path(profile.source).parent
    right = profile.source and own / FILE == Path(profile.source) and own.parent == folder
    return own if right and not own.is_symlink() and own.is_dir() else None


def rename(folder: Path, profile: Profile, wish: str) -> Path:
    """Gives the profile's folder another name; returns its file there. Raises OSError where that name is taken."""
    own, name = _known(folder, profile), plain_name(wish)
    if free_name(folder, wish) != name:
        raise FileExistsError(EEXIST, os.strerror(EEXIST), name)
    return own.rename(folder / name) / FILE


def remove(folder: Path, profile: Profile) -> bool:
    """Takes the profile away, and what belongs to it. False where its folder stays, for other files that are in it."""
    own = _known(folder, profile)
    (own / FILE).unlink()
    for file in [each for each in own.iterdir() if BELONGS.fullmatch(each.name)]:
        file.unlink()
    empty = not any(own.iterdir())
    if empty:
        own.rmdir()
    return empty


def _known(folder: Path, profile: Profile) -> Path:
    own = own_folder(folder, profile)
    if own is None:
        raise ValueError(f"{profile.source} is in no folder of its own")
    return own
