"""The whole program on CPython for Windows, under Wine: from the real key to the verified board, and its end."""

import json
import shutil
from pathlib import Path

import program
import pytest
from truth import PUZZLES, completes
from virtual import end, wait_for

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]
HOLD = """
import ctypes, time
assert ctypes.windll.user32.RegisterHotKey(None, 1, 3, 0x53)  # Ctrl, Alt; S
print("held", flush=True)
time.sleep(600)
"""
NMGRID = """
import importlib, sys
nmgrid = importlib.import_module("nmgrid.main")
show = nmgrid.Game.update_GUI
def show_and_tell(game):
    show(game)
    with open(sys.argv[1], "a") as told:
        print(*(value for row in game.matrix for value in row), file=told)
nmgrid.Game.update_GUI = show_and_tell
nmgrid.main()
"""  # a line for each move
LOG = """
import logging
import gridpilot
from gridpilot.service import compose
compose.start_log("test")
logging.warning("%s", gridpilot.__file__)
"""
SOME_MOVES = 8  # not enough to fill the board, whatever comes
RIGHTS = """
import ctypes
from gridpilot import paths
from gridpilot.desktop.windows import api, pipe
windows, security = api.system(), ctypes.windll.advapi32
name = pipe.name_of(windows, paths.find().address(paths.current_display()))
print(name)
handle = ctypes.c_void_p(ctypes.windll.kernel32.CreateFileW(name, 0x20000, 0, None, 3, 0, None))  # READ_CONTROL
found, words = ctypes.c_void_p(), ctypes.c_wchar_p()
assert security.GetSecurityInfo(handle, 6, 4, None, None, None, None, ctypes.byref(found)) == 0  # the DACL
convert = security.ConvertSecurityDescriptorToStringSecurityDescriptorW
assert convert(found, 1, 4, ctypes.byref(words), None)
print(words.value)
"""  # who may do what with the pipe


@pytest.fixture(scope="module")
def windows(windows_home):
    with program.session(windows_home) as made:
        yield made


def test_pip_made_the_program(windows):
    done = windows.gridpilot("--version")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("gridpilot ")


def test_a_puzzle_is_solved(windows):
    done = windows.gridpilot("solve", "--text", PUZZLE.givens)
    assert done.returncode == 0, done.stderr
    assert "".join(sign for sign in done.stdout if sign.isdigit()) == PUZZLE.solution


@pytest.mark.parametrize(("page", "user"), [("cp1252", "Jörg ??"), ("cp850", "Jörg ??"), ("utf-8", "Jörg 数独")])
def test_a_user_with_no_latin_name_is_written_in_any_code_page(windows, page, user):
    env = windows.desk.env | {"PYTHONIOENCODING": page}
    done = windows.gridpilot("config", "path", env=env, encoding=page)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.rstrip().endswith(rf"{user}\AppData\Local\gridpilot\config.toml")


def test_a_picture_is_read_whose_path_is_long_and_not_latin(windows):
    """More than 260 characters, which Windows allows where its settings say so."""
    folder = windows.desk.home.joinpath(*["数独 " + "x" * 60] * 5)
    folder.mkdir(parents=True)
    picture = shutil.copy(program.ROOT / "profiles" / "sudoku" / "practice" / "sample.png", folder)
    done = windows.gridpilot("read", "--json", f"Z:{picture}")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ready"]


def test_installed_in_a_folder_with_no_latin_name_its_worker_reads_and_its_log_can_name_it(windows):
    """C libraries open paths by the code page, which lacks such names."""
    name = "数独 folder"
    folder = windows.prefix / "drive_c" / name
    shutil.copytree(windows.home / "Lib/site-packages/gridpilot", folder / "gridpilot")
    env = windows.desk.env | {"PYTHONPATH": f"C:\\{name}"}
    done = windows.python("-m", "gridpilot.service.worker.loop", env=env)
    told = windows.python("-c", LOG, env=env)
    log = (windows.data / "Cache/log/test.log").read_text("utf-8")
    assert (done.returncode, told.returncode) == (0, 0), done.stderr + told.stderr + windows.logs()
    assert '"ready"' in done.stdout
    assert name in log


def checks(windows, *words, codes):
    done = windows.gridpilot("doctor", "--json", *words)
    assert done.returncode in codes, done.stdout + done.stderr
    return {check["name"]: check for check in json.loads(done.stdout)["checks"]}


def test_a_key_that_another_program_has_is_told_with_one_that_is_free(windows):
    """Error 1409, as Windows' own functions give it."""
    held = windows.start(windows.home / "python.exe", "-c", HOLD)
    wait_for(lambda: "held" in windows.logs(), 60, "the other program")
    taken = checks(windows, codes={3})["key solve"]
    assert (taken["verdict"], "ctrl+alt+s is taken" in taken["text"]) == ("fail", True), taken
    end(held)
    free = wait_for(lambda: (now := checks(windows, codes={0})["key solve"])["verdict"] == "ok" and now, 60, "the key")
    assert free["verdict"] == "ok"


def test_the_self_test_fills_a_board_of_its_own(windows):
    """A key that is heard of, where the pointer is sent, picture, reading, keys, the look afterwards."""
    done = checks(windows, "--self-test", codes={0, 3})
    assert [done[name]["verdict"] for name in ("hotkey", "self-test")] == ["ok", "ok"], done["self-test"]
    assert "within 0 px" in done["self-test"]["text"]
    assert "ms between cells" in done["pace"]["text"], "how many are lost there, the machine decides"


