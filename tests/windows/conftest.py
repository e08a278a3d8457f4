"""Windows programs under Wine, on virtual desktops. What is lacking is the skip's reason."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

collect_ignore_glob = [] if sys.platform.startswith("linux") else ["test_*.py"]


@pytest.fixture(scope="session")
def programs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the compiled programs; skips all that needs it where there is no Wine or no compiler."""
    from wine import missing

    if why := missing():
        pytest.skip(why)
    return tmp_path_factory.mktemp("programs")


@pytest.fixture(scope="session")
def windows_home() -> Path:
    """The folder of python.exe with gridpilot; skips all that needs it where it cannot be had."""
    import program
    import windows_python

    try:
        return program.installed()
    except windows_python.LackingError as fault:
        pytest.skip(str(fault))


@pytest.fixture(scope="session")
def prefix(programs: Path) -> Path:
    """Windows' own files and registry, made once."""
    return programs / "prefix"


@pytest.fixture(scope="module", params=[96, 144], ids=["96 DPI", "144 DPI"])
def windows(request: pytest.FixtureRequest, programs: Path, prefix: Path) -> "Iterator[object]":
    """A virtual desktop with Wine, at that scale, and Windows' functions over the bridge."""
    from place import place

    with place(programs, prefix, request.param) as made, pytest.MonkeyPatch.context() as patch:
        patch.setenv("DISPLAY", made.desk.name)  # mss takes its pictures there
        yield made
