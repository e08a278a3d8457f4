"""`gridpilot doctor --self-test`: a whole job on a board of our own, from the picture to the verified fill.

The board tells what really arrived, so this proves the capture, the coordinates and the input on a user's machine.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING

from gridpilot.doctor import Finding, fail, ok, skipped
from gridpilot.geometry import Point
from gridpilot.messages import _, outcome_sentence
from gridpilot.outcome import Ending

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.desktop import Focus, Hotkeys, Input
    from gridpilot.outcome import Outcome
    from gridpilot.window import Window

TITLE = "gridpilot practice - Sudoku"
APPEARS = 20.0  # s for the window of a machine that is busy
HOTKEY = "pause"
HEARD = 5.0  # s in which a pressed key must arrive
LOOKS = 0.1  # s between two looks for it


def hotkey_trip(make_hotkeys: Callable[[], Hotkeys], make_input: Callable[[], Input]) -> Finding:
    """Takes a key that hardly anybody uses, presses it, and hears of it: a real press, but for the finger."""
    heard = Event()
    hotkeys, hand = make_hotkeys(), make_input()
    (state,) = hotkeys.start({"test": HOTKEY}, lambda _action: heard.set())
    try:
        if not state.live:
            return skipped(_("the key {key} cannot be tried: {why}").format(key=HOTKEY, why=state.reason))
        begun = time.perf_counter()
        hand.press("Pause")
        hand.flush()
        if not heard.wait(HEARD):
            return fail(
                _("a pressed hotkey was not heard of"),
                _("Some programs keep all keys to themselves, remote desktops for one: try without them."),
            )
        return ok(_("a pressed hotkey is heard of after {ms:.1f} ms").format(ms=(time.perf_counter() - begun) * 1000))
    finally:
        hotkeys.stop()
        hand.close()


def round_trip(
    make_focus: Callable[[], Focus],
    make_input: Callable[[], Input],
    fill: Callable[[int], Outcome],
    wait: Callable[[float], object],
) -> Finding:
    """Opens the practice board and fills it; `fill` gets the window's number, `wait` sleeps for so many seconds."""
    with tempfile.TemporaryDirectory(prefix="gridpilot-") as folder:
        state = Path(folder) / "state.json"
        command = [sys.executable, "-m", "gridpilot", "practice", "sudoku", "--state", str(state)]
        focus = make_focus()
        before = focus.focused()  # may be a practice board of the user's own
        board = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            window = _appeared(focus, before, wait)
            if window is None:
                return fail(
                    _("the practice board did not get the focus"),
                    _("Close what covers the screen, click the practice board when it comes, and try again."),
                )
            offset, answer = _aim(make_input(), window)
            outcome = fill(window.handle)
            if outcome.ending is not Ending.VERIFIED:
                return fail(outcome_sentence(outcome), _("Report it with the output of gridpilot doctor --json."))
            if not json.loads(state.read_text(encoding="utf-8"))["solved"]:
                return fail(_("the board was believed full, but is not"), _("Please report this."))
        finally:
            board.terminate()
            board.wait(10)
    return ok(
        _(
            "{filled} cells typed and checked in {ms:.0f} ms, {each:.1f} ms a cell; the pointer goes where it is sent "
            "to within {offset} px, after {answer:.1f} ms"
        ).format(
            filled=outcome.filled,
            ms=outcome.ms["total"],
            each=outcome.ms["fill"] / max(outcome.filled, 1),
            offset=offset,
            answer=answer,
        )
    )


def _appeared(focus: Focus, before: Window | None, wait: Callable[[float], object]) -> Window | None:
    deadline = time.monotonic() + APPEARS
    while time.monotonic() < deadline:
        window = focus.focused()
        if window is not None and window.title == TITLE and (before is None or window.handle != before.handle):
            return window
        wait(LOOKS)
    return None


def _aim(hand: Input, window: Window) -> tuple[int, float]:
    """The largest distance between where the pointer was sent and where it then is, in points; and the milliseconds
    until it is there, in the middle.
    """
    before, area = hand.pointer(), window.content
    worst, times = 0, []
    for x in (1, 3, 5):
        for y in (1, 3, 5):
            wanted = Point(area.x + area.width * x // 6, area.y + area.height * y // 6)
            begun = time.perf_counter()
            hand.move(wanted)
            hand.flush()
            found = hand.pointer()
            times.append((time.perf_counter() - begun) * 1000)
            worst = max(worst, abs(found.x - wanted.x), abs(found.y - wanted.y))
    hand.move(before)
    return worst, sorted(times)[len(times) // 2]
