"""Ends a step of a job that takes longer than it may: the job is told to stop, and where that does not help, given up.

Everything in a job asks its guard whether to go on, but a call into a library, or into the system, cannot be asked.
"""

from __future__ import annotations

import threading
from collections.abc import Callable

LONGEST, GRACE = 31.0, 2.0
"""Seconds without a word until a job is told to stop, and from then until it is given up. A fill ends by itself after
30 seconds without a new cell, and the daemon kills a worker after 35.
"""


class Watchdog:
    """Watches one job. `late` tells it to stop, `stuck` gives it up; both are called from a thread of their own."""

    def __init__(
        self,
        late: Callable[[], None],
        stuck: Callable[[], None],
        patience: tuple[float, float] = (LONGEST, GRACE),
        wait: Callable[[threading.Event, float], bool] = threading.Event.wait,
    ) -> None:
        self._late = late
        self._stuck = stuck
        self._longest, self._grace = patience
        self._wait = wait
        self._word = threading.Event()
        self._ending = threading.Lock()
        self._ended = False
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def heard(self) -> None:
        """A sign of life."""
        self._word.set()

    def end(self) -> None:
        """From here on neither is called."""
        with self._ending:
            self._ended = True
        self._word.set()

    def _watch(self) -> None:
        """A stage that still begins once it was told to stop is no end."""
        for patience, call in ((self._longest, self._late), (self._grace, self._stuck)):
            while self._wait(self._word, patience) and not self._ended:
                self._word.clear()
            with self._ending:
                if self._ended:
                    return
                call()
