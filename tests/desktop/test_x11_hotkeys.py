"""Hotkeys by XGrabKey: once per press, on every layout, never seen by the focused program."""

import logging
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from resident import Resident
from virtual import desktop, end, wait_for
from x11_client import start_client

from gridpilot.config import read
from gridpilot.desktop.x11.hotkeys import X11Hotkeys
from gridpilot.desktop.x11.input import X11Input
from gridpilot.service.daemon.hotkeys import bindings

pytestmark = pytest.mark.gui

BINDINGS = {"solve": "ctrl+alt+s", "play": "ctrl+alt+2"}


class Listener:
    """Hotkeys and what they reported."""

    def __init__(self, display: str, bindings=BINDINGS) -> None:
        self.presses: list[str] = []
        self.lost = threading.Event()
        self.hotkeys = X11Hotkeys(display)
        self.states = {
            state.action: state for state in self.hotkeys.start(bindings, self.presses.append, self.lost.set)
        }

    def wait(self, *presses: str) -> None:
        wait_for(lambda: self.presses == list(presses), what=f"{presses}, came: {self.presses}")


@pytest.fixture(scope="module")
def desk():
    with desktop(wm="openbox", bus=False) as started:
        yield started


@pytest.fixture(scope="module")
def client(desk):
    return start_client(desk)


@pytest.fixture
def listener(desk, client):
    client.clear()
    made = Listener(desk.name)
    yield made
    made.hotkeys.stop()
    desk.layout("us")


@pytest.mark.parametrize("locks", [(), ("capslock", "numlock")], ids="+".join)
@pytest.mark.parametrize("layout", ["us", "de", "fr", "cz", "ru", "us,ru", "ru,us"])
def test_a_hotkey_fires_once_and_never_leaks(desk, client, listener, layout, locks):
    desk.layout(layout)
    desk.hand.tap(*locks)
    try:
        for _ in range(2):
            desk.hand.hotkey("ctrl+alt+s")
            desk.hand.hotkey("ctrl+alt+2")
        listener.wait("solve", "play", "solve", "play")
        client.settle()
    finally:
        desk.hand.tap(*locks)
    assert [key[0] for key in client.typed()] == ["End"]


SETTINGS = """
[hotkeys]
solve = "ctrl+alt+q"
play = "ctrl+shift+alt+5"
pause = "super+z"
stop = "ctrl+f5"
"""

# Where a finger finds q and z, as keys of a US keyboard; 5 and F5 are everywhere where they are there.
FINGERS = {"fr": ("a", "w"), "de": ("q", "y")}


@pytest.mark.parametrize("layout", ["us", "fr", "de", "es", "ru", "us,ru"])
def test_the_keys_of_the_settings_work_by_the_layouts_character_first_and_altgr_never_triggers_one(
    desk, client, tmp_path, layout
):
    (tmp_path / "config.toml").write_text(SETTINGS)
    config, problems = read(tmp_path / "config.toml")
    assert config is not None
    assert problems == ()
    desk.layout(layout)
    listener = Listener(desk.name, bindings(config))
    try:
        assert all(state.live for state in listener.states.values()), listener.states
        q, z = FINGERS.get(layout, ("q", "z"))
        for keys in (f"ctrl+alt+{q}", "ctrl+shift+alt+5", f"super+{z}", "ctrl+f5"):
            desk.hand.hotkey(keys)
        listener.wait("solve", "play", "pause", "stop")
        client.clear()
        altgr = 108
        desk.hand._event(2, altgr)
        desk.hand.tap(q, "5", z)
        desk.hand.hold("ctrl")
        desk.hand.tap(q)
        desk.hand.release("ctrl")
        desk.hand._event(3, altgr)
        client.settle()
        if layout not in {"us", "us,ru", "ru"}:  # there the key beside the space bar is another Alt
            assert listener.presses == ["solve", "play", "pause", "stop"]
    finally:
        listener.hotkeys.stop()
        desk.layout("us")


def test_a_key_that_is_held_down_fires_once(desk, client, listener):
    desk.hand.hotkey("ctrl+alt+s", held=1.5)  # the server repeats keys after 0.66 s
    desk.hand.hotkey("ctrl+alt+2")
    listener.wait("solve", "play")


def test_presses_without_a_pause_all_count(desk, client, listener):
    desk.hand.hold("ctrl", "alt")
    desk.hand.tap(*"ssss")
    desk.hand.release("ctrl", "alt")
    listener.wait(*["solve"] * 4)


@pytest.mark.parametrize("locks", [(), ("numlock",)], ids="+".join)
def test_the_keypads_2_is_a_2(desk, client, listener, locks):
    desk.hand.tap(*locks)
    desk.hand.hold("ctrl", "alt")
    keypad = 88
    for press in (2, 3):
        desk.hand._event(press, keypad)
    desk.hand.release("ctrl", "alt")
    desk.hand.tap(*locks)
    listener.wait("play")


