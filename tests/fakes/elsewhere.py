"""The files of another platform, imported here: each opens with an assert, which is told what it wants to hear.

Only while the files are imported: what they call later finds the platform that this really is.
"""

import ctypes  # noqa: F401 - what those files import from the standard library must know the true platform ...
import importlib
import logging  # noqa: F401
import plistlib  # noqa: F401
import queue  # noqa: F401
import shlex  # noqa: F401
import struct  # noqa: F401
import subprocess  # noqa: F401
import sys
import threading  # noqa: F401
from pathlib import Path
from types import ModuleType, SimpleNamespace

DESKTOP = Path(__file__).parents[2] / "daemon" / "gridpilot" / "desktop"
for common in (
    "",
    ".shared.by_polling",
    ".shared.by_pynput",
    ".shared.event_thread",
    ".shared.pointer_motion",
    ".shared.tray_notices",
    *([] if sys.platform == "win32" else [".shared.unix_socket"]),
):
    importlib.import_module(f"gridpilot.desktop{common}")  # ... and so must these


def _imported(system: str, platform: str) -> SimpleNamespace:
    """All modules of that folder, by name."""
    here = sys.platform
    sys.platform = platform
    try:
        names = sorted(file.stem for file in (DESKTOP / system).glob("*.py") if file.stem != "__init__")
        return SimpleNamespace(
            **{name: importlib.import_module(f"gridpilot.desktop.{system}.{name}") for name in names}
        )
    finally:
        sys.platform = here


def windows() -> SimpleNamespace:
    """`autostart.winreg` is an empty stand-in, known to that module alone: others take its presence for Windows."""
    there = "winreg" in sys.modules
    sys.modules.setdefault("winreg", ModuleType("winreg"))
    try:
        return _imported("windows", "win32")
    finally:
        if not there:
            del sys.modules["winreg"]


def macos() -> SimpleNamespace:
    return _imported("macos", "darwin")
