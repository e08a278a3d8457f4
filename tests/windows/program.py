"""gridpilot as a Windows user has it: installed by pip on CPython for Windows, in a session under Wine on a desktop."""

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import windows_python
from playing import ready
from virtual import Desktop, desktop, end, wait_for

ROOT = Path(__file__).parents[2]
LIMIT = 120  # seconds for one command
READY = ("status", "--json")
WAIT = """
import ctypes, sys
kernel = ctypes.windll.kernel32
process = kernel.OpenProcess(0x100000, 0, int(sys.argv[1]))  # SYNCHRONIZE
sys.exit(kernel.WaitForSingleObject(process, 60000) if process else 0)
"""  # until that process has ended


def installed() -> Path:
    """The folder of python.exe, with this checkout's gridpilot; raises LackingError."""
    python = windows_python.ensure()
    stamp, now = python / "installed", _state()
    with windows_python.alone():
        if not stamp.exists() or stamp.read_text() != now:
            with tempfile.TemporaryDirectory() as folder:
                _install(python, Path(folder))
            stamp.write_text(now)
    return python


def _state() -> str:
    """The wheel's contents, in short."""
    files = [file for name in ("daemon", "profiles") for file in (ROOT / name).rglob("*") if file.suffix != ".pyc"]
    names = sorted(file for file in [*files, ROOT / "pyproject.toml"] if file.is_file())
    return hashlib.sha256(b"".join(str(file).encode() + file.read_bytes() for file in names)).hexdigest()


def _install(python: Path, folder: Path) -> None:
    """This checkout's wheel for Windows, by pip itself, its programs beside it; `folder` gets the wheel."""
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(ROOT)]
    environ = os.environ | {"CC": windows_python.COMPILER}
    subprocess.run(build, check=True, capture_output=True, timeout=LIMIT, env=environ)
    words = "-m pip install --no-index --no-deps --force-reinstall --no-compile --no-warn-script-location"
    wheel = str(next(folder.glob("*.whl")))
    with session(python) as windows:
        done = windows.python(*words.split(), "--disable-pip-version-check", wheel)
        assert done.returncode == 0, done.stdout + done.stderr


