"""When this process itself used its keyboard or pointer: who watches the user has to tell both apart."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field


@dataclass
class OwnEvents:
    """`latest` is when the compositor had taken the latest of them, by `time.monotonic`."""

    latest: float = 0.0
    busy: bool = False
    _lock: threading.RLock = field(default_factory=threading.RLock)

    @contextmanager
    def sending(self) -> Iterator[None]:
        """One thread at a time. Whatever is sent in it must have been answered at its end."""
        with self._lock:
            outermost, self.busy = not self.busy, True
            try:
                yield
            finally:
                self.latest = time.monotonic()
                self.busy = not outermost
