"""The icon while trays and panels of both kinds come, go, hang, and hold a name without showing anything."""

import random
import subprocess
import sys
from pathlib import Path

import pytest
from panel import call, names, panel, prepare_panel
from resident import Resident, logs
from trays import icon, sees
from virtual import Desktop, desktop, end, wait_for

pytestmark = pytest.mark.gui

STANDIN = Path(__file__).with_name("standins") / "panel_watcher.py"
SEEN = {
    "gone": "there is no StatusNotifierWatcher",
    "name": "the name StatusNotifierWatcher is taken, but nothing answers to it",
    "nobody": "a StatusNotifierWatcher is on the session bus, but no panel has registered with it",
    "hung": "a StatusNotifierWatcher is on the session bus, but has not answered yet",
}
WATCHERS = ("gone", "name", "nobody", "host", "hung", "xfce4-panel")
STEPS = 9


class Trays:
    """What there is to show the icon at the moment, and whether it is shown there."""

    def __init__(self, desk: Desktop) -> None:
        self.desk = desk
        self.watcher = "gone"
        self.tray: subprocess.Popen[bytes] | None = None
        self._process: subprocess.Popen[bytes] | None = None

    def watch(self, kind: str) -> None:
        """The D-Bus side becomes that; a watcher that runs changes its mind, others take its place."""
        if self._process is not None and "xfce4-panel" not in (kind, self.watcher):
            self._tell(kind)
        else:
            if self._process is not None:
                end(self._process)
                wait_for(lambda: "org.kde.StatusNotifierWatcher" not in names(self.desk), 30, "the name to be free")
            self._process = panel(self.desk) if kind == "xfce4-panel" else self._standin(kind)
        self.watcher = kind

    def _standin(self, kind: str) -> subprocess.Popen[bytes]:
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        process = self.desk.start([sys.executable, str(STANDIN), kind], **pipes)
        self._await(process, kind)
        return process

    def _tell(self, kind: str) -> None:
        self._process.stdin.write(f"{kind}\n".encode())
        self._process.stdin.flush()
        self._await(self._process, kind)

    def _await(self, process: subprocess.Popen[bytes], kind: str) -> None:
        while (line := process.stdout.readline().decode().strip()) != kind:
            assert line.startswith("took "), line

    def step(self, chance: random.Random) -> None:
        """One change. xfce4-panel is a tray of both kinds: there is no other beside it."""
        if self.watcher != "xfce4-panel" and chance.random() < 0.35:
            self.dock(there=self.tray is None)
            return
        kind = chance.choice([kind for kind in WATCHERS if kind != self.watcher])
        self.dock(there=self.tray is not None and kind != "xfce4-panel")
        self.watch(kind)

    def dock(self, *, there: bool) -> None:
        if there and self.tray is None:
            self.tray = self.desk.start(
                ["trayer", "--edge", "top", "--align", "right", "--width", "10", "--height", "24"]
            )
        elif not there and self.tray is not None:
            end(self.tray)
            self.tray = None

    def settled(self, resident: Resident) -> bool:
        """Whether the icon is where it has to be, nowhere else, and what is said of it is so."""
        said = resident.ask("status")["tray"]
        if self.watcher == "xfce4-panel":
            return said["shown"] and said["kind"] == "sni" and bool(sees(self.desk, "ready")) and not icon(self.desk)
        if self.watcher == "host":
            return said["shown"] and said["kind"] == "sni" and bool(self._taken()) and not icon(self.desk)
        if self.tray is not None:
            return said["shown"] and said["kind"] == "xembed" and bool(icon(self.desk))
        return not said["shown"] and SEEN[self.watcher] in said["reason"] and "no tray (XEMBED)" in said["reason"]

    def _taken(self) -> list[str]:
        """The items that the stand-in shows."""
        watcher, properties = "org.kde.StatusNotifierWatcher", "org.freedesktop.DBus.Properties"
        (items,) = call(
            self.desk, destination=watcher, path="/StatusNotifierWatcher", interface=properties, member="Get",
            signature="ss", body=[watcher, "RegisteredStatusNotifierItems"],
        )  # fmt: skip
        return items.value

    def click(self) -> None:
        """On the icon, with the left button, wherever it is."""
        if self.watcher == "host":
            (item,) = self._taken()
            call(
                self.desk, destination=item, path="/StatusNotifierItem", interface="org.kde.StatusNotifierItem",
                member="Activate", signature="ii", body=[0, 0],
            )  # fmt: skip
        else:
            place = sees(self.desk, "ready") if self.watcher == "xfce4-panel" else icon(self.desk)
            self.desk.hand.click(*place)


@pytest.mark.parametrize("seed", range(3))
def test_the_icon_is_where_it_can_be_seen_whatever_comes_and_goes(seed):
    chance = random.Random(seed)
    with desktop(wm="openbox") as desk:
        prepare_panel(desk)
        trays = Trays(desk)
        walk = []
        with Resident(desk) as resident:
            wait_for(lambda: trays.settled(resident), 60, "the icon to be missed")
            files = open_files(resident)
            try:
                for _ in range(STEPS):
                    trays.step(chance)
                    walk.append((trays.watcher, "tray" if trays.tray else ""))
                    wait_for(lambda: trays.settled(resident), 60, "the icon")
                    if resident.ask("status")["tray"]["shown"]:
                        trays.click()
                        wait_for(lambda: resident.ask("status")["paused"], 30, "the pause")
                        resident.ask("resume")
                        wait_for(lambda: trays.settled(resident), 60, "the icon again")
                trays.dock(there=False)
                if trays.watcher != "gone":
                    trays.watch("gone")
                wait_for(lambda: trays.settled(resident), 60, "the icon to be gone")
                wait_for(lambda: open_files(resident) <= files, 30, "the connections of all trays to be closed")
            except TimeoutError as late:
                late.add_note(f"after {walk}: {resident.ask('status')['tray']}\n{files} {open_files(resident)}")
                late.add_note(logs(desk))
                raise


def open_files(resident: Resident) -> int:
    """Its ends of pipes and connections, too. A caller of the moment has one, so the least of a few looks counts."""
    return min(len(list(Path(f"/proc/{resident.pid}/fd").iterdir())) for _ in range(9))
