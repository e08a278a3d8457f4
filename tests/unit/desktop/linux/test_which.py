"""X11 or Wayland: by who listens, with sockets of our own."""

import socket
import subprocess
import sys

import pytest

from gridpilot.desktop.linux import which
from gridpilot.desktop.portal import offers as portal_offers
from gridpilot.desktop.wayland import offers as wayland_offers

pytestmark = pytest.mark.posix("Unix sockets")

OTHER = """
import socket, sys
listening = socket.socket(socket.AF_UNIX)
listening.bind(sys.argv[1])
listening.listen()
print("ready", flush=True)
sys.stdin.read()
"""


def listening(path):
    made = socket.socket(socket.AF_UNIX)
    made.bind(str(path))
    made.listen()
    return made


@pytest.fixture
def session(monkeypatch, tmp_path):
    """A compositor listens, which is this process; X servers are looked for in the same folder."""
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-0")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("XDG_SESSION_TYPE", raising=False)
    monkeypatch.setattr(which, "X_SOCKETS", str(tmp_path / "X"))
    with listening(tmp_path / "wayland-0"):
        yield tmp_path


def test_without_an_x_server_it_is_wayland(session):
    assert not which.on_x11()


def test_an_x_server_of_the_compositor_shows_only_its_x_programs(session, monkeypatch):
    monkeypatch.setenv("DISPLAY", ":5.0")
    with listening(session / "X5"):
        assert not which.on_x11()


def test_an_x_server_of_its_own_in_such_a_session_is_worked_with(session, monkeypatch):
    monkeypatch.setenv("DISPLAY", "unix:6")
    command = [sys.executable, "-c", OTHER, str(session / "X6")]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdout.readline() == b"ready\n"
        assert which.on_x11()
        monkeypatch.setattr(which, "name_of", lambda _: "Xwayland")
        assert not which.on_x11()


@pytest.mark.parametrize("display", ["elsewhere:0", "localhost:10.0"])
def test_another_machine_s_x_server_is_worked_with(session, monkeypatch, display):
    monkeypatch.setenv("DISPLAY", display)
    assert which.on_x11()


def test_a_compositor_that_has_ended_leaves_the_x_server(session, monkeypatch):
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-1")
    monkeypatch.setenv("DISPLAY", ":5")
    with listening(session / "X5"):
        assert which.on_x11()


def test_without_any_it_is_x11_that_says_so(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "XDG_SESSION_TYPE"):
        monkeypatch.delenv(name, raising=False)
    assert which.on_x11()


@pytest.mark.parametrize(
    ("compositor", "portal", "chosen"),
    [({}, None, False), ({"pictures": "zwlr"}, (), True), ({"pictures": "zwlr"}, ("its portal RemoteDesktop",), False)],
    ids=["the compositor has all", "the portal has all", "neither has"],
)
def test_a_portal_stands_in_where_the_compositor_offers_less(session, monkeypatch, compositor, portal, chosen):
    """It is not even asked where the compositor has all: asking starts it."""
    which._by_portal.cache_clear()
    monkeypatch.setattr(wayland_offers, "offer", lambda: wayland_offers.Offer("one", compositor, *[True] * 3))
    asked = []

    def offer():
        asked.append("portal")
        return portal_offers.Offer("one", {}, portal)

    monkeypatch.setattr(portal_offers, "offer", offer)
    assert which.by_portal() is chosen
    assert asked == ["portal"] * bool(compositor)
    which._by_portal.cache_clear()


def test_on_x11_nobody_is_asked_for_a_portal(session, monkeypatch):
    monkeypatch.delenv("WAYLAND_DISPLAY")
    monkeypatch.setattr(portal_offers, "offer", lambda: pytest.fail("it was asked"))
    monkeypatch.setattr(wayland_offers, "offer", lambda: pytest.fail("it was asked"))
    monkeypatch.setenv("DISPLAY", ":5")
    with listening(session / "X5"):
        assert not which.by_portal()
