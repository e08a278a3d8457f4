"""Wakes a thread that sleeps until one of several sources has something for it."""

from __future__ import annotations

import os


class WakePipe:
    """One of the sources of `select`, for the thread that sleeps; `wake` may be called from any."""

    def __init__(self) -> None:
        self._read, self._write = os.pipe()

    def fileno(self) -> int:
        return self._read

    def wake(self) -> None:
        os.write(self._write, b"\0")

    def clear(self) -> None:
        """Until the next call of `wake`."""
        os.read(self._read, 64)

    def close(self) -> None:
        os.close(self._read)
        os.close(self._write)
