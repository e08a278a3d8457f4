"""KDE's compositor without a screen, and gridpilot in it; run by scripts/wayland_desktops.py inside its Debian.

KWin's permissions are the real ones: it gives pictures and takes keys only where a .desktop file asks for that, by the
executable. So gridpilot runs by a copy of the interpreter with the .desktop file that its packages have, as their
program does, or is such a package; and the user's hand and eye by another copy with another file. What stands on a
board is asked of GNOME Sudoku itself, by what it saves.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import wayland_gnome as gnome
from wayland_gnome import (
    ALT,
    CTRL,
    ESCAPE,
    FOLDER,
    GIVENS,
    LIMIT,
    SIZE,
    SOLUTION,
    S,
    differing,
    program,
    sudoku,
    tell,
    told_of,
    wait_for,
)

from gridpilot.desktop.kwin import fake_input, screen
from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.portal.pipewire import Picture
from gridpilot.desktop.wayland.wire import Wire
from gridpilot.geometry import Rect

KWIN, SOCKET = "/usr/bin/kwin_wayland", "wayland-k"
PORTALS = {
    "org.freedesktop.impl.portal.desktop.kde": "/usr/lib/x86_64-linux-gnu/libexec/xdg-desktop-portal-kde",
    "org.freedesktop.portal.Desktop": "/usr/libexec/xdg-desktop-portal",
}
PROGRAM, HAND = FOLDER / "gridpilot-program", FOLDER / "hand"
ENTRY = gnome.ROOT / "daemon/gridpilot/share/applications/org.gridpilot.Gridpilot.desktop"
MENU = (
    '<!DOCTYPE Menu PUBLIC "-//freedesktop//DTD Menu 1.0//EN" '
    '"http://www.freedesktop.org/standards/menu-spec/1.0/menu.dtd">'
    "<Menu><Name>Applications</Name><DefaultAppDirs/><DefaultDirectoryDirs/><Include><All/></Include></Menu>"
)
SETTINGS = {
    "XDG_SESSION_TYPE": "wayland",
    "XDG_CURRENT_DESKTOP": "KDE",
    "KDE_FULL_SESSION": "true",
    "KDE_SESSION_VERSION": "5",
    "QT_QPA_PLATFORM": "wayland",
    "XDG_DATA_HOME": f"{FOLDER}/home/.local/share",
}
NAMES = "org.kde.kglobalaccel.Component.shortcutNames"
FILLS, BOARDS, STOPS = 10, 5, 10
SCALES = 1.25, 1.5, 1.75, 2.0
SEEN = 1.0  # s
LATER = 0.03  # s from one stop's place in the fill to the next one's
BOARD = Rect(350, 246, 580, 580)  # where KWin puts GNOME Sudoku's on a screen of that size
PACKAGED = bool(os.environ["PACKAGED"])
GRIDPILOT = ("gridpilot",) if PACKAGED else (str(PROGRAM), "-m", "gridpilot")


class User:
    """Sees the whole screen, moves the mouse, presses keys: by KWin's own hand."""

    has_agreed = True  # KWin asks nobody
    looks_away = staticmethod(contextlib.nullcontext)  # it draws for this eye only when that looks

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._wire = Wire()
        self._number = fake_input.bind(self._wire)
        self.left = 0  # edge of the monitor that it looks at
        self._wire.sync()
        self.move(5, 5)

    def press(self, *codes: int, held: float = gnome.HELD, forwards: bool = False) -> None:
        """Together, as a chord, for so many seconds; `forwards`: what was pressed first is let go of first."""
        for down, keys in ((1, codes), (0, codes if forwards else codes[::-1])):
            for code in keys:
                self._wire.request(self._number, fake_input.KEY, "uu", code, down)
            self._wire.sync()
            time.sleep(held if down else gnome.HELD)

    def move(self, x: int, y: int) -> None:
        self._wire.request(self._number, fake_input.MOTION_ABSOLUTE, "ff", float(x), float(y))
        self._wire.sync()

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        for down in (1, 0):
            self._wire.request(self._number, fake_input.BUTTON, "uu", gnome.LEFT, down)
            self._wire.sync()
            time.sleep(gnome.HELD)

    def sees(self) -> Picture:
        facts, content = screen._picture(self._bus, Rect(self.left, 0, *SIZE))  # noqa: SLF001
        return Picture(content, int(facts["width"]), int(facts["stride"]), red_first=False)

    def sees_board(self) -> bytes:
        """Alone: KWin does nothing else while it draws a picture, and takes 60 ms for one of the whole screen."""
        return screen._picture(self._bus, replace(BOARD, x=self.left + BOARD.x))[1]  # noqa: SLF001

    rests = gnome.User.rests
    keep = gnome.User.keep

    def close(self) -> None:
        self._wire.close()


