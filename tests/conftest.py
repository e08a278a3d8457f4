"""The command of the environment that runs the tests is on their PATH, as a user has it. What is about Unix says so by
a mark, and is left out on Windows. What takes longest is begun first.
"""

import os
import sys
import sysconfig
from pathlib import Path

import pytest

os.environ["PATH"] = os.pathsep.join((sysconfig.get_path("scripts"), os.environ.get("PATH", os.defpath)))

LONGEST = (
    "desktop/test_soak.py",
    "desktop/test_kinds_by_keys.py",
    "desktop/test_kinds_by_clicks.py",
    "unit/pilot/test_find_way_late.py",
    "unit/pilot/test_find_way.py",
    "unit/service/test_resident_machine.py",
    "unit/pilot/test_find_way_lost.py",
    "unit/pilot/test_fill.py",
)
"""From one minute to six of a core each. A worker takes whole files: one of these that began last would be alone at the
end, with one core at rest.
"""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The longest of those with real programs before the others, then the longest unit tests: these never wait."""
    here = Path(__file__).parent
    place = {here / name: number for number, name in enumerate(LONGEST)}
    assert all(file.exists() for file in place), "LONGEST names a file that is not there"
    items.sort(key=lambda item: (item.path.is_relative_to(here / "unit"), place.get(item.path, len(place))))


if sys.platform == "win32":

    @pytest.fixture(autouse=True)
    def own_folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        """No test finds what another one kept; elsewhere XDG's variables say where that is."""
        monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", str(tmp_path / "AppData"))


def pytest_runtest_setup(item: pytest.Item) -> None:
    mark = item.get_closest_marker("posix")
    if mark and sys.platform == "win32":
        pytest.skip(f"not on Windows: {mark.args[0]}")
