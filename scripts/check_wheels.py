"""Whether `pip install gridpilot` finds a wheel for everything it needs, on platforms that are not at hand.

    python3 scripts/check_wheels.py                       every platform and version below
    python3 scripts/check_wheels.py win_amd64 3.13        those that are named

pip downloads each requirement for that platform, and never builds one. It would take the markers of what the
requirements themselves need for those of this machine, so they are followed here, as the platform would.
"""

from __future__ import annotations

import argparse
import email
import subprocess
import sys
import tempfile
import time
import tomllib
import zipfile
from pathlib import Path

import setup_venv
from setup_venv import ROOT, say

SYSTEMS = {
    "win_amd64": ("win32", "nt", "Windows", "AMD64", ["win_amd64"]),
    "macosx_arm64": ("darwin", "posix", "Darwin", "arm64", [f"macosx_{n}_0_arm64" for n in (14, 13, 12, 11)]),
    "linux_x86_64": ("linux", "posix", "Linux", "x86_64", ["manylinux_2_28_x86_64", "manylinux_2_17_x86_64"]),
}
"""What markers say there, and pip's names of the platform, the newest first: wheels are built for older ones, too."""

VERSIONS = ("3.11", "3.12", "3.13", "3.14")  # what setup_venv.py takes
LIMIT = 900  # seconds for one download


def environment(system: str, version: str) -> dict[str, str]:
    """Markers' variables, as the `packaging` project names them."""
    sys_platform, os_name, platform_system, machine, _ = SYSTEMS[system]
    return {
        "sys_platform": sys_platform, "os_name": os_name, "platform_system": platform_system,
        "platform_machine": machine, "python_version": version, "python_full_version": f"{version}.0",
        "implementation_name": "cpython", "platform_python_implementation": "CPython", "extra": "",
    }  # fmt: skip


def wheels(system: str, version: str, folder: Path) -> list[str]:
    """The names of all wheels that gridpilot needs there. Raises ValueError for what has none."""
    from packaging.requirements import Requirement
    from packaging.utils import canonicalize_name

    here = environment(system, version)
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    waiting, found = [Requirement(line) for line in project["dependencies"]], {}
    while waiting:
        one = waiting.pop()
        name = canonicalize_name(one.name)
        if (one.marker is not None and not one.marker.evaluate(here)) or name in found:
            continue
        wheel = download(f"{one.name}{one.specifier}", system, version, folder / name)
        found[name] = wheel.name
        waiting += [Requirement(line) for line in needs(wheel)]
    return sorted(found.values())


def download(requirement: str, system: str, version: str, folder: Path) -> Path:
    platforms = [word for name in SYSTEMS[system][-1] for word in ("--platform", name)]
    options = ["-q", "--disable-pip-version-check", "--no-deps", "--only-binary=:all:", "--python-version", version]
    command = [sys.executable, "-m", "pip", "download", *options, *platforms, "-d", str(folder), requirement]
    done = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT)
    if done.returncode:
        raise ValueError(f"{requirement}: {done.stderr.strip().splitlines()[-1]}")
    return next(folder.glob("*.whl"))


def needs(wheel: Path) -> list[str]:
    with zipfile.ZipFile(wheel) as archive:
        metadata = next(name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        return email.message_from_bytes(archive.read(metadata)).get_all("Requires-Dist", [])


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("system", nargs="?", choices=SYSTEMS)
    parser.add_argument("version", nargs="?", choices=VERSIONS)
    given = parser.parse_args(words)
    failed = 0
    for system in [given.system] if given.system else SYSTEMS:
        for version in [given.version] if given.version else VERSIONS:
            begun = time.monotonic()
            with tempfile.TemporaryDirectory(prefix="gridpilot-wheels-") as folder:
                try:
                    names = wheels(system, version, Path(folder))
                    size = sum(file.stat().st_size for file in Path(folder).rglob("*.whl")) / 2**20
                    said = f"{len(names)} wheels, {size:.0f} MiB"
                except ValueError as fault:
                    failed, said = failed + 1, f"failed: {fault}"
            say(f"{system:13} {version:5} {said}  ({time.monotonic() - begun:.0f} s)")
            if given.system:
                say("  " + " ".join(names if said[0] != "f" else []))
    return 1 if failed else 0


if __name__ == "__main__":
    python = setup_venv.ensure(("dev",))  # has pip and `packaging`
    if Path(sys.prefix).resolve() != setup_venv.VENV.resolve():
        sys.exit(subprocess.run([str(python), __file__, *sys.argv[1:]], check=False).returncode)
    sys.exit(main(sys.argv[1:]))
