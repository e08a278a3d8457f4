"""Start at login on macOS: a LaunchAgent of the user."""

import plistlib
import shlex
from collections.abc import Sequence
from pathlib import Path

from gridpilot import whole_file

LABEL = "io.github.gridpilot"
LAUNCHED = {"KeepAlive": {"SuccessfulExit": False}, "ProcessType": "Interactive"}
"""Started again after a crash, not after `gridpilot quit`."""


class LaunchAgent:
    place = str(Path.home() / "Library" / "LaunchAgents" / f"{LABEL}.plist")

    def command(self) -> str:
        try:
            return shlex.join(plistlib.loads(whole_file.read(Path(self.place)))["ProgramArguments"])
        except (OSError, ValueError, KeyError):
            return ""

    def on(self, command: Sequence[str]) -> None:
        agent = {"Label": LABEL, "ProgramArguments": [*command], "RunAtLoad": True, **LAUNCHED}
        file = Path(self.place)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(plistlib.dumps(agent))

    def off(self) -> None:
        Path(self.place).unlink(missing_ok=True)
