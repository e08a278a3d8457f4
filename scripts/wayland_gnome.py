"""A whole GNOME without a screen, and gridpilot in it; run by scripts/wayland_desktops.py inside its Debian.

Mutter's own RemoteDesktop and ScreenCast are the user's hand and eye: they see the portal's real dialog and click it.
What stands on a board is asked of GNOME Sudoku itself, by what it saves. The logind that GNOME Shell asks for is a mock
on a bus of its own.
"""

from __future__ import annotations

import contextlib
import json
import os
import shlex
import socket
import struct
import subprocess
import sys
import time
import zlib
from dataclasses import dataclass
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from dbus_fast import Variant

from gridpilot.desktop.portal.bus import PROPERTIES, Bus, BusError
from gridpilot.desktop.portal.pipewire import Picture, Stream
from gridpilot.desktop.portal.requests import APPLICATION
from gridpilot.errors import EnvironmentFault

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

REMOTE, CAST = "org.gnome.Mutter.RemoteDesktop", "org.gnome.Mutter.ScreenCast"
DISPLAY, DISPLAY_PATH = "org.gnome.Mutter.DisplayConfig", "/org/gnome/Mutter/DisplayConfig"
PORTALS = {
    "org.freedesktop.impl.portal.desktop.gnome": "/usr/libexec/xdg-desktop-portal-gnome",
    "org.freedesktop.portal.Desktop": "/usr/libexec/xdg-desktop-portal",
}
"""Names on the bus, and who owns them. In this order: started at once, they leave a portal of settings only."""
LEFT = 0x110  # the kernel's BTN_LEFT
ESCAPE, CTRL, S, ALT, F4, F12 = 1, 29, 31, 56, 62, 88  # the kernel's codes
SIZE = 1280, 1024
LARGE, SECOND = (2560, 2048), (1024, 768)
HELD = 0.06  # s; GTK 4 takes no switch for clicked that is pressed and let go of at once
LOOKS, REST = 0.1, 1.0  # s
BOARD = 260, 840  # rows
WINDOW = 5000  # so much of it differs once a window is there
DIGITS = 200  # so much of the picture differs once some digits have come
ACCENT = 140  # by so much is a button that stands out, and not the desktop's picture
BLUE = 60  # by so much more blue than red is what GNOME draws as chosen
GIVENS = "8.......6..32.61..7.2...9.82.7.3.4.9..87.46......2......93.57...75...36...4...2.."
SOLUTION = "841973526593286147762451938257638419938714652416529873629345781175892364384167295"
HANDS: tuple[tuple[str, dict[str, Any], str], ...] = (
    ("modifiers let go of first", {"forwards": True}, SOLUTION),
    ("held for 0.8 s", {"held": 0.8}, SOLUTION),
    ("held for 2.5 s", {"held": 2.5}, GIVENS),
)
"""How a hotkey is pressed, and what is on the board then: nothing is typed while it is held."""
FILLS, KEYS, STOPS, LIMIT = 18, 6, 4, 60.0
LATER = 0.03  # s from one stop's place in the fill to the next one's
PAGES = {
    "fields": {"cells": "input"},
    "keys after a click": {"arrows": 0},
    "keys and arrows": {},
    "a pad": {"pad": "row", "order": "cell"},
    "digits in a menu": {"menu": "row", "keys": "none"},
}
"""Kinds of pages, by the query of tests/pages/kinds.html; the last two are to be left alone."""
LEFT_ALONE = "a pad", "digits in a menu"
CHROMIUM = (
    "chromium --no-sandbox --test-type --disable-gpu --no-first-run --disable-background-networking --disable-sync "
    "--disable-component-update --ozone-platform=wayland --remote-debugging-port=0 --window-size=1000,900"
).split()
PLAYED, MOVES, SIDE = 3, 40, 9
DAEMON = ("/usr/libexec/gsd-media-keys",)
ROOT = Path(__file__).parents[1]
FOLDER = Path(os.environ["HOME"]).parent
sys.path[:0] = [str(ROOT / "scripts"), str(ROOT / "tests/desktop")]
from cdp import Page  # noqa: E402

GRIDPILOT = (sys.executable, "-m", "gridpilot")


