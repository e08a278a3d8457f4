"""Fills the manifests for winget, Homebrew, the AUR and Flathub in, from what package.py built.

    python3 scripts/fill_manifests.py dist https://host/owner/gridpilot [--out manifests]

The address is the project's page; downloads are looked for at its releases. A manifest whose download is not in
dist/SHA256SUMS is left out, and told. Exit 1 where none could be filled in.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import package
from setup_venv import say

MANIFESTS = package.PACKAGING / "manifests"
DOWNLOAD = re.compile(r"/(gridpilot-[\w.-]+\.(?:exe|zip|tar\.gz))")
VERSION = ("$pkgver", "#{version}")
"""How a PKGBUILD and a cask write it."""


class LackingError(Exception):
    """The download that a manifest names and nobody built."""


def filled(text: str, project: str, version: str, sums: dict[str, str]) -> str:
    """Raises LackingError."""
    words = {"PROJECT": project.rstrip("/"), "OWNER": project.rstrip("/").split("/")[-2], "VERSION": version}
    for word, value in words.items():
        text = re.sub(rf"(?<![A-Z]){word}\b", value, text)
    told = text
    for written in VERSION:
        told = told.replace(written, version)
    if download := DOWNLOAD.search(told):
        if download[1] not in sums:
            raise LackingError(download[1])
        text = text.replace("SHA256\n", f"{sums[download[1]]}\n")
        text = re.sub(r"(?<=[(\"])SHA256(?=[)\"])", sums[download[1]], text)
    return text


def fill(dist: Path, project: str, out: Path) -> list[Path]:
    """The files that were written."""
    lines = (dist / "SHA256SUMS").read_text("utf-8").splitlines()
    sums = {name: found for found, name in (line.split(maxsplit=1) for line in lines)}
    made = []
    for file in sorted(MANIFESTS.rglob("*")):
        if file.is_dir() or file.suffix == ".md":
            continue
        name = file.relative_to(MANIFESTS).as_posix().replace("OWNER", project.rstrip("/").split("/")[-2])
        try:
            text = filled(file.read_text("utf-8"), project, package.version(), sums)
        except LackingError as lacking:
            say(f"{name}: left out, for {lacking} was not built")
            continue
        (out / name).parent.mkdir(parents=True, exist_ok=True)
        (out / name).write_text(text, "utf-8")
        made.append(out / name)
    return made


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("dist", type=Path)
    parser.add_argument("project")
    parser.add_argument("--out", type=Path, default=Path("manifests"))
    given = parser.parse_args(words)
    made = fill(given.dist, given.project, given.out)
    for file in made:
        say(str(file))
    return 0 if made else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
