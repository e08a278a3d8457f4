"""What is drawn over a Windows program's window, by the whole program under Wine, on a screen that is composed."""

import json
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import program
import pytest
from board import PUZZLE, Board, compiled, shown
from numpy.typing import NDArray
from PIL import Image
from playing import ready
from program import Windows
from virtual import Desktop, wait_for
from Xlib import X
from Xlib.error import XError

pytestmark = pytest.mark.gui

CLICKS = 40
SCALES = (96, 144)
TITLE = "gridpilot - overlay"


@pytest.fixture(scope="module")
def folder(windows_home: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return compiled(tmp_path_factory.mktemp("programs"))


@pytest.fixture(scope="module", params=SCALES, ids="{} DPI".format)
def windows(request: pytest.FixtureRequest, windows_home: Path) -> Iterator[Windows]:
    with program.session(windows_home, request.param, size=(1600, 1200)) as made:
        made.desk.compose("--no-fading-openclose")  # no shadows: Windows draws none
        with program.resident(made):
            yield made


@pytest.fixture
def board(windows: Windows, folder: Path) -> Iterator[Board]:
    with shown(windows, folder, "Board") as made:
        yield made


@pytest.fixture
def other(windows: Windows, folder: Path, board: Board) -> Iterator[Board]:
    with shown(windows, folder, "Other", 900) as made:
        ready(windows.desk, board.window)
        yield made


def overlays(desk: Desktop) -> list[Any]:
    """The windows of ours that can be seen."""
    found = []
    for child in desk.root.query_tree().children:
        with suppress(XError):  # gone meanwhile
            if child.get_wm_name() == TITLE and child.get_attributes().map_state == X.IsViewable:
                found.append(child)
    return found


def asked(windows: Windows, *words: str, code: int = 0) -> dict[str, Any]:
    done = windows.gridpilot(*words, "--json")
    assert done.returncode == code, done.stdout + done.stderr
    return dict(json.loads(done.stdout))


def shot(desk: Desktop) -> NDArray[np.int16]:
    return np.asarray(Image.open(desk.screenshot(desk.home / "shot.png")).convert("RGB"), np.int16)


def test_all_clicks_go_through_it_and_only_what_is_drawn_hides_anything(windows: Windows, board: Board) -> None:
    desk = windows.desk
    before = shot(desk)
    assert asked(windows, "show")["over"]
    x, y, wide, high = desk.area(board.window)
    part = slice(y, y + high), slice(x, x + wide)
    changed = (np.abs(shot(desk) - before).max(axis=2) > 8)[part]
    assert 0.01 < changed.mean() < 0.2
    for number in range(CLICKS):
        desk.hand.click(x + wide // 6 + number * wide // 60, y + high // 4 + number * high // 80)
    wait_for(lambda: board.clicks() == CLICKS, what=f"{CLICKS} clicks")
    assert overlays(desk)
    desk.hand.tap("right")
    wait_for(lambda: not overlays(desk), what="its end")


def test_a_hint_climbs_types_nothing_and_the_board_is_read_as_without_it(windows: Windows, board: Board) -> None:
    told = []
    for _ in range(3):
        before = windows.records()
        windows.desk.hand.hotkey("ctrl+alt+h")
        told.append(windows.record_after(before))
        wait_for(lambda: not windows.status().get("busy", True), 60, "the end of the job")  # a press would stop it
        assert overlays(windows.desk)
    assert [each["board"] for each in told] == 3 * [PUZZLE.givens]
    first, second, third = (each["sentence"] for each in told)
    assert first.startswith("Look at")
    assert (second in third, second != third) == (True, True)
    assert board.cells() == PUZZLE.givens
    for _ in range(2):
        assert asked(windows, "show")["board"] == PUZZLE.givens
    assert asked(windows, "solve")["outcome"] == "verified"
    assert (board.cells(), overlays(windows.desk)) == (PUZZLE.solution, [])


LEAVES: dict[str, Callable[[Desktop, Board, Board], object]] = {
    "any key": lambda desk, board, other: desk.hand.tap("right"),
    "the wheel": lambda desk, board, other: desk.hand.click(*_middle(desk, board), 5),
    "another window": lambda desk, board, other: desk.focus(other.window),
    "moved": lambda desk, board, other: desk.move_window(board.window, 200, 160),
    "closed": lambda desk, board, other: desk.close_window(board.window),
}


def _middle(desk: Desktop, board: Board) -> tuple[int, int]:
    x, y, wide, high = desk.area(board.window)
    return x + wide // 2, y + high // 2


@pytest.mark.parametrize("act", LEAVES)
def test_it_leaves(windows: Windows, board: Board, other: Board, act: str) -> None:
    desk = windows.desk
    assert asked(windows, "show")["over"]
    assert overlays(desk)
    desk.hand.move(*_middle(desk, board))  # the pointer may move
    desk.hand.hold("ctrl")  # and a hotkey's modifiers are no keys
    desk.hand.release("ctrl")
    assert overlays(desk)
    LEAVES[act](desk, board, other)
    wait_for(lambda: not overlays(desk), what="its end")
