"""The windows, as KWin's script tells them: at each change of the focus, of the windows, and of the place of the one
that has it. Asking costs nothing but the first time.
"""

from __future__ import annotations

import atexit
import contextlib
import json
import logging
import threading
import uuid
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from gridpilot.desktop.kwin.scripts import ANSWERS, OUR_PATH, Scripts
from gridpilot.desktop.portal.bus import Bus
from gridpilot.desktop.shared.by_proc import program_of
from gridpilot.errors import EnvironmentFault
from gridpilot.geometry import Point, Rect
from gridpilot.window import Window

TELLS = """
var place = function (g) { return [g.x, g.y, g.width, g.height]; };
var here = function (w) {
    if (w.minimized || w.hidden) return false;
    if (w.onAllDesktops) return true;
    return w.desktops && typeof workspace.currentDesktop === "object"
        ? w.desktops.indexOf(workspace.currentDesktop) >= 0 : w.desktop === workspace.currentDesktop;
};
var fact = function (w) {
    return {id: String(w.internalId), title: String(w.caption), name: String(w.resourceName),
        cls: String(w.resourceClass), file: String(w.desktopFileName || ""), pid: w.pid, outer: place(w.frameGeometry),
        content: place(w.clientGeometry || w.frameGeometry), here: here(w), order: w.stackingOrder,
        usual: !!(w.normalWindow || w.dialog || w.utility), desk: !!w.desktopWindow};
};
var told = function () {
    var now = active();
    var list = all(), facts = [];
    for (var i = 0; i < list.length; i++) facts.push(fact(list[i]));
    tell("Told", {active: now ? String(now.internalId) : "", windows: facts});
};
var followed = null;
var follow = function () {
    var now = active();
    if (now !== followed) {
        var parts = ["frameGeometryChanged", "clientGeometryChanged", "captionChanged", "minimizedChanged",
        "stackingOrderChanged"];
        for (var i = 0; i < parts.length; i++) {
            if (followed && followed[parts[i]]) { try { followed[parts[i]].disconnect(told); } catch (gone) {} }
            if (now && now[parts[i]]) now[parts[i]].connect(told);
        }
        followed = now;
    }
    told();
};
var signals = ["windowActivated", "clientActivated", "windowAdded", "clientAdded", "windowRemoved", "clientRemoved",
    "currentDesktopChanged", "clientMinimized", "clientUnminimized"];
for (var i = 0; i < signals.length; i++) if (workspace[signals[i]]) workspace[signals[i]].connect(follow);
follow();
"""
POINTER = 'tell("Answered", [workspace.cursorPos.x, workspace.cursorPos.y]);'
MOVES = """
workspace.cursorPosChanged.connect(function () { tell("Pointed", [workspace.cursorPos.x, workspace.cursorPos.y]); });
"""
ACTIVATE = """
var list = all();
for (var i = 0; i < list.length; i++) if (String(list[i].internalId) === %s) {
    if (workspace.activeWindow !== undefined) workspace.activeWindow = list[i]; else workspace.activeClient = list[i];
}
tell("Answered", 0);
"""
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Facts:
    """`outer` has the frame, `content` has not. `usual`: it may have the focus; a panel or a notice may not. `order`:
    a window of a higher one lies over those of lower ones.
    """

    id: str
    window: Window
    outer: Rect
    here: bool
    order: int
    usual: bool
    desk: bool


@dataclass(frozen=True, slots=True)
class Told:
    active: Facts | None
    windows: tuple[Facts, ...]


class Windows:
    """One for all threads of a process. Raises EnvironmentFault where KWin does not tell."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._first = threading.Event()
        self._told = Told(None, ())
        self._hearers: list[Callable[[], None]] = []
        self._asking = threading.Lock()
        bus.serve(OUR_PATH, "Told", self._heard)
        try:
            self._scripts = Scripts(bus)
            self._scripts.load(TELLS)
        except OSError as fault:
            raise _silent(str(fault)) from fault
        atexit.register(self.close)
        if not self._first.wait(ANSWERS):
            raise _silent("its script tells nothing")

    def told(self) -> Told:
        return self._told

    def pointer(self) -> Point:
        """Raises OSError."""
        with self._asking:
            x, y = self._scripts.ask(POINTER)
        return Point(int(x), int(y))

    def follow_pointer(self, hearer: Callable[[Point], None]) -> Callable[[], None]:
        """Has it called, from the bus's thread, wherever the pointer goes; what is returned ends that. KWin tells each
        of its moves then, so that is for the time of a job. Raises OSError.
        """
        self._bus.serve(OUR_PATH, "Pointed", lambda body: hearer(Point(*(int(each) for each in json.loads(body[0])))))
        name = self._scripts.load(MOVES)
        return lambda: self._scripts.unload(name)

    def activate(self, handle: int) -> None:
        """Raises OSError."""
        wanted = next((each.id for each in self._told.windows if each.window.handle == handle), None)
        if wanted is not None:
            with self._asking:
                self._scripts.ask(ACTIVATE % json.dumps(wanted))

    def hear(self, hearer: Callable[[], None]) -> Callable[[], None]:
        """Has it called at each change, from the bus's thread; what is returned ends that."""
        self._hearers.append(hearer)
        return lambda: self._hearers.remove(hearer)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._scripts.close()

    def _heard(self, body: list[Any]) -> None:
        try:
            told = json.loads(body[0])
            found = tuple(_facts(each, index) for index, each in enumerate(told["windows"]))
        except (ValueError, TypeError, KeyError) as fault:
            log.warning("KWin's script told something else: %s", fault)
            return
        self._told = Told(next((each for each in found if each.id == told["active"]), None), found)
        self._first.set()
        for hearer in tuple(self._hearers):
            hearer()


def _facts(told: dict[str, Any], index: int) -> Facts:
    order = told.get("order")
    pid = int(told["pid"] or 0)
    handle = int(uuid.UUID(told["id"]).hex[:12], 16)
    window = Window(handle, told["title"], told["name"], told["cls"], pid, *program_of(pid), _rect(told["content"]))
    return Facts(
        told["id"],
        window,
        _rect(told["outer"]),
        told["here"],
        index if order is None else int(order),
        told["usual"],
        told["desk"],
    )


def _rect(told: list[float]) -> Rect:
    x, y, width, height = told
    left, top = round(x), round(y)
    return Rect(left, top, round(x + width) - left, round(y + height) - top)


def _silent(why: str) -> EnvironmentFault:
    return EnvironmentFault(
        "No focus",
        f"KWin does not tell which window has the focus: {why}.",
        "Log out and in again; gridpilot doctor says which of its parts are there.",
    )
