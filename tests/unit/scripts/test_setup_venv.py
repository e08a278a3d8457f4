"""An installation that left 2048's search out is not taken for a whole one."""

import sys
from pathlib import Path

import build_search
import pytest
import setup_venv


@pytest.fixture
def left_out(tmp_path, monkeypatch):
    monkeypatch.setattr(build_search, "BUILT", tmp_path / "search")
    monkeypatch.setattr(setup_venv, "venv_python", lambda: Path(sys.executable))
    return tmp_path / "search"


def test_a_search_that_no_compiler_takes_is_a_fault(left_out, monkeypatch):
    monkeypatch.setenv("CC", f"{sys.executable} -c 0/0")
    with pytest.raises(setup_venv.SetupError, match="ZeroDivisionError"):
        setup_venv._search()


def test_one_that_is_left_out_for_lack_of_a_compiler_is_told_each_time(left_out, monkeypatch, capsys):
    monkeypatch.delenv("CC", raising=False)
    monkeypatch.setenv("PATH", str(left_out.parent))
    for _ in range(2):
        setup_venv._search()
        assert "fast search is not built" in capsys.readouterr().out


def test_one_of_other_sources_is_none(left_out):
    left_out.write_bytes(b"0123456789abcdef")
    assert not build_search.is_built()
    left_out.write_bytes(build_search.digest().encode())
    assert build_search.is_built()
