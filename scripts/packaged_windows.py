"""The packages for Windows, of package.py: an installer and the same folder in a .zip.

On Windows they are what a user gets. On Linux they are built by the tests' Python for Windows under Wine, whose numpy
calls Wine's stand-ins: those prove folder, installer and uninstaller, are named `-proof`, and are not to be released.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from setup_debian import SetupError
from setup_venv import CACHE, ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

sys.path[:0] = [str(ROOT / name) for name in ("tests/windows", "tests/desktop", "tests")]

PACKAGING = ROOT / "scripts" / "packaging"
ICON = ROOT / "daemon/gridpilot/desktop/windows/gridpilot.ico"
BUILDERS = PACKAGING / "constraints-windows.txt"
FETCH = "--no-deps --platform win_amd64 --python-version 311 --only-binary=:all:"
PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
ENTRY = "AppData/Roaming/Microsoft/Windows/Start Menu/Programs/gridpilot.lnk"
RUN = r"HKCU\Software\Microsoft\Windows\CurrentVersion\Run"
ICONS = "Wine System Tray"
"""The title of the window in which Wine shows icons where no panel is."""

WINES_OWN = r"\\?\unix".replace("\\", "\\\\")
"""In the registry: which Linux menu entries Wine made of the Start menu's."""

SEEN = 180.0  # seconds, under Wine on a busy machine
LIMIT = 1200


def missing() -> str:
    """What is lacking to build them here; empty when all is there."""
    if not shutil.which("makensis"):
        return "NSIS is not installed"
    if sys.platform == "win32":
        return ""
    import windows_python

    return windows_python.missing()


def build(kinds: list[str], wheel: Path, out: Path) -> None:
    import package

    with tempfile.TemporaryDirectory(prefix="gridpilot-package-") as name:
        here = sys.platform == "win32"
        folder = package.frozen(package.builder(wheel), Path(name)) if here else under_wine(Path(name))
        for kind in kinds:
            pack(kind, folder, out)


def pack(kind: str, folder: Path, out: Path, *, quick: bool = False) -> Path:
    """The package of that kind. `quick`: for a test, an installer that is not compressed."""
    import package

    stem = f"gridpilot-{package.version()}{'' if sys.platform == 'win32' else '-proof'}"
    (folder / "package").write_text(f"{kind}\n", "utf-8")
    if kind == "zip":
        file = out / f"{stem}-windows-x86_64.zip"
        package.zipped(folder, file, f"gridpilot-{package.version()}")
    else:
        file = out / f"{stem}-setup.exe"
        pack_installer(folder, file, quick=quick)
    return file


def pack_installer(folder: Path, file: Path, *, quick: bool = False) -> None:
    """The installer of those files, which is the same each time."""
    import package

    facts = {"OUT": file, "FOLDER": folder, "ICON": ICON, "VERSION": package.version()}
    defined = [f"-D{name}={value}" for name, value in facts.items()]
    defined += [] if sys.platform == "win32" else ["-DTARGET=amd64-unicode"]
    defined += ["-DQUICK"] if quick else []
    package.run("makensis", "-V2", *defined, PACKAGING / "installer.nsi", env=package.environment())


def under_wine(work: Path) -> Path:
    """PyInstaller's folder, made by Python for Windows with this checkout's wheel for Windows."""
    import package
    import program
    import windows_python

    try:
        python = program.installed()
    except windows_python.LackingError as fault:
        raise SetupError(str(fault)) from fault
    tools = _tools()
    # the wheel is installed among what the tests need, none of which gridpilot loads
    with program.session(python) as windows:
        env = windows.desk.env | {
            "PYTHONPATH": f"Z:{tools}".replace("/", "\\"),
            "PYTHONHASHSEED": "1",
            "SOURCE_DATE_EPOCH": str(package.epoch()),
        }
        places = [f"--{what}path=Z:{work / what}" for what in ("dist", "work")]
        words = ["-m", "PyInstaller", "--noconfirm", "--log-level", "ERROR", *places]
        done = windows.python(*words, f"Z:{PACKAGING / 'gridpilot.spec'}", env=env, timeout=LIMIT)
        if done.returncode:
            raise SetupError(f"PyInstaller under Wine failed:\n{(done.stdout + done.stderr)[-3000:]}")
    return work / "dist" / "gridpilot"


def _tools() -> Path:
    """PyInstaller for Windows, and what it needs, unpacked."""
    import hashlib

    folder = CACHE / f"package-windows-{hashlib.sha256(BUILDERS.read_bytes()).hexdigest()[:12]}"
    if not (folder / "ready").exists():
        shutil.rmtree(folder, ignore_errors=True)
        words = [sys.executable, "-m", "pip", "install", "-q", "--disable-pip-version-check", "--no-compile"]
        done = subprocess.run(
            [*words, *FETCH.split(), "--target", folder, "-r", BUILDERS], capture_output=True, text=True, timeout=LIMIT
        )
        if done.returncode:
            raise SetupError(f"PyInstaller for Windows cannot be had: {done.stderr[-500:]}")
        (folder / "ready").touch()
    return folder


