"""The resident program on a real display: what it says, how it survives, and how it ends."""

import json
import os
import signal
import subprocess
from pathlib import Path

import pytest
from resident import Resident, gridpilot, logs
from virtual import Desktop, desktop, wait_for
from x11_client import start_client

pytestmark = pytest.mark.gui

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
SLOWLY = """
game = "sudoku"
match = { class = "Gridpilot-practice" }
fill = "click-key"
pace = { between_keys = 0.15 }
"""


@pytest.fixture
def desk():
    with desktop(wm="openbox", bus=False) as started:
        yield started


@pytest.fixture
def resident(desk):
    with Resident(desk) as started:
        yield started


def verb(desk: Desktop, *words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(gridpilot(*words), env=desk.env, capture_output=True, text=True, timeout=60)


def practice(desk: Desktop) -> Path:
    """A practice board with the focus; its state file."""
    state = desk.home / "practice.json"
    desk.start(gridpilot("practice", "sudoku", "--puzzle", PUZZLE, "--state", str(state)))
    desk.focus(desk.wait_window(class_name="Gridpilot-practice"))
    wait_for(state.exists, what="the practice board")
    return state


def slowly(desk: Desktop) -> None:
    """A profile of the user that types slowly enough for a job to be met in its middle."""
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "slow.toml").write_text(SLOWLY)


def digits(state: Path) -> int:
    """How many cells of the practice board are not blank; 30 to begin with."""
    try:
        return sum(sign in "123456789" for sign in json.loads(state.read_text())["board"])
    except ValueError:
        return 0  # being written


def filling(resident: Resident) -> bool:
    return (resident.ask("status").get("job") or {}).get("stage") == "filling"


def test_the_first_lines_say_what_is_live_and_what_is_not(resident):
    lines = resident.said().splitlines()
    assert len(lines) == 5
    assert str(resident.pid) in lines[0]
    assert (
        "hotkeys: Ctrl+Alt+S = solve the sudoku, Ctrl+Alt+2 = play 2048, Ctrl+Alt+H = give a hint, "
        "Ctrl+Alt+Shift+H = fill the cell under the pointer, Ctrl+Alt+Shift+S = show the solution"
    ) in lines
    assert any(line.startswith("reader:") for line in lines)
    assert any(line.startswith("config:") and "config.toml" in line for line in lines)
    tray = next(line for line in lines if line.startswith("tray:"))
    assert "the X display has no tray (XEMBED)" in tray
    assert "the X display has no tray (XEMBED)" in tray


def test_a_start_writes_nothing_but_caches_until_a_job_is_done(desk):
    homes = [Path(desk.env[f"XDG_{name}_HOME"]) for name in ("CONFIG", "DATA", "STATE")]

    def files() -> set[str]:
        return {path.relative_to(desk.home).as_posix() for home in homes for path in home.rglob("*")}

    before = files()
    for _ in range(2):
        with Resident(desk, first=True) as resident:
            assert files() == before
            verb(desk, "quit")
            assert resident.process.wait(30) == 0
    assert files() == before
    assert "quit" in logs(desk)
    with Resident(desk, first=True) as resident:
        practice(desk)
        desk.hand.hotkey("ctrl+alt+s")
        wait_for(resident.newest_record, what="the job")
        assert any("gridpilot/records" in name for name in files() - before)


def test_the_hotkey_fills_the_board_and_status_says_so(desk, resident):
    state = practice(desk)
    desk.hand.hotkey("ctrl+alt+s")
    last = wait_for(lambda: resident.ask("status").get("last"), what="the end of the job")
    assert "51 of 51 cells filled and checked" in last
    assert json.loads(state.read_text())["solved"]
    assert resident.ask("status")["busy"] is False
    assert [(each["count"], each["cells"]) for each in resident.ask("stats")["boards"]] == [(1, 51)]
    written = logs(desk)
    assert "51 filled" in written
    assert json.loads(state.read_text())["board"] not in written
    assert not list(Path(desk.env["XDG_CACHE_HOME"]).glob("gridpilot/log/**/*.png"))


