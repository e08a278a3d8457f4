"""A new game is one folder below games/, one line, and a folder of profiles: a toy game is added so, to a copy."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
TOY = ROOT / "tests" / "third_game"
LINE = "from gridpilot.games.latin.about import LATIN as LATIN\n"
BEFORE = "# isort: on\n"


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """gridpilot with the toy game's folder and profiles, and not yet its line."""
    root = tmp_path_factory.mktemp("copy")
    unwanted = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "daemon" / "gridpilot", root / "daemon" / "gridpilot", ignore=unwanted)
    shutil.copytree(ROOT / "profiles", root / "profiles")
    shutil.copytree(TOY / "latin", root / "daemon" / "gridpilot" / "games" / "latin", ignore=unwanted)
    shutil.copytree(TOY / "profiles", root / "profiles", dirs_exist_ok=True)
    return root


@pytest.fixture
def with_line(copy):
    registry = copy / "daemon" / "gridpilot" / "games" / "__init__.py"
    text = registry.read_text("utf-8")
    assert text.count(BEFORE) == 1
    registry.write_text(text.replace(BEFORE, LINE + BEFORE), "utf-8")
    yield copy
    registry.write_text(text, "utf-8")


def run(root, home, *words):
    folders = {f"XDG_{name}_HOME": str(home) for name in ("CONFIG", "DATA", "STATE", "CACHE")}
    python_path = os.pathsep.join(map(str, (root / "daemon", ROOT / "tests")))
    environment = {
        **os.environ,
        **folders,
        "HOME": str(home),
        "PYTHONPATH": python_path,
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    return subprocess.run(
        [sys.executable, *map(str, words)], env=environment, cwd=home, capture_output=True, text=True, timeout=60
    )


def test_it_is_in_settings_menu_and_command_line_and_its_key_completes_a_board(with_line, tmp_path):
    done = run(with_line, tmp_path, TOY / "press.py", tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert told["default"] == ['#complete = "ctrl+alt+l"']
    assert told["setting"] == ["Complete the Latin square", "Fills the square in the focused window."]
    assert told["menu"] == "Complete Latin square"
    assert [line for line in told["lines"] if line in {"solve", "play", "complete"}] == ["solve", "play", "complete"]
    (key,) = told["hotkey"]
    assert (key["combination"], key["live"]) == ("ctrl+alt+l", True)
    assert told["line"] == "complete the Latin square"
    assert told["games"] == ["sudoku", "2048", "latin"]
    assert told["pressed"]
    assert told["board"] == [1, 2, 3, 2, 3, 1, 3, 1, 2], told["record"]
    record = told["record"]
    assert (record["game"], record["profile"], record["outcome"], record["cells_filled"]) == (
        "latin",
        "toy",
        "verified",
        5,
    )
    help_ = run(with_line, tmp_path, "-m", "gridpilot", "complete", "--help")
    assert "complete the Latin square in the focused window" in help_.stdout
    assert "--profile" in help_.stdout


def test_without_its_line_nobody_knows_it(copy, tmp_path):
    done = run(copy, tmp_path, TOY / "press.py", tmp_path)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["default"], told["setting"], told["menu"], told["hotkey"]) == ([], None, None, [])
    assert told["games"] == ["sudoku", "2048"]
    assert not told["pressed"]
    assert told["board"] == [1, 2, 0, 0, 3, 0, 0, 0, 2]
    refused = run(copy, tmp_path, "-m", "gridpilot", "complete", "--help")
    assert refused.returncode == 2
    assert "'complete' is no verb" in refused.stdout + refused.stderr
