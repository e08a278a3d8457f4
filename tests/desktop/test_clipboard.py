"""What was copied in another program: a text, or a picture of a board."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest
from resident import gridpilot
from virtual import desktop, wait_for
from Xlib import X

pytestmark = pytest.mark.gui

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
OWNER = """
import sys
from Xlib import X, Xatom, display, protocol
kind, content = sys.argv[1], open(sys.argv[2], "rb").read()
shown = display.Display()
window = shown.screen().root.create_window(0, 0, 1, 1, 0, X.CopyFromParent)
window.set_selection_owner(shown.intern_atom("CLIPBOARD"), X.CurrentTime)
shown.flush()
while True:
    event = shown.next_event()
    if event.type == X.SelectionRequest:
        known = event.target == shown.intern_atom(kind)
        if known:
            event.requestor.change_property(event.property, event.target, 8, content)
        event.requestor.send_event(protocol.event.SelectionNotify(
            time=event.time, requestor=event.requestor, selection=event.selection, target=event.target,
            property=event.property if known else X.NONE))
        shown.flush()
"""


@pytest.fixture
def desk():
    with desktop(wm="none", bus=False) as started:
        yield started


def copy(desk, kind, content):
    """Another program that owns the clipboard."""
    file = desk.home / "copied"
    file.write_bytes(content)
    desk.start([sys.executable, "-c", OWNER, kind, str(file)])
    wait_for(lambda: desk.display.get_selection_owner(desk.display.intern_atom("CLIPBOARD")) != X.NONE, what="owner")


def solve(desk):
    done = subprocess.run(gridpilot("solve", "--clipboard", "--json"), env=desk.env, capture_output=True, timeout=60)
    return done.returncode, json.loads(done.stdout)


def test_a_copied_puzzle_is_solved(desk):
    copy(desk, "UTF8_STRING", EASY.encode())
    code, facts = solve(desk)
    assert (code, facts["solution"]) == (0, SOLVED)


def test_a_copied_picture_is_read_and_solved(desk):
    from PIL import Image, ImageDraw, ImageFont

    image = Image.new("RGB", (500, 500), "white")
    pen = ImageDraw.Draw(image)
    font = ImageFont.load_default(30)
    for line in range(10):
        width = 4 if line % 3 == 0 else 1
        pen.line((25, 25 + 50 * line, 475, 25 + 50 * line), "black", width)
        pen.line((25 + 50 * line, 25, 25 + 50 * line, 475), "black", width)
    for index, sign in enumerate(EASY):
        if sign != ".":
            row, column = divmod(index, 9)
            pen.text((50 + 50 * column, 50 + 50 * row), sign, "black", font, anchor="mm")
    file = desk.home / "board.png"
    image.save(file)
    copy(desk, "image/png", file.read_bytes())
    before = set(Path(tempfile.gettempdir()).glob("gridpilot-*"))
    code, facts = solve(desk)
    assert (code, facts["solution"], facts["image"]) == (0, SOLVED, "clipboard")
    assert set(Path(tempfile.gettempdir()).glob("gridpilot-*")) <= before


def test_an_empty_clipboard_is_said_with_another_way(desk):
    code, facts = solve(desk)
    assert code == 1
    assert "--image" in facts["error"]["fix"]
