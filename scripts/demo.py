"""The demonstration: a virtual display, the resident gridpilot, a practice sudoku, and the real Ctrl+Alt+S.

    .venv/bin/python scripts/demo.py --out FOLDER [--wm xfwm4] [--layout fr]

Started by run.py where there is no display. What gridpilot says of itself is not believed: the practice board writes
its own state file, and the demonstration passes only if that file holds the solution, found here by other means.
"""

from __future__ import annotations

import argparse
import signal
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boards import Practice, solved
from resident import Resident, logs
from virtual import Desktop, desktop, wait_for

if TYPE_CHECKING:
    from collections.abc import Sequence

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
STAGES = ("capture", "detect", "read", "solve", "wait", "fill", "verify", "total")


def demonstrate(desk: Desktop, out: Path) -> int:
    out.mkdir(parents=True, exist_ok=True)
    with Resident(desk) as resident:
        print(resident.said())
        board = Practice.open(desk, PUZZLE)
        desk.focus(board.window)
        wait_for(lambda: desk.active() == board.window, what="the focus")
        desk.screenshot(out / "before.png")
        print(f"A practice board with {PUZZLE.count('.')} blanks is open. Pressing Ctrl+Alt+S ...")
        desk.hand.hotkey("ctrl+alt+s")
        wait_for(lambda: resident.record_after(None), 60, "the job to end")
        last = resident.ask("last")
        desk.screenshot(out / "after.png")
        resident.quit()
        return report(last, board.truth(), out)


def report(last: dict[str, Any], board: str, out: Path) -> int:
    times = last.get("ms") or {}
    outcome, filled = last.get("outcome"), last.get("cells_filled")
    right = solved(board, PUZZLE)
    count = f"{filled} of {PUZZLE.count('.')} cells verified."
    print(f"\n{count if outcome == 'verified' else last.get('sentence', 'There is no account of the job.')}")
    print("The board's own state: " + ("solved." if right else f"not solved: {board}"))
    print("\n| stage | ms |\n|---|---|")
    for stage in STAGES:
        if stage in times:
            print(f"| {stage} | {times[stage]:.1f} |")
    print(f"\nPictures: {out / 'before.png'}\n          {out / 'after.png'}")
    return 0 if right and outcome == "verified" else 1


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--out", type=Path, required=True, help="where the pictures go")
    parser.add_argument("--wm", default="openbox")
    parser.add_argument("--layout", default="us")
    given = parser.parse_args(words)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    with desktop(size=(1280, 960), wm=given.wm, layout=given.layout, tray=True) as desk:
        try:
            return demonstrate(desk, given.out.resolve())
        except (TimeoutError, RuntimeError) as fault:
            print(f"{fault}\n{logs(desk)}" if isinstance(fault, TimeoutError) else fault)
            return 1


if __name__ == "__main__":
    sys.exit(main())
