"""What each process tells Windows of itself, first of all: that it counts physical pixels on every monitor, whatever
the scale, and that its windows and notices are gridpilot's, not Python's.

Whoever asks for a way to count pixels first wins, later calls fail; so what counts is not their answer but what the
thread then says it is.
"""

from gridpilot.desktop.windows.api import Api, units

NAME = "gridpilot"
PER_MONITOR_V2 = 2**64 - 4  # a handle of -4
NAMES = {0: "unaware", 1: "aware of the system's scale only", 2: "aware of each monitor's scale"}
PER_MONITOR = 2


def be_aware(api: Api) -> None:
    api.SetProcessDpiAwarenessContext(PER_MONITOR_V2)


def be_named(api: Api) -> None:
    api.SetCurrentProcessExplicitAppUserModelID(units(NAME))


def awareness(api: Api) -> tuple[bool, str]:
    """Whether pixels are pixels here, and what this process is, in words."""
    context = api.GetThreadDpiAwarenessContext()
    kind = api.GetAwarenessFromDpiAwarenessContext(context)
    version = " (version 2)" if api.AreDpiAwarenessContextsEqual(context, PER_MONITOR_V2) else ""
    return kind == PER_MONITOR, NAMES.get(kind, "of unknown awareness") + version
