"""Virtual desktops: an X server of one's own, with window manager, layout and a hand that presses real keys.

For demo, tests and benches; everything that was started is ended, by its process group, when the `with` block ends.

    from virtual import desktop, nested, wait_for
    with desktop(size=(1280, 1024), wm="openbox", layout="fr") as desk:
        desk.start(["sgt-solo", "3x3:..."])             # on this display, in a home of its own
        window = desk.wait_window(class_name="Sgt-solo")
        desk.focus(window)
        desk.hand.hotkey("ctrl+alt+s")                   # keys by their place on a US keyboard, whatever the layout
        desk.hand.text("1a")                             # characters, by the present layout
        desk.screenshot(Path("board.png"))
    with desktop() as outer, nested(outer, wm="openbox") as desk:
        outer.hand.move(9, 9)                            # inside `desk` this is the user's mouse, no injected event

`python3 scripts/virtual.py --help` runs one command on such a desktop. Needs Xvfb, openbox or xfwm4, setxkbmap.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hand import Hand
from programs import end, private_home, wait_for
from Xlib import X
from Xlib.display import Display
from Xlib.error import XError
from Xlib.protocol.event import ClientMessage

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["Desktop", "desktop", "end", "nested", "wait_for"]
WINDOW_MANAGERS = ("openbox", "xfwm4", "none")


@dataclass
class Desktop:
    """A display and what runs on it. `env` is what its programs are started with; outputs go to `home/NAME.log`."""

    name: str
    home: Path
    env: dict[str, str]
    server: subprocess.Popen[bytes]
    session_bus: subprocess.Popen[bytes] | None = None
    ending: ExitStack = field(default_factory=ExitStack)

    def start(self, argv: Sequence[str], env: dict[str, str] | None = None, **popen: Any) -> subprocess.Popen[bytes]:
        """Starts a program on this desktop; it is ended with the desktop, newest first."""
        log = self.ending.enter_context((self.home / f"{Path(argv[0]).name}.log").open("ab"))
        options: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": log, "stderr": log, "cwd": self.home} | popen
        process = subprocess.Popen(argv, env=self.env | (env or {}), start_new_session=True, **options)
        self.ending.callback(end, process)
        return process

    @cached_property
    def hand(self) -> Hand:
        return Hand(self.name)

    @cached_property
    def display(self) -> Display:
        return Display(self.name)

    @property
    def root(self) -> Any:
        return self.display.screen().root

    def property(self, window: int, name: str) -> Any:
        """A property's value (text as str, numbers as a list), None when the window or the property is not there."""
        try:
            found = self._resource(window).get_full_property(self.display.intern_atom(name), X.AnyPropertyType)
        except XError:
            return None
        except AttributeError:  # python-xlib fell over an answer it cannot name, and waits forever for the next one
            del self.display
            return None
        if found is None:
            return None
        return found.value.decode(errors="replace") if isinstance(found.value, bytes) else list(found.value)

    def _resource(self, window: int) -> Any:
        return self.display.create_resource_object("window", window)

    def windows(self) -> list[int]:
        """Top-level windows that can be seen, lowest first; what a manager does not list yet is none, but its frame."""
        managed = self.property(self.root.id, "_NET_SUPPORTING_WM_CHECK")
        listed = self.property(self.root.id, "_NET_CLIENT_LIST") or []
        found = listed if managed else [child.id for child in self.root.query_tree().children]
        return [window for window in found if self._visible(window)]

    def _visible(self, window: int) -> bool:
        try:
            return bool(self._resource(window).get_attributes().map_state == X.IsViewable)
        except XError:
            return False

    def title(self, window: int) -> str:
        return self.property(window, "_NET_WM_NAME") or self.property(window, "WM_NAME") or ""

    def class_name(self, window: int) -> str:
        return (self.property(window, "WM_CLASS") or "\0").strip("\0").split("\0")[-1]

    def wait_window(self, title: str | None = None, class_name: str | None = None, limit: float = 40.0) -> int:
        """The id of the window with that exact title or class, as soon as it can be seen."""

        def found() -> int | None:
            for window in self.windows():
                if title in (None, self.title(window)) and class_name in (None, self.class_name(window)):
                    return window
            self._nudge_manager()
            return None

        return wait_for(found, limit, f"a window {title or ''} {class_name or ''} on {self.name}")

    def active(self) -> int:
        listed = self.property(self.root.id, "_NET_ACTIVE_WINDOW")
        return listed[0] if listed else getattr(self.display.get_input_focus().focus, "id", 0)

    def _nudge_manager(self) -> None:
        """A message that means nothing. A starting openbox may read a window's wish to be shown and then go to sleep
        over it, until anything else comes.
        """
        if self.property(self.root.id, "_NET_SUPPORTING_WM_CHECK"):
            self._ask_manager(self.root.id, "GRIDPILOT_NUDGE", [0, 0, 0, 0, 0])

    def _ask_manager(self, window: int, message: str, data: list[int]) -> None:
        event = ClientMessage(window=window, client_type=self.display.intern_atom(message), data=(32, data))
        self.root.send_event(event, event_mask=X.SubstructureRedirectMask | X.SubstructureNotifyMask)
        self.display.sync()

    def focus(self, window: int) -> None:
        """Gives the window the focus, as a task bar does, and waits until it has it.

        A window manager that is still busy with a new window may overrule the first request, so it is asked again.
        """

        def ask() -> bool:
            if self.property(self.root.id, "_NET_SUPPORTING_WM_CHECK"):
                self._ask_manager(window, "_NET_ACTIVE_WINDOW", [2, X.CurrentTime, 0, 0, 0])
            else:
                self._resource(window).set_input_focus(X.RevertToPointerRoot, X.CurrentTime)
            with suppress(TimeoutError):
                return wait_for(lambda: self.active() == window, 2)
            return False

        wait_for(ask, what=f"the focus of {window:#x}, {self.active():#x} has it")

    def close_window(self, window: int, *, wait: bool = True) -> None:
        """Closes a window as its X button does."""
        self._ask_manager(window, "_NET_CLOSE_WINDOW", [X.CurrentTime, 2, 0, 0, 0])
        if wait:
            wait_for(lambda: window not in self.windows(), what="the window to close")

    def move_window(self, window: int, x: int, y: int) -> None:
        self._resource(window).configure(x=x, y=y)
        self.display.sync()

    def area(self, window: int) -> tuple[int, int, int, int]:
        """The client area on the screen: x, y, width, height."""
        size = self._resource(window).get_geometry()
        at = self.root.translate_coords(window, 0, 0)
        return at.x, at.y, size.width, size.height

    def picture(self, window: int) -> bytes:
        """Its pixels, four bytes each."""
        shown = self._resource(window)
        size = shown.get_geometry()
        return bytes(shown.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF).data)

    def screenshot(self, path: Path) -> Path:
        from PIL import Image

        size = self.root.get_geometry()
        shot = self.root.get_image(0, 0, size.width, size.height, X.ZPixmap, 0xFFFFFFFF)
        if size.depth == 30:
            import numpy as np

            pixels = np.frombuffer(shot.data, "<u4").reshape(size.height, size.width)
            picture = Image.fromarray(np.stack([pixels >> right & 255 for right in (22, 12, 2)], -1).astype(np.uint8))
        else:
            raw = {16: "BGR;16", 24: "BGRX"}[size.depth]
            picture = Image.frombytes("RGB", (size.width, size.height), shot.data, "raw", raw)
        picture.save(path)
        return path

    def screen(self, number: int) -> Desktop:
        """Another X screen of this server, without what was started on this one; it ends with this one."""
        name = f"{self.name}.{number}"
        return Desktop(name, self.home, self.env | {"DISPLAY": name}, self.server, self.session_bus, self.ending)

    def layout(self, name: str) -> None:
        """Sets the keyboard layout: "us", "fr", "us,ru"; a new hand learns it."""
        subprocess.run(["setxkbmap", "-layout", name], env=self.env, check=True)
        if hand := self.__dict__.pop("hand", None):
            hand.close()

    def manager(self, name: str) -> None:
        """Starts a window manager, ready when it says so on the root window."""
        self.start([name])
        wait_for(lambda: self.property(self.root.id, "_NET_SUPPORTING_WM_CHECK"), what=name)

    def tray(self) -> None:
        """Starts a tray host (trayer); ready when it owns the tray selection."""
        self.start(["trayer", "--edge", "bottom", "--align", "right", "--width", "10", "--height", "24"])
        atom = self.display.intern_atom(f"_NET_SYSTEM_TRAY_S{self.display.get_default_screen()}")
        wait_for(lambda: self.display.get_selection_owner(atom), what="trayer")

    def compose(self, *looks: str) -> None:
        """Draws windows as many desktops do, by default with shadows, and fading."""
        self.start(["picom", "--backend", "xrender", *(looks or ("--shadow", "--fading"))])
        manager = self.display.intern_atom(f"_NET_WM_CM_S{self.display.get_default_screen()}")
        wait_for(lambda: self.display.get_selection_owner(manager), what="picom")

    def bus(self) -> None:
        """Starts a session bus for the programs of this desktop."""
        command = ["dbus-daemon", "--session", "--nofork", "--print-address"]
        self.session_bus = self.start(command, stdout=subprocess.PIPE)
        assert self.session_bus.stdout is not None
        self.env["DBUS_SESSION_BUS_ADDRESS"] = self.session_bus.stdout.readline().decode().strip()