@dataclass(frozen=True, slots=True)
class Windows:
    """A session of the user on `desk`. What runs here ends with the desktop."""

    desk: Desktop
    home: Path
    """The folder of python.exe."""
    prefix: Path

    def python(self, *words: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        return self.command(self.home / "python.exe", *words, **options)

    def gridpilot(self, *words: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        """By the program that pip made; its output is a pipe."""
        return self.command(self.scripts / "gridpilot.exe", *words, **options)

    def command(self, program: Path, *words: str, **options: Any) -> "subprocess.CompletedProcess[str]":
        fixed: dict[str, Any] = {"env": self.desk.env, "capture_output": True, "timeout": LIMIT, "cwd": self.desk.home}
        plain: dict[str, Any] = {"encoding": "utf-8", "errors": "replace", "input": ""}
        return subprocess.run(["wine", str(program), *words], **(fixed | plain | options))

    def start(self, program: Path, *words: str) -> "subprocess.Popen[bytes]":
        """Its outputs go to a file through a pipe: on a file itself Python does not start there."""
        log = self.desk.home / f"{program.stem}.out"
        line = ["sh", "-c", 'log=$1; shift; wine "$@" 2>&1 | cat >>"$log"', "sh", str(log), str(program), *words]
        return self.desk.start(line)

    @property
    def scripts(self) -> Path:
        """Where pip puts programs."""
        return self.home / "Scripts"

    @property
    def data(self) -> Path:
        """Where gridpilot keeps its files."""
        return self.prefix / "drive_c" / "users" / windows_python.USER / "AppData" / "Local" / "gridpilot"

    def status(self) -> dict[str, Any]:
        try:
            return dict(json.loads(self.gridpilot(*READY).stdout))
        except ValueError:
            return {}

    def records(self) -> list[Path]:
        return sorted(self.data.glob("records/*/outcome.json"))

    def record_after(self, before: list[Path], limit: float = 60) -> dict[str, Any]:
        """The outcome of a job that is not among those."""

        def found() -> dict[str, Any] | None:
            new = [file for file in self.records() if file not in before]
            try:
                return dict(json.loads(new[-1].read_text("utf-8"))) if new else None
            except ValueError:
                return None  # still being written

        try:
            return wait_for(found, limit, "the job to end")
        except TimeoutError as late:
            late.add_note(f"{self.status()}\n{self.logs()}")
            raise

    def logs(self) -> str:
        files = [*self.desk.home.glob("*.out"), *self.data.rglob("*.log")]
        return "\n".join(f"--- {file.name}\n{file.read_text('utf-8', 'replace')[-3000:]}" for file in files)


@contextmanager
def session(python: Path, dpi: int = 96, **options: Any) -> Iterator[Windows]:
    """A new user's: nothing of an earlier session is left. `dpi` is the scale that Windows' settings name."""
    with tempfile.TemporaryDirectory(prefix="prefix-", dir=python, ignore_cleanup_errors=True) as folder:
        prefix = Path(folder) / "prefix"
        windows_python.copy_of_prefix(python, prefix)
        with desktop(bus=False, **options) as desk:
            desk.env.update(windows_python.wine(prefix))
            desk.ending.callback(_shut_down, desk)
            boot(desk, dpi)
            yield Windows(desk, python, prefix)


def boot(desk: Desktop, dpi: int) -> None:
    """Starts Wine's own services. They keep the outputs of who starts them, so that a pipe would never end."""
    place = ["reg", "add", r"HKCU\Control Panel\Desktop", "/v", "LogPixels", "/t", "REG_DWORD", "/f", "/d", str(dpi)]
    for words in (["wineboot"], place):
        log = desk.home / "boot.log"
        with log.open("ab") as output:
            subprocess.run(["wine", *words], env=desk.env, check=True, timeout=LIMIT, stdout=output, stderr=output)


def _shut_down(desk: Desktop) -> None:
    subprocess.run(["wineserver", "-k"], env=desk.env, timeout=60, check=False)
    subprocess.run(["wineserver", "-w"], env=desk.env, timeout=60, check=False)


@contextmanager
def resident(windows: Windows) -> Iterator["subprocess.Popen[bytes]"]:
    """`gridpilot run`, its worker ready."""
    process = windows.start(windows.scripts / "gridpilot.exe", "run")
    try:
        wait_for(lambda: windows.status().get("worker", {}).get("ready"), 90, "the worker to be ready")
        pid = windows.status()["pid"]
    except TimeoutError as late:
        late.add_note(windows.logs())
        raise
    yield process
    windows.gridpilot("quit")
    done = windows.python("-c", WAIT, str(pid))
    assert done.returncode == 0, f"gridpilot did not end\n{windows.logs()}"
    end(process)  # a compiler of 2048's engine may still hold its output


@contextmanager
def opened(windows: Windows, title: str, path: Path, *words: str, x: int | None = None) -> Iterator[int]:
    """That program's window, with the focus, its left edge there. It is gone in the end, whatever happened, so that no
    later test finds it by its title.
    """
    process = windows.start(path, *words)
    window = windows.desk.wait_window(title=title, limit=90)
    try:
        if x is not None:
            windows.desk.move_window(window, x, 80)
        ready(windows.desk, window)
        yield window
    finally:
        if window in windows.desk.windows():
            windows.desk.close_window(window)
        process.wait(60)


@contextmanager
def practice(windows: Windows, game: str, *words: str) -> Iterator[tuple[int, Callable[[], dict[str, Any]]]]:
    """A practice window with the focus; what it says of its board, any time."""
    state = windows.desk.home / f"{game}.json"
    command = ("practice", game.lower(), "--state", str(state), *words)
    with opened(windows, f"gridpilot practice - {game}", windows.scripts / "gridpilot.exe", *command) as window:
        yield window, lambda: dict(json.loads(state.read_text("utf-8")))
