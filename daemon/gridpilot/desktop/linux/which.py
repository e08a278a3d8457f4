"""Which kind of desktop this session is, by what is there and never by a name.

A real X server is worked with as ever, also one that was started in a Wayland session. One that shows only the X
programs of such a session is not: it listens by the hand of the compositor, or of Xwayland.
"""

import os
import re

from gridpilot.desktop.wayland.listener import listener, name_of
from gridpilot.desktop.wayland.wire import socket_path

X_SOCKETS = "/tmp/.X11-unix/X"  # noqa: S108 - where X servers listen
LOCAL = re.compile(r"(?:unix)?:(\d+)(?:\.\d+)?")


def on_x11() -> bool:
    """Also where there is neither: X11's own words say then what is missing."""
    wayland, display = socket_path(), os.environ.get("DISPLAY", "")
    if not wayland or not display:
        return not wayland
    compositor, local = listener(wayland), LOCAL.fullmatch(display)
    if not compositor or local is None:  # another machine's X server
        return True
    server = listener(f"{X_SOCKETS}{local[1]}")
    return bool(server) and server != compositor and "xwayland" not in name_of(server).lower()
