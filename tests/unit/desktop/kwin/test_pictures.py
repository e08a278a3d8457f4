"""Pictures by KWin's ScreenShot2, and what is said where it allows none."""

from pathlib import Path

import numpy as np
import pytest

from gridpilot.desktop.kwin import offers, screen
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Rect

TWO = {"width": 2, "height": 1, "stride": 12, "format": 5}  # its rows end with four bytes of nothing


@pytest.mark.parametrize(("kind", "first"), [(5, [1, 2, 3]), (6, [1, 2, 3]), (18, [3, 2, 1])])
def test_pixels_come_blue_first_whatever_the_format(bus, kind, first):
    bus.picture = TWO | {"format": kind}, bytes([1, 2, 3, 255, 9, 9, 9, 255, 0, 0, 0, 0])
    pixels = screen._pixels(*screen._picture(bus, Rect(0, 0, 2, 1)))
    assert pixels.shape == (1, 2, 3)
    assert np.array_equal(pixels[0, 0], first)


def test_another_format_is_refused(bus):
    bus.picture = TWO | {"format": 7}, bytes(12)
    with pytest.raises(EnvironmentFault, match=r"format that gridpilot cannot read \(7\)"):
        screen._pixels(*screen._picture(bus, Rect(0, 0, 2, 1)))


def test_a_picture_that_ends_too_early_is_none_and_leaves_no_pipe(bus):
    bus.picture = TWO, bytes(8)
    before = len([*Path("/proc/self/fd").iterdir()])
    with pytest.raises(OSError, match="too early"):
        screen._picture(bus, Rect(0, 0, 2, 1))
    assert len([*Path("/proc/self/fd").iterdir()]) == before


def test_whether_kwin_allows_pictures_is_asked(bus):
    assert screen.is_allowed(bus)
    bus.allows = False
    assert not screen.is_allowed(bus)


def offer(**other):
    usual = {"name": "KWin 5.27.5", "sees": True, "types": True, "tells_use": True, "missing": ()}
    return offers.Offer(**usual | other)


def test_what_is_kept_from_this_program_is_named_with_the_next_step():
    said = offers.refusal(offer(sees=False, types=False, missing=("its portal RemoteDesktop",)))
    assert "KWin 5.27.5 allows this gridpilot no pictures (ScreenShot2) and keys (fake_input)" in said.message
    assert said.message.endswith("and the desktop lacks its portal RemoteDesktop.")
    assert "gridpilot install" in said.fix


def test_what_nobody_tells_is_said():
    assert not offer().untold
    assert "it never asks" in offer().told
    assert "by its portal" in offer(types=False).told
    assert "Nobody tells when you type" in offer(tells_use=False).untold


def test_kde_is_known_by_what_is_on_the_bus(bus):
    assert offers.is_there(bus)
    assert offers._name(bus) == "KWin 5.27.5"
    bus.owners = ("org.kde.kglobalaccel",)
    assert not offers.is_there(bus)
