"""scripts/test.py runs a test with real programs that failed once more, alone; and no other."""

import sys
from pathlib import Path

import test as runner

TWO = """
from pathlib import Path

def test_that_fails_at_first():
    seen = Path(__file__).with_suffix(".seen")
    before = seen.exists()
    seen.touch()
    assert before

def test_that_passes():
    pass
"""


def test_one_that_passes_alone_is_forgiven_and_both_outcomes_are_told(tmp_path, capfd, monkeypatch):
    monkeypatch.setattr(runner, "SIDE_BY_SIDE", ())  # it takes seconds to start others
    (tmp_path / "tests/desktop").mkdir(parents=True)
    (tmp_path / "tests/desktop/test_two.py").write_text(TWO)
    assert runner.pytest(Path(sys.executable), ["tests"], tmp_path / "home", tmp_path) == 0
    *_, closing, last = capfd.readouterr().out.splitlines()
    assert "1 passed" in closing
    assert last.startswith("At first: 1 failed, 1 passed, 0 skipped in ")
    assert "Alone: 0 failed, 1 passed, 0 skipped in " in last


def test_only_tests_with_real_programs_get_a_second_try():
    real = ["tests/desktop/test_a.py::test_b", "tests/windows/test_a.py::test_b"]
    assert runner.second_try([*real, "tests/unit/test_a.py::test_b", "tests/wheel/test_a.py::test_b"]) == real


def test_more_than_three_get_none():
    failed = [f"tests/desktop/test_a.py::test_{i}" for i in range(4)]
    assert runner.second_try(failed[:3]) == failed[:3]
    assert runner.second_try(failed) == []
