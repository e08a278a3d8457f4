"""Which window has the focus, what program it is, and where its content lies.

Read from the window's properties and /proc. Titles are decoded tolerantly: programs put anything there. The process id
comes from the server (X-Resource), which knows it even for programs that set no property or live in a sandbox.
"""

import re
import socket
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from Xlib import X
from Xlib.error import CatchError, XError
from Xlib.ext import res
from Xlib.protocol import request
from Xlib.protocol.event import ClientMessage

from gridpilot import whole_file
from gridpilot.desktop.shared.activation import await_focus
from gridpilot.desktop.x11.display import (
    XDisplay,
    XWindow,
    events,
    has_manager,
    open_display,
    property_of,
    says_when_lost,
)
from gridpilot.geometry import Point, Rect
from gridpilot.window import Window

NOT_FOR_GAMES = ("_NET_WM_WINDOW_TYPE_DESKTOP", "_NET_WM_WINDOW_TYPE_DOCK")
POINTER_ROOT = 1
FROM_A_PAGER = 2  # the user asked for it: window managers obey


class X11Focus:
    quick = False  # several round trips; and the watch is told by the server at once

    def __init__(self, display_name: str | None = None) -> None:
        self._display = open_display(display_name)
        self._frames: dict[int, int] = {}

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
        executable, command_line = _program(pid)
        return Window(handle, title, instance, class_name, pid, executable, command_line, content)

    @says_when_lost
    def holds(self, window: Window, at: Point | None = None) -> bool:
        for _ in events(self._display):
            pass
        mine, root = self._display.create_resource_object("window", window.handle), self._display.screen().root
        questions = (
            self._property(root, "_NET_ACTIVE_WINDOW"),
            self._later(request.GetGeometry, drawable=mine),
            self._later(request.TranslateCoords, src_wid=mine, dst_wid=root, src_x=0, src_y=0),
            self._property(mine, "_GTK_FRAME_EXTENTS"),
            self._later(request.GetInputFocus),
            *([self._later(request.TranslateCoords, src_wid=root, dst_wid=root, src_x=at.x, src_y=at.y)] if at else []),
        )
        try:
            for question in questions:
                question.reply()
            active, size, corner, extents, focused, *there = questions
            # A dead window manager's word stands there, too; the focus, which the server itself knows, tells then.
            if _numbers(active) != (mine.id,) and getattr(active_window(self._display), "id", None) != mine.id:
                return False
            if _content(size, corner, _numbers(extents)) != window.content:
                return False
            return self._gets_keys(mine, focused.focus) and (not there or self._gets_clicks(mine, there[0].child))
        except XError:
            return False

    def _later(self, kind: Callable[..., Any], **said: object) -> Any:
        """A question to the server that is sent with others: it is asked before each click, and by itself each one
        takes 0.1 ms, or more while the server draws.
        """
        return kind(display=self._display.display, defer=1, **said)

    def _property(self, window: XWindow, name: str) -> Any:
        said = {"window": window, "property": self._display.get_atom(name), "type": X.AnyPropertyType}
        return self._later(request.GetProperty, delete=0, long_offset=0, long_length=4, **said)

    def _gets_keys(self, window: XWindow, focus: XWindow | int) -> bool:
        """A window manager gives another window the focus first, and says so a little later."""
        return isinstance(focus, int) or self._of_one_program(focus, window)

    def _of_one_program(self, one: XWindow, other: XWindow) -> bool:
        """The server gives each program ids of a range of its own."""
        program = ~self._display.display.info.resource_id_mask
        return bool(one.id & program == other.id & program)

    def _gets_clicks(self, window: XWindow, child: XWindow | int) -> bool:
        """What lies there is the window's frame, or another of the same program, as menus are."""
        if isinstance(child, int):
            return False  # nothing but the root lies there
        if child.id == self._frames.get(window.id) or self._of_one_program(child, window):
            return True
        *_, outermost = _outwards(window)
        self._frames = {window.id: outermost.id}  # it is asked for before every click
        return bool(child.id == outermost.id)

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


def active_window(display: XDisplay) -> XWindow | None:
    """The focused top-level window; None when nothing has the focus."""
    root = display.screen().root
    if has_manager(display):
        active = property_of(display, root, "_NET_ACTIVE_WINDOW")
        if active is not None:
            return display.create_resource_object("window", active[0]) if active[0] else None
    focus = display.get_input_focus().focus
    if focus == POINTER_ROOT:  # keys go to whatever is under the pointer
        focus = root.query_pointer().child
    if isinstance(focus, int) or focus.id == root.id:
        return None
    return _top_level(display, focus)


def _listed(display: XDisplay) -> list[int]:
    """The windows that the window manager lists, the topmost first; without one, all that the screen shows."""
    root = display.screen().root
    if has_manager(display):
        for name in ("_NET_CLIENT_LIST_STACKING", "_NET_CLIENT_LIST"):
            if listed := property_of(display, root, name):
                return [int(handle) for handle in reversed(listed)]
    return [child.id for child in reversed(root.query_tree().children)]


def _top_level(display: XDisplay, window: XWindow) -> XWindow:
    """The window that a program calls its own: the innermost with WM_STATE (window managers set it), or the outermost.

    Toolkits focus a child of it, old window managers wrap a frame around it.
    """
    for around in _outwards(window):
        if property_of(display, around, "WM_STATE") is not None:
            break
    return around


def _outwards(window: XWindow) -> Iterator[XWindow]:
    """The window and those in which it lies, up to the child of the root: a window manager's frame, or itself."""
    while True:
        yield window
        tree = window.query_tree()
        if isinstance(tree.parent, int) or tree.parent.id == tree.root.id:
            return
        window = tree.parent


def _belongs_to_the_desktop(display: XDisplay, window: XWindow) -> bool:
    """Desktop and panels; and what no window manager manages: where nothing has the focus, openbox's own window has."""
    if window.get_attributes().override_redirect:
        return True
    kinds = property_of(display, window, "_NET_WM_WINDOW_TYPE") or ()
    return any(display.get_atom(name) in kinds for name in NOT_FOR_GAMES)


def content_of(display: XDisplay, window: XWindow) -> Rect:
    """The client rectangle less the invisible margins in which GTK draws its shadows."""
    size = window.get_geometry()
    at = display.screen().root.translate_coords(window, 0, 0)
    return _content(size, at, property_of(display, window, "_GTK_FRAME_EXTENTS"))


def _content(size: Any, at: Any, extents: Sequence[int] | None) -> Rect:
    left, right, top, bottom = extents if extents is not None and len(extents) == 4 else (0, 0, 0, 0)
    width, height = size.width - left - right, size.height - top - bottom
    if width < 1 or height < 1:
        return Rect(at.x, at.y, size.width, size.height)
    return Rect(at.x + left, at.y + top, width, height)


def _numbers(answer: Any) -> tuple[int, ...] | None:
    """What a property holds; None when it is not set."""
    return tuple(int(number) for number in answer.value[1]) if answer.value is not None else None


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


def _program(pid: int) -> tuple[str, str]:
    """The path of the program and its command line, as far as the system tells."""
    if not pid:
        return "", ""
    try:
        executable = str(Path(f"/proc/{pid}/exe").readlink()).removesuffix(" (deleted)")  # replaced while it ran
    except OSError:
        executable = ""
    try:
        words = whole_file.read(Path(f"/proc/{pid}/cmdline")).rstrip(b"\0").split(b"\0")
    except OSError:
        words = []
    return executable, " ".join(word.decode(errors="replace") for word in words)
