"""The socket between command line and daemon, and the lock that keeps a second daemon away."""

import json
import os
import socket
import stat
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

import pytest

from gridpilot.desktop.choose import line
from gridpilot.errors import EnvironmentFault, NoAnswer, NoDaemon
from gridpilot.service import control
from gridpilot.service.control import Server, ask, ask_a_new_one

SOCKET = pytest.mark.posix("a socket of the file system")


@pytest.fixture
def path():
    """Not in pytest's own folder: with a test's name in it, its path is longer than a socket's may be."""
    with tempfile.TemporaryDirectory() as folder:
        yield Path(folder) / "gridpilot-9.sock"


@pytest.fixture
def echo(path):
    server = Server(line(path), lambda request: {"ok": True, "heard": request})
    server.start()
    yield server
    server.stop()


def test_a_request_is_answered(path, echo):
    assert ask(path, {"do": "status"}) == {"ok": True, "heard": {"do": "status"}}


@SOCKET
def test_only_the_user_may_talk_to_it(path, echo):
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="only root can become another user")
def test_another_user_is_turned_away_even_where_the_file_lets_him_in():
    """As the user nobody, in a folder that is open to all."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        path = Path(folder) / "open.sock"
        server = Server(line(path), lambda _: {"ok": True})
        server.start()
        path.chmod(0o666)
        code = "import os, socket, sys; os.setuid(int(sys.argv[2]))"
        code += "; s = socket.socket(socket.AF_UNIX); s.connect(sys.argv[1]); s.sendall(b'{}\\n'); print(s.recv(99))"
        command = [sys.executable, "-c", code, str(path)]
        heard = {
            user: subprocess.run([*command, str(user)], capture_output=True, text=True, timeout=60).stdout
            for user in (0, 65534)
        }
        server.stop()
    assert "ok" in heard[0]
    assert "ok" not in heard[65534]


def test_without_a_daemon_the_next_step_is_named(path):
    with pytest.raises(NoDaemon) as fault:
        ask(path, {"do": "status"})
    assert "gridpilot" in fault.value.fix


@SOCKET
def test_a_daemon_that_ends_before_it_answers_is_not_taken_for_none(path):
    """What was asked of it may have been begun: nobody else may do it then."""
    with socket.socket(socket.AF_UNIX) as dying:
        dying.bind(str(path))
        dying.listen()

        def end():
            dying.accept()[0].close()

        threading.Thread(target=end).start()
        with pytest.raises(NoAnswer):
            ask(path, {"do": "solve"})


@SOCKET
def test_a_socket_that_a_dead_daemon_left_behind_counts_as_none_and_is_replaced(path):
    dead = socket.socket(socket.AF_UNIX)
    dead.bind(str(path))
    dead.close()
    with pytest.raises(NoDaemon):
        ask(path, {"do": "status"})
    server = Server(line(path), lambda _: {"ok": True})
    server.start()
    assert ask(path, {"do": "status"}) == {"ok": True}
    server.stop()
    assert not path.exists()


def test_a_long_job_does_not_hold_up_the_next_question(path):
    answered = threading.Event()

    def answer(request):
        if request["do"] == "solve":
            answered.wait(30)
        return {"did": request["do"]}

    server = Server(line(path), answer)
    server.start()
    replies = []
    job = threading.Thread(target=lambda: replies.append(ask(path, {"do": "solve"}, timeout=None)))
    job.start()
    assert ask(path, {"do": "status"}) == {"did": "status"}
    answered.set()
    job.join(30)
    assert replies == [{"did": "solve"}]
    server.stop()


@SOCKET
@pytest.mark.parametrize("line", [b"nonsense\n", b"[1, 2]\n", b"\xff\n", b'{"do": "status"', b"[" * 50_000 + b"\n"])
def test_a_bad_line_is_refused_and_the_server_goes_on(path, echo, line):
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        client.sendall(line)
        client.shutdown(socket.SHUT_WR)
        reply = json.loads(client.makefile().readline())
    assert reply["ok"] is False
    assert ask(path, {"do": "status"})["ok"]


def test_a_bug_in_an_answer_costs_only_that_answer(path):
    def answer(request):
        if request["do"] == "bug":
            raise KeyError(request["do"])
        return {"ok": True}

    server = Server(line(path), answer)
    server.start()
    assert ask(path, {"do": "bug"})["ok"] is False
    assert ask(path, {"do": "status"})["ok"]
    server.stop()


def test_the_line_is_had_once_and_free_again_when_its_holder_ends(path):
    held = line(path)
    assert held is not None
    other = f"import pathlib; from gridpilot.desktop import choose; print(choose.line(pathlib.Path({str(path)!r})))"
    command = [sys.executable, "-c", other]
    assert subprocess.run(command, capture_output=True, text=True, env={"PYTHONPATH": ":".join(sys.path)}).stdout == (
        "None\n"
    )
    held.close()
    again = line(path)
    assert again is not None
    again.close()


def test_a_daemon_that_is_just_starting_is_waited_for(path):
    """It has the lock, and its socket a moment later."""
    servers = []

    def begin():
        servers.append(Server(line(path), lambda _: {"ok": True}))
        servers[0].start()

    with pytest.raises(NoDaemon):
        ask(path, {"do": "status"})
    later = threading.Timer(0.3, begin)
    later.start()
    assert ask_a_new_one(path, {"do": "status"}) == {"ok": True}
    servers[0].stop()


@SOCKET
def test_a_line_that_never_ends_is_refused_in_time_and_length(path, echo, monkeypatch):
    monkeypatch.setattr(control, "LONGEST_REQUEST", 1000)
    assert ask(path, {"do": "x" * 2000})["error"]["message"] == "the line is too long"
    monkeypatch.setattr(control, "PATIENCE", 0.1)
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(str(path))
        client.sendall(b"{")
        client.settimeout(30)
        assert client.recv(99) == b"", "it was hung up"


@SOCKET
def test_a_socket_path_that_the_system_cannot_take_is_said_before_it_fails(path):
    for do in (line, lambda deep: ask(deep, {"do": "status"})):
        with pytest.raises(EnvironmentFault, match="XDG_RUNTIME_DIR"):
            do(path.with_name("x" * 120))
