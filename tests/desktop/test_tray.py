"""The tray icon in a real tray, clicked by a real pointer."""

import subprocess
from contextlib import suppress
from itertools import combinations
from pathlib import Path

import pytest
from PIL import Image
from playing import ready
from resident import Resident, gridpilot
from trays import find, icon
from virtual import Desktop, desktop, wait_for
from x11_client import start_client
from Xlib import X
from Xlib.error import XError

from gridpilot import guide
from gridpilot.desktop.shared.icon_drawing import MARKS, OUTLINES, TILES, draw
from gridpilot.games import ACTIONS
from gridpilot.service.pages import PAGES

pytestmark = pytest.mark.gui


@pytest.fixture
def desk():
    with desktop(wm="openbox", bus=False, tray=True) as started:
        yield started


@pytest.fixture
def browsed(desk):
    """What the user's browser was asked to show."""
    return desk.home / "browsed"


@pytest.fixture
def resident(desk, browsed):
    browser = desk.home / "browser"
    browser.write_text(f'#!/bin/sh\necho "$1" > "{browsed}"\n', "utf-8")
    browser.chmod(0o755)
    with Resident(desk, BROWSER=f"{browser} %s") as started:
        yield started


def pixels(picture: Image.Image) -> list[tuple[int, ...]]:
    raw = picture.convert("RGB").tobytes()
    return list(zip(raw[0::3], raw[1::3], raw[2::3], strict=True))


def menu(desk: Desktop) -> tuple[int, int, int, int] | None:
    """Where the popped-up menu is: x, y, width, height."""
    for child in desk.root.query_tree().children:
        with suppress(XError):  # windows go while we look
            is_menu = (desk.property(child.id, "WM_CLASS") or "").endswith("Menu\0")
            if is_menu and child.get_attributes().map_state == X.IsViewable:
                size = child.get_geometry()
                return size.x, size.y, size.width, size.height
    return None


def open_menu(desk: Desktop) -> tuple[int, int, int, int]:
    desk.hand.click(*wait_for(lambda: icon(desk), what="the icon"), button=3)
    return wait_for(lambda: menu(desk), what="the menu")


def press(desk: Desktop, key: str) -> None:
    """Presses a key until the menu answers: it is on the screen a moment before Tk has the keyboard for it."""
    x, y, width, height = wait_for(lambda: menu(desk), what="the menu")

    def look() -> bytes:
        picture = Image.open(desk.screenshot(desk.home / "menu.png"))
        return picture.crop((x, y, x + width, y + height)).tobytes()

    before = look()
    for limit in (2, 30):
        desk.hand.hotkey(key)
        with suppress(TimeoutError):
            wait_for(lambda: look() != before, limit, f"the menu's answer to {key}")
            return
    raise AssertionError(f"the menu does not answer to {key}")


LINES = ("status", None, *ACTIONS, None, "pause", "pause here", None, *PAGES, None, "quit")
LINE, SEPARATOR = 29, 20  # Tk's heights, more or less


