"""KDE on a bus of the test's own."""

import pytest
from tests.fakes.kde_bus import KdeBus


@pytest.fixture
def bus(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    return KdeBus()
