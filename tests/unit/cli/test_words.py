"""The words that a user may type: before and after the verb, mistyped, out of range; files, formats, standard input."""

import io
import json
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image

from gridpilot import installation, paths
from gridpilot.cli import solve
from gridpilot.cli.main import main, ordered
from gridpilot.cli.parser import parser

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROWS = [EASY[start : start + 9] for start in range(0, 81, 9)]
SAMPLE = Path(__file__).parents[3] / "profiles" / "sudoku" / "sgt-solo" / "sample.png"


@pytest.fixture(autouse=True)
def home(monkeypatch, tmp_path):
    for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
        (tmp_path / name).mkdir(mode=0o700)
        monkeypatch.setenv(f"XDG_{name}", str(tmp_path / name))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


@pytest.fixture
def run(capsys):
    def do(*words):
        try:
            code = main(words)
        except SystemExit as left:
            code = left.code
        out, err = capsys.readouterr()
        return code, out, err

    return do


def digits(text):
    return "".join(sign for sign in text if sign.isdigit())


@pytest.mark.parametrize(
    ("words", "order"),
    [
        ([], ["run"]),
        (["--json"], ["run", "--json"]),
        (["--help"], ["--help"]),
        (["--json", "solve", "--text", EASY], ["solve", "--text", EASY, "--json"]),
        (["-h", "profile", "list"], ["profile", "list", "-h"]),
        (["profile", "--json", "list"], ["profile", "list", "--json"]),
        (["web", "--", "--json"], ["web", "--", "--json"]),
    ],
)
def test_json_and_help_may_stand_before_the_verb(words, order):
    assert ordered(words) == order


@pytest.mark.parametrize("verb", installation.VERBS)
def test_every_verb_has_help_of_its_own_wherever_the_word_stands(run, verb):
    before, after = run("--help", verb), run(verb, "--help")
    assert before == after
    assert before[0] == 0
    assert before[1].startswith(f"usage: gridpilot {verb}")


def test_json_before_the_verb_is_json(run):
    code, out, _ = run("--json", "solve", "--text", EASY)
    assert (code, json.loads(out)["solution"]) == (0, SOLVED)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("slove",), "did you mean solve?"),
        (("profile", "lst"), "did you mean list?"),
        (("solve", "--imagee", "x.png"), "did you mean --image?"),
        (("--jsn", "status"), "did you mean --json?"),
        (("config", "edti"), "did you mean edit?"),
        (("practice", "sudko"), "'sudko' is no game; did you mean sudoku?"),
        (("config",), "required: path|check|edit"),
        (("completion",), "required: bash|zsh|fish"),
    ],
)
def test_a_mistyped_word_is_told_what_was_meant(run, words, told):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert told in err
    assert "?." not in err
    assert len(err.splitlines()) == 1


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("play", "--moves", "-4"), "-4 is not a number of moves"),
        (("play", "--moves", "0"), "0 is not a number of moves"),
        (("play", "--until", "3"), "3 is no tile"),
        (("play", "--board", "2 2/2 2", "--think", "nan"), "nan is not a time to think"),
        (("teach", "--scale", "0"), "0 is not a scale"),
        (("teach", "--scale", "99"), "99 is not a scale"),
        (("replay", "--delay", "-1"), "-1 is not a delay"),
        (("web", "--attach", "70000"), "70000 is not a port"),
        (("solve", "--window", "foo"), "foo is no window's number"),
        (("solve", "--delay", "1000"), "1000 is not a delay"),
        (("practice", "2048", "--target", "3"), "3 is no tile"),
        (("practice", "2048", "--scale", "99"), "99 is not a scale"),
        (("practice", "sudoku", "--scale", "0"), "0 is not a scale"),
        (("practice", "sudoku", "--geometry", "foo"), "foo is no size or place"),
        (("practice", "sudoku", "--puzzle", "foo"), "There is no file foo, and it is no puzzle either"),
        (("practice", "2048", "--board", "2 x/2 2"), "'x' at r1c2 is no number"),
    ],
)
def test_a_number_that_cannot_be_meant_is_refused(run, words, told):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert told in err


@pytest.mark.posix("a session without a display")
@pytest.mark.parametrize("game", ["sudoku", "2048"])
def test_a_practice_board_without_a_display_is_the_environments_fault(run, game):
    code, out, err = run("practice", game)
    assert (code, out) == (3, "")
    assert "No window can be opened" in err


def test_wrong_usage_is_told_as_json_where_that_is_wanted(run):
    code, out, err = run("--json", "play", "--moves", "-4")
    assert (code, err) == (2, "")
    assert "-4" in json.loads(out)["error"]["message"]