@dataclass(frozen=True, slots=True)
class Dialog:
    """The places of GNOME's question on a monitor of that size: two buttons, a place beside Share's word, and one that
    the switch colours once it is on. `stop` is the sign of a shared screen. `remembers`: by a token.
    """

    share: tuple[int, int]
    beside: tuple[int, int]
    switch: tuple[int, int]
    on: tuple[int, int]
    stop: tuple[int, int]
    remembers: bool = True


DIALOGS = {
    43: Dialog((853, 401), (820, 401), (830, 600), (813, 600), (1192, 15), remembers=False),
    48: Dialog((921, 300), (940, 310), (896, 434), (886, 434), (1213, 15)),
}
CHOICE = (739, 660)  # GNOME 48's picture of the right one of two monitors
PARTS_OF = {43: ("fills", "keys", "tiles", "stops")}
"""The parts where not all are: GNOME 43 has no dialog for keys."""


@cache
def version() -> int:
    """Of the GNOME that is here."""
    told = subprocess.check_output(["gnome-shell", "--version"], text=True)
    return int(told.split()[2].partition(".")[0])


def wait_for(what: str, seen: Callable[[], Any], limit: float = 30.0, looks: float = LOOKS) -> Any:
    until = time.monotonic() + limit
    while not (found := seen()):
        if time.monotonic() > until:
            raise TimeoutError(f"{what}: not within {limit:.0f} s")
        time.sleep(looks)
    return found


@contextlib.contextmanager
def program(*words: str, name: str = "", **environment: str) -> Iterator[subprocess.Popen[bytes]]:
    log = (FOLDER / f"{name or Path(words[0]).name}.log").open("wb")
    process = subprocess.Popen(words, stdout=log, stderr=log, env=os.environ | environment)
    try:
        yield process
    finally:
        process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(5)
        process.kill()
        process.wait()


@contextlib.contextmanager
def logind() -> Iterator[None]:
    """GNOME Shell needs one, with the user's session."""
    words = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    bus = subprocess.Popen(words, stdout=subprocess.PIPE)
    assert bus.stdout
    os.environ["DBUS_SYSTEM_BUS_ADDRESS"] = bus.stdout.readline().decode().strip()
    os.environ["XDG_SESSION_ID"] = "1"
    asked = ["gdbus", "call", "--system", "-d", "org.freedesktop.login1", "-o", "/org/freedesktop/login1"]
    asked += ["-m", "org.freedesktop.DBus.Mock.AddSession", "1", "seat0", str(os.getuid()), "nobody", "true"]
    try:
        with program("/usr/bin/python3", "-m", "dbusmock", "--system", "-t", "logind", name="logind"):
            wait_for("logind", lambda: subprocess.run(asked, capture_output=True).returncode == 0)
            yield
    finally:
        bus.terminate()
        bus.wait()


@contextlib.contextmanager
def gnome(*monitors: tuple[int, int]) -> Iterator[User]:
    """The session, with its portals, and its user, who sees the first of the monitors."""
    runtime = Path(os.environ["XDG_RUNTIME_DIR"])
    with contextlib.ExitStack() as stack:
        enter = stack.enter_context
        enter(logind())
        enter(program("pipewire"))
        wait_for("PipeWire", (runtime / "pipewire-0").is_socket)
        enter(program("wireplumber"))
        sizes = [word for size in monitors for word in ("--virtual-monitor", "x".join(map(str, size)))]
        enter(program("gnome-shell", "--headless", *sizes, "--no-x11"))
        wait_for("GNOME Shell", (runtime / "wayland-0").is_socket)
        os.environ["WAYLAND_DISPLAY"] = "wayland-0"
        told = ["WAYLAND_DISPLAY", "XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE"]
        subprocess.run(["dbus-update-activation-environment", *told], check=True)
        bus = Bus()
        stack.callback(bus.close)
        wait_for("Mutter", lambda: bus.has_owner(REMOTE) and bus.has_owner("org.gnome.Shell"))
        user = wait_for("Mutter's hand", partial(hand, bus))  # on a busy machine its first answer comes late
        stack.callback(user.close)
        for name, path in PORTALS.items():
            enter(program(path))
            wait_for(name, lambda name=name: owned(bus, name))
        user.press(ESCAPE)  # leaves the overview
        yield user


