"""What is shown over another program's window: seen by its user, and by nobody else; gone once it would be wrong."""

import json
import subprocess
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from games import start_gnome_sudoku, start_ksudoku, start_page, start_practice, start_solo
from games_2048 import start_gnome_2048, start_page_2048, start_practice_2048
from PIL import Image
from playing import ready
from resident import Resident, gridpilot
from shown_page import ShownPage
from truth import PUZZLES
from virtual import desktop, wait_for
from x11_client import start_client
from Xlib import X
from Xlib.ext import shape

from gridpilot.desktop import choose
from gridpilot.drawing import Drawing, Line, Sign, Tone
from gridpilot.geometry import Point, Rect

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]
CLASS = "Gridpilot-overlay"
ACCENTS = (250, 0, 250), (0, 250, 0)
CLICKS = 40


@pytest.fixture(params=["plain", "picom"], scope="module")
def desk(request):
    with desktop(wm="openbox", bus=False) as started:
        if request.param == "picom":
            started.compose()
        yield started


def overlays(desk, *, shown=True):
    """The windows of ours that can be seen, or all that are there."""
    found = []
    for child in desk.root.query_tree().children:
        try:
            name, seen = child.get_wm_class(), child.get_attributes().map_state == X.IsViewable
            seen = seen and child.shape_get_rectangles(shape.SK.Bounding).rectangles
            if name and name[1] == CLASS and (seen or not shown):
                found.append(child)
        except Exception:  # gone meanwhile
            continue
    return found


def shot(desk):
    return np.asarray(Image.open(desk.screenshot(desk.home / "shot.png")), np.int16)


def drawing(board, sentence="Look at row 1, where a 7 is missing."):
    """A frame, a cross of lines, and a sign."""
    right, bottom = board.x + board.width, board.y + board.height
    corners = Point(board.x, board.y), Point(right, board.y), Point(right, bottom), Point(board.x, bottom)
    lines = [Line(start, end) for start, end in zip(corners, (*corners[1:], corners[0]), strict=True)]
    lines += [Line(corners[0], corners[2], Tone.SECOND, 9, arrow=True)]
    return Drawing(board, sentence, ACCENTS, 18, tuple(lines), (Sign("7", Rect(board.x + 200, board.y + 50, 60, 60)),))


@contextmanager
def own_overlay(desk, monkeypatch):
    monkeypatch.setenv("DISPLAY", desk.name)
    overlay = choose.overlay()
    try:
        yield overlay
    finally:
        overlay.hide()


@pytest.fixture
def client(desk):
    started = start_client(desk)
    started.settle()
    yield started
    if started.window in desk.windows():
        desk.close_window(started.window)


@pytest.fixture
def other(desk):
    started = start_client(desk, "Other", "another")
    started.settle()
    desk.move_window(started.window, 700, 300)
    yield started
    desk.close_window(started.window)


def board_of(desk, window):
    return Rect(*desk.area(window))


def window_of(desk, monkeypatch, number):
    monkeypatch.setenv("DISPLAY", desk.name)
    return choose.focus().window(number)


def test_all_clicks_go_through_it(desk, client, monkeypatch):
    """Half of them onto a line of it."""
    area = board_of(desk, client.window)
    with own_overlay(desk, monkeypatch) as overlay:
        overlay.show(drawing(area), window_of(desk, monkeypatch, client.window), 60)
        wait_for(lambda: overlays(desk), what="the overlay")
        for number in range(CLICKS):
            across = 20 + 10 * number
            desk.hand.click(area.x + across, area.y + (across if number % 2 else 30))
        clicks = lambda: [line for line in client.lines() if line.startswith("click 1")]  # noqa: E731
        wait_for(lambda: len(clicks()) == CLICKS, what=f"{CLICKS} clicks")
        assert overlays(desk)


def test_nothing_of_what_lies_below_is_hidden_but_by_what_is_drawn(desk, client, monkeypatch):
    area = board_of(desk, client.window)
    wait_for(lambda: seen(desk, (0x33, 0x66, 0x99)), what="what the program shows")
    before = shot(desk)
    with own_overlay(desk, monkeypatch) as overlay:
        overlay.show(drawing(area), window_of(desk, monkeypatch, client.window), 60)
        wait_for(lambda: seen(desk, ACCENTS[0]) and seen(desk, ACCENTS[1]), what="both accents")
        now = shot(desk)
        changed = (np.abs(now - before).max(axis=2) > 8)[area.y : area.y + area.height, area.x : area.x + area.width]
        assert 0.01 < changed.mean() < 0.1
        overlay.hide()
        wait_for(lambda: np.array_equal(shot(desk), before), what="the screen as it was")


