"""What of a window a screen shows."""

from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect, Side

RIM = 8  # points of a window that show nothing: some window managers put borders off the screen; not tuned


def clip(area: Rect, screen: Rect) -> Rect | None:
    """What both have in common, None when that is nothing."""
    left, top = max(area.x, screen.x), max(area.y, screen.y)
    right = min(area.x + area.width, screen.x + screen.width)
    bottom = min(area.y + area.height, screen.y + screen.height)
    return Rect(left, top, right - left, bottom - top) if left < right and top < bottom else None


def lost(area: Rect, part: Rect) -> frozenset[Side]:
    """The sides on which the area is larger than that part of it."""
    beyond = {
        Side.LEFT: part.x - area.x,
        Side.TOP: part.y - area.y,
        Side.RIGHT: area.x + area.width - part.x - part.width,
        Side.BOTTOM: area.y + area.height - part.y - part.height,
    }
    return frozenset(side for side, points in beyond.items() if points > RIM)


def off_screen(area: Rect) -> EnvironmentFault:
    """What to raise where no part of a window's content is on any screen."""
    return EnvironmentFault(
        "Off the screen",
        f"The window's content at {area.x},{area.y} ({area.width} x {area.height}) is off the screen.",
        "Move the window so that its board can be seen.",
    )
