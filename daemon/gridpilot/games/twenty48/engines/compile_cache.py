"""Fills the compiler's cache in a process of its own: compiling here would slow every step of a game that is running.

A mark in the cache folder says what has been compiled by which numba from which sources, so that this is done once.
"""

from __future__ import annotations

import logging
import os
import platform
import subprocess
import sys
from pathlib import Path

from gridpilot import whole_file

log = logging.getLogger(__name__)

LONGEST = 600  # s
COMPILER = f"{__package__}.compiler"


def compiled_apart(rows: int, columns: int, cache: Path | None) -> None:
    """Returns when the search for boards of that size can be loaded at once, or when that has failed."""
    if cache is None or is_compiled(rows, columns, cache):
        return
    words = [sys.executable, "-m", COMPILER, str(rows), str(columns)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=LONGEST, check=False)
        if done.returncode:
            log.warning("the compiler failed: %s", done.stderr[-500:])
            return
        cache.mkdir(mode=0o700, parents=True, exist_ok=True)
        _mark(rows, columns, cache).write_text(_fingerprint(), encoding="utf-8")
    except (OSError, subprocess.TimeoutExpired) as fault:
        log.warning("nothing was compiled apart: %s", fault)


def is_compiled(rows: int, columns: int, cache: Path) -> bool:
    marked = _read(_mark(rows, columns, cache))
    return bool(marked) and marked == _fingerprint()


def _mark(rows: int, columns: int, cache: Path) -> Path:
    return cache / f"compiled-{rows}x{columns}"


def _read(mark: Path) -> str:
    try:
        return whole_file.read_text(mark)
    except (OSError, UnicodeDecodeError):
        return ""


def _fingerprint() -> str:
    """What the compiled code depends on, as far as it can be told without loading numba."""
    import hashlib  # late, as both take their time, and where there is no mark nobody asks
    from importlib.metadata import PackageNotFoundError, version

    try:
        numba = version("numba")
    except PackageNotFoundError:
        numba = "none"
    sources = [f"{file.name} {file.stat().st_mtime_ns}" for file in sorted(Path(__file__).parent.glob("*.py"))]
    place = os.environ.get("NUMBA_CACHE_DIR", "")
    facts = "\n".join([platform.python_version(), platform.machine(), numba, place, *sources])
    return hashlib.sha256(facts.encode()).hexdigest()
