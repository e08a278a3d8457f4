"""The unit tests on CPython for Windows, under Wine.

.venv/bin/python tests/windows/unit_tests.py [WORDS]    what pytest takes; by default all unit tests, half an hour
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

ROOT = Path(__file__).parents[2]
if __name__ == "__main__":
    sys.path[:0] = [str(ROOT / name) for name in ("daemon", "scripts", "tests", "tests/desktop")]

import program  # noqa: E402 - found by the line above

if TYPE_CHECKING:
    import subprocess

LIMIT = 3600  # seconds


def run(windows: program.Windows, *words: str) -> subprocess.CompletedProcess[str]:
    env = windows.desk.env | {"PYTHONDONTWRITEBYTECODE": "1"}
    hangs = ("-o", "faulthandler_timeout=900", "-o", "faulthandler_exit_on_timeout=true")  # its name is told
    options = ("-p", "no:cacheprovider", "-q", "--color=no", *hangs)
    return windows.python("-m", "pytest", *options, *words, env=env, cwd=ROOT, timeout=LIMIT)


if __name__ == "__main__":
    with program.session(program.installed()) as made:
        done = run(made, *(sys.argv[1:] or ["tests/unit"]))
    print(done.stdout)
    sys.exit(done.returncode)