def entries() -> None:
    """The .desktop files of gridpilot's program and of the hand's, and KDE's index of them."""
    data = Path(SETTINGS["XDG_DATA_HOME"], "applications")
    data.mkdir(parents=True)
    text = ENTRY.read_text()
    if not PACKAGED:
        (data / ENTRY.name).write_text(text.replace("Exec=gridpilot", f"Exec={PROGRAM} -m gridpilot"))
    (data / "hand.desktop").write_text(text.replace("Exec=gridpilot", f"Exec={HAND}").replace("=gridpilot", "=hand"))
    menus = FOLDER / "home/.config/menus"
    menus.mkdir(parents=True)
    (menus / "applications.menu").write_text(MENU)
    subprocess.run(["kbuildsycoca5"], capture_output=True)


@contextlib.contextmanager
def kde(*, portals: bool = True, scale: float = 1.0, monitors: int = 1) -> Iterator[User]:
    """The session, and its user. A monitor has as much room at every scale."""
    runtime = Path(os.environ["XDG_RUNTIME_DIR"])
    kwin = FOLDER / "kwin_wayland"
    shutil.copy(KWIN, kwin)  # without its file capability, which no container grants
    with contextlib.ExitStack() as stack:
        enter = stack.enter_context
        enter(program("pipewire"))
        wait_for("PipeWire", (runtime / "pipewire-0").is_socket)
        enter(program("wireplumber"))
        size = ["--width", str(SIZE[0]), "--height", str(SIZE[1]), "--scale", str(scale)]
        size += ["--output-count", str(monitors)]
        enter(program(str(kwin), "--virtual", "--no-lockscreen", "--xwayland", *size, "--socket", SOCKET))
        wait_for("KWin", (runtime / SOCKET).is_socket)
        os.environ["WAYLAND_DISPLAY"] = SOCKET
        subprocess.run(["dbus-update-activation-environment", "WAYLAND_DISPLAY", *SETTINGS], check=True)
        bus = Bus()
        stack.callback(bus.close)
        wait_for("KWin's name", lambda: {"org.kde.KWin", "org.kde.kglobalaccel"} <= {*bus.names()})
        user = User(bus)
        stack.callback(user.close)
        for name, path in PORTALS.items() if portals else ():
            enter(program(path))
            wait_for(name, lambda name=name: gnome.owned(bus, name))
        yield user


def doctor(user: User) -> None:
    """What it says where KWin allows it all, and where it does not: by the system's own interpreter."""
    for words in (GRIDPILOT, ("/usr/bin/python3", "-m", "gridpilot")):
        done = subprocess.run([*words, "doctor"], capture_output=True, text=True)
        print(done.stdout + done.stderr)
    user.rests()


def fills(user: User) -> None:
    for number in range(FILLS):
        fill(user, f"solve {number}")


def fill(user: User, what: str) -> None:
    """`gridpilot solve` without a resident program: no dialog, and the board is asked of the game."""
    with sudoku(user) as board:
        report = gnome.solves(user)
        found = board()
        tell(what, *gnome.verified(report, found))


def keys(user: User) -> None:
    """Ctrl+Alt+S to the verified board, time and again, and the keys given back at the end."""
    with gnome.resident():
        for number in range(FILLS):
            with sudoku(user) as board:
                report = gnome.pressed(user)
                tell(f"key {number}", board() == SOLUTION, told_of(report))
        gnome.hands(user, sudoku)
    kept = subprocess.run(
        [*"gdbus call --session -d org.kde.kglobalaccel -o /component/gridpilot -m".split(), NAMES],
        capture_output=True,
        text=True,
    )
    tell("keys given back", "solve" not in kept.stdout, kept.stdout + kept.stderr)


