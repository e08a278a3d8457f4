"""What this process does with keyboard and pointer, told from what somebody else does.

The compositor says when nobody has used either for a moment, and when that ends; what we send counts, too. Its word and
its answers come over one connection, in order: an end that comes while we wait for the answer to something sent is our
own doing, and one that comes at any other time is somebody else's.
"""

from __future__ import annotations

import select
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from gridpilot.desktop.wayland.wire import Wire

NEW, OLD = "ext_idle_notifier_v1", "org_kde_kwin_idle"
GET_NEW, GET_OLD = 1, 0
RESUMED = 1
QUIET = 20  # ms; in gaps between our own events that are shorter nobody is heard


class OwnEvents:
    """`on_use` is called, in whatever thread comes to hear of it, when somebody else uses keyboard or pointer."""

    def __init__(self) -> None:
        self.on_use: Callable[[], None] = lambda: None
        self.wire: Wire | None = None
        self._lock = threading.RLock()
        self._busy = False

    def attach(self, wire: Wire, seat: int) -> None:
        """To the connection over which all is sent."""
        self.wire = wire
        if wire.offers(NEW):
            wire.make(self._heard, wire.bind(NEW, 1), GET_NEW, "nuu", QUIET, seat)
        elif wire.offers(OLD):
            wire.make(self._heard, wire.bind(OLD, 1), GET_OLD, "nuu", seat, QUIET)

    @contextmanager
    def sending(self) -> Iterator[None]:
        """One thread at a time. Whatever is sent in it must have been answered at its end."""
        with self._lock:
            outermost = not self._busy
            if outermost:
                self._hear()
            self._busy = True
            try:
                yield
            finally:
                self._busy = not outermost

    def hear(self) -> None:
        """Takes in what has come, without waiting."""
        with self._lock:
            self._hear()

    def _hear(self) -> None:
        while self.wire is not None and select.select([self.wire.fileno()], [], [], 0)[0]:
            self.wire.read()

    def _heard(self, event: int, _data: bytes) -> None:
        if event == RESUMED and not self._busy:
            self.on_use()


def is_told(wire: Wire) -> bool:
    return bool(wire.offers(NEW) or wire.offers(OLD))
