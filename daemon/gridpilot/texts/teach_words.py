"""What `gridpilot teach` says in a terminal, and what it says where it cannot work. For its window see
teach_window_words.py.
"""

from __future__ import annotations

from gridpilot.games import GAMES
from gridpilot.texts.language import _

LOOKING = _("Looking at the window …")
TRYING = _("Trying in the window: leave mouse and keyboard alone …")
NOT_TAUGHT = _("Nothing was saved")
TRIAL_BROKE = _("The trial ended with a fault of gridpilot's own; its log says which.")


def no_display(reason: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (_("No window can be opened"), f"{reason}.", _("Without a window: gridpilot teach --yes --window ID"))


def not_written(folder: str, reason: str) -> str:
    return _("The profile could not be written to {folder} ({reason}).").format(folder=folder, reason=reason)


def half_off_the_screen(title: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("The window cannot be seen"),
        _("A part of the window '{title}' is off the screen.").format(title=title),
        _("Move it so that all of it can be seen, then try again."),
    )


def resized(title: str) -> tuple[str, str, str]:
    return (
        "",
        _("The window '{title}' has another size than on the picture.").format(title=title),
        _("Go back to the first part with Esc, and look at it again."),
    )


def no_board_to_teach(title: str) -> tuple[str, str, str]:
    return (
        _("No board was found"),
        _("There is {games} in the window '{title}' that can be read.").format(
            games=_(" and ").join(_("no {game}").format(game=name) for name in GAMES), title=title
        ),
        _("Show where it is, without --yes: gridpilot teach"),
    )


def taught(title: str) -> str:
    """The first line of a profile that was taught."""
    return _("Taught on the window '{title}'.").format(title=title)


def name_taken(name: str) -> str:
    return _("A profile {name} exists already, and is not overwritten. Choose another name.").format(name=name)


def comes_first(name: str) -> str:
    return _("The profile {name} fits this window, too, and comes before it: gridpilot detect says why.").format(
        name=name
    )


def saved_line(path: str) -> str:
    return _("Saved: {path}").format(path=path)


def hint(handle: int) -> str:
    """What follows after `detect`, for a window without a profile."""
    return _("No profile is for this window. Teach gridpilot one: gridpilot teach --window {handle:#x}").format(
        handle=handle
    )
