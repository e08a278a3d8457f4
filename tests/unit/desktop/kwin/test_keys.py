"""KDE's global keys: bound without a dialog, never over somebody's, and given back."""

import queue

import pytest

from gridpilot.desktop.kwin.accelerators import STOP, Accelerators, in_qt
from gridpilot.desktop.kwin.hotkeys import KWinHotkeys
from gridpilot.desktop.kwin.session import KWinSession
from gridpilot.desktop.shared.held_key import HeldKey

CTRL_ALT_S = 0x04000000 | 0x08000000 | ord("S")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("ctrl+alt+s", CTRL_ALT_S),
        ("ctrl+alt+2", 0x0C000032),
        ("super+f5", 0x10000000 | 0x01000034),
        ("shift+space", 0x02000020),
        ("escape", 0x01000000),
    ],
)
def test_a_combination_has_qt_s_number(text, number):
    assert in_qt(text) == number


def started(bus, bindings, heard):
    keys = KWinHotkeys(Accelerators(bus))
    return keys, keys.start(bindings, heard)


def test_keys_are_bound_heard_released_and_given_back(bus):
    heard = queue.SimpleQueue()
    keys, states = started(bus, {"solve": "ctrl+alt+s", "play": "ctrl+alt+2"}, heard.put)
    assert all(state.live for state in states)
    assert bus.bound == {"solve": CTRL_ALT_S, "play": 0x0C000032}
    for _ in range(3):  # it is held
        bus.press("solve")
    bus.press("solve", down=False)
    bus.press("solve")
    bus.press("play")
    assert [heard.get(timeout=10) for _ in range(3)] == ["solve", "solve", "play"]
    keys.release(keep=("play",))
    assert set(bus.bound) == {"play"}
    assert [state.live for state in keys.bind()] == [True, True]
    keys.stop()
    assert bus.bound == {}


def test_a_key_that_another_program_has_is_not_taken_and_its_owner_is_named(bus):
    bus.taken = {CTRL_ALT_S}
    keys, (state,) = started(bus, {"solve": "ctrl+alt+s"}, print)
    assert not state.live
    assert state.reason == "ctrl+alt+s is taken by Ksnip (Take a Picture)"
    assert bus.bound == {}
    bus.taken = set()
    assert [each.live for each in keys.retry()] == [True]
    keys.stop()


def test_kde_that_does_not_answer_is_said(bus):
    bus.silent = True
    keys, (state,) = started(bus, {"solve": "ctrl+alt+s"}, print)
    assert not state.live
    assert "KDE's global keys do not answer" in state.reason
    keys.stop()


def test_what_is_no_combination_is_said(bus):
    keys, (state,) = started(bus, {"solve": "ctrl+"}, print)
    assert not state.live
    assert "names no key" in state.reason
    keys.stop()


def test_escape_of_a_process_that_was_killed_is_given_back(bus):
    killed = Accelerators(bus)
    assert not killed.bind(STOP, "escape", print)
    assert STOP in bus.bound
    session = KWinSession.__new__(KWinSession)  # no compositor is there
    session._keys = Accelerators(bus)
    session.release_everything()
    assert bus.bound == {}


def test_escape_of_a_whole_gridpilot_that_was_killed_is_given_back_by_the_next(bus):
    assert not Accelerators(bus).bind(STOP, "escape", print)
    keys, _ = started(bus, {}, print)
    assert bus.bound == {}
    keys.stop()


def test_a_hotkey_that_is_still_held_is_waited_for(bus):
    held = HeldKey()
    Accelerators(bus).hear_all(held.tell)
    assert held.wait(0)
    bus.press("solve")
    assert not held.wait(0)
    bus.press("solve", down=False)
    assert held.wait(0)
