"""What is shown over a board: how soon, whether clicks go through it, whether it gets into a picture, and the undo.

    .venv/bin/python scripts/bench_overlay.py key --runs 20         # Ctrl+Alt+H released -> the overlay on the screen
    .venv/bin/python scripts/bench_overlay.py clicks --clicks 1000  # those that a program below it gets
    .venv/bin/python scripts/bench_overlay.py readings --runs 200   # of a board while the solution is drawn over it
    .venv/bin/python scripts/bench_overlay.py undo --runs 100       # fills of six programs, by turns, and their undo
    .venv/bin/python scripts/bench_overlay.py memory                # of the resident process and its worker

`--compositor` runs picom, with shadows and fading.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from boards import GAMES, PUZZLE, Practice, variant
from resident import Resident, gridpilot
from virtual import desktop, wait_for
from Xlib import X
from Xlib.error import XError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from virtual import Desktop

PROGRAM = """
import sys, tkinter
root = tkinter.Tk(className="Clicked")
root.geometry("900x900+40+40")
count = 0
def click(event):
    global count
    count += 1
    open(sys.argv[1], "w").write(str(count))
canvas = tkinter.Canvas(root, highlightthickness=0, background="white")
canvas.pack(fill="both", expand=True)
canvas.bind("<Button>", click)
root.mainloop()
"""
UNDONE = ("practice", "gnome-sudoku", "sgt-solo", "nudoku", "page-inputs", "firefox-inputs")
FILED = {"gnome-sudoku"}
"""Once it is solved, a board is filed and something is asked: there is nothing to undo. So a fill is stopped before."""
LOOKS = 0.002  # s


def shown(desk: Desktop) -> bool:
    """Whether an overlay is on the screen."""
    for child in reversed(desk.root.query_tree().children):
        try:
            if child.get_wm_class() == ("gridpilot-overlay", "Gridpilot-overlay"):
                return bool(child.get_attributes().map_state == X.IsViewable)
        except XError:  # gone meanwhile
            continue
    return False


def asked(desk: Desktop, *words: str) -> dict[str, Any]:
    command = gridpilot(*words, "--json")
    done = subprocess.run(command, env=desk.env, capture_output=True, check=False, timeout=60, text=True)
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


@contextmanager
def beside(given: argparse.Namespace, wm: str = "openbox") -> Iterator[tuple[Desktop, Resident]]:
    with desktop(size=(1600, 1200), wm=wm, bus=False) as desk:
        if given.compositor:
            desk.compose()
        with Resident(desk) as resident:
            yield desk, resident


def told(name: str, seconds: list[float]) -> None:
    times = sorted(1000 * each for each in seconds)
    median, nine, worst = statistics.median(times), times[int(0.9 * (len(times) - 1))], times[-1]
    print(
        f"{name}: median of {len(times)} {median:.0f} ms, nine in ten {nine:.0f} ms, worst {worst:.0f} ms", flush=True
    )


def key(given: argparse.Namespace) -> None:
    """All four rungs are none of them: each board gets its first hint."""
    chance, seconds = random.Random(7), []
    with beside(given) as (desk, _):
        for _ in range(given.runs):
            board = Practice.open(desk, variant(PUZZLE, chance))
            desk.focus(board.window)
            time.sleep(0.4)
            desk.hand.hotkey("ctrl+alt+h")
            begun = time.perf_counter()
            while not shown(desk):
                time.sleep(LOOKS)
            seconds.append(time.perf_counter() - begun)
            board.close()
    told("key released to overlay on the screen", seconds)


def clicks(given: argparse.Namespace) -> None:
    """Without a window manager, unless one is asked for: openbox holds each click back for a moment and loses some that
    come at once; `--wm openbox --bare` counts them without an overlay.
    """
    from gridpilot.desktop import choose
    from gridpilot.drawing import Drawing, Line, Tone
    from gridpilot.geometry import Point, Rect

    with beside(given, wm=given.wm) as (desk, _):
        file = desk.home / "clicks"
        desk.start([sys.executable, "-c", PROGRAM, str(file)])
        window = desk.wait_window(class_name="Clicked")
        desk.focus(window)
        x, y, wide, high = desk.area(window)
        os.environ["DISPLAY"] = desk.name
        overlay, focus = choose.overlay(), choose.focus()
        lines = tuple(
            Line(Point(x, y + at), Point(x + wide, y + at), Tone(at // 30 % 2), 12) for at in range(15, high, 30)
        )
        drawing = Drawing(Rect(x, y, wide, high), "Clicks.", ((37, 99, 235), (217, 70, 0)), 18, lines)
        if not given.bare:
            overlay.show(drawing, focus.window(window), 600)  # type: ignore[arg-type] - it is there
        chance = random.Random(7)
        for _ in range(given.clicks):
            desk.hand.click(x + chance.randrange(5, wide - 5), y + chance.randrange(5, high - 5), settle=0)
        with suppress(TimeoutError):
            wait_for(lambda: file.exists() and file.read_text() == str(given.clicks), 10)
        print(f"clicks: {file.read_text()} of {given.clicks} came to the program below; {shown(desk)=}", flush=True)
        overlay.hide()


def readings(given: argparse.Namespace) -> None:
    chance, differ = random.Random(7), 0
    with beside(given) as (desk, _):
        for number in range(given.runs):
            if number % 20 == 0:
                puzzle = variant(PUZZLE, chance)
                board = Practice.open(desk, puzzle)
                desk.focus(board.window)
                asked(desk, "show")
            wait_for(lambda: shown(desk), what="the solution over the board")
            differ += asked(desk, "show")["board"] != puzzle.replace("0", ".")
            if number % 20 == 19:
                board.close()
    print(f"readings under an overlay: {differ} of {given.runs} differ", flush=True)


@dataclass
class Tally:
    """Of one program: fills, the cells that were filled, and what stands there after their undo."""

    fills: int = 0
    filled: int = 0
    left: int = 0
    touched: int = 0
    failed: int = 0

    def __str__(self) -> str:
        return (
            f"{self.fills} fills of {self.filled} cells: {self.left} left filled, {self.touched} givens touched, "
            f"{self.failed} not undone"
        )


def undo(given: argparse.Namespace) -> None:
    """Programs by turns; each board is its program's own word."""
    chance, tallies = random.Random(7), {name: Tally() for name in given.programs}
    with beside(given) as (desk, resident):
        for number in range(given.runs):
            name = given.programs[number % len(given.programs)]
            tally, puzzle = tallies[name], variant(PUZZLE, chance).replace("0", ".")
            board = GAMES[name](desk, puzzle)
            desk.focus(board.window)
            time.sleep(0.4)
            told = stopped(desk, resident, chance) if name in FILED else asked(desk, "solve")
            undone = asked(desk, "undo")
            if undone["outcome"] != "emptied":
                print(f"{name}, {puzzle}: {told['sentence']} {undone['sentence']}", file=sys.stderr, flush=True)
            stands = board.truth()
            board.close()
            tally.fills += 1
            tally.filled += told["cells_filled"]
            tally.failed += undone["outcome"] != "emptied"
            tally.left += sum(now != "." and was == "." for now, was in zip(stands, puzzle, strict=True))
            tally.touched += sum(now != was and was != "." for now, was in zip(stands, puzzle, strict=True))
    for name, tally in tallies.items():
        print(f"undo in {name}: {tally}", flush=True)