@contextmanager
def _desktop(server: Sequence[str], on: str, wm: str, layout: str, *, tray: bool, bus: bool) -> Iterator[Desktop]:
    with tempfile.TemporaryDirectory(prefix="desk-", ignore_cleanup_errors=True) as folder, ExitStack() as stack:
        home = Path(folder)
        env = private_home(home)
        read, write = os.pipe()
        log = stack.enter_context((home / "server.log").open("wb"))
        argv = [*server, "-displayfd", str(write), "-ac", "-noreset", "-nolisten", "tcp", "-fp", "built-ins"]
        process = subprocess.Popen(
            argv, env=env | ({"DISPLAY": on} if on else {}), pass_fds=[write], stderr=log, start_new_session=True
        )
        stack.callback(end, process)
        os.close(write)
        with os.fdopen(read) as ready:
            number = ready.readline().strip()
        if not number:
            raise RuntimeError(f"{server[0]} did not start: {(home / 'server.log').read_text()}")
        env["DISPLAY"] = f":{number}"
        desk = Desktop(f":{number}", home, env, process)
        stack.callback(desk.ending.close)
        desk.layout(layout)
        if bus:
            desk.bus()
        if wm != "none":
            desk.manager(wm)
        if tray:
            desk.tray()
        yield desk


@contextmanager
def desktop(
    size: tuple[int, int] = (1280, 1024),
    wm: str = "openbox",
    layout: str = "us",
    *,
    tray: bool = False,
    bus: bool = True,
    depth: int = 24,
    screens: int = 1,
) -> Iterator[Desktop]:
    """A virtual desktop on an Xvfb with a free display number; its window manager and tray are on the first screen."""
    size_and_depth = f"{size[0]}x{size[1]}x{depth}"
    server = ["Xvfb", *(word for number in range(screens) for word in ("-screen", str(number), size_and_depth))]
    with _desktop(server, "", wm, layout, tray=tray, bus=bus) as desk:
        yield desk


