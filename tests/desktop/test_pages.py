"""The windows that the menu opens, on a desktop that is dark and at 150 %."""

import json
import subprocess
import sys
from functools import partial

import numpy as np
import pytest
from games import start_practice
from PIL import Image, ImageColor
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


def like(picture: Image.Image, colour: str) -> list[tuple[int, int]]:
    """The pixels that have about that colour."""
    apart = np.abs(np.asarray(picture.convert("RGB")).astype(int) - ImageColor.getrgb(colour))
    return [(int(x), int(y)) for y, x in np.argwhere((apart < NEAR).all(axis=2))]


def shown(desk, window: int, tmp_path) -> Image.Image:
    x, y, width, height = desk.area(window)
    return Image.open(desk.screenshot(tmp_path / "screen.png")).crop((x, y, x + width, y + height))


def test_last_run_is_dark_and_large_as_the_desktop_is_and_draws_what_was_read_into_a_picture_that_opens(desk, tmp_path):
    """The wrong digit breaks no rule by itself, so that the board shows nothing in the colour of the frame."""
    with session(desk, partial(start_practice, puzzle=PUZZLES[0])) as play:
        play.ready()
        desk.hand.text(NO_SOLUTION.givens[1])
        wait_for(lambda: play.game.board()[1] == NO_SOLUTION.givens[1], what="the digit")
        assert play.press()["cells"] == ["r1c2"]
        record = play.resident.newest_record().parent
        desk.start([sys.executable, "-m", "gridpilot.gui.pages.page", "last"])
        window = desk.wait_window(title="gridpilot - Last run")
        x, y, width, height = desk.area(window)
        assert (width, height) == (WIDTH * 1.5, HEIGHT * 1.5)

        def share(colour: str) -> float:
            return len(like(shown(desk, window, tmp_path), colour)) / (width * height)

        wait_for(lambda: share(DARK.board) > 0.6, what="a dark page")
        wait_for(lambda: share(DARK.clash) > 0.0001, what="the frame")
        drawn = wait_for(lambda: like(shown(desk, window, tmp_path), DARK.entered), what="the digits that were read")
        desk.hand.click(x + sum(at for at, _ in drawn) // len(drawn), y + sum(at for _, at in drawn) // len(drawn))
        large = desk.wait_window(title="gridpilot - before.png")
        whole = Image.open(record / "before.png")
        wait_for(lambda: desk.area(large)[2] > 0.8 * whole.width, what="its size")
        assert told_in_corners(desk, large, record, tmp_path) == play.game.board()
        desk.focus(large)
        desk.hand.hotkey("esc")
        wait_for(lambda: large not in desk.windows(), what="the picture to close")
        assert window in desk.windows()


def told_in_corners(desk, large: int, record, tmp_path) -> str:
    """The board, as far as the corners of its cells show a digit: that digit is not read here, but whether there is one
    is; and in the colour of doubt in the cell in question.
    """
    told = json.loads((record / "reading.json").read_text("utf-8"))
    whole = Image.open(record / "before.png")
    picture = wait_for(lambda: drawn_by_now(desk, large, tmp_path), what="the large picture")
    scale, (x0, y0, x1, _) = picture.width / whole.width, told["box"]
    cell, signs = (x1 - x0) / 9 * scale, []
    for index, value in enumerate(told["values"]):
        left, top = x0 * scale + index % 9 * cell, y0 * scale + index // 9 * cell
        corner = picture.crop((round(left + 3), round(top + 3), round(left + 0.25 * cell), round(top + 0.35 * cell)))
        tone = DARK.clash if index == 1 else DARK.entered
        signs.append(str(value) if like(corner, tone) else ".")
    return "".join(signs)


def drawn_by_now(desk, large: int, tmp_path) -> Image.Image | None:
    picture = shown(desk, large, tmp_path)
    return picture if like(picture, DARK.entered) else None
