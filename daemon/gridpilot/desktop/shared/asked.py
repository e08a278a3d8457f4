"""What a process cannot see for itself of how the user asked for a job."""

from __future__ import annotations

from gridpilot.desktop.shared.held_key import HeldKey

at: float | None = None
"""When he asked, where the process was started for that job alone. Any other hears of a job as its key goes down."""

key = HeldKey()
"""The hotkey that another process has bound."""
