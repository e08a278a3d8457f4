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

from virtual import Desktop, wait_for

PROGRAMS = ("sway", "grim", "wl-copy", "Xwayland", "setpriv")
NOBODY = 65534
HEADLESS = {"WLR_BACKENDS": "headless", "WLR_RENDERER": "pixman", "WLR_LIBINPUT_NO_DEVICES": "1"}


def missing() -> str:
    """What is not there of all that is needed; empty when nothing is."""
    lacking = [name for name in PROGRAMS if not shutil.which(name)]
    return f"not installed: {', '.join(lacking)} (scripts/test.py installs them when run as root)" if lacking else ""


@contextmanager
def session(desk: Desktop, *, x_programs: bool) -> Iterator[None]:
    """In it, programs of `desk` are in such a session. sway runs as nobody where we are root: it refuses to be that."""
    with tempfile.TemporaryDirectory(prefix="wayland-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "config").write_text(
            f"xwayland {'force' if x_programs else 'disable'}\n"
            "output * resolution 1280x1024\n"
            "default_border none\n"
            f"exec sh -c 'env > {folder}/part; mv {folder}/part {folder}/env'\n"
        )
        command = ["sway", "-c", str(folder / "config")]
        if root := os.getuid() == 0:
            os.chown(folder, NOBODY, NOBODY)
            command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", *command]
        del desk.env["DISPLAY"]
        desk.env |= {"XDG_RUNTIME_DIR": name, "XDG_SESSION_TYPE": "wayland"}
        desk.start(command, env=HEADLESS)
        wait_for((folder / "env").exists, what=f"sway: {(desk.home / f'{command[0]}.log').read_text()[-500:]}")
        told = dict(line.partition("=")[::2] for line in (folder / "env").read_text("utf-8").splitlines())
        desk.env["WAYLAND_DISPLAY"] = told["WAYLAND_DISPLAY"]
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
