"""Builds what users download, into dist/: wheel, sdist, .deb, portable folders, the installer for Windows.

    python3 scripts/package.py                   all that this system can build
    python3 scripts/package.py deb folder        some of: wheel, deb, folder (Linux), installer, zip (Windows, or Wine)
    python3 scripts/package.py --prove           installs, presses and looks, in a bare system and a fresh Wine
    python3 scripts/package.py --twice           builds twice, and names the files that differ

Every package holds its own Python and all libraries, in one folder made by PyInstaller from the wheel. Two builds of
one commit by the same Python are the same bytes: times are the commit's (SOURCE_DATE_EPOCH, where it is set), owners
are root, lists are sorted, and packaging/constraints.txt names the version of each library. SHA256SUMS lists what was
built.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from functools import cache
from pathlib import Path

import build_search
import packaged_linux
import packaged_windows
import setup_venv
from setup_debian import SetupError
from setup_venv import CACHE, ROOT, say

OUT = ROOT / "dist"
PACKAGING = ROOT / "scripts" / "packaging"
CONSTRAINTS = PACKAGING / "constraints.txt"
LIMIT = 1800  # seconds for one step
PIP = ("--disable-pip-version-check", "--no-compile")
LINUX, WINDOWS = ("deb", "folder"), ("installer", "zip")
KINDS = ("wheel", *LINUX, *WINDOWS)

SITE = "import sysconfig; print(sysconfig.get_path('purelib'))"
INSTALLED = """
import sys
from importlib.metadata import distributions
for found in distributions():
    if found.name.lower() in sys.argv[1:]:
        for top in {file.parts[0] for file in found.files} - {"..", "__pycache__"}:
            print(found.locate_file(top))
"""
"""Prints the files and folders of those packages."""


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path = ROOT) -> str:
    """What a step says; CalledProcessError, with what it said, where it fails."""
    words = [str(word) for word in command]
    done = subprocess.run(words, env=env, cwd=cwd, capture_output=True, text=True, errors="replace", timeout=LIMIT)
    if done.returncode:
        raise SetupError(f"{' '.join(words[:6])} failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return done.stdout


def version() -> str:
    text = (ROOT / "daemon/gridpilot/__init__.py").read_text("utf-8")
    return re.findall(r'__version__ = "(.+)"', text)[0]


@cache
def epoch() -> int:
    """The time that all files of a package have: the commit's."""
    if told := os.environ.get("SOURCE_DATE_EPOCH"):
        return int(told)
    try:
        return int(run("git", "log", "-1", "--format=%ct"))
    except (OSError, SetupError, ValueError):
        return 1_700_000_000  # outside a repository


def environment() -> dict[str, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "VIRTUAL_ENV"))}
    return kept | {"SOURCE_DATE_EPOCH": str(epoch()), "PYTHONHASHSEED": "1", "LC_ALL": "C.UTF-8", "TZ": "UTC"}


def wheel(out: Path) -> Path:
    """The wheel, made from the sdist; both stay in `out`."""
    python = setup_venv.ensure(("dev",))
    tools = ["--no-isolation"] if build_search.compiler() else []  # else the build itself asks for a compiler
    run(python, "-m", "build", *tools, "--outdir", out, ROOT, env=environment())
    return max(out.glob("*.whl"), key=lambda file: file.stat().st_mtime)


def builder(made: Path) -> Path:
    """The Python of an environment with that wheel, what it needs, PyInstaller, and nothing else."""
    key = hashlib.sha256(CONSTRAINTS.read_bytes() + sys.version.encode()).hexdigest()[:12]
    folder = CACHE / f"package-{key}"
    python = setup_venv.venv_python(folder)
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        base = setup_venv.find_python()["exe"]
        run(base, "-m", "venv", folder)
        run(python, "-m", "pip", "install", "-q", *PIP, "-c", CONSTRAINTS, "pyinstaller", made)
        (folder / "ready").touch()
    run(python, "-m", "pip", "install", "-q", *PIP, "--no-deps", "--force-reinstall", made)
    return python


def lent_builder(made: Path, folder: Path) -> Path:
    """A builder whose libraries are links to those of `.venv`, in a fifth of the time: what a test wants."""
    own, python = setup_venv.ensure(("dev",)), setup_venv.venv_python(folder)
    run(own, "-m", "venv", "--without-pip", folder)
    names = re.findall("^[a-z0-9-]+", CONSTRAINTS.read_text("utf-8"), re.MULTILINE)
    site = Path(run(python, "-c", SITE).strip())
    for entry in run(own, "-c", INSTALLED, *names).splitlines():
        run("cp", "-al" if Path(entry).stat().st_dev == site.stat().st_dev else "-a", entry, site)
    pip = [own, "-m", "pip", "--python", python, "install", "-q", *PIP]
    run(*pip, "-c", CONSTRAINTS, "pyinstaller")
    run(*pip, "--no-deps", made)
    return python


