"""The compiler runs in a process of its own, once for each size and each version of what it compiles."""

import stat

import pytest

from gridpilot.games.twenty48.engines.compile_cache import compiled_apart

pytestmark = pytest.mark.posix("a program that is a shell script")


@pytest.fixture
def interpreter(tmp_path, monkeypatch):
    """Stands in for Python: writes down what it was asked to do; its exit code is the text of the file `code`."""
    program, runs, code = tmp_path / "python", tmp_path / "runs", tmp_path / "code"
    code.write_text("0")
    runs.write_text("")
    program.write_text(f'#!/bin/sh\necho "$@" >> {runs}\nexit $(cat {code})\n')
    program.chmod(program.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setattr("sys.executable", str(program))
    monkeypatch.setenv("NUMBA_CACHE_DIR", "one")
    return lambda: runs.read_text().splitlines(), code


def test_each_size_is_compiled_once(interpreter, tmp_path):
    runs, _ = interpreter
    for size in ((4, 4), (4, 4), (3, 5), (3, 5), (4, 4)):
        compiled_apart(*size, tmp_path / "cache")
    assert [run.split()[-2:] for run in runs()] == [["4", "4"], ["3", "5"]]


def test_another_place_for_the_compiled_code_is_filled_anew(interpreter, tmp_path, monkeypatch):
    runs, _ = interpreter
    compiled_apart(4, 4, tmp_path / "cache")
    monkeypatch.setenv("NUMBA_CACHE_DIR", "two")
    compiled_apart(4, 4, tmp_path / "cache")
    assert len(runs()) == 2


def test_what_failed_is_tried_again_next_time(interpreter, tmp_path):
    runs, code = interpreter
    code.write_text("1")
    for _ in range(2):
        compiled_apart(4, 4, tmp_path / "cache")
    assert len(runs()) == 2
    code.write_text("0")
    for _ in range(2):
        compiled_apart(4, 4, tmp_path / "cache")
    assert len(runs()) == 3


def test_without_a_folder_nothing_is_started(interpreter):
    runs, _ = interpreter
    compiled_apart(4, 4, None)
    assert runs() == []
