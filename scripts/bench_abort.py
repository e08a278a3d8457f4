"""How soon gridpilot lets go: the user's mouse or Esc -> the last key press that it injected. Part of bench_fill.py.

The user is a hand on the display that Xephyr runs on, so inside it is a real device. What was injected, and when, the X
server tells (RECORD extension, its own clock, milliseconds). A profile of the user's slows the fill to 5 ms a key,
else it would be over before the hand is there.
"""

from __future__ import annotations

import random
import threading
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from boards import PUZZLE, Practice, variant
from resident import Resident
from virtual import desktop, nested, wait_for
from Xlib import X
from Xlib.display import Display
from Xlib.ext import record
from Xlib.protocol import rq

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable, Iterable
    from types import TracebackType
    from typing import Self

    from virtual import Desktop

ESCAPE = 9
MODIFIERS = {37, 64}
SLOW = """\
game = "sudoku"
fill = "arrows"
[[match]]
title = "*"
[pace]
between_keys = 0.005
"""


@dataclass(frozen=True)
class Event:
    kind: int
    code: int
    time: int


@dataclass
class Recorder:
    """All key, button and pointer events of a display, from whatever device, with the server's time stamps."""

    name: str
    events: list[Event] = field(default_factory=list)

    def __enter__(self) -> Self:
        self._control, self._data = Display(self.name), Display(self.name)
        wanted: dict[str, Any] = dict.fromkeys(
            ("core_requests", "core_replies", "delivered_events", "errors"), (0, 0)
        ) | {"ext_requests": (0, 0, 0, 0), "ext_replies": (0, 0, 0, 0), "client_started": False, "client_died": False}
        wanted["device_events"] = (X.KeyPress, X.MotionNotify)
        self._context = self._control.record_create_context(0, [record.AllClients], [wanted])
        self._control.sync()
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, fault: BaseException | None, at: TracebackType | None) -> None:
        self._control.record_disable_context(self._context)
        self._control.sync()
        self._thread.join(5)
        self._control.close()

    def _listen(self) -> None:
        self._data.record_enable_context(self._context, self._take)
        self._data.record_free_context(self._context)

    def _take(self, reply: Any) -> None:
        data = reply.data if reply.category == record.FromServer else b""
        while data:
            event, data = rq.EventField(None).parse_binary_value(data, self._data.display, None, None)
            self.events.append(Event(event.type, event.detail, event.time))

    def typed(self) -> list[Event]:
        """Key presses that are neither the hotkey's nor Esc."""
        return [e for e in self.events if e.kind == X.KeyPress and e.code not in MODIFIERS | {ESCAPE, HOTKEY}]


HOTKEY = 39  # the S key


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
    with Recorder(desk.name) as recorder:
        outer.hand.hotkey("ctrl+alt+s")
        enough = chance.randint(5, 60)
        wait_for(lambda: len(recorder.typed()) >= enough, 20, "gridpilot to type")
        interfere(outer, how)
        file = wait_for(lambda: resident.record_after(before), 20, "the job's record")
        time.sleep(0.3)
    board.close()
    user = user_event(recorder, how, enough)
    last = max(event.time for event in recorder.typed())
    return Abort(max(0, last - user), len(recorder.typed()), file.read_text("utf-8"))


def user_event(recorder: Recorder, how: str, enough: int) -> int:
    """When the user interfered: Esc, or the first motion once the typing was under way (which moves no pointer)."""
    if how == "Esc":
        return next(event.time for event in recorder.events if event.code == ESCAPE)
    begun = recorder.typed()[enough - 1].time
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