@contextmanager
def nested(
    outer: Desktop,
    size: tuple[int, int] = (1280, 1024),
    wm: str = "openbox",
    layout: str = "us",
    *,
    tray: bool = False,
    bus: bool = True,
) -> Iterator[Desktop]:
    """A desktop in a window of `outer` (started with wm="none"): outer.hand is its user's own keyboard and mouse."""
    server = ["Xephyr", "-screen", f"{size[0]}x{size[1]}", "-no-host-grab"]
    with _desktop(server, outer.name, wm, layout, tray=tray, bus=bus) as desk:
        yield desk


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", default="1280x1024")
    parser.add_argument("--wm", choices=WINDOW_MANAGERS, default="openbox")
    parser.add_argument("--layout", default="us")
    parser.add_argument("--tray", action="store_true")
    parser.add_argument("--screenshot", type=Path, help="write the screen to this PNG file at the end")
    parser.add_argument("command", nargs="+", help="the desktop ends with it")
    given = parser.parse_args()
    width, height = (int(part) for part in given.size.split("x"))
    with desktop((width, height), given.wm, given.layout, tray=given.tray) as desk:
        code = subprocess.run(given.command, env=desk.env, check=False).returncode
        if given.screenshot:
            desk.screenshot(given.screenshot)
    return code


if __name__ == "__main__":
    sys.exit(main())
