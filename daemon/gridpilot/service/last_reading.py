"""Shows people the board that a record holds: as text, and where its cells are on the picture."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridpilot.games import GAMES
from gridpilot.outcome import Ending

if TYPE_CHECKING:
    from gridpilot.service.pipe import Ended

Edges = tuple[float, float, float, float]


def last_board(record: Path, game: str) -> str:
    """The board drawn as it was read; empty where none was."""
    reading = _reading(record)
    if reading is None:
        return ""
    notation = GAMES[game].notation()
    return notation.drawn(notation.told(tuple(reading["values"]), reading["size"]), reading.get("regions"))


def close_up(ended: Ended, latest: dict[str, Any] | None) -> Path | None:
    """The picture of the first cell that could not be read, out of the job's record; `latest` is the newest one."""
    report = ended.outcome
    if report["outcome"] != Ending.DOUBTFUL or not report["cells"]:
        return None
    if latest is None or latest.get("job") != ended.job:
        return None  # of this one, no record was kept
    picture = Path(latest["record"]) / f"{report['cells'][0]}.png"
    return picture if picture.exists() else None


def boxes(record: Path, cells: Iterable[str]) -> Iterator[Edges]:
    """Where cells, named r4c7, are in the record's picture."""
    reading = _reading(record)
    if reading is None:
        return
    x0, y0, x1, y1 = reading["box"]
    rows = len(reading["values"]) // reading["size"]
    width, height = (x1 - x0) / reading["size"], (y1 - y0) / rows
    for name in cells:
        if found := re.fullmatch(r"r(\d+)c(\d+)", name):
            row, column = int(found[1]) - 1, int(found[2]) - 1
            yield (x0 + column * width, y0 + row * height, x0 + (column + 1) * width, y0 + (row + 1) * height)


def _reading(record: Path) -> dict[str, Any] | None:
    try:
        reading: dict[str, Any] = json.loads((record / "reading.json").read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return reading if reading.get("values") and reading.get("size") else None