def hand(bus: Bus) -> User | None:
    with contextlib.suppress(BusError, TimeoutError):
        return User(bus)
    return None


def owned(bus: Bus, name: str) -> bool:
    return bool(
        bus.call("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "NameHasOwner", "s", name)[0]
    )


class User:
    """Sees the whole screen, moves the mouse, presses keys: by the compositor's own hand."""

    def __init__(self, bus: Bus) -> None:
        self.has_agreed = self.chooses = False  # `chooses`: between two monitors
        self._bus = bus
        self._open()

    def _open(self) -> None:
        bus = self._bus
        (self._remote,) = bus.call(REMOTE, "/" + REMOTE.replace(".", "/"), REMOTE, "CreateSession")
        (number,) = bus.call(
            self._remote and REMOTE, self._remote, PROPERTIES, "Get", "ss", f"{REMOTE}.Session", "SessionId"
        )
        options = {"remote-desktop-session-id": Variant("s", number.value)}
        (cast,) = bus.call(CAST, "/" + CAST.replace(".", "/"), CAST, "CreateSession", "a{sv}", options)
        monitor = {"cursor-mode": Variant("u", 0)}
        (self._stream,) = bus.call(CAST, cast, f"{CAST}.Session", "RecordMonitor", "sa{sv}", "", monitor)
        nodes: list[int] = []
        bus.hear(self._stream, "PipeWireStreamAdded", lambda body: nodes.append(body[0]))
        self._do("Start")
        (self._node,) = wait_for("Mutter's stream", lambda: nodes)
        self._open_eye()

    def _open_eye(self) -> None:
        self._eye = wait_for("a picture", partial(self._stream_of, self._node))  # WirePlumber may just have started

    @contextlib.contextmanager
    def looks_away(self) -> Iterator[None]:
        """For each picture that somebody sees Mutter draws its screen once more, here without a GPU."""
        self._eye.close()
        try:
            yield
        finally:
            self._open_eye()

    def _stream_of(self, node: int) -> Stream | None:
        line = socket.socket(socket.AF_UNIX)
        line.connect(f"{os.environ['XDG_RUNTIME_DIR']}/pipewire-0")
        self.move(5, 5)
        try:
            return Stream(line.detach(), node)
        except EnvironmentFault:
            return None

    def _do(self, member: str, signature: str = "", *body: Any) -> None:
        self._bus.call(REMOTE, self._remote, f"{REMOTE}.Session", member, signature, *body)

    def press(self, *codes: int, held: float = 0.0, forwards: bool = False) -> None:
        """Together, as a chord, for so many seconds; `forwards`: what was pressed first is let go of first."""
        for code in codes:
            self._do("NotifyKeyboardKeycode", "ub", code, True)
        time.sleep(held)
        for code in codes if forwards else codes[::-1]:
            self._do("NotifyKeyboardKeycode", "ub", code, False)

    @property
    def spare(self) -> tuple[int, int]:
        """Half of what the monitor is wider and higher than usual: what stands in its middle is so much farther."""
        return (self._eye.size[0] - SIZE[0]) // 2, (self._eye.size[1] - SIZE[1]) // 2

    def move(self, x: int, y: int) -> None:
        self._do("NotifyPointerMotionAbsolute", "sdd", self._stream, float(x), float(y))

    def click(self, x: int, y: int) -> None:
        self.move(x, y)
        time.sleep(0.15)
        self._do("NotifyPointerButton", "ib", LEFT, True)
        time.sleep(HELD)
        self._do("NotifyPointerButton", "ib", LEFT, False)

    def click_in_the_middle(self, x: int, y: int) -> None:
        """At a place that is said for a monitor of the usual size."""
        self.click(x + self.spare[0], y + self.spare[1])

    def sees(self) -> Picture:
        until = time.monotonic() + 5.0  # there is none for a moment where the monitor has just changed
        while True:
            try:
                return self._eye.picture(0, self._eye.size[1])
            except EnvironmentFault:
                if time.monotonic() > until:
                    raise
                time.sleep(LOOKS)

    def sees_board(self) -> bytes:
        """The rows of the window's board."""
        picture, (_, down) = self.sees(), self.spare
        return picture.content[(BOARD[0] + down) * picture.stride : (BOARD[1] + down) * picture.stride]

    def sees_blue(self, x: int, y: int) -> bool:
        picture, (right, down) = self.sees(), self.spare
        at = (y + down) * picture.stride + 4 * (x + right)
        return picture.content[at] - picture.content[at + 2] > BLUE

    def sees_button(self) -> tuple[int, int] | None:
        """The middle of the one that stands out, in a dialog in the middle of the screen."""
        picture = self.sees()
        found = [
            (x, y)
            for y in range(200, 800, 4)
            for x in range(300, 980, 4)
            if picture.content[(at := y * picture.stride + 4 * x)] - picture.content[at + 2] > ACCENT
        ]
        return tuple(sum(each) // len(found) for each in zip(*found, strict=True)) if len(found) > 20 else None

    def rests(self) -> None:
        """Waits until nothing changes where boards are; above them some games have a clock."""
        before, since = self.sees_board(), time.monotonic()
        until = since + LIMIT
        while time.monotonic() - since < REST:
            time.sleep(LOOKS)
            if (now := self.sees_board()) != before:
                before, since = now, time.monotonic()
            if since > until:
                self.keep("unrest")
                raise TimeoutError("the screen does not come to rest")

    def keep(self, name: str) -> None:
        """What is seen, as a file."""
        picture = self.sees()
        height = len(picture.content) // picture.stride
        rows = [picture.content[y * picture.stride :][: 4 * picture.width] for y in range(height)]
        lines = b"".join(b"\0" + bytes(v for x in range(0, len(row), 4) for v in row[x : x + 3][::-1]) for row in rows)
        head = struct.pack(">IIBBBBB", picture.width, height, 8, 2, 0, 0, 0)
        parts = ((b"IHDR", head), (b"IDAT", zlib.compress(lines, 1)), (b"IEND", b""))
        chunks = (struct.pack(">I", len(d)) + k + d + struct.pack(">I", zlib.crc32(k + d)) for k, d in parts)
        (FOLDER / f"{name}.png").write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(chunks))

    def consents(self, ended: Callable[[], object] = lambda: None) -> None:
        """Answers the dialog as a user does: switches on "Allow Remote Interaction", and presses Share. `ended`: who
        asks did not, in the end.
        """
        asks = DIALOGS[version()]
        wait_for("the dialog", lambda: self.sees_blue(*asks.beside) or ended() is not None)  # beside its button's text
        if ended() is not None:
            return
        time.sleep(0.5)
        self.keep("dialog")
        for _ in range(5):  # a click may be swallowed
            if self.sees_blue(*asks.on):
                break
            self.click_in_the_middle(*asks.switch)
            time.sleep(0.6)
        if self.chooses:
            self.click_in_the_middle(*CHOICE)
            time.sleep(REST)
            self.keep("choice")
        self.click_in_the_middle(*asks.share)
        self.has_agreed = asks.remembers

    def arrange(self, scale: float = 1.0) -> None:
        """The first monitor, in that scale, to the right of the others. What watches it is told nothing more after
        that, and opened anew.
        """
        self.close()
        self._do("Stop")
        serial, monitors, *_rest = self._bus.call(DISPLAY, DISPLAY_PATH, DISPLAY, "GetCurrentState")
        wanted: list[list[Any]] = []
        left = 0
        for (name, *_), modes, _ in monitors[::-1]:
            mode = next(each for each in modes if each[6].get("is-current"))
            near = min(mode[5], key=lambda each: abs(each - scale))
            wanted.append([left, 0, near, 0, len(wanted) == len(monitors) - 1, [[name, mode[0], {}]]])
            left += round(mode[1] / near)
        signature = "uua(iiduba(ssa{sv}))a{sv}"
        self._bus.call(DISPLAY, DISPLAY_PATH, DISPLAY, "ApplyMonitorsConfig", signature, serial, 1, wanted, {})
        print(f"scale {near}, {left} wide", flush=True)
        time.sleep(REST)
        self._open()

    def reopen(self) -> None:
        """After the desktop ended it."""
        self._open()

    def close(self) -> None:
        self._eye.close()


@contextlib.contextmanager
def sudoku(user: User) -> Iterator[Callable[[], str]]:
    """GNOME Sudoku with that puzzle; what is yielded asks it for its board, once."""
    data = FOLDER / "home/.local/share/gnome-sudoku"
    for file in data.rglob("*"):
        if file.is_file():
            file.unlink()
    data.mkdir(parents=True, exist_ok=True)
    cells = [
        {"position": divmod(i, 9), "value": int(digit), "fixed": True, "earmarks": []}
        for i, digit in enumerate(GIVENS)
        if digit != "."
    ]
    told = {"difficulty_category": "Easy Difficulty", "time_elapsed": 0.0, "cells": cells}
    (data / "savefile").write_text(json.dumps(told))
    user.rests()  # the window before may not be gone yet
    before = user.sees_board()
    with program("/usr/games/gnome-sudoku") as game:
        wait_for("GNOME Sudoku", lambda: differing(before, user.sees_board()) > WINDOW)
        user.rests()

        def board() -> str:
            if not [*data.glob("finished/*")]:
                (data / "savefile").unlink(missing_ok=True)
                user.press(ALT, F4)
                wait_for("its end", lambda: game.poll() is not None or [*data.glob("finished/*")])
            files = [*data.glob("finished/*"), *data.glob("savefile")]
            if not files:
                return GIVENS
            saved = json.loads(files[0].read_text())
            found = ["."] * 81
            for cell in saved["cells"]:
                row, column = cell["position"]
                found[9 * row + column] = str(cell["value"] or ".")
            return "".join(found)

        yield board


def agree(user: User) -> None:
    """Has the dialog come and go over a window that is not taken for it."""
    if not user.has_agreed:
        with sudoku(user):
            solves(user)


def solves(user: User, *words: str, verb: str = "solve") -> dict[str, Any]:
    """`gridpilot solve`, as a key of the desktop starts it; the first time its user is asked."""
    process = asking(user, verb, "--json", *words)
    with user.looks_away():
        told = process.communicate(timeout=60)[0].decode()
    user.keep(f"after-{time.monotonic():.0f}")
    return {"exit": process.returncode, **json.loads(told.splitlines()[-1])} if told else {"exit": process.returncode}


def asking(user: User, *words: str) -> subprocess.Popen[bytes]:
    """A job that has begun, its user having been asked where that has to be."""
    process = subprocess.Popen([*GRIDPILOT, *words], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL)
    if not user.has_agreed:
        user.consents(process.poll)
    return process


def pressed(user: User, answer: Callable[[], None] = lambda: None, **how: Any) -> dict[str, Any]:
    """Ctrl+Alt+S, as `gridpilot bind` has told GNOME; what became of the job."""
    before = last()
    begun = time.monotonic()
    user.press(CTRL, ALT, S, **how)
    answer()
    with user.looks_away():
        told = wait_for("the job's end", lambda: (now := last()) != before and now, LIMIT)
    return {"seconds": round(time.monotonic() - begun, 2), **told}


def hands(user: User, sudoku: Callable[[User], contextlib.AbstractContextManager[Callable[[], str]]]) -> None:
    """The hotkey, as some let go of it."""
    for what, how, left in HANDS:
        with sudoku(user) as board:
            report = pressed(user, **how)
            tell(what, board() == left, told_of(report))


def last() -> dict[str, Any]:
    """What became of the latest job, by its record: a process that asks would slow the job down."""
    records = (FOLDER / "home/.local/state/gridpilot").glob("*/*/outcome.json")
    newest = max(records, key=lambda file: file.stat().st_mtime_ns, default=None)
    told: dict[str, Any] = json.loads(newest.read_text()) if newest else {}
    return told


def fills(user: User) -> None:
    """The first job asks once, the next not at all, and each is asked of the game."""
    for number in range(FILLS):
        with sudoku(user) as board:
            report = solves(user)
            found = board()
            tell(f"solve {number}", *verified(report, found))


def keys(user: User) -> None:
    """GNOME's own shortcut starts the resident program, which does the rest."""
    with program(*DAEMON, name="media-keys"):
        bound = subprocess.run([*GRIDPILOT, "bind", "--yes"], capture_output=True, text=True)
        tell("bind", bound.returncode == 0, bound.stdout + bound.stderr)
        with resident():
            print(subprocess.run([*GRIDPILOT, "status"], capture_output=True, text=True).stdout)
            for name, answer in {"key": lambda: user.has_agreed or user.consents(), "key again": lambda: None}.items():
                with sudoku(user) as board:
                    report = pressed(user, answer)
                    tell(name, board() == SOLUTION, told_of(report))
        undone = subprocess.run([*GRIDPILOT, "bind", "--undo"], capture_output=True, text=True)
        tell("undo", undone.returncode == 0, undone.stdout + undone.stderr)


def tiles(user: User) -> None:
    """GNOME 2048 is played; it writes its board as it ends."""
    save = FOLDER / "home/.local/share/gnome-2048/saved"
    save.parent.mkdir(parents=True, exist_ok=True)
    for number in range(PLAYED):
        save.write_text("4 4\n2 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 4\n0\n")
        before = user.sees_board()
        with program("/usr/games/gnome-2048") as game:
            wait_for("GNOME 2048", lambda seen=before: differing(seen, user.sees_board()) > WINDOW)
            user.rests()
            report = solves(user, "--moves", str(MOVES), verb="play")
            user.rests()
            user.press(ALT, F4)
            wait_for("its end", lambda: game.poll() is not None)
        numbers = [int(word) for word in save.read_text().split()[2:]]
        well = report.get("moves") == MOVES and sum(numbers[:16]) >= 6 + 2 * MOVES
        tell(f"2048 {number}", well, told_of(report), f"the game has {numbers[:16]}, {numbers[16]} points")
        user.rests()


@contextlib.contextmanager
def page(user: User, name: str, **query: Any) -> Iterator[Page]:
    """A page of tests/pages in Chromium, a program that GNOME tells nobody of."""
    folder, before = FOLDER / f"chromium-{time.monotonic():.0f}", user.sees_board()
    url = f"{(ROOT / 'tests/pages' / name).as_uri()}?{urlencode(query)}"
    with program(*CHROMIUM, f"--user-data-dir={folder}", url, name="chromium"):
        shown = Page(folder)
        wait_for("the page", lambda: shown.ask("!!(window.board || window.truth)"), LIMIT)
        wait_for("its window", lambda: differing(before, user.sees_board()) > WINDOW)
        user.rests()
        yield shown
    user.rests()


def pages(user: User) -> None:
    """Sudokus and a 2048 in a browser: a program that nobody knows by name. Usual ways are proven, no others tried."""
    agree(user)
    for kind, query in PAGES.items():
        for number in range(PLAYED):
            with page(user, "kinds.html", puzzle=GIVENS, solution=SOLUTION, **query) as shown:
                report = solves(user)
                found, mistakes = shown.ask("window.board()").replace("0", "."), shown.ask("window.mistakes")
            alone = kind in LEFT_ALONE
            well, *words = (
                (report.get("outcome") == "blocked" and found == GIVENS, told_of(report), "")
                if alone
                else (verified(report, found))
            )
            tell(f"{kind} {number}", well and not mistakes, *words, f"{mistakes} mistakes")
    for number in range(PLAYED):
        with page(user, "2048-tiles.html") as shown:
            report = solves(user, "--moves", str(MOVES), verb="play")
            user.rests()
            made = len(shown.ask("window.truth()")["moves"])
        tell(f"2048 in a page {number}", report.get("moves") == MOVES == made, told_of(report), f"{made} moves")


def terminal(user: User) -> None:
    """nudoku in foot: nobody tells that it is what has the focus, so it is left alone, and that is said."""
    file = FOLDER / "terminal.txt"
    pipe = f'key-bindings.pipe-visible=[sh -c "cat > {file}.new && mv {file}.new {file}"] F12'
    for number in range(PLAYED):
        before = user.sees_board()
        words = ["foot", "-o", "font=DejaVu Sans Mono:size=11", "-o", pipe, "nudoku", "-s", GIVENS]
        with program(*words):
            wait_for("foot", lambda seen=before: differing(seen, user.sees_board()) > WINDOW)
            user.rests()
            user.keep("terminal")
            report = solves(user)
            file.unlink(missing_ok=True)
            user.press(F12)
            text = wait_for("foot's text", lambda: file.exists() and file.read_text())
        well = report.get("outcome") == "blocked" and terminal_board(text) == GIVENS
        tell(f"nudoku {number}", well, told_of(report), terminal_board(text))
        user.rests()


def terminal_board(text: str) -> str:
    rows = [line.split("│")[1:10] for line in text.splitlines() if line.count("│") > SIDE]
    return "".join(cell.strip() or "." for row in rows for cell in row)


@contextlib.contextmanager
def installed() -> Iterator[None]:
    """The .desktop file, as `gridpilot install` writes it; GNOME's portal takes keys for no program without one."""
    folder = FOLDER / "home/.local/share/applications"
    folder.mkdir(parents=True, exist_ok=True)
    entry = folder / f"{APPLICATION}.desktop"
    text = (ROOT / "daemon/gridpilot/share/applications" / entry.name).read_text()
    entry.write_text(text.replace("Exec=gridpilot", f"Exec={shlex.join(GRIDPILOT)}"))
    yield
    entry.unlink()


@contextlib.contextmanager
def resident() -> Iterator[None]:
    with program(*GRIDPILOT, "run", name="resident"):
        wait_for("gridpilot", lambda: subprocess.run([*GRIDPILOT, "status"], capture_output=True).returncode == 0)
        yield
        subprocess.run([*GRIDPILOT, "quit"], capture_output=True)


def live() -> list[str]:
    """The actions whose keys work."""
    done = subprocess.run([*GRIDPILOT, "status", "--json"], capture_output=True, text=True)
    return [key["action"] for key in json.loads(done.stdout)["hotkeys"] if key["live"]]


def dialog(user: User) -> None:
    """GNOME's own dialog for keys: opened by `gridpilot bind` alone, and what it has agreed to lasts."""
    with installed(), resident():
        tell("no key before", not live() and user.sees_button() is None)
        for press, code in {"Cancel": 3, "Add": 0}.items():
            words = [*GRIDPILOT, "bind"]
            binding = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            at = wait_for("GNOME's dialog", user.sees_button)
            time.sleep(REST)
            user.keep(f"keys-{press}")
            if press == "Add":
                user.click(*at)
            else:
                user.press(ESCAPE)
            told = binding.communicate(timeout=LIMIT)[0]
            tell(press, binding.returncode == code, told.strip().replace("\n", " "))
        user.rests()
        tell("keys", "solve" in live(), str(live()))
        with sudoku(user) as board:  # for GNOME it is another program, now that it has a name
            report = pressed(user, user.consents)
            tell("key", board() == SOLUTION, told_of(report))
    with installed(), resident():
        time.sleep(REST)
        tell("at the next login", "solve" in live() and user.sees_button() is None, str(live()))
        for number in range(KEYS):
            with sudoku(user) as board:
                report = pressed(user)
                tell(f"key {number}", board() == SOLUTION, told_of(report))
        hands(user, sudoku)
        undone = subprocess.run([*GRIDPILOT, "bind", "--undo"], capture_output=True, text=True)
        wait_for("no keys", lambda: not live())
        tell("undo", undone.returncode == 0, undone.stdout + undone.stderr)
        before = last()
        user.press(CTRL, ALT, S)
        time.sleep(2 * REST)
        tell("no key after", last() == before)
    user.has_agreed = False  # without its name it is another one again


def scales(user: User, *wanted: float) -> None:
    """Monitors of other scales, as GNOME's settings make them; clicks must come where they are meant."""
    agree(user)  # the dialog's places are those of scale 1
    for scale in wanted:
        user.arrange(scale)
        user.rests()
        with sudoku(user) as board:
            user.keep(f"scale-{scale}")
            report = solves(user)
            found = board()
            tell(f"scale {scale}", *verified(report, found))
    user.arrange()


def monitors(user: User) -> None:
    """A board on the right one of two; its user chooses that one."""
    user.arrange()
    user.rests()
    user.chooses = True
    for number in range(PLAYED):
        with sudoku(user) as board:
            report = solves(user)
            found = board()
            tell(f"two monitors {number}", *verified(report, found))


def stops(user: User) -> None:
    """The user's mouse, and GNOME's stop button, in the middle of a fill: nothing follows, and no digit is wrong."""

    def mouse() -> None:
        for step in range(10):
            user.move(100 + 20 * step, 900)

    def button() -> None:
        with contextlib.suppress(BusError):  # this hand's own session ends as the button goes down
            user.click(*DIALOGS[version()].stop)
        user.close()
        time.sleep(REST)
        user.reopen()

    agree(user)
    hands = {f"{what} {number}": act for number in range(STOPS) for what, act in (("mouse", mouse), ("button", button))}
    for number, (what, act) in enumerate(hands.items()):
        with sudoku(user) as board:
            empty = user.sees_board()
            process = asking(user, "solve", "--json")
            wait_for("no dialog", lambda seen=empty: differing(seen, user.sees_board()) < DIGITS, looks=0)
            wait_for("the first digits", partial(begun_to_fill, user, process, empty))
            time.sleep(number * LATER)
            act()
            report = json.loads(process.communicate(timeout=LIMIT)[0].decode().splitlines()[-1])
            user.keep(what.replace(" ", "-"))
            tell_stop(what, report, board())


def tell_stop(what: str, report: dict[str, Any], found: str, *more: str) -> None:
    """How a fill ended in whose middle somebody stopped it, by the board that is left: no digit may be wrong."""
    entered = sum(one != other for one, other in zip(found, GIVENS, strict=True))
    wrong = sum(one not in {".", other} for one, other in zip(found, SOLUTION, strict=True))
    ended = report.get("outcome") == "stopped" or report.get("error", {}).get("title") == "No longer shared"
    well = not wrong and entered < GIVENS.count(".") and ended
    tell(what, well, told_of(report), report.get("reason") or "", f"{entered} entered, {wrong} wrong", *more)


def begun_to_fill(user: User, process: subprocess.Popen[bytes], empty: bytes) -> bool:
    """Or ended."""
    return process.poll() is not None or differing(empty, user.sees_board()) > DIGITS


def differing(one: bytes, other: bytes) -> int:
    """How many of each hundredth byte."""
    return sum(a != b for a, b in zip(one[::100], other[::100], strict=True))


def verified(report: dict[str, Any], found: str) -> tuple[bool, str, str]:
    """Whether gridpilot says so, and the game, too; and in words."""
    right = sum(one == other for one, other in zip(found, SOLUTION, strict=True))
    return right == 81 and report.get("outcome") == "verified", told_of(report), f"{right} of 81"


def told_of(report: dict[str, Any]) -> str:
    return json.dumps({key: report[key] for key in ("outcome", "sentence", "seconds", "ms", "error") if key in report})


FAILED: list[str] = []


def tell(what: str, well: bool, *words: str) -> None:
    print(f"{'ok' if well else 'FAILED':7} {what}: {' '.join(words)}", flush=True)
    FAILED.extend([what] * (not well))


PARTS = {
    "fills": fills,
    "keys": keys,
    "dialog": dialog,
    "tiles": tiles,
    "pages": pages,
    "terminal": terminal,
    "scales": lambda user: scales(user, 1.25, 1.5, 1.75),  # GNOME offers no larger one for a monitor of that size
    "large": lambda user: scales(user, 2.0),
    "monitors": monitors,
    "stops": stops,
}


APART = {"large": (LARGE,), "monitors": (SIZE, SECOND)}
"""Parts that need other monitors, and so a session of their own."""


def main(words: list[str]) -> int:
    parts = words or [*PARTS_OF.get(version(), PARTS)]
    together = [part for part in parts if part not in APART]
    for some, sizes in [(together, (SIZE,)), *(([part], APART[part]) for part in parts if part in APART)]:
        if some:
            with gnome(*sizes) as user:
                user.rests()
                print(subprocess.run([*GRIDPILOT, "doctor"], capture_output=True, text=True).stdout)
                for part in some:
                    PARTS[part](user)
                user.close()
    return 1 if FAILED else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
