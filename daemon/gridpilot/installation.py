"""How this gridpilot came onto the machine: where its command is, what the user types for it, and who removes it.

pipx and uv each leave a file of their own in the environments that they make. Packages are folders with a file `package`
beside the program, which names their kind. `built.json` tells the commit; a checkout asks git.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import sysconfig
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

NAME = "gridpilot"
MARKS = {"pipx_metadata.json": "pipx", "uv-receipt.toml": "uv"}
PACKAGES = ("deb", "folder", "installer", "zip", "app")
"""What scripts/package.py makes, and for whom: Debian, any Linux, Windows twice, macOS."""

BUILT = "built.json"
VERBS = (
    *("autostart", "check", "completion", "config", "detect", "doctor", "explain", "generate", "help", "hint"),
    *("install", "last", "look", "pause", "play", "practice", "profile", "quit", "rate", "read", "replay", "report"),
    *("resume", "run", "settings", "show", "solve", "stats", "status", "stop", "teach", "toggle", "uninstall", "web"),
    "windows",
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
        return f"{_short(sys.executable)} -m {NAME}"
    return NAME if found is not None and found.samefile(file) else _short(str(file))


def _short(path: str) -> str:
    home = os.path.expanduser("~") + os.sep  # noqa: PTH111 - without a home, pathlib raises
    if " " in path:
        return f'"{path}"'
    return f"~{os.sep}{path.removeprefix(home)}" if path.startswith(home) else path


def as_called(text: str) -> str:
    """The sentence with the command as this user types it."""
    return CALL.sub(lambda _found: called(), text) if NAME in text else text


@cache
def kind() -> str:
    """One of PACKAGES, `pipx`, `uv`, `checkout` or `pip`."""
    from pathlib import Path

    if getattr(sys, "frozen", False):
        try:
            told = (Path(sys.executable).parent / "package").read_text("utf-8").strip()
        except OSError:
            told = ""
        return told if told in PACKAGES else "folder"
    tool = next((name for mark, name in MARKS.items() if (Path(sys.prefix) / mark).exists()), "")
    return tool or ("checkout" if _checkout() else "pip")


def _checkout() -> Path | None:
    from pathlib import Path

    folder = Path(__file__).resolve().parents[2]
    return folder if (folder / "daemon" / NAME).is_dir() and (folder / "pyproject.toml").is_file() else None


def commit() -> str:
    """The commit that it was built from, in short; empty where nobody knows."""
    from pathlib import Path

    folder = _checkout()
    try:
        if folder is None:
            return str(json.loads((Path(__file__).parent / BUILT).read_text("utf-8"))["commit"])
        words = ["git", "-C", str(folder), "describe", "--always", "--dirty", "--exclude", "*"]
        return subprocess.run(words, capture_output=True, text=True, timeout=5, check=True).stdout.strip()
    except (OSError, ValueError, KeyError, subprocess.SubprocessError):
        return ""


def installer() -> str:
    """Who put the command on the PATH and the entry into the menu, and takes them away: `pipx`, `uv`, `deb`,
    `installer`; empty where nobody did.
    """
    return kind() if kind() in {"pipx", "uv", "deb", "installer"} else ""


def removed_by() -> str:
    """The command line that removes the program itself; without one, the folder that it is in."""
    from pathlib import Path

    folder = str(Path(sys.executable).parent) if kind() in PACKAGES else sys.prefix
    return {
        "pipx": f"pipx uninstall {NAME}",
        "uv": f"uv tool uninstall {NAME}",
        "deb": f"sudo apt remove {NAME}",
        "installer": f'"{folder}{os.sep}uninstall.exe"',
    }.get(kind(), folder)


def added_by(package: str) -> str:
    """The command line that adds a package to this installation. The packages for download have no pip: pipx makes an
    installation of its own.
    """
    if kind() in PACKAGES:
        return f'pipx install "{NAME}[web]"'
    return {
        "pipx": f"pipx inject {NAME} {package}",
        "uv": f"uv tool install --with {package} {NAME}",
    }.get(kind(), f"{_short(sys.executable)} -m pip install {package}")
