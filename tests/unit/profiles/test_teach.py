"""What a lesson proposes: the widest rule that hits nothing else, and a profile that reads back as it was meant."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from gridpilot.geometry import Box, Pixel, Rect, Spot, View
from gridpilot.plan import Fill, Home, Moves, Way
from gridpilot.profiles import teach
from gridpilot.profiles.match import fits
from gridpilot.profiles.profile import Calibrated, Rule
from gridpilot.profiles.store import read_profile
from gridpilot.profiles.writing import as_toml
from gridpilot.reading import CellReading, Kind, Locate, Place, Read, Reading, Shade
from gridpilot.window import Window

CONTENT = Rect(-300, 50, 900, 1000)
GAME = Window(7, "Sudoku", "game", "Game", 1, "/usr/games/game", "game", CONTENT)
OTHER = replace(GAME, handle=8, title="Highscores")
VIEW = View(CONTENT, 1800, 2000)


def page(title: str, class_name: str = "Chromium") -> Window:
    return replace(GAME, title=title, instance="chromium", class_name=class_name)


def rule_for(window: Window, *others: Window) -> Rule:
    return teach.rules(window)[teach.proposed(window, others)]


def test_a_program_of_its_own_is_matched_by_its_class() -> None:
    assert rule_for(GAME) == Rule(class_name=("Game",))


def test_a_rule_that_would_hit_another_window_is_not_proposed() -> None:
    assert rule_for(GAME, OTHER) == Rule(class_name=("Game",), title=("Sudoku",))
    assert teach.hits(Rule(class_name=("Game",)), (OTHER, page("News"))) == (OTHER,)


@pytest.mark.parametrize("class_name", ["Chromium", "firefox", "XTerm", "Gnome-terminal", "Tk", "scrcpy"])
def test_of_a_program_that_shows_many_things_the_title_always_counts(class_name: str) -> None:
    assert rule_for(page("Sudoku", class_name)).title


@pytest.mark.parametrize(
    ("title", "later", "not_later"),
    [
        ("Sudoku of the day - Chromium", "Sudoku of the day - Google Chrome", "News - Chromium"),
        ("Sudoku 00:42 - Chromium", "Sudoku 12:07 - Chromium", "Sudoku - Chromium"),
        ("Play 2048 (score 128) - Chromium", "Play 2048 (score 9976) - Chromium", "Play 1024 (score 128) - Chromium"),
    ],
)
def test_what_changes_in_a_title_does_not_count(title: str, later: str, not_later: str) -> None:
    rule = rule_for(page(title))
    assert fits((rule,), page(title))
    assert fits((rule,), page(later))
    assert not fits((rule,), page(not_later))


@pytest.mark.parametrize(
    "window",
    [GAME, page("a (b) [c] \\ .* - Chromium"), replace(GAME, title=""), replace(GAME, class_name="", title="9 x 9")],
)
def test_every_rule_fits_its_own_window(window: Window) -> None:
    assert all(fits((rule,), window) for rule in teach.rules(window))


def test_a_window_that_says_nothing_of_itself_has_a_rule_all_the_same() -> None:
    silent = Window(9, "", "", "", 0, "", "", CONTENT)
    assert fits((rule_for(silent),), silent)


def test_a_profile_is_called_as_the_page_not_as_the_browser() -> None:
    assert teach.wish(page("Web Sudoku - Chromium")) == "Web Sudoku"
    assert teach.wish(replace(GAME, title="")) == "Game"


def reading(columns: int = 9, rows: int = 9) -> Reading:
    boxes = tuple(Box(c * 100, r * 100, c * 100 + 100, r * 100 + 100) for r in range(rows) for c in range(columns))
    cells = tuple(CellReading(0, Kind.BLANK, 1.0) for _ in boxes)
    return Reading(columns, cells, boxes, Box(0, 0, columns * 100, rows * 100))


def facts(game: str = "sudoku", drawn: Place | None = None, columns: int = 9, rows: int = 9) -> teach.Facts:
    return teach.Facts(game, GAME, VIEW, reading(columns, rows), drawn)


def test_a_board_that_was_found_is_a_hint_in_fractions_of_the_window() -> None:
    made = teach.profile("mine", facts(), teach.Choices(Rule(class_name=("Game",))))
    assert made.board.locate is Locate.AUTO
    assert made.board.area == teach.SpotRect(0.0, 0.0, 0.5, 0.45)
    assert (made.board.rows, made.calibrated) == (0, Calibrated(900, 1000, 2.0))


def test_a_board_of_an_unusual_shape_says_so() -> None:
    made = teach.profile("mine", facts("2048", columns=5, rows=3), teach.Choices(Rule(class_name=("Game",))))
    assert (made.board.rows, made.board.columns) == (3, 5)


def test_a_board_that_was_drawn_stays_where_it_is() -> None:
    drawn = Place(Locate.FIXED, teach.SpotRect(0.1, 0.2, 0.9, 0.8), 9, 9, 0.04)
    assert teach.profile("mine", facts(drawn=drawn), teach.Choices(Rule(class_name=("Game",)))).board == drawn


def test_buttons_are_fractions_of_their_pixels_centres() -> None:
    choices = teach.Choices(Rule(class_name=("Game",)), buttons={"digit-1": Pixel(899.5, 999.5)})
    assert teach.profile("mine", facts(), choices).buttons == {"digit-1": Spot(0.5, 0.5)}


def test_the_key_that_empties_a_cell_is_kept_and_a_pads_eraser_is_no_key() -> None:
    by_key = teach.Choices(Rule(class_name=("Game",)), Way(Fill.CLICK_KEY, erase="BackSpace"))
    by_pad = teach.Choices(Rule(class_name=("Game",)), Way(Fill.CLICK_PAD, erase="erase"))
    assert teach.profile("mine", facts(), by_key).erase == "BackSpace"
    assert teach.profile("mine", facts(), by_pad).erase == "Delete"


SHADES = (Shade((205, 193, 180), (0,)), Shade((238, 228, 218), (2,)))
LESSONS = {
    "as proposed": (facts(), teach.Choices(Rule(class_name=("Game",)))),
    "drawn, by keys": (
        facts(drawn=Place(Locate.FIXED, teach.SpotRect(0.1, 0.2, 0.9, 0.8), 6, 6, 0.04)),
        teach.Choices(Rule(class_name=("Game",), title=('A "quoted" *',)), Way(Fill.ARROWS, Home.KEYS, "BackSpace")),
    ),
    "a pad": (
        facts(),
        teach.Choices(
            Rule(title=("Sudoku",)),
            Way(Fill.PAD_CLICK, erase="erase"),
            buttons={"erase": Pixel(20, 30)} | {f"digit-{digit}": Pixel(digit * 100, 1900) for digit in range(1, 10)},
        ),
    ),
    "2048 by colours": (
        facts("2048", columns=4, rows=4),
        teach.Choices(
            Rule(class_name=("Game",)), moves=Moves.DRAG, buttons={"restart": Pixel(1, 2)}, shades=SHADES
        ),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", LESSONS)
def test_what_is_written_reads_back_as_the_same_profile(tmp_path: Path, name: str) -> None:
    made = teach.profile("mine", *LESSONS[name])
    file = tmp_path / "mine.toml"
    file.write_text(as_toml(made, "Taught."), "utf-8")
    read, problems = read_profile(file)
    assert problems == []
    assert read == replace(made, source=str(file))


def test_colours_are_written_only_where_they_are_wanted() -> None:
    plain, by_colour = (teach.profile("mine", *LESSONS[name]) for name in ("as proposed", "2048 by colours"))
    assert plain.recogniser.read is Read.GLYPHS
    assert by_colour.recogniser.shades == SHADES
