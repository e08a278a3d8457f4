from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

if sys.platform.startswith("linux"):
    from fakes.portal import FakePortal, session_bus
else:
    collect_ignore_glob = ["*"]  # there is no session bus, nor the library that speaks to one


@pytest.fixture
def portal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[FakePortal]:
    """It is the portal of this process's session."""
    with session_bus(tmp_path) as address:
        monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", address)
        with FakePortal(address).running() as made:
            yield made
