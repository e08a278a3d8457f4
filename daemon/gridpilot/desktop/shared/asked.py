"""When and how the user asked for a job, which a process cannot always see for itself."""

from __future__ import annotations

import math
import time

from gridpilot.desktop.shared.held_key import HeldKey

LET_GO = 0.5  # s from the hotkey until its keys are let go of, where nobody tells. Not tuned: people do within that

at: float | None = None
"""When the newest one; None before the first."""

key = HeldKey()
"""The hotkey that another process has bound."""


def wait_let_go(timeout: float, repeats: float = math.inf) -> bool:
    """Whether the keys of the hotkey were let go of within `timeout` seconds. Where the job was asked for in another
    way, that may be a key of the desktop's own, of which nobody tells: the user is given time. `repeats`: as for
    `HeldKey.wait`.
    """
    now = time.monotonic()
    since = now if at is None else at
    if key.was_pressed(since - LET_GO):
        return key.wait(timeout, repeats)
    time.sleep(max(0.0, min(timeout, since + LET_GO - now)))
    return True
