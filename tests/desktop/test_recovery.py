"""What may break under a resident program, broken for real; each time the next press of the hotkey fills the board."""

import contextlib
import json
import os
import resource
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from games import start_practice
from playing import HOTKEY, ready
from resident import Resident, gridpilot
from soak_troubles import resize
from truth import PUZZLES, wrong
from virtual import Desktop, desktop, end, nested, wait_for
from Xlib.display import Display
from Xlib.ext import randr
from Xlib.protocol import rq

from gridpilot.errors import NoDaemon
from gridpilot.service import control

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]
SLOWLY = """
game = "sudoku"
match = { class = "Gridpilot-practice" }
fill = "arrows"
pace = { between_keys = 0.05 }
"""


@pytest.fixture(scope="module")
def desk() -> Iterator[Desktop]:
    """In a nested server, which can change its resolution."""
    with desktop(size=(1600, 1200), wm="none", bus=False) as outer, nested(outer, tray=True) as inner:
        yield inner


@pytest.fixture(scope="module")
def only(desk: Desktop) -> Iterator[Resident]:
    with Resident(desk) as started:
        yield started


@pytest.fixture
def resident(only: Resident) -> Resident:
    """It was not ended by what was done to it before, and has forgotten it."""
    assert only.process.poll() is None
    only.ask("pause")
    only.ask("resume")
    rests(only)
    return only


def rests(resident: Resident) -> None:
    def ready_and_idle() -> bool:
        status = resident.ask("status")
        return bool(status and status["worker"]["ready"] and not status["busy"])

    wait_for(ready_and_idle, what="gridpilot to be ready")


def press(desk: Desktop, resident: Resident, scale: float = 1, at: tuple[int, int] | None = None) -> dict:
    """Opens a board, presses the hotkey, and returns the record of the job. Nothing is wrong and nothing down then."""
    (desk.home / "practice.json").unlink(missing_ok=True)
    game = start_practice(desk, PUZZLE, scale=scale)
    if at is not None:
        desk.move_window(game.window, *at)
    ready(desk, game.window)
    before = resident.newest_record()
    desk.hand.hotkey(HOTKEY)
    ended = json.loads(wait_for(lambda: resident.record_after(before), what="the end of the job").read_text())
    board = game.board()
    assert wrong(board, PUZZLE) == []
    assert ended["outcome"] != "verified" or board == PUZZLE.solution
    assert desk.hand.held() == []
    desk.close_window(game.window)
    return ended


def fills(desk: Desktop, resident: Resident, **board) -> None:
    assert press(desk, resident, **board)["outcome"] == "verified"


def cut(resident: Resident, pid: int) -> list[socket.socket]:
    try:
        return resident.connections(pid)
    except (PermissionError, AttributeError) as fault:
        pytest.skip(f"no reaching into another process here: {fault}")


def complete(resident: Resident) -> list[socket.socket] | None:
    """The daemon's five connections to the display; None while one is being opened or closed."""
    try:
        found = cut(resident, resident.pid)
    except FileNotFoundError:
        return None
    return found if len(found) == 5 else None


def test_whichever_connection_of_the_daemon_to_the_display_is_cut_it_is_made_again(desk, resident):
    """That of the hotkeys ends the thread that listens, that of the icon the one that shows it; two tell the focus."""
    resident.ask("pause", "--app", "XTerm")
    for connection in wait_for(lambda: complete(resident), what="five connections"):
        connection.shutdown(socket.SHUT_RDWR)
    for _ in range(2):
        fills(desk, resident)
    other = desk.start(["xterm"])
    desk.focus(desk.wait_window(class_name="XTerm"))
    wait_for(lambda: not resident.ask("status")["hotkeys"][0]["live"], what="the hotkeys to be free there")
    end(other)
    wait_for(lambda: resident.ask("status")["tray"]["shown"], what="the icon")
    assert wait_for(lambda: complete(resident), what="five connections again")
    resident.ask("resume", "--app", "XTerm")


def test_a_listener_that_ends_three_times_in_a_minute_pauses_with_the_reason_and_comes_back(desk, resident):
    for _ in range(3):
        for connection in cut(resident, resident.pid):
            connection.shutdown(socket.SHUT_RDWR)
        time.sleep(2.5)  # the second time it is begun anew after two seconds
    status = wait_for(lambda: (now := resident.ask("status"))["paused"] and now, what="giving up")
    assert "three times in a minute" in status["note"]
    resident.ask("resume")
    fills(desk, resident)


