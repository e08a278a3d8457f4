"""A user's own profile says who reads the digits of a real game: Tesseract, or pictures cut out of a screenshot."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from games import Game, start_gnome_sudoku, start_solo
from PIL import Image
from playing import session
from truth import PUZZLES, Puzzle
from virtual import Desktop, desktop

pytestmark = pytest.mark.gui

PROFILES = Path(__file__).parents[2] / "profiles" / "sudoku"
SCREENS = Path(__file__).parents[1] / "corpus" / "screens"


def write_profile(desk: Desktop, like: str, read: str) -> Path:
    """The bundled profile with another reader, as a user would copy it; returns the folder for its pictures."""
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles"
    folder.mkdir(parents=True, exist_ok=True)
    text = (PROFILES / like / "profile.toml").read_text("utf-8")
    (folder / "mine.toml").write_text(f'read = "{read}"\n{text}', "utf-8")
    return folder / "mine"


def cut_out_digits(name: str, folder: Path) -> None:
    """The first cell with each digit, out of a screenshot of the game at another size or in other colours."""
    entry = next(one for one in json.loads((SCREENS / "index.json").read_text("utf-8")) if one["file"] == name)
    x, y, right, bottom = entry["box"]
    width, height = (right - x) / 9, (bottom - y) / 9
    folder.mkdir()
    with Image.open(SCREENS / name) as screen:
        for digit in "123456789":
            row, column = divmod(entry["grid"].index(digit), 9)
            left, top = x + (column + 0.1) * width, y + (row + 0.1) * height
            screen.crop((round(left), round(top), round(left + 0.8 * width), round(top + 0.8 * height))).save(
                folder / f"{digit}.png"
            )


def filled(desk: Desktop, start: Callable[[Desktop, Puzzle], Game], puzzle: Puzzle) -> None:
    with session(desk, lambda desk: start(desk, puzzle)) as play:
        ended = play.press()
        assert (ended["outcome"], ended["profile"]) == ("verified", "mine"), ended
        assert play.game.board() == puzzle.solution


def test_solo_is_filled_by_a_profile_that_reads_by_tesseract():
    with desktop() as desk:
        write_profile(desk, "sgt-solo", "tesseract")
        filled(desk, start_solo, PUZZLES[0])


@pytest.mark.parametrize(
    ("profile", "start", "screen"),
    [
        ("sgt-solo", start_solo, "sgt-solo_s2_101.png"),
        ("gnome-sudoku", start_gnome_sudoku, "gnome-sudoku_s1_113_Adwaita-dark.png"),
    ],
    ids=["solo", "gnome-sudoku"],
)
def test_a_game_is_filled_by_a_profile_with_pictures_of_its_digits(profile, start, screen):
    with desktop() as desk:
        cut_out_digits(screen, write_profile(desk, profile, "templates"))
        filled(desk, start, PUZZLES[1])
