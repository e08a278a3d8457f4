"""The command line as scripts see it: exit codes and JSON. Each verb in a process of its own, as users run it."""

import io
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from fakes.shaped import SHAPED, TOO_HARD
from PIL import Image

from gridpilot import __version__
from gridpilot.cli.main import main
from gridpilot.cli.parser import parser
from gridpilot.games.sudoku.formats import puzzles
from gridpilot.games.sudoku.grid import complete, line, parse
from gridpilot.games.sudoku.solve import solver

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
CONFLICTING = "55" + EASY[2:]
EMPTY = "." * 81
SAMPLE = Path(__file__).parents[3] / "profiles" / "sudoku" / "sgt-solo" / "sample.png"


@pytest.fixture
def home(monkeypatch):
    """Not pytest's own folder: its path is longer than a socket's may be."""
    with tempfile.TemporaryDirectory() as folder:
        for name in ("CONFIG_HOME", "STATE_HOME", "CACHE_HOME", "RUNTIME_DIR"):
            (Path(folder) / name).mkdir(mode=0o700)
            monkeypatch.setenv(f"XDG_{name}", f"{folder}/{name}")
        forget_session(monkeypatch)
        yield Path(folder)


def forget_session(monkeypatch):
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "VISUAL", "EDITOR"):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def run(home, capsys):
    def do(*words):
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return do


pytestmark = pytest.mark.usefixtures("home")


def told(run, *words):
    code, out, _ = run(*words, "--json")
    (line,) = out.splitlines()
    return code, json.loads(line)


def test_a_puzzle_is_solved_and_drawn(run):
    code, out, _ = run("solve", "--text", EASY)
    assert code == 0
    assert "".join(sign for sign in out if sign.isdigit()) == SOLVED


@pytest.mark.parametrize(
    ("puzzle", "code", "verdict", "conflicts"),
    [
        (EASY, 0, "unique", []),
        (CONFLICTING, 1, "invalid", ["r1c1", "r1c2"]),
    ],
)
def test_the_verdict_is_told_with_its_cells(run, puzzle, code, verdict, conflicts):
    found, facts = told(run, "solve", "--text", puzzle)
    assert (found, facts["verdict"], facts["conflicts"]) == (code, verdict, conflicts)
    assert facts["solution"] == (SOLVED if verdict == "unique" else None)
    assert facts["ms"] >= 0


@pytest.mark.parametrize(
    ("puzzle", "solution"),
    [
        ("1 . 3 4\n3 4 1 .\n. 1 4 3\n4 3 . 1", "1234341221434321"),
        ("123456456123231564564231312645......", "123456456123231564564231312645645312"),
    ],
)
def test_puzzles_of_other_sizes_are_solved(run, puzzle, solution):
    assert told(run, "solve", "--text", puzzle)[1]["solution"] == solution


def test_a_jigsaw_is_solved_by_its_map_of_regions(run):
    _, shape, board = next(each for each in SHAPED if each[0] == "9x9 jigsaw")
    regions = "".join(map(str, shape.regions))
    code, facts = told(run, "solve", "--text", line(board), "--regions", regions)
    assert (code, facts["verdict"]) == (0, "unique")
    assert complete(parse(facts["solution"]), shape)
    code, out, _ = run("solve", "--text", line(board), "--regions", regions)
    assert puzzles(out, shape)[0].puzzle.board == parse(facts["solution"])
    assert told(run, "solve", "--text", line(board))[1]["verdict"] != "unique"


def test_sixteen_by_sixteen_is_told_as_numbers_apart(run):
    _, _, board = next(each for each in SHAPED if each[0] == "16x16")
    code, facts = told(run, "solve", "--text", line(board))
    numbers = facts["solution"].split()
    assert (code, len(numbers)) == (0, 256)
    assert {*numbers} == {str(digit) for digit in range(1, 17)}


def test_what_the_solver_gives_up_is_said_to_be_that(run, monkeypatch):
    monkeypatch.setattr(solver, "CELLS_GUESSED", 0)
    assert told(run, "solve", "--text", line(TOO_HARD))[1]["verdict"] == "gave-up"
    code, out, _ = run("solve", "--text", line(TOO_HARD))
    assert code == 1
    assert "could not be found out" in out


def test_two_solutions_are_shown_as_such(run):
    code, facts = told(run, "solve", "--text", EMPTY)
    assert (code, facts["verdict"], facts["solution"]) == (1, "multiple", None)
    one, other = facts["solutions"]
    assert one != other
    assert facts["conflicts"]