def seen(desk, colour):
    return bool((np.abs(shot(desk) - np.array(colour)).max(axis=2) <= 8).any())


def test_what_one_process_shows_is_not_in_the_picture_of_another(desk, client, monkeypatch):
    area = board_of(desk, client.window)
    wait_for(lambda: seen(desk, (0x33, 0x66, 0x99)), what="what the program shows")
    window = window_of(desk, monkeypatch, client.window)
    before = choose.screen().capture(area).pixels
    with own_overlay(desk, monkeypatch) as overlay:
        overlay.show(drawing(area), window, 60)
        assert overlays(desk)
        screen = choose.screen()
        screen.capture(area)
        assert not overlays(desk)
        wait_for(lambda: np.array_equal(screen.capture(area).pixels, before), what="the window as it was")


@pytest.mark.parametrize("side", ["left", "right"])
def test_on_two_monitors_nothing_is_drawn_on_the_other_one(desk, client, monkeypatch, side):
    """The board is beside the edge between them, where its sentence would have room on the other one."""
    wide, high = 640, 1024
    left = int(side == "right") * wide
    for name, at, output in (("one", 0, "screen"), ("two", wide, "none")):
        words = ["xrandr", "--setmonitor", name, f"{wide}/170x{high}/270+{at}+0", output]
        subprocess.run(words, env=desk.env, check=True, timeout=30)
    board = Rect(left + (0 if side == "right" else 240), 300, 400, 400)
    with own_overlay(desk, monkeypatch) as overlay:
        overlay.show(drawing(board), window_of(desk, monkeypatch, client.window), 60)
        (pane,) = wait_for(lambda: overlays(desk), what="the overlay")
        place = pane.get_geometry()
        assert left <= place.x
        assert place.x + place.width <= left + wide
        assert place.width * place.height > board.width * board.height
    for name in ("one", "two"):
        subprocess.run(["xrandr", "--delmonitor", name], env=desk.env, check=True, timeout=30)


LEAVES = {
    "any key": lambda desk, client, other: desk.hand.tap("right"),
    "Esc": lambda desk, client, other: desk.hand.tap("esc"),
    "the wheel": lambda desk, client, other: desk.hand.click(*client.at(4, 4), 5),
    "another window": lambda desk, client, other: desk.focus(other.window),
    "moved": lambda desk, client, other: desk.move_window(client.window, 200, 160),
    "closed": lambda desk, client, other: desk.close_window(client.window),
}


@pytest.mark.parametrize("act", LEAVES)
def test_it_leaves(desk, other, client, monkeypatch, act):
    desk.focus(client.window)
    gone = []
    with own_overlay(desk, monkeypatch) as overlay:
        overlay.show(
            drawing(board_of(desk, client.window)), window_of(desk, monkeypatch, client.window), 60, gone.append
        )
        wait_for(lambda: overlays(desk), what="the overlay")
        desk.hand.move(*client.at(2, 2))  # the pointer may move
        desk.hand.hold("ctrl")  # and a hotkey's modifiers are no keys
        desk.hand.release("ctrl")
        assert overlays(desk)
        LEAVES[act](desk, client, other)
        wait_for(lambda: not overlays(desk), what="its end")
        wait_for(lambda: len(gone) == 1, what="the word of it")


def test_it_leaves_after_its_time(desk, client, monkeypatch):
    with own_overlay(desk, monkeypatch) as overlay:
        overlay.show(drawing(board_of(desk, client.window)), window_of(desk, monkeypatch, client.window), 0.5)
        assert overlays(desk)
        wait_for(lambda: not overlays(desk), what="its end")


def loaded(resident):
    """What the resident process has started, and the files that it has loaded code from."""
    lines = Path(f"/proc/{resident.pid}/maps").read_text().splitlines()
    return resident.workers(), {line.split()[5] for line in lines if " r-xp " in line and line.count(" /")}


def test_a_hint_climbs_at_each_press_and_types_nothing_and_costs_the_resident_process_nothing(desk):
    with Resident(desk) as resident:
        game = start_practice(desk, PUZZLE)
        ready(desk, game.window)
        told, before_all = [], loaded(resident)
        for _ in range(3):
            before = resident.newest_record()
            desk.hand.hotkey("ctrl+alt+h")
            record = wait_for(partial(resident.record_after, before), what="the hint")
            told.append(json.loads(record.read_text())["sentence"])
            assert overlays(desk)
        assert told[0].startswith("Look at")
        assert told[1] in told[2]
        assert len(told[1]) < len(told[2])
        assert game.board() == PUZZLE.givens
        assert loaded(resident) == before_all
        desk.hand.tap("esc")
        wait_for(lambda: not overlays(desk, shown=False), what="its end")
        assert loaded(resident) == before_all
        desk.close_window(game.window)


