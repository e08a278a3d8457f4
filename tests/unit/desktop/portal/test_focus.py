"""The whole monitor in the place of a window."""

from dataclasses import replace

from gridpilot.desktop.portal.focus import HANDLE, WholeMonitor
from gridpilot.geometry import Rect
from gridpilot.outcome import StopReason
from gridpilot.profiles import match
from gridpilot.profiles.profile import Profile, Rule
from gridpilot.window import Window

ONE, TWO = Rect(0, 0, 1280, 1024), Rect(1280, 0, 1920, 1080)
SUDOKU = Profile(name="mine", game="sudoku", match=(Rule(title=("Sudoku",), class_name=("org.gnome.Sudoku",)),))


class Shared:
    def __init__(self, monitor=None):
        self.at = monitor

    def monitor(self):
        return self.at


def focus(shared, *monitors, programs=()):
    return WholeMonitor(shared, lambda: monitors, lambda: programs)


def test_the_shared_monitor_is_the_window_and_the_first_before_one_is():
    assert focus(Shared(), ONE, TWO).focused().content == ONE
    assert focus(Shared(TWO), ONE, TWO).focused().content == TWO
    assert focus(Shared(TWO), ONE).focused().content == ONE  # it was unplugged
    assert focus(Shared()).focused() is None


def test_it_belongs_to_no_program_and_no_other_is_there():
    window = focus(Shared(), ONE).focused()
    assert window.whole_screen
    assert (window.handle, window.pid, window.title) == (HANDLE, 0, "")
    assert focus(Shared(), ONE).visible() == (window,)
    assert focus(Shared(), ONE).window(HANDLE + 1) is None


def test_another_monitor_than_that_of_the_job_is_told():
    window = focus(Shared(ONE), ONE).focused()
    assert focus(Shared(ONE), ONE).hindrance(window) is None
    assert focus(Shared(TWO), ONE, TWO).hindrance(window) is StopReason.WINDOW_MOVED


def test_a_program_that_runs_has_its_profile():
    found = focus(Shared(), ONE, programs=("org.gnome.Shell", "org.gnome.Sudoku")).focused()
    assert match.choose([SUDOKU], found, "sudoku").name == "mine"
    assert match.choose([SUDOKU], replace(found, programs=("org.gnome.Shell",)), "sudoku").name == "automatic"


def test_a_profile_without_a_class_is_for_no_whole_screen():
    found = focus(Shared(), ONE).focused()
    anything = replace(SUDOKU, match=(Rule(),))
    assert match.choose([anything], found, "sudoku").name == "automatic"
    assert match.choose([anything], Window(1, "", "", "", 0, "", "", ONE), "sudoku").name == "mine"