@pytest.mark.parametrize("layout", ["pl", "no", "es"])
def test_altgr_is_not_ctrl_alt(desk, client, listener, layout):
    desk.layout(layout)
    altgr = 108
    desk.hand._event(2, altgr)
    desk.hand.tap("s", "2")
    desk.hand._event(3, altgr)
    client.settle()
    assert [int(key[3]) for key in client.typed()[:-1]] == [39, 11]
    assert listener.presses == []


def test_released_keys_reach_the_focused_program_and_a_kept_one_goes_on_working(desk, client, listener):
    listener.hotkeys.release(keep=("play",))
    desk.hand.hotkey("ctrl+alt+s")
    desk.hand.hotkey("ctrl+alt+2")
    listener.wait("play")
    client.settle()
    assert any(int(key[3]) == 39 for key in client.typed())
    assert all(state.live for state in listener.hotkeys.bind())
    desk.hand.hotkey("ctrl+alt+s")
    listener.wait("play", "solve")


def test_another_modifier_makes_it_another_key(desk, client, listener):
    for combination in ("ctrl+s", "alt+s", "ctrl+shift+alt+s", "ctrl+alt+super+s"):
        desk.hand.hotkey(combination)
    desk.hand.hotkey("ctrl+alt+s")
    listener.wait("solve")


def test_all_kinds_of_combinations_can_be_bound(desk, client):
    bindings = {"a": "ctrl+shift+alt+p", "b": "super+f5", "c": "f4", "d": "Ctrl + Alt + Space"}
    listener = Listener(desk.name, bindings)
    assert all(state.live for state in listener.states.values())
    for combination in ("ctrl+shift+alt+p", "super+f5", "f4", "ctrl+alt+space"):
        desk.hand.hotkey(combination)
    listener.wait("a", "b", "c", "d")
    listener.hotkeys.stop()


def test_a_taken_key_is_reported_and_the_others_live(desk):
    first = Listener(desk.name, {"solve": "ctrl+alt+s"})
    second = Listener(desk.name)
    assert not second.states["solve"].live
    assert second.states["solve"].reason == "ctrl+alt+s is taken by another program"
    assert second.states["play"].live
    desk.hand.hotkey("ctrl+alt+s")
    desk.hand.hotkey("ctrl+alt+2")
    first.wait("solve")
    second.wait("play")
    first.hotkeys.stop()
    assert all(state.live for state in second.hotkeys.bind())
    second.hotkeys.stop()


HOLDER = """
import sys
from Xlib import X
from Xlib.display import Display
display = Display(sys.argv[1])
root = display.screen().root
root.grab_key(39, X.ControlMask | X.Mod1Mask, True, X.GrabModeAsync, X.GrabModeAsync)
window = root.create_window(0, 0, 9, 9, 0, X.CopyFromParent) if sys.argv[2] == "window" else None
display.sync()
print("has it", flush=True)
sys.stdin.read()
"""


@pytest.mark.parametrize("what", ["window", "no window"])
def test_a_key_that_another_program_had_is_ours_when_that_is_gone(what):
    """With a window that goes along it is so at once; without, when the game gets the focus."""
    with desktop(wm="openbox", bus=False) as desk:
        client, game = start_client(desk), start_client(desk, "Game")
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        holder = desk.start([sys.executable, "-c", HOLDER, desk.name, what], **pipes)
        assert holder.stdout.readline() == b"has it\n"
        with Resident(desk) as resident:
            solve = lambda: resident.ask("status")["hotkeys"][0]  # noqa: E731 - a short name
            assert not solve()["live"]
            desk.focus(client.window)
            assert not solve()["live"]
            end(holder)
            if what == "no window":
                desk.focus(game.window)
            log = Path(desk.env["XDG_CACHE_HOME"]) / "gridpilot"
            told = lambda: any("a key is free again" in file.read_text() for file in log.rglob("*.log"))  # noqa: E731
            wait_for(told, what="the key to be taken without anybody asking")
            desk.hand.hotkey("ctrl+alt+s")
            wait_for(resident.newest_record, what="the job")
            assert solve()["live"]
            client.settle() if what == "window" else game.settle()
            assert "s" not in client.text() + game.text()


def test_while_a_key_is_taken_nothing_wakes_either_but_what_may_free_it(desk, client):
    first = Listener(desk.name, {"solve": "ctrl+alt+s"})
    second = Listener(desk.name)
    wakes(second, 0)
    assert not second.hotkeys.retry()[0].live
    first.hotkeys.stop()
    assert [state.live for state in second.hotkeys.retry()] == [True, True]
    desk.hand.hotkey("ctrl+alt+s")
    desk.hand.hotkey("ctrl+alt+2")
    second.wait("solve", "play")
    second.hotkeys.stop()


