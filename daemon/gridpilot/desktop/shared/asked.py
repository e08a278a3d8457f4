"""When the user asked for the job of this process, where it was started for that job alone. Any other process hears of
a job as its key goes down.
"""

from __future__ import annotations

at: float | None = None
