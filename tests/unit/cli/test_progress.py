"""Progress is for eyes: on a terminal, and cleared before the answer."""

import os
import sys
from contextlib import suppress

import pytest

from gridpilot.cli import output
from gridpilot.cli.main import main

pty = pytest.importorskip("pty", reason="no such terminals on Windows", exc_type=ImportError)


def on_a_terminal(act) -> str:
    """What a terminal gets on standard error while that is done."""
    ours, theirs = pty.openpty()
    before = os.dup(2)
    os.dup2(theirs, 2)
    kept, sys.stderr = sys.stderr, os.fdopen(os.dup(2), "w")
    try:
        act()
    finally:
        sys.stderr.close()
        sys.stderr = kept
        os.dup2(before, 2)
        for each in (before, theirs):
            os.close(each)
    seen = b""
    try:
        while part := os.read(ours, 4096):
            seen += part
    except OSError:  # all of it was read
        pass
    os.close(ours)
    return seen.decode()


def test_a_terminal_is_told_which_profile_is_tested_and_the_line_is_cleared(capsys):
    seen = on_a_terminal(lambda: main(["profile", "test", "practice"]))
    assert "practice …" in seen
    assert seen.endswith(output.CLEAR)
    assert "practice …" not in capsys.readouterr().out


def test_a_pipe_is_told_nothing(capsys):
    output.doing("something")
    assert capsys.readouterr().err == ""


def test_what_takes_long_is_said_until_it_ends_be_it_by_a_fault():
    def fails():
        with suppress(ValueError), output.while_doing("Looking …"):
            raise ValueError

    assert on_a_terminal(fails) == f"{output.CLEAR}Looking …{output.CLEAR}"
