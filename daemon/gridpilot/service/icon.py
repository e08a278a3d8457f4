"""The daemon's icon: made, served by the main thread, kept up to date, and honest about why there is none."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

from gridpilot.errors import GridpilotError
from gridpilot.service import words

if TYPE_CHECKING:
    from collections.abc import Callable

    from gridpilot.desktop import Tray, TrayState

log = logging.getLogger(__name__)


class Icon:
    def __init__(self, make: Callable[[], Tray]) -> None:
        self._make = make
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
        if not wanted:
            self._reason = words.TRAY_OFF
            return
        try:
            self._tray = self._make()
        except GridpilotError as fault:
            self._reason = f"{fault.message} {fault.fix}".strip()
        except Exception:
            log.exception("no tray")
            self._reason = words.SEE_LOG

    def serve(self, state: TrayState, on_action: Callable[[str], None], before_menu: Callable[[], None]) -> None:
        """Until `stop`; returns at once where there is no icon. The main thread's."""
        if self._tray is None:
            return
        try:
            self._tray.run(state, on_action, before_menu)
        except Exception:
            log.exception("the tray ended")
            self._tray, self._reason = None, words.SEE_LOG

    def update(self, state: TrayState) -> None:
        if self._tray is not None:
            self._tray.update(state)

    def stop(self) -> None:
        """What hangs on a lost display must not keep the rest from ending."""
        if self._tray is not None:
            with contextlib.suppress(Exception):
                self._tray.stop()