def test_what_is_no_puzzle_is_said_with_the_place_of_the_fault(run):
    code, out, err = run("solve", "--text", "12y")
    assert (code, out) == (1, "")
    assert "character 3" in err
    code, facts = told(run, "solve", "--text", "12x")
    assert code == 1
    assert set(facts["error"]) == {"title", "message", "fix"}


def test_a_file_of_puzzles_gives_a_json_line_each_and_a_bad_line_costs_only_itself(run, home):
    file = home / "puzzles.txt"
    file.write_text(f"# comment\n{EASY}\n\n123\n{EASY}  # again\n")
    code, out, _ = run("solve", "--text", str(file), "--json")
    facts = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [(each["line"], each["verdict"]) for each in facts] == [(2, "unique"), (4, "unreadable"), (5, "unique")]


@pytest.mark.parametrize("verb", ["status", "pause", "resume", "toggle", "stop", "quit"])
def test_without_a_daemon_its_verbs_end_with_4_and_the_next_step(run, verb):
    code, out, err = run(verb)
    assert (code, out) == (4, "")
    assert "Start it with: gridpilot" in err


@pytest.mark.posix("a session without a display")
@pytest.mark.parametrize("words", [("run",), ("solve",), ("play",), ("detect",)])
def test_without_a_display_the_code_is_3_and_no_traceback_is_shown(run, words):
    code, _, err = run(*words)
    assert code == 3
    assert "DISPLAY" in err
    assert "Traceback" not in err
    assert len(err.splitlines()) == 1


def test_last_without_any_job_says_so(run):
    assert told(run, "last") == (1, {"outcome": None})
    assert run("last")[1] == "No job has been done yet.\n"


def test_config_path_makes_the_file_and_check_finds_nothing_wrong_with_it(run):
    code, facts = told(run, "config", "path")
    assert code == 0
    assert Path(facts["path"]).read_text().startswith("# gridpilot's settings")
    assert Path(facts["path"]).with_name("profiles").is_dir()
    assert told(run, "config", "check") == (0, {"path": facts["path"], "problems": []})


def test_config_check_names_file_line_and_hint(run):
    _, facts = told(run, "config", "path")
    Path(facts["path"]).write_text('[hotkeys]\nsolve = "strg+s"\n')
    code, out, _ = run("config", "check")
    assert code == 1
    assert f"{facts['path']}:2: " in out
    code, checked = told(run, "config", "check")
    assert (code, checked["problems"][0]["line"]) == (1, 2)


def test_config_edit_opens_the_users_editor_and_checks_afterwards(run, monkeypatch):
    monkeypatch.setenv("EDITOR", f"{sys.executable} -c \"import sys; open(sys.argv[1], 'a').write('[x')\"")
    code, out, _ = run("config", "edit")
    assert code == 1
    assert "not valid TOML" in out


@pytest.mark.parametrize(
    "words",
    [["dance"], ["play", "2048", "--until", "5"], ["solve", "--text", "x", "--image", "y"], ["read"], ["config"]],
)
def test_wrong_usage_is_2(words, run):
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1
    assert "--help" in err


def test_the_version_is_the_packages(capsys):
    with pytest.raises(SystemExit) as left:
        main(["--version"])
    assert left.value.code == 0
    assert re.fullmatch(rf"gridpilot {re.escape(__version__)} \(\w+(, [\w-]+)?\)\n", capsys.readouterr().out)


@pytest.mark.parametrize(("text", "number"), [("0x2a00007", 0x2A00007), ("44040199", 44040199)])
def test_windows_are_named_as_other_tools_print_them(text, number):
    assert parser().parse_args(["solve", "--window", text]).window == number


def test_reading_a_file_that_is_not_there_costs_only_itself(run, home):
    code, out, _ = run("read", str(home / "a.png"), str(home / "b.png"), "--json")
    facts = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert [Path(each["image"]).name for each in facts] == ["a.png", "b.png"]
    assert all(each["ready"] is False and "does not exist. Check the name." in each["why"] for each in facts)


def test_reading_by_templates_that_are_not_there_says_what_to_put_where(run, home):
    code, _, err = run("read", str(home / "a.png"), "--templates", str(home))
    assert code == 1
    assert "1.png is missing" in err
    assert "Put 1.png to 9.png into" in err


