"""Notices, shown by a real notice server (dunst) on a real session bus."""

import json
import subprocess
import sys
from html import unescape
from pathlib import Path

import pytest
from PIL import Image, ImageDraw
from resident import Resident
from virtual import desktop, wait_for
from Xlib import X

from gridpilot.desktop.shared.icon_drawing import MARKS
from gridpilot.profiles import bundled

pytestmark = pytest.mark.gui

SHOW = """
import logging, sys, time
logging.basicConfig()
from gridpilot.desktop.linux.notices import BusNotices
notices = BusNotices()
for text in sys.argv[1:]:
    notices.show("gridpilot", text, "ready")
deadline = time.monotonic() + 20
import threading
while any(thread.name == "notice" for thread in threading.enumerate()) and time.monotonic() < deadline:
    time.sleep(0.02)
"""


SCRATCH = (200, 10, 90)

WINDOW = """
import sys, tkinter
root = tkinter.Tk()
root.title("a picture")
picture = tkinter.PhotoImage(file=sys.argv[1])
tkinter.Label(root, image=picture, borderwidth=0).pack()
root.mainloop()
"""

AWAY = """
import threading
from gridpilot.desktop.linux.notices import BusNotices
notices = BusNotices()
notices.show("gridpilot", "first", "ready")
input()
notices.withdraw()
input()
notices.show("gridpilot", "second", "ready")
notices.withdraw()
notices.show("gridpilot", "third", "ready")
while any(thread.name == "notice" for thread in threading.enumerate()):
    notices._sent.wait(30)
"""

OFFER = """
from gridpilot.desktop import Offer
from gridpilot.desktop.linux.notices import BusNotices
import threading
taken = threading.Event()
BusNotices().show("gridpilot", "running", "ready", offers=[Offer("Practice board", taken.set)])
print("taken" if taken.wait(30) else "left", flush=True)
"""

OFFERS = """
import os, threading, time
from gridpilot.desktop import Offer
from gridpilot.desktop.linux.notices import BusNotices
notices, taken = BusNotices(), []
def waiting():
    return [thread for thread in threading.enumerate() if thread.name == "notice"]
def settle(count):
    deadline = time.monotonic() + 30
    while len(waiting()) > count and time.monotonic() < deadline:
        time.sleep(0.02)
    return len(waiting())
files = len(os.listdir("/proc/self/fd"))
for number in range(4):
    notices.show("gridpilot", "running", "ready", offers=[Offer("Yes", lambda number=number: taken.append(number))])
notices._sent.wait(30)
print(settle(1), flush=True)
input()
print(settle(0), taken, len(os.listdir("/proc/self/fd")) - files)
"""


@pytest.fixture
def desk():
    with desktop(wm="openbox") as started:
        yield started


