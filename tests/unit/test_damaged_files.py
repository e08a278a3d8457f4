"""Whatever stands in the files that gridpilot reads, or in their place: the program starts, and its verbs answer."""

import contextlib
import io
import json
import os
import shutil
import threading

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from PIL import Image

from gridpilot import paths
from gridpilot.cli.main import main
from gridpilot.outcome import Ending, Outcome
from gridpilot.pilot.record import outcome_facts
from gridpilot.profiles.store import Profiles
from gridpilot.service.daemon.paused_programs import kept

DEEP = b"[" * 100_000
OUTCOME = outcome_facts(Outcome(Ending.DOUBTFUL, "sudoku")) | {"ended_at": 1e9, "job": "a"}
READING = {"size": 4, "values": [1, 0] * 8, "box": [0, 0, 40, 40], "regions": None}
STORY = {"columns": 4, "events": [[2, 2, *[0] * 14], {"move": "left", "cell": 5, "value": 2}]}
JOB = {
    "at": 1, "game": "sudoku", "program": "a", "outcome": "verified", "filled": 3, "seconds": 1.0, "moves": 0,
    "score": 0, "best": 0,
}  # fmt: skip
HABITS = {"automatic/a": {"fills": 3, "way": {"fill": "click-key", "home": "none", "erase": "BackSpace"}}}
LOOKS = {"version": 1, "tiles": [{"value": 2, "colour": [1, 2, 3], "print": "00", "shared": False}]}
FILES = {
    "state/records/1/outcome.json": (OUTCOME, "last", "replay 1"),
    "state/records/1/reading.json": (READING, "last"),
    "state/records/1/moves.json": (STORY, "replay 1"),
    "state/statistics.jsonl": (JOB, "stats"),
    "state/learnt/habits.json": (HABITS, "profile list", "profile forget automatic"),
    "state/learnt/paces.json": ({"automatic/a": 0.3}, "profile list", "profile forget automatic"),
    "state/learnt/looks/automatic+a.0123.json": (LOOKS, "profile list"),
    "state/paused.json": ({"paused": ["XTerm"]}, ""),
    "config/config.toml": ({}, "config check"),
    "config/profiles/mine.toml": ({}, "profile list", "profile show sgt-solo"),
    "config/profiles/mine/sample.txt": ({}, "profile test practice-sudoku"),
}
"""What stands in each, and the verbs that read it."""

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.sampled_from(["r1c1", "2048"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)


@pytest.fixture(scope="module")
def home(tmp_path_factory):
    found = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("CONFIG", "STATE", "CACHE"):
            patch.setenv(f"XDG_{name}_HOME", str(found / name.lower()))
        patch.setenv("XDG_RUNTIME_DIR", str(found))
        patch.setenv("DISPLAY", "")
        found.chmod(0o700)
        yield found


def place(home, name):
    """The file itself, in an otherwise healthy home."""
    root = {"state": paths.find().state, "config": paths.find().config}
    for other, (content, *_) in FILES.items():
        top, _, rest = other.partition("/")
        file = root[top] / rest
        if file.is_dir():
            shutil.rmtree(file)
        file.unlink(missing_ok=True)
        file.parent.mkdir(parents=True, exist_ok=True)
        if content:
            file.write_text(json.dumps(content), "utf-8")
    Image.new("RGB", (9, 9)).save(root["state"] / "records" / "1" / "before.png")
    top, _, rest = name.partition("/")
    return root[top] / rest


def told(file, verbs):
    """What the verbs say of it. A verb that waits for ever, or falls over, fails."""
    output, codes = io.StringIO(), []

    def ask():
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            for verb in filter(None, verbs):
                words = [str(file.parent) if word == "1" else word for word in verb.split()]
                codes.append(main(words))
                codes.append(main([*words, "--json"]))
            kept(paths.find().paused)
            Profiles(paths.find().profiles).current()

    asking = threading.Thread(target=ask, daemon=True)
    asking.start()
    asking.join(120)
    said = output.getvalue()
    assert not asking.is_alive(), said
    assert len(codes) == 2 * len([verb for verb in verbs if verb]), said
    assert set(codes) <= {0, 1}, said
    assert "fault of its own" not in said
    return said


@pytest.mark.parametrize("name", FILES)
def test_a_healthy_file_is_told(home, name):
    file = place(home, name)
    assert "cannot be read" not in told(file, FILES[name][1:])


@pytest.mark.posix("pipes and devices in folders")
@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kind", ["pipe", "device", "folder"])
def test_what_is_no_file_is_passed_over_with_a_word(home, name, kind):
    file = place(home, name)
    file.unlink(missing_ok=True)
    if kind == "pipe":
        os.mkfifo(file)
    elif kind == "device":
        file.symlink_to("/dev/zero")
    else:
        file.mkdir()
    said = told(file, FILES[name][1:])
    word = "irectory" if kind == "folder" else "device or a pipe"
    if "learnt" not in name and name not in {"state/paused.json", "config/profiles/mine/sample.txt"}:
        assert word in said or "no game" in said


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("name", [name for name in FILES if FILES[name][0]])
@given(data=st.data())
def test_of_a_file_with_anything_in_it_something_is_said_or_it_is_left_out(home, name, data):
    right = FILES[name][0]
    key = data.draw(st.sampled_from([*right, None]))
    value = data.draw(JSON)
    content = value if key is None else {**right, key: value}
    file = place(home, name)
    file.write_text(json.dumps(content), "utf-8")
    told(file, FILES[name][1:])


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@pytest.mark.parametrize("name", FILES)
@example(content=DEEP)
@example(content=b"")
@example(content=b'{"paused": ' * 50_000)
@given(content=st.binary(max_size=30))
def test_a_file_of_any_bytes_is_survived(home, name, content):
    file = place(home, name)
    file.write_bytes(content)
    told(file, FILES[name][1:])


def test_a_text_of_a_hundred_megabytes_is_refused_before_it_is_taken_apart(home, capsys, monkeypatch):
    """By file, and by a pipe that has more to say than anybody takes."""
    large = home / "large.txt"
    with large.open("wb") as file:
        file.truncate(100_000_000)
    assert main(["solve", "--text", str(large)]) == 1
    assert "it is longer than 4 MiB" in capsys.readouterr().err
    with large.open("rb") as endless:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(endless))
        assert main(["solve", "--text", "-"]) == 1
        assert endless.tell() < 5 << 20
    assert "standard input: it is longer than 4 MiB" in capsys.readouterr().err
    large.unlink()


@pytest.mark.parametrize("line", ["1\n\n", "123456789\n", "no puzzle\n", "1,2,3\n"])
def test_a_long_file_without_a_puzzle_takes_little_room(line):
    """A complaint about each of its lines would keep all that was read of it."""
    import tracemalloc

    from gridpilot.games.sudoku.formats import Puzzle, puzzles

    text = line * (60_000 // len(line))
    tracemalloc.start()
    try:
        found = puzzles(text)
        assert tracemalloc.get_traced_memory()[1] < 400 * len(text)
    finally:
        tracemalloc.stop()
    assert found
    assert not any(isinstance(one.puzzle, Puzzle) for one in found)
