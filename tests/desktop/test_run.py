"""scripts/run.py on a desktop, as a newcomer starts it."""

import json
import signal
import sys
import time
from pathlib import Path

import pytest
from resident import gridpilot
from virtual import Desktop, desktop, wait_for

pytestmark = pytest.mark.gui

RUN = Path(__file__).parents[2] / "scripts" / "run.py"


def of_gridpilot(desk: Desktop) -> list[int]:
    """The processes of gridpilot that run on this display."""
    found = []
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            here = f"DISPLAY={desk.name}".encode() in (folder / "environ").read_bytes().split(b"\0")
            if here and b"-m\0gridpilot" in (folder / "cmdline").read_bytes():
                found.append(int(folder.name))
        except OSError:
            continue  # it ended while we looked
    return found


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_ended_from_outside_it_ends_all_that_it_started(number):
    with desktop() as desk, (desk.home / "run.out").open("wb") as output:
        run = desk.start([sys.executable, str(RUN)], stdout=output)
        for title in ("gridpilot practice - Sudoku", "gridpilot - Welcome"):
            desk.wait_window(title=title)
        assert len(of_gridpilot(desk)) >= 4  # the resident program, its worker, two windows
        assert "gridpilot install" in (desk.home / "run.out").read_text("utf-8")
        run.send_signal(number)
        assert run.wait(30) == 0
        wait_for(lambda: not of_gridpilot(desk), 5, "all of it to end")


def test_the_first_start_opens_board_and_welcome_beside_one_another_and_the_second_neither():
    """As the entry in the desktop's menu starts it."""
    menu_entry = gridpilot("run", "--or-settings")
    with desktop() as desk:
        first = desk.start(menu_entry)
        board, welcome = (
            desk.wait_window(title=title) for title in ("gridpilot practice - Sudoku", "gridpilot - Welcome")
        )
        (x, _, width, _), (other, *_) = sorted(desk.area(window) for window in (board, welcome))
        assert x + width <= other
        first.send_signal(signal.SIGTERM)
        assert first.wait(30) == 0
        for window in (board, welcome):
            desk.close_window(window)
        wait_for(lambda: not of_gridpilot(desk), 30, "all of it to end")
        with (desk.home / "second.out").open("wb") as output:
            desk.start(menu_entry, stdout=output)
        wait_for(lambda: "tray:" in (desk.home / "second.out").read_text("utf-8"), 30, "the last of its first lines")
        assert len(of_gridpilot(desk)) == 2  # the resident program and its worker


@pytest.mark.parametrize("manager", ["openbox", "xfwm4"])
def test_at_the_first_start_the_board_has_the_keys_that_the_welcome_speaks_of(manager):
    with desktop(wm=manager) as desk:
        output = desk.home / "first.out"
        with output.open("wb") as opened:
            desk.start(gridpilot("run", "--or-settings"), stdout=opened)
        desk.wait_window(title="gridpilot - Welcome")
        board = desk.wait_window(title="gridpilot practice - Sudoku")
        seen: list[int] = []

        def rests() -> bool:
            time.sleep(0.1)
            seen.append(desk.active())
            return len(seen) > 10 and set(seen[-10:]) == {board}

        wait_for(rests, 30, "the board to have the focus, and to keep it")
        wait_for(lambda: "hotkeys:" in output.read_text("utf-8"), 30, "the hotkeys")
        desk.hand.hotkey("ctrl+alt+s")
        records = Path(desk.env["XDG_STATE_HOME"]) / "gridpilot" / "records"
        told = json.loads(wait_for(lambda: max(records.glob("*/outcome.json"), default=None), 60, "a job").read_text())
        assert (told["outcome"], told["window"]) == ("verified", "gridpilot practice - Sudoku")
