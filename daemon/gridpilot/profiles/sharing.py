"""Profiles as one zip, to give to others; what comes from others is looked at before anything of it is written.

A shared file may hold one profile, its sample, and its templates: nothing else, nothing large, no other names. What is
written is what was understood of it, and the words at its top: nothing that nobody has looked at.
"""

from __future__ import annotations

import lzma
import struct
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from io import BytesIO
from itertools import takewhile
from pathlib import Path

from gridpilot import whole_file
from gridpilot.errors import GridpilotError, Problem
from gridpilot.profiles.names import plain_name
from gridpilot.profiles.profile import Profile
from gridpilot.profiles.store import FILE, folder_of, read_profile
from gridpilot.profiles.writing import BELONGS, as_toml, save

NAME = "name.txt"
MOST_BYTES = 8 << 20  # of the zip, and of all in it once unpacked
MOST_PIXELS = 40_000_000
PNG = b"\x89PNG\r\n\x1a\n"

_TITLE = "Not imported"
_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, OSError, EOFError, ValueError, RuntimeError, struct.error)


@dataclass(frozen=True, slots=True)
class Parcel:
    """What a zip holds: `profile` as it would be read, the `words` at the top of its file, `files` that belong to it,
    `problems` that are no errors.
    """

    profile: Profile
    words: str
    files: Mapping[str, bytes]
    problems: tuple[Problem, ...]


def packed(profile: Profile) -> bytes:
    """The profile as it is in use, as a zip; its own words in the file are kept."""
    source = Path(profile.source)
    own = folder_of(source)
    files = {path.name: path for path in sorted(own.iterdir()) if BELONGS.fullmatch(path.name)} if own else {}
    target = BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as pack:
        text = whole_file.read(source, MOST_BYTES) if profile.source else as_toml(profile).encode()
        pack.writestr(_dated(FILE), text)
        pack.writestr(_dated(NAME), profile.name)
        for name, path in files.items():
            pack.writestr(_dated(name), whole_file.read(path, MOST_BYTES))
    return target.getvalue()


def _dated(name: str) -> zipfile.ZipInfo:
    """Always the same date, so that the same profile makes the same zip."""
    entry = zipfile.ZipInfo(name, (2020, 1, 1, 0, 0, 0))
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def unpacked(raw: bytes, otherwise: str = "profile") -> Parcel:
    """What is in a zip, looked at with suspicion; nothing is written. `otherwise`: the profile's name where the zip has
    none.
    """
    contents = _contents(raw)
    text = contents.pop(FILE, None)
    if text is None:
        raise GridpilotError(_TITLE, f"there is no {FILE} in it.", "Export one with: gridpilot profile export NAME.")
    name = contents.pop(NAME, b"").decode("utf-8", "replace").strip() or otherwise
    for each, content in contents.items():
        if each.endswith(".png"):
            _check_picture(each, content)
    profile, problems = read_profile(Path(plain_name(name), FILE), text)
    problems = [problem._replace(file=FILE) for problem in problems]
    if profile is None:
        errors = "; ".join(str(problem) for problem in problems if problem.level == "error")
        raise GridpilotError(_TITLE, f"its profile has faults: {errors}.", "Ask whoever made it.")
    return Parcel(replace(profile, source=""), _words_of(text), contents, tuple(problems))


def _words_of(text: bytes) -> str:
    """The comment at the top of a file."""
    lines = text.decode("utf-8").splitlines()
    top = takewhile(lambda line: line.startswith("#"), lines)
    return "\n".join(line.removeprefix("#").strip() for line in top if not line.startswith("#:"))


def _contents(raw: bytes) -> dict[str, bytes]:
    """Every file by name; unpacked only as far as the sizes allow, whatever the zip says of them."""
    if len(raw) > MOST_BYTES:
        raise GridpilotError(_TITLE, f"the file is larger than {MOST_BYTES >> 20} MiB.", "A profile is not.")
    contents: dict[str, bytes] = {}
    try:
        with zipfile.ZipFile(BytesIO(raw)) as pack:
            for entry in pack.infolist():
                contents[entry.filename] = _unpacked(pack, entry, contents)
    except _DAMAGE as fault:
        raise GridpilotError(_TITLE, f"it is no zip that can be read: {fault}.", "Ask for it again.") from fault
    return contents


def _unpacked(pack: zipfile.ZipFile, entry: zipfile.ZipInfo, before: Mapping[str, bytes]) -> bytes:
    name = entry.filename
    if not (name in {FILE, NAME} or BELONGS.fullmatch(name)) or name in before:
        raise GridpilotError(_TITLE, f"{name!r} does not belong to a profile.", "Nothing was written.")
    room = MOST_BYTES - sum(map(len, before.values()))
    with pack.open(entry) as opened:
        content = opened.read(room + 1)
    if len(content) > room:
        raise GridpilotError(_TITLE, f"it unpacks to more than {MOST_BYTES >> 20} MiB.", "A profile does not.")
    return content


def _check_picture(name: str, content: bytes) -> None:
    """By its header alone: a PNG, and of a size that a screen may have."""
    wide, high = int.from_bytes(content[16:20], "big"), int.from_bytes(content[20:24], "big")
    if not content.startswith(PNG) or content[12:16] != b"IHDR":
        raise GridpilotError(_TITLE, f"{name} is no PNG picture.", "Ask whoever made it.")
    if not 0 < wide * high <= MOST_PIXELS:
        raise GridpilotError(_TITLE, f"{name} has {wide} x {high} pixels, more than any screen.", "Do not use it.")


def imported(folder: Path, parcel: Parcel, *, with_hotkey: bool = False, note: str = "") -> Path:
    """Writes it into the user's folder, over nothing; returns the new file. A hotkey takes keys away from all programs:
    it is left out where it was not agreed to. `note` goes to the words at the top.
    """
    profile = parcel.profile if with_hotkey else replace(parcel.profile, hotkey="")
    return save(folder, profile, parcel.files, "\n".join(filter(None, (parcel.words, note))))
