"""A lesson by its keys: what each of them does, what is asked of the world, and what the panel says meanwhile."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from gridpilot.capture import Capture
from gridpilot.geometry import Box, Cell, Pixel, Rect, View
from gridpilot.gui.teach.lesson import Lesson
from gridpilot.gui.teach.panel_pages import Look, page
from gridpilot.gui.teach.parts import Part, Wish
from gridpilot.pilot.teach_trial import Filled, Moved
from gridpilot.plan import Fill, Home, Move, Moves, Way
from gridpilot.reading import CellReading, Kind, Reading, Shade
from gridpilot.service.teaching import Scene
from gridpilot.window import Window

CONTENT = Rect(0, 0, 600, 800)
GAME = Window(7, "Sudoku", "game", "Game", 1, "/usr/games/game", "game", CONTENT)
OTHER = replace(GAME, handle=8, title="Highscores")
CAPTURE = Capture(np.zeros((800, 600, 3), np.uint8), View(CONTENT, 600, 800))
PAD = {f"digit-{digit}": Pixel(digit * 60, 700) for digit in range(1, 10)}


def reading(side: int = 9, doubts: tuple[Cell, ...] = ()) -> Reading:
    step = 540 / side
    boxes = tuple(
        Box(30 + c * step, 30 + r * step, 30 + c * step + step, 30 + r * step + step)
        for r in range(side)
        for c in range(side)
    )
    cells = tuple(
        CellReading(2, Kind.GIVEN, 1.0) if i < 30 else CellReading(0, Kind.BLANK, 1.0) for i in range(side**2)
    )
    return Reading(side, cells, boxes, Box(30, 30, 570, 570), doubts)


SUDOKU = Scene(GAME, (OTHER,), CAPTURE, "sudoku", reading())
TILES = Scene(GAME, (), CAPTURE, "2048", reading(4), shades=(Shade((238, 228, 218), (2,)),))
NOTHING = Scene(GAME, (), CAPTURE, "sudoku")


def begun(scene: Scene = SUDOKU, taken: str = "") -> Lesson:
    lesson = Lesson((GAME, OTHER), lambda name: taken if name == "Sudoku" else "")
    lesson.looked(scene)
    return lesson


def press(lesson: Lesson, *keys: str) -> Wish | None:
    wish = None
    for key in keys:
        wish = lesson.key(key)
    return wish


def filled(way: Way, left: tuple[Cell, ...] = ()) -> Filled:
    return Filled(way, (Cell(0, 2),), left, CAPTURE, PAD | {"erase": Pixel(5, 5)})


def test_return_alone_leads_through_a_lesson():
    lesson = begun()
    assert press(lesson, "Return", "Return", "Return") is Wish.TRY
    lesson.took(filled(Way(Fill.ARROWS)))
    assert lesson.part is Part.NAME
    assert "r1c3" in lesson.notice.text
    assert press(lesson, "Return") is Wish.SAVE
    lesson.was_saved(Path("/home/me/sudoku/profile.toml"), "Ctrl+Alt+S")
    assert "Ctrl+Alt+S" in page(lesson).intro
    assert press(lesson, "Return") is Wish.CLOSE
    choices = lesson.choices()
    assert (choices.way, choices.buttons, choices.rule.title) == (Way(Fill.ARROWS), {}, ("Sudoku",))


def test_escape_goes_back_part_by_part_and_then_closes():
    lesson = begun()
    press(lesson, "Return", "Return")
    for part in (Part.MATCH, Part.BOARD, Part.WINDOW):
        assert press(lesson, "Escape") is None
        assert lesson.part is part
    assert press(lesson, "Escape") is Wish.CLOSE


def test_another_window_can_be_chosen():
    lesson = Lesson((GAME, OTHER), lambda _: "")
    assert lesson.part is Part.WINDOW
    assert press(lesson, "Down", "Return") is Wish.LOOK
    assert lesson.windows[lesson.option] is OTHER
    assert Lesson((), lambda _: "").key("Return") is None


def test_windows_that_open_later_are_offered_and_the_chosen_one_stays_chosen():
    lesson = Lesson((), lambda _: "")
    assert (page(lesson).go, page(lesson).options) == ("", ())
    lesson.offer((GAME,))
    lesson.offer((OTHER, GAME))
    assert lesson.windows[lesson.option] is GAME
    lesson.offer((OTHER,))
    assert press(lesson, "Return") is Wish.LOOK
    assert lesson.windows[lesson.option] is OTHER


def test_the_arrow_keys_walk_around_a_list():
    lesson = begun()
    press(lesson, "Return")
    assert (lesson.rule, len(lesson.rules)) == (1, 2)
    press(lesson, "Down")
    assert lesson.rule == 0
    press(lesson, "Up")
    assert lesson.rule == 1
    lesson.choose(0)
    assert lesson.choices().rule.title == ()


def test_the_page_says_which_other_windows_a_rule_would_hit():
    lesson = begun()
    press(lesson, "Return")
    assert page(lesson).lines[0].look is Look.GOOD
    press(lesson, "Down")
    assert (page(lesson).lines[0].look, "Highscores" in page(lesson).lines[0].text) == (Look.BAD, True)


def test_where_no_board_is_found_it_is_drawn_and_read_after_each_nudge():
    lesson = begun(NOTHING)
    assert lesson.drawing is not None
    before = lesson.place
    assert press(lesson, "Right") is Wish.READ
    assert lesson.place != before
    assert press(lesson, "Return") is None
    assert (lesson.part, lesson.notice.good) == (Part.BOARD, False)
    lesson.read(replace(NOTHING, reading=reading()))
    press(lesson, "Return")
    assert lesson.part is Part.MATCH
    assert lesson.facts().drawn == lesson.place


def test_drawing_can_be_left_for_the_board_that_was_found():
    lesson = begun()
    press(lesson, "d", "Tab", "Left")
    lesson.read(replace(SUDOKU, reading=None))
    press(lesson, "Escape")
    assert (lesson.drawing, lesson.reading, lesson.part) == (None, SUDOKU.reading, Part.BOARD)


def test_the_mouse_draws_a_frame_and_a_click_is_none():
    lesson = begun()
    lesson.press(Pixel(100, 100), 5)
    lesson.pull(Pixel(400, 380))
    assert lesson.let_go() is Wish.READ
    assert lesson.drawing.frame.box == Box(100, 100, 400, 380)
    lesson = begun()
    lesson.press(Pixel(100, 100), 5)
    assert lesson.let_go() is None
    assert (lesson.drawing, lesson.reading) == (None, SUDOKU.reading)


def test_a_board_can_be_looked_for_as_the_other_game():
    lesson = begun()
    assert press(lesson, "g") is Wish.READ
    assert lesson.game == "2048"
    lesson.read(replace(SUDOKU, game="2048", reading=None))
    assert lesson.drawing.columns == 4


def test_a_pad_that_is_not_known_is_pointed_at():
    lesson = begun()
    press(lesson, "Return", "Return", "Down", "Down", "Down")
    assert press(lesson, "Return") is None
    assert lesson.pointing.names[0] == "digit-1"
    for digit in range(1, 10):
        lesson.press(Pixel(digit * 50, 650), 5)
    assert lesson.pointing is None
    press(lesson, "e")
    press(lesson, *["Right"] * 3, "space")
    assert press(lesson, "Return") is None
    assert lesson.part is Part.NAME
    buttons = lesson.choices().buttons
    assert (len(buttons), buttons["digit-3"]) == (10, Pixel(150, 650))


def test_pointing_can_be_given_up():
    lesson = begun()
    press(lesson, "Return", "Return", "p", "Return", "Escape")
    assert (lesson.pointing, lesson.pointed, lesson.part) == (None, {}, Part.FILL)


def test_a_pad_that_was_read_needs_no_pointing():
    lesson = begun(replace(SUDOKU, pad=PAD))
    press(lesson, "Return", "Return", "Down", "Down", "Down", "Return")
    assert lesson.part is Part.NAME
    assert lesson.choices().buttons == PAD


def test_a_chosen_way_can_be_tried_and_what_fails_is_said():
    lesson = begun()
    press(lesson, "Return", "Return", "Down")
    assert press(lesson, "t") is Wish.TRY
    assert lesson.choices().way.fill is Fill.ARROWS
    lesson.failed("r1c1 did not take the digit.")
    assert lesson.part is Part.FILL
    assert page(lesson).lines[0].look is Look.BAD
    press(lesson, "Down")
    assert lesson.notice is None


def test_what_a_trial_found_out_is_what_the_profile_says():
    lesson = begun(replace(SUDOKU, pad=PAD))
    press(lesson, "Return", "Return", "Return")
    lesson.took(filled(Way(Fill.CLICK_PAD, erase="erase"), left=(Cell(0, 2),)))
    assert "stays" in lesson.notice.text
    assert lesson.choices().buttons["erase"] == Pixel(5, 5)
    press(lesson, "Escape")
    assert lesson.option == 3


@pytest.mark.parametrize(
    ("keys", "moves"),
    [((), Moves.AUTO), *((("Down",) * place, moves) for place, moves in enumerate(Moves) if place)],
)
def test_the_ways_of_2048(keys: tuple[str, ...], moves: Moves):
    lesson = begun(TILES)
    press(lesson, "Return", "Return", *keys, *((["Up"]) if not keys else []), "Return")
    assert (lesson.part, lesson.choices().moves) == (Part.NAME, moves)


def test_of_2048_buttons_are_pointed_at_and_colours_are_kept_if_wanted():
    lesson = begun(TILES)
    press(lesson, "Return", "Return", "n", "Left", "Return", "k", "Return")
    assert set(lesson.choices().buttons) == {"restart", "keep-going"}
    assert lesson.choices().shades == ()
    press(lesson, "c", "Return")
    lesson.took(Moved(Moves.DRAG, Move.DOWN, CAPTURE))
    assert (lesson.choices().shades, lesson.choices().moves) == (TILES.shades, Moves.DRAG)


def test_a_name_is_typed_over_the_proposed_one():
    lesson = begun(taken="A profile sudoku exists already.")
    press(lesson, "Return", "Return", *["Down"] * 5, "Return")
    assert lesson.name.text == "Sudoku 2"
    assert press(lesson, *"Sudoku", "Return") is None
    assert "exists" in lesson.notice.text
    press(lesson, *["BackSpace"] * 6)
    press(lesson, "m", "y", "x", "BackSpace", "Left")
    assert lesson.name.text == "my"
    assert press(lesson, "Return") is Wish.SAVE


def test_home_by_keys_comes_from_the_trial():
    lesson = begun()
    press(lesson, "Return", "Return", "Return")
    lesson.took(filled(Way(Fill.ARROWS, Home.KEYS)))
    assert lesson.choices().way.home is Home.KEYS


@pytest.mark.parametrize("scene", [SUDOKU, TILES, NOTHING, replace(SUDOKU, reading=reading(9, (Cell(1, 1),)))])
def test_every_page_has_a_title_and_says_what_return_does(scene: Scene):
    lesson = begun(scene)
    lesson.read(replace(scene, reading=scene.reading or reading()))
    seen = {page(lesson).title}
    for _ in range(2):
        press(lesson, "Return")
        seen.add(page(lesson).title)
    press(lesson, "p", "n")
    seen.add(page(lesson).title)
    lesson.pointing = None
    lesson.took(filled(Way(Fill.ARROWS)) if lesson.game == "sudoku" else Moved(Moves.KEYS, Move.LEFT, CAPTURE))
    seen.add(page(lesson).title)
    lesson.was_saved(Path("/home/me/mine/profile.toml"), "Ctrl+Alt+2", "Another profile comes first.")
    last = page(lesson)
    assert len(seen | {last.title}) == 6
    assert (last.go, last.lines[0].look) == ("Close", Look.BAD)
    assert last.lines[-1].text == str(Path("/home/me/mine/profile.toml"))