def test_a_bad_or_doubled_combination_costs_only_itself(desk):
    listener = Listener(desk.name, {"a": "ctrl+alt+", "b": "ctrl+alt+x", "c": "alt+ctrl+x", "d": ""})
    assert {action: state.live for action, state in listener.states.items()} == {"a": False, "b": True, "c": False}
    assert "names no key" in listener.states["a"].reason
    assert "already the key for 'b'" in listener.states["c"].reason
    listener.hotkeys.stop()


def test_released_keys_go_to_the_program_and_bound_ones_come_back(desk, client, listener):
    listener.hotkeys.release()
    desk.hand.hotkey("ctrl+alt+s")
    client.settle()
    assert [key[0] for key in client.typed()] == ["s", "End"]
    listener.hotkeys.bind()
    desk.hand.hotkey("ctrl+alt+s")
    listener.wait("solve")
    client.settle()
    assert [key[0] for key in client.typed()] == ["s", "End", "End"]


@pytest.mark.parametrize("layout", ["fr", "de,us"])
def test_a_key_that_another_layout_has_elsewhere_is_followed_there(desk, client, layout):
    """q is where US keyboards have a, y where they have z: by a listener that began on another layout."""
    listener = Listener(desk.name, {"q": "ctrl+alt+q", "y": "ctrl+alt+y"})
    desk.layout(layout)
    finger = "a" if layout == "fr" else "z"
    wait_for(lambda: desk.hand.hotkey(f"ctrl+alt+{finger}") or listener.presses, what="the key in its new place")
    listener.hotkeys.stop()
    desk.layout("us")


def test_keys_stay_released_when_the_layout_changes(desk, client, listener):
    listener.hotkeys.release()
    desk.layout("fr")
    desk.hand.hotkey("ctrl+alt+s")
    client.settle()
    assert listener.presses == []


def test_a_failing_callback_is_logged_and_does_not_end_the_hotkeys(desk, caplog):
    hotkeys = X11Hotkeys(desk.name)
    presses: list[str] = []

    def fail(action: str) -> None:
        presses.append(action)
        raise RuntimeError("a bug")

    hotkeys.start(BINDINGS, fail)
    with caplog.at_level(logging.ERROR):
        desk.hand.hotkey("ctrl+alt+s")
        desk.hand.hotkey("ctrl+alt+2")
        wait_for(lambda: presses == ["solve", "play"], what="both presses")
    assert hotkeys.alive()
    hotkeys.stop()
    assert "a bug" in caplog.text


def test_a_callback_may_release_and_bind(desk, client):
    hotkeys = X11Hotkeys(desk.name)
    done = threading.Event()

    def again(_: str) -> None:
        hotkeys.release()
        hotkeys.bind()
        done.set()

    hotkeys.start(BINDINGS, again)
    desk.hand.hotkey("ctrl+alt+s")
    assert done.wait(20)
    hotkeys.stop()
    assert not hotkeys.alive()


def test_injected_keys_reach_the_program_after_the_hotkey_is_let_go(desk, client, listener):
    typist = X11Input(desk.name)
    desk.hand.hotkey("ctrl+alt+s")
    listener.wait("solve")
    assert typist.wait_released(timeout=30.0)
    typist.press("7")
    typist.flush()
    client.settle()
    typist.close()
    assert [key[0] for key in client.typed()] == ["7", "End"]


def test_a_lost_display_is_noticed():
    with desktop(wm="none", bus=False) as gone:
        listener = Listener(gone.name)
        assert listener.hotkeys.alive()
    assert listener.lost.wait(20)
    wait_for(lambda: not listener.hotkeys.alive(), what="the end of the thread")
    states = listener.hotkeys.bind()
    assert [state.live for state in states] == [False, False]
    listener.hotkeys.stop()


def test_waiting_for_a_key_wakes_nobody(desk, listener):
    """Counted by the kernel: a thread that sleeps without a timer gives the processor up only when something comes."""
    desk.hand.hotkey("ctrl+alt+s")
    listener.wait("solve")
    wakes(listener, 0)


def wakes(listener: Listener, count: int) -> None:
    """How often its thread gives up the processor in a second."""
    thread = listener.hotkeys._thread.native_id

    def switches() -> int:
        lines = Path(f"/proc/{os.getpid()}/task/{thread}/status").read_text().splitlines()
        return int(next(line for line in lines if line.startswith("voluntary")).split()[1])

    subprocess.run(["sleep", "0.2"], check=True)
    before = switches()
    subprocess.run(["sleep", "1"], check=True)
    assert switches() - before == count
