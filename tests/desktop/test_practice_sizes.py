"""The practice board in its smaller sizes, filled by the real hotkey; the board's own file says what stands on it."""

import json

import pytest
from resident import Resident, gridpilot
from virtual import desktop, wait_for

pytestmark = pytest.mark.gui


@pytest.mark.parametrize("size", ["4", "6"])
def test_a_small_practice_board_is_filled(size):
    with desktop(bus=False) as desk:
        state = desk.home / "state.json"
        desk.start(gridpilot("practice", "sudoku", "--size", size, "--state", str(state)))
        with Resident(desk):
            desk.focus(desk.wait_window(class_name="Gridpilot-practice"))
            wait_for(state.exists, what="the board")
            desk.hand.hotkey("ctrl+alt+s")
            wait_for(lambda: json.loads(state.read_text())["solved"], 60, "the solved board")
        told = json.loads(state.read_text())
        assert len(told["board"]) == int(size) ** 2
        assert all(given in {".", digit} for given, digit in zip(told["givens"], told["board"], strict=True))
