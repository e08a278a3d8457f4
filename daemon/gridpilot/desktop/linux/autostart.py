"""Start at login on Linux: a file in the XDG autostart folder, which every desktop there reads.

Source: freedesktop.org's Desktop Application Autostart and Desktop Entry specifications.
"""

import os
from collections.abc import Sequence
from pathlib import Path

from gridpilot import whole_file

ENTRY = """\
[Desktop Entry]
Type=Application
Name=gridpilot
Comment=Reads, solves and fills the puzzle in front of you when you press its key
Exec={command}
Terminal=false
"""


class XdgAutostart:
    def __init__(self, folder: Path | None = None) -> None:
        """`folder` is the user's configuration folder; by default the one that XDG names."""
        config = folder or Path(os.environ.get("XDG_CONFIG_HOME") or Path.home() / ".config")
        self.place = str(config / "autostart" / "gridpilot.desktop")

    def command(self) -> str:
        try:
            lines = whole_file.read_text(Path(self.place)).splitlines()
        except (OSError, UnicodeDecodeError):
            return ""
        facts = dict(line.split("=", 1) for line in lines if "=" in line)
        # The user's own desktop switches an entry off by one of these.
        off = facts.get("Hidden") == "true" or facts.get("X-GNOME-Autostart-enabled") == "false"
        return "" if off else facts.get("Exec", "")

    def on(self, command: Sequence[str]) -> None:
        file = Path(self.place)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(ENTRY.format(command=" ".join(quoted(word) for word in command)), encoding="utf-8")

    def off(self) -> None:
        Path(self.place).unlink(missing_ok=True)


def quoted(word: str) -> str:
    """A word of an Exec line; the file's own escapes come on top of the quotes'."""
    for special in '\\"`$':
        word = word.replace(special, f"\\{special}")
    return '"' + word.replace("\\", "\\\\").replace("%", "%%") + '"'
