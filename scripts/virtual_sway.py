"""A real Wayland session: sway without a screen, with or without X programs in it, and a hand that uses keyboard and
pointer there as a user does. `missing()` says what is lacking.

    with sway_desktop() as desk:
        desk.start(["gnome-sudoku"])
        window = desk.wait_window(class_name="gnome-sudoku")
        desk.hand.hotkey("ctrl+alt+s")
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import socket
import struct
import tempfile
import time
from contextlib import contextmanager, nullcontext
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from virtual import Desktop, desktop, wait_for

from gridpilot.desktop.wayland import sway_tree
from gridpilot.desktop.wayland.outputs import Outputs
from gridpilot.desktop.wayland.screen import WaylandScreen
from gridpilot.desktop.wayland.sway_ipc import SwayIpc
from gridpilot.desktop.wayland.virtual_devices import KEYBOARDS, NEW_KEYBOARD, SEAT, VirtualPointer
from gridpilot.desktop.wayland.wire import Wire, milliseconds
from gridpilot.geometry import Point, Rect

if TYPE_CHECKING:
    from collections.abc import Iterator
    from multiprocessing.synchronize import Event

PROGRAMS = ("sway", "foot", "grim", "wl-copy", "Xwayland", "setpriv")
NOBODY = 65534
HEADLESS = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}
ON_X11 = {"foot": "XTerm", "org.gnome.TwentyFortyEight": "Gnome-2048"}
"""Names of programs -> what they, or what does the same, are called there."""

ROWS = {2: "1234567890", 16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}
CODES = {sign: first + index for first, row in ROWS.items() for index, sign in enumerate(row)} | {
    "ctrl": 29, "alt": 56, "shift": 42, "super": 125, "escape": 1, "return": 28, "space": 57, "f12": 88,
    "f4": 62, "left": 105, "right": 106, "up": 103, "down": 108,
}  # fmt: skip
MASKS = {"shift": 1, "ctrl": 4, "alt": 8, "super": 64}
KEYMAP = b"""xkb_keymap { xkb_keycodes { include "evdev+aliases(qwerty)" }; xkb_types { include "complete" };
xkb_compat { include "complete" }; xkb_symbols { include "pc+us+inet(evdev)" }; };\0"""


def missing() -> str:
    """What is not there of all that is needed; empty when nothing is."""
    lacking = [name for name in PROGRAMS if not shutil.which(name)]
    return f"not installed: {', '.join(lacking)} (scripts/test.py installs them when run as root)" if lacking else ""


class Hand:
    """The user's: a keyboard and a pointer of its own, which sway takes for real ones."""

    def __init__(self, compositor: str | None = None) -> None:
        self._wire = Wire(compositor)
        seat = self._wire.bind(SEAT, 5)
        self._keyboard = self._wire.make(None, self._wire.bind(KEYBOARDS, 1), NEW_KEYBOARD, "un", seat)
        file = os.memfd_create("keymap")
        os.write(file, KEYMAP)
        self._wire.request(self._keyboard, 0, "uu", 1, len(KEYMAP), file=file)
        os.close(file)
        self._held = 0
        self._outputs = Outputs(self._wire)
        self._pointer = VirtualPointer(self._wire, seat)
        self._wire.sync()

    def key(self, name: str, *, press: bool) -> None:
        """A modifier is told, too, as a keyboard's driver does."""
        self._wire.request(self._keyboard, 1, "uuu", milliseconds(), CODES[name], int(press))
        if name in MASKS:
            self._held = self._held | MASKS[name] if press else self._held & ~MASKS[name]
            self._wire.request(self._keyboard, 2, "uuuu", self._held, 0, 0, 0)
        self._wire.sync()

    def tap(self, *names: str) -> None:
        for name in names:
            self.key(name, press=True)
            self.key(name, press=False)

    def text(self, signs: str) -> None:
        self.tap(*signs)

    def hotkey(self, combination: str, held: float = 0.0) -> None:
        *modifiers, key = combination.split("+")
        for each in modifiers:
            self.key(each, press=True)
        self.key(key, press=True)
        time.sleep(held)
        self.key(key, press=False)
        for each in reversed(modifiers):
            self.key(each, press=False)

    def move(self, x: int, y: int) -> None:
        self._pointer.move(Point(x, y), self._outputs.current())
        self._wire.sync()

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        self._pointer.button(press=True)
        self._pointer.button(press=False)
        self._wire.sync()


