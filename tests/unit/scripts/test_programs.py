import select
import subprocess

import pytest
from programs import end

pytestmark = pytest.mark.posix("groups of processes")


def started(*command: str) -> subprocess.Popen[bytes]:
    return subprocess.Popen(command, start_new_session=True)


def test_a_program_is_ended_with_what_it_started():
    shell = subprocess.Popen(["sh", "-c", "sleep 60 & echo; wait"], stdout=subprocess.PIPE, start_new_session=True)
    assert shell.stdout
    assert shell.stdout.readline()
    end(shell)
    assert shell.returncode is not None
    assert select.select([shell.stdout], [], [], 20)[0], "its child still has the pipe"


def test_a_number_that_may_be_another_programs_by_now_is_left_alone():
    stranger, ended = started("sleep", "60"), started("true")
    ended.wait(10)
    ended.pid = stranger.pid
    end(ended)
    assert stranger.poll() is None
    end(stranger)
    assert stranger.returncode is not None