def test_who_waits_for_a_job_hears_that_gridpilot_was_killed_and_the_next_one_starts(windows):
    process = windows.start(windows.scripts / "gridpilot.exe", "run")
    pid = wait_for(lambda: (now := windows.status()).get("worker", {}).get("ready") and now["pid"], 90, "the worker")
    settings = windows.data / "config.toml"
    settings.write_text("[pace]\nstep_ms = 200\n")
    with program.practice(windows, "Sudoku", "--puzzle", PUZZLE.givens) as (_, told):
        waiting = windows.start(windows.scripts / "gridpilot.exe", "solve")
        wait_for(lambda: told()["board"] != PUZZLE.givens, 60, "the first digits")
        windows.command(Path("taskkill"), "/f", "/pid", str(pid))
        waiting.wait(60)
        assert "gridpilot does not answer" in windows.logs()
        assert "Traceback" not in windows.logs()
        assert told()["board"] != PUZZLE.solution, "nobody goes on with it"
    settings.unlink()
    process.wait(60)


@pytest.fixture(scope="module")
def running(windows):
    """`gridpilot run`: worker, named pipe, RegisterHotKey, pynput's hooks, icon. It must end when it is told to."""
    with program.resident(windows):
        yield windows.status()
    assert windows.gridpilot("status").returncode == 4, "nobody answers"


def test_a_second_start_is_told_of_the_first(windows, running):
    assert running["tray"] == {"kind": "win32", "shown": True, "reason": ""}
    again = windows.gridpilot("run")
    assert f"pid {running['pid']}," in again.stdout + again.stderr


def test_the_pipe_s_rights_name_the_user_alone(windows, running):
    """As the pipe itself has them: what Windows then does with other users, Wine does not."""
    name, rights = windows.python("-c", RIGHTS).stdout.split()
    user = name.rpartition("-S-")[2]
    assert rights in {f"D:P(A;;{everything};;;S-{user})" for everything in ("GA", "FA")}


def test_what_it_keeps_is_the_user_s_alone(windows, running):
    """As the folder's own mode, which Wine makes of the list; that what is new there has the same, Windows sees to."""
    assert (windows.data / "records").is_dir()
    assert windows.data.parent.stat().st_mode & 0o007, "others may look into the folder around it"
    assert not windows.data.stat().st_mode & 0o007


def test_the_key_over_the_practice_board_fills_and_verifies_it(windows, running):
    """After the worker was killed: another one takes its place."""
    first = running["worker"]["pid"]
    windows.command(Path("taskkill"), "/f", "/pid", str(first))
    new = lambda: (now := windows.status().get("worker", {})).get("ready") and now["pid"] != first  # noqa: E731
    wait_for(new, 90, "another worker")
    with program.practice(windows, "Sudoku", "--puzzle", PUZZLE.givens) as (_, told):
        before = windows.records()
        windows.desk.hand.hotkey("ctrl+alt+s")
        record = windows.record_after(before)
        assert (record["outcome"], record["cells_filled"]) == ("verified", PUZZLE.blanks), record
        assert record["profile"] == "practice", "a way that is known is not looked for"
        assert completes(told()["board"].replace("0", "."), PUZZLE.givens)


def test_a_game_of_2048_that_nobody_here_wrote_is_played(windows, running):
    """nmgrid, whose new tiles are any up to 512; what it says of its own board is the proof."""
    told = windows.desk.home / "nmgrid.txt"
    with program.opened(windows, "2048", windows.home / "python.exe", "-c", NMGRID, str(told)):
        before = windows.records()
        windows.desk.hand.hotkey("ctrl+alt+2")
        wait_for(lambda: told.exists() and len(told.read_text("utf-8").splitlines()) >= SOME_MOVES, 90, "some moves")
        windows.desk.hand.tap("esc")
        record = windows.record_after(before)
    boards = told.read_text("utf-8").splitlines()
    assert (record["outcome"], record["reason"]) == ("stopped", "escape"), record
    assert len(boards) - record["moves"] in (0, 1), "the last one may have been under way"
    assert record["board"].replace(".", "0").split() == boards[record["moves"] - 1].split()


@pytest.mark.parametrize(
    ("reason", "act"),
    [("user-key", lambda hand, *_: hand.tap("q")), ("user-pointer", lambda hand, x, y: hand.move(x, y))],
    ids=["key", "pointer"],
)
def test_the_key_over_2048_plays_it_until_the_user_s_own_hand_stops_it(windows, running, reason, act):
    with program.practice(windows, "2048", "--seed", "7") as (window, told):
        before = windows.records()
        windows.desk.hand.hotkey("ctrl+alt+2")
        wait_for(lambda: len(told()["moves"]) > 5, 90, "some moves")
        x, y, width, height = windows.desk.area(window)
        act(windows.desk.hand, x + width // 2, y + height // 2)
        record = windows.record_after(before)
        assert (record["outcome"], record["reason"]) == ("stopped", reason), record
        assert record["profile"] == "practice-2048"
        numbers = [str(number or ".") for row in told()["board"] for number in row]
        assert record["board"].split() == numbers
        assert len(told()["moves"]) == record["moves"] > 5