def test_a_worker_whose_connections_are_cut_says_so_and_is_replaced(desk, resident):
    (worker,) = resident.workers()
    for connection in cut(resident, worker):
        connection.shutdown(socket.SHUT_RDWR)
    assert press(desk, resident)["outcome"] in {"blocked", "stopped"}
    wait_for(lambda: resident.workers() not in ([], [worker]), what="another worker")
    fills(desk, resident)


def test_a_worker_that_hangs_is_found_out_by_the_next_press_and_replaced_and_so_is_one_that_never_gets_ready(
    desk, resident
):
    before: list[int] = []
    for _ in range(2):
        (worker,) = wait_for(lambda seen=before: (now := resident.workers()) not in ([], seen) and now, what="a worker")
        os.kill(worker, signal.SIGSTOP)  # the second one as soon as it is there
        ended = press(desk, resident)
        assert (ended["outcome"], ended["reason"]) == ("stopped", "budget")
        before = [worker]
    rests(resident)
    assert resident.workers() != before
    fills(desk, resident)


def test_too_many_open_files_cost_the_request_and_not_the_socket(desk, resident):
    address = next(Path(desk.env["XDG_RUNTIME_DIR"]).rglob("*.sock"))
    usual = resource.prlimit(resident.pid, resource.RLIMIT_NOFILE)
    resource.prlimit(resident.pid, resource.RLIMIT_NOFILE, (3, usual[1]))
    try:
        control.ask(address, {"do": "status"})  # its file was set aside when the waiting for it began
        for _ in range(2):
            with pytest.raises(NoDaemon):
                control.ask(address, {"do": "status"}, 1.0)
    finally:
        resource.prlimit(resident.pid, resource.RLIMIT_NOFILE, usual)
    wait_for(lambda: resident.ask("status"), what="an answer")
    fills(desk, resident)


@pytest.mark.parametrize("size", [1 << 20, (1 << 16) - 9])
def test_two_hundred_requests_that_stop_in_their_middle_leave_no_memory_behind(desk, resident, size):
    """Of the longest that is taken, and of more than that."""
    address = next(Path(desk.env["XDG_RUNTIME_DIR"]).rglob("*.sock"))

    def half() -> socket.socket:
        caller = socket.socket(socket.AF_UNIX)
        caller.connect(str(address))
        with contextlib.suppress(OSError):  # it was hung up on
            caller.sendall(b"{" + b"x" * (size - 1))
        return caller

    before = resident.pss(resident.pid)
    for _ in range(2):
        for caller in [half() for _ in range(200)]:
            caller.close()
    wait_for(lambda: resident.pss(resident.pid) < before + 6, what="the memory to be given back")
    fills(desk, resident)


def test_a_full_disk_costs_the_record_and_not_the_board(desk, resident):
    records = Path(desk.env["XDG_STATE_HOME"], "gridpilot", "records")
    before = resident.newest_record()
    mount = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=4k", "full", str(records)], capture_output=True)
    if mount.returncode:
        pytest.skip("mounting a disk without room needs to be allowed")
    try:
        game = start_practice(desk, PUZZLE)
        ready(desk, game.window)
        desk.hand.hotkey(HOTKEY)
        wait_for(lambda: game.board() == PUZZLE.solution, what="the board to be filled")
        rests(resident)
        assert "filled and checked" in resident.ask("status")["last"]
        assert [*records.iterdir()] == []
        desk.close_window(game.window)
    finally:
        subprocess.run(["umount", "--lazy", str(records)], check=True)
    assert resident.newest_record() == before
    fills(desk, resident)


def test_another_resolution_and_another_scale_change_nothing(desk, resident):
    try:
        resize(desk, (1600, 1200))
        fills(desk, resident, scale=1.25, at=(900, 250))  # beyond the old screen's edge
        resize(desk, (1024, 768))
        fills(desk, resident, scale=0.8)
    finally:
        resize(desk, (1280, 1024))
    fills(desk, resident)


class SetMonitor(rq.Request):
    """python-xlib's own cannot be sent."""

    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(43), rq.RequestLength(), rq.Window("window"), rq.Card32("name"),
        rq.Bool("primary"), rq.Bool("automatic"), rq.Card16("outputs"), rq.Int16("x"), rq.Int16("y"),
        rq.Card16("width"), rq.Card16("height"), rq.Card32("millimeters_wide"), rq.Card32("millimeters_high"),
    )  # fmt: skip