@pytest.mark.parametrize("name", ["nofile.txt", "puzzles", "folder/12.sdk"])
def test_a_file_that_is_not_there_is_said_to_be_missing(run, name):
    code, out, err = run("solve", "--text", name)
    assert (code, out) == (1, "")
    assert f"There is no file {name}" in err


def test_a_count_of_cells_that_no_board_has_names_all_that_there_are(run):
    _, _, err = run("solve", "--text", "1" * 25)
    assert "25 cells" in err
    assert "81 are needed; other boards have 16, 36, 144 or 256" in err


def typed(text):
    return io.TextIOWrapper(io.BytesIO(text.encode()))


def drawn(corner, across, down):
    """Nine rows with borders all round."""
    rule = corner + across * 11 + corner
    lines = [rule]
    for number, row in enumerate(ROWS, 1):
        lines.append(down + down.join((row[:3], row[3:6], row[6:])) + down)
        lines += [rule] if number % 3 == 0 else []
    return "\n".join(lines)


FORMATS = {
    "sdk": "#A somebody\n[Puzzle]\n" + "\n".join(ROWS) + "\n[State]\n" + "\n".join(reversed(ROWS)),
    "sdk without a heading": "\n".join(ROWS),
    "zeros": "\n".join(ROWS).replace(".", "0"),
    "stars": "\n".join(ROWS).replace(".", "*"),
    "apart": "\n".join(" ".join(row) for row in ROWS),
    "commas": "\n".join(",".join(row) for row in ROWS),
    "bands": "\n\n".join("\n".join(ROWS[start : start + 3]) for start in (0, 3, 6)),
    "borders": drawn("+", "-", "|"),
    "starred borders": drawn("*", "-", "|"),
    "box drawing": drawn("\u254b", "\u2501", "\u2503"),
    "a mark at the beginning": "\ufeff" + EASY,
    "windows line ends": "\r\n".join(ROWS),
}


@pytest.mark.parametrize("name", FORMATS)
def test_a_puzzle_is_read_in_any_common_form_from_a_file_from_standard_input_and_as_it_stands(
    run, home, monkeypatch, name
):
    file = home / "puzzle.sdk"
    file.write_text(FORMATS[name], "utf-8")
    monkeypatch.setattr(sys, "stdin", typed(FORMATS[name]))
    for given in (str(file), "-", FORMATS[name]):
        code, out, err = run("solve", "--text", given)
        assert (code, digits(out), err) == (0, SOLVED, "")


def test_several_puzzles_are_told_a_line_each_and_as_json_only_where_that_is_wanted(run, home):
    file = home / "many.sdm"
    file.write_text(f"{EASY}\n55{EASY[2:]}\n12\n", "utf-8")
    code, out, _ = run("solve", "--text", str(file))
    assert code == 1
    first, second, third = out.splitlines()
    assert first == f"line 1: {SOLVED}"
    assert second.startswith("line 2: Not a valid puzzle")
    assert third.startswith("line 3: Not a sudoku board")
    _, out, _ = run("solve", "--text", str(file), "--json")
    assert [json.loads(line)["line"] for line in out.splitlines()] == [1, 2, 3]


def test_a_strange_sign_is_named_by_its_line_in_the_file(run, home):
    file = home / "short.sdk"
    file.write_text("\n".join(["# a comment", *ROWS[:4], "53y..7...", *ROWS[5:]]), "utf-8")
    _, _, err = run("solve", "--text", str(file))
    assert "'y' at line 6, character 3" in err


def test_sixteen_lines_of_four_by_four_puzzles_are_sixteen_puzzles(run, home):
    file = home / "small.txt"
    file.write_text("1.343.1..143431.\n" * 16, "utf-8")
    _, out, _ = run("solve", "--text", str(file), "--json")
    assert len(out.splitlines()) == 16


def test_what_is_no_text_is_said_to_be_none(run):
    code, _, err = run("solve", "--text", str(SAMPLE))
    assert code == 1
    assert "it is no text" in err


def test_a_board_of_2048_is_taken_from_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", typed("2 2 0\n0 0 0\n0 0 0\n"))
    code, out, _ = run("play", "--board", "-", "--engine", "monte-carlo")
    assert code == 0
    assert out.strip() in {"left", "right", "up", "down"}


def test_a_picture_is_taken_from_standard_input(run, monkeypatch):
    class Stdin:
        buffer = io.BytesIO(SAMPLE.read_bytes())

    monkeypatch.setattr(sys, "stdin", Stdin())
    code, out, _ = run("solve", "--image", "-", "--json")
    assert (code, json.loads(out)["image"]) == (0, "standard input")


@pytest.mark.parametrize("kind", ["GIF", "TIFF"])
def test_other_kinds_of_pictures_are_read(run, home, kind):
    path = home / "picture"
    with Image.open(SAMPLE) as picture:
        picture.convert("RGB").save(path, kind)
    code, out, _ = run("read", str(path), "--json")
    assert (code, json.loads(out)["board"]) == (0, SAMPLE.with_suffix(".txt").read_text("utf-8").strip())


