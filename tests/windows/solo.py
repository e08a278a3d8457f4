"""Simon Tatham's Solo as a Windows program, compiled from Debian's source package, and its own word on its board."""

import ctypes
import shutil
import subprocess
import time
from pathlib import Path

import pytest
import setup_debian
from games import solo_id
from place import Place
from truth import Puzzle
from virtual import wait_for
from wine import COMPILER, Bridge

FILES = """solo divvy combi drawing dsf findloop grid latin laydomino loopgen malloc matching midend misc penrose
 printing ps random sort tdq tree234 version windows"""
LIBRARIES = ["gdi32", "comctl32", "comdlg32", "winspool"]
WM_COMMAND, IDM_COPY, CF_TEXT = 0x111, 0x50, 1
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


def start(windows: Place, puzzle: Puzzle) -> int:
    """Its window, with the focus."""
    windows.wine.start(compiled(windows.programs), "3x3:" + solo_id(puzzle.givens))
    window = windows.desk.wait_window(title="Solo")
    windows.focus(window, "Solo")
    windows.drawn(window)
    return window


def board(windows: Place, window: int) -> str:
    """What it copies, as text: Game > Copy, by that line's number."""
    windows.focus(window, "Solo")
    handle = windows.modules.focus.WindowsFocus(windows.api).focused().handle

    def copy() -> str:
        windows.bridge.call("user32", "PostMessageW", [handle, WM_COMMAND, IDM_COPY, 0])
        time.sleep(0.5)  # it gives up where the clipboard is just being looked at
        return "".join(sign for sign in copied(windows.bridge) if sign in "123456789.")

    return wait_for(copy, what="the copy")


def copied(bridge: Bridge) -> str:
    """The text in Windows' clipboard."""
    text = ctypes.create_string_buffer(4096)
    if not bridge.call("user32", "OpenClipboard", [0]):
        return ""
    place = bridge.call("kernel32", "GlobalLock", [bridge.call("user32", "GetClipboardData", [CF_TEXT])])
    bridge.call("kernel32", "lstrcpynA", [text, place, ctypes.sizeof(text)])
    bridge.call("user32", "CloseClipboard", [])
    return text.value.decode()
