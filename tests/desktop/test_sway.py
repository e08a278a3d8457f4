"""gridpilot in a real session of sway: real programs, the hotkey by a keyboard of the test, and the games' word."""

import json
import subprocess
import time
from pathlib import Path

import numpy as np
import pytest
import wayland
from games import start_gnome_sudoku, start_nudoku_in_foot, start_page, start_practice
from games_2048 import start_gnome_2048, start_page_2048
from PIL import Image
from playing import PLAY_HOTKEY, session, set_goal
from resident import Resident, gridpilot
from truth import PUZZLES, wrong
from truth_2048 import believed
from virtual import wait_for
from virtual_sway import missing, sway_desktop

from gridpilot.desktop.wayland.input import WaylandInput
from gridpilot.desktop.wayland.overlay import WaylandOverlay
from gridpilot.desktop.wayland.pointer_place import PointerPlace
from gridpilot.desktop.wayland.screen import WaylandScreen
from gridpilot.desktop.wayland.sway_focus import SwayFocus
from gridpilot.desktop.wayland.sway_hotkeys import SwayHotkeys
from gridpilot.desktop.wayland.sway_ipc import SwayIpc
from gridpilot.desktop.wayland.sway_watch import LETS_GO, SwayWatch
from gridpilot.drawing import Drawing, Line
from gridpilot.geometry import Point
from gridpilot.pilot.guard.guard import HOLD

pytestmark = [pytest.mark.gui, pytest.mark.skipif(bool(missing()), reason=missing())]

PUZZLE = PUZZLES[2]


@pytest.mark.parametrize("start", [start_gnome_sudoku, start_nudoku_in_foot])
def test_a_board_is_filled_and_verified(start):
    with sway_desktop() as desk, session(desk, lambda on: start(on, PUZZLE)) as play:
        ended = play.press()
        assert ended["outcome"] == "verified", str(ended)
        assert play.game.board() == PUZZLE.solution


@pytest.mark.parametrize("held", [0.3, 0.9, 2.5])
def test_a_hotkey_that_is_held_is_one_press_and_nothing_is_typed_meanwhile(held):
    with sway_desktop() as desk, session(desk, lambda on: start_gnome_sudoku(on, PUZZLE)) as play:
        play.ready()
        ended = play.ended_after(lambda: desk.hand.hotkey("ctrl+alt+s", held=held))
        board = play.game.board()
    if held < HOLD:
        assert ended["outcome"] == "verified", str(ended)
        assert board == PUZZLE.solution
    else:
        assert (ended["outcome"], ended["reason"]) == ("stopped", "keys-held"), str(ended)
        assert board == PUZZLE.givens


@pytest.mark.parametrize("scale", [1, 1.5])
def test_a_page_in_chromium(scale):
    more = f"output * scale {scale}"
    with (
        sway_desktop("1920x1600", more) as desk,
        session(desk, lambda on: start_page(on, "sudoku-table.html", PUZZLE)) as play,
    ):
        ended = play.press()
        assert ended["outcome"] == "verified", str(ended)
        assert play.game.board() == PUZZLE.solution


def test_an_x_program():
    with sway_desktop(x_programs=True) as desk, session(desk, lambda on: start_practice(on, PUZZLE)) as play:
        ended = play.press()
        assert ended["outcome"] == "verified", str(ended)
        assert play.game.board() == PUZZLE.solution


@pytest.mark.parametrize("scale", [1.25, 1.5, 1.75, 2])
def test_a_board_on_a_monitor_of_another_scale(scale):
    more = f"output * scale {scale}"
    with (
        sway_desktop("1920x1600", more) as desk,
        session(desk, lambda on: start_gnome_sudoku(on, PUZZLE)) as play,
    ):
        ended = play.press()
        assert ended["outcome"] == "verified", str(ended)
        assert play.game.board() == PUZZLE.solution


@pytest.mark.parametrize("scale", [1, 1.25, 1.5, 1.75, 2])
def test_the_pointer_is_where_it_was_sent_on_both_monitors(monkeypatch, scale):
    """By the word of the compositor to a surface of ours below it."""
    more = f"output HEADLESS-1 scale {scale} position 0 0\noutput HEADLESS-2 scale 1 position 2000 100"
    with sway_desktop("1280x1024", more, outputs=2) as desk:
        wayland.enter(desk, monkeypatch)
        hand = WaylandInput(SwayFocus())
        for x, y in [(3, 5), (511, 400), (2001, 105), (2700, 1000)]:
            desk.hand.move(x, y)
            assert hand.pointer() == Point(x, y)


