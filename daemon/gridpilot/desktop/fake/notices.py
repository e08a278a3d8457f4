"""Notices that a test reads in `shown`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


class FakeNotices:
    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        """Text and face of each."""

    def show(self, _title: str, text: str, face: str, _picture: Path | None = None) -> None:
        self.shown.append((text, face))

    def server(self) -> str:
        return "fake"
