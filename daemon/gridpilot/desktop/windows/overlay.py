"""Drawn over other programs' windows: a layered window, clear where nothing is drawn, that lets every click through and
never has the focus.

Its class is one of Windows' own, and its picture is handed over whole: so nothing has to be painted, and Windows need
not call back. Each picture has a window and a thread of its own, as a window's messages belong to the thread that made
it. It is taken away before a picture is read; pictures of others may have it, as that of who asks a friend.
"""

import threading
from collections.abc import Callable
from ctypes import byref, c_uint8, sizeof
from typing import Any

from gridpilot.desktop.shared import overlay_picture
from gridpilot.desktop.shared.by_pynput import LeavingListeners
from gridpilot.desktop.shared.leaving_overlay import LeavingOverlay
from gridpilot.desktop.shared.overlay_picture import Picture
from gridpilot.desktop.windows.api import BLENDFUNCTION, MONITORINFO, MSG, POINT, RECT, SIZE, Api, system, units
from gridpilot.desktop.windows.interference import WindowsWatch
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect

CLASS, TITLE = "Static", "gridpilot - overlay"
OPAQUE = 255


class WindowsOverlay(LeavingOverlay["Pane"]):
    """May be used from several threads."""

    def __init__(self, api: Api | None = None, listeners: Callable[..., Any] = LeavingListeners) -> None:
        self._api = api or system()
        super().__init__(WindowsWatch(self._api, listeners))

    def describe(self) -> str:
        return "a layered window that clicks go through"

    def _made(self, picture: Picture) -> "Pane":
        return Pane(self._api, picture)

    def _close(self, pane: "Pane") -> None:
        pane.close()

    def _monitor(self, board: Rect) -> Rect:
        place = RECT(board.x, board.y, board.x + board.width, board.y + board.height)
        facts = MONITORINFO(sizeof(MONITORINFO))
        monitor = self._api.MonitorFromRect(byref(place), self._api.MONITOR_DEFAULTTONEAREST)
        self._api.GetMonitorInfoW(monitor, byref(facts))
        area = facts.rcMonitor
        return Rect(area.left, area.top, area.right - area.left, area.bottom - area.top)


class Pane:
    """One picture on the screen, from here on until `close`."""

    def __init__(self, api: Api, picture: Picture) -> None:
        self._api = api
        self._picture = picture
        self._id, self._error = 0, 0
        self._ready = threading.Event()
        self._thread = threading.Thread(target=self._run, name="overlay", daemon=True)
        self._thread.start()
        self._ready.wait()
        if self._error:
            raise EnvironmentFault(
                "No overlay", f"Windows does not show a window over others (error {self._error}).",
                "A notice tells the same.",
            )  # fmt: skip

    def close(self) -> None:
        self._api.PostThreadMessageW(self._id, self._api.WM_APP, 0, 0)
        self._thread.join()

    def _run(self) -> None:
        message = MSG()
        self._id = self._api.GetCurrentThreadId()
        self._api.PeekMessageW(byref(message), 0, 0, 0, self._api.PM_NOREMOVE)  # makes the queue
        window = self._window()
        if not window or not self._hand_over(window):
            self._error = self._api.last_error() or -1
        else:
            self._api.ShowWindow(window, self._api.SW_SHOWNOACTIVATE)
        self._ready.set()
        while not self._error and self._api.GetMessageW(byref(message), 0, 0, 0) > 0:
            if message.message == self._api.WM_APP:
                break
            self._api.DispatchMessageW(byref(message))
        self._api.DestroyWindow(window)

    def _window(self) -> int:
        api, area = self._api, self._picture.area
        through = api.WS_EX_LAYERED | api.WS_EX_TRANSPARENT | api.WS_EX_NOACTIVATE
        above = api.WS_EX_TOPMOST | api.WS_EX_TOOLWINDOW  # and in no list of windows
        place = area.x, area.y, area.width, area.height
        return int(
            api.CreateWindowExW(through | above, units(CLASS), units(TITLE), api.WS_POPUP, *place, 0, 0, 0, None)
        )

    def _hand_over(self, window: int) -> bool:
        """Gives Windows the picture, which it keeps."""
        api, area = self._api, self._picture.area
        pixels = overlay_picture.bgra(self._picture)
        bits = (c_uint8 * len(pixels)).from_buffer_copy(pixels)
        brush, bitmap = api.CreateCompatibleDC(0), api.CreateBitmap(area.width, area.height, 1, 32, bits)
        before = api.SelectObject(brush, bitmap)
        corner, size, origin = POINT(area.x, area.y), SIZE(area.width, area.height), POINT(0, 0)
        blend = BLENDFUNCTION(api.AC_SRC_OVER, 0, OPAQUE, api.AC_SRC_ALPHA)
        taken = api.UpdateLayeredWindow(
            window, 0, byref(corner), byref(size), brush, byref(origin), 0, byref(blend), api.ULW_ALPHA
        )
        api.SelectObject(brush, before)
        api.DeleteObject(bitmap)
        api.DeleteDC(brush)
        return bool(taken)
