"""Where a profile's fractions are in the window of now, which may be larger, of another scale or of another shape.

Fractions hold as long as a window's content only grows and shrinks as a whole. Whether it does is seen by the board: a
place is believed when the window and the board found in it agree on it, or when the board is as large as it was.
"""

from __future__ import annotations

from gridpilot.geometry import Box, Pixel, Spot, SpotRect, View
from gridpilot.profiles.profile import Calibrated, Profile

SAME = 0.02
"""How much a shape or a size may be off: half a cell of a board is more, half a button as well."""

APART = 1 / 40
"""Of the board's width: so far may window and board disagree on a button, which is a quarter of a sudoku's cell."""


def out_of_shape(profile: Profile, view: View) -> bool:
    """Whether the content's shape is another one than when the profile's fractions were taken."""
    then = profile.calibrated
    if then is None:
        return False
    return abs(view.area.width * then.height / (view.area.height * then.width) - 1) > SAME


def buttons(profile: Profile, view: View, board: Box) -> dict[str, Pixel] | None:
    """The named buttons; None when nobody can tell where they are now. `board` is the extent that was found."""
    by_window = {name: view.spot_to_pixel(spot) for name, spot in profile.buttons.items()}
    area, then = profile.board.area, profile.calibrated
    if then is None or not by_window:
        return by_window
    if area is None:
        return None if out_of_shape(profile, view) else by_window
    by_board = _by_board(profile, area, board)
    if _furthest(by_window, by_board) <= APART * board.width:
        return by_board
    picture = Box(0, 0, view.width, view.height)
    shown = all(pixel in picture for pixel in by_board.values())
    return by_board if shown and _as_large(area, then, view, board) else None


def _by_board(profile: Profile, area: SpotRect, board: Box) -> dict[str, Pixel]:
    return {name: _beside(spot, area, board) for name, spot in profile.buttons.items()}


def _furthest(some: dict[str, Pixel], others: dict[str, Pixel]) -> float:
    """How far apart the two places of one button are, across or down, at most."""
    pairs = zip(some.values(), others.values(), strict=True)
    return max(max(abs(one.x - other.x), abs(one.y - other.y)) for one, other in pairs)


def _as_large(area: SpotRect, then: Calibrated, view: View, board: Box) -> bool:
    """Whether the board is as large as it was when the profile was written, in points."""
    wide = board.width * view.area.width / view.width / ((area.x1 - area.x0) * then.width)
    high = board.height * view.area.height / view.height / ((area.y1 - area.y0) * then.height)
    return abs(wide - 1) <= SAME and abs(high - 1) <= SAME


def _beside(spot: Spot, area: SpotRect, board: Box) -> Pixel:
    """Where the spot is when board and buttons have grown and moved together."""
    across, down = (spot.x - area.x0) / (area.x1 - area.x0), (spot.y - area.y0) / (area.y1 - area.y0)
    return Pixel(board.x0 + across * board.width - 0.5, board.y0 + down * board.height - 0.5)
