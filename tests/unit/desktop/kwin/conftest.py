"""KDE on a bus of the test's own."""

import sys

import pytest

if sys.platform.startswith("linux"):
    from fakes.kde_bus import KdeBus
else:
    collect_ignore_glob = ["*"]  # there is no session bus, nor the library that speaks to one


@pytest.fixture
def bus(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return KdeBus()
