"""How soon gridpilot lets go: the user's mouse or Esc -> the last key press that it injected. Part of bench_fill.py.

The user is a hand on the display that Xephyr runs on, so inside it is a real device. What was injected, and when, the X
server tells (RECORD extension, its own clock, milliseconds). A profile of the user's slows the fill to 5 ms a key,
else it would be over before the hand is there.
"""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from boards import PUZZLE, Practice, variant
from recorder import Recorder
from resident import Resident
from virtual import desktop, nested, wait_for
from Xlib import X

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable

    from recorder import Event
    from virtual import Desktop

WATCHED = X.KeyPress, X.MotionNotify
ESCAPE = 9
HOTKEY = 39  # the S key
MODIFIERS = {37, 64}
SLOW = """\
game = "sudoku"
fill = "arrows"
[[match]]
title = "*"
[pace]
between_keys = 0.005
"""


def pressed(recorder: Recorder) -> list[Event]:
    """Key presses that are neither the hotkey's nor Esc."""
    return [e for e in recorder.events if e.kind == X.KeyPress and e.code not in MODIFIERS | {ESCAPE, HOTKEY}]


@dataclass(frozen=True)
class Abort:
    """Milliseconds from the user's event to the last injected key press; how many cells were typed, and right."""

    latency: float
    typed: int
    outcome: str


def interfere(outer: Desktop, how: str) -> None:
    if how == "Esc":
        outer.hand.tap("esc")
    else:
        x, y = outer.hand.pointer()
        for step in range(1, 6):
            outer.hand.move(x + 10 * step, y + 6 * step)


def one(outer: Desktop, desk: Desktop, resident: Resident, how: str, chance: random.Random) -> Abort:
    puzzle = variant(PUZZLE, chance)
    board = Practice.open(desk, puzzle)
    desk.focus(board.window)
    time.sleep(0.3)
    before = resident.newest_record()
    with Recorder(desk.name, WATCHED) as recorder:
        outer.hand.hotkey("ctrl+alt+s")
        enough = chance.randint(5, 60)
        wait_for(lambda: len(pressed(recorder)) >= enough, 20, "gridpilot to type")
        interfere(outer, how)
        file = wait_for(lambda: resident.record_after(before), 20, "the job's record")
        time.sleep(0.3)
    board.close()
    user = user_event(recorder, how, enough)
    last = max(event.time for event in pressed(recorder))
    return Abort(max(0, last - user), len(pressed(recorder)), file.read_text("utf-8"))


def user_event(recorder: Recorder, how: str, enough: int) -> int:
    """When the user interfered: Esc, or the first motion once the typing was under way (which moves no pointer)."""
    if how == "Esc":
        return next(event.time for event in recorder.events if event.code == ESCAPE)
    begun = pressed(recorder)[enough - 1].time
    return next(e.time for e in recorder.events if e.kind == X.MotionNotify and e.time >= begun)


def main(
    given: argparse.Namespace,
    table: Callable[[Iterable[tuple[str, str]]], None],
    spread: Callable[..., str],
) -> None:
    chance, rows = random.Random(3), []
    with desktop(wm="none", bus=False) as outer, nested(outer, wm=given.wm) as desk:
        profiles = desk.home / ".config/gridpilot/profiles"
        profiles.mkdir(parents=True)
        (profiles / "slow.toml").write_text(SLOW, "utf-8")
        with Resident(desk) as resident:
            for how in ("mouse", "Esc"):
                done = [one(outer, desk, resident, how, chance) for _ in range(given.runs or 10)]
                stopped = sum('"outcome": "stopped"' in abort.outcome for abort in done)
                rows.append((f"abort by {how} -> last injected key", spread([a.latency for a in done], scale=1)))
                rows.append((f"abort by {how}: outcome", f"{stopped} of {len(done)} stopped"))
    table(rows)
