"""What the settings window says: each field's name and its line of help."""

from __future__ import annotations

from gridpilot.games import ACTIONS
from gridpilot.texts.language import _
from gridpilot.texts.words import combination

UNREADABLE = (
    _("Save what cannot be read?"),
    _("The file has a fault that keeps it from being read. Until it is mended, the settings from before still count."),
)
UNSAVED = (_("Close without saving?"), _("What you changed in the file is not saved."))

TABS = {
    "keys": _("Keys"),
    "speed": _("Speed"),
    "messages": _("Icon and messages"),
    "kept": _("What is kept"),
    "programs": _("Programs"),
}
FIELDS = {
    **{each.verb: each.setting for each in ACTIONS.values()},
    "pause": (_("Pause and resume"), _("Gives the keys back to other programs, and takes them again.")),
    "stop": (_("Stop the job"), _("So does the key that started it, and any other key while it works.")),
    "step": (_("Pace"), _("Of cells and moves. For another one, type how many milliseconds each may take.")),
    "think": (_("How hard to think"), _("About a move of 2048: harder gets further, and takes longer.")),
    "notices": (_("Messages"), _("Which messages the desktop shows in its own way.")),
    "marks": (_("Hints by my marks"), _("A hint counts your own pencil marks, where they can be read.")),
    "tray": (_("Show the icon"), _("An icon in the tray, with the menu. Counts from gridpilot's next start.")),
    "autostart": (_("Start at login"), _("gridpilot is there when you have logged in.")),
    "which": (_("Keep records of"), _("With pictures of the window, for Last run. Only you can read them.")),
    "keep": (_("How many records"), _("The newest ones are kept.")),
    "statistics": (_("Count what was done"), _("For Statistics: no pictures, boards or titles of windows.")),
}
WATCHED = 300  # ms a step that eyes can follow
CHOICES = {
    "fast": _("fast: 1 ms a move"),
    "default": _("as usual: 20 ms a move"),
    "deep": _("deep: 200 ms a move"),
    "all": _("all"),
    "problems": _("problems only"),
    "failures": _("only what was not done"),
    "none": _("none"),
}
NO_PACE = _("say how many milliseconds from one step to the next, {most} at most")
NO_KEY = _("no key")
PRESS = _("Press the keys …  (Esc: leave it, Backspace: no key)")
OPEN_FILE = _("Open the file")
PAUSED_IN = _("The hotkeys belong to these programs while one of their windows has the focus:")
IN_NONE = _("none: the hotkeys work everywhere")
RESUME = _("Take them back")
PAUSE = _("Leave them to it")
OF_WINDOW = _("A program with an open window:")
NOT_RUNNING = _("gridpilot does not run: start it to change this.")
SAVED = _("Saved. It counts from now on.")
SAVED_FOR_NEXT = _("Saved. It counts from gridpilot's next start.")


def pace(step: int) -> str:
    """Milliseconds from one cell to the next, or from one move to the next."""
    if not step:
        return _("as fast as the game takes it")
    return (_("slow to watch: {step} ms a step") if step >= WATCHED else _("{step} ms a step")).format(step=step)


def key_label(text: str) -> str:
    return combination(text) if text else NO_KEY


def key_saved(text: str) -> str:
    return _("Saved: {keys} is the key now.").format(keys=combination(text)) if text else _("Saved: it has no key now.")


def key_refused(reason: str) -> str:
    return _("Not changed: {reason}").format(reason=reason if reason.endswith(".") else f"{reason}.")


def not_saved(file: str) -> str:
    return _("{file} has a fault, so that nothing can be changed here. Open the file and mend it.").format(file=file)
