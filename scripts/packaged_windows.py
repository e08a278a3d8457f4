"""The packages for Windows, of package.py: an installer and a folder in a .zip."""

from __future__ import annotations

from pathlib import Path


def missing() -> str:
    """What is lacking to build them here; empty when all is there."""
    return "not written yet"


def prove(kind: str, file: Path) -> str:
    """What is not right; empty when all is."""
    raise NotImplementedError


def build(kinds: list[str], wheel: Path, out: Path) -> None:
    raise NotImplementedError