def test_solve_does_the_same_through_the_daemon_and_without_one(desk, resident):
    practice(desk)
    through = verb(desk, "solve", "--json")
    assert (through.returncode, json.loads(through.stdout)["outcome"]) == (0, "verified")
    resident.quit()
    desk.close_window(desk.wait_window(class_name="Gridpilot-practice"))
    practice(desk)
    alone = verb(desk, "solve", "--json")
    assert (alone.returncode, json.loads(alone.stdout)["cells_filled"]) == (0, 51)


def test_the_hotkey_pressed_again_stops_the_job(desk, resident):
    slowly(desk)
    state = practice(desk)
    desk.hand.hotkey("ctrl+alt+s")
    wait_for(lambda: digits(state) > 32, what="some cells to be filled")
    desk.hand.hotkey("ctrl+alt+s")
    wait_for(lambda: resident.ask("last").get("outcome"), what="the end of the job")
    ended = resident.ask("last")
    assert (ended["outcome"], ended["reason"]) == ("stopped", "command")
    assert 0 < ended["cells_filled"] < 51


def test_stop_says_whether_there_was_a_job(desk, resident):
    assert verb(desk, "stop").returncode == 1
    slowly(desk)
    practice(desk)
    desk.hand.hotkey("ctrl+alt+s")
    wait_for(lambda: filling(resident), what="the filling")
    assert verb(desk, "stop").returncode == 0
    wait_for(lambda: not resident.ask("status")["busy"], what="the end of the job")


def test_paused_hotkeys_belong_to_the_focused_program_and_come_back(desk, resident):
    client = start_client(desk)
    assert verb(desk, "pause").returncode == 0
    desk.hand.hotkey("ctrl+alt+s")
    assert client.wait_keys(1)[0][0] == "s"
    refused = verb(desk, "solve")
    assert refused.returncode == 1
    assert "gridpilot resume" in refused.stderr
    assert verb(desk, "resume").returncode == 0
    client.clear()
    desk.hand.hotkey("ctrl+alt+s")
    client.settle()
    assert "s" not in {key[0] for key in client.typed()}


def test_run_speaks_json_when_asked_to(desk):
    said = desk.home / "said.jsonl"
    with said.open("wb") as output:
        process = desk.start(gridpilot("run", "--json"), env={"PYTHONUNBUFFERED": "1"}, stdout=output)
    wait_for(lambda: "Ctrl+Alt+S" in said.read_text(), what="the hotkey's line")
    wait_for(lambda: verb(desk, "quit").returncode == 0, what="the daemon to be told to quit")
    assert process.wait(30) == 0
    assert all(set(json.loads(line)) == {"said"} for line in said.read_text().splitlines())


def test_a_second_run_says_that_one_is_running(desk, resident):
    second = verb(desk, "run")
    assert second.returncode == 0
    assert "already running" in second.stdout
    assert "hotkey: Ctrl+Alt+S = solve the sudoku" in second.stdout
    assert f"pid {resident.pid}" in second.stdout
    assert resident.process.poll() is None


def test_a_worker_that_dies_is_replaced_and_three_in_a_minute_are_too_many(desk, resident):
    for _ in range(2):
        (before,) = resident.workers()
        os.kill(before, signal.SIGKILL)
        wait_for(
            lambda before=before: (now := resident.ask("status")["worker"])["pid"] != before and now["ready"],
            what="another worker",
        )
    (last,) = resident.workers()
    os.kill(last, signal.SIGKILL)
    status = wait_for(lambda: (now := resident.ask("status"))["paused"] and now, what="giving up")
    assert status["face"] == "trouble"
    assert "gridpilot resume" in status["note"]
    verb(desk, "resume")
    wait_for(lambda: resident.ask("status")["worker"]["ready"], what="another worker")
    assert resident.ask("status")["face"] == "ready"


