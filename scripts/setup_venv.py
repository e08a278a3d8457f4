"""Makes a checkout ready: finds a Python, makes `.venv`, installs gridpilot into it. For run.py, test.py, check.py.

Standard library only, and no syntax newer than Python 3.8, so that an old `python3` can still say what it lacks.
A second call costs some small files: the stamp in `.venv` tells the pyproject.toml it was made from, and what 2048's
search is built of.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import build_search
import setup_debian
from setup_debian import SetupError

ROOT = Path(__file__).resolve().parents[1]
VENV = ROOT / ".venv"
CACHE = ROOT / ".cache"
STAMP = VENV / "gridpilot-stamp.json"
OLDEST = (3, 11)
NEWEST = (3, 14)
PIP_LIMIT = 1200  # seconds; a slow line and 100 MB of wheels

PROBE = """
import importlib.util as u, json, sys
has = lambda name: u.find_spec(name) is not None
print(json.dumps({"exe": sys.executable, "version": list(sys.version_info[:2]), "prefix": sys.base_prefix,
                  "venv": has("venv") and has("ensurepip"), "tk": has("tkinter") and has("_tkinter")}))
"""

GET_PYTHON = {
    "win32": "Install it with: winget install Python.Python.3.13",
    "darwin": "Install it with: brew install python@3.13 python-tk@3.13",
    "linux": "Install it with: sudo apt-get install python3 python3-venv python3-tk (Debian 12, Ubuntu 24.04 or newer)",
}


def say(text: str) -> None:
    print(text, flush=True)


def probe(command: list[str]) -> dict[str, Any] | None:
    """Facts about an interpreter, None if it does not run (pyenv's shims exist without the Python behind them)."""
    try:
        done = subprocess.run([*command, "-c", PROBE], capture_output=True, text=True, timeout=30, check=True)
        return dict(json.loads(done.stdout))
    except (OSError, ValueError, subprocess.SubprocessError):
        return None


def pythons() -> list[dict[str, Any]]:
    """Every Python that can be found, the one running this script first."""
    names = [f"{major}.{minor}" for major, minor in ((3, m) for m in range(NEWEST[1], OLDEST[1] - 1, -1))]
    commands = [[sys.executable]] + [[f"python{name}"] for name in names] + [["python3"], ["/usr/bin/python3"]]
    if sys.platform == "win32":
        commands += [["py", f"-{name}"] for name in names]
    found: dict[str, dict[str, Any]] = {}
    for command in commands:
        facts = probe(command)
        if facts:
            found.setdefault(facts["exe"], facts)
    return list(found.values())


def from_debian(python: dict[str, Any]) -> bool:
    return python["prefix"] == "/usr" and setup_debian.is_debian()


def find_python() -> dict[str, Any]:
    """The first Python that is new enough and complete; Debian's own is completed by its packages."""
    seen = pythons()
    fit = [p for p in seen if tuple(p["version"]) >= OLDEST]
    for python in fit:
        if python["venv"] and python["tk"]:
            return python
    for python in fit:
        if from_debian(python):
            setup_debian.provide(["python3-venv", "python3-tk"], "gridpilot's windows need Python's tkinter and venv")
            return python
    advice = GET_PYTHON.get(sys.platform, GET_PYTHON["linux"])
    if fit:
        lacking = ", ".join(f"{p['exe']} ({'no tkinter' if p['venv'] else 'no venv'})" for p in fit)
        raise SetupError(f"Python's tkinter and venv modules are needed; found {lacking}. {advice}")
    others = ", ".join("{} ({}.{})".format(p["exe"], *p["version"]) for p in seen)
    raise SetupError(f"Python {OLDEST[0]}.{OLDEST[1]} or newer is needed; found only {others or 'none'}. {advice}")


def venv_python(venv: Path = VENV) -> Path:
    return venv / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")


def _key() -> str:
    text = (ROOT / "pyproject.toml").read_bytes() + str(ROOT).encode() + build_search.digest().encode()
    return hashlib.sha256(text).hexdigest()


def _stamped() -> dict[str, Any]:
    try:
        return dict(json.loads(STAMP.read_text("utf-8")))
    except (OSError, ValueError):
        return {}


def ensure(extras: tuple[str, ...] = ()) -> Path:
    """The virtual environment's python, with gridpilot (editable) and `extras` installed."""
    stamp, python = _stamped(), venv_python()
    if stamp.get("key") == _key() and set(extras) <= set(stamp.get("extras", [])) and python.exists():
        _search()
        return python
    if probe([str(python)]) is None:
        _make()
    wanted = sorted(set(extras) | set(stamp.get("extras", [])))
    _install(wanted)
    _search()
    STAMP.write_text(json.dumps({"key": _key(), "extras": wanted}), "utf-8")
    return python


def _make() -> None:
    base = find_python()
    if VENV.exists():
        if not (VENV / "pyvenv.cfg").exists():
            raise SetupError(f"{VENV} exists but is no virtual environment. Move it away and start again.")
        shutil.rmtree(VENV)
    say("Making .venv with {} (Python {}.{}) ...".format(base["exe"], *base["version"]))
    done = subprocess.run([base["exe"], "-m", "venv", str(VENV)], capture_output=True, text=True, timeout=300)
    if done.returncode:
        raise SetupError(f"Making the virtual environment failed: {(done.stderr or done.stdout).strip()[-800:]}")


def _install(extras: list[str]) -> None:
    target = str(ROOT) + (f"[{','.join(extras)}]" if extras else "")
    say("Installing gridpilot and what it needs into .venv (the first time takes a minute or two) ...")
    command = [str(venv_python()), "-m", "pip", "install", "--disable-pip-version-check", "-q", "-e", target]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PIP_LIMIT)
    except subprocess.TimeoutExpired:
        raise SetupError(f"pip did not finish in {PIP_LIMIT} s. Check the network and start again.") from None
    if done.returncode:
        raise SetupError(f"pip could not install gridpilot:\n{(done.stderr or done.stdout).strip()[-2000:]}")


def _search() -> None:
    """Builds 2048's search where the installation left it out, which pip does not tell: a build may only warn. Raises
    SetupError where the compiler refuses; a machine without one is told each time, and plays by Monte Carlo.
    """
    if build_search.is_built():
        return
    command = [str(venv_python()), str(ROOT / "scripts/build_search.py")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=build_search.COMPILED)
    said = (done.stdout + done.stderr).strip()[-2000:]
    if done.returncode == build_search.NO_COMPILER:
        say(f"2048's fast search is not built; the game is played by Monte Carlo. {said}")
    elif done.returncode:
        raise SetupError(f"2048's search could not be compiled:\n{said}")


def opens(python: Path, display: str | None) -> bool:
    """Whether there is an X server behind DISPLAY; a variable left over from another session is not enough."""
    if not display:
        return False
    code = "import sys; from Xlib.display import Display; Display(sys.argv[1]).close()"
    try:
        done = subprocess.run([str(python), "-c", code, display], capture_output=True, timeout=10)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def environment(**more: str) -> dict[str, str]:
    return {**os.environ, "PYTHONUNBUFFERED": "1", **more}