def test_presses_that_come_while_a_hint_is_looked_for_each_get_their_rung(desk):
    with Resident(desk) as resident:
        game = start_practice(desk, PUZZLE)
        ready(desk, game.window)
        before = len(resident.records())
        for _ in range(3):
            desk.hand.hotkey("ctrl+alt+h")
        wait_for(lambda: len(resident.records()) == before + 3, what="three hints")
        told = [json.loads(record.read_text()) for record in resident.records()[before:]]
        assert [each["outcome"] for each in told] == 3 * ["shown"]
        where, why, what = (each["sentence"] for each in told)
        assert where.startswith("Look at")
        assert why in what
        assert overlays(desk)
        assert game.board() == PUZZLE.givens
        desk.close_window(game.window)


STARTS = {  # at 100 % in the light, a practice board, Solo and a page are below; GNOME Sudoku at 150 % is in sway
    "practice, dark, 150 %": partial(start_practice, dark=True, scale=1.5),
    "practice, 200 %": partial(start_practice, scale=2),
    "GNOME Sudoku": start_gnome_sudoku,
    "GNOME Sudoku, dark, 200 %": partial(start_gnome_sudoku, dark=True, scale=2),
    "Solo, 150 %": partial(start_solo, scale=1.5),
    "Solo, 200 %": partial(start_solo, scale=2),
    "a page with a picture, 150 %": partial(start_page, name="inputs.html", scale=1.5, size=(1100, 960), photo="1"),
    "a page, dark, 200 %": partial(start_page, name="inputs.html", scale=2, size=(1300, 1260), dark="1"),
}


@pytest.mark.parametrize("name", STARTS)
def test_a_board_with_a_solution_over_it_is_read_as_without_it(name):
    """The overlay is gone before a picture is taken: what is drawn there would be read as digits. Without a compositor,
    and then with one, that draws later.
    """
    with desktop(size=(1600, 1300), wm="openbox", bus=False) as desk, Resident(desk):
        game = STARTS[name](desk, puzzle=PUZZLE)
        ready(desk, game.window)
        for words in (("show",), ("look",), (), ("show",), ("hint", "--over"), ("look",)):
            if not words:
                desk.compose()
                continue
            told = asked(desk, *words)
            assert (told["outcome"], told["over"], told["board"]) == ("shown", True, PUZZLE.givens), told
            assert overlays(desk)
        assert asked(desk, "solve")["outcome"] == "verified"
        assert not overlays(desk)
        assert game.board() == PUZZLE.solution


def asked(desk, *words):
    done = subprocess.run(gridpilot(*words, "--json"), env=desk.env, capture_output=True, text=True, timeout=90)
    return json.loads(done.stdout)


LAST = PUZZLE.givens.rindex(".")
LAST_CELL = f"r{LAST // 9 + 1}c{LAST % 9 + 1}"
WITH_LAST = PUZZLE.givens[:LAST] + PUZZLE.solution[LAST] + PUZZLE.givens[LAST + 1 :]

FILLED = {
    "practice": start_practice,
    "fields of a page": lambda desk, puzzle: start_page(desk, "inputs.html", puzzle),
}


@pytest.mark.parametrize("name", FILLED)
def test_one_cell_is_filled_the_board_then_and_only_the_latter_is_undone(name):
    with desktop(size=(1600, 1300), wm="openbox", bus=False) as desk, Resident(desk):
        game = FILLED[name](desk, PUZZLE)
        ready(desk, game.window)
        told = asked(desk, "solve", "--cell", LAST_CELL)
        assert (told["outcome"], told["cells_filled"]) == ("verified", 1), told
        assert asked(desk, "look")["board"] == game.board() == WITH_LAST
        assert asked(desk, "solve")["outcome"] == "verified"
        undone = asked(desk, "undo")
        assert undone["outcome"] == "emptied", undone
        assert game.board() == WITH_LAST
        assert asked(desk, "undo")["outcome"] == "blocked"


