"""What the resident gridpilot costs and how soon it reacts, measured from outside on virtual desktops.

    .venv/bin/python scripts/bench_resident.py              all
    .venv/bin/python scripts/bench_resident.py idle pause   some of: idle hotkey pause kill

idle    with its icon in a panel: memory (PSS), CPU time and wake-ups of each process
hotkey  a press of the hotkey -> the worker has begun the job, while as many programs as there are cores do nothing but
        compute; every press comes from the X server, on a window without a board
pause   a click on the icon in the panel -> another program can grab the hotkey
kill    kill -9 of the worker in the middle of a fill -> no key is down, a press begins the next job, that is verified
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING

import setup_debian
from bench_fill import table
from boards import PUZZLE, Practice, solved, variant
from hand import PLACES
from panel import SIZE, panel, prepare_panel
from resident import Resident
from virtual import desktop, wait_for
from Xlib import X
from Xlib.error import BadAccess, CatchError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from virtual import Desktop

HOTKEY = "ctrl+alt+s"
SLOWLY = 'game = "sudoku"\nmatch = { class = "Gridpilot-practice" }\nfill = "arrows"\npace = { between_keys = 0.02 }\n'
BUSY = "while True: pass"


def percentiles(values: list[float]) -> str:
    """Of seconds, in ms."""
    ordered = sorted(1000 * value for value in values)
    half, most = (ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99))
    return f"median {half:.1f} ms, p99 {most:.1f}, worst {ordered[-1]:.1f} (N={len(ordered)})"


@contextmanager
def with_panel() -> Iterator[tuple[Desktop, Resident]]:
    with desktop() as desk:
        prepare_panel(desk)
        panel(desk)
        with Resident(desk) as resident:
            wait_for(lambda: (tray := resident.ask("status")["tray"])["shown"] and tray["kind"] == "sni", what="icon")
            yield desk, resident


def idle(given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    with with_panel() as (_, resident):
        time.sleep(15)  # the worker warms up, the icon is drawn; then nothing happens
        processes = {"daemon": resident.pid} | dict.fromkeys(["worker"], resident.workers()[0])
        before = {name: resident.account(pid) for name, pid in processes.items()}
        time.sleep(given.idle)
        for name, pid in processes.items():
            cpu, wakes = (b - a for a, b in zip(before[name], resident.account(pid), strict=True))
            yield f"{name}: memory (PSS), idle, icon in a panel", f"{resident.pss(pid):.1f} MiB"
            yield f"{name}: CPU, wake-ups in {given.idle:.0f} s idle", f"{cpu:.2f} s, {wakes}"


def hotkey(given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    with desktop() as desk, Resident(desk) as resident:
        desk.start(["xterm"])
        desk.focus(desk.wait_window(class_name="XTerm"))
        for load in (0, os.cpu_count() or 1):
            busy = [subprocess.Popen([sys.executable, "-c", BUSY]) for _ in range(load)]
            try:
                times = [begun(desk, resident) for _ in range(given.runs or 100)]
            finally:
                for process in busy:
                    process.kill()
            under = f"{load} busy programs on {os.cpu_count()} cores" if load else "nothing else running"
            yield f"hotkey pressed -> job begun, {under}", percentiles(times)


def begun(desk: Desktop, resident: Resident) -> float:
    """Seconds from the press of the hotkey's last key to the begin of the job, by the worker's own clock."""
    time.sleep(0.3)  # the daemon hears of the end of the job before
    before = resident.newest_record()
    desk.hand.hold("ctrl", "alt")
    pressed = time.time()
    desk.hand.hold("s")
    desk.hand.release("ctrl", "alt", "s")
    facts = json.loads(wait_for(lambda: resident.record_after(before), 30, "the job's record").read_text("utf-8"))
    return float(facts["ended_at"]) - facts["ms"]["total"] / 1000 - pressed


def pause(given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    times = []
    with with_panel() as (desk, resident):
        icon = 11, desk.root.get_geometry().height - SIZE // 2
        for _ in range(given.runs or 20):
            desk.hand.move(*icon)
            time.sleep(0.5)
            clicked = time.monotonic()
            desk.hand.button(down=True)
            desk.hand.button(down=False)
            wait_for(lambda: grabbed(desk), 20, "the hotkey to be free")
            times.append(time.monotonic() - clicked)
            desk.root.ungrab_key(PLACES["s"], X.ControlMask | X.Mod1Mask)
            desk.display.sync()
            resident.ask("resume")
    yield "click on the icon -> hotkey free for other programs", percentiles(times)


def grabbed(desk: Desktop) -> bool:
    """Whether this program can take the hotkey for itself; it has it then."""
    refused = CatchError(BadAccess)
    asynchronous = X.GrabModeAsync
    modifiers = X.ControlMask | X.Mod1Mask
    desk.root.grab_key(PLACES["s"], modifiers, False, asynchronous, asynchronous, onerror=refused)
    desk.display.sync()
    return refused.get_error() is None


def kill(given: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """The user presses again as soon as gridpilot has said that the job ended."""
    released, started, done = [], [], []
    chance = random.Random(1)
    with desktop() as desk:
        folder = Path(desk.env["XDG_CONFIG_HOME"], "gridpilot", "profiles")
        folder.mkdir(parents=True)
        for _ in range(given.runs or 8):
            (folder / "slow.toml").write_text(SLOWLY)
            with Resident(desk) as resident:  # a fresh one: three crashes in a minute are too many
                puzzle = variant(PUZZLE, chance)
                board = Practice.open(desk, puzzle)
                desk.focus(board.window)
                time.sleep(0.3)
                before = resident.newest_record()
                desk.hand.hotkey(HOTKEY)
                wait_for(lambda b=board, p=puzzle: b.truth().count(".") < p.count(".") - 8, 20, "the first digits")
                (folder / "slow.toml").unlink()
                (worker,) = resident.workers()
                killed, wall = time.monotonic(), time.time()
                os.kill(worker, signal.SIGKILL)
                crash = wait_for(lambda r=resident, b=before: r.record_after(b), 20, "the crash to be noticed")
                wait_for(lambda: not desk.hand.held(), 20, "all keys to be let go")
                released.append(time.monotonic() - killed)
                desk.hand.hotkey(HOTKEY, held=0.0)
                record = wait_for(lambda r=resident, c=crash: r.record_after(c), 20, "the next job")
                facts = json.loads(record.read_text("utf-8"))
                if facts["outcome"] != "verified" or not solved(board.truth(), puzzle):
                    raise RuntimeError(f"the next job was not verified: {facts}")
                started.append(facts["ended_at"] - facts["ms"]["total"] / 1000 - wall)
                done.append(facts["ended_at"] - wall)
                board.close()
    yield "worker killed in mid-fill -> job ended, no key down", percentiles(released)
    yield "worker killed in mid-fill -> the next press's job begun", percentiles(started)
    yield "worker killed in mid-fill -> the board verified", percentiles(done)


KINDS = {each.__name__: each for each in (idle, hotkey, pause, kill)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("kinds", nargs="*", help=f"any of {', '.join(KINDS)}; all by default")
    parser.add_argument("--runs", type=int, default=0, help="how often each is repeated")
    parser.add_argument("--idle", type=float, default=60.0, help="seconds of idling that are watched")
    given = parser.parse_args()
    if unknown := set(given.kinds) - set(KINDS):
        parser.error(f"unknown: {', '.join(sorted(unknown))}; choose from {', '.join(KINDS)}")
    try:
        setup_debian.provide(list(setup_debian.TESTS), "The benches drive real programs on virtual displays")
    except setup_debian.SetupError as fault:
        print(fault)
        return 3
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at start")
    table([row for kind in given.kinds or KINDS for row in KINDS[kind](given)])
    return 0


if __name__ == "__main__":
    with suppress(KeyboardInterrupt):
        sys.exit(main())