def frozen(python: Path, work: Path) -> Path:
    """The folder with the program, from that builder's wheel."""
    words = ["-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR"]
    folders = ["--distpath", work / "dist", "--workpath", work / "work"]
    run(python, *words, *folders, PACKAGING / "gridpilot.spec", env=environment())
    return work / "dist" / "gridpilot"


def settle(folder: Path) -> None:
    """Times and modes that do not tell when and by whom this was built."""
    for path in [folder, *folder.rglob("*")]:
        if path.is_symlink():
            os.utime(path, (epoch(), epoch()), follow_symlinks=False)
            continue
        runs = path.is_dir() or path.stat().st_mode & 0o100 or _first_bytes(path) == b"#!"
        path.chmod(0o755 if runs else 0o644)
        os.utime(path, (epoch(), epoch()))


def _first_bytes(file: Path) -> bytes:
    with file.open("rb") as opened:
        return opened.read(2)


def tar(folder: Path, file: Path, top: str, level: int = 6) -> None:
    """The folder as `top` in a .tar.gz that is the same each time."""

    def plain(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        entry.uid = entry.gid = 0
        entry.uname = entry.gname = "root"
        entry.mtime = epoch()
        return entry

    made = io.BytesIO()
    with tarfile.open(fileobj=made, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path in [folder, *sorted(folder.rglob("*"))]:
            name = f"{top}/{path.relative_to(folder).as_posix()}".removesuffix("/.")
            archive.add(path, name, recursive=False, filter=plain)
    with file.open("wb") as raw, gzip.GzipFile("", "wb", level, raw, mtime=0) as packed:
        packed.write(made.getbuffer())


def zipped(folder: Path, file: Path, top: str) -> None:
    """The folder as `top` in a .zip that is the same each time."""
    import time

    when = time.gmtime(epoch())[:6]
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                entry = zipfile.ZipInfo(f"{top}/{path.relative_to(folder).as_posix()}", when)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
                archive.writestr(entry, path.read_bytes())


def build(wanted: list[str], out: Path) -> list[Path]:
    """The packages' files."""
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    made = wheel(out)
    for kinds, module in ((LINUX, packaged_linux), (WINDOWS, packaged_windows)):
        if kinds_wanted := [kind for kind in kinds if kind in wanted]:
            module.build(kinds_wanted, made, out)
    files = sorted(file for file in out.iterdir() if file.is_file())
    lines = [f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.name}\n" for file in files]
    (out / "SHA256SUMS").write_text("".join(lines), "utf-8")
    return files


def twice(wanted: list[str]) -> int:
    """Builds twice; the files that differ. Exit 1 where there are some."""
    sums = []
    for _ in range(2):
        files = build(wanted, OUT)
        sums.append({file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in files})
    differ = [name for name in sums[0] if sums[0][name] != sums[1].get(name)]
    say(f"{len(sums[0])} files built twice; these differ: {', '.join(differ) or 'none'}")
    return 1 if differ else 0


def possible() -> list[str]:
    """What this system can build."""
    if sys.platform == "win32":
        return ["wheel", *WINDOWS]
    if not sys.platform.startswith("linux"):
        return ["wheel"]
    lacking = packaged_windows.missing()
    if lacking:
        say(f"Not built: the packages for Windows ({lacking}).")
    return ["wheel", "folder", *(["deb"] if shutil.which("dpkg-deb") else []), *([] if lacking else WINDOWS)]


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--out", type=Path, default=OUT)
    parser.add_argument("--prove", action="store_true")
    parser.add_argument("--glibc", default="", metavar="2.N", help="refuse to make what needs a newer C library")
    parser.add_argument("--twice", action="store_true")
    given = parser.parse_args(words)
    if wrong := [kind for kind in given.kinds if kind not in KINDS]:  # `choices` refuses none at all
        parser.error(f"{wrong[0]} is none of {', '.join(KINDS)}")
    packaged_linux.newest_glibc = given.glibc
    try:
        wanted = given.kinds or possible()
        if given.twice:
            return twice(wanted)
        for file in build(wanted, given.out.absolute()):
            say(f"{file.stat().st_size / 1e6:7.1f} MB  {file}")
        if given.prove:
            import prove_packages

            return prove_packages.main([str(given.out)])
    except SetupError as fault:
        say(f"Not built: {fault}")
        return 3
    return 0


def with_libraries(words: list[str]) -> int:
    """main, by the Python of `.venv`: what is built under Wine, and each proof, need its libraries."""
    if {"-h", "--help"} & set(words) or Path(sys.prefix) == setup_venv.VENV:
        return main(words)
    try:
        python = setup_venv.ensure(("dev",))
    except SetupError as fault:
        say(f"Not built: {fault}")
        return 3
    return subprocess.run([str(python), __file__, *words]).returncode


if __name__ == "__main__":
    sys.exit(with_libraries(sys.argv[1:]))
