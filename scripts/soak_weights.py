"""What the two processes of gridpilot hold, board after board, and whether it grows. Part of soak.py."""

from __future__ import annotations

import statistics
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from programs import wait_for
from Xlib.ext import res

if TYPE_CHECKING:
    from resident import Resident
    from virtual import Desktop

WARM = 20  # boards before the first measurement: libraries, caches and pools have their size by then
MIDDLE = 20  # measurements whose middle value counts: pictures of all sizes make the worker breathe
FEW = 5  # measurements at least of a process that is judged
GROWTH = 0.05  # of the memory after warm-up
SPARE = {"MiB": 0.5, "files": 1, "threads": 1, "X resources": 2}
"""More than that, and more than GROWTH, is growth: a connection may be open while we look."""


@dataclass(frozen=True)
class Weight:
    """`pid` tells one worker from the next."""

    pid: int
    holds: dict[str, float]


@dataclass
class Weights:
    desk: Desktop
    warm: int = WARM
    boards: int = 0
    all: dict[str, list[Weight]] = field(default_factory=lambda: {"daemon": [], "worker": []})
    served: dict[int, int] = field(default_factory=dict)  # pid -> boards

    def note(self, resident: Resident) -> None:
        """After each board; a process is weighed once it has served enough of them."""
        self.boards += 1
        for name, pid in (("daemon", resident.pid), ("worker", resident.workers()[0])):
            self.served[pid] = self.served.get(pid, 0) + 1
            if self.served[pid] > self.warm:
                wait_for(lambda pid=pid: rests(pid), what="a process at rest")
                self.all[name].append(Weight(pid, self._weigh(pid)))

    def enough(self) -> bool:
        return all(len(weights) > FEW for weights in self.all.values())

    def _weigh(self, pid: int) -> dict[str, float]:
        entries = {what: len([*Path(f"/proc/{pid}/{what}").iterdir()]) for what in ("fd", "task")}
        held = {"files": float(entries["fd"]), "threads": float(entries["task"])}
        return {"MiB": memory(pid), **held, "X resources": float(x_resources(self.desk, pid))}

    def lives(self, name: str) -> list[list[Weight]]:
        """The measurements of each process of that name, of those that lived long enough to tell."""
        pids = dict.fromkeys(weight.pid for weight in self.all[name])
        found = ([weight for weight in self.all[name] if weight.pid == pid] for pid in pids)
        return [life for life in found if len(life) > FEW]

    def table(self) -> list[str]:
        return [
            f"{name} {life[0].pid}, {self.served[life[0].pid]} boards: "
            + ", ".join(f"{what} {first:.1f} -> {last:.1f}" for what, (first, last) in ends(life).items())
            for name in self.all
            for life in self.lives(name)
        ]

    def growth(self) -> list[str]:
        """What is larger at the end of a process than it was after its warm-up."""
        return [
            f"{name} {life[0].pid}: {what} grew from {first:.1f} to {last:.1f}"
            for name in self.all
            for life in self.lives(name)
            for what, (first, last) in ends(life).items()
            if last > first + max(SPARE[what], first * GROWTH if what == "MiB" else 0)
        ]


def ends(life: list[Weight]) -> dict[str, tuple[float, float]]:
    """The first and the last values: middle ones of a few measurements each."""
    few = min(MIDDLE, max(1, len(life) // 2))
    return {
        what: (
            statistics.median(weight.holds[what] for weight in life[:few]),
            statistics.median(weight.holds[what] for weight in life[-few:]),
        )
        for what in life[0].holds
    }


def rests(pid: int) -> bool:
    """Whether all of its threads sleep: a worker gives memory back only after it has told how the job ended."""
    try:
        states = {each.read_text().rpartition(")")[2].split()[0] for each in Path(f"/proc/{pid}/task").glob("*/stat")}
    except FileNotFoundError:  # one of them has just ended
        return False
    return states == {"S"}


def memory(pid: int) -> float:
    """PSS in MiB. Of pages that come from files the resident size is taken: other programs that begin or end to share
    them would look like growth.
    """
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text("ascii").splitlines()[1:]
    kib = {name: int(rest.split()[0]) for name, _, rest in (line.partition(":") for line in lines)}
    return (kib["Pss_Anon"] + kib["Rss"] - kib["Anonymous"]) / 1024


def x_resources(desk: Desktop, pid: int) -> int:
    """Windows, contexts, pixmaps and the like that the X server keeps for this process."""
    display = desk.display
    total = 0
    for client in display.res_query_clients().clients:
        answer = display.res_query_client_ids([{"client": client.resource_base, "mask": res.LocalClientPIDMask}])
        if any(pid in each.value for each in answer.ids):
            total += sum(kind.count for kind in display.res_query_client_resources(client.resource_base).types)
    return total