def test_a_worker_that_hangs_is_killed_when_told_to_stop_and_leaves_no_key_down(desk, resident):
    practice(desk)
    (worker,) = resident.workers()
    os.kill(worker, signal.SIGSTOP)
    desk.hand.hotkey("ctrl+alt+s")
    wait_for(lambda: resident.ask("status")["busy"], what="the job")
    desk.hand.hold("5")  # what a worker leaves behind that dies between press and release
    verb(desk, "stop")
    wait_for(lambda: resident.ask("status")["worker"]["pid"] != worker, what="another worker")
    wait_for(lambda: desk.hand.held() == [], what="the key to be let go")
    assert "Stopped" in resident.ask("status")["last"]


def test_a_lost_display_ends_it_with_one_sentence_and_the_code_for_it(desk, resident):
    workers = resident.workers()
    desk.server.kill()
    assert resident.process.wait(20) == 3
    assert "The display went away" in resident.said().splitlines()[-1]
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), what="the end of the worker")


def test_a_killed_daemon_leaves_no_worker_and_does_not_keep_the_next_from_starting(desk, resident):
    workers = resident.workers()
    assert workers
    os.kill(resident.pid, signal.SIGKILL)
    resident.process.wait()
    wait_for(lambda: not any(Path(f"/proc/{pid}").exists() for pid in workers), what="the end of the worker")
    assert verb(desk, "status").returncode == 4
    with Resident(desk) as second:
        assert second.ask("status")["hotkeys"][0]["live"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_it_ends_cleanly_when_asked_by_a_signal(resident, number):
    resident.process.send_signal(number)
    assert resident.process.wait(20) == 0


def test_quit_ends_it_and_its_worker(desk, resident):
    workers = resident.workers()
    assert verb(desk, "quit").returncode == 0
    assert resident.process.wait(20) == 0
    assert not any(Path(f"/proc/{pid}").exists() for pid in workers)


def test_a_start_while_the_last_one_is_ending_waits_for_its_end(desk, resident):
    (worker,) = resident.workers()
    os.kill(worker, signal.SIGSTOP)  # so that the end takes the seconds that a worker gets
    assert verb(desk, "quit").returncode == 0
    with Resident(desk) as second:
        assert resident.process.wait(20) == 0
        assert second.ask("status")["pid"] == second.pid


def test_a_changed_hotkey_counts_and_a_broken_file_changes_nothing(desk, resident):
    file = Path(resident.ask("config", "path")["path"])
    assert "#solve" in file.read_text()
    file.write_text('[hotkeys]\nsolve = "ctrl+shift+f5"\n')
    assert resident.ask("status")["hotkeys"][0]["combination"] == "ctrl+shift+f5"
    file.write_text("[hotkeys\n")
    status = resident.ask("status")
    assert status["hotkeys"][0]["combination"] == "ctrl+shift+f5"
    assert f"{file}:1" in status["config"]["problems"][0]
    client = start_client(desk)
    desk.hand.hotkey("ctrl+shift+f5")
    wait_for(lambda: resident.ask("status")["last"], what="the job")
    assert "F5" not in {key[0] for key in client.typed()}


def test_a_hotkey_that_another_program_has_is_said_and_the_rest_works(desk):
    from gridpilot.desktop.x11.hotkeys import X11Hotkeys

    other = X11Hotkeys(desk.name)
    other.start({"theirs": "ctrl+alt+s"}, lambda _: None)
    with Resident(desk) as resident:
        status = resident.ask("status")
        assert not status["hotkeys"][0]["live"]
        assert "taken by another program" in status["hotkeys"][0]["reason"]
        assert status["face"] == "trouble"
        practice(desk)
        assert verb(desk, "solve").returncode == 0
    other.stop()


def test_idle_it_does_not_wake_up_at_all_and_is_small(resident):
    import time

    def switches() -> int:
        return resident.account(resident.pid)[1]

    seen = switches()

    def calm() -> bool:
        nonlocal seen
        time.sleep(2)
        before, seen = seen, switches()
        return before == seen

    wait_for(calm, 30, "two seconds without a wake-up")
    assert resident.pss(resident.pid) <= 30
    modules = Path(f"/proc/{resident.pid}/maps").read_text()
    assert not any(name in modules for name in ("numpy", "cv2", "_tkinter"))