def test_one_cell_of_gnome_sudoku_is_filled_and_emptied_again():
    with desktop(size=(1600, 1300), wm="openbox", bus=False) as desk, Resident(desk):
        game = start_gnome_sudoku(desk, PUZZLE)
        ready(desk, game.window)
        for _ in range(2):
            assert asked(desk, "solve", "--cell", LAST_CELL)["outcome"] == "verified"
            assert asked(desk, "look")["board"] == WITH_LAST
            assert asked(desk, "undo")["outcome"] == "emptied"
        assert game.board() == PUZZLE.givens


def test_all_of_solo_is_filled_and_emptied_again_and_again():
    with desktop(size=(1600, 1300), wm="openbox", bus=False) as desk, Resident(desk):
        game = start_solo(desk, PUZZLE)
        ready(desk, game.window)
        assert asked(desk, "show")["over"]
        assert overlays(desk)
        for cell in (LAST_CELL, "r1c2"):  # beside the one, there is no given
            told = asked(desk, "solve", "--cell", cell)
            assert (told["outcome"], told["cells_filled"]) == ("verified", 1), told
            assert asked(desk, "undo")["outcome"] == "emptied"
        for _ in range(3):
            assert asked(desk, "solve")["outcome"] == "verified"
            undone = asked(desk, "undo")
            assert undone["outcome"] == "emptied", undone
        assert game.board() == PUZZLE.givens


def test_a_solved_gnome_sudoku_asks_something_and_is_left_alone():
    with desktop(size=(1600, 1300), wm="openbox", bus=False) as desk, Resident(desk):
        game = start_gnome_sudoku(desk, PUZZLE)
        ready(desk, game.window)
        assert asked(desk, "solve")["outcome"] == "verified"
        undone = asked(desk, "undo")
        assert undone["outcome"] in {"no-board", "blocked"}, undone
        assert undone["sentence"]
        assert game.board() == PUZZLE.solution


def left(board, at):
    """The digits that no cell of the same row, column or box has."""
    seen = {
        board[other]
        for other in range(81)
        if other // 9 == at // 9 or other % 9 == at % 9 or (other // 27, other % 9 // 3) == (at // 27, at % 9 // 3)
    }
    return set("123456789") - seen


def wrong_ones():
    """A wrong digit in a blank that nothing on the board speaks against, as GNOME Sudoku would mark that: with the rest
    of the board.
    """
    for at in (at for at, sign in enumerate(WITH_LAST) if sign == "."):
        for digit in sorted(left(WITH_LAST, at) - {PUZZLE.solution[at]}):
            board = WITH_LAST[:at] + digit + WITH_LAST[at + 1 :]
            if all(left(board, other) for other, sign in enumerate(board) if sign == "."):
                yield at, board


WRONG_AT, WITH_WRONG = next(wrong_ones())
MENDED = WITH_LAST[:WRONG_AT] + PUZZLE.solution[WRONG_AT] + WITH_LAST[WRONG_AT + 1 :]


def types_wrong_by_keys(desk, _game):
    for _ in range(8):
        desk.hand.tap("up")
        desk.hand.tap("left")
    for key in WRONG_AT // 9 * ["down"] + WRONG_AT % 9 * ["right"]:
        desk.hand.tap(key)
    desk.hand.tap(WITH_WRONG[WRONG_AT])


def types_wrong_into_its_field(desk, game):
    """And leaves it: a text cursor beside a digit makes the board doubtful."""
    game.page.ask(f"inputs[{WRONG_AT}].focus()")
    desk.hand.tap(WITH_WRONG[WRONG_AT])
    wait_for(lambda: game.board() == WITH_WRONG, what="the wrong digit")
    game.page.ask("document.activeElement.blur()")


USERS = {
    "practice": (start_practice, types_wrong_by_keys),
    "GNOME Sudoku": (start_gnome_sudoku, types_wrong_by_keys),
    "fields of a page": (FILLED["fields of a page"], types_wrong_into_its_field),
}


@pytest.mark.parametrize("name", USERS)
def test_a_wrong_digit_of_the_users_is_replaced_once_it_is_known_how_and_no_other_cell_is_touched(name):
    start, types_wrong = USERS[name]
    with desktop(size=(1600, 1300), wm="openbox", bus=False) as desk, Resident(desk):
        game = start(desk, PUZZLE)
        ready(desk, game.window)
        assert asked(desk, "solve", "--cell", LAST_CELL)["outcome"] == "verified"
        untouched = asked(desk, "replace")
        assert (untouched["outcome"], "none of your digits" in untouched["sentence"]) == ("blocked", True)
        types_wrong(desk, game)
        wait_for(lambda: asked(desk, "look")["board"] == WITH_WRONG, what="the wrong digit")
        assert asked(desk, "solve")["outcome"] == "unsolvable"
        told = asked(desk, "replace")
        assert (told["outcome"], told["cells_filled"]) == ("verified", 1), told
        assert asked(desk, "look")["board"] == MENDED
        assert game.board() == MENDED