def test_reading_by_a_tesseract_that_is_not_there_is_the_environments_fault(run, home, monkeypatch):
    monkeypatch.setenv("PATH", str(home))
    code, _, err = run("read", str(SAMPLE), "--tesseract")
    assert code == 3
    assert "tesseract was not found" in err


@pytest.mark.skipif(not shutil.which("tesseract"), reason="tesseract is not installed")
def test_a_picture_is_read_by_tesseract_where_that_is_asked_for(run):
    code, facts = told(run, "read", str(SAMPLE), "--tesseract")
    assert code == 0
    assert facts["board"] == SAMPLE.with_suffix(".txt").read_text("utf-8").strip()
    assert facts["confidence"] != told(run, "read", str(SAMPLE))[1]["confidence"]


def test_the_module_runs_as_a_program(home):
    done = subprocess.run(
        [sys.executable, "-m", "gridpilot", "solve", "--text", EASY, "--json"],
        capture_output=True,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)},
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout)["solution"] == SOLVED


SCREENS = Path(__file__).parents[2] / "corpus" / "screens"
TWENTY48 = str(SCREENS / "gnome-2048_s1_131.png")
SUDOKU = str(SCREENS / "sgt-solo_s1_101.png")


def test_a_2048_board_is_told_as_rows_of_numbers(run):
    code, facts = told(run, "read", TWENTY48)
    assert (code, facts["game"], facts["size"], facts["ready"]) == (0, "2048", 4, True)
    assert facts["board"] == [[4, 0, 0, 0], [8, 4, 0, 2], [32, 8, 4, 2], [2, 16, 8, 4]]
    assert set(facts["ms"]) == {"detect", "read", "decide"}


def test_the_cells_of_a_2048_board_that_are_covered_are_told(run):
    code, facts = told(run, "read", str(SCREENS / "pip-nmgrid_s1_171.png"))
    assert (code, facts["game"], facts["ready"]) == (1, "2048", False)
    assert {doubt["cell"][:2] for doubt in facts["doubts"]} == {"r2", "r3"}
    assert "r2c2" in facts["why"]


def test_pictures_of_the_cells_in_doubt_are_written_where_asked(run, home):
    folder = home / "crops"
    _, facts = told(run, "read", str(SCREENS / "covered" / "gnome-sudoku_popup.png"), "--crops", str(folder))
    assert facts["ready"] is False
    assert facts["doubts"]
    for doubt in facts["doubts"]:
        crop = folder / "gnome-sudoku_popup" / f"{doubt['cell']}.png"
        assert doubt["crop"] == str(crop)
        x0, y0, x1, y1 = doubt["box"]
        with Image.open(crop) as picture:
            assert abs(picture.width - (x1 - x0)) <= 2
            assert abs(picture.height - (y1 - y0)) <= 2


def test_a_2048_board_is_drawn_for_people(run):
    code, out, _ = run("read", TWENTY48)
    assert code == 0
    assert [line.split() for line in out.splitlines()][1] == ["8", "4", ".", "2"]


@pytest.mark.parametrize(("picture", "game"), [(TWENTY48, "sudoku"), (SUDOKU, "2048")])
def test_only_the_named_game_is_looked_for(run, picture, game):
    code, facts = told(run, "read", picture, "--game", game)
    assert (code, facts["game"], facts["board"], facts["ready"]) == (1, game, None, False)
    assert f"No {game} board" in facts["why"]


def test_a_2048_board_is_not_solved_as_a_sudoku(run):
    code, facts = told(run, "solve", "--image", TWENTY48)
    assert (code, facts["verdict"], facts["solution"]) == (1, "no-board", None)


@pytest.mark.parametrize(("encoding", "shown"), [("cp1252", b"J\xf6rg ??"), ("utf-8", "Jörg 数独".encode())])
def test_what_an_encoding_lacks_is_a_question_mark(monkeypatch, tmp_path, encoding, shown):
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "Jörg 数独"))
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(written, encoding=encoding, errors="strict"))
    assert main(["config", "path"]) == 0
    sys.stdout.flush()
    assert shown in written.getvalue()


@pytest.mark.parametrize("number", ["-1", "0", str(1 << 32), str(1 << 33), "9" * 5000, "0x", "window"])
@pytest.mark.parametrize("words", ["solve", "play", "detect", "teach", "pause --app", "profile why"])
def test_a_number_that_no_window_has_is_refused_with_the_next_step(capsys, words, number):
    assert main([*words.split(), f"--window={number}"]) == 2
    assert "windows` lists them" in capsys.readouterr().err
