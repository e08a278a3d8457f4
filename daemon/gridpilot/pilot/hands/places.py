"""Where a profile's places are in the window now. Refused before any click where they cannot be right."""

from __future__ import annotations

from dataclasses import replace

from gridpilot.geometry import Pixel, View
from gridpilot.pilot.eyes.sight import Sight
from gridpilot.pilot.guard.guard import Refused
from gridpilot.profiles import to_pixels
from gridpilot.profiles.profile import Profile
from gridpilot.reading import Locate, Place
from gridpilot.texts import messages


def to_look(profile: Profile, view: View) -> Place:
    """Where to look for the board. Refused where the profile fixes its place and the window has another shape
    by now.
    """
    if not to_pixels.out_of_shape(profile, view) or profile.calibrated is None:
        return profile.board
    if profile.board.locate is Locate.FIXED:
        then, now = profile.calibrated, view.area
        raise Refused(messages.out_of_shape(profile.name, (then.width, then.height), (now.width, now.height)))
    return replace(profile.board, area=None)


def buttons_are(profile: Profile, sight: Sight) -> dict[str, Pixel]:
    """The profile's buttons in pixels; empty where nobody can tell where they are now."""
    return to_pixels.buttons(profile, sight.capture.view, sight.reading.extent) or {}


def whole_board_shows(profile: Profile, sight: Sight) -> bool:
    """Whether the last picture shows the whole board without a doubt, at any place: then nothing lies over it."""
    was = sight.reading
    found = sight.find(sight.capture.view.to_point(was.extent.centre), profile.recogniser, profile.board)
    if found is None or found.doubts or len(found.board) != len(was.board):
        sight.settle_on(was)
        return False
    return True
