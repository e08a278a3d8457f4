"""The windows that the menu opens, on a desktop that is dark and at 150 %."""

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

NEAR = 40  # of 255 in each colour: pictures are shown smaller than they are


def test_last_run_is_dark_and_large_as_the_desktop_is_and_frames_the_cell_in_question(tmp_path):
    """The wrong digit breaks no rule by itself, so that the board shows nothing in the colour of the frame."""
    with desktop((1500, 1050), bus=False) as desk:
        dress(desk, 150, dark=True)
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
                counted = shown.convert("RGB").getcolors(1 << 24)
                like = (
                    count
                    for count, pixel in counted
                    if all(abs(one - two) < NEAR for one, two in zip(pixel, wanted, strict=True))
                )
                return sum(like) / (width * height)

            wait_for(lambda: share(DARK.board) > 0.6, what="a dark page")
            wait_for(lambda: share(DARK.clash) > 0.0001, what="the frame")
