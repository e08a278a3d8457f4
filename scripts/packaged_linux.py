"""The packages for Linux, of package.py: a .deb for Debian 12 and newer and Ubuntu, and a folder for any Linux."""

from __future__ import annotations

import gzip
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path

import build_search
from setup_debian import SetupError
from setup_venv import say

TOOLS = ("objdump", "objcopy", "strip")
SHARE = Path(__file__).resolve().parents[1] / "daemon/gridpilot/share"
HOME = "usr/lib/gridpilot"
FILMS = re.compile(r"lib(avcodec|avformat|avutil|swscale)-")
"""Libraries for films, which OpenCV is linked with; gridpilot shows none."""

newest_glibc = ""
"""What package.py was told; empty: any."""

MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
SHELLS = {
    "bash": "usr/share/bash-completion/completions/gridpilot",
    "zsh": "usr/share/zsh/vendor-completions/_gridpilot",
    "fish": "usr/share/fish/vendor_completions.d/gridpilot.fish",
}
CONTROL = """\
Package: gridpilot
Version: {version}
Architecture: {machine}
Maintainer: The gridpilot authors <gridpilot@localhost>
Installed-Size: {size}
Depends: libc6 (>= {glibc}), fontconfig-config
Suggests: tesseract-ocr
Section: games
Priority: optional
Description: press a key, and the sudoku in front of you is solved and filled in
 The sudoku in the focused window is read, solved, filled in and checked; by
 another key, 2048 is played. It works in any window, offline, on Xorg; its guide
 says what it can do on Wayland. It holds its own Python and libraries, below
 /usr/lib/gridpilot.
"""
COPYRIGHT = """\
gridpilot is under the licence that follows. The libraries that it brings have their own, which lie beside them in
/usr/lib/gridpilot/_internal: Python (PSF), NumPy (BSD-3-Clause), OpenCV (Apache-2.0), Pillow (MIT-CMU), python-xlib
(LGPL-2.1-or-later), Tcl and Tk (TCL), pystray (LGPL-3.0-only), msgspec (BSD-3-Clause), dbus-fast (MIT), mss (MIT).

"""


def missing() -> str:
    """What is lacking to build them here; empty when all is there."""
    lacking = [name for name in TOOLS if not shutil.which(name)] + ([] if build_search.compiler() else ["a C compiler"])
    return f"not installed: {', '.join(lacking)}" if lacking else ""


def build(kinds: list[str], wheel: Path, out: Path, *, quick: bool = False) -> None:
    """`quick`: for a test, of this environment's libraries, and packed without compression."""
    import package

    with tempfile.TemporaryDirectory(prefix="gridpilot-package-") as name:
        python = package.lent_builder(wheel, Path(name) / "lent") if quick else package.builder(wheel)
        folder = package.frozen(python, Path(name))
        slim(folder)
        needs = needed_glibc(folder)
        for kind in kinds:
            (folder / "package").write_text(f"{kind}\n", "utf-8")
            if kind == "folder":
                _readme(folder, needs)
                package.settle(folder)
                top = f"gridpilot-{package.version()}"
                package.tar(folder, out / f"{top}-linux-{os.uname().machine}.tar.gz", top, level=0 if quick else 6)
                (folder / "README").unlink()
            else:
                _deb(folder, Path(name) / "root", out, needs, "none" if quick else "xz")


def slim(folder: Path) -> None:
    """Takes out what nothing needs: symbols for a debugger, libraries for films and what only these need."""
    inner = folder / "_internal"
    _without_films(inner)
    system = [file for file in inner.glob("*.so*") if not file.is_symlink()]  # wheels' libraries would not load again
    for file in [*system, *inner.glob("python*/lib-dynload/*.so")]:
        subprocess.run(["strip", "--strip-unneeded", str(file)], capture_output=True, check=False)


def _programs(folder: Path) -> list[Path]:
    return [file for file in sorted(folder.rglob("*.so*")) if file.is_file() and not file.is_symlink()]


def _without_films(inner: Path) -> None:
    """OpenCV refuses to load without them, so libraries stand in that have the same names and do nothing."""
    libraries = inner / "opencv_python_headless.libs"
    users = [file for file in _programs(inner) if not FILMS.match(file.name)]
    asked = "".join(_said("objdump", "-T", str(file)) for file in users if file.name.startswith("cv2"))
    for file in sorted(libraries.glob("*")):
        if not FILMS.match(file.name):
            continue
        has = set(re.findall(r"\s(\S+)$", _said("objdump", "-T", str(file)), re.MULTILINE))
        names: dict[str, list[str]] = {}
        for mark, name in re.findall(r"\*UND\*\s+\S+\s+\(?(LIB\w+)\)?\s+(\S+)$", asked, re.MULTILINE):
            if name in has:
                names.setdefault(mark, []).append(name)
        _empty_library(file, names)
    _drop_what_nobody_needs(inner, libraries)


def _said(*words: str) -> str:
    return subprocess.run(words, capture_output=True, text=True, errors="replace", check=True).stdout


def _empty_library(file: Path, names: dict[str, list[str]]) -> None:
    """`names`: the functions by their version."""
    with tempfile.TemporaryDirectory() as folder:
        source, script = Path(folder) / "empty.c", Path(folder) / "versions"
        every = [name for each in names.values() for name in each]
        source.write_text("".join(f"void *{name}(void) {{ return 0; }}\n" for name in every), "utf-8")
        blocks = [f"{mark} {{ global: {'; '.join(each)}; }};\n" for mark, each in names.items()]
        script.write_text("".join(blocks), "utf-8")
        words = [*build_search.compiler(), "-shared", "-fPIC", "-fno-builtin", "-s", "-o", str(file), str(source)]
        done = subprocess.run(
            [*words, f"-Wl,-soname,{file.name},--version-script,{script}"], capture_output=True, text=True, check=False
        )
        if done.returncode:
            raise SetupError(f"no library could stand in for {file.name}: {done.stderr[-500:]}")


