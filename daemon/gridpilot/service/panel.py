"""What the daemon shows of itself: the icon, its menu, the answer to `status`, the first lines. Values only."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gridpilot import __version__
from gridpilot.desktop import MenuItem, TrayState
from gridpilot.service import words
from gridpilot.service.keys import WHILE_PAUSED

if TYPE_CHECKING:
    from datetime import datetime

    from gridpilot.desktop import HotkeyState
    from gridpilot.errors import Problem


@dataclass(frozen=True, slots=True)
class Panel:
    """The daemon's state at one moment. `note` is what is wrong, `last` the last job's sentence."""

    since: datetime
    startup_ms: int
    paused: bool
    game: str  # of the running job, empty when idle
    stage: str
    progress: dict[str, Any] | None  # of a game of moves
    note: str
    last: str
    keys: tuple[HotkeyState, ...]
    tray_kind: str
    tray_trouble: str
    worker_pid: int
    worker_ready_ms: int | None  # how long its warm-up took, None while it warms up
    config: str
    problems: tuple[Problem, ...]

    @property
    def trouble(self) -> str:
        dead = [state.reason for state in self.keys if not state.live]
        return self.note or (dead[0] if dead else "")

    @property
    def face(self) -> str:
        if self.game:
            return "busy"
        if self.note:
            return "trouble"
        if self.paused:
            return "paused"
        return "trouble" if self.trouble else "ready"

    def tray(self) -> TrayState:
        labels = words.menu_labels()
        live = next((state.combination for state in self.keys if state.live), "")
        status = words.status_line(self.face, live, self.trouble, self.progress)
        tooltip = f"gridpilot: {status}" + (f"\n{self.last}" if self.last else "")
        busy = bool(self.game)
        menu = (
            MenuItem(status, enabled=False),
            *((MenuItem(self.last, enabled=False),) if self.last and not busy else ()),
            MenuItem(None),
            *(
                (MenuItem(labels["stop"], "stop"),)
                if busy
                else (MenuItem(labels[each], each, enabled=not self.paused) for each in ("solve", "play"))
            ),
            MenuItem(labels["pause"], "toggle", checked=self.paused),
            MenuItem(labels["practice"], "practice"),
            MenuItem(None),
            MenuItem(labels["quit"], "quit"),
        )
        return TrayState(self.face, tooltip, menu)

    def status(self) -> dict[str, Any]:
        return {
            "running": True,
            "version": __version__,
            "pid": os.getpid(),
            "since": self.since.isoformat(timespec="seconds"),
            "paused": self.paused,
            "busy": bool(self.game),
            "job": {"game": self.game, "stage": self.stage, "progress": self.progress} if self.game else None,
            "face": self.face,
            "note": self.trouble,
            "last": self.last,
            "hotkeys": [
                {"action": key.action, "combination": key.combination, "live": key.live and not given_back,
                 "reason": key.reason or (words.RELEASED if given_back else "")}
                for key in self.keys
                for given_back in (self.paused and key.action not in WHILE_PAUSED,)
            ],
            "tray": {"kind": self.tray_kind, "shown": not self.tray_trouble, "reason": self.tray_trouble},
            "worker": {"pid": self.worker_pid, "ready": self.worker_ready_ms is not None,
                       "warm_ms": self.worker_ready_ms},
            "config": {"path": self.config, "problems": [str(problem) for problem in self.problems]},
            "startup_ms": self.startup_ms,
        }  # fmt: skip

    def greeting(self) -> list[str]:
        """Five lines at most: what is live, what is not, and why."""
        return [
            words.running_line(__version__, os.getpid()),
            *(words.hotkey_line(state) for state in self.keys),
            words.tray_line(self.tray_kind, self.tray_trouble),
            words.config_line(self.config, len(self.problems)),
        ]
