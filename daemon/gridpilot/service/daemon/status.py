"""What the daemon shows of itself: the icon, its menu, the answer to `status`, the first lines. Values only."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from gridpilot import __version__
from gridpilot.desktop import HotkeyState, MenuItem, TrayState
from gridpilot.errors import Problem
from gridpilot.games import ACTIONS
from gridpilot.service.daemon.hotkeys import WHILE_PAUSED
from gridpilot.service.pages import PAGES
from gridpilot.texts import menu_words, words
from gridpilot.window import Window

if TYPE_CHECKING:
    from datetime import datetime


def ours(window: Window) -> bool:
    """Whether it is a window of our own that shows no board: a page of the menu, a question that it asks, *Teach*."""
    return window.title.startswith("gridpilot - ") or "gridpilot.gui." in window.command_line


def subject(focused: Window | None) -> Window | None:
    """The window that the menu and its pages are about: the focused one, but none of our own that shows no board."""
    return None if focused is None or ours(focused) else focused


@dataclass(frozen=True, slots=True)
class Panel:
    """The daemon's state at one moment. `note` is what is wrong, `last` the last job's sentence."""

    since: datetime
    startup_ms: int
    paused: bool
    paused_for: tuple[str, ...]  # programs
    here: str  # what has the focus, for people; `application` is the name of its program
    application: str
    game: str  # of the running job, empty when idle
    stage: str
    progress: dict[str, Any] | None  # of a game of moves
    note: str
    last: str
    keys: tuple[HotkeyState, ...]
    keys_free: bool  # given back to other programs at present
    tray_kind: str
    tray_trouble: str
    worker_pid: int
    worker_ready_ms: int | None  # how long its warm-up took, None while it warms up
    tesseract: bool  # is there
    config: str
    problems: tuple[Problem, ...]

    @property
    def trouble(self) -> str:
        dead = [state.reason for state in self.keys if not state.live]
        return self.note or self.fault or (dead[0] if dead else "")

    @property
    def fault(self) -> str:
        """The first error in the settings, or in a profile; warnings are no trouble."""
        wrong = next((problem for problem in self.problems if problem.level == "error"), None)
        if wrong is None:
            return ""
        if wrong.file == self.config:
            return menu_words.settings_fault(wrong.line, wrong.text)
        return menu_words.profile_fault(str(wrong))

    @property
    def _of_settings(self) -> list[Problem]:
        return [problem for problem in self.problems if problem.file == self.config]

    @property
    def face(self) -> str:
        if self.game:
            return "busy"
        if self.note or self.fault:
            return "trouble"
        if self.paused or self.keys_free:
            return "paused"
        return "trouble" if self.trouble else "ready"

    def tray(self) -> TrayState:
        live = next((state.combination for state in self.keys if state.live), "")
        status = menu_words.status_line(self.face, live, self.trouble, self.progress)
        tooltip = f"gridpilot: {status}" + (f"\n{self.last}" if self.last else "")
        return TrayState(self.face, tooltip, self._menu(status))

    @property
    def _paused_here(self) -> bool:
        return self.application.casefold() in (name.casefold() for name in self.paused_for)

    def _first_line(self, status: str) -> str:
        """The status, or what is in the focused window where that says more."""
        if self.face == "ready" and self.here:
            return menu_words.ready_for(self.here)
        if self._paused_here and not self.paused and not self.game:
            return menu_words.paused_in(self.here)
        return status

    def _menu(self, status: str) -> tuple[MenuItem, ...]:
        labels = menu_words.menu_labels()
        busy, here = bool(self.game), self._paused_here
        may_start = not busy and not self.paused and not here
        return (
            MenuItem(self._first_line(status), enabled=False),
            MenuItem(None),
            *(MenuItem(self._labelled(labels, each), each, enabled=may_start) for each in ACTIONS),
            *((MenuItem(labels["stop"], "stop"),) if busy else ()),
            MenuItem(None),
            MenuItem(labels["pause"], "toggle", checked=self.paused),
            MenuItem(labels["pause-here"], "toggle-here", checked=here, enabled=bool(self.application)),
            MenuItem(None),
            *(MenuItem(labels[page], page) for page in PAGES),
            MenuItem(None),
            MenuItem(labels["quit"], "quit"),
        )

    def _labelled(self, labels: dict[str, str], action: str) -> str:
        return menu_words.with_key(labels[action], () if self.keys_free else self.keys, action)

    def status(self) -> dict[str, Any]:
        return {
            "running": True,
            "version": __version__,
            "pid": os.getpid(),
            "since": self.since.isoformat(timespec="seconds"),
            "paused": self.paused,
            "paused_for": list(self.paused_for),
            "busy": bool(self.game),
            "job": {"game": self.game, "stage": self.stage, "progress": self.progress} if self.game else None,
            "face": self.face,
            "note": self.trouble,
            "last": self.last,
            "hotkeys": [
                {"action": key.action, "combination": key.combination, "live": key.live and not given_back,
                 "reason": key.reason or (words.RELEASED if given_back else ""), "instead": key.instead}
                for key in self.keys
                for given_back in (self.keys_free and key.action not in WHILE_PAUSED,)
            ],
            "reader": {"tesseract": self.tesseract},
            "tray": {"kind": self.tray_kind, "shown": not self.tray_trouble, "reason": self.tray_trouble},
            "worker": {"pid": self.worker_pid, "ready": self.worker_ready_ms is not None,
                       "warm_ms": self.worker_ready_ms},
            "config": {"path": self.config, "problems": [str(problem) for problem in self._of_settings]},
            "startup_ms": self.startup_ms,
        }  # fmt: skip

    def greeting(self) -> list[str]:
        """What is live, what is not, and why; but for the tray, four lines."""
        return [
            words.running_line(__version__, os.getpid()),
            words.hotkeys_line(self.keys),
            words.reader_line(tesseract=self.tesseract),
            words.config_line(self.config, len(self._of_settings)),
        ]
