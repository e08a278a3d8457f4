"""Which window has the focus, what program it is, where its content lies, and whether Windows lets input through to it.

The content is the client rectangle in physical pixels. Input to a program that runs as administrator is dropped without
a word (UIPI), and a cloaked window - of another virtual desktop, or a sleeping app - cannot be seen: both are told.
"""

from ctypes import byref, c_uint16, c_uint32, sizeof

from gridpilot.desktop.shared.activation import await_focus
from gridpilot.desktop.windows.api import HANDLE, POINT, RECT, Api, system, text
from gridpilot.geometry import Point, Rect
from gridpilot.outcome import StopReason
from gridpilot.window import Window

THE_DESKTOP = ("Progman", "WorkerW", "Shell_TrayWnd", "Shell_SecondaryTrayWnd")
LONGEST_TEXT = 1024

CLOAKED = "Windows does not show this window: it is on another desktop, or its app sleeps. Bring it to the front."
ELEVATED = (
    "This window belongs to a program that runs as administrator, and Windows drops what gridpilot types there. "
    "Start the game, or else gridpilot, as the others are started."
)


class WindowsFocus:
    def __init__(self, api: Api | None = None) -> None:
        self._api = api or system()

    def focused(self) -> Window | None:
        handle = self._api.GetForegroundWindow()
        window = self.window(handle) if handle else None
        return None if window is None or window.class_name in THE_DESKTOP else window

    def window(self, handle: int) -> Window | None:
        content = content_of(self._api, handle)
        if content is None:
            return None
        title, class_name = (c_uint16 * LONGEST_TEXT)(), (c_uint16 * LONGEST_TEXT)()
        pid = c_uint32()
        self._api.GetWindowTextW(handle, title, LONGEST_TEXT)
        self._api.GetClassNameW(handle, class_name, LONGEST_TEXT)
        self._api.GetWindowThreadProcessId(handle, byref(pid))
        executable, theirs = self._program(pid.value)
        obstacle = CLOAKED if self._cloaked(handle) else ELEVATED if theirs and not self._elevated_ourselves() else ""
        return Window(handle, text(title), "", text(class_name), pid.value, executable, "", content, obstacle)

    def hindrance(
        self,
        window: Window,
        at: Point | None = None,  # noqa: ARG002 - nothing lies over it but tips
    ) -> StopReason | None:
        return hindrance(self._api, window)

    def visible(self) -> tuple[Window, ...]:
        found, handle = [], self._api.GetTopWindow(0)
        while handle:
            window = self.window(handle)
            if window and window.title and not window.obstacle and window.class_name not in THE_DESKTOP:
                found.append(window)
            handle = self._api.GetWindow(handle, self._api.GW_HWNDNEXT)
        return tuple(found)

    def activate(self, handle: int) -> None:
        """Windows may refuse and blink in the task bar instead, unless the user has just used our own window."""
        if self._api.IsIconic(handle):
            self._api.ShowWindow(handle, self._api.SW_RESTORE)
        self._api.SetForegroundWindow(handle)
        await_focus(lambda: bool(self._api.GetForegroundWindow() == handle))

    def _cloaked(self, handle: int) -> bool:
        """An error is no answer, and no answer means that it is not."""
        value = c_uint32()
        failed = self._api.DwmGetWindowAttribute(handle, self._api.DWMWA_CLOAKED, byref(value), sizeof(value))
        return not failed and bool(value.value)

    def _program(self, pid: int) -> tuple[str, bool]:
        """The path of the program and whether it is elevated, as far as the system tells."""
        process = self._api.OpenProcess(self._api.PROCESS_QUERY_LIMITED_INFORMATION, False, pid)
        if not process:
            return "", False
        path, length = (c_uint16 * LONGEST_TEXT)(), c_uint32(LONGEST_TEXT)
        self._api.QueryFullProcessImageNameW(process, 0, path, byref(length))
        elevated = self._elevated(process)
        self._api.CloseHandle(process)
        return text(path), elevated

    def _elevated_ourselves(self) -> bool:
        return self._elevated(self._api.GetCurrentProcess())

    def _elevated(self, process: int) -> bool:
        """A process that does not even let us ask is above us."""
        token, elevated, size = HANDLE(), c_uint32(), c_uint32()
        if not self._api.OpenProcessToken(process, self._api.TOKEN_QUERY, byref(token)):
            return bool(self._api.last_error() == self._api.ERROR_ACCESS_DENIED)
        self._api.GetTokenInformation(token, self._api.TokenElevation, byref(elevated), sizeof(elevated), byref(size))
        self._api.CloseHandle(token)
        return bool(elevated.value)


def hindrance(api: Api, window: Window) -> StopReason | None:
    """What keeps the window from its user."""
    if api.GetForegroundWindow() != window.handle:
        return StopReason.FOCUS_LOST
    return None if content_of(api, window.handle) == window.content else StopReason.WINDOW_MOVED


def content_of(api: Api, handle: int) -> Rect | None:
    """The client rectangle on the screen; None when the window is gone, hidden or minimised."""
    rect, corner = RECT(), POINT()
    if not api.IsWindowVisible(handle) or api.IsIconic(handle):
        return None
    if not (api.GetClientRect(handle, byref(rect)) and api.ClientToScreen(handle, byref(corner))):
        return None
    return Rect(corner.x, corner.y, rect.right, rect.bottom)
