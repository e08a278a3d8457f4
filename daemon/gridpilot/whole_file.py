"""Files that are written whole or not at all: who reads one at any moment sees what it was, or what it is now."""

from __future__ import annotations

import os
from pathlib import Path

PRIVATE = 0o600
"""Only the user may read a file that is new."""

_BINARY = getattr(os, "O_BINARY", 0)  # Windows would turn line ends into its own


def write(path: Path, content: str | bytes) -> None:
    """Raises OSError, and leaves no part of a file behind. An old one keeps its rights, a link its place."""
    path = path.resolve()
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    mode = path.stat().st_mode & 0o777 if path.exists() else PRIVATE
    try:
        with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | _BINARY, mode), "wb") as file:
            file.write(content.encode() if isinstance(content, str) else content)
        part.replace(path)
    except OSError:
        part.unlink(missing_ok=True)
        raise
