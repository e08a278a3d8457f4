"""Whether anybody used keyboard or pointer: the compositor says after a while without, and when that ends.

What we send counts, too. So the end of a quiet while tells of somebody else only where nothing of ours was sent in it.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from gridpilot.desktop.wayland.own_events import OwnEvents
from gridpilot.desktop.wayland.virtual_devices import SEAT
from gridpilot.desktop.wayland.wire import Wire

NEW, OLD = "ext_idle_notifier_v1", "org_kde_kwin_idle"
GET_NEW, GET_OLD = 1, 0
IDLED, RESUMED = 0, 1
QUIET = 100  # ms; shorter gaps between our own events are not watched
LATE = 0.08  # s; what of ours was taken less long before the quiet was told of did not begin it, it ends it


class IdleWatch:
    def __init__(self, wire: Wire, own: OwnEvents, on_use: Callable[[], None]) -> None:
        self._own = own
        self._on_use = on_use
        self._idle_since: float | None = None
        seat = wire.bind(SEAT, 1)
        if wire.offers(NEW):
            wire.make(self._heard, wire.bind(NEW, 1), GET_NEW, "nuu", QUIET, seat)
        else:
            wire.make(self._heard, wire.bind(OLD, 1), GET_OLD, "nuu", seat, QUIET)

    def _heard(self, event: int, _data: bytes) -> None:
        if event == IDLED:
            self._idle_since = time.monotonic()
        elif event == RESUMED and self._idle_since is not None:
            if not self._own.busy and self._own.latest < self._idle_since - LATE:
                self._on_use()
            self._idle_since = None


def is_told(wire: Wire) -> bool:
    return bool(wire.offers(NEW) or wire.offers(OLD))
