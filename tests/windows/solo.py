"""Simon Tatham's Solo as a Windows program, compiled from Debian's source package, and its own word on its board."""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import setup_debian
from games import solo_id
from program import Windows, opened
from truth import Form, Puzzle
from virtual import wait_for
from windows_python import COMPILER

FILES = """solo divvy combi drawing dsf findloop grid latin laydomino loopgen malloc matching midend misc penrose
 printing ps random sort tdq tree234 version windows"""
LIBRARIES = ["gdi32", "comctl32", "comdlg32", "winspool"]
COPY = """
import ctypes, time, tkinter
window = ctypes.windll.user32.FindWindowW(None, "Solo")
ctypes.windll.user32.PostMessageW(window, 0x111, 0x50, 0)  # WM_COMMAND, IDM_COPY
time.sleep(0.5)  # it gives up where the clipboard is just being looked at
print(tkinter.Tk().clipboard_get())
"""
LIMIT = 120  # seconds for each step


def compiled(folder: Path) -> Path:
    """Solo's program; skips the test where the source cannot be had."""
    program = folder / "solo.exe"
    if not program.exists():
        sources = unpacked(folder / "sgt-puzzles")
        files = [str(sources / f"{name}.c") for name in FILES.split()]
        libraries = [f"-l{name}" for name in LIBRARIES]
        subprocess.run(
            [COMPILER, "-O1", "-w", "-s", "-mwindows", "-o", str(program), *files, *libraries],
            check=True,
            timeout=LIMIT,
        )
    return program


def unpacked(folder: Path) -> Path:
    """The sources, from where this Debian gets its packages."""
    lines = setup_debian.sources() if setup_debian.is_debian() else []
    if not lines:
        pytest.skip("no Debian: it has no source package of sgt-puzzles")
    shutil.rmtree(folder, ignore_errors=True)  # half of it may be there, after a step that failed
    (folder / "lists" / "partial").mkdir(parents=True)
    (folder / "sources.list").write_text("".join(f"{line}\n".replace("deb ", "deb-src ", 1) for line in lines), "utf-8")
    options = [f"Dir::Etc::SourceList={folder}/sources.list", "Dir::Etc::SourceParts=/dev/null"]
    options += [f"Dir::State::Lists={folder}/lists", "APT::Sandbox::User="]
    apt = ["apt-get", "-q", *(word for option in options for word in ("-o", option))]
    try:
        for words in (["update"], ["source", "--download-only", "sgt-puzzles"]):
            subprocess.run([*apt, *words], cwd=folder, check=True, timeout=LIMIT, capture_output=True)
    except (OSError, subprocess.SubprocessError) as fault:
        pytest.skip(f"the source of sgt-puzzles cannot be had: {fault}")
    archive = next(folder.glob("*.orig.tar.*"))
    subprocess.run(["tar", "xf", archive.name], cwd=folder, check=True, timeout=LIMIT)
    return next(each for each in folder.iterdir() if (each / "solo.c").exists())


@contextmanager
def shown(windows: Windows, folder: Path, puzzle: Puzzle | Form) -> Iterator[int]:
    """Its window, with the focus."""
    game = puzzle.solo if isinstance(puzzle, Form) else "3x3:" + solo_id(puzzle.givens)
    with opened(windows, "Solo", compiled(folder), game) as window:
        yield window


def board(windows: Windows) -> str:
    """What it copies, as text: Game > Copy, by that line's number."""

    def copy() -> str:
        return "".join(sign for sign in windows.python("-c", COPY).stdout if sign in "123456789.")

    return wait_for(copy, 60, "the copy")
