"""The program's entry in the desktop's menu, its icons, and its command on the PATH, all in the user's own folders.

Sources: freedesktop.org's Desktop Entry, Icon Theme and AppStream specifications; ~/.local/bin is XDG's.
"""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from gridpilot import whole_file
from gridpilot.desktop.linux.autostart import quoted

SHARE = Path(__file__).parents[2] / "share"
ENTRY = "applications/org.gridpilot.Gridpilot.desktop"
PROGRAM = "Exec=gridpilot"


class XdgLauncher:
    def __init__(self, home: Path | None = None, data: Path | None = None) -> None:
        """`home` is the user's; `data` is where desktops look for what the user installed."""
        home = home or Path.home()
        self._data = data or Path(os.environ.get("XDG_DATA_HOME") or home / ".local/share")
        self._link = home / ".local/bin/gridpilot"

    def on(self, command: Path, *, link: bool) -> tuple[Path, ...]:
        for file in SHARE.rglob("*.*"):
            target = self._data / file.relative_to(SHARE)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, target)
        entry = self._data / ENTRY
        text = whole_file.read_text(entry)
        entry.write_text(text.replace(PROGRAM, f"Exec={quoted(str(command))}"), encoding="utf-8")
        return (entry, *(self._linked(command) if link else ()))

    def _linked(self, command: Path) -> Iterator[Path]:
        """The command in the user's own folder of programs, unless something else of that name stands there."""
        self._link.parent.mkdir(parents=True, exist_ok=True)
        if self._link.is_symlink() and not self._link.exists():
            self._link.unlink()  # of an installation that is gone
        if not self._link.exists():
            self._link.symlink_to(command)
        if self._link.samefile(command):
            yield self._link

    def off(self, command: Path, *, link: bool) -> tuple[Path, ...]:
        files = [self._data / file.relative_to(SHARE) for file in SHARE.rglob("*.*")]
        ours = link and self._link.is_symlink() and self._link.resolve() == command.resolve()
        gone = [file for file in (*files, *([self._link] if ours else [])) if os.path.lexists(file)]
        for file in gone:
            file.unlink()
        return tuple(file for file in gone if file.suffix != ".png")
