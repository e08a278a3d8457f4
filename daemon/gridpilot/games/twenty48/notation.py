"""Boards of 2048 as text: rows of numbers, in answers and in samples of profiles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain

from gridpilot.games.twenty48.board import parse as parsed
from gridpilot.games.twenty48.board import picture
from gridpilot.games.twenty48.board import rows as told
from gridpilot.games.twenty48.rules import Board
from gridpilot.reading import Reading

__all__ = ["drawn", "parsed", "regions", "told", "written"]


def drawn(told: list[list[int]], _regions: Sequence[object] | None) -> str:
    return picture(tuple(chain.from_iterable(told)), len(told[0]))


def regions(_reading: Reading) -> None:
    """The board has none."""


def written(values: Board, columns: int) -> str:
    return "".join(" ".join(map(str, row)) + "\n" for row in told(values, columns))