def add_monitor(desk: Desktop, name: int, place: tuple[int, int, int, int]) -> None:
    inner = desk.display.display
    names = ("name", "primary", "automatic", "outputs", "x", "y", "width", "height", "millimeters_wide")
    facts = dict(zip(names, (name, 0, 0, 0, *place, 160), strict=True))
    opcode = inner.get_extension_major(randr.extname)
    SetMonitor(inner, opcode=opcode, window=desk.root.id, **facts, millimeters_high=256)
    desk.display.sync()
    assert len(desk.root.xrandr_get_monitors().monitors) == 2


def test_a_monitor_that_comes_and_goes_changes_nothing(desk, resident):
    """A second one that shows the right half of the screen; then there is the one again."""
    name = desk.display.intern_atom("second")
    add_monitor(desk, name, (640, 0, 640, 1024))
    try:
        fills(desk, resident, at=(700, 100))
    finally:
        desk.root.xrandr_delete_monitor(name)
        desk.display.sync()
    fills(desk, resident)


def test_what_slept_in_the_middle_of_a_job_goes_on_or_stops_and_works_afterwards(desk, resident):
    both = (resident.pid, *resident.workers())
    game = start_practice(desk, PUZZLE)
    ready(desk, game.window)
    before = resident.newest_record()
    desk.hand.hotkey(HOTKEY)
    wait_for(lambda: game.board() != PUZZLE.givens, what="the first digit")
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for pid in both:
            os.kill(pid, number)
        time.sleep(1)
    wait_for(lambda: resident.record_after(before), what="the end of the job")
    assert wrong(game.board(), PUZZLE) == []
    desk.close_window(game.window)
    fills(desk, resident)


def test_a_display_that_goes_in_the_middle_of_a_job_ends_it_with_a_record_and_the_next_one_is_served():
    with desktop() as desk:
        folder = Path(desk.env["XDG_CONFIG_HOME"], "gridpilot", "profiles")
        folder.mkdir(parents=True)
        (folder / "slow.toml").write_text(SLOWLY)
        with Resident(desk) as first:
            game = start_practice(desk, PUZZLE)
            ready(desk, game.window)
            before = first.newest_record()
            desk.hand.hotkey(HOTKEY)
            wait_for(lambda: game.board() != PUZZLE.givens, what="the first digit")
            desk.server.kill()
            assert first.process.wait(20) == 3
            assert "The display went away" in first.said()
            assert "Traceback" not in first.said() + "".join(log.read_text() for log in desk.home.glob("*.log"))
            ended = json.loads(wait_for(lambda: first.record_after(before), what="the record").read_text())
            assert ended["outcome"] in {"blocked", "stopped"}
        (folder / "slow.toml").unlink()
        again(desk)
        with Resident(desk) as second:
            fills(desk, second)


def again(desk: Desktop) -> None:
    """The same display once more, as after the next login."""
    for stale in ("display", "hand"):
        desk.__dict__.pop(stale)
    desk.server = desk.start(["Xvfb", desk.name, "-screen", "0", "1280x1024x24", "-ac", "-noreset"])

    def up() -> bool:
        try:
            Display(desk.name).close()
        except Exception:
            return False
        return True

    wait_for(up, what="the server")
    desk.manager("openbox")


def test_a_second_start_says_so_when_the_first_does_not_answer(desk, resident):
    """Somebody has cleaned up the folder of its socket."""
    address = next(Path(desk.env["XDG_RUNTIME_DIR"]).rglob("*.sock"))
    address.rename(address.with_suffix(".away"))
    try:
        second = subprocess.run(gridpilot("run"), env=desk.env, capture_output=True, text=True, timeout=60, check=False)
    finally:
        address.with_suffix(".away").rename(address)
    assert second.returncode == 3
    assert "does not answer" in second.stderr
    fills(desk, resident)


def test_a_bus_that_hangs_at_the_start_and_goes_later_costs_the_notices_only():
    with desktop() as desk:
        assert desk.session_bus is not None
        desk.session_bus.send_signal(signal.SIGSTOP)
        with Resident(desk) as resident:
            fills(desk, resident)
            desk.session_bus.send_signal(signal.SIGCONT)
            end(desk.session_bus)
            fills(desk, resident)
