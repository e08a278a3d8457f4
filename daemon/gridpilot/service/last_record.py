"""Shows people what the newest record holds: how the job ended, the board as text, and where its cells are on the
picture. What stands in the files is believed only where it is of the kind that gridpilot writes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, TypeVar

from msgspec import Meta, Struct, convert

from gridpilot import whole_file
from gridpilot.errors import GridpilotError
from gridpilot.games import GAMES
from gridpilot.outcome import Ending
from gridpilot.pilot.record import OUTCOME, READING, Records
from gridpilot.service.pipe import Ended
from gridpilot.texts import file_words

CELL = re.compile(r"r(\d{1,3})c(\d{1,3})")
Edges = tuple[float, float, float, float]
Moment = Annotated[float, Meta(ge=0, le=1 << 35)]
"""Seconds since 1970; what a calendar can name."""


Kind = TypeVar("Kind", "Facts", "Board")


class Facts(Struct):
    """Of outcome.json, what is told to people."""

    sentence: str
    outcome: Ending
    game: str
    cells: tuple[str, ...]
    ms: dict[str, float]
    ended_at: Moment
    window: str = ""
    profile: str = ""
    moves: int = 0
    job: str = ""

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValueError(self.game)


class Board(Struct):
    """Of reading.json. `box`: where the board is on the picture."""

    size: Annotated[int, Meta(ge=1, le=100)]
    values: Annotated[tuple[Annotated[int, Meta(ge=0)], ...], Meta(min_length=1, max_length=10_000)]
    box: Edges
    regions: tuple[int, ...] | None = None

    def __post_init__(self) -> None:
        if len(self.values) % self.size or len(self.regions or self.values) != len(self.values):
            raise ValueError(self.size)

    def cells(self) -> Iterator[tuple[str, int, Edges]]:
        """Each by its name, r4c7, with what was read and where it is on the picture."""
        x0, y0, x1, y1 = self.box
        wide, high = (x1 - x0) / self.size, (y1 - y0) / (len(self.values) // self.size)
        for index, value in enumerate(self.values):
            row, column = divmod(index, self.size)
            edges = x0 + column * wide, y0 + row * high, x0 + (column + 1) * wide, y0 + (row + 1) * high
            yield f"r{row + 1}c{column + 1}", value, edges


@dataclass(frozen=True, slots=True)
class LastRecord:
    """`told` is all that outcome.json says; `board` None: nothing was read."""

    folder: Path
    facts: Facts
    told: dict[str, Any]
    board: Board | None

    def drawn(self) -> str:
        """The board as it was read, as text; empty where none was."""
        if self.board is None:
            return ""
        notation = GAMES[self.facts.game].notation()
        try:
            return notation.drawn(notation.told(self.board.values, self.board.size), self.board.regions)
        except GridpilotError:  # a digit, or a region, that no such board has
            return ""


def newest(records: Records) -> tuple[LastRecord | None, tuple[str, ...]]:
    """The newest record that can be read, None where there is none; and what could not be read on the way to it."""
    unread: list[str] = []
    for folder in records.complete():
        told = _read(folder / OUTCOME, Facts, unread)
        if told is not None:
            board = _read(folder / READING, Board, unread) if (folder / READING).exists() else None
            return LastRecord(folder, *told, board[0] if board else None), tuple(unread)
    return None, tuple(unread)


def close_up(ended: Ended, records: Records) -> Path | None:
    """The picture of the first cell that could not be read, out of the job's record."""
    outcome = ended.outcome
    if outcome.ending is not Ending.DOUBTFUL or not outcome.cells:
        return None
    last, _unread = newest(records)
    if last is None or last.facts.job != ended.job:
        return None  # of this one, no record was kept
    picture = last.folder / f"{outcome.cells[0]}.png"
    return picture if picture.exists() else None


def _read(file: Path, kind: type[Kind], unread: list[str]) -> tuple[Kind, dict[str, Any]] | None:
    """What the file says, checked and whole; else it is named among `unread`."""
    try:
        told = whole_file.read_json(file)
        return convert(told, kind), told
    except OSError as fault:
        unread.append(file_words.unread(str(file), fault.strerror or str(fault)))
    except ValueError:
        unread.append(file_words.unread(str(file), file_words.DAMAGED))
    return None
