"""X11 or Wayland: by who listens, with sockets of our own."""

import socket
import subprocess
import sys

import pytest

from gridpilot.desktop.linux import which

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
