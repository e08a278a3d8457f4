"""Which kind of desktop this session is, by what is there and never by a name.

A real X server is worked with as ever, also one that was started in a Wayland session. One that shows only the X
programs of such a session is not: it listens by the hand of the compositor, or of Xwayland.
"""

import os
import re
from functools import cache

from gridpilot.desktop.wayland.listener import listener, name_of
from gridpilot.desktop.wayland.wire import socket_path
from gridpilot.errors import EnvironmentFault

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


def by_kwin() -> bool:
    """Whether the compositor offers no program what is needed, but the session bus has KWin's and KDE's own ways."""
    return not on_x11() and _by_kwin(socket_path())


@cache
def _by_kwin(_compositor: str) -> bool:
    from gridpilot.desktop.kwin.offers import is_there
    from gridpilot.desktop.portal.bus import Bus
    from gridpilot.desktop.wayland.offers import offer as compositor_offer

    try:
        if not compositor_offer().missing:
            return False
        bus = Bus()
    except EnvironmentFault:
        return False
    try:
        return is_there(bus)
    finally:
        bus.close()


def by_portal() -> bool:
    """Whether a Wayland desktop is worked by its portal: its compositor offers no program what is needed, and the
    portal has all of it. Nothing is asked of a portal where the compositor can do without.
    """
    return not on_x11() and _by_portal(socket_path())


@cache
def _by_portal(_compositor: str) -> bool:
    from gridpilot.desktop.portal.offers import offer as portal_offer  # late: not needed on X11
    from gridpilot.desktop.wayland.offers import offer as compositor_offer

    try:
        return bool(compositor_offer().missing) and not portal_offer().missing
    except EnvironmentFault:
        return False