def prove(kind: str, file: Path) -> str:
    """Installs it in a fresh Wine, presses the key, removes it; what is not right, empty when all is."""
    import program
    import windows_python

    python = windows_python.ensure()
    with program.session(python, size=(1280, 960)) as windows:
        home = windows.prefix / "drive_c/users" / windows_python.USER
        before = _state(windows)
        program.boot(windows.desk, 96)  # else its services would hold the outputs of what is started first
        with _installed(windows, kind, file, home) as folder:
            faults = [_unlisted(windows, home) if kind == "installer" else "", _pressed(windows, folder, kind)]
            if kind == "zip":
                windows.command(folder / "gridpilot.exe", "uninstall", "--settings")
        left = sorted(_state(windows) - before)
    return "; ".join(fault for fault in (*faults, f"left: {', '.join(left[:8])}" if left else "") if fault)


@contextmanager
def _installed(windows: Any, kind: str, file: Path, home: Path) -> Iterator[Path]:
    if kind == "zip":
        folder = home / "new"
        shutil.unpack_archive(file, folder)
        (inner,) = folder.iterdir()
        yield inner
        shutil.rmtree(folder)
        return
    folder = home / "AppData/Local/Programs/gridpilot"  # the user's name is not Latin
    windows.command(file, "/S", "/AUTOSTART", timeout=LIMIT)
    yield folder
    windows.command(folder / "uninstall.exe", "/S", "/ALL", timeout=LIMIT)
    end = time.monotonic() + SEEN  # it goes on as a copy of itself
    while folder.exists() and time.monotonic() < end:
        time.sleep(0.5)


def _unlisted(windows: Any, home: Path) -> str:
    """What Windows should know of it after the installation and does not."""
    at_login = windows.command(Path("reg"), "query", RUN, "/v", "gridpilot").stdout
    entries = {"the Start menu": (home / ENTRY).exists(), "the start at login": "gridpilotw.exe" in at_login}
    return "; ".join(f"it is not in {place}" for place, there in entries.items() if not there)


def _pressed(windows: Any, folder: Path, kind: str) -> str:
    from boards import solved
    from programs import end, wait_for
    from prove_packages import misnamed, told
    from virtual import wait_for as seen

    desk, program = windows.desk, folder / "gridpilot.exe"
    if not program.exists():
        return "it was not installed"
    version = windows.command(program, "--version").stdout.strip()
    resident = windows.start(program, "run")

    def status() -> dict[str, Any]:
        import json

        try:
            return dict(json.loads(windows.command(program, "status", "--json").stdout))
        except (ValueError, subprocess.TimeoutExpired):
            return {}

    try:
        wait_for(lambda: status().get("worker", {}).get("ready"), SEEN, "the worker to be ready")
        desk.wait_window(title=ICONS, limit=SEEN)
        state = desk.home / "state.json"
        windows.start(program, "practice", "sudoku", "--puzzle", PUZZLE, "--state", f"Z:{state}")
        window = desk.wait_window(title="gridpilot practice - Sudoku", limit=SEEN)
        seen(lambda: told(state).get("board"), SEEN, "the board's state")
        desk.focus(window)
        desk.hand.hotkey("ctrl+alt+s")
        wait_for(lambda: told(state).get("solved"), SEEN, "the solved board")
        right = solved(str(told(state)["board"]).replace("0", "."), PUZZLE)
        move = windows.command(program, "play", "--board", "2 0 0 4/0 2 0 0/0 0 0 0/2 4 8 16").stdout.strip()
        desk.close_window(window)
    except (TimeoutError, subprocess.TimeoutExpired) as fault:
        return f"{fault} ({version}) {windows.logs()[-600:]}"
    finally:
        windows.command(program, "quit")
        end(resident)
    faults = [misnamed(version, kind), *([] if right else ["the board is not solved"])]
    faults += [] if move in {"up", "down", "left", "right"} else [f"no move of 2048: {move}"]
    return "; ".join(fault for fault in faults if fault)


def _state(windows: Any) -> set[str]:
    """All files of the user, and each line of the registry that names gridpilot."""
    subprocess.run(["wineserver", "-k"], env=windows.desk.env, timeout=60, check=False)
    subprocess.run(["wineserver", "-w"], env=windows.desk.env, timeout=60, check=False)
    users = windows.prefix / "drive_c"
    found = {str(path.relative_to(users)) for path in users.rglob("*") if path.is_file() and not path.is_symlink()}
    found = {name for name in found if not name.startswith("windows" + os.sep) and "/Temp/" not in name}
    for file in windows.prefix.glob("*.reg"):
        lines = file.read_text("utf-8", "replace").splitlines()
        found |= {f"{file.name}: {line}" for line in lines if "gridpilot" in line.lower() and WINES_OWN not in line}
    return found