def choose(desk: Desktop, label: str) -> None:
    """Opens the menu and clicks that line."""
    x, y, width, height = open_menu(desk)
    heights = [SEPARATOR if line is None else LINE for line in LINES]
    above = sum(heights[: LINES.index(label)]) + LINE / 2
    desk.hand.click(x + width // 2, y + round(above * height / sum(heights)))
    wait_for(lambda: menu(desk) is None, what="the menu to close")


def test_a_left_click_pauses_and_another_resumes(desk, resident):
    place = wait_for(lambda: icon(desk), what="the icon")
    desk.hand.click(*place)
    wait_for(lambda: resident.ask("status")["paused"], what="the pause")
    desk.hand.click(*place)
    wait_for(lambda: not resident.ask("status")["paused"], what="the end of the pause")


def test_quit_in_the_menu_ends_it(desk, resident):
    choose(desk, "quit")
    assert resident.process.wait(20) == 0


def test_a_click_beside_the_menu_closes_it_and_does_nothing(desk, resident):
    open_menu(desk)
    desk.hand.click(300, 300)
    wait_for(lambda: menu(desk) is None, what="the menu to close")
    assert not resident.ask("status")["paused"]


def test_the_menu_is_used_by_the_keyboard_and_the_focus_goes_back(desk, resident):
    client = start_client(desk)
    before = desk.active()
    open_menu(desk)
    press(desk, "esc")
    wait_for(lambda: menu(desk) is None, what="the menu to close")
    open_menu(desk)
    for _ in range(2):  # from the end, over Quit: to About
        press(desk, "up")
    desk.hand.hotkey("return")
    desk.close_window(desk.wait_window(title="gridpilot - About"))
    wait_for(lambda: desk.active() == before, what="the focus")
    desk.hand.text("x")
    assert client.wait_keys(1)[0][0] == "x"


def test_the_menu_does_not_lie_under_the_pointer(desk, resident):
    x, y, width, height = open_menu(desk)
    px, py = desk.hand.pointer()
    assert not (x <= px < x + width and y <= py < y + height)


def test_each_line_of_the_menu_opens_its_window_or_the_guide(desk, resident, browsed):
    titles = {
        "practice-sudoku": "gridpilot practice - Sudoku",
        "practice-2048": "gridpilot practice - 2048",
        "teach": "gridpilot - Teach",
        "profiles": "gridpilot - Profiles",
        "last": "gridpilot - Last run",
        "stats": "gridpilot - Statistics",
        "settings": "gridpilot - Settings",
        "doctor": "gridpilot - Doctor",
        "about": "gridpilot - About",
    }
    for line, title in titles.items():
        choose(desk, line)
        desk.close_window(desk.wait_window(title=title))
    choose(desk, "help")
    wait_for(lambda: browsed.exists() and browsed.read_text("utf-8").strip() == guide.page().as_uri(), what="the guide")


def test_the_settings_file_is_edited_in_a_window_that_checks_it(desk, resident):
    desk.start([gridpilot()[0], "-m", "gridpilot.gui.pages.page", "settings-file"])
    ready(desk, desk.wait_window(class_name="Gridpilot-page"))
    desk.hand.text("# mine\n")
    desk.hand.hotkey("ctrl+s")
    file = Path(resident.ask("config", "path")["path"])
    wait_for(lambda: file.read_text().startswith("# mine\n"), what="the file to be saved")


def test_pause_in_the_menu_frees_the_hotkey_and_again_takes_it_back(desk, resident):
    client = start_client(desk)
    choose(desk, "pause")
    wait_for(lambda: resident.ask("status")["paused"], what="the pause")
    desk.hand.hotkey("ctrl+alt+s")
    assert client.wait_keys(1)[0][0] == "s"
    choose(desk, "pause")
    wait_for(lambda: not resident.ask("status")["paused"], what="the end of the pause")
    desk.hand.hotkey("ctrl+alt+s")
    wait_for(lambda: resident.ask("status")["last"], what="the job")


def test_pause_for_this_application_in_the_menu_gives_it_its_keys_and_no_other(desk, resident):
    client = start_client(desk)
    here = desk.active()
    choose(desk, "pause here")
    (name,) = wait_for(lambda: resident.ask("status")["paused_for"], what="the pause")
    desk.hand.hotkey("ctrl+alt+s")
    assert client.wait_keys(1)[0][0] == "s"
    desk.start(["xterm"])
    desk.focus(desk.wait_window(class_name="XTerm"))
    wait_for(lambda: resident.ask("status")["hotkeys"][0]["live"], what="the hotkeys to be ours in the terminal")
    desk.hand.hotkey("ctrl+alt+s")
    wait_for(lambda: resident.ask("status")["last"], what="the job")
    desk.focus(here)
    wait_for(lambda: not resident.ask("status")["hotkeys"][0]["live"], what="the hotkeys to be the program's")
    assert resident.ask("resume", "--app", name)["applications"] == []
    assert resident.ask("status")["hotkeys"][0]["live"]


def test_the_icon_shows_the_state(desk, resident, tmp_path):
    place = wait_for(lambda: icon(desk), what="the icon")

    def shown(face: str) -> bool:
        picture = Image.open(desk.screenshot(tmp_path / "screen.png"))
        around = picture.crop((place[0] - 12, place[1] - 12, place[0] + 12, place[1] + 12))
        wanted = tuple(int(MARKS[face][i : i + 2], 16) for i in (1, 3, 5))
        return sum(pixel == wanted for pixel in pixels(around)) > 8

    wait_for(lambda: shown("ready"), what="the check mark")
    desk.hand.click(*place)
    wait_for(lambda: shown("paused"), what="the two bars")
    Path(resident.ask("config", "path")["path"]).write_text("[[[", "utf-8")
    assert resident.ask("status")["note"].startswith("The settings have a fault, line 1")
    wait_for(lambda: shown("trouble"), what="the exclamation mark")


def test_a_pointer_that_rests_on_the_icon_gets_the_state_in_words_until_it_leaves_or_clicks(desk, resident):
    desk.hand.move(*wait_for(lambda: icon(desk), what="the icon"))
    wait_for(lambda: find(desk, desk.root, "gridpilot-tip"), what="the tooltip")
    desk.hand.move(300, 300)
    wait_for(lambda: find(desk, desk.root, "gridpilot-tip") is None, what="the tooltip to go")
    desk.hand.click(*icon(desk))
    wait_for(lambda: resident.ask("status")["paused"], what="the pause")
    assert find(desk, desk.root, "gridpilot-tip") is None


def test_the_words_beside_the_icon_follow_what_happens_while_the_pointer_rests(desk, resident):
    def tip() -> bytes:
        """The pixels of the tooltip; empty while there is none."""
        window = find(desk, desk.root, "gridpilot-tip")
        try:
            size = window.get_geometry()
            return window.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFF).data
        except (AttributeError, XError):  # none, or it went while we looked
            return b""

    desk.hand.move(*wait_for(lambda: icon(desk), what="the icon"))
    ready_words = wait_for(tip, what="the tooltip")
    resident.ask("pause")
    wait_for(lambda: tip() not in {b"", ready_words}, what="other words")


