"""A user's own profile says who reads the digits of a real game: Tesseract, or pictures cut out of a screenshot."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from games import Game, start_gnome_sudoku, start_solo
from PIL import Image, ImageDraw, ImageFont
from playing import ready, session
from truth import PUZZLES, Puzzle
from virtual import Desktop, desktop

from gridpilot.games.sudoku.reading import reader
from gridpilot.vision import pictures

pytestmark = pytest.mark.gui

PROFILES = Path(__file__).parents[2] / "profiles" / "sudoku"
Start = Callable[[Desktop, Puzzle], Game]


def write_profile(desk: Desktop, like: str, read: str) -> Path:
    """The bundled profile with another reader, as a user would copy it; returns the folder for its pictures."""
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles" / "mine"
    folder.mkdir(parents=True, exist_ok=True)
    text = (PROFILES / like / "profile.toml").read_text("utf-8")
    (folder / "profile.toml").write_text(f'read = "{read}"\n{text}', "utf-8")
    return folder


def cut_out_digits(game: Start, folder: Path) -> None:
    """The first cell with each digit, out of a screenshot of the game as it stands on a desktop."""
    puzzle = PUZZLES[0]
    with desktop() as desk:
        ready(desk, game(desk, puzzle).window)
        screen = pictures.load(desk.screenshot(desk.home / "screen.png"))
    boxes = reader.read(screen).boxes
    for digit in "123456789":
        box = boxes[puzzle.givens.index(digit)]
        across, down = round(0.1 * box.width), round(0.1 * box.height)
        left, top, right, bottom = (round(edge) for edge in (box.x0, box.y0, box.x1, box.y1))
        cell = screen.pixels[top + down : bottom - down, left + across : right - across]
        Image.fromarray(np.ascontiguousarray(cell[..., ::-1])).save(folder / f"{digit}.png")


def filled(desk: Desktop, start: Start, puzzle: Puzzle) -> None:
    with session(desk, lambda desk: start(desk, puzzle)) as play:
        ended = play.press()
        assert (ended["outcome"], ended["profile"]) == ("verified", "mine"), str(ended)
        assert play.game.board() == puzzle.solution


def test_solo_is_filled_by_a_profile_that_reads_by_tesseract():
    with desktop() as desk:
        write_profile(desk, "sgt-solo", "tesseract")
        filled(desk, start_solo, PUZZLES[0])


@pytest.mark.parametrize(
    ("profile", "start", "otherwise"),
    [
        ("sgt-solo", start_solo, partial(start_solo, scale=2)),
        ("gnome-sudoku", start_gnome_sudoku, partial(start_gnome_sudoku, dark=True)),
    ],
    ids=["solo", "gnome-sudoku"],
)
def test_a_game_is_filled_by_a_profile_with_pictures_of_its_digits(profile, start, otherwise):
    """Cut out of the game at another size or in other colours."""
    with desktop() as desk:
        cut_out_digits(otherwise, write_profile(desk, profile, "templates"))
        filled(desk, start, PUZZLES[1])


def test_pictures_of_another_font_are_told_before_the_first_key():
    """All but one fit: the rules would know where that digit stands, but could not check it once it is typed."""
    with desktop() as desk:
        folder = write_profile(desk, "sgt-solo", "templates")
        cut_out_digits(start_solo, folder)
        other = Image.new("RGB", (60, 60), "white")
        ImageDraw.Draw(other).text((30, 30), "Y", "black", ImageFont.load_default(44), "mm")
        other.save(folder / "1.png")
        with session(desk, lambda desk: start_solo(desk, PUZZLES[1])) as play:
            ended = play.press()
            assert (ended["outcome"], ended["profile"], ended["cells_filled"]) == ("doubtful", "mine", 0), str(ended)
            assert "do not fit this window" in ended["sentence"]
            assert play.game.board() == PUZZLES[1].givens
