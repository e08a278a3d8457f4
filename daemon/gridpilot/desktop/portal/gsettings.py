"""GNOME's settings, by the program gsettings."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Sequence

from gridpilot.errors import EnvironmentFault

LIMIT = 10.0  # s


def told(*words: str) -> str:
    """Raises EnvironmentFault."""
    try:
        done = subprocess.run(["gsettings", *words], check=False, capture_output=True, text=True, timeout=LIMIT)
    except (OSError, subprocess.TimeoutExpired) as fault:
        raise EnvironmentFault(
            "No shortcuts", f"GNOME's settings cannot be reached: {fault}.", "Install gsettings (libglib2.0-bin)."
        ) from fault
    if done.returncode:
        raise EnvironmentFault(
            "No shortcuts",
            f"GNOME's settings refused: {done.stderr.strip() or done.returncode}.",
            "Add the shortcut in Settings, Keyboard.",
        )
    return done.stdout.strip()


def listed(schema: str, key: str) -> list[str]:
    return [str(each) for each in ast.literal_eval(told("get", schema, key).removeprefix("@as "))]


def texts(each: Sequence[str]) -> str:
    """As a GVariant list of texts."""
    return f"[{', '.join(quoted(one) for one in each)}]" if each else "@as []"


def quoted(text: str) -> str:
    """As a GVariant text."""
    return "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'"


def value(text: str) -> str:
    return str(ast.literal_eval(text)) if text else ""
