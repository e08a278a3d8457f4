"""The newest sway without a screen, and gridpilot in it; run by scripts/wayland_desktops.py inside its Debian.

There pictures can be had in two ways: by wlr-screencopy, which gridpilot prefers, and by ext-image-copy-capture. Both
are compared, and boards are filled by each. What stands on a board is asked of GNOME Sudoku itself, by what it saves.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import wayland_gnome as gnome
from virtual_sway import CODES, HEADLESS, Hand
from wayland_gnome import FOLDER, SIZE, SOLUTION, program, sudoku, tell, told_of, wait_for

from gridpilot.desktop.portal.pipewire import Picture
from gridpilot.desktop.wayland.image_copy import ImageCopy
from gridpilot.desktop.wayland.screen import WaylandScreen
from gridpilot.desktop.wayland.sway_ipc import SwayIpc
from gridpilot.geometry import Rect

CONFIG = "xwayland disable\noutput * resolution 1280x1024\ndefault_border none\nbindsym Mod1+F4 kill\n"
WITHOUT_GRAPHICS = {"GSK_RENDERER": "cairo"}  # this sway shows nothing of what GTK draws by Vulkan in software
WITHOUT_SCREENCOPY = (
    "import sys; from gridpilot.desktop.wayland import screencopy; screencopy.INTERFACE = 'not offered'; "
    "from gridpilot.cli.main import main; sys.exit(main())"
)
WAYS = {"wlr-screencopy": gnome.GRIDPILOT, "ext-image-copy-capture": (sys.executable, "-c", WITHOUT_SCREENCOPY)}
FILLS = 5
SCALES, TRANSFORMS = (1, 1.25, 1.5, 2), ("90", "flipped-180", "flipped-270")
QUARTERS = ("90", "flipped-270")
PICTURES = 20
NAMES = {code: name for name, code in CODES.items()}


class User(Hand):
    """Sees the whole screen, moves the mouse, presses keys: by devices of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._screen = WaylandScreen()

    def press(self, *codes: int) -> None:
        """Together, as a chord."""
        self.hotkey("+".join(NAMES[code] for code in codes), held=gnome.HELD)

    def sees(self) -> Picture:
        pixels = self._screen.capture(Rect(0, 0, *SIZE)).pixels
        whole = np.dstack([pixels, np.zeros(pixels.shape[:2], np.uint8)])
        return Picture(whole.tobytes(), whole.shape[1], 4 * whole.shape[1], red_first=False)

    sees_board = gnome.User.sees_board
    rests = gnome.User.rests
    keep = gnome.User.keep


@contextlib.contextmanager
def sway() -> Iterator[User]:
    """The session, and its user."""
    config, runtime = FOLDER / "sway.config", Path(os.environ["XDG_RUNTIME_DIR"])
    config.write_text(CONFIG)
    with program("sway", "-c", str(config), **HEADLESS):
        (ipc,) = wait_for("sway", lambda: [*runtime.glob("sway-ipc.*.sock")])
        (display,) = wait_for("its display", lambda: [each for each in runtime.glob("wayland-?") if each.is_socket()])
        os.environ |= {"WAYLAND_DISPLAY": display.name, "SWAYSOCK": str(ipc), **WITHOUT_GRAPHICS}
        yield User()


def pictures(user: User) -> None:
    """The same by both ways, at every scale and however the monitor is turned; and how long one takes."""
    by_screencopy, by_image_copy, ipc = WaylandScreen(), WaylandScreen(), SwayIpc()
    by_image_copy._copy = ImageCopy(by_image_copy._wire)  # type: ignore[assignment]  # noqa: SLF001
    with sudoku(user):
        user.rests()
        user.keep("text")
        for scale in SCALES:
            for transform in ("normal", *TRANSFORMS):
                ipc.run(f"output * scale {scale} transform {transform}")
                time.sleep(gnome.REST)
                area = Rect(100, 60, 300, 240)
                one, other = (each.capture(area) for each in (by_screencopy, by_image_copy))
                same = one.view == other.view and np.array_equal(one.pixels, other.pixels)
                shows = one.pixels.std() > 0
                words = f"{one.pixels.shape}, {'the same' if same else 'unlike'}, {'text' if shows else 'nothing'}"
                tell(f"picture at scale {scale}, {transform}", same and shows, words)
    ipc.run("output * scale 1 transform normal")
    for name, screen in {"wlr-screencopy": by_screencopy, "ext-image-copy-capture": by_image_copy}.items():
        taken = []
        for _ in range(PICTURES):
            begun = time.monotonic()
            screen.capture(Rect(0, 0, *SIZE))
            taken.append(time.monotonic() - begun)
        tell(name, True, f"median of {PICTURES} pictures: {1000 * sorted(taken)[PICTURES // 2]:.0f} ms")


def fills(user: User) -> None:
    for way, command in WAYS.items():
        gnome.GRIDPILOT = command
        for number in range(FILLS):
            with sudoku(user) as board:
                report = gnome.solves(user)
                found = board()
                tell(f"solve {number} by {way}", found == SOLUTION and report.get("exit") == 0, told_of(report), found)
    gnome.GRIDPILOT = WAYS["wlr-screencopy"]


def turned(user: User) -> None:
    """Monitors that are turned or mirrored: clicks must come where they are meant."""
    for transform in TRANSFORMS:
        high = "1024x1280" if transform in QUARTERS else "1280x1024"
        SwayIpc().run(f"output * resolution {high} transform {transform}")
        time.sleep(gnome.REST)
        with sudoku(user) as board:
            report = gnome.solves(user)
            found = board()
            tell(f"solve on {transform}", found == SOLUTION and report.get("exit") == 0, told_of(report), found)
    SwayIpc().run("output * resolution 1280x1024 transform normal")


def keys(user: User) -> None:
    """Ctrl+Alt+S to the verified board, by the resident program."""
    command = gnome.GRIDPILOT
    with program(*command, "run", name="resident"):
        wait_for("gridpilot", lambda: subprocess.run([*command, "status"], capture_output=True).returncode == 0)
        for number in range(FILLS):
            with sudoku(user) as board:
                report = gnome.pressed(user)
                tell(f"key {number}", board() == SOLUTION, told_of(report))
        subprocess.run([*command, "quit"], capture_output=True)


PARTS: dict[str, Callable[[User], None]] = {"pictures": pictures, "fills": fills, "turned": turned, "keys": keys}


def main(words: list[str]) -> int:
    with sway() as user:
        print(subprocess.run([*gnome.GRIDPILOT, "doctor"], capture_output=True, text=True).stdout)
        for part in words or PARTS:
            PARTS[part](user)
    return 1 if gnome.FAILED else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
