"""Windows in one another, as the server has them: the frame around a window, which one is active, where its content is.

Window managers put a frame around a program's window, and toolkits give the focus to a child of it.
"""

import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import Any

from Xlib import X
from Xlib.error import XError
from Xlib.ext import shape

from gridpilot.desktop.x11.display import XDisplay, XWindow, has_manager, property_of
from gridpilot.geometry import Rect

OVERLAY = "gridpilot-overlay", "Gridpilot-overlay"  # the class of what is drawn over other programs' windows
DRAWN_ANEW = 0.5  # s that what was below has to be drawn again, by its program or a compositor; not tuned


def take_overlays_down(display: XDisplay) -> None:
    """Hides the overlays of all gridpilot processes, and waits until what was below is drawn again. The windows stay
    their makers', who destroy them in time. Each is cut to nothing first, as some compositors fade closing windows.
    """
    found = [each for each in display.screen().root.query_tree().children if _is_overlay(each)]
    for each in found:
        with suppress(XError):  # it went away between two questions
            each.shape_rectangles(shape.SO.Set, shape.SK.Bounding, 0, 0, 0, [])
            each.unmap()
    display.sync()
    if found:
        time.sleep(DRAWN_ANEW)


def _is_overlay(window: XWindow) -> bool:
    with suppress(XError):
        return bool(window.get_wm_class() == OVERLAY and window.get_attributes().map_state == X.IsViewable)
    return False


def active_window(display: XDisplay) -> XWindow | None:
    """The focused top-level window; None when nothing has the focus."""
    root = display.screen().root
    if has_manager(display):
        active = property_of(display, root, "_NET_ACTIVE_WINDOW")
        if active is not None:
            return display.create_resource_object("window", active[0]) if active[0] else None
    focus = display.get_input_focus().focus
    if focus == X.PointerRoot:  # keys go to whatever is under the pointer
        focus = root.query_pointer().child
    if isinstance(focus, int) or focus.id == root.id:
        return None
    return _top_level(display, focus)


def _top_level(display: XDisplay, window: XWindow) -> XWindow:
    """The window that a program calls its own: the innermost with WM_STATE (window managers set it), or the outermost.

    Toolkits focus a child of it, old window managers wrap a frame around it.
    """
    for around in outwards(window):
        if property_of(display, around, "WM_STATE") is not None:
            break
    return around


def outwards(window: XWindow) -> Iterator[XWindow]:
    """The window and those in which it lies, up to the child of the root: a window manager's frame, or itself."""
    while True:
        yield window
        tree = window.query_tree()
        if isinstance(tree.parent, int) or tree.parent.id == tree.root.id:
            return
        window = tree.parent


def of_one_program(display: XDisplay, one: XWindow, other: XWindow) -> bool:
    """The server gives each program ids of a range of its own."""
    program = ~display.display.info.resource_id_mask
    return bool(one.id & program == other.id & program)


def content_of(display: XDisplay, window: XWindow) -> Rect:
    """The client rectangle less the invisible margins in which GTK draws its shadows."""
    size = window.get_geometry()
    at = display.screen().root.translate_coords(window, 0, 0)
    return content(size, at, property_of(display, window, "_GTK_FRAME_EXTENTS"))


def content(size: Any, at: Any, extents: Sequence[int] | None) -> Rect:
    """The same by the server's answers."""
    left, right, top, bottom = extents if extents is not None and len(extents) == 4 else (0, 0, 0, 0)
    width, height = size.width - left - right, size.height - top - bottom
    if width < 1 or height < 1:
        return Rect(at.x, at.y, size.width, size.height)
    return Rect(at.x + left, at.y + top, width, height)