@pytest.mark.parametrize("scale", [1, 2])
def test_on_ksudoku_s_photographic_board_a_solution_is_drawn_and_what_cannot_be_undone_is_said(scale):
    with desktop(size=(1600, 1300), wm="openbox") as desk, Resident(desk):
        window = start_ksudoku(desk, PUZZLE, scale=scale)
        ready(desk, window)
        for words in (("show",), ("look",), (), ("show",), ("hint", "--over"), ("check",)):
            if not words:
                desk.compose()
                continue
            told = asked(desk, *words)
            assert (told["outcome"], told["over"], told["board"]) == ("shown", True, PUZZLE.givens), told
            assert overlays(desk)
        undone = asked(desk, "undo")
        assert (undone["outcome"], "nothing that gridpilot has filled" in undone["sentence"]) == ("blocked", True), (
            undone
        )


def kind_of_page(**options):
    words = {"solution": PUZZLE.solution, "keys": "none"} | options
    return lambda desk, puzzle: start_page(desk, "kinds.html", puzzle, size=(1100, 940), **words)


NO_ERASER = {
    "a pad": lambda desk, puzzle: start_page(desk, "pad.html", puzzle),
    "a menu": kind_of_page(menu="block"),
    "a prompt": kind_of_page(prompt="1"),
    "lists": kind_of_page(keys="", cells="select"),
}


@pytest.mark.parametrize("name", NO_ERASER)
def test_where_no_way_to_empty_a_cell_is_known_nothing_is_undone(name):
    with desktop(size=(1600, 1300), wm="openbox", bus=False) as desk, Resident(desk):
        game = NO_ERASER[name](desk, PUZZLE)
        ready(desk, game.window)
        assert asked(desk, "solve", "--cell", LAST_CELL)["outcome"] == "verified"
        undone = asked(desk, "undo")
        assert (undone["outcome"], "not known" in undone["sentence"]) == ("blocked", True), undone
        assert game.board() == WITH_LAST


def test_the_fourth_press_fills_the_cell_of_the_hint(desk):
    with Resident(desk) as resident:
        game = start_practice(desk, PUZZLE)
        ready(desk, game.window)
        for number in range(4):
            before = resident.newest_record()
            desk.hand.hotkey("ctrl+alt+h")
            told = json.loads(wait_for(partial(resident.record_after, before), what="the hint").read_text())
            assert told["outcome"] == ("shown" if number < 3 else "verified")
        filled = [at for at, sign in enumerate(game.board()) if sign != PUZZLE.givens[at]]
        assert len(filled) == 1
        assert game.board()[filled[0]] == PUZZLE.solution[filled[0]]
        assert not overlays(desk)
        desk.close_window(game.window)


