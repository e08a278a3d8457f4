"""`gridpilot doctor --self-test`: a whole job on a board of our own, from the picture to the verified fill.

The board tells what really arrived, so this proves the capture, the coordinates and the input on a user's machine.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from threading import Event
from typing import TYPE_CHECKING, Any

from gridpilot import whole_file
from gridpilot.desktop import Focus, Hotkeys, Input
from gridpilot.doctor import Finding, fail, ok, skipped
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point
from gridpilot.outcome import Ending, Outcome
from gridpilot.texts.language import _
from gridpilot.texts.messages import outcome_sentence
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.pilot.pace_test import Pass

Opened = tuple[Window, Callable[[], bool]]
Board = AbstractContextManager[Opened]
"""A board that is nobody's game: its window, with the focus, and its own word on whether it is solved."""

APPEARS = 20.0  # s for the window of a machine that is busy
HOTKEY = "pause"
HEARD = 5.0  # s in which a pressed key must arrive
ARRIVES = 0.3  # s in which the pointer must be where it was sent
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


def round_trip(board: Board, make_input: Callable[[], Input], fill: Callable[[int], Outcome]) -> Finding:
    """Fills the board, for once; `fill` gets the window's number."""
    with board as (window, is_solved):
        offset, answer = _aim(make_input(), window)
        outcome = fill(window.handle)
        if outcome.ending is not Ending.VERIFIED:
            return fail(outcome_sentence(outcome), _("Report it with the output of gridpilot doctor --json."))
        if not is_solved():
            return fail(_("the board was believed full, but is not"), _("Please report this."))
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


def pace(board: Board, try_paces: Callable[[int], Sequence[Pass]]) -> Finding:
    """Fills the board and empties it, ever faster; `try_paces` gets the window's number."""
    with board as (window, _is_solved):
        passes = try_paces(window.handle)
    last, safe = passes[-1], [each for each in passes if not each.lost]
    if not last.lost:
        return ok(
            _(
                "fastest safe pace: {took:.1f} ms a cell; no cell was lost at the fastest, {wait:g} ms between cells"
            ).format(took=last.took * 1000, wait=last.wait * 1000)
        )
    lost = _("at {wait:g} ms between cells {lost} of {cells} were lost").format(
        wait=last.wait * 1000, lost=last.lost, cells=last.cells
    )
    if not safe:
        return fail(lost, _("That was the slowest that was tried: please report this."))
    return ok(
        _("fastest safe pace: {wait:g} ms between cells, {took:.1f} ms a cell; {lost}").format(
            wait=safe[-1].wait * 1000, took=safe[-1].took * 1000, lost=lost
        )
    )


@contextmanager
def practice(make_focus: Callable[[], Focus], wait: Callable[[float], object]) -> Iterator[Opened]:
    """The practice board, opened; `wait` sleeps for so many seconds."""
    focus = make_focus()
    with tempfile.TemporaryDirectory(prefix="gridpilot-") as folder:
        state = Path(folder) / "state.json"
        command = [sys.executable, "-m", "gridpilot", "practice", "sudoku", "--state", str(state)]
        board = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            window = _appeared(focus, state, wait)
            if window is None:
                raise EnvironmentFault(
                    "",
                    _("the practice board did not get the focus"),
                    _("Close what covers the screen, click the practice board when it comes, and try again."),
                )
            yield window, lambda: bool(_told(state).get("solved"))
        finally:
            board.terminate()
            board.wait(10)


def _appeared(focus: Focus, state: Path, wait: Callable[[float], object]) -> Window | None:
    """Told by its process from a practice board of the user's own, and from the last one, which may not be gone yet.

    The process is not the one that was started where a virtual environment starts another Python.
    """
    deadline = time.monotonic() + APPEARS
    while time.monotonic() < deadline:
        window = focus.focused()
        if window is not None and window.pid == _told(state).get("process"):
            return window
        wait(LOOKS)
    return None


def _told(state: Path) -> dict[str, Any]:
    """What the board last wrote; nothing before it did, or where it is just writing."""
    try:
        told: dict[str, Any] = whole_file.read_json(state)
    except OSError:
        return {}
    return told


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
            while (found := hand.pointer()) != wanted and time.perf_counter() - begun < ARRIVES:
                continue  # it may be on its way
            times.append((time.perf_counter() - begun) * 1000)
            worst = max(worst, abs(found.x - wanted.x), abs(found.y - wanted.y))
    hand.move(before)
    return worst, sorted(times)[len(times) // 2]
