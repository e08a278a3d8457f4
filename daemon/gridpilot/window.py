"""The window that a job acts on: facts of one moment, from `desktop.Focus`."""

from dataclasses import dataclass
from pathlib import PurePath

from gridpilot.geometry import Rect
from gridpilot.plain_text import plain

LONGEST = 4096  # characters of a text: the longest path on Linux
JAVA = {"java", "javaw"}  # what runs its programs; those with a starter of their own are not told, Windows is unproven


@dataclass(frozen=True, slots=True)
class Window:
    """A top-level window.

    `handle` is the window system's own number. `content` is the client area less client-side shadows, in points.
    `instance` and `class_name` are WM_CLASS on X11; empty where a platform has no such thing. `pid` is 0, and
    `executable` and `command_line` are empty, where nobody knows them. `obstacle` says, in a sentence for the user, why
    the system lets nobody see or fill this window; empty where nothing is known against it. `whole_screen`: it is all
    that a monitor shows, as nobody tells which window has the focus; one of `programs`, which run, may be meant.
    """

    handle: int
    title: str
    instance: str
    class_name: str
    pid: int
    executable: str
    command_line: str
    content: Rect
    obstacle: str = ""
    whole_screen: bool = False
    programs: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """What a window says of itself is a stranger's, of any length."""
        for name in ("title", "instance", "class_name", "executable", "command_line"):
            object.__setattr__(self, name, plain(getattr(self, name)[:LONGEST]))

    @property
    def program(self) -> int | str:
        """Its process; where nobody knows that, what it calls itself. Empty where that is not known either."""
        return self.pid or self.class_name

    @property
    def focuses_late(self) -> bool:
        """Whether a field that is clicked gets the keys in its own time, as in Java's Swing: of two clicks with a key
        each, 5 ms apart, both keys came into the second field in 6 of 13 fills of two programs on a busy machine.
        """
        return PurePath(self.executable).stem.lower() in JAVA
