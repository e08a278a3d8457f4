"""What tests in a session of sway share; the session itself: scripts/virtual_sway.py."""

from pathlib import Path

import pytest
from virtual import Desktop

NAMED = ("WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "SWAYSOCK")


def enter(desk: Desktop, patch: pytest.MonkeyPatch) -> None:
    """From here on this process is in the session."""
    patch.delenv("DISPLAY", raising=False)
    for name in NAMED:
        patch.setenv(name, desk.env[name])


def copied(desk: Desktop, content: Path, kind: str) -> None:
    """As a program does that the user copies from; until the next one does."""
    desk.start(["wl-copy", "--foreground", "--type", kind], stdin=content.open("rb"))
