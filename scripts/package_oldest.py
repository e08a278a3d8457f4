"""Builds the packages for Linux on Debian 11, so that they run on any Linux with glibc 2.31 or newer.

    python3 scripts/package_oldest.py [folder] [deb] [--out dist]

Needs root and Debian. debootstrap makes the system and packaging/old_python.sh its Python, once: both are kept in the
cache folder. What is built is the present commit; changes that are not committed are left out. The release workflow
does the same in a container.
"""

from __future__ import annotations

import argparse
import hashlib
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import bare
from programs import end
from setup_venv import ROOT, say

RELEASE, GLIBC = "bullseye", "2.31"
PYTHON = ROOT / "scripts/packaging/old_python.sh"
HAS = ("ca-certificates", "git")
BUILD = """
cd {checkout}
CC="/opt/compiler/bin/python -m ziglang cc" /opt/python/bin/python3.11 scripts/package.py {kinds} --glibc {glibc}
"""


def inside(root: Path, line: str) -> int:
    """The exit status of that line of shell in the old system; all that it started has ended."""
    words = bare.inside(root, line)
    made = subprocess.Popen(words, env=bare.environment(), stdin=subprocess.DEVNULL, start_new_session=True)
    try:
        return made.wait()
    finally:
        end(made)


def with_python(folder: Path) -> Path:
    """The old system with its Python that is kept, made where it is not there yet."""
    base = bare.base(folder, HAS, RELEASE)
    kept = bare.CACHE / f"{base.name}-{hashlib.sha256(PYTHON.read_bytes()).hexdigest()[:12]}"
    if not kept.exists():
        say("Making a Python on Debian 11 (once; ten minutes) ...")
        made = folder / "with-python"
        bare.does(["cp", "-a", "--reflink=auto", base, made], "the copy")
        bare.bring(made, RELEASE)
        shutil.copy(PYTHON, made / "root" / PYTHON.name)
        if code := inside(made, f"sh /root/{PYTHON.name} > /root/log 2>&1"):
            last = (made / "root/log").read_text("utf-8", "replace").strip().splitlines()[-3:]
            raise bare.UnableError(f"{PYTHON.name} ended with {code}: {' / '.join(last)}")
        made.rename(kept)
    return kept


def build(kinds: list[str], out: Path) -> int:
    """The exit status of package.py. Raises bare.UnableError where there can be no such system."""
    if why := bare.cannot():
        raise bare.UnableError(why)
    with bare.alone(), tempfile.TemporaryDirectory(prefix="run-", dir=bare.CACHE, ignore_cleanup_errors=True) as name:
        root = Path(name) / "root"
        bare.does(["cp", "-a", "--reflink=auto", with_python(Path(name)), root], "the copy")
        bare.bring(root, RELEASE)
        bare.clone(root)
        code = inside(root, BUILD.format(checkout=bare.CHECKOUT, kinds=" ".join(kinds), glibc=GLIBC))
        if code == 0:
            shutil.copytree(root / bare.CHECKOUT.relative_to("/") / "dist", out, dirs_exist_ok=True)
        return code


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="folder, deb")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    given = parser.parse_args(words)
    try:
        return build(given.kinds or ["folder", "deb"], given.out)
    except bare.UnableError as why:
        say(f"Not built: {why}")
        return 3


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
