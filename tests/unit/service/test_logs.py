"""What gridpilot writes of itself: a few files among its caches, for its user alone."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).parents[3]
TALKS = """
import faulthandler, logging
from gridpilot.service import compose
compose.start_log("daemon")
for number in range(400):
    logging.getLogger("talk").info("x" * 10_000)
faulthandler._sigabrt()
"""


@pytest.mark.posix("folders that variables name")
def test_logs_are_rotated_and_a_crash_leaves_the_stacks_of_all_threads(tmp_path):
    env = os.environ | {f"XDG_{name}_HOME": str(tmp_path / name) for name in ("CONFIG", "STATE", "CACHE", "DATA")}
    done = subprocess.run(
        [sys.executable, "-c", TALKS], env=env, cwd=CHECKOUT / "daemon", capture_output=True, text=True, timeout=120
    )
    assert done.returncode < 0, done.stderr
    (log,) = tmp_path.rglob("daemon.log")
    files = {path.name: path.stat().st_size for path in log.parent.glob("daemon.log*")}
    assert set(files) == {"daemon.log", "daemon.log.1", "daemon.log.2"}
    assert max(files.values()) <= 1_000_000
    assert log.parent.stat().st_mode & 0o077 == 0
    assert 'File "<string>"' in (log.parent / "daemon-crash.log").read_text()
