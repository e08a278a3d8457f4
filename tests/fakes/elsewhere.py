"""The files of another platform, imported here."""

import importlib
import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

DESKTOP = Path(__file__).parents[2] / "daemon" / "gridpilot" / "desktop"


def _imported(system: str) -> SimpleNamespace:
    """All modules of that folder, by name."""
    names = sorted(file.stem for file in (DESKTOP / system).glob("*.py") if file.stem != "__init__")
    return SimpleNamespace(**{name: importlib.import_module(f"gridpilot.desktop.{system}.{name}") for name in names})


def windows() -> SimpleNamespace:
    """`autostart.winreg` is an empty stand-in, known to that module alone: others take its presence for Windows."""
    there = "winreg" in sys.modules
    sys.modules.setdefault("winreg", ModuleType("winreg"))
    try:
        return _imported("windows")
    finally:
        if not there:
            del sys.modules["winreg"]


def macos() -> SimpleNamespace:
    return _imported("macos")
