"""How this gridpilot came onto the machine, from which commit it was built, and who removes it.

pipx and uv each leave a file of their own in the environments that they make. Packages are folders with a file
`package` beside the program, which names their kind. `built.json` tells the commit; a checkout asks git.
"""

from __future__ import annotations

import os
import subprocess
import sys
from functools import cache
from pathlib import Path

from gridpilot import whole_file
from gridpilot.installation import NAME, short

MARKS = {"pipx_metadata.json": "pipx", "uv-receipt.toml": "uv"}
PACKAGES = ("deb", "folder", "installer", "zip", "app")
"""What scripts/package.py makes, and for whom: Debian, any Linux, Windows twice, macOS."""

BUILT = "built.json"


@cache
def kind() -> str:
    """One of PACKAGES, `pipx`, `uv`, `checkout` or `pip`."""
    if getattr(sys, "frozen", False):
        try:
            told = whole_file.read_text(Path(sys.executable).parent / "package").strip()
        except (OSError, ValueError):
            told = ""
        return told if told in PACKAGES else "folder"
    tool = next((name for mark, name in MARKS.items() if (Path(sys.prefix) / mark).exists()), "")
    return tool or ("checkout" if _checkout() else "pip")


def _checkout() -> Path | None:
    folder = Path(__file__).resolve().parents[2]
    return folder if (folder / "daemon" / NAME).is_dir() and (folder / "pyproject.toml").is_file() else None


def commit() -> str:
    """The commit that it was built from, in short; empty where nobody knows."""
    folder = _checkout()
    try:
        if folder is None:
            return str(whole_file.read_json(Path(__file__).parent / BUILT)["commit"])
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
    }.get(kind(), f"{short(sys.executable)} -m pip install {package}")
