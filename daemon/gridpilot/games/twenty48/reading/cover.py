"""Tells a board that lies under something from a plain one: "game over", "you win, keep going?", or anything else.

The words are not read: they differ from game to game, and the rules know better. Letters and boxes show because
something is drawn across the gaps between cells, half-transparent sheets because all learnt colours have moved towards
one, words within a cell because an empty cell's colour surrounds something that is no number. Only pictures at rest may
be asked about: a sliding tile lies over the gaps, too.
"""

from __future__ import annotations

from gridpilot.capture import Capture
from gridpilot.games.protocols import Cover
from gridpilot.games.twenty48.reading import looks, tile_gaps
from gridpilot.games.twenty48.reading.looks import Palette
from gridpilot.games.twenty48.reading.values import ACT
from gridpilot.games.twenty48.rules import Board, Rules
from gridpilot.reading import Kind, Reading


def covered(capture: Capture, reading: Reading, palette: Palette) -> bool:
    """Whether anything lies over the board or a part of it."""
    between = tile_gaps.look(capture.pixels, reading.boxes, reading.size)
    if between.crossed.any() or between.left.any():
        return True
    grounds, _ = looks.sample(capture.pixels, reading.boxes)
    unread = [index for index, cell in enumerate(reading.cells) if cell.kind is Kind.UNKNOWN]
    if {0} in palette.expected(grounds[unread]):  # words in cells that are drawn empty
        return True
    known = [cell.value if cell.confidence >= ACT else None for cell in reading.cells]
    return palette.tinted(grounds, known)


def below(board: Board, columns: int, rules: Rules) -> Cover:
    """What lies over this board, by its state, where something does."""
    if not rules.moves(board, columns):
        return Cover.OVER
    return Cover.WON if max(board) >= rules.target else Cover.UNKNOWN
