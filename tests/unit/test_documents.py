"""What the repository's documents claim of itself: links, commands, scripts, and a README that stays short."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from named_commands import refused
from PIL import Image

from gridpilot.cli.main import main

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
DOCUMENTS = (
    *("README.md", "daemon/README.md", "tests/README.md", "scripts/README.md", "scripts/MEASURED.md"),
    *(".github/CONTRIBUTING.md", ".github/CHANGELOG.md"),
)
LINK = re.compile(r"\]\(([^)\s]+)\)")
SCRIPT = re.compile(r"\b(?:scripts/)?([a-z][a-z0-9_]*\.py)\b")
LONGEST_SENTENCE = 180  # characters: a line and a half


def commands(text: str) -> list[str]:
    """The code lines that call gridpilot, without their remarks."""
    lines = [line.split(" #")[0].strip() for line in text.splitlines() if line.startswith("    ")]
    return [line for line in lines if line.split()[:1] == ["gridpilot"]]


def sentences(text: str) -> list[str]:
    """Of prose, list items and table cells; code is none, and of a link only its text is read."""
    prose = re.sub(r"\]\([^)]*\)", "]", re.sub(r"(?m)^    .*$", "", text))
    blocks = re.split(r"\n\s*\n|\n(?=[*|#])|(?<=.)\|", prose)
    return [s for block in blocks for s in re.split(r"(?<=[.!?:;])\s", " ".join(block.split()))]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_links_lead_somewhere(name: str) -> None:
    document = ROOT / name
    links = [link for link in LINK.findall(document.read_text("utf-8")) if not link.startswith("http")]
    assert [link for link in links if not (document.parent / link.split("#")[0]).exists()] == []


@pytest.mark.parametrize("name", DOCUMENTS)
def test_commands_are_taken_by_the_command_line(name: str) -> None:
    assert [line for line in commands((ROOT / name).read_text("utf-8")) if refused(line)] == []


def test_what_the_readme_shows_to_copy_works_as_it_stands(monkeypatch, capsys) -> None:
    monkeypatch.chdir(ROOT)
    told = [line for line in commands(README) if {"--text", "--board", "read"} & set(shlex.split(line))]
    assert len(told) == 4
    assert {line: main(shlex.split(line)[1:]) for line in told} == dict.fromkeys(told, 0)
    assert ". 1 . | . . . | 4 3 ." in capsys.readouterr().out


def test_the_readme_is_short() -> None:
    assert len(README.splitlines()) <= 130
    assert [sentence for sentence in sentences(README) if len(sentence) > LONGEST_SENTENCE] == []


def test_a_long_sentence_is_found_wherever_it_stands() -> None:
    long = "word " * 37 + "end."
    for text in (long, f"Short. {long}", f"* {long}", f"| a | {long} |", "\n".join(long.split())):
        assert [s for s in sentences(text) if len(s) > LONGEST_SENTENCE], text
    assert [s for s in sentences(f"    {long}") if s] == []


def test_the_moving_picture_moves_and_is_no_burden() -> None:
    file = ROOT / ".readme" / "moving.gif"
    assert file.stat().st_size <= 1_500_000
    with Image.open(file) as picture:
        assert picture.n_frames > 40


def test_every_picture_is_shown() -> None:
    texts = README + (ROOT / "scripts" / "MEASURED.md").read_text("utf-8")
    shown = set(re.findall(r"\.readme/([\w.-]+)", texts))
    assert {path.name for path in (ROOT / ".readme").iterdir()} == shown


def test_every_script_has_its_line_and_every_line_its_script() -> None:
    text = (ROOT / "scripts" / "README.md").read_text("utf-8")
    named = re.findall(r"(?m)^\| `(\w+\.py)` \| \S", text)
    assert sorted(named) == sorted(path.name for path in (ROOT / "scripts").glob("*.py"))


@pytest.mark.parametrize("name", [*DOCUMENTS, ".pre-commit-config.yaml", ".github/workflows/tests.yml"])
def test_scripts_that_are_named_exist(name: str) -> None:
    here = {path.name for path in (*ROOT.glob("scripts/*.py"), *ROOT.glob("tests/**/*.py"))}
    here |= {path.name for path in ROOT.glob("daemon/**/*.py")}
    assert set(SCRIPT.findall((ROOT / name).read_text("utf-8"))) - here == set()
