"""Where the icon is seen: in a tray of the X display, or in a panel."""

from panel import SIZE
from PIL import Image
from virtual import Desktop
from Xlib import X
from Xlib.error import XError

from gridpilot.desktop.shared.icon_drawing import MARKS, TILES


def icon(desk: Desktop) -> tuple[int, int] | None:
    """The middle of the icon in the X display's tray, None while it cannot be seen."""
    try:
        window = find(desk, desk.root, "gridpilotSystemTrayIcon")
        if window is None or window.get_attributes().map_state != X.IsViewable:
            return None
        at, size = desk.root.translate_coords(window, 0, 0), window.get_geometry()
    except XError:
        return None  # windows go while we look
    return at.x + size.width // 2, at.y + size.height // 2


def find(desk: Desktop, window, instance: str):
    """The window of that name in that one, however deep."""
    try:
        children = window.query_tree().children
    except XError:  # windows go while we look
        return None
    for child in children:
        if (desk.property(child.id, "WM_CLASS") or "").startswith(instance):
            return child
        if (inner := find(desk, child, instance)) is not None:
            return inner
    return None


def sees(desk: Desktop, face: str) -> tuple[int, int] | None:
    """The middle of the icon with that face in the panel, None when it is not there."""
    screen = Image.open(desk.screenshot(desk.home / "screen.png")).convert("RGB")
    strip = screen.crop((0, screen.height - SIZE, screen.width, screen.height))
    wanted = [tuple(int(colours[face][i : i + 2], 16) for i in (1, 3, 5)) for colours in (MARKS, TILES)]
    pixels = [strip.getpixel((x, y)) for x in range(60) for y in range(SIZE)]
    if all(sum(pixel == colour for pixel in pixels) > 8 for colour in wanted):
        return 11, screen.height - SIZE // 2
    return None
