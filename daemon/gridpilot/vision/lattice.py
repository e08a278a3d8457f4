"""Finds n x n cells in a picture: every candidate lattice, ranked; the reader decides by content which is a board."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Lattice:
    """`columns` and `rows`: for each column/row its (start, end) in pixels, end exclusive, sub-pixel, the line or gap
    between cells excluded. `score` is 0..1."""

    columns: tuple[tuple[float, float], ...]
    rows: tuple[tuple[float, float], ...]
    score: float

    @property
    def size(self) -> int:
        return len(self.columns)
