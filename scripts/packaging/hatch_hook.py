"""Notes the commit, and builds 2048's search into the wheel, and beside the modules where a checkout is installed to be
edited.

Without a compiler on the machine, the build asks for the package ziglang, which has one. A machine that has
neither gets a wheel without the search: gridpilot then plays 2048 by Monte Carlo, and doctor says so.
"""

from __future__ import annotations

import json
import platform
import re
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import build_search

HAS_ZIGLANG = ("win32", "darwin", "linux")
PROCESSORS = ("x86_64", "amd64", "aarch64", "arm64")
"""For these the package ziglang has wheels."""


class SearchHook(BuildHookInterface[Any]):
    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        known = sys.platform in HAS_ZIGLANG and platform.machine().lower() in PROCESSORS
        return ["ziglang>=0.13"] if self.target_name == "wheel" and known and not build_search.compiler() else []

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        package = Path(self.root) / "daemon"
        self._folder = tempfile.TemporaryDirectory()  # what is built for a wheel may be for another system
        place = "gridpilot/built.json" if self.target_name == "wheel" else "daemon/gridpilot/built.json"
        if version != "editable" and not (package / "gridpilot/built.json").exists():  # as it does in an sdist
            built = Path(self._folder.name) / "built.json"
            built.write_text(json.dumps({"commit": commit(self.root)}) + "\n", "utf-8")
            build_data["force_include"][str(built)] = place
        if self.target_name == "wheel":
            self._add_search(version, build_data, package)

    def _add_search(self, version: str, build_data: dict[str, Any], package: Path) -> None:
        command = build_search.compiler()
        library = build_search.BUILT if version == "editable" else Path(self._folder.name) / build_search.BUILT.name
        if not command:
            self.app.display_warning("2048's fast search is left out: there is no C compiler")
            return
        try:
            build_search.build(library, command)
        except (OSError, subprocess.SubprocessError) as fault:
            said = getattr(fault, "stderr", "") or ""
            self.app.display_warning(f"2048's fast search is left out: {fault}\n{said[-2000:]}")
            return
        if version == "editable":
            return
        build_data["force_include"][str(library)] = build_search.BUILT.relative_to(package).as_posix()
        build_data["pure_python"] = False
        build_data["tag"] = f"py3-none-{_system(library)}"


def commit(root: str) -> str:
    """In short; empty outside a repository."""
    words = ["git", "-C", root, "describe", "--always", "--dirty", "--exclude", "*"]
    try:
        return subprocess.run(words, capture_output=True, text=True, timeout=10, check=True).stdout.strip()
    except (OSError, subprocess.SubprocessError):
        return ""


def _system(library: Path) -> str:
    """The tag of the system that the library is for; on Linux the oldest C library that has all that it asks for."""
    if library.read_bytes().startswith(b"MZ"):
        return "win_arm64" if platform.machine() == "ARM64" else "win_amd64"
    name = re.sub(r"[-.]", "_", sysconfig.get_platform())
    if name.startswith("macosx_"):
        return _macos(name)
    if not name.startswith("linux_"):
        return name
    asked = re.findall(rb"GLIBC_2\.(\d+)", library.read_bytes())
    if not asked:
        return name
    oldest = max(build_search.OLDEST_GLIBC, *map(int, asked))
    return f"manylinux_2_{oldest}_{name.removeprefix('linux_')}"


def _macos(name: str) -> str:
    """A Python for two processors compiles for this one alone. Apple's own has no macOS before 11."""
    system, major, minor, machine = name.split("_", 3)
    machine = platform.machine() if machine == "universal2" else machine
    older = machine == "arm64" and int(major) < 11
    return "_".join((system, *(("11", "0") if older else (major, minor)), machine))
