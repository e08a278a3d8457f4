"""pystray's XEMBED icon, mended: it is told of clicks, docks when a tray comes late or again, and shows what is behind.

As shipped its window selects no button events, it gives up when no tray is there at the start, and it paints black
around the picture. All of it runs in one thread here: pystray's way of calling into its loop hangs once the tray has
taken the window with it.
"""

import contextlib
import io
import os
from collections.abc import Callable
from typing import Any

from PIL import Image
from Xlib import X
from Xlib.error import XError

from gridpilot.desktop.shared.icon_drawing import draw
from gridpilot.desktop.x11.display import XDisplay, XWindow
from gridpilot.desktop.x11.pixels import format_of, put, unpacked

os.environ.setdefault("PYSTRAY_BACKEND", "xorg")  # its own search for one ends in an error where GTK is half there
with contextlib.redirect_stdout(io.StringIO()):  # python-xlib prints that there is no ~/.Xauthority
    from pystray import _xorg

EVENTS = (
    X.ExposureMask | X.StructureNotifyMask | X.ButtonPressMask | X.ButtonReleaseMask
    | X.EnterWindowMask | X.LeaveWindowMask
)  # fmt: skip


class DockedIcon(_xorg.Icon):  # type: ignore[misc] # pystray is untyped
    """`on_click(button, x, y)` is told of clicks, with the place on the screen. `pointer` is where the pointer came
    onto the icon, None while it is not there or a button was pressed since. `asked` is whether there is a tray, `shown`
    whether it has taken the icon.
    """

    pointer: tuple[int, int] | None = None
    _inside = False  # another program's window

    # pystray is untyped; these are its own
    _window: XWindow
    _icon_data: Any
    _systray_manager: Any
    _net_system_tray_sx: int

    def __init__(self, face: str, tooltip: str, on_click: Callable[[int, int, int], None]) -> None:
        self._face = face
        self._on_click = on_click
        with contextlib.redirect_stdout(io.StringIO()):
            super().__init__("gridpilot", draw(face, 8), tooltip)
        self._display.set_error_handler(lambda *_: None)  # trays and their windows vanish while we talk to them
        self._root.change_attributes(event_mask=X.StructureNotifyMask)  # for the MANAGER message
        self._format = format_of(self._display)
        self._manager_atom = self._display.intern_atom("MANAGER")
        self.dock()

    def __del__(self) -> None:
        """The inherited one fails where the display is gone, and says so in the terminal."""
        with contextlib.suppress(Exception):
            super().__del__()

    @property
    def display(self) -> XDisplay:
        return self._display

    @property
    def asked(self) -> bool:
        return self._systray_manager is not None

    @property
    def shown(self) -> bool:
        return self.asked and self._inside

    @property
    def _root(self) -> XWindow:
        return self._display.screen().root

    def dock(self) -> None:
        """Asks the tray to take the icon; without one it waits for the message that one has come."""
        self._dock_window()

    def show(self, face: str, tooltip: str) -> None:
        if face != self._face:
            self._face, self._icon_data = face, None
            self._draw()
        self._window.set_wm_name("gridpilot")
        utf8 = self._display.intern_atom("UTF8_STRING")
        self._window.change_property(self._display.intern_atom("_NET_WM_NAME"), utf8, 8, tooltip.encode())
        self._display.flush()

    def close(self) -> None:
        with contextlib.suppress(Exception):  # its display may be gone
            self._window.destroy()
            self._display.close()

    def take(self, event: Any) -> None:
        """One event of the display."""
        ours = getattr(event, "window", None) == self._window
        if event.type == X.ClientMessage and event.client_type == self._manager_atom:
            if event.data[1][1] == self._net_system_tray_sx:  # other services of a desktop say that they have come, too
                self.dock()
        elif event.type == X.DestroyNotify and ours:
            self._window = self._create_window()  # the tray took it along
            self._gc = self._window.create_gc()
            self._systray_manager, self._inside = None, False
            self.dock()
        elif event.type == X.DestroyNotify and self.asked and event.window == self._systray_manager:
            self._systray_manager = None
            self.dock()
        elif event.type == X.ReparentNotify and ours:
            self._settle(event.parent)
        elif event.type in {X.Expose, X.ConfigureNotify} and ours:
            self._draw()
        elif event.type == X.EnterNotify and ours:
            self.pointer = event.root_x, event.root_y
        elif event.type in {X.LeaveNotify, X.ButtonPress} and ours:
            self.pointer = None
        elif event.type == X.ButtonRelease and ours:
            self._on_click(event.detail, event.root_x, event.root_y)

    def _settle(self, parent: XWindow) -> None:
        """In a tray: shows the panel through. Thrown out by one that ended: not left on the screen as a window."""
        self._inside = parent != self._root
        if not self._inside:
            self._window.unmap()
        else:
            # Not before: a window with this background cannot be taken by a parent of another depth.
            self._window.change_attributes(background_pixmap=X.ParentRelative)
        self._icon_data = None
        self._display.flush()

    def _create_window(self) -> XWindow:
        window = super()._create_window()
        window.change_attributes(event_mask=EVENTS)
        return window

    def _draw(self) -> None:
        with contextlib.suppress(XError):  # the window may be gone
            size = self._window.get_geometry()
            self._assert_icon_data(size.width, size.height)
            put(self._display, self._window, self._icon_data)

    def _assert_icon_data(self, width: int, height: int) -> None:
        """The icon, square and in the middle, over what the tray shows behind it."""
        if self._icon_data and self._icon_data.size == (width, height):
            return
        side = min(width, height)
        picture = self._background(width, height)
        icon = draw(self._face, side)
        picture.paste(icon, ((width - side) // 2, (height - side) // 2), icon)
        self._icon_data = picture

    def _background(self, width: int, height: int) -> Image.Image:
        """What the cleared window shows; black where the server does not tell."""
        try:
            self._window.clear_area(0, 0, width, height)
            seen = self._window.get_image(0, 0, width, height, X.ZPixmap, 0xFFFFFFFF)
            return unpacked(seen.data, width, height, self._format)
        except Exception:  # python-xlib's errors, a picture of another depth
            return Image.new("RGB", (width, height))
