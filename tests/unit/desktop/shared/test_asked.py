"""The hotkey is waited for until its keys are let go of: by word, or else for a time."""

import threading
import time

import pytest

from gridpilot.desktop.shared import asked, held_key
from gridpilot.desktop.shared.held_key import HeldKey, Repeats

LONG = 3600.0  # s; no test would end that waited for it


@pytest.fixture
def key(monkeypatch):
    monkeypatch.setattr(asked, "key", made := HeldKey())
    monkeypatch.setattr(asked, "at", None)
    monkeypatch.setattr(held_key, "MODIFIERS_GO", 0.0)
    return made


def test_a_key_whose_release_is_told_is_waited_for_and_not_for_a_time(key, monkeypatch):
    monkeypatch.setattr(asked, "LET_GO", LONG)
    key.tell(down=True)
    assert not asked.wait_let_go(0.0)
    threading.Timer(0.1, key.tell, [False]).start()
    assert asked.wait_let_go(LONG)


def test_a_held_key_is_told_of_again_and_one_that_is_not_was_let_go_of(key):
    key.tell(down=True)
    assert asked.wait_let_go(LONG, repeats=0.01)


def test_its_modifiers_get_a_moment(key, monkeypatch):
    monkeypatch.setattr(held_key, "MODIFIERS_GO", 0.05)
    key.tell(down=True)
    key.tell(down=False)
    begun = time.monotonic()
    assert key.wait(LONG)
    assert time.monotonic() - begun > 0.04


@pytest.mark.parametrize("ago", [None, 0.0, LONG])
def test_where_nobody_tells_the_user_is_given_time_from_when_he_asked(key, monkeypatch, ago):
    naps: list[float] = []
    monkeypatch.setattr(asked.time, "sleep", naps.append)
    key.tell(down=True)
    key._pressed -= 2 * LONG  # of a job before this one
    monkeypatch.setattr(asked, "at", None if ago is None else time.monotonic() - ago)
    assert asked.wait_let_go(1.0)
    assert (sum(naps) > 0) is (ago != LONG)


def test_the_word_of_a_held_key_is_no_press(monkeypatch):
    now = 100.0
    monkeypatch.setattr(held_key.time, "monotonic", lambda: now)
    keys = Repeats(within=0.6)
    assert keys.is_press("solve")
    now += 0.5
    assert not keys.is_press("solve")
    assert keys.is_press("play")
    keys.released()
    assert keys.is_press("play")
    now += 0.7
    assert keys.is_press("play")  # of its release nobody told