class SwayDesktop(Desktop):
    """What a desktop is asked by games and tests, of sway: windows are the numbers that it gives them."""

    @property
    def compositor(self) -> str:
        return self.env["WAYLAND_DISPLAY"]

    @cached_property
    def hand(self) -> Any:
        return Hand(self.compositor)

    @cached_property
    def sway(self) -> SwayIpc:
        return SwayIpc(self.env["SWAYSOCK"])

    @cached_property
    def camera(self) -> WaylandScreen:
        return WaylandScreen(wire=Wire(self.compositor))

    def nodes(self) -> list[dict[str, Any]]:
        return list(sway_tree.windows(self.sway.tree()))

    def node(self, window: int) -> dict[str, Any]:
        return next((each for each in self.nodes() if each["id"] == window), {})

    def windows(self) -> list[int]:
        return [each["id"] for each in reversed(self.nodes())]

    def title(self, window: int) -> str:
        return self.node(window).get("name") or ""

    def class_name(self, window: int) -> str:
        node = self.node(window)
        name = node.get("app_id") or ""
        return ON_X11.get(name, name) or (node.get("window_properties") or {}).get("class") or ""

    def wait_window(self, title: str | None = None, class_name: str | None = None, limit: float = 60.0) -> int:
        """Upper and lower case are the same: X programs have other names than those of Wayland."""
        wanted = (class_name or "").casefold()

        def found() -> int | None:
            for window in self.windows():
                if title in (None, self.title(window)) and self.class_name(window).casefold().startswith(wanted):
                    return window
            return None

        return wait_for(found, limit, f"a window {title or ''} {class_name or ''}, there are {self.nodes()}")

    def active(self) -> int:
        return next((each["id"] for each in self.nodes() if each["focused"]), 0)

    def focus(self, window: int) -> None:
        self.sway.run(f"[con_id={window}] focus")
        wait_for(lambda: self.active() == window, what="the focus")

    def close_window(self, window: int, *, wait: bool = True) -> None:
        self.sway.run(f"[con_id={window}] kill")
        if wait:
            wait_for(lambda: window not in self.windows(), what="the window to close")

    def content(self, window: int) -> Rect:
        return sway_tree.content(self.node(window))

    def area(self, window: int) -> tuple[int, int, int, int]:
        content = self.content(window)
        return content.x, content.y, content.width, content.height

    def picture(self, window: int) -> bytes:
        """Four bytes a pixel, as on X11."""
        pixels = self.camera.capture(self.content(window)).pixels
        return bytes(pixels[:, :, [0, 1, 2, 2]].tobytes())

    def screenshot(self, path: Path) -> Path:
        from PIL import Image

        tree = self.sway.tree()
        shot = self.camera.capture(Rect(0, 0, tree["rect"]["width"], tree["rect"]["height"])).pixels
        Image.fromarray(shot[:, :, ::-1]).save(path)
        return path


@contextmanager
def sway_desktop(
    size: str = "1280x1024", more: str = "", outputs: int = 1, *, x_programs: bool = False
) -> Iterator[SwayDesktop]:
    """`more`: lines of sway's configuration. Its programs have a session bus and a home of their own."""
    with desktop(wm="none") as desk, session(desk, size=size, more=more, outputs=outputs, x_programs=x_programs):
        yield SwayDesktop(desk.name, desk.home, desk.env, desk.server, desk.session_bus, desk.ending)


@contextmanager
def session(
    desk: Desktop, *, x_programs: bool, size: str = "1280x1024", more: str = "", outputs: int = 1
) -> Iterator[None]:
    """In it, programs of `desk` are in such a session. sway runs as nobody where we are root: it refuses to be that."""
    with tempfile.TemporaryDirectory(prefix="wayland-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "config").write_text(
            f"xwayland {'force' if x_programs else 'disable'}\n"
            f"output * resolution {size}\n"
            "default_border none\n"
            f"{more}\n"
            f"exec sh -c 'env > {folder}/part; mv {folder}/part {folder}/env'\n"
        )
        command = ["sway", "-c", str(folder / "config")]
        if root := os.getuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
        del desk.env["DISPLAY"]
        desk.env["XDG_SESSION_TYPE"] = "wayland"
        desk.start(command, env=HEADLESS | {"WLR_HEADLESS_OUTPUTS": str(outputs), "XDG_RUNTIME_DIR": name})
        wait_for((folder / "env").exists, what=f"sway: {(desk.home / f'{command[0]}.log').read_text()[-500:]}")
        told = dict(line.partition("=")[::2] for line in (folder / "env").read_text("utf-8").splitlines())
        desk.env |= {"WAYLAND_DISPLAY": str(folder / told["WAYLAND_DISPLAY"]), "SWAYSOCK": told["SWAYSOCK"]}
        desk.name = desk.env["WAYLAND_DISPLAY"]
        if x_programs:
            desk.name = desk.env["DISPLAY"] = told["DISPLAY"]
        with all_let_in(told["DISPLAY"]) if x_programs and root else nullcontext():
            yield


@contextmanager
def all_let_in(display: str) -> Iterator[None]:
    """Xwayland lets in only who sway runs as. While that one is connected: a server whose last client goes begins anew,
    and the window manager may come later than we.
    """
    context = multiprocessing.get_context("fork")
    done, over = context.Event(), context.Event()
    process = context.Process(target=let_all_in, args=(display, done, over))
    process.start()
    try:
        assert done.wait(60)
        yield
    finally:
        over.set()
        process.join(60)


def let_all_in(display: str, done: Event, over: Event) -> None:
    """In X's own words: nobody may not even be allowed to read python-xlib."""
    os.setgid(NOBODY)
    os.setuid(NOBODY)
    with socket.socket(socket.AF_UNIX) as server:
        server.connect(f"/tmp/.X11-unix/X{display.removeprefix(':')}")
        server.sendall(struct.pack("<2sHHHHxx", b"l\0", 11, 0, 0, 0))
        accepted = server.recv(1 << 16)
        assert accepted[0] == 1, accepted
        set_access_control, get_input_focus = struct.pack("<BBH", 111, 0, 1), struct.pack("<BBH", 43, 0, 1)
        server.sendall(set_access_control + get_input_focus)
        assert server.recv(32)
        done.set()
        over.wait()
