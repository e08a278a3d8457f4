"""Keys that the X server itself drops, changes or locks: Slow Keys and its like, Shift Lock, sticky modifiers."""

import subprocess
from functools import partial

import pytest
from games import start_practice
from playing import session
from resident import gridpilot
from test_doctor import checks
from truth import PUZZLES
from virtual import Desktop, desktop, wait_for
from Xlib import X
from Xlib.display import Display
from Xlib.error import BadAccess, CatchError
from Xlib.protocol import rq

from gridpilot.desktop.x11.xkb import Xkb

pytestmark = pytest.mark.gui

AIDS = {"Slow Keys": 2, "Bounce Keys": 4, "Sticky Keys": 8, "Mouse Keys": 16}
DELAY = 300  # ms, of Slow Keys and of Bounce Keys
PUZZLE = PUZZLES[0]


class SetControls(rq.Request):
    """XKB's request 7, as a desktop's settings send it."""

    _request = rq.Struct(
        rq.Card8("opcode"), rq.Opcode(7), rq.RequestLength(), rq.Card16("device"), rq.Pad(12), rq.Card8("button"),
        rq.Card8("wrap"), rq.Pad(4), rq.Card32("affected"), rq.Card32("enabled"), rq.Card32("changed"),
        rq.Card16("repeat_delay"), rq.Card16("repeat_interval"), rq.Card16("slow"), rq.Card16("bounce"), rq.Pad(56),
    )  # fmt: skip


def switch_on(desk: Desktop, *names: str) -> None:
    display = Display(desk.name)
    Xkb(display)  # the server answers only whom it knows to know the extension
    opcode = display.query_extension("XKEYBOARD").major_opcode
    SetControls(
        display=display.display, opcode=opcode, device=0x100, button=1, wrap=0, affected=sum(AIDS.values()),
        enabled=sum(AIDS[name] for name in names), changed=AIDS["Slow Keys"] | AIDS["Bounce Keys"],
        repeat_delay=660, repeat_interval=40, slow=DELAY, bounce=DELAY,
    )  # fmt: skip
    display.sync()
    display.close()


def solve(desk: Desktop) -> subprocess.CompletedProcess[str]:
    return subprocess.run(gridpilot("solve"), env=desk.env, capture_output=True, text=True, timeout=120)


@pytest.mark.parametrize(
    ("names", "layout"),
    [(("Slow Keys",), "us"), (("Bounce Keys", "Slow Keys"), "us"), (("Mouse Keys",), "ir")],
    ids=str,
)
def test_an_aid_that_would_drop_or_change_what_is_typed_is_named_and_nothing_is_typed(names, layout):
    with desktop(layout=layout) as desk:
        game = start_practice(desk, PUZZLE)
        desk.focus(game.window)
        switch_on(desk, *names)
        before = game.board()
        told = solve(desk)
        assert told.returncode == 3
        assert all(name in told.stderr for name in names), told.stderr
        assert "accessibility settings" in told.stderr
        assert game.board() == before
        found = checks(desk, code=0)["keyboard aids"]
        assert (found["verdict"], all(name in found["text"] for name in names)) == ("warn", True)
        switch_on(desk)
        assert checks(desk)["keyboard aids"]["verdict"] == "ok"
        desk.layout("us")
        assert solve(desk).returncode == 0
        assert game.board() == PUZZLE.solution


def sticky_shift(desk: Desktop) -> int:
    """Shift, pressed twice, is in force until it is pressed again."""
    switch_on(desk, "Sticky Keys", "Mouse Keys")
    desk.hand.tap("shift", "shift")
    return X.ShiftMask


def shift_lock(desk: Desktop, option: str) -> int:
    subprocess.run(["setxkbmap", "-option", option], env=desk.env, check=True)
    if option.startswith("caps"):
        desk.hand.tap("capslock")
    else:
        right = 62
        desk.hand.hold("shift")
        desk.hand._event(X.KeyPress, right)
        desk.hand._event(X.KeyRelease, right)
        desk.hand.release("shift")
    return X.ShiftMask


def is_taken(desk: Desktop, mask: int) -> bool:
    """Whether a program has the key 2 with these modifiers. S with Shift is a hotkey of its own, lock or not."""
    refused, code = CatchError(BadAccess), desk.display.keysym_to_keycode(ord("2"))
    desk.display.grab_server()  # nobody may want the key just while we try
    desk.root.grab_key(code, mask, True, X.GrabModeAsync, X.GrabModeAsync, onerror=refused)
    desk.display.sync()
    if refused.get_error() is None:
        desk.root.ungrab_key(code, mask)
    desk.display.ungrab_server()
    desk.display.sync()
    return refused.get_error() is not None


@pytest.mark.parametrize("layout", ["us", "fr"])
@pytest.mark.parametrize(
    "lock",
    [partial(shift_lock, option="caps:shiftlock"), partial(shift_lock, option="shift:both_shiftlock"), sticky_shift],
    ids=["caps:shiftlock", "shift:both_shiftlock", "sticky shift"],
)
def test_with_a_locked_modifier_the_chord_is_heard_the_board_filled_and_the_lock_left_as_it_was(lock, layout):
    start = partial(start_practice, puzzle=PUZZLE)
    with desktop(layout=layout, bus=False) as desk, session(desk, start) as play:
        locked = lock(desk)
        wait_for(lambda: desk.root.query_pointer().mask == locked, what="the lock")
        wait_for(lambda: is_taken(desk, X.ControlMask | X.Mod1Mask | locked), what="the hotkey to follow the lock")
        ended = (
            play.press() if sticky_shift is not lock else play.ended_after(lambda: desk.hand.tap("ctrl", "alt", "s"))
        )
        assert (ended["outcome"], ended["cells_filled"]) == ("verified", PUZZLE.blanks), str(ended)
        assert play.game.board() == PUZZLE.solution
        wait_for(lambda: desk.root.query_pointer().mask == locked, what="the lock to be as it was")
