"""The demonstration: a virtual display, the resident gridpilot, a practice sudoku, and the real Ctrl+Alt+S.

    .venv/bin/python scripts/demo.py --out FOLDER [--wm xfwm4] [--layout fr]

Started by run.py where there is no display. What gridpilot says of itself is not believed: the practice board writes
its own state file, and the demonstration passes only if that file holds the solution, found here by other means.
"""

from __future__ import annotations

import argparse
import json
import signal
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from virtual import Desktop, desktop, wait_for

if TYPE_CHECKING:
    from collections.abc import Sequence

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
STAGES = ("capture", "detect", "read", "solve", "wait", "fill", "verify", "total")


def gridpilot(*words: str) -> list[str]:
    return [sys.executable, "-m", "gridpilot", *words]


def ask(desk: Desktop, *words: str) -> dict[str, Any] | None:
    """The JSON answer of a verb, None when it has none."""
    done = subprocess.run(gridpilot(*words, "--json"), env=desk.env, capture_output=True, text=True, timeout=30)
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return None
    return answer if isinstance(answer, dict) and done.returncode in (0, 1) else None


def ended(desk: Desktop) -> dict[str, Any] | None:
    """The last job's account, None while there is none."""
    last = ask(desk, "last")
    return last if last and last.get("outcome") else None


def solved(board: str, puzzle: str) -> bool:
    """Whether `board` completes `puzzle` by the rules alone: every house holds 1 to 9. No solver is asked."""
    if len(board) != 81 or any(p not in ".0" and p != b for p, b in zip(puzzle, board, strict=True)):
        return False
    rows = [board[9 * r : 9 * r + 9] for r in range(9)]
    columns = [board[c::9] for c in range(9)]
    boxes = ["".join(rows[r + i][c : c + 3] for i in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)]
    return all(sorted(house) == list("123456789") for house in rows + columns + boxes)


def state(file: Path) -> dict[str, Any]:
    """The practice board's own account; empty until it has written one."""
    try:
        found = json.loads(file.read_text("utf-8"))
    except (OSError, ValueError):
        return {}
    return found if isinstance(found, dict) else {}


def board_of(file: Path) -> str:
    return str(state(file).get("board", "")).replace("0", ".")


def demonstrate(desk: Desktop, out: Path) -> int:
    out.mkdir(parents=True, exist_ok=True)
    file = desk.home / "practice.json"
    daemon = desk.start(gridpilot("run"))
    wait_for(lambda: daemon.poll() is not None or ask(desk, "status"), 30, "the resident program to answer")
    if daemon.poll() is not None:
        print(log_of(desk))
        print(f"The resident program ended by itself with {daemon.returncode}.")
        return 1
    print("The resident program runs; its hotkeys are live.")
    desk.start(gridpilot("practice", "sudoku", "--puzzle", PUZZLE, "--state", str(file)))
    wait_for(lambda: board_of(file), 30, "the practice board")
    window = desk.active()
    desk.screenshot(out / "before.png")
    print(f"A practice board with {PUZZLE.count('.')} blanks is open ({desk.title(window)}). Pressing Ctrl+Alt+S ...")
    desk.hand.hotkey("ctrl+alt+s")
    last = wait_for(lambda: ended(desk), 60, "the job to end")
    desk.screenshot(out / "after.png")
    ask(desk, "quit")
    return report(last, board_of(file), out)


def log_of(desk: Desktop) -> str:
    return "\n".join(path.read_text("utf-8", "replace")[-3000:] for path in sorted(desk.home.glob("python*.log")))


def report(last: dict[str, Any], board: str, out: Path) -> int:
    times = last.get("ms") or {}
    outcome, filled = last.get("outcome"), last.get("cells_filled")
    right = solved(board, PUZZLE)
    print(f"\n{filled} of {PUZZLE.count('.')} cells {outcome}.")
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
        except TimeoutError as fault:
            print(f"{fault}\n{log_of(desk)}")
            return 1


if __name__ == "__main__":
    sys.exit(main())
