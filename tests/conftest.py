"""The command of the environment that runs the tests is on their PATH, as a user has it. What is about Unix says so by
a mark, and is left out on Windows.
"""

import os
import sys
import sysconfig
from pathlib import Path

import pytest

os.environ["PATH"] = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)))


if sys.platform == "win32":

    @pytest.fixture(autouse=True)
    def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """No test finds what another one kept; elsewhere XDG's variables say where that is."""
        monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", str(tmp_path / "AppData"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    mark = item.get_closest_marker("posix")
    if mark and sys.platform == "win32":
        pytest.skip(f"not on Windows: {mark.args[0]}")