def test_the_icon_comes_with_a_tray_that_starts_late_and_again_with_the_next():
    with desktop(wm="openbox", bus=False) as desk, Resident(desk) as resident:
        assert not resident.ask("status")["tray"]["shown"]
        for _ in range(2):
            tray = desk.start(["trayer", "--edge", "bottom", "--align", "right", "--width", "10", "--height", "24"])
            desk.hand.click(*wait_for(lambda: icon(desk), what="the icon"))
            wait_for(lambda: resident.ask("status")["paused"], what="the pause")
            assert resident.ask("status")["tray"]["shown"]
            verb = resident.ask("resume")
            assert verb == {"paused": False}
            tray.terminate()
            wait_for(lambda: icon(desk) is None, what="the icon to go")
            wait_for(lambda: not resident.ask("status")["tray"]["shown"], what="the word that it went")


def test_without_an_icon_everything_else_works(desk):
    folder = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "config.toml").write_text("[tray]\nshow = false\n")
    with Resident(desk) as resident:
        assert icon(desk) is None
        assert "switched off" in resident.said()
        resident.quit()
        assert resident.process.returncode == 0


@pytest.mark.parametrize("size", [16, 22, 24, 32, 48])
def test_the_states_differ_by_shape_not_only_by_colour(size):
    """As bare outlines of the mark: no two faces share even half of their ink."""
    masks = {}
    for face, colour in MARKS.items():
        wanted = tuple(int(colour[i : i + 2], 16) for i in (1, 3, 5))
        drawn = pixels(draw(face, size))
        masks[face] = {
            n for n, pixel in enumerate(drawn) if sum(abs(a - b) for a, b in zip(pixel, wanted, strict=True)) < 90
        }
    for (one, first), (other, second) in combinations(masks.items(), 2):
        assert len(first & second) < len(first | second) / 2, (one, other)


def contrast(one: str, other: str) -> float:
    """As WCAG 2 measures it, 1 to 21."""

    def light(colour: str) -> float:
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("panel", ["#ffffff", "#f6f5f4", "#3c3c3c", "#1e1e1e", "#000000"])
@pytest.mark.parametrize("face", MARKS)
def test_the_icon_stands_out_from_light_and_dark_panels_and_its_mark_from_the_icon(face, panel):
    assert contrast(MARKS[face], TILES[face]) >= 3  # what WCAG 2.1 asks of graphics
    assert max(contrast(TILES[face], panel), contrast(OUTLINES[face], panel)) >= 3
    corner, middle = draw(face, 24).getpixel((0, 0)), draw(face, 24).getpixel((12, 12))
    assert (corner[3], middle[3]) == (0, 255)


def test_the_command_that_opens_the_menu_is_part_of_gridpilot():
    from gridpilot.desktop.x11.tray import MENU

    assert list(MENU) == [gridpilot()[0], "-m", "gridpilot.gui.tray_menu"]


def test_solve_in_the_menu_fills_the_window_that_had_the_focus(desk, resident):
    desk.start(gridpilot("practice", "sudoku"))
    desk.focus(desk.wait_window(class_name="Gridpilot-practice"))
    choose(desk, "solve")
    wait_for(lambda: "filled and checked" in resident.ask("status")["last"], what="the end of the job")


@pytest.mark.parametrize("dpi", [96, 120, 144, 192, 288])
def test_icon_words_and_menu_are_there_at_every_scale_and_go_on_being_there(dpi):
    with desktop((1920, 1440), bus=False, tray=True) as desk:
        subprocess.run(["xrdb", "-nocpp", "-merge"], input=f"Xft.dpi: {dpi}\n", text=True, env=desk.env, check=True)
        with Resident(desk) as resident:
            resident.ask("solve")  # nothing has the focus: a long line more for the words
            for _ in range(3):
                desk.hand.move(*wait_for(lambda: icon(desk), what="the icon"))
                tip = wait_for(lambda: find(desk, desk.root, "gridpilot-tip"), what="the words")
                size, at = tip.get_geometry(), desk.root.translate_coords(tip, 0, 0)
                assert at.x >= 0
                assert at.y >= 0
                assert at.x + size.width <= 1920
                assert size.height > 2 * 13 * dpi / 96  # two lines, at that scale
                ink = shades(desk, at.x, at.y, size.width, size.height)
                assert min(ink) < 60
                assert max(ink) > 240
                desk.hand.move(300, 300)
                wait_for(lambda: find(desk, desk.root, "gridpilot-tip") is None, what="the words to go")
            x, y, width, height = open_menu(desk)
            assert width > 150 * dpi / 96
            assert (x >= 0, y >= 0, x + width <= 1920, y + height <= 1440) == (True,) * 4
            press(desk, "esc")
            wait_for(lambda: menu(desk) is None, what="the menu to close")
            desk.hand.click(*icon(desk))
            wait_for(lambda: resident.ask("status")["paused"], what="the pause")


def shades(desk: Desktop, x: int, y: int, width: int, height: int) -> set[int]:
    """The greys of a part of the screen."""
    picture = Image.open(desk.screenshot(desk.home / "screen.png")).convert("L")
    return set(picture.crop((x, y, x + width, y + height)).tobytes())
