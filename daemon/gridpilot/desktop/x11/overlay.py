"""Drawn over other programs' windows: a window that no window manager minds, cut to what is drawn (ShapeBounding), and
of which no point takes a click (an empty ShapeInput), with a compositor and without one.

Its picture is the window's background, which the server itself puts there again where it was covered: nothing has to be
redrawn, and no event is waited for.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from Xlib import X, Xatom
from Xlib.ext import shape

from gridpilot.desktop.shared.leaving_overlay import LeavingOverlay
from gridpilot.desktop.shared.overlay_picture import Picture
from gridpilot.desktop.x11.devices import RAW_BUTTON, RAW_KEY, parse
from gridpilot.desktop.x11.display import XWindow, open_display, says_when_lost
from gridpilot.desktop.x11.interference import X11Watch
from gridpilot.desktop.x11.pixels import put
from gridpilot.desktop.x11.window_tree import OVERLAY
from gridpilot.drawing import Drawing
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window

WHEEL = range(4, 8)  # the buttons that a wheel presses: what is below moves on
UNSORTED = 0


class X11Overlay(LeavingOverlay[XWindow]):
    """May be used from several threads."""

    def __init__(self, display_name: str | None = None) -> None:
        self._display = open_display(display_name)
        if not self._display.has_extension(shape.extname):
            raise EnvironmentFault(
                "No overlay", "The X server has no SHAPE extension, so nothing can be drawn over a window.",
                "Use an X server of 2006 or later; until then the same is told in a notice.",
            )  # fmt: skip
        super().__init__(OverlayWatch(display_name))

    @says_when_lost
    def show(
        self, drawing: Drawing, window: Window, seconds: float, on_gone: Callable[[StopReason], None] = lambda _: None
    ) -> None:
        super().show(drawing, window, seconds, on_gone)

    @says_when_lost
    def describe(self) -> str:
        owner = self._display.get_selection_owner(
            self._display.get_atom(f"_NET_WM_CM_S{self._display.get_default_screen()}")
        )
        composed = "on a screen that is composed" if owner else "without a compositor, and none is needed"
        return f"a window cut to what is drawn (SHAPE), {composed}"

    def _close(self, pane: XWindow) -> None:
        """Cut to nothing first: some compositors let a window that is closed fade."""
        pane.shape_rectangles(shape.SO.Set, shape.SK.Bounding, UNSORTED, 0, 0, [])
        self._display.sync()
        pane.destroy()
        self._display.sync()

    def _made(self, picture: Picture) -> XWindow:
        root, area = self._display.screen().root, picture.area
        ground = root.create_pixmap(area.width, area.height, self._display.screen().root_depth)
        put(self._display, ground, picture.image)
        window = root.create_window(
            area.x, area.y, area.width, area.height, 0, X.CopyFromParent, X.InputOutput,
            override_redirect=True, background_pixmap=ground, event_mask=X.NoEventMask,
        )  # fmt: skip
        ground.free()
        window.shape_rectangles(shape.SO.Set, shape.SK.Input, UNSORTED, 0, 0, [])
        mask = self._bitmap(picture)
        window.shape_mask(shape.SO.Set, shape.SK.Bounding, 0, 0, mask)
        mask.free()
        self._describe(window)
        window.map()
        self._display.sync()
        return window

    def _describe(self, window: XWindow) -> None:
        """For compositors, that draw shadows of windows without a frame; and for whoever looks what it is."""
        window.set_wm_name("gridpilot - overlay")
        window.set_wm_class(*OVERLAY)
        window.change_property(self._display.get_atom("_COMPTON_SHADOW"), Xatom.CARDINAL, 32, [0])
        kind = self._display.get_atom("_NET_WM_WINDOW_TYPE_NOTIFICATION")
        window.change_property(self._display.get_atom("_NET_WM_WINDOW_TYPE"), Xatom.ATOM, 32, [kind])

    def _bitmap(self, picture: Picture) -> Any:
        """The mask as the server wants it: a bit for each pixel, rows filled up, in its own order of bits."""
        info, area = self._display.display.info, picture.area
        pad = info.bitmap_format_scanline_pad // 8
        raw = picture.mask.tobytes("raw", "1" if info.bitmap_format_bit_order else "1;R")
        bytes_, stride = (area.width + 7) // 8, -(-((area.width + 7) // 8) // pad) * pad
        rows = [raw[at : at + bytes_].ljust(stride, b"\0") for at in range(0, len(raw), bytes_)]
        bitmap = self._display.screen().root.create_pixmap(area.width, area.height, 1)
        pen = bitmap.create_gc(foreground=1, background=0)
        most = max(1, (info.max_request_length * 4 - 24) // stride)
        for top in range(0, area.height, most):
            part = rows[top : top + most]
            bitmap.put_image(pen, 0, top, area.width, len(part), X.XYPixmap, 1, 0, b"".join(part))
        pen.free()
        return bitmap

    def _monitor(self, board: Rect) -> Rect:
        """The one that has the middle of the board; the whole screen where nobody knows of monitors."""
        root = self._display.screen().root
        size = root.get_geometry()
        whole = Rect(0, 0, size.width, size.height)
        if not self._display.has_extension("RANDR"):
            return whole
        x, y = board.x + board.width // 2, board.y + board.height // 2
        monitors = root.xrandr_get_monitors().monitors
        areas = [Rect(each.x, each.y, each.width_in_pixels, each.height_in_pixels) for each in monitors]
        return next((a for a in areas if a.x <= x < a.x + a.width and a.y <= y < a.y + a.height), whole)


class OverlayWatch(X11Watch):
    """What an overlay has to leave for: any key but a modifier's, from whatever device, and the wheel; the pointer may
    move and click. What else happens to the window is for `X11Watch` to tell.
    """

    def _user(self, event: Any) -> StopReason | None:
        if event.evtype not in {RAW_KEY, RAW_BUTTON}:
            return None
        raw = parse(event.evtype, event.data)
        if raw.kind == RAW_BUTTON:
            return StopReason.USER_POINTER if raw.detail in WHEEL else None
        if raw.detail in self._keyboard.modifier_codes():
            return None
        return StopReason.ESCAPE if raw.detail in self._escape else StopReason.USER_KEY