def test_a_pointer_that_was_moved_out_of_a_picture_counts_as_where_it_was(monkeypatch):
    """The board nearest to it is the one that is meant. A second picture finds it out of the way already."""
    with sway_desktop() as desk:
        wayland.enter(desk, monkeypatch)
        desk.start(["foot", "sleep", "600"])
        window = desk.wait_window(class_name="XTerm")
        desk.focus(window)
        place = PointerPlace()
        hand, screen = WaylandInput(SwayFocus(), place), WaylandScreen(place)
        desk.hand.move(300, 200)
        assert hand.pointer() == Point(300, 200)
        for _ in range(2):
            screen.capture(desk.content(window))
            assert hand.pointer() == Point(300, 200)
            assert place.at == Point(1279, 1023)
        desk.hand.move(310, 210)
        assert hand.pointer() == Point(310, 210)


SLOW = """
game = "sudoku"
match = { class = "Gridpilot-practice" }
fill = "arrows"
pace = { between_keys = 0.2 }
"""


@pytest.fixture
def slow():
    with sway_desktop(x_programs=True) as desk:
        file = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "profiles" / "slow.toml"
        file.parent.mkdir(parents=True)
        file.write_text(SLOW)
        desk.start(["foot", "sleep", "600"])
        desk.wait_window(class_name="XTerm")
        with session(desk, lambda on: start_practice(on, PUZZLE)) as play:
            yield play


def another_window(play):
    play.desk.focus(play.desk.wait_window(class_name="XTerm"))


def moves_the_mouse(play):
    """By fits and starts, within the window."""
    for step in range(20):
        play.desk.hand.move(900 + step, 900)
        time.sleep(0.07)


STOPS = {
    "escape": lambda play: play.desk.hand.tap("escape"),
    "focus-lost": another_window,
    "command": lambda play: play.desk.hand.hotkey("ctrl+alt+s"),
    "window-closed": lambda play: play.desk.close_window(play.game.window),
    "user-input": moves_the_mouse,
}


@pytest.mark.parametrize("reason", STOPS)
def test_it_is_stopped_and_says_why(slow, reason):
    def begin_and_stop():
        slow.desk.hand.hotkey("ctrl+alt+s")
        begun = time.monotonic()
        entered = PUZZLE.givens.count(".")
        wait_for(lambda: slow.game.board().count(".") < entered - 2, what="some digits")
        wait_for(lambda: time.monotonic() - begun > LETS_GO + 1, what="the time in which the hotkey may be held")
        STOPS[reason](slow)

    slow.ready()
    ended = slow.ended_after(begin_and_stop)
    assert (ended["outcome"], ended["reason"]) == ("stopped", reason)
    assert wrong(slow.game.board(), PUZZLE) == []
    assert slow.game.board().count(".") > 3, "it went on"


def test_a_key_of_the_user_s_is_not_taken_and_a_reload_takes_none():
    with sway_desktop(more="bindsym Control+Mod1+2 nop mine") as desk, Resident(desk) as resident:
        found = {key["action"]: key for key in resident.ask("status")["hotkeys"]}
        assert found["solve"]["live"]
        assert not found["play"]["live"]
        assert "is bound in sway's configuration" in found["play"]["reason"]
        assert found["play"]["instead"]
        news = SwayIpc(desk.env["SWAYSOCK"])
        news.subscribe("workspace")
        before = resident.newest_record()
        desk.sway.run("reload")
        wait_for(lambda: news.news()[1].get("change") == "reload", what="sway's word of it")

        def pressed() -> bool:
            desk.hand.hotkey("ctrl+alt+s")
            return resident.record_after(before) is not None

        wait_for(pressed, 60, "a job, as the key works")
        resident.quit()


def test_of_two_that_want_a_key_the_first_keeps_it(monkeypatch):
    """As when the settings try whether a key is free: it must not be lost by that."""
    presses = []
    with sway_desktop() as desk:
        wayland.enter(desk, monkeypatch)
        first, second = SwayHotkeys(), SwayHotkeys()
        assert [each.live for each in first.start({"solve": "ctrl+alt+s"}, presses.append)] == [True]
        taken = second.start({"other": "alt+ctrl+s"}, presses.append)
        assert [(each.live, each.reason) for each in taken] == [(False, "alt+ctrl+s is taken by another program")]
        second.stop()
        desk.hand.hotkey("ctrl+alt+s")
        wait_for(lambda: presses == ["solve"], what="the press")
        first.stop()


@pytest.mark.parametrize("start", [start_gnome_2048, lambda desk: start_page_2048(desk, "2048-tiles.html")])
def test_2048_is_played_to_its_goal(start):
    with sway_desktop() as desk:
        set_goal(desk, "until = 32")
        with session(desk, start) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert ended["outcome"] == "verified", str(ended)
            assert believed(play.resident.newest_record().parent)[-1] == play.game.truth().board


def asked(desk, *words):
    done = subprocess.run(gridpilot(*words, "--json"), env=desk.env, capture_output=True, text=True, timeout=90)
    return json.loads(done.stdout)


def shot(desk):
    return np.asarray(Image.open(desk.screenshot(desk.home / "shot.png")), np.int16)