def stopped(desk: Desktop, resident: Resident, chance: random.Random) -> dict[str, Any]:
    """A fill, slow enough to watch, that its user stops in the middle."""
    settings = Path(desk.env["XDG_CONFIG_HOME"]) / "gridpilot" / "config.toml"
    settings.write_text("[pace]\nstep_ms = 100\n", "utf-8")
    filling = desk.start(gridpilot("solve", "--json"), stdout=subprocess.PIPE)
    wait_for(lambda: (resident.ask("status").get("job") or {}).get("stage") == "filling", what="the fill")
    time.sleep(chance.uniform(0.2, 3))
    desk.hand.tap("esc")
    told: dict[str, Any] = json.loads(filling.communicate(timeout=60)[0])
    settings.write_text("", "utf-8")
    return told


def memory(given: argparse.Namespace) -> None:
    with beside(given) as (desk, resident):
        board = Practice.open(desk, PUZZLE)
        desk.focus(board.window)
        time.sleep(2)
        before = resident.pss(resident.pid), sum(map(resident.pss, resident.workers()))
        for _ in range(3):
            asked(desk, "show")
        asked(desk, "look")
        time.sleep(21)
        after = resident.pss(resident.pid), sum(map(resident.pss, resident.workers()))
    print(f"resident {before[0]:.1f} -> {after[0]:.1f} MiB, worker {before[1]:.1f} -> {after[1]:.1f} MiB", flush=True)


BENCHES = {"key": key, "clicks": clicks, "readings": readings, "undo": undo, "memory": memory}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=[*BENCHES, []], default=[])
    parser.add_argument("--runs", type=int, default=20)
    parser.add_argument("--clicks", type=int, default=1000)
    parser.add_argument("--programs", nargs="+", choices=GAMES, default=UNDONE, help="of undo")
    parser.add_argument("--compositor", action="store_true")
    parser.add_argument("--wm", default="none", help="for the clicks")
    parser.add_argument("--bare", action="store_true", help="clicks without an overlay")
    given = parser.parse_args()
    for name in given.what or BENCHES:
        BENCHES[name](given)
    return 0


if __name__ == "__main__":
    sys.exit(main())
