"""A screen of which no picture can be had: each job says so, the worker lives, and nothing pauses by itself."""

import subprocess

import pytest
from resident import Resident, gridpilot
from virtual import desktop, wait_for

pytestmark = pytest.mark.gui


def test_where_no_picture_can_be_had_every_job_says_why_and_nothing_pauses():
    with desktop(wm="none", bus=False, depth=8) as desk, Resident(desk) as resident:
        desk.start(["xterm"])
        window = str(desk.wait_window(class_name="XTerm"))
        (worker,) = resident.workers()
        for words in 3 * (("solve",), ("play",)):
            command = gridpilot(*words, "--window", window)
            done = subprocess.run(command, env=desk.env, capture_output=True, text=True, timeout=60, check=False)
            assert done.returncode == 3
            assert "colour depth of 8" in done.stderr
            assert "Start the X server with a depth of 24" in done.stderr
            wait_for(lambda: not resident.ask("status")["busy"], what="the end of the job")
        status = resident.ask("status")
        assert (status["paused"], status["worker"]["ready"], status["note"]) == (False, True, "")
        assert resident.workers() == [worker]
