"""A session bus with KDE on it, as a test says: who has which global key, what KWin's script tells, what it allows."""

from __future__ import annotations

import json
import os
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from dbus_fast import Variant

from gridpilot.desktop.portal.bus import BusError

if TYPE_CHECKING:
    from collections.abc import Callable

NOT_ALLOWED = "org.kde.KWin.ScreenShot2.Error.NoAuthorized"
ACTIVE, OTHER = "{00000000-0001-0000-0000-000000000000}", "{00000000-0002-0000-0000-000000000000}"


def told(number: str = ACTIVE, **other: Any) -> dict[str, Any]:
    """What the script says of a window."""
    usual = {"id": number, "title": "Sudoku", "name": "gnome-sudoku", "cls": "org.gnome.Sudoku", "pid": 0}
    place = {"outer": [10, 20, 300, 400], "content": [10, 50, 300, 370]}
    state = {"here": True, "order": 1, "usual": True, "desk": False}
    return usual | place | state | other


@dataclass
class KdeBus:
    """`taken`: Qt's numbers of keys that other programs have. `plasma`: where its scripts are found."""

    taken: set[int] = field(default_factory=set)
    plasma: int = 5
    silent: bool = False
    allows: bool = True
    picture: tuple[dict[str, int], bytes] = ({"width": 1, "height": 1, "stride": 4, "format": 5}, bytes(4))
    windows: list[dict[str, Any]] = field(default_factory=lambda: [told()])
    active: str = ACTIVE
    pointer: tuple[float, float] = (7.0, 8.0)
    bound: dict[str, int] = field(default_factory=dict)
    loaded: dict[str, str] = field(default_factory=dict)
    """KWin's scripts, by name."""
    owners: tuple[str, ...] = ("org.kde.KWin", "org.kde.kglobalaccel")
    name: str = ":1.7"
    _hearers: dict[tuple[str, str], Callable[[list[Any]], None]] = field(default_factory=dict)

    def names(self) -> list[str]:
        return [self.name, *self.owners]

    def serve(self, path: str, member: str, hearer: Callable[[list[Any]], None]) -> None:
        self._hearers[path, member] = hearer

    hear = serve

    def close(self) -> None: ...

    def press(self, action: str, *, down: bool = True) -> None:
        member = "globalShortcutPressed" if down else "globalShortcutReleased"
        self._hearers["/component/gridpilot", member](["gridpilot", action, 0])

    def move(self, x: float, y: float) -> None:
        """The pointer, by whomever; the script that tells of it is there for the time of a job."""
        if any("cursorPosChanged" in text for text in self.loaded.values()):
            self._hearers["/windows", "Pointed"]([json.dumps([x, y])])

    def tell(self) -> None:
        """As the script does at each change."""
        self._hearers["/windows", "Told"]([json.dumps({"active": self.active, "windows": self.windows})])

    def call(
        self, _service: str, path: str, _interface: str, member: str, _signature: str = "", *body: Any
    ) -> list[Any]:
        if self.silent:
            raise TimeoutError("no answer")
        return getattr(self, f"_{member}")(path, *body)

    def call_with_file(self, *words: Any, file: int) -> list[Any]:
        if not self.allows:
            raise BusError(NOT_ALLOWED, "The process is not authorized to take a screenshot")
        facts, content = self.picture
        os.write(file, content)
        return [{name: Variant("u", value) for name, value in facts.items()}]

    def _isGlobalShortcutAvailable(self, _path: str, key: int, _component: str) -> list[bool]:  # noqa: N802
        return [key not in self.taken]

    def _getGlobalShortcutsByKey(self, _path: str, key: int) -> list[Any]:  # noqa: N802
        info = ["default", "Default", "ksnip", "Ksnip", "grab", "Take a Picture", [], []]
        return [[info] if key in self.taken else []]

    def _doRegister(self, _path: str, names: list[str]) -> list[Any]:  # noqa: N802
        self.bound[names[1]] = 0
        return []

    def _setShortcut(self, _path: str, names: list[str], keys: list[int], _flags: int) -> list[list[int]]:  # noqa: N802
        self.bound[names[1]] = keys[0]
        return [keys]

    def _unregister(self, _path: str, _component: str, action: str) -> list[bool]:
        return [self.bound.pop(action, None) is not None]

    def _loadScript(self, _path: str, file: str, name: str) -> list[int]:  # noqa: N802
        with open(file, encoding="utf-8") as text:  # noqa: PTH123
            self.loaded[name] = text.read()
        return [len(self.loaded)]

    def _unloadScript(self, _path: str, name: str) -> list[bool]:  # noqa: N802
        return [self.loaded.pop(name, None) is not None]

    def _run(self, path: str) -> list[Any]:
        if path.startswith("/Scripting") is not (self.plasma == 6):
            raise BusError("org.freedesktop.DBus.Error.UnknownObject", f"no {path}")
        newest = [*self.loaded.values()][-1]
        if "cursorPosChanged" in newest:
            return []
        if "cursorPos" in newest:
            self._hearers["/windows", "Answered"]([json.dumps(self.pointer)])
        else:
            self.tell()
        return []

    def _supportInformation(self, _path: str) -> list[str]:  # noqa: N802
        return ["KWin Support Information:\nVersion\n=======\nKWin version: 5.27.5\nQt Version: 5.15\n"]
