"""Windows programs under Wine, on virtual desktops. What is lacking is the skip's reason."""

import sys
from pathlib import Path

import pytest

collect_ignore_glob = [] if sys.platform.startswith("linux") else ["test_*.py"]


@pytest.fixture(scope="session")
def windows_home() -> Path:
    """The folder of python.exe with gridpilot; skips all that needs it where it cannot be had."""
    import program
    import windows_python

    try:
        return program.installed()
    except windows_python.LackingError as fault:
        pytest.skip(str(fault))
