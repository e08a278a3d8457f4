"""Tells a board that lies under something from a plain one: "game over", "you win, keep going?", or anything else.

What it says is not read: the words differ from game to game, and the rules know better. Letters and boxes show by
what is drawn across the gaps between cells, half-transparent sheets by all learnt colours having moved towards one.
Ask about pictures at rest only: a tile that slides lies over the gaps, too.
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

from gridpilot.games.twenty48.reading import looks, tile_gaps
from gridpilot.games.twenty48.reading.reader import ACT
from gridpilot.games.twenty48.rules import Rules
from gridpilot.reading import Kind

if TYPE_CHECKING:
    from gridpilot.capture import Capture
    from gridpilot.games.twenty48.reading.looks import Palette
    from gridpilot.reading import Reading

    Board = tuple[int, ...]


class Overlay(StrEnum):
    """What lies over a board."""

    NONE = "none"
    OVER = "over"  # the board below has no move left
    WON = "won"  # it has the target's tile, and moves
    UNKNOWN = "unknown"  # a menu, another window, or too little of the board can be seen


def overlay(
    capture: Capture,
    reading: Reading,
    rules: Rules | None = None,
    palette: Palette | None = None,
    board: Board | None = None,
) -> Overlay:
    """`reading` is of this picture (`reader.reread`). `palette`: the window's looks, without which a sheet shows only
    by the words on it. `board`: the one that must be below, where it is known; otherwise what can be read counts.
    """
    if not covered(capture, reading, palette):
        return Overlay.NONE
    rules = rules or Rules()
    seen = [cell.value if cell.kind is not Kind.UNKNOWN and cell.confidence >= ACT else None for cell in reading.cells]
    return below(board or tuple(seen), reading.size, rules)


def covered(capture: Capture, reading: Reading, palette: Palette | None = None) -> bool:
    """Whether anything lies over the board, or over a part of it."""
    between = tile_gaps.look(capture.pixels, reading.boxes, reading.size)
    if between.crossed.any() or between.left.any():
        return True
    if palette is None:
        return False
    known = [cell.value if cell.confidence >= ACT else None for cell in reading.cells]
    return palette.tinted(looks.sample(capture.pixels, reading.boxes)[0], known)


def below(board: tuple[int | None, ...], columns: int, rules: Rules) -> Overlay:
    """What an overlay over this board must be; None is a cell that cannot be seen."""
    seen = [value for value in board if value is not None]
    won = max(seen, default=0) >= rules.target
    movable = _surely_movable(board, columns, rules)
    if movable:
        return Overlay.WON if won else Overlay.UNKNOWN
    if len(seen) < len(board) and (won or len(seen) < len(board) / 2):
        return Overlay.UNKNOWN
    return Overlay.OVER


def _surely_movable(board: tuple[int | None, ...], columns: int, rules: Rules) -> bool:
    """Whether there is a move by the cells that can be seen: an empty one, or two neighbours that merge."""
    for cell, value in enumerate(board):
        if value is None:
            continue
        if value == 0:
            return True
        beside = board[cell + 1] if (cell + 1) % columns else None
        under = board[cell + columns] if cell + columns < len(board) else None
        if any(other and rules.merge(other, value) for other in (beside, under)):
            return True
    return False
