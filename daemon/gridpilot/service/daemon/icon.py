"""The daemon's icon: made, served by the main thread, kept up to date, and honest about why there is none."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import TYPE_CHECKING

from gridpilot.desktop import Tray, TrayState
from gridpilot.errors import GridpilotError
from gridpilot.service.daemon.supervisor import Crashes
from gridpilot.texts import words

if TYPE_CHECKING:
    from threading import Event

log = logging.getLogger(__name__)


class Icon:
    def __init__(self, make: Callable[[], Tray], now: Callable[[], float]) -> None:
        self._make = make
        self._now = now
        self._tray: Tray | None = None
        self._reason = ""

    @property
    def kind(self) -> str:
        return self._tray.kind if self._tray else ""

    @property
    def trouble(self) -> str:
        """Why no icon can be seen; empty when one can."""
        return self._tray.trouble if self._tray else self._reason

    def begin(self, *, wanted: bool) -> None:
        if wanted:
            self._begin()
        else:
            self._reason = words.TRAY_OFF

    def _begin(self) -> None:
        try:
            self._tray = self._make()
        except GridpilotError as fault:
            self._reason = fault.sentence
        except Exception:
            log.exception("no tray")
            self._reason = words.SEE_LOG

    def serve(
        self,
        state: Callable[[], TrayState],
        on_action: Callable[[str], None],
        before_menu: Callable[[], None],
        over: Event,
    ) -> None:
        """Until `stop`; returns at once where there is no icon. The main thread's. An icon that fails is made anew, as
        long as that does not happen all the time or `over` is set.
        """
        failures = Crashes()
        while self._tray is not None and not over.is_set():
            try:
                self._tray.run(state(), on_action, before_menu)
            except Exception as fault:
                log.warning("the tray ended: %s", fault, exc_info=not isinstance(fault, OSError))
                self._tray, self._reason = None, words.SEE_LOG
                pause = failures.pause(self._now())
                if pause is not None and not over.wait(pause):
                    self._begin()
            else:
                return

    def update(self, state: TrayState) -> None:
        if self._tray is not None:
            self._tray.update(state)

    def stop(self) -> None:
        """What hangs on a lost display must not keep the rest from ending."""
        if self._tray is not None:
            with contextlib.suppress(Exception):
                self._tray.stop()
