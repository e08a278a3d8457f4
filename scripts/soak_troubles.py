"""What may happen to gridpilot at work: the user's hand, other programs, faults of the machine. Part of soak.py."""

from __future__ import annotations

import os
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from virtual import end, wait_for

if TYPE_CHECKING:
    import random
    from collections.abc import Callable

    from boards import Board
    from resident import Resident
    from virtual import Desktop

    Trouble = Callable[["Stage", Board], None]

UPRIGHT = 1  # RandR's name for a screen that is not turned
RECORD = 15.0  # seconds in which a job leaves its record
CHORD = 1.5  # seconds after a key stopped a job; a hotkey within one is taken for the hand that began with that key
NO_RECORD = 1.0  # seconds after which it is clear that there will be none


@dataclass
class Stage:
    """`outer.hand` is the user's: for gridpilot a real keyboard and mouse. `patience`: how long to wait for a record,
    in seconds.
    """

    outer: Desktop
    desk: Desktop
    resident: Resident
    chance: random.Random
    patience: float = RECORD
    tray: subprocess.Popen[bytes] | None = None
    mended: list[Callable[[], object]] = field(default_factory=list)  # what `restore` has to do

    def pause(self) -> None:
        """The trouble may come at any moment of a job, or just after it."""
        time.sleep(self.chance.random() * 0.5)

    def start_tray(self) -> None:
        self.tray = self.desk.start(["trayer", "--edge", "bottom", "--align", "right", "--width", "10"])

    def held(self) -> list[int]:
        return self.outer.hand.held() + self.desk.hand.held()

    def restore(self) -> None:
        self.patience = RECORD
        while self.mended:
            self.mended.pop()()

    def idle(self) -> bool:
        return not self.resident.ask("status").get("busy", True)


def nothing(_stage: Stage, _board: Board) -> None:
    pass


def press_a_key(stage: Stage, _board: Board) -> None:
    stage.pause()
    stage.outer.hand.tap("z")
    stage.mended.append(lambda: time.sleep(CHORD))


def press_escape(stage: Stage, _board: Board) -> None:
    stage.pause()
    stage.outer.hand.tap("esc")


def move_the_mouse(stage: Stage, _board: Board) -> None:
    stage.pause()
    x, y = stage.outer.hand.pointer()
    for step in range(1, 6):
        stage.outer.hand.move(x + 10 * step, y + 6 * step)


def press_the_hotkey_again(stage: Stage, _board: Board) -> None:
    stage.pause()
    stage.outer.hand.hotkey("ctrl+alt+s")
    stage.mended.append(lambda: time.sleep(CHORD))


def close_the_window(stage: Stage, board: Board) -> None:
    stage.pause()
    stage.desk.close_window(board.window, wait=False)


def raise_another_window(stage: Stage, _board: Board) -> None:
    """The new window takes the focus; what is typed now must not go there."""
    stage.pause()
    other = stage.desk.start(["xterm", "-e", "sleep", "20"])
    stage.mended.append(lambda: end(other))


def change_the_resolution(stage: Stage, _board: Board) -> None:
    """As a projector does that is plugged in or out."""
    stage.pause()
    resize(stage.desk, (1600, 1200))
    stage.mended.append(lambda: resize(stage.desk, (1280, 1024)))


def restart_the_tray(stage: Stage, _board: Board) -> None:
    assert stage.tray is not None
    end(stage.tray)
    stage.start_tray()


def fill_the_disk(stage: Stage, _board: Board) -> None:
    """The records' disk is one with room for nothing; where nobody may mount such a one, nothing happens."""
    records = Path(stage.desk.env["XDG_STATE_HOME"], "gridpilot", "records")
    mount = ["mount", "-t", "tmpfs", "-o", "size=4k", "full", str(records)]
    if subprocess.run(mount, capture_output=True).returncode:
        return
    stage.mended.append(lambda: subprocess.run(["umount", "--lazy", str(records)], check=True))
    time.sleep(1)
    wait_for(stage.idle, 30, "the end of the job")
    stage.patience = NO_RECORD


def pause(stage: Stage, _board: Board) -> None:
    stage.pause()
    stage.resident.ask("pause")


def suspend(stage: Stage, _board: Board) -> None:
    """Both processes sleep for a while, in the middle of whatever they do."""
    stage.pause()
    both = (stage.resident.pid, *stage.resident.workers())
    for number in (signal.SIGSTOP, signal.SIGCONT):
        for pid in both:
            os.kill(pid, number)
        time.sleep(1)


def kill_the_worker(stage: Stage, _board: Board) -> None:
    stage.pause()
    os.kill(stage.resident.workers()[0], signal.SIGKILL)


def hang_the_worker(stage: Stage, _board: Board) -> None:
    """It is stopped for good, in the middle of a job or at rest; gridpilot is told of no more than a press."""
    stage.pause()
    (worker,) = stage.resident.workers()
    os.kill(worker, signal.SIGSTOP)
    if stage.idle():
        stage.desk.hand.hotkey("ctrl+alt+s")
    else:
        stage.resident.ask("stop")
    wait_for(lambda: stage.resident.workers() not in ([], [worker]), 15, "another worker")


def resize(desk: Desktop, size: tuple[int, int]) -> None:
    """Sets one of the modes that Xephyr offers."""
    facts = desk.root.xrandr_get_screen_info()
    sizes = [(each["width_in_pixels"], each["height_in_pixels"]) for each in facts.sizes]
    desk.root.xrandr_set_screen_config(sizes.index(size), UPRIGHT, facts.config_timestamp)
    wait_for(lambda: (now := desk.root.get_geometry()) and (now.width, now.height) == size, what="the new resolution")


COMMON: tuple[Trouble, ...] = (
    press_a_key, press_escape, move_the_mouse, press_the_hotkey_again, close_the_window, raise_another_window,
    change_the_resolution, restart_the_tray, fill_the_disk, suspend, pause,
)  # fmt: skip
DEADLY: tuple[Trouble, ...] = (kill_the_worker, hang_the_worker)
"""To the worker, that is: the next one has to take over."""
