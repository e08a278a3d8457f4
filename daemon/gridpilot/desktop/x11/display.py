"""A connection to the X server, and what all of this folder needs from one.

Each ability has its own connection, because python-xlib blocks all threads of a connection while one waits on it.
A server that shows only the X programs of a Wayland desktop is told by itself: nothing else can be seen by it.
"""

import contextlib
import functools
import io
import logging
import os
import select
from collections.abc import Callable, Iterator
from typing import Any, ParamSpec, TypeVar

from Xlib import X
from Xlib.display import Display
from Xlib.error import ConnectionClosedError, DisplayError, XError, xerror_class
from Xlib.ext import xinput

from gridpilot.desktop.shared.wake_pipe import WakePipe
from gridpilot.errors import ConnectionLost, EnvironmentFault

log = logging.getLogger(__name__)

GENERIC_EVENT = 35

P = ParamSpec("P")
R = TypeVar("R")
XDisplay = Any
XWindow = Any
"""python-xlib carries no types."""


def open_display(name: str | None = None) -> XDisplay:
    """A new connection, to $DISPLAY where no name is given. Raises EnvironmentFault with the reason and the fix."""
    wanted = os.environ.get("DISPLAY", "") if name is None else name
    if not wanted:
        raise _no_display()
    try:
        with contextlib.redirect_stdout(io.StringIO()):  # python-xlib prints that there is no ~/.Xauthority
            display = Display(wanted)
    except (DisplayError, ConnectionClosedError, OSError) as fault:  # the second: it is about to end
        raise EnvironmentFault(
            "No display",
            f"The X server {wanted} cannot be reached ({_reason(fault)}).",
            "Start gridpilot as the user whose desktop it is, from a program of that desktop, or set DISPLAY.",
        ) from fault
    _keep_to_itself(display)
    display.set_error_handler(_log_error)
    if is_xwayland(display):
        display.close()
        raise _only_x_programs(wanted)
    return display


def says_when_lost(method: Callable[P, R]) -> Callable[P, R]:
    """Turns python-xlib's error for a connection that is gone into a fault that can be told."""

    @functools.wraps(method)
    def told(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return method(*args, **kwargs)
        except ConnectionClosedError as fault:
            raise ConnectionLost(
                "Display lost", "The X server ended the connection.", "Log in again, then start gridpilot again."
            ) from fault

    return told


def _reason(fault: Exception) -> str:
    """python-xlib's message, without repeating the display's name; servers end theirs with a line feed."""
    reason = getattr(fault, "msg", None) or str(fault)
    text = reason.decode("latin-1") if isinstance(reason, bytes) else str(reason)
    return text.strip().rstrip(".")


def _no_display() -> EnvironmentFault:
    return EnvironmentFault(
        "No display",
        "DISPLAY is not set, so there is no desktop to work on.",
        "Start gridpilot from a terminal or a menu of the desktop; `gridpilot read IMAGE` needs none.",
    )


def _only_x_programs(name: str) -> EnvironmentFault:
    return EnvironmentFault(
        "Wayland session",
        f"The X server {name} shows only the X programs of a Wayland desktop, whose compositor cannot be found.",
        "Start gridpilot from a program of that desktop, so that WAYLAND_DISPLAY names its compositor.",
    )


def is_xwayland(display: XDisplay) -> bool:
    """Whether this X server shows only the X programs of a Wayland desktop."""
    if display.query_extension("XWAYLAND") is not None:  # since Xwayland 23.1
        return True
    names = [*outputs(display), *input_devices(display).values()]  # a desktop may have no keyboard or mouse yet
    return any(name.lower().startswith("xwayland") for name in names)


def outputs(display: XDisplay) -> list[str]:
    """Names of the monitors' sockets; empty where the server has no RandR."""
    if not display.has_extension("RANDR"):
        return []
    found = display.screen().root.xrandr_get_screen_resources()
    return [_text(display.xrandr_get_output_info(each, 0).name) for each in found.outputs]


def input_devices(display: XDisplay) -> dict[int, str]:
    """Names of all input devices by their XInput number; empty where the server has no XInput."""
    if not display.has_extension(xinput.extname):
        return {}
    devices = display.xinput_query_device(xinput.AllDevices).devices
    return {device.deviceid: _text(device.name) for device in devices}


def _text(name: str | bytes) -> str:
    return name.decode(errors="replace") if isinstance(name, bytes) else name


def _keep_to_itself(display: XDisplay) -> None:
    """python-xlib keeps extension numbers per class: of two servers, the later would count for both. And its RandR puts
    classes that hold nothing in the place of BadRequest and BadValue, at which reading from the server never ends.
    """
    inner = display.display
    for table in ("extension_major_opcodes", "error_classes", "event_classes"):
        setattr(inner, table, dict(getattr(inner, table)))
    wrong = [code for code, kind in inner.error_classes.items() if not issubclass(kind, XError)]
    for code in wrong:
        inner.error_classes[code] = xerror_class.get(code, XError)


def _log_error(error: object, _request: object) -> None:
    """Windows vanish while we look at them; python-xlib would print each such error."""
    log.debug("X error: %s", error)


@contextlib.contextmanager
def alone(display: XDisplay) -> Iterator[None]:
    """The server serves nobody else meanwhile: what was asked is still so when what follows from it is done. Nothing
    but this connection's own answers may be waited for; should this process end in between, the server goes on.
    """
    display.grab_server()
    try:
        yield
    finally:
        display.ungrab_server()
        display.flush()


def events(display: XDisplay) -> Iterator[Any]:
    """What has come, without waiting."""
    while display.pending_events():
        yield display.next_event()


def wait(display: XDisplay, wake: WakePipe, timeout: float | None = None) -> bool:
    """Sleeps until there are events or `wake` is called, or for `timeout` seconds; True when `wake`
    did. While python-xlib waits for an answer it reads events ahead, and those wake nobody: they are asked for first.
    """
    if display.pending_events():
        timeout = 0.0
    ready, _, _ = select.select([display.fileno(), wake], [], [], timeout)
    return wake in ready


def property_of(display: XDisplay, window: XWindow, name: str) -> Any:
    """A property's value: bytes (or str) for texts, a list of numbers otherwise; None when it is not set."""
    found = window.get_full_property(display.get_atom(name), X.AnyPropertyType)
    return None if found is None else found.value


def has_manager(display: XDisplay) -> bool:
    """Whether a window manager runs that keeps _NET_ACTIVE_WINDOW; the property of a dead one is left behind."""
    try:
        check = property_of(display, display.screen().root, "_NET_SUPPORTING_WM_CHECK")
        if not check:
            return False
        proof = property_of(display, display.create_resource_object("window", check[0]), "_NET_SUPPORTING_WM_CHECK")
    except XError:
        return False
    return bool(proof) and proof[0] == check[0]
