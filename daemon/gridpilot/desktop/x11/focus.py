"""Which window has the focus, what program it is, and where its content lies.

Read from the window's properties and /proc. Titles are decoded tolerantly: programs put anything there. The process id
comes from the server (X-Resource), which knows it even for programs that set no property or live in a sandbox.
"""

import re
import socket

from Xlib import X
from Xlib.error import CatchError, XError
from Xlib.ext import res
from Xlib.protocol.event import ClientMessage

from gridpilot.desktop.shared.activation import await_focus
from gridpilot.desktop.shared.by_proc import program_of
from gridpilot.desktop.x11.display import (
    XDisplay,
    XWindow,
    events,
    has_manager,
    open_display,
    property_of,
    says_when_lost,
)
from gridpilot.desktop.x11.hindrance import Hindrances
from gridpilot.desktop.x11.window_tree import active_window, content_of
from gridpilot.geometry import Point
from gridpilot.outcome import StopReason
from gridpilot.window import Window

NOT_FOR_GAMES = ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")
FROM_A_PAGER = 2  # the user asked for it: window managers obey


class X11Focus:
    def __init__(self, display_name: str | None = None) -> None:
        self._display = open_display(display_name)
        self._hindrances = Hindrances(self._display)

    @says_when_lost
    def focused(self) -> Window | None:
        for _ in events(self._display):  # MappingNotify comes unasked, and nobody here needs it
            pass
        try:
            found = active_window(self._display)
            if found is None or _belongs_to_the_desktop(self._display, found):
                return None
        except XError:
            return None
        return self.window(found.id)

    @says_when_lost
    def window(self, handle: int) -> Window | None:
        window = self._display.create_resource_object("window", handle)
        try:
            if window.get_attributes().map_state != X.IsViewable:
                return None
            content = content_of(self._display, window)
            instance, class_name = _class_of(self._display, window)
            pid = _pid_of(self._display, window)
            title = title_of(self._display, window)
        except XError:  # it went away between two questions
            return None
        executable, command_line = program_of(pid)
        return Window(handle, title, instance, class_name, pid, executable, command_line, content)

    @says_when_lost
    def hindrance(self, window: Window, at: Point | None = None) -> StopReason | None:
        for _ in events(self._display):
            pass
        return self._hindrances.of_clicks(window, at)

    @says_when_lost
    def visible(self) -> tuple[Window, ...]:
        found = []
        for handle in _listed(self._display):
            try:
                own = _belongs_to_the_desktop(self._display, self._display.create_resource_object("window", handle))
            except XError:
                continue
            if not own and (window := self.window(handle)):
                found.append(window)
        return tuple(found)

    def activate(self, handle: int) -> None:
        window, root = self._display.create_resource_object("window", handle), self._display.screen().root
        if has_manager(self._display):
            wish = self._display.get_atom("_NET_ACTIVE_WINDOW")
            message = ClientMessage(window=window, client_type=wish, data=(32, [FROM_A_PAGER, X.CurrentTime, 0, 0, 0]))
            root.send_event(message, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        else:
            window.set_input_focus(X.RevertToParent, X.CurrentTime, onerror=CatchError())
        self._display.sync()
        await_focus(lambda: (focused := self.focused()) is not None and focused.handle == handle)

    def close(self) -> None:
        self._display.close()


def _listed(display: XDisplay) -> list[int]:
    """The windows that the window manager lists, the topmost first; without one, all that the screen shows."""
    root = display.screen().root
    if has_manager(display):
        for name in ("_NET_CLIENT_LIST_STACKING", "_NET_CLIENT_LIST"):
            if listed := property_of(display, root, name):
                return [int(handle) for handle in reversed(listed)]
    return [child.id for child in reversed(root.query_tree().children)]


def _belongs_to_the_desktop(display: XDisplay, window: XWindow) -> bool:
    """Desktop and panels; and what no window manager manages: where nothing has the focus, openbox's own window has."""
    if window.get_attributes().override_redirect:
        return True
    kinds = property_of(display, window, "_NET_WM_WINDOW_TYPE") or ()
    return any(display.get_atom(name) in kinds for name in NOT_FOR_GAMES)


def title_of(display: XDisplay, window: XWindow) -> str:
    title = property_of(display, window, "_NET_WM_NAME") or property_of(display, window, "WM_NAME") or ""
    return decode(title) if isinstance(title, bytes) else str(title)


def decode(text: bytes) -> str:
    """UTF-8, else COMPOUND_TEXT with UTF-8 islands, else Latin-1; never fails. Trailing zeros are padding."""
    text = text.rstrip(b"\0")
    if b"\x1b" not in text:
        try:
            return text.decode()
        except UnicodeDecodeError:
            return text.decode("latin-1")
    parts = re.split(rb"\x1b%G(.*?)(?:\x1b%@|$)", text, flags=re.DOTALL)
    plain = [re.sub(rb"\x1b[ -/]*[0-~]", b"", part).decode("latin-1") for part in parts[::2]]
    islands = [part.decode(errors="replace") for part in parts[1::2]] + [""]
    return "".join(a + b for a, b in zip(plain, islands, strict=True))


def _class_of(display: XDisplay, window: XWindow) -> tuple[str, str]:
    value = property_of(display, window, "WM_CLASS") or b""
    names = (decode(value) if isinstance(value, bytes) else str(value)).split("\0")
    return names[0], names[1] if len(names) > 1 else ""


def _pid_of(display: XDisplay, window: XWindow) -> int:
    """0 when the program runs elsewhere (ssh -X: a process of that number here would be another one) or is unknown."""
    machine = property_of(display, window, "WM_CLIENT_MACHINE")
    name = decode(machine) if isinstance(machine, bytes) else machine
    if name and name.split(".")[0] != socket.gethostname().split(".")[0]:
        return 0
    if pid := _pid_by_server(display, window):
        return pid
    stated = property_of(display, window, "_NET_WM_PID")
    return int(stated[0]) if stated else 0


def _pid_by_server(display: XDisplay, window: XWindow) -> int:
    if not display.has_extension(res.extname):
        return 0
    try:
        found = display.res_query_client_ids([{"client": window.id, "mask": res.LocalClientPIDMask}]).ids
    except XError:
        return 0
    return next((int(each.value[0]) for each in found if each.value), 0)
