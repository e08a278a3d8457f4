"""Writes profiles: a commented file, what belongs to it, and never over anything that is there.

The comments are what format.py says of each key, so a file explains itself; it reads as the profile it was made of.
"""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from gridpilot import whole_file
from gridpilot.profiles.format import PROFILE, Buttons, schema
from gridpilot.profiles.palette import Palette
from gridpilot.profiles.profile import Profile
from gridpilot.profiles.store import folder_of
from gridpilot.profiles.value_types import Entry, Table, key_text
from gridpilot.reading import Read

SCHEMA_FILE = "schema.json"
WIDEST = 120
LONGEST_NAME = 48
BELONGS = re.compile(r"sample\.(png|txt)|[0-9]\.png")
"""What a profile's own folder may hold: a sample, and templates."""


def as_toml(profile: Profile, remark: str = "") -> str:
    """The file's text: what is not the default, each with a comment. `remark` comes first."""
    lines = [f"#:schema ./{SCHEMA_FILE}", *(f"# {line}".rstrip() for line in remark.splitlines())]
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


def plain_name(wish: str) -> str:
    """A name for files: "Web Sudoku!" gives web-sudoku."""
    return re.sub(r"[^a-z0-9]+", "-", wish.lower()).strip("-")[:LONGEST_NAME].strip("-") or "profile"


def free_name(folder: Path, wish: str) -> str:
    """A file's name, without its ending, that no profile in the folder has."""
    plain = plain_name(wish)
    name, count = plain, 1
    while (folder / f"{name}.toml").exists() or (folder / name).exists():
        count += 1
        name = f"{plain}-{count}"
    return name


def save(folder: Path, profile: Profile, files: Mapping[str, bytes], remark: str = "") -> Path:
    """Writes the profile and what belongs to it into the user's folder; returns the new file.

    `files` by name: sample.png, sample.txt, and 1.png to 9.png where it reads by templates. The profile's own file
    comes last, in one step: nobody sees half a profile.
    """
    return place(folder, profile.name, as_toml(profile, remark).encode(), files)


def place(folder: Path, wish: str, text: bytes, files: Mapping[str, bytes]) -> Path:
    """The same for a text that is written already."""
    strange = [name for name in files if not BELONGS.fullmatch(name)]
    if strange:
        raise ValueError(f"{strange[0]} does not belong to a profile")
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    path = folder / f"{free_name(folder, wish)}.toml"
    own = folder_of(path)
    try:
        if files:
            own.mkdir(mode=0o700)
        for name, content in files.items():
            (own / name).write_bytes(content)
        whole_file.write(path, text)
        (folder / SCHEMA_FILE).write_text(json.dumps(schema(), indent=1) + "\n", encoding="utf-8")
    except OSError:
        if files and not path.exists():
            shutil.rmtree(own, ignore_errors=True)
        raise
    return path
