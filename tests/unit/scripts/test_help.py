"""Each script says what it is for when it is asked, and loads what is there; so do workflows."""

from __future__ import annotations

import ast
import re
import runpy
import sys
from functools import cache
from pathlib import Path

import pytest
from named_commands import refused

ROOT = Path(__file__).parents[3]
SCRIPTS = {file.name: file.read_text("utf-8") for file in sorted((ROOT / "scripts").glob("*.py"))}
ELSEWHERE = ("wayland_gnome.py", "wayland_kde.py", "wayland_sway.py")
"""What wayland_desktops.py runs in another Debian, by a Python that has GNOME's libraries."""

NEEDS = {"train_digits.py": ("onnx", "torch")}
PROGRAMS = [name for name, text in SCRIPTS.items() if '__name__ == "__main__"' in text and name not in ELSEWHERE]
WORKFLOWS = sorted((ROOT / ".github/workflows").glob("*.yml"))
CALL = re.compile(r"python[\d.]* scripts/(\w+\.py)\b([^&|\n]*)")
OWN = re.compile(r"(?:run: |&& |-a |^ {10,})(gridpilot [^&|\n]+)", re.MULTILINE)
PLACE = re.compile(r"(?<![\w/])((?:scripts|tests|daemon|\.readme)/[\w./-]+\w)")


def told_of(name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What the script answers to --help."""
    for lacking in NEEDS.get(name, ()):
        pytest.importorskip(lacking)
    monkeypatch.setattr(sys, "argv", [str(ROOT / "scripts" / name), "--help"])
    monkeypatch.setattr(sys, "path", [*sys.path])
    with pytest.raises(SystemExit) as left:
        runpy.run_path(sys.argv[0], run_name="__main__")
    assert not left.value.code
    return capsys.readouterr().out


@pytest.mark.skipif(sys.platform != "linux", reason="most of them need X11")
@pytest.mark.parametrize("name", PROGRAMS)
def test_a_script_says_what_it_is_for(name, monkeypatch, capsys) -> None:
    first = (ast.get_docstring(ast.parse(SCRIPTS[name])) or "").split()[:3]
    assert first
    assert " ".join(first) in " ".join(told_of(name, monkeypatch, capsys).split())


@pytest.mark.skipif(sys.platform != "linux", reason="most of them need X11")
@pytest.mark.parametrize("file", WORKFLOWS, ids=lambda file: file.name)
def test_what_a_workflow_calls_is_there_and_takes_those_options(file, monkeypatch, capsys) -> None:
    text = file.read_text("utf-8")
    assert [place for place in PLACE.findall(text) if not (ROOT / place).exists()] == []
    assert [line for line in OWN.findall(text) if refused(line.strip())] == []
    calls = CALL.findall(text)
    assert calls
    for name, words in calls:
        known = told_of(name, monkeypatch, capsys) if "--" in words else ""
        assert [word for word in re.findall(r"--[\w-]+", words) if word not in known] == [], name


@cache
def names_of(module: str) -> set[str]:
    """What it has: its own, or loaded from elsewhere; no variable of a function."""
    found, blocks = set(), [ast.parse(SCRIPTS[module])]
    while blocks:
        node = blocks.pop()
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found.add(node.name)
            continue
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {each.asname or each.name for each in node.names}
        blocks += ast.iter_child_nodes(node)
    return found


def test_what_a_script_takes_from_another_one_is_there() -> None:
    """Some of them no other test loads."""
    taken = [
        (name, f"{node.module}.py", {each.name for each in node.names})
        for name, text in SCRIPTS.items()
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.ImportFrom) and f"{node.module}.py" in SCRIPTS
    ]
    assert len(taken) > 100
    assert [(name, module, lacking) for name, module, names in taken if (lacking := names - names_of(module))] == []
