"""Notices that a test reads in `shown`."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from gridpilot.desktop import Offer


class FakeNotices:
    def __init__(self) -> None:
        self.shown: list[tuple[str, str]] = []
        """Text and face of each."""
        self.pictures: list[Path | None] = []
        self.offers: list[tuple[Offer, ...]] = []
        """Of each."""
        self.lying = False

    def show(
        self, _title: str, text: str, face: str, picture: Path | None = None, offers: Sequence[Offer] = ()
    ) -> None:
        self.shown.append((text, face))
        self.pictures.append(picture)
        self.offers.append(tuple(offers))
        self.lying = True

    def withdraw(self) -> None:
        self.lying = False

    def server(self) -> str:
        return "fake"
