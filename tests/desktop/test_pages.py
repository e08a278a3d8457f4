"""The windows that the menu opens, on a desktop that is dark and at 150 %."""

import subprocess
import sys
from functools import partial

import pytest
from games import start_practice
from PIL import Image
from playing import session
from truth import NO_SOLUTION, PUZZLES
from virtual import desktop, wait_for
from window_pictures import dress

from gridpilot.gui.pages.page import HEIGHT, WIDTH
from gridpilot.gui.theme import DARK

pytestmark = pytest.mark.gui

LONGEST_OF_TEACH = """
import tkinter as tk
from gridpilot.gui.teach.panel import WIDTH, Panel
from gridpilot.gui.teach.panel_pages import Line, Look, Option, Page
from gridpilot.gui.theme import dress

root = tk.Tk()
look = dress(root)
canvas = tk.Canvas(root, width=look.scale * WIDTH, height=900)
canvas.pack()
root.update()
options = tuple(Option("Click and button", "click each cell, then the digit's button", n == 3) for n in range(6))
lines = (Line("It did not work: r1c3 is as it was.", Look.BAD), Line("Known: 9 digit buttons."))
lines += tuple(Line("Point at the digit buttons", Look.KEY, key) for key in "TPE")
page = Page(2, "How do digits get in?", "", options, lines, (), "Go on", "Back")
Panel(canvas, look.theme, look.scale, print, print).show(page)
print(canvas.bbox("key-E")[3] <= canvas.bbox("go")[1], canvas.bbox("back")[3] <= 900)
"""
CLICKED = """
import tkinter as tk
from gridpilot.gui.tray_menu import build

root = tk.Tk()
chosen = []
lines = [{"label": name, "action": name, "checked": False, "enabled": True} for name in ("one", "two")]
menu = build(root, lines, chosen.append)
menu.tk_popup(100, 100)
root.update()
at = {"x": 20, "y": menu.yposition(1) + 5}
for event in ("<Enter>", "<Motion>", "<Button-1>", "<Leave>", "<ButtonRelease-1>"):
    menu.event_generate(event, **at)
print(*chosen)
"""
NEAR = 40  # of 255 in each colour: pictures are shown smaller than they are


@pytest.fixture(scope="module")
def desk():
    with desktop((1500, 1050), bus=False) as started:
        dress(started, 150, dark=True)
        yield started


def test_the_longest_page_of_teach_fits_a_screen_of_1000_rows(desk):
    done = subprocess.run([sys.executable, "-c", LONGEST_OF_TEACH], env=desk.env, capture_output=True, timeout=60)
    assert done.stdout.split() == [b"True", b"True"], done.stderr


def test_a_line_of_the_menu_is_chosen_though_a_busy_machine_tells_that_the_pointer_left_between(desk):
    """As it was seen with two busy programs beside: 5 clicks of 60 were lost."""
    done = subprocess.run([sys.executable, "-c", CLICKED], env=desk.env, capture_output=True, timeout=60)
    assert done.stdout.split() == [b"two"], done.stderr


def test_last_run_is_dark_and_large_as_the_desktop_is_and_frames_the_cell_in_question(desk, tmp_path):
    """The wrong digit breaks no rule by itself, so that the board shows nothing in the colour of the frame."""
    with session(desk, partial(start_practice, puzzle=PUZZLES[0])) as play:
        play.ready()
        desk.hand.text(NO_SOLUTION.givens[1])
        wait_for(lambda: play.game.board()[1] == NO_SOLUTION.givens[1], what="the digit")
        assert play.press()["cells"] == ["r1c2"]
        desk.start([sys.executable, "-m", "gridpilot.gui.pages.page", "last"])
        window = desk.wait_window(title="gridpilot - Last run")
        x, y, width, height = desk.area(window)
        assert (width, height) == (WIDTH * 1.5, HEIGHT * 1.5)

        def share(colour: str) -> float:
            shown = Image.open(desk.screenshot(tmp_path / "screen.png")).crop((x, y, x + width, y + height))
            wanted = [int(colour[at : at + 2], 16) for at in (1, 3, 5)]
            like = (
                count
                for count, pixel in shown.convert("RGB").getcolors(1 << 24)
                if all(abs(one - two) < NEAR for one, two in zip(pixel, wanted, strict=True))
            )
            return sum(like) / (width * height)

        wait_for(lambda: share(DARK.board) > 0.6, what="a dark page")
        wait_for(lambda: share(DARK.clash) > 0.0001, what="the frame")