def start_dark_page(desk, puzzle):
    return start_page(desk, "inputs.html", puzzle, dark="1")


@pytest.mark.parametrize(("scale", "start"), [(1, start_practice), (1.5, start_gnome_sudoku), (2, start_dark_page)])
def test_a_board_with_a_solution_over_it_is_read_as_without_it(scale, start):
    """The overlay is gone before a picture is taken: what is drawn there would be read as digits."""
    x_programs = start is start_practice
    with (
        sway_desktop("1600x1300", f"output * scale {scale}", x_programs=x_programs) as desk,
        Resident(desk),
    ):
        game = start(desk, PUZZLE)
        desk.focus(game.window)

        def drawn() -> bool:
            """The board itself has no bright colours."""
            return bool((np.ptp(shot(desk), axis=2) > 120).mean() > 0.01)

        for _ in range(2):
            told = asked(desk, "show")
            assert (told["outcome"], told["over"], told["board"]) == ("shown", True, PUZZLE.givens), told
            assert drawn()
        desk.hand.tap("escape")
        wait_for(lambda: not drawn(), what="its end")
        assert asked(desk, "show")["over"]
        assert asked(desk, "solve")["outcome"] == "verified"
        assert start is not start_gnome_sudoku or not drawn()  # those of the others are bright themselves
        assert game.board() == PUZZLE.solution


def test_the_best_move_of_a_2048_is_an_arrow_that_follows_and_moves_nothing():
    with sway_desktop() as desk, Resident(desk) as resident:
        game = start_gnome_2048(desk)
        desk.focus(game.window)
        at_rest(desk, game.window)
        before, seen = resident.newest_record(), [shot(desk)]

        def another() -> bool:
            """Whether it follows, and the screen is another one than before."""
            job = resident.ask("status").get("job") or {}
            return job.get("stage") == "following" and differs()

        def differs() -> bool:
            return bool((np.abs(shot(desk) - seen[-1]).max(axis=2) > 60).mean() > 0.005)

        desk.hand.hotkey("ctrl+alt+h")
        for key in ("left", "escape"):
            wait_for(another, what="the arrow")
            seen.append(shot(desk))
            desk.hand.tap(key)
        wait_for(differs, what="the arrow's end")
        told = json.loads(wait_for(lambda: resident.record_after(before), what="the end of the job").read_text())
        assert (told["outcome"], told["game"], told["moves"]) == ("shown", "2048", 0)
        assert told["sentence"].startswith("Best: ")
        assert sum(map(bool, game.truth().board)) == 3  # the user's one move has brought a third tile


def at_rest(desk, window):
    """Programs answer to a size that they are given with one of their own."""
    places = [(0, 0, 0, 0)]

    def rests() -> bool:
        time.sleep(0.3)
        places.append(desk.area(window))
        return places[-1] == places[-2]

    wait_for(rests, what="the window to rest")


LEAVES = {
    "Esc": lambda desk, game, other: desk.hand.tap("escape"),
    "another window": lambda desk, game, other: desk.focus(other),
    "moved": lambda desk, game, other: desk.sway.run(f"[con_id={game}] move position 300 200"),
    "closed": lambda desk, game, other: desk.close_window(game),
}


@pytest.mark.parametrize("act", LEAVES)
def test_an_overlay_lets_clicks_through_and_leaves(monkeypatch, act):
    gone, accents = [], ((250, 0, 250), (0, 250, 0))
    with sway_desktop(more="for_window [app_id=foot] floating enable") as desk:
        wayland.enter(desk, monkeypatch)
        note = desk.home / "clicks"
        for name in ("first", "second"):
            desk.start(
                ["foot", "--app-id", name, "sh", "-c", f"stty raw; printf '\\033[?1000h'; exec cat > {note}-{name}"]
            )
        other, window = desk.wait_window(class_name="second"), desk.wait_window(class_name="first")
        desk.sway.run(f"[con_id={window}] floating enable, resize set 600 500, move position 200 100")
        desk.focus(window)
        at_rest(desk, window)
        area = desk.content(window)
        line = Line(Point(area.x + 10, area.y + 60), Point(area.x + 590, area.y + 60), width=20)
        overlay = WaylandOverlay(SwayWatch())
        overlay.show(
            Drawing(area, "A 7 is missing.", accents, 18, (line,)), SwayFocus().window(window), 60, gone.append
        )

        def seen() -> bool:
            return bool((shot(desk) == np.array(accents[0])).all(axis=2).any())

        wait_for(lambda: seen() or gone, what="the line")
        assert not gone

        def clicked() -> bool:
            desk.hand.click(area.x + 100, area.y + 60)
            return (note.parent / f"{note.name}-first").stat().st_size > 0

        wait_for(clicked, what="a click that the program below gets")
        assert seen()
        assert desk.active() == window
        LEAVES[act](desk, window, other)
        wait_for(lambda: not seen() and gone, what="its end")
        assert not overlay.shown()
