"""Where this gridpilot's command is, and what the user types for it."""

from __future__ import annotations

import os
import re
import sys
import sysconfig
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

NAME = "gridpilot"
VERBS = (
    *(
        "autostart",
        "bind",
        "cell",
        "check",
        "completion",
        "config",
        "detect",
        "doctor",
        "explain",
        "generate",
        "help",
        "hint",
    ),
    *(
        "install",
        "last",
        "look",
        "pause",
        "play",
        "practice",
        "press",
        "profile",
        "quit",
        "rate",
        "read",
        "replace",
        "replay",
        "report",
    ),
    *("resume", "run", "settings", "show", "solve", "stats", "status", "stop", "teach", "toggle"),
    *("undo", "uninstall", "web", "windows"),
)
CALL = re.compile(rf"(?<![\w/\\-]){NAME}(?= (?:{'|'.join(VERBS)}|--help)\b)|(?<=: ){NAME}$")
"""The command in a sentence: before a verb, or at the end, as in "Start it with: gridpilot". Not where it has its path:
a sentence may come by here twice."""


def command() -> Path:
    """The file that starts this gridpilot: beside the interpreter that runs it, or where its pip puts programs."""
    from pathlib import Path  # late, as below: sentences come by here, and few of them name a command

    folder = Path(sys.executable).parent
    schemes = (sysconfig.get_default_scheme(), sysconfig.get_preferred_scheme("user"))
    folders = (folder, *(Path(sysconfig.get_path("scripts", scheme)) for scheme in schemes))
    files = (place / name for place in folders for name in (NAME, f"{NAME}.exe"))
    return next((file for file in files if file.is_file()), folder / NAME)


def on_path() -> Path | None:
    """What a shell runs for `gridpilot`."""
    from pathlib import Path

    files = (Path(folder) / command().name for folder in os.get_exec_path())
    return next((file for file in files if os.access(file, os.X_OK)), None)


@cache
def called() -> str:
    """What the user types for it: its name where a shell finds this one by it, else its path."""
    file, found = command(), on_path()
    if not file.exists():
        return f"{short(sys.executable)} -m {NAME}"
    return NAME if found is not None and found.samefile(file) else short(str(file))


def short(path: str) -> str:
    home = os.path.expanduser("~") + os.sep  # noqa: PTH111 - without a home, pathlib raises
    if " " in path:
        return f'"{path}"'
    return f"~{os.sep}{path.removeprefix(home)}" if path.startswith(home) else path


def as_called(text: str) -> str:
    """The sentence with the command as this user types it."""
    return CALL.sub(lambda _found: called(), text) if NAME in text else text