def show(desk, *texts: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", SHOW, *texts]
    return subprocess.run(command, env=desk.env, capture_output=True, text=True, timeout=60, check=False)


def shown(desk) -> list[str]:
    """The texts in dunst's list, as its markup says them."""
    listed = subprocess.run(["dunstctl", "history"], env=desk.env, capture_output=True, text=True, timeout=30)
    return (
        [unescape(each["body"]["data"]) for each in json.loads(listed.stdout)["data"][0]]
        if listed.stdout.strip()
        else []
    )


def popups(desk, of: str = "dunst") -> list[int]:
    return [
        child.id
        for child in desk.root.query_tree().children
        if of in (desk.property(child.id, "WM_CLASS") or "").lower()
        and child.get_attributes().map_state == X.IsViewable
    ]


def test_a_notice_is_seen_and_leaves_the_focus_where_it_was(desk):
    desk.start(["dunst"])
    desk.start(["xterm"])
    window = desk.wait_window(class_name="XTerm")
    desk.focus(window)
    assert show(desk, "51 of 51 cells filled and checked.").returncode == 0
    wait_for(lambda: popups(desk), what="the notice")
    assert desk.active() == window


def test_a_newer_notice_takes_the_place_of_the_one_before(desk):
    desk.start(["dunst"])
    show(desk, "first", "second <b>&")
    wait_for(lambda: popups(desk), what="the notice")
    subprocess.run(["dunstctl", "close-all"], env=desk.env, timeout=30, check=True)
    assert wait_for(lambda: shown(desk), what="the list") == ["second <b>&"]


def test_a_notice_is_taken_away_and_the_one_after_it_stays(desk):
    desk.start(["dunst"])
    pipes = {"stdin": subprocess.PIPE, "text": True}
    with subprocess.Popen([sys.executable, "-c", AWAY], env=desk.env, **pipes) as showing:
        wait_for(lambda: popups(desk), what="the first notice")
        print(file=showing.stdin, flush=True)
        wait_for(lambda: not popups(desk), 5, "it to go, which by itself would stay for ten seconds")
        print(file=showing.stdin, flush=True)
        assert showing.wait(30) == 0
    wait_for(lambda: popups(desk), what="the last notice")
    assert shown(desk) == ["second", "first"]


def test_without_a_session_bus_a_notice_costs_a_line_in_the_log(desk):
    desk.env["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={desk.home}/nothing"
    done = show(desk, "nobody sees this")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "no notice was shown" in done.stderr


def test_the_button_on_a_notice_is_answered(desk):
    desk.start(["dunst"])
    asking = subprocess.Popen([sys.executable, "-c", OFFER], env=desk.env, stdout=subprocess.PIPE, text=True)
    wait_for(lambda: popups(desk), what="the notice")
    subprocess.run(["dunstctl", "action", "0"], env=desk.env, timeout=30, check=True)
    assert asking.communicate(timeout=60)[0] == "taken\n"


def test_of_several_offers_the_newest_alone_is_waited_for_and_answered(desk):
    """They are shown under one number, as each takes the place of the one before. Waiting takes a thread and files."""
    desk.start(["dunst"])
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
    with subprocess.Popen([sys.executable, "-c", OFFERS], env=desk.env, text=True, **pipes) as asking:
        assert asking.stdout.readline() == "1\n"
        wait_for(lambda: popups(desk), what="the notice")
        subprocess.run(["dunstctl", "action", "0"], env=desk.env, timeout=30, check=True)
        assert asking.communicate("\n", timeout=60)[0] == "0 [3] 0\n"


def test_a_digit_that_cannot_be_read_is_shown_in_the_notice_of_the_job_and_then_on_the_board(desk, tmp_path):
    """From the key to the notice: a picture of a board whose first digit was scratched out in a colour of its own. Then
    the first of the notice's two buttons is chosen.
    """
    board = Image.open(bundled() / "sudoku" / "practice" / "sample.png").convert("RGB")
    pen = ImageDraw.Draw(board)
    for x in range(42, 75, 7):
        pen.line((x, 98, 74 - x + 42, 130), SCRATCH, 3)
    board.save(tmp_path / "board.png")
    chooses = tmp_path / "chooses"
    chooses.write_text("#!/bin/sh\ngrep 'Show what is read'\n")
    chooses.chmod(0o755)
    (tmp_path / "dunstrc").write_text(f"[global]\ndmenu = {chooses}\n")
    desk.start(["dunst", "-conf", str(tmp_path / "dunstrc")])
    desk.start([sys.executable, "-c", WINDOW, str(tmp_path / "board.png")])
    window = desk.wait_window(title="a picture")
    with Resident(desk) as resident:
        desk.focus(window)
        desk.hand.hotkey("ctrl+alt+s")
        last = wait_for(lambda: (found := resident.ask("last")).get("outcome") and found, what="the end of the job")
        assert (last["outcome"], last["cells"]) == ("doubtful", ["r1c1"])
        assert (Path(last["record"]) / "r1c1.png").stat().st_mode & 0o077 == 0
        wait_for(lambda: colours(desk, tmp_path, popups(desk)).get(SCRATCH, 0) > 20, what="the cell in the notice")
        assert desk.active() == window
        subprocess.run(["dunstctl", "context"], env=desk.env, timeout=30, check=True)
        wait_for(lambda: popups(desk, "gridpilot-overlay"), what="what was read, over the board")
        shown = wait_for(lambda: (found := resident.ask("last"))["outcome"] == "shown" and found, what="its record")
        assert shown["cells"] == ["r1c1"]
        desk.screenshot(tmp_path / "as-read.png")


def colours(desk, folder, windows: list[int]) -> dict[tuple[int, int, int], int]:
    """How many pixels of each colour the first of these windows shows."""
    if not windows:
        return {}
    x, y, width, height = desk.area(windows[0])
    screen = Image.open(desk.screenshot(folder / "screen.png")).convert("RGB")
    part = screen.crop((x, y, x + width, y + height))
    return {colour: count for count, colour in part.getcolors(1 << 24)}


def test_the_first_start_shows_the_icon_in_a_notice_whose_button_opens_a_practice_board(desk, tmp_path):
    desk.start(["dunst"])
    check = tuple(int(MARKS["ready"][i : i + 2], 16) for i in (1, 3, 5))
    with Resident(desk, first=True):
        wait_for(lambda: colours(desk, tmp_path, popups(desk)).get(check, 0) > 40, what="the icon in the notice")
        subprocess.run(["dunstctl", "action", "0"], env=desk.env, timeout=30, check=True)
        desk.wait_window(class_name="Gridpilot-practice")
    subprocess.run(["dunstctl", "close-all"], env=desk.env, timeout=30, check=True)
    with Resident(desk, first=True):
        assert popups(desk) == []
