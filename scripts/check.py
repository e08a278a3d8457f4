"""All checks that need no display: ruff, its formatter, mypy strict for three platforms, complexity, the unit tests.

python3 scripts/check.py            everything
python3 scripts/check.py --static   no tests
python3 scripts/check.py --oldest   the unit tests alone, with the oldest versions that pyproject.toml allows
python3 scripts/check.py -k solver  further words go to pytest
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

import setup_venv
from setup_debian import SetupError
from setup_venv import CACHE, ROOT, say

if TYPE_CHECKING:
    from pathlib import Path

PLATFORMS = {
    "linux": "windows|macos",
    "win32": "linux|kwin|wayland|portal|x11|macos|shared/unix_socket",
    "darwin": "linux|kwin|wayland|portal|x11|windows",
}
"""And what of gridpilot/desktop is for the others alone."""
UNIT = ("tests/unit", "tests/test_architecture.py")
LIMIT = 1800  # seconds for one check; --oldest took 880 on two cores at a load of 7
OLDEST = CACHE / "oldest"
PACKAGE = "daemon/gridpilot"
MOST_BRANCHED = 15
"""How many functions and classes may have rank C by radon, a cyclomatic complexity of 11 to 20; none may have more."""


def static(python: Path) -> list[str]:
    """Runs the static checks and returns the names of those that failed."""
    checks = {"ruff check": ["ruff", "check", "."], "ruff format": ["ruff", "format", "--check", "."]}
    checks.update({f"mypy {name}": ["mypy", *_mypy(name)] for name in PLATFORMS})
    with ThreadPoolExecutor(os.cpu_count()) as side_by_side:
        passed = list(side_by_side.map(lambda item: _passes(item[0], [str(python), "-m", *item[1]]), checks.items()))
    failed = [name for name, well in zip(checks, passed, strict=True) if not well]
    return failed if _simple(python) else [*failed, "complexity"]


def _simple(python: Path) -> bool:
    """Whether no block is more complex than it may be; says which are not simple where they are too many."""
    begun = time.monotonic()
    words = [str(python), "-m", "radon", "cc", "--min", "C", "--json", PACKAGE]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT, check=True)
    blocks = [(block, file) for file, blocks in json.loads(done.stdout).items() for block in blocks]
    branched, worse = [], []
    for block, file in blocks:
        line = f"{file}:{block['lineno']} {block['name']} {block['complexity']}"
        (branched if block["rank"] == "C" else worse).append(line)
    simple = bool(done.stdout.strip()) and not worse and len(branched) <= MOST_BRANCHED
    say(f"{'complexity':14} {'ok' if simple else 'failed':6} {time.monotonic() - begun:5.1f} s")
    if not simple:
        say("\n".join([*worse, f"{len(branched)} of rank C, and {MOST_BRANCHED} may be:", *sorted(branched)]))
    return simple


def _mypy(platform: str) -> tuple[str, ...]:
    """A cache for each platform: in a common one each would throw away what the one before had learnt."""
    others = f"/desktop/({PLATFORMS[platform]})[/.]"
    return "--platform", platform, "--cache-dir", f".mypy_cache/{platform}", "--exclude", others


def _passes(name: str, command: list[str]) -> bool:
    begun = time.monotonic()
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=LIMIT)
    word = "failed" if done.returncode else "ok"
    lines = (
        f"{name:14} {word:6} {time.monotonic() - begun:5.1f} s\n{(done.stdout + done.stderr) * bool(done.returncode)}"
    )
    say(lines.rstrip())  # at once: others end meanwhile
    return not done.returncode


def oldest(words: list[str]) -> int:
    """Runs the unit tests in an environment of its own, which is kept; what only the tests need is new there."""
    python = setup_venv.venv_python(OLDEST)
    if not python.exists():
        subprocess.run([sys.executable, "-m", "venv", str(OLDEST)], check=True, timeout=LIMIT)
    pip = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check", "uv"]
    uv = [str(python), "-m", "uv", "pip", "install", "-q", "--python", str(python)]
    steps = [pip, [*uv, "--upgrade", "--resolution", "lowest-direct", "-e", "."], [*uv, "-e", ".[dev]"]]
    steps.append([str(python), "-m", "pytest", "-q", *UNIT, *words])
    return next((1 for step in steps if subprocess.run(step, cwd=ROOT, timeout=LIMIT).returncode), 0)


def main(words: list[str]) -> int:
    if {"-h", "--help"} & set(words):
        say(__doc__ or "")
        return 0
    try:
        if "--oldest" in words:
            return oldest([word for word in words if word != "--oldest"])
        python = setup_venv.ensure(("dev",))
    except SetupError as fault:
        say(f"gridpilot's set-up: {fault}")
        return 3
    failed = static(python)
    if "--static" not in words:
        unit = [path for path in UNIT if (ROOT / path).exists()]
        command = [str(python), "-m", "pytest", "-q", *unit, *words]
        if subprocess.run(command, cwd=ROOT, timeout=LIMIT).returncode:
            failed.append("unit tests")
    if failed:
        say(f"Failed: {', '.join(failed)}")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
