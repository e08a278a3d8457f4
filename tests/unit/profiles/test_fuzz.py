"""Profile files that no one would write on purpose: each is either a profile or Problems with key and line.

500 of them in a usual run; GRIDPILOT_FUZZ=10000 has as many as that.
"""

from __future__ import annotations

import json
import os
from itertools import accumulate, count, takewhile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from gridpilot.profiles import bundled
from gridpilot.profiles.format import PROFILE
from gridpilot.profiles.store import read_profile
from gridpilot.profiles.value_types import Table
from gridpilot.toml_file import MOST_BYTES, MOST_TOLD

EXAMPLES = int(os.environ.get("GRIDPILOT_FUZZ", "500"))
KEYS = sorted(
    {
        *PROFILE.keys,
        *(inner for entry in PROFILE.keys.values() if isinstance(entry.kind, Table) for inner in entry.kind.keys),
        *("class", "title", "not", "colour", "tolerance", "digit-1", "1", "erase", "#eee4da", "2", "fil", "a.b", "é"),
    }
)
WORDS = [
    "sudoku",
    "2048",
    "re:(",
    "*",
    "a*b",
    "\u202e",
    "",
    "auto",
    "fixed",
    "colours",
    "click-pad",
    "#8492a6",
    "dom",
    "a\nb",
]
LEAF = st.one_of(
    *(st.sampled_from(WORDS), st.text(max_size=8), st.booleans(), st.integers(), st.floats(), st.integers(-1, 10)),
    st.lists(st.floats(0, 1), min_size=2, max_size=4),
)
VALUE = st.recursive(
    LEAF,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.dictionaries(st.sampled_from(KEYS) | st.text(max_size=3), inner, max_size=4)
    ),
    max_leaves=12,
)
RIGHT = {"game": "sudoku", "match": {"class": "A"}}


def as_toml(value: object) -> str:
    """Any value as inline TOML; NaN and the infinities too."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(str(key))} = {as_toml(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list):
        return f"[{', '.join(map(as_toml, value))}]"
    if isinstance(value, float):
        return repr(value)
    return json.dumps(value)


STRANGE_VALUES = st.dictionaries(st.sampled_from(KEYS), VALUE, max_size=5).map(
    lambda table: "\n".join(f"{json.dumps(key)} = {as_toml(value)}" for key, value in (RIGHT | table).items()).encode(
        "utf-8", "surrogatepass"
    )
)
FILES = [path.read_bytes() for path in sorted(Path(bundled()).glob("*/*/profile.toml"))]


@st.composite
def damaged(draw: st.DrawFn) -> bytes:
    """A bundled profile with a piece cut out, doubled, or put in its place."""
    raw = draw(st.sampled_from(FILES))
    start, end = sorted((draw(st.integers(0, len(raw))), draw(st.integers(0, len(raw)))))
    return raw[:start] + draw(st.sampled_from([b"", raw[start:end] * 2, b"{", b'"', b"\xff", b"= ", b"]]"])) + raw[end:]


@given(raw=st.one_of(st.binary(max_size=200), STRANGE_VALUES, STRANGE_VALUES, damaged()))
@example(raw=b'""=0')
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=list(HealthCheck))
def test_every_file_is_a_profile_or_problems_with_key_and_line(home, raw):
    path = home / "mine.toml"
    path.write_bytes(raw)
    before = {each: each.stat().st_mtime_ns for each in home.rglob("*")}
    profile, problems = read_profile(path)
    errors = [problem for problem in problems if problem.level == "error"]
    assert (profile is None) == bool(errors)
    lines = raw.count(b"\n") + 1
    for problem in problems:
        assert 1 <= problem.line <= lines, problem
        assert problem.text
        assert problem.key or "TOML" in problem.text or "UTF-8" in problem.text or "nested" in problem.text, problem
        assert str(problem).startswith(f"{path}:{problem.line}: ")
    assert {each: each.stat().st_mtime_ns for each in home.rglob("*")} == before
    assert path.read_bytes() == raw


def filled(line, most=MOST_BYTES - 200) -> str:
    """So many lines as a file may hold; `line` is told the number of each."""
    lines = (line(number) for number in count())
    sizes = accumulate(lines, lambda size, text: (size[0] + len(text), text), initial=(0, ""))
    return "".join(text for _, text in takewhile(lambda size: size[0] < most, sizes))


HEAD = 'game = "sudoku"\n'
RULE = 'match = { class = "A" }\n'
SLOW = {
    "a key of many parts": HEAD + RULE + "a" + ".a" * 8000 + " = 1\n",
    "unknown keys": HEAD + RULE + filled(lambda number: f"k{number} = 1\n"),
    "unknown tables": HEAD + RULE + filled(lambda number: f"[k{number}]\n"),
    "wrong rules": f"{HEAD}match = [{filled(lambda _: '{title=1},')}]\n",
    "unknown rules": f"{HEAD}match = [{filled(lambda _: '{b=1},')}]\n",
    "unknown buttons": HEAD + RULE + "[buttons]\n" + filled(lambda number: f"b{number} = [0, 0]\n"),
    "wrong colours": HEAD + RULE + "[palette]\n" + filled(lambda number: f'"#{number:06x}" = 3\n'),
    "an open string": f"{HEAD}match = [{{ b = 1 }}, {{ b = '" + ',{[ \\"' * 2500 + "' }]\n",
}


@pytest.mark.parametrize("raw", SLOW.values(), ids=SLOW)
def test_no_file_takes_long_to_be_taken_apart_and_its_faults_are_told_with_lines(home, raw):
    """With files of 128 KiB, and all faults told, each of these took minutes, or all of the memory."""
    path = home / "mine.toml"
    path.write_text(raw)
    assert path.stat().st_size <= MOST_BYTES
    _, problems = read_profile(path)
    assert 0 < len(problems) <= 2 * MOST_TOLD
    assert all(problem.line > 1 for problem in problems)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    folder = tmp_path_factory.mktemp("fuzz")
    (folder / "other.txt").write_text("not to be touched")
    return folder
