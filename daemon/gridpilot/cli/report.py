"""`gridpilot report`: one zip to send along with a question. Pictures of the screen only where they are asked for."""

from __future__ import annotations

import json
import sys
import zipfile
from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime
from importlib import metadata
from pathlib import Path
from sysconfig import get_platform
from typing import Any

from gridpilot import __version__, installation, paths, provenance, whole_file
from gridpilot.cli.output import DONE, answer
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words, file_words

RECORDS = 5  # the newest ones
LOG_BYTES = 100_000  # of each log, its end: some days of use
MOST = 64 << 20  # bytes of any other file: a long game, or a picture


def report(given: Namespace) -> int:
    file = Path(given.output or f"gridpilot-report-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}.zip")
    try:
        with whole_file.new(file) as opened, zipfile.ZipFile(opened, "w", zipfile.ZIP_DEFLATED) as packed:
            for name, raw in _parts(pictures=given.pictures):
                packed.writestr(name, raw)
            contents = packed.namelist()
    except FileExistsError:
        raise GridpilotError(*command_words.report_exists(str(file))) from None
    except OSError as fault:
        raise GridpilotError(*command_words.report_refused(str(file), fault.strerror or str(fault))) from fault
    answer(
        given,
        {"file": str(file.absolute()), "contents": contents},
        "\n".join(command_words.report_written(str(file.absolute()), contents, pictures=given.pictures)),
    )
    return DONE


def _parts(*, pictures: bool) -> Iterator[tuple[str, bytes]]:
    """Names inside the zip with what is there; the home folder, which names its user, is ~ in all text."""
    for name, text in (("versions.json", _json(_versions())), ("doctor.json", _json(_doctor())), *_texts()):
        yield name, _homeless(text).encode()
    records = [folder for folder in sorted(paths.find().records.glob("*")) if folder.is_dir()]
    for file in (file for folder in records[-RECORDS:] for file in sorted(folder.iterdir())):
        name = f"records/{file.parent.name}/{file.name}"
        if file.suffix == ".json":
            yield name, _homeless(_untitled(_content(file).decode(errors="replace"))).encode()
        elif pictures:
            yield name, _content(file)


def _content(file: Path) -> bytes:
    """What cannot be read is left out, and that is said in its place."""
    try:
        return whole_file.read(file, MOST)
    except OSError as fault:
        return file_words.unread(file.name, fault.strerror or str(fault)).encode()


def _json(value: Any) -> str:
    return json.dumps(value, indent=1)


def _homeless(text: str) -> str:
    return text.replace(str(Path.home()), "~")


def _versions() -> dict[str, Any]:
    wanted = (line.split(";")[0] for line in metadata.requires(installation.NAME) or () if "extra ==" not in line)
    names = ["".join(letter for letter in word if letter not in "<>=!~. 0123456789") for word in wanted]
    return {
        "gridpilot": __version__,
        "python": sys.version,
        "platform": get_platform(),
        "installed": provenance.kind(),
        "commit": provenance.commit(),
        "packages": {name: _version(name) for name in names},
    }


def _version(package: str) -> str:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return ""


def _doctor() -> list[dict[str, str]]:
    from gridpilot.cli.doctor import facts, tests
    from gridpilot.doctor import examine

    return facts(examine(tests(self_test=False, titles=False)))


def _texts() -> Iterator[tuple[str, str]]:
    """Settings, the user's own profiles, what was learnt of programs, the logs' ends."""
    found = paths.find()
    files = [found.config_file, *found.profiles.rglob("*.toml")]
    for file in files:
        if file.exists():
            yield file.relative_to(found.config).as_posix(), _content(file).decode(errors="replace")
    for file in sorted(path for path in found.log.glob("*") if path.is_file()):
        yield f"log/{file.name}", whole_file.end(file, LOG_BYTES)[0].decode(errors="replace")


def _untitled(text: str) -> str:
    """A record's JSON without the title of the window, which may say more than its owner wants to tell."""
    try:
        facts = whole_file.parsed(text)
    except ValueError:
        return text
    title = facts.get("window") if isinstance(facts, dict) else None
    return text.replace(json.dumps(title)[1:-1], "…") if title and isinstance(title, str) else text
