"""Says why a board may not be typed, and names what lies over it: another program's window, or the pointer."""

from __future__ import annotations

from itertools import takewhile

from gridpilot.desktop import Focus
from gridpilot.games.protocols import Decision
from gridpilot.geometry import Box, Pixel, Rect, View
from gridpilot.pilot import Desk
from gridpilot.texts import hurdles
from gridpilot.window import Window


def refusal(decision: Decision, view: View, window: Window, desk: Desk) -> str:
    """The `detail` of the outcome of a board that may not be typed. `view` is that of the picture from which it was
    read.
    """
    reading, pointer = decision.reading, view.to_pixel(desk.input.pointer())
    pointed = any(pointer in reading.box_at(cell) for cell in decision.cells)
    return hurdles.refusal(decision, over(window, _on_screen(reading.extent, view), desk.focus), pointed=pointed)


def over(window: Window, area: Rect, focus: Focus) -> str:
    """The title of the topmost window that lies over `area`, in front of `window`. Empty where there is none."""
    windows = focus.visible()
    if window.handle not in {each.handle for each in windows}:
        return ""
    above = takewhile(lambda each: each.handle != window.handle, windows)
    return next((each.title or each.class_name for each in above if _meet(each.content, area)), "")


def is_seen(window: Window, focus: Focus) -> bool:
    """Whether the whole window is visible where it was. Another window may have the focus."""
    places = {each.handle: each.content for each in focus.visible()}
    return places.get(window.handle) == window.content and not over(window, window.content, focus)


def _on_screen(box: Box, view: View) -> Rect:
    start, end = view.to_point(Pixel(box.x0, box.y0)), view.to_point(Pixel(box.x1, box.y1))
    return Rect(start.x, start.y, end.x - start.x, end.y - start.y)


def _meet(one: Rect, other: Rect) -> bool:
    across = one.x < other.x + other.width and other.x < one.x + one.width
    return across and one.y < other.y + other.height and other.y < one.y + one.height