def test_givens_and_solution_are_told_apart_on_a_terminal_only(monkeypatch):
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    monkeypatch.setattr(sys, "stdout", Terminal())
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    assert solve.in_colour()
    for name, value in (("NO_COLOR", "1"), ("TERM", "dumb")):
        with monkeypatch.context() as patch:
            patch.setenv(name, value)
            assert not solve.in_colour()
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    assert not solve.in_colour()
    assert solve.told_apart("1 2", (0, 2)) == f"{solve.GREEN}1{solve.PLAIN} {solve.BOLD}2{solve.PLAIN}"


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_is_told_how_to_complete(run, shell):
    code, out, _ = run("completion", shell)
    assert code == 0
    assert "gridpilot" in out


@pytest.mark.parametrize(("typed", "wanted"), [("gridpilot prof", "profile"), ("gridpilot profile show web-s", "web-")])
def test_the_tab_key_completes_verbs_and_profiles(home, typed, wanted):
    """As argcomplete's own shell code asks: the answer goes to the descriptor 8."""
    code = "import os; os.dup2(1, 8); from gridpilot.cli.main import main; main()"
    asked = {"_ARGCOMPLETE": "1", "COMP_LINE": typed, "COMP_POINT": str(len(typed)), "_ARGCOMPLETE_IFS": "\n"}
    paths = {"PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=os.environ | asked | paths)
    assert any(line.startswith(wanted) for line in done.stdout.splitlines()), done


def test_an_editor_that_is_not_there_is_the_environments_fault(run, monkeypatch):
    monkeypatch.setenv("EDITOR", "/nonexistent --wait")
    code, out, err = run("config", "edit")
    assert (code, out) == (3, "")
    with pytest.raises(FileNotFoundError) as missing:
        subprocess.run(["/nonexistent"], check=False)
    assert f"/nonexistent --wait: {missing.value.strerror}" in err
    assert len(err.splitlines()) == 1


@pytest.mark.posix("a session without a display")
def test_no_editor_and_no_display_is_the_environments_fault(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.StringIO())
    code, _, err = run("config", "edit")
    assert code == 3
    assert "EDITOR" in err


VERBS_THAT_KEEP_FILES = (
    ("status",),
    ("last",),
    ("config", "path"),
    ("autostart", "status"),
    ("run",),
    ("profile", "list"),
)


@pytest.mark.parametrize("words", VERBS_THAT_KEEP_FILES, ids=" ".join)
def test_a_home_that_cannot_be_written_is_one_sentence(run, home, monkeypatch, words):
    """Folders whose place is taken by a file: so it fails for the superuser, too."""
    (home / "file").touch()
    for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME"):
        monkeypatch.setenv(f"XDG_{name}", str(home / "file" / "within"))
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", str(home / "file" / "within"))
    code, _, err = run(*words)
    assert code in {0, 1, 3}
    assert "Traceback" not in err
    assert len(err.splitlines()) <= 1


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() == 0, reason="the superuser may read everything")
def test_a_picture_that_may_not_be_read_is_said_to_be_so(run, home):
    path = home / "secret.png"
    path.write_bytes(SAMPLE.read_bytes())
    path.chmod(stat.S_IWUSR)
    code, out, _ = run("read", str(path), "--json")
    assert code == 1
    assert "may not be read" in json.loads(out)["why"]


def test_a_fault_of_our_own_is_one_sentence_and_a_file(run, home, monkeypatch):
    monkeypatch.setattr("gridpilot.cli.main.dispatch", lambda _: 1 / 0)
    code, out, err = run("last")
    assert (code, out) == (1, "")
    assert "ZeroDivisionError: division by zero." in err
    assert len(err.splitlines()) == 1
    (story,) = home.rglob("gridpilot-bug.txt")
    assert "Traceback" in story.read_text("utf-8")


def test_replay_finds_the_last_game_of_moves_behind_newer_sudokus(run, home):
    records = paths.find().records
    game, sudoku = records / "20260101-000000-000000001", records / "20260102-000000-000000001"
    for folder in (game, sudoku):
        folder.mkdir(parents=True)
        (folder / "outcome.json").write_text(json.dumps({"board": "2 . . . . . 2 . ."}), "utf-8")
    (game / "moves.json").write_text(json.dumps({"columns": 3, "events": [[2, 0, 0, 0, 0, 0, 2, 0, 0]]}), "utf-8")
    code, out, _ = run("replay", "--json")
    assert (code, json.loads(out)["legal"]) == (0, True)


def test_every_option_that_names_a_profile_completes_it():
    given = parser().parse_args(["solve", "--profile", "x"])
    assert given.profile == "x"
