"""What the icon, its menu and the very first notice say."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridpilot.desktop import HotkeyState
from gridpilot.games import ACTIONS, FIRST, GAMES, VERBS
from gridpilot.texts.language import _
from gridpilot.texts.words import combination, progress_line

ABOUT = _(
    "Press a key; the sudoku in front of you is read, solved, filled in and checked, or 2048 is played. "
    "Pictures of your screen stay on this machine."
)
LICENCE = _("Free software under the MIT licence.")
TRY_IT = _("Practice board")  # the button on the first notice


def program_name(profile: str) -> str:
    """A program's name as people write it: `gnome-sudoku` is GNOME Sudoku."""
    return " ".join(part.upper() if part in {"gnome", "sgt"} else part.capitalize() for part in profile.split("-"))


def ready_for(what: str) -> str:
    """The menu's first line; `what` is in the focused window."""
    return _("Ready: {what}").format(what=what)


def paused_in(what: str) -> str:
    return _("Paused for this application: {what}").format(what=what)


def status_line(face: str, hotkey: str, note: str, progress: Mapping[str, Any] | None = None) -> str:
    """The tray's tooltip and the menu's first line."""
    if face == "busy" and progress:
        return progress_line(progress)
    if face == "busy":
        return _("Working…")
    if face == "paused":
        return _("Paused")
    if face == "trouble":
        return note or _("Something is wrong: gridpilot status")
    return _("Ready: {keys}").format(keys=combination(hotkey)) if hotkey else _("Ready")


def menu_labels() -> dict[str, str]:
    practice = {f"practice-{name}": _("Practice: {game}").format(game=name) for name in GAMES}
    return {
        **{each.verb: each.menu for each in ACTIONS.values()},
        **practice,
        "stop": _("Stop"),
        "pause": _("Pause"),
        "pause-here": _("Pause for this application"),
        "teach": _("Teach this window…"),
        "profiles": _("Profiles…"),
        "last": _("Last run…"),
        "stats": _("Statistics…"),
        "settings": _("Settings…"),
        "doctor": _("Doctor…"),
        "help": _("Help…"),
        "about": _("About…"),
        "quit": _("Quit"),
    }


def with_key(label: str, keys: Sequence[HotkeyState], action: str) -> str:
    """A line of the menu, with the key that does the same, where there is one."""
    live = next((state.combination for state in keys if state.live and state.action == action), "")
    return f"{label}  ({combination(live)})" if live else label


WELCOME = _("Welcome to gridpilot")


def first_steps(solve: str, play: str) -> tuple[tuple[str, str], ...]:
    """The first steps, each with a name and a sentence or two."""
    return (
        (
            _("Try it here"),
            _("Click the practice board beside this window, then press {key}. It is read, solved, filled and checked.")
            .format(key=combination(solve)),
        ),
        (
            _("Use it over your game"),
            _("Click into any sudoku, in a program or a web page, and press {solve}; over a 2048 press {play}. "
              "Press again, press Esc or move the mouse to stop it.")
            .format(solve=combination(solve), play=combination(play)),
        ),
        (
            _("Find it again"),
            _("gridpilot stays in the tray, usually in a corner of the screen. Its icon has a menu: pause, last run, "
              "settings, help, quit. Where there is no tray, type: gridpilot status, gridpilot quit."),
        ),
    )  # fmt: skip


def settings_fault(line: int, text: str) -> str:
    where = _("line {line}: ").format(line=line) if line else ""
    return _("The settings have a fault, {where}{text}. What stood there before still counts.").format(
        where=where, text=text
    )


def profile_fault(problem: str) -> str:
    return _("A profile has a fault and is left out, or stands as it was before: {problem}.").format(problem=problem)


def welcome(keys: Sequence[HotkeyState], tray_trouble: str) -> str:
    """The notice of the very first start."""
    live = {state.action: combination(state.combination) for state in keys if state.live}
    text = _("gridpilot is running.") if tray_trouble else _("gridpilot is running; this is its icon in the tray.")
    for verb, about in VERBS.items():
        if verb in live:
            text += _(" Click a {game} and press {keys}.").format(game=about.name, keys=live[verb])
    if tray_trouble:
        return text + _(" Without a tray: gridpilot pause, gridpilot practice {game}, gridpilot quit.").format(
            game=FIRST
        )
    return text + _(" A right click on the icon opens the menu; try it on a practice board.")
