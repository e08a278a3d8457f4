"""Notices, shown by a real notice server (dunst) on a real session bus."""

import json
import subprocess
import sys
from html import unescape

import pytest
from virtual import desktop, wait_for
from Xlib import X

pytestmark = pytest.mark.gui

SHOW = """
import logging, sys, time
logging.basicConfig()
from gridpilot.desktop.x11.notices import BusNotices
notices = BusNotices()
for text in sys.argv[1:]:
    notices.show("gridpilot", text, "ready")
deadline = time.monotonic() + 20
import threading
while any(thread.name == "notice" for thread in threading.enumerate()) and time.monotonic() < deadline:
    time.sleep(0.02)
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


def popups(desk) -> list[int]:
    return [
        child.id
        for child in desk.root.query_tree().children
        if "dunst" in (desk.property(child.id, "WM_CLASS") or "").lower()
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


def test_without_a_session_bus_a_notice_costs_a_line_in_the_log(desk):
    desk.env["DBUS_SESSION_BUS_ADDRESS"] = f"unix:path={desk.home}/nothing"
    done = show(desk, "nobody sees this")
    assert done.returncode == 0
    assert "Traceback" not in done.stderr
    assert "no notice was shown" in done.stderr