def _drop_what_nobody_needs(inner: Path, libraries: Path) -> None:
    while True:
        needed = set(re.findall(r"NEEDED\s+(\S+)", "".join(_said("objdump", "-p", str(f)) for f in _programs(inner))))
        idle = [file for file in libraries.iterdir() if file.name not in needed]
        for file in idle:
            file.unlink()
        if not idle:
            return


def needed_glibc(folder: Path) -> str:
    """The oldest C library that all of it runs with; SetupError where that is newer than was asked for."""
    asked = asked_of_glibc(folder)
    needs = f"2.{max(asked.values())}"
    most = ", ".join(file for file, number in asked.items() if f"2.{number}" == needs)
    if newest_glibc and int(needs[2:]) > int(newest_glibc[2:]):
        raise SetupError(f"glibc {newest_glibc} was asked for, and {needs} is needed, by {most}")
    say(f"What is built here needs glibc {needs} or newer, by {most}.")
    return needs


def asked_of_glibc(folder: Path) -> dict[str, int]:
    """The N of the newest GLIBC_2.N that each program and library asks for."""
    asked = {}
    for file in sorted(folder.rglob("*")):
        if file.is_symlink() or not file.is_file() or not file.read_bytes().startswith(b"\x7fELF"):
            continue
        if numbers := re.findall(
            r"^\s+0x\S+ 0x\S+ \d+ GLIBC_2\.(\d+)", _said("objdump", "-p", str(file)), re.MULTILINE
        ):
            asked[file.relative_to(folder).as_posix()] = max(map(int, numbers))
    return asked


def _readme(folder: Path, needs: str) -> None:
    (folder / "README").write_text(
        f"gridpilot for any Linux with glibc {needs} or newer and an Xorg session; the guide tells of Wayland.\n\n"
        "Start it:               ./gridpilot\n"
        "In your desktop's menu: ./gridpilot install     (--autostart: at login, too)\n"
        "Away with it:           ./gridpilot uninstall, then remove this folder\n"
        "What it needs and has:  ./gridpilot doctor\n",
        "utf-8",
    )


def _deb(folder: Path, root: Path, out: Path, needs: str, packed: str) -> None:
    shutil.rmtree(root, ignore_errors=True)
    home = root / HOME
    shutil.copytree(folder, home, symlinks=True)
    (root / "usr/bin").mkdir(parents=True)
    (root / "usr/bin/gridpilot").symlink_to("../lib/gridpilot/gridpilot")
    shutil.copytree(SHARE, root / "usr/share", dirs_exist_ok=True)
    name_program(root)
    _papers(root, home / "gridpilot")
    pack_deb(root, out, needs, packed)


def name_program(root: Path) -> None:
    """In the menu's entry, by its place: KWin allows what that asks for to the executable, and follows no link."""
    (entry,) = (root / "usr/share/applications").iterdir()
    entry.write_text(entry.read_text("utf-8").replace("Exec=gridpilot", f"Exec=/{HOME}/gridpilot"), "utf-8")


def pack_deb(root: Path, out: Path, needs: str, packed: str = "xz") -> Path:
    """The .deb with those files, which is the same each time."""
    import package

    (root / "DEBIAN").mkdir()
    package.settle(root)
    machine = MACHINES[os.uname().machine]
    size = sum(file.stat().st_size for file in root.rglob("*") if file.is_file() and not file.is_symlink()) // 1024
    control = CONTROL.format(version=package.version(), machine=machine, size=size, glibc=needs)
    (root / "DEBIAN/control").write_text(control, "utf-8")
    package.settle(root / "DEBIAN")
    file = out / f"gridpilot_{package.version()}_{machine}.deb"
    package.run("dpkg-deb", "--root-owner-group", f"-Z{packed}", "--build", root, file, env=package.environment())
    return file


def _papers(root: Path, program: Path) -> None:
    """Manual page, completion, licence."""
    environ = {name: value for name, value in os.environ.items() if name in {"PATH", "LANG"}} | {"HOME": "/nonexistent"}
    documents = root / "usr/share/doc/gridpilot"
    documents.mkdir(parents=True)
    licence = (Path(__file__).resolve().parents[1] / "LICENSE").read_text("utf-8")
    (documents / "copyright").write_text(COPYRIGHT + licence, "utf-8")
    for shell, place in SHELLS.items():
        (root / place).parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run([program, "completion", shell], env=environ, capture_output=True, text=True, check=True)
        (root / place).write_text(done.stdout, "utf-8")
    said = subprocess.run(
        [program, "--help"], env=environ | {"COLUMNS": "80"}, capture_output=True, text=True, check=True
    )
    manual = root / "usr/share/man/man1/gridpilot.1.gz"
    manual.parent.mkdir(parents=True)
    manual.write_bytes(gzip.compress(manual_page(said.stdout).encode(), mtime=0))


def manual_page(help_text: str) -> str:
    """The command's own help, in roff."""
    import package

    text = help_text.replace("\\", "\\e").replace("-", "\\-")
    lines = [f"\\&{line}" if line.startswith((".", "'")) else line for line in text.splitlines()]
    top = [
        f'.TH GRIDPILOT 1 "" "gridpilot {package.version()}" "Games"',
        ".SH NAME",
        "gridpilot \\- solve and fill the sudoku in front of you by one key",
        ".SH DESCRIPTION",
        "Each verb says more with \\-\\-help; gridpilot help opens the guide.",
    ]
    return "\n".join([*top, ".nf", *lines, ".fi", ""])
