"""Tests with real programs: only where there is X11, and with this checkout's gridpilot in every program they start."""

import os
import sys
from pathlib import Path

collect_ignore_glob = [] if sys.platform.startswith("linux") else ["test_*.py"]

_DAEMON = str(Path(__file__).parents[2] / "daemon")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, [_DAEMON, os.environ.get("PYTHONPATH", "")]))
