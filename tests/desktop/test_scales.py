"""A profile made in a window at 100 % and used at other scales, places, sizes, on another monitor, with shadows.

The page notes every press of the mouse: what it hit, which must be the cell or the button that the plan says.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from games import Game, start_gnome_sudoku, start_page
from playing import ready
from truth import PUZZLES
from virtual import Desktop, desktop, wait_for

from gridpilot.capture import Capture
from gridpilot.games.sudoku.reading import reader
from gridpilot.geometry import Rect, Spot, SpotRect, View
from gridpilot.plan import Fill
from gridpilot.profiles.profile import Calibrated, Place, Profile, Rule
from gridpilot.profiles.writing import save
from gridpilot.reading import Locate
from gridpilot.vision import pictures

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]
NOTE = """
window.hits = [];
document.addEventListener("mousedown", event => {
  const cell = cells.indexOf(event.target), button = buttons.indexOf(event.target);
  window.hits.push(cell >= 0 ? cell : button >= 0 ? -1 - button : "beside");
}, true);
"""


def seen(desk: Desktop, window: int) -> Capture:
    """The window's content as it is on the screen."""
    whole = pictures.load(desk.screenshot(desk.home / "screen.png")).pixels
    x, y, wide, high = desk.area(window)
    return Capture(whole[y : y + high, x : x + wide].copy(), View(Rect(x, y, wide, high), wide, high))


def made(desk: Desktop, window: int, name: str, profile: Profile) -> Profile:
    """The user's profile with the places as they are in that window now."""
    picture = seen(desk, window)
    view = picture.view
    found = reader.read(picture)
    box, pad = found.extent, reader.pad(picture, found)
    area = SpotRect(box.x0 / view.width, box.y0 / view.height, box.x1 / view.width, box.y1 / view.height)
    return replace(
        profile,
        name=name,
        board=replace(profile.board, area=area),
        calibrated=Calibrated(view.area.width, view.area.height),
        buttons={key: Spot((at.x + 0.5) / view.width, (at.y + 0.5) / view.height) for key, at in pad.items()},
    )


def solve(desk: Desktop, game: Game, profile: Profile) -> dict[str, Any]:
    """`gridpilot solve` with that profile alone before the bundled ones."""
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"
    shutil.rmtree(folder, ignore_errors=True)
    save(folder, profile, {})
    ready(desk, game.window)
    done = subprocess.run(
        [sys.executable, "-m", "gridpilot", "solve", "--json"],
        env=desk.env,
        capture_output=True,
        text=True,
        timeout=120,
    )
    return json.loads(done.stdout or done.stderr)


def resize(desk: Desktop, window: int, width: int, height: int) -> None:
    desk.display.create_resource_object("window", window).configure(x=4, y=30, width=width, height=height)
    desk.display.sync()
    wait_for(lambda: desk.area(window)[2:] == (width, height), what="the window's new size")


def wanted() -> list[tuple[int, int]]:
    """The presses of a fill with cell first: a cell, then its digit's button; in whatever order."""
    blanks = [index for index, sign in enumerate(PUZZLE.givens) if sign == "."]
    return [(index, -int(PUZZLE.solution[index])) for index in blanks]


def pressed_right(game: Game, told: dict[str, Any]) -> None:
    hits = game.page.ask("window.hits")
    assert told["outcome"] == "verified", told
    assert "beside" not in hits
    assert sorted(zip(hits[::2], hits[1::2], strict=True)) == wanted()
    assert game.board() == PUZZLE.solution


MONITORS = "LEFT 1000/250x1900/500+0+0 screen", "RIGHT 1600/400x1900/500+1000+0 none"
PAD = Profile("", "sudoku", (Rule(title=("*digit pad*",)),), fill=Fill.CLICK_PAD)
FIXED = replace(PAD, board=Place(Locate.FIXED, inset=0.08))


@contextmanager
def page(scale: float = 1) -> Iterator[tuple[Desktop, Game]]:
    """A page that notes what is pressed, on a desktop with two monitors."""
    with desktop((2600, 1900)) as desk:
        for monitor in MONITORS:
            subprocess.run(["xrandr", "--setmonitor", *monitor.split()], env=desk.env, check=True)
        game = start_page(desk, "pad.html", PUZZLE, scale=scale)
        resize(desk, game.window, round(900 * scale), round(860 * scale))  # Chromium itself rounds as it likes
        ready(desk, game.window)
        game.page.ask(NOTE)
        yield desk, game


@pytest.fixture(scope="module")
def taught() -> dict[str, Profile]:
    """Profiles that were made in a window at 100 %."""
    with page() as (desk, game):
        made_of = {"found": PAD, "fixed": FIXED}
        profiles = {name: made(desk, game.window, name, each) for name, each in made_of.items()}
    assert all(len(each.buttons) == 9 for each in profiles.values())
    return profiles


@pytest.mark.parametrize(
    ("scale", "name", "at"),
    [(1.25, "fixed", (40, 60)), (1.5, "found", (1050, 90)), (2, "fixed", (700, 20))],
    ids=["125 %", "150 % on the other monitor", "200 % on both monitors"],
)
def test_a_profile_made_at_100_percent_hits_every_cell(taught, scale, name, at):
    with page(scale) as (desk, game):
        desk.move_window(game.window, *at)
        pressed_right(game, solve(desk, game, taught[name]))


def test_in_a_resized_window_a_found_board_is_filled_and_a_fixed_one_is_refused(taught):
    """A page does not grow with its window: what is fixed cannot be right, what is found brings its pad along."""
    with page() as (desk, game):
        resize(desk, game.window, 1400, 1000)
        told = solve(desk, game, taught["fixed"])
        assert (told["outcome"], game.page.ask("window.hits")) == ("blocked", [])
        assert "another shape" in told["sentence"]
        pressed_right(game, solve(desk, game, taught["found"]))


def test_a_fixed_place_holds_with_shadows_around_the_window_and_without():
    """GNOME draws shadows into its own windows under xfwm4 and leaves them away under openbox."""
    fixed = Profile(
        "",
        "sudoku",
        (Rule(class_name=("Gnome-sudoku",)),),
        fill=Fill.ARROWS,
        hides_solved=True,
        board=Place(Locate.FIXED),
    )
    with desktop() as desk:
        game = start_gnome_sudoku(desk, PUZZLE)
        ready(desk, game.window)
        taught = replace(made(desk, game.window, "fixed", fixed), buttons={})
    with desktop(wm="xfwm4") as desk:
        game = start_gnome_sudoku(desk, PUZZLE)
        assert solve(desk, game, taught)["outcome"] == "verified"
        assert game.board() == PUZZLE.solution


def test_a_window_is_told_which_profile_it_gets_and_why_not_the_others():
    with desktop() as desk:
        game = start_gnome_sudoku(desk, PUZZLE)
        ready(desk, game.window)
        done = subprocess.run(
            [sys.executable, "-m", "gridpilot", "profile", "why", "--json", "--game", "sudoku"],
            env=desk.env,
            capture_output=True,
            text=True,
            timeout=60,
        )
        told = json.loads(done.stdout)
        assert (done.returncode, told["window"]["id"], told["sudoku"]["profile"]) == (0, game.window, "gnome-sudoku")
        reasons = {one["profile"]: (one["matched"], one["why"]) for one in told["sudoku"]["explanations"]}
        assert reasons["gnome-sudoku"][0]
        matched, why = reasons["sgt-solo"]
        assert not matched
        assert why == 'title is "Sudoku", not "Solo"'
