"""Nothing leaves the machine: every process of a whole job is watched from within, and the network is cut for it."""

import json
import subprocess
from pathlib import Path

import pytest
from resident import Resident, gridpilot
from virtual import desktop

pytestmark = pytest.mark.gui

WATCH = """
import os, sys

ADDRESS = dict.fromkeys(["socket.connect", "socket.sendto", "socket.bind"], 1)
ADDRESS |= dict.fromkeys(["socket.getaddrinfo", "socket.gethostbyname"], 0)

def watch(event, arguments):
    if event in ADDRESS:
        address = arguments[ADDRESS[event]]
        if not isinstance(address, (str, bytes)) or ADDRESS[event] == 0:  # a local socket's is a path
            with open(os.environ["NETWORK_LOG"], "a") as log:
                print(os.getpid(), event, address, file=log)
            raise OSError("the network is cut")

sys.addaudithook(watch)
with open(os.environ["NETWORK_LOG"] + ".watched", "a") as log:
    print(os.getpid(), file=log)
"""


def test_a_whole_job_and_the_commands_around_it_use_no_network():
    with desktop() as desk:
        (desk.home / "watch").mkdir()
        (desk.home / "watch" / "sitecustomize.py").write_text(WATCH)
        log = desk.home / "network.log"
        desk.env["PYTHONPATH"] = f"{desk.home / 'watch'}:{desk.env['PYTHONPATH']}"
        desk.env["NETWORK_LOG"] = str(log)
        with Resident(desk) as resident:
            state = desk.home / "board.json"
            desk.start(gridpilot("practice", "sudoku", "--state", str(state)))
            desk.focus(desk.wait_window(class_name="Gridpilot-practice"))
            done = subprocess.run(
                gridpilot("solve", "--json"), env=desk.env, capture_output=True, text=True, timeout=90
            )
            assert json.loads(done.stdout)["outcome"] == "verified", done.stdout + done.stderr
            worker = str(resident.ask("status")["worker"]["pid"])
            subprocess.run(gridpilot("doctor"), env=desk.env, capture_output=True, timeout=90)
        watched = Path(f"{log}.watched").read_text().split()
        assert {worker, str(resident.process.pid)} <= set(watched)
        assert not log.exists(), log.read_text()


def test_the_watch_itself_sees_a_connection(tmp_path):
    (tmp_path / "sitecustomize.py").write_text(WATCH)
    env = {"PYTHONPATH": str(tmp_path), "NETWORK_LOG": str(tmp_path / "log")}
    code = "import socket; socket.create_connection(('192.0.2.1', 80), 1)"
    done = subprocess.run([gridpilot()[0], "-c", code], env=env, capture_output=True, text=True, timeout=30)
    assert "the network is cut" in done.stderr
    assert "192.0.2.1" in (tmp_path / "log").read_text()