def test_the_cell_under_the_pointer_is_filled(desk):
    with Resident(desk) as resident:
        game = start_practice(desk, PUZZLE)
        ready(desk, game.window)
        before = resident.newest_record()
        x, y, wide, _ = desk.area(game.window)
        desk.hand.move(x + wide // 2, y + 10)
        desk.hand.hotkey("ctrl+alt+shift+h")
        told = json.loads(wait_for(partial(resident.record_after, before), what="the word").read_text())
        assert (told["outcome"], game.board()) == ("blocked", PUZZLE.givens)
        before = resident.newest_record()
        desk.hand.move(x + wide // 2, y + 45 + wide // 2)
        desk.hand.hotkey("ctrl+alt+shift+h")
        told = json.loads(wait_for(partial(resident.record_after, before), what="the word").read_text())
        filled = [at for at, sign in enumerate(game.board()) if sign != PUZZLE.givens[at]]
        assert (told["outcome"], filled) == ("verified", [at for at in (40, 31, 49) if at in filled]), told
        assert len(filled) == 1
        desk.close_window(game.window)


TILES = {
    "practice, 200 %": partial(start_practice_2048, scale=2),
    "GNOME 2048": start_gnome_2048,
    "GNOME 2048, dark, 200 %": partial(start_gnome_2048, dark=True, scale=2),
    "a page, 150 %": partial(start_page_2048, name="2048-tiles.html", scale=1.5),
}


ORANGE = (217, 70, 0)
"""Of a solution on the light practice board."""


def gone(desk, overlay):
    return overlay not in [each.id for each in overlays(desk)]


@pytest.mark.parametrize("name", TILES)
def test_the_best_move_of_a_2048_is_an_arrow_that_follows_and_moves_nothing(name):
    with desktop(size=(1600, 1300), wm="openbox", bus=False) as desk, Resident(desk) as resident:
        if name == "GNOME 2048":
            desk.compose()
        game = TILES[name](desk)
        ready(desk, game.window)
        before = resident.newest_record()
        desk.hand.hotkey("ctrl+alt+h")
        arrow = wait_for(lambda: overlays(desk), what="the arrow")[0].id
        desk.screenshot(desk.home / "arrow.png")
        for key in ("left", "up", "left", "up"):  # one of each pair changes any board
            desk.hand.tap(key)
            wait_for(partial(gone, desk, arrow), what="the arrow to go")
            after = wait_for(lambda: overlays(desk) or resident.record_after(before), what="what comes")
            if resident.record_after(before):
                break  # that key moved nothing: so there was nothing to follow
            arrow = after[0].id
        else:  # a newer request ends it, and has its own
            desk.start(gridpilot("hint", "--over"))
            wait_for(partial(gone, desk, arrow), what="the arrow to go")
            wait_for(lambda: overlays(desk), what="that of the request")
            desk.hand.tap("esc")
        told = json.loads(wait_for(partial(resident.record_after, before), what="the end of the job").read_text())
        assert (told["outcome"], told["game"], told["moves"]) == ("shown", "2048", 0)
        assert told["sentence"].startswith("Best: ")
        truth = game.truth()
        if truth.moves is not None:
            assert set(truth.moves) <= {"l", "u"}
            assert 2 <= len(truth.moves) <= 4


def test_it_leaves_once_another_digit_stands_below_and_stays_for_a_selection(desk):
    """A click into another cell tints row, column and box; the game's own button, clicked, enters a digit."""
    with Resident(desk):
        game = start_practice(desk, PUZZLE)
        ready(desk, game.window)
        asked(desk, "hint")
        assert asked(desk, "show", "--window", str(game.window))["over"]
        wait_for(lambda: seen(desk, ORANGE), what="the solution")
        before = shot(desk)
        x, y, wide, high = desk.area(game.window)
        desk.hand.click(x + wide // 2, y + high // 2)
        wait_for(lambda: not np.array_equal(shot(desk), before), what="the selection")
        assert overlays(desk)
        desk.hand.click(x + round(wide * 0.09), y + round(high * 0.87))
        if game.board() == PUZZLE.givens:  # that cell was no blank
            desk.close_window(game.window)
            pytest.fail("no digit came")
        wait_for(lambda: not overlays(desk), what="its end")
        desk.close_window(game.window)


def test_the_practice_board_has_a_button_for_hints(desk):
    with Resident(desk) as resident:
        game = start_practice(desk, PUZZLE)
        ready(desk, game.window)
        before = resident.newest_record()
        x, y, wide, _ = desk.area(game.window)
        desk.hand.click(x + round(wide * 0.93), y + 36)
        told = json.loads(wait_for(partial(resident.record_after, before), what="the hint").read_text())
        assert (told["outcome"], told["over"]) == ("shown", True)
        assert game.board() == PUZZLE.givens
        desk.close_window(game.window)


def test_doctor_makes_way_for_the_board_and_shows_on_it_what_is_read(desk):
    with Resident(desk) as resident:
        game = start_practice(desk, PUZZLE)
        ready(desk, game.window)
        before = resident.newest_record()
        page = ShownPage(desk, "gridpilot - Doctor", "doctor", str(game.window))
        page.click("TButton", "Show what is read")
        told = json.loads(wait_for(partial(resident.record_after, before), what="the end").read_text())
        assert (told["outcome"], told["over"]) == ("shown", True)
        assert page.process.wait(30) == 0
        assert overlays(desk)
        assert desk.active() == game.window
        desk.close_window(game.window)


def test_doctor_comes_back_where_nothing_can_be_shown(desk, client):
    with Resident(desk):
        page = ShownPage(desk, "gridpilot - Doctor", "doctor", str(client.window))
        page.click("TButton", "Show what is read")
        wait_for(
            lambda: [each for each in page.all("Text") if "No sudoku board was found" in each["value"]], what="why"
        )
        page.click("TButton", "Close")
        assert page.process.wait(30) == 0
