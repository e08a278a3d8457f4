"""A real Wayland session: sway without a screen, with or without X programs in it. `missing()` says what is lacking."""

import multiprocessing
import os
import shutil
import socket
import struct
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from multiprocessing.synchronize import Event
from pathlib import Path

import pytest
from virtual import Desktop, wait_for

from gridpilot.desktop.wayland.outputs import Outputs
from gridpilot.desktop.wayland.virtual_devices import KEYBOARDS, NEW_KEYBOARD, SEAT, VirtualPointer
from gridpilot.desktop.wayland.wire import Wire, milliseconds
from gridpilot.geometry import Point

PROGRAMS = ("sway", "foot", "grim", "wl-copy", "Xwayland", "setpriv")
NOBODY = 65534
HEADLESS = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}


def missing() -> str:
    """What is not there of all that is needed; empty when nothing is."""
    lacking = [name for name in PROGRAMS if not shutil.which(name)]
    return f"not installed: {', '.join(lacking)} (scripts/test.py installs them when run as root)" if lacking else ""


@contextmanager
def session(
    desk: Desktop, *, x_programs: bool, size: str = "1280x1024", more: str = "", outputs: int = 1
) -> Iterator[None]:
    """In it, programs of `desk` are in such a session; `more`: lines of sway's configuration. sway runs as nobody where
    we are root: it refuses to be that.
    """
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
        desk.env |= {"XDG_RUNTIME_DIR": name, "XDG_SESSION_TYPE": "wayland"}
        desk.start(command, env=HEADLESS | {"WLR_HEADLESS_OUTPUTS": str(outputs)})
        wait_for((folder / "env").exists, what=f"sway: {(desk.home / f'{command[0]}.log').read_text()[-500:]}")
        told = dict(line.partition("=")[::2] for line in (folder / "env").read_text("utf-8").splitlines())
        desk.env |= {name: told[name] for name in ("WAYLAND_DISPLAY", "SWAYSOCK")}
        if x_programs:
            desk.env["DISPLAY"] = told["DISPLAY"]
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


def copied(desk: Desktop, content: Path, kind: str) -> None:
    """As a program does that the user copies from; until the next one does."""
    desk.start(["wl-copy", "--foreground", "--type", kind], stdin=content.open("rb"))


NAMED = ("WAYLAND_DISPLAY", "XDG_RUNTIME_DIR", "XDG_SESSION_TYPE", "SWAYSOCK")


def enter(desk: Desktop, patch: pytest.MonkeyPatch) -> None:
    """From here on this process is in the session."""
    patch.delenv("DISPLAY", raising=False)
    for name in NAMED:
        patch.setenv(name, desk.env[name])


ROWS = {2: "1234567890", 16: "qwertyuiop", 30: "asdfghjkl", 44: "zxcvbnm"}
CODES = {sign: first + index for first, row in ROWS.items() for index, sign in enumerate(row)} | {
    "ctrl": 29, "alt": 56, "shift": 42, "super": 125, "escape": 1, "return": 28, "space": 57,
    "left": 105, "right": 106, "up": 103, "down": 108,
}  # fmt: skip
MASKS = {"shift": 1, "ctrl": 4, "alt": 8, "super": 64}
KEYMAP = b"""xkb_keymap { xkb_keycodes { include "evdev+aliases(qwerty)" }; xkb_types { include "complete" };
xkb_compat { include "complete" }; xkb_symbols { include "pc+us+inet(evdev)" }; };\0"""


class Hand:
    """The user's: a keyboard and a pointer of its own, which sway takes for real ones. `path`: sway's socket."""

    def __init__(self, path: str | None = None) -> None:
        self._wire = Wire(path)
        seat = self._wire.bind(SEAT, 5)
        self._keyboard = self._wire.make(None, self._wire.bind(KEYBOARDS, 1), NEW_KEYBOARD, "un", seat)
        file = os.memfd_create("keymap")
        os.write(file, KEYMAP)
        self._wire.request(self._keyboard, 0, "uu", 1, len(KEYMAP), file=file)
        os.close(file)
        self._outputs = Outputs(self._wire)
        self._pointer = VirtualPointer(self._wire, seat)
        self._wire.sync()

    def key(self, name: str, *, press: bool) -> None:
        self._wire.request(self._keyboard, 1, "uuu", milliseconds(), CODES[name], int(press))
        self._wire.sync()

    def tap(self, name: str) -> None:
        self.key(name, press=True)
        self.key(name, press=False)

    def hotkey(self, combination: str) -> None:
        """The modifiers are told, too, as a keyboard driver would."""
        *modifiers, key = combination.split("+")
        held = 0
        for each in modifiers:
            self.key(each, press=True)
            held |= MASKS[each]
            self._wire.request(self._keyboard, 2, "uuuu", held, 0, 0, 0)
        self.tap(key)
        for each in reversed(modifiers):
            self.key(each, press=False)
            held &= ~MASKS[each]
            self._wire.request(self._keyboard, 2, "uuuu", held, 0, 0, 0)
        self._wire.sync()

    def move(self, x: int, y: int) -> None:
        self._pointer.move(Point(x, y), self._outputs.current())
        self._wire.sync()

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        self._pointer.button(press=True)
        self._pointer.button(press=False)
        self._wire.sync()
