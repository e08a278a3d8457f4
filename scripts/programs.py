"""Programs that scripts and tests start: a home of their own, waiting for what they do, and their end."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from contextlib import suppress
from typing import TYPE_CHECKING, TypeVar

from looks import pinned

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

T = TypeVar("T")


def wait_for(condition: Callable[[], T | None], limit: float = 30.0, what: str = "") -> T:
    """The first true value of `condition`; TimeoutError, naming `what`, when there is none after `limit` seconds."""
    end = time.monotonic() + limit
    while True:
        if value := condition():
            return value
        if time.monotonic() > end:
            raise TimeoutError(f"waited {limit} s for {what or condition}")
        time.sleep(0.02)


def end(process: subprocess.Popen[bytes]) -> None:
    """Ends a program that was started here, and what it started (its process group). One whose end was seen before is
    left alone: by now its number may be another program's.
    """
    if process.returncode is not None:
        return
    for number in (signal.SIGTERM, signal.SIGKILL):
        with suppress(ProcessLookupError):
            os.killpg(process.pid, number)
        with suppress(subprocess.TimeoutExpired):
            process.wait(2)


def private_home(home: Path) -> dict[str, str]:
    """An environment whose home and XDG folders lie in `home`; nothing of the user's session reaches it."""
    session = ("XDG_", "DBUS_", "WAYLAND_", "XAUTHORITY", "DISPLAY", "SESSION_MANAGER", "DESKTOP_SESSION")
    looks = ("LANG", "LC_", "GTK_", "GDK_", "QT_", "XCURSOR_", "XENVIRONMENT", "XAPPLRESDIR", "FC_", "FONTCONFIG_")
    drop = (*session, *looks)
    env = {key: value for key, value in os.environ.items() if not key.startswith(drop)}
    env["PATH"] = f"{env.get('PATH', os.defpath)}:/usr/games"  # where Debian keeps them, off the path of root
    env |= {"HOME": str(home), "XDG_SESSION_TYPE": "x11", "NO_AT_BRIDGE": "1", "GTK_A11Y": "none"}
    for name, folder in (
        ("CONFIG", ".config"),
        ("DATA", ".local/share"),
        ("STATE", ".local/state"),
        ("CACHE", ".cache"),
    ):
        (home / folder).mkdir(parents=True)
        env[f"XDG_{name}_HOME"] = str(home / folder)
    runtime = home / "run"
    runtime.mkdir(mode=0o700)
    return env | {"XDG_RUNTIME_DIR": str(runtime)} | pinned(home)