def boards(user: User) -> None:
    """The practice board, which is a program of X11; its state file says what was entered."""
    (display,) = Path("/tmp/.X11-unix").glob("X*")
    environment = {"DISPLAY": f":{display.name[1:]}"}
    for number in range(BOARDS):
        state = FOLDER / f"practice-{number}.json"
        words = [*GRIDPILOT, "practice", "sudoku", "--puzzle", GIVENS, "--state", str(state)]
        before = user.sees_board()
        with program(*words, name="practice", **environment):
            wait_for("the practice board", lambda seen=before: differing(seen, user.sees_board()) > gnome.WINDOW)
            user.rests()
            report = gnome.solves(user)
            found = str(json.loads(state.read_text())["board"])
            well = found == SOLUTION and report.get("outcome") == "verified"
            tell(f"practice board {number}", well, told_of(report), found)
        user.rests()


def stops(user: User) -> None:
    """Esc, the mouse and the hotkey again, each time later in a fill: no digit is wrong."""
    hands: dict[str, Callable[[], None]] = {
        "Esc": lambda: user.press(ESCAPE),
        "mouse": partial(moves, user),
        "hotkey again": lambda: user.press(CTRL, ALT, S),
    }
    with gnome.resident():
        for what, act in hands.items():
            for number in range(STOPS):
                with sudoku(user) as board:
                    empty, before = user.sees_board(), gnome.last()
                    user.press(CTRL, ALT, S)
                    wait_for(
                        "the first digits",
                        lambda seen=empty: differing(seen, user.sees_board()) > gnome.DIGITS,
                        looks=0,
                    )
                    time.sleep(number * LATER)
                    begun, hand = time.monotonic(), threading.Thread(target=act)
                    hand.start()
                    late = last_change(user) - begun
                    hand.join()
                    report = wait_for("the job's end", partial(ended, before), LIMIT)
                    gnome.tell_stop(f"{what} {number}", report, board(), f"last change seen after {late:.2f} s")


def last_change(user: User) -> float:
    """When the board was seen to change last, in the second that begins now; a look takes some 20 ms."""
    before, latest = user.sees_board(), time.monotonic()
    until = latest + SEEN
    while time.monotonic() < until:
        asked, now = time.monotonic(), user.sees_board()
        if differing(before, now):
            before, latest = now, asked
    return latest


def moves(user: User) -> None:
    """As a hand does."""
    for step in range(50):
        user.move(100 + 2 * step, 900)
        time.sleep(0.02)


def ended(before: dict[str, Any]) -> dict[str, Any]:
    return now if (now := gnome.last()) != before else {}


PARTS: dict[str, Callable[[User], None]] = {
    "doctor": doctor,
    "fills": fills,
    "keys": keys,
    "boards": boards,
    "stops": stops,
    "tiles": gnome.tiles,
}


APART = "scales", "monitors"
"""Parts that need sessions of their own."""


def main(words: list[str]) -> int:
    os.environ.update(SETTINGS)
    if Path(sys.executable) != HAND:
        for copy in (PROGRAM, HAND):
            shutil.copy(Path(sys.executable).resolve(), copy)
        entries()
        os.execv(HAND, [str(HAND), "-u", __file__, *words])
    gnome.GRIDPILOT = GRIDPILOT
    wanted = words or [*PARTS, *APART]
    for scale in SCALES if "scales" in wanted else ():
        with kde(scale=scale) as user:
            fill(user, f"scale {scale}")
    if "monitors" in wanted:
        with kde(monitors=2) as user:
            user.left = SIZE[0]
            user.move(user.left + SIZE[0] // 2, SIZE[1] // 2)  # there new windows open
            fill(user, "the right one of two monitors")
    if parts := [part for part in wanted if part not in APART]:
        with kde() as user:
            for part in parts:
                PARTS[part](user)
    return 1 if gnome.FAILED else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
