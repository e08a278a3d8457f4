"""Scripts that run inside KWin, which tell us over the session bus what no protocol tells.

KWin loads them from files. What a process has loaded is named by it and by its file: so what one left that was killed
is taken out of KWin by the next that comes.

Sources: KWin's scripting API; src/scripting/scripting.cpp. Seen with 5.27; the names of Plasma 6 are from its sources.
"""

from __future__ import annotations

import contextlib
import itertools
import json
import logging
import os
import queue
from pathlib import Path
from typing import Any

from gridpilot.desktop.portal.bus import Bus, BusError

SERVICE, PATH, SCRIPTING, SCRIPT = "org.kde.KWin", "/Scripting", "org.kde.kwin.Scripting", "org.kde.kwin.Script"
PLACES = ("/Scripting/Script{}", "/{}")  # of a script: Plasma 6's, and 5's
OUR_PATH, OUR_INTERFACE = "/windows", "org.gridpilot.Windows"
ANSWERS = 2.0  # s; 3 to 7 ms were measured
WHOLE = """
var active = function () { return workspace.activeWindow || workspace.activeClient; };
var all = function () {
    return workspace.stackingOrder || (workspace.windowList ? workspace.windowList() : workspace.clientList());
};
var tell = function (member, what) { callDBus("%s", "%s", "%s", member, JSON.stringify(what)); };
"""
_count = itertools.count(1)
log = logging.getLogger(__name__)


class Scripts:
    """Of one process."""

    def __init__(self, bus: Bus, folder: Path | None = None) -> None:
        """`folder` is where both KWin and we can read."""
        self._bus = bus
        self._folder = folder or Path(os.environ.get("XDG_RUNTIME_DIR") or "/tmp")  # noqa: S108
        self._answers: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._loaded: list[str] = []
        bus.serve(OUR_PATH, "Answered", lambda body: self._answers.put(body[0]))
        self._tidy()

    def load(self, text: str) -> str:
        """Runs it from now on; its name. `active()`, `all()` and `tell(member, what)` are there for it."""
        name = f"gridpilot-{os.getpid()}-{next(_count)}"
        file = self._folder / f"{name}.js"
        file.write_text(WHOLE % (self._bus.name, OUR_PATH, OUR_INTERFACE) + text, encoding="utf-8")
        (number,) = self._bus.call(SERVICE, PATH, SCRIPTING, "loadScript", "ss", str(file), name)
        self._loaded.append(name)
        for last, place in enumerate(PLACES, 1 - len(PLACES)):
            try:
                self._bus.call(SERVICE, place.format(number), SCRIPT, "run")
                break
            except BusError:
                if not last:
                    raise
        return name

    def unload(self, name: str) -> None:
        with contextlib.suppress(OSError):
            self._bus.call(SERVICE, PATH, SCRIPTING, "unloadScript", "s", name)
        (self._folder / f"{name}.js").unlink(missing_ok=True)
        if name in self._loaded:
            self._loaded.remove(name)

    def ask(self, text: str) -> Any:
        """What the script tells as `Answered`. For one thread at a time. Raises OSError."""
        while not self._answers.empty():
            self._answers.get()
        name = self.load(text)
        try:
            return json.loads(self._answers.get(timeout=ANSWERS))
        except queue.Empty:
            raise TimeoutError(f"KWin's script did not answer within {ANSWERS:.0f} s") from None
        finally:
            self.unload(name)

    def close(self) -> None:
        for name in tuple(self._loaded):
            self.unload(name)

    def _tidy(self) -> None:
        for file in self._folder.glob("gridpilot-*-*.js"):
            process = file.stem.split("-")[1]
            if process.isdecimal() and not Path("/proc", process).exists():
                log.info("%s was left in KWin", file.stem)
                self.unload(file.stem)
