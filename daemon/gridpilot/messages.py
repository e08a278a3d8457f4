"""Every sentence that a user may read: what, where (r4c7), and the next step. `_` marks them for gettext."""

from __future__ import annotations

from gettext import NullTranslations
from typing import TYPE_CHECKING

from gridpilot.outcome import Ending, Outcome, StopReason

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gridpilot.desktop import HotkeyState
    from gridpilot.geometry import Cell

_ = NullTranslations().gettext

SHOWN_CELLS = 5


def cell_names(cells: Sequence[Cell]) -> str:
    """`r4c7, r5c1 and 3 more`: a handful by name, the rest as a number."""
    names = [str(cell) for cell in cells]
    if len(names) > SHOWN_CELLS:
        return _("{cells} and {count} more").format(
            cells=", ".join(names[: SHOWN_CELLS - 1]), count=len(names) - SHOWN_CELLS + 1
        )
    if len(names) > 1:
        return _("{cells} and {last}").format(cells=", ".join(names[:-1]), last=names[-1])
    return names[0] if names else _("no cell in particular")


def outcome_sentence(outcome: Outcome) -> str:
    """What happened, in one or two sentences."""
    return _SENTENCES[outcome.ending](outcome)


def _verified(outcome: Outcome) -> str:
    if not outcome.blanks:
        return _("The board was already full and right; nothing had to be typed.")
    text = _("{filled} of {blanks} cells filled and checked.").format(filled=outcome.filled, blanks=outcome.blanks)
    seconds = outcome.ms.get("total", 0.0) / 1000
    text += _(" It took {seconds:.1f} s.").format(seconds=seconds) if seconds else ""
    return f"{text} {outcome.detail}".rstrip()


def _stopped(outcome: Outcome) -> str:
    why, then = _STOPS[outcome.reason or StopReason.COMMAND]
    where = _(" at {cell}").format(cell=outcome.at) if outcome.at else ""
    done = ""
    if outcome.filled:
        done = _(" {filled} of {blanks} cells were filled until then.").format(
            filled=outcome.filled, blanks=outcome.blanks
        )
    return _("Stopped{where}: {why}.{done} {then}").format(where=where, why=why, done=done, then=then).rstrip()


def _doubtful(outcome: Outcome) -> str:
    return _(
        "Nothing was typed: {cells} could not be read with certainty. Make the board larger, or take the pointer off "
        "it, and try again."
    ).format(cells=cell_names(outcome.cells))


def _no_board(outcome: Outcome) -> str:
    seen = _(" ({detail})").format(detail=outcome.detail) if outcome.detail else ""
    return _(
        "No {game} board was found in the window '{window}'{seen}. Make sure that the whole board is visible, then try "
        "again."
    ).format(game=outcome.game, window=outcome.window or _("unknown"), seen=seen)


def _no_profile(outcome: Outcome) -> str:
    what = outcome.detail or _("no window has the focus")
    return _("Nothing was done: {what}. Click into the game's window, then press the key again.").format(what=what)


def _unsolvable(outcome: Outcome) -> str:
    if outcome.cells:
        return _(
            "Nothing was typed: {cells} contradict one another. Clear the wrong digits, or look whether they were "
            "misread: gridpilot last."
        ).format(cells=cell_names(outcome.cells))
    return _(
        "Nothing was typed: this board has no solution. Clear wrong digits, or look whether one was misread: "
        "gridpilot last."
    )


def _ambiguous(outcome: Outcome) -> str:
    return _(
        "Nothing was typed: the board has more than one solution ({cells} may differ). A digit may have been missed: "
        "gridpilot last shows what was read."
    ).format(cells=cell_names(outcome.cells))


def _missed(outcome: Outcome) -> str:
    detail = _(" ({detail})").format(detail=outcome.detail) if outcome.detail else ""
    return _(
        "{filled} of {blanks} cells were filled, but {cells} did not take the digit{detail}. Press the key again; if "
        "it stays so, the game may need a slower pace in its profile."
    ).format(filled=outcome.filled, blanks=outcome.blanks, cells=cell_names(outcome.cells), detail=detail)


def _blocked(outcome: Outcome) -> str:
    detail = outcome.detail or _("the system or the game refused the input")
    return _("Nothing more could be done: {detail}").format(detail=detail)


_SENTENCES = {
    Ending.VERIFIED: _verified,
    Ending.STOPPED: _stopped,
    Ending.DOUBTFUL: _doubtful,
    Ending.NO_BOARD: _no_board,
    Ending.NO_PROFILE: _no_profile,
    Ending.UNSOLVABLE: _unsolvable,
    Ending.AMBIGUOUS: _ambiguous,
    Ending.MISSED: _missed,
    Ending.BLOCKED: _blocked,
}

_AGAIN = _("Press the key again to go on from here.")

_STOPS: dict[StopReason, tuple[str, str]] = {
    StopReason.ESCAPE: (_("Esc was pressed"), _AGAIN),
    StopReason.USER_KEY: (_("a key was pressed"), _AGAIN),
    StopReason.USER_POINTER: (_("the mouse was moved or clicked"), _AGAIN),
    StopReason.FOCUS_LOST: (_("another window got the focus"), _("Click into the game, then press the key again.")),
    StopReason.WINDOW_MOVED: (_("the window was moved or resized"), _AGAIN),
    StopReason.WINDOW_CLOSED: (_("the window was closed"), ""),
    StopReason.BOARD_CHANGED: (_("the board on the screen changed"), _AGAIN),
    StopReason.KEYS_HELD: (_("a key was still held down"), _("Let go of all keys, then press the hotkey again.")),
    StopReason.BUDGET: (_("it took too long"), _("See what happened with: gridpilot last.")),
    StopReason.COMMAND: (_("you asked for it"), ""),
    StopReason.CRASHED: (_("a part of gridpilot crashed"), _("It was started anew; press the key again.")),
}

# The daemon


def combination(text: str) -> str:
    """`ctrl+alt+s` as keys are labelled: `Ctrl+Alt+S`."""
    return "+".join(part.strip().capitalize() for part in text.split("+"))


def action_name(action: str) -> str:
    return {"solve": _("solve the sudoku"), "play": _("play 2048")}.get(action, action)


def hotkey_line(state: HotkeyState) -> str:
    if state.live:
        return _("hotkey: {keys} = {action}").format(
            keys=combination(state.combination), action=action_name(state.action)
        )
    return _("hotkey: {keys} does not work: {reason} Instead: gridpilot {action}").format(
        keys=combination(state.combination), reason=_stop(state.reason), action=state.action
    )


def _stop(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."


def tray_line(kind: str, reason: str) -> str:
    if not reason:
        return _("tray:   icon shown ({kind}); left click pauses, right click opens the menu").format(kind=kind)
    return _("tray:   no icon: {reason} Use gridpilot status, pause, resume and quit.").format(reason=_stop(reason))


TRAY_OFF = _("it is switched off in the settings.")
SEE_LOG = _("it failed; gridpilot's log says why.")
RELEASED = _("paused")


def running_line(version: str, pid: int) -> str:
    return _("gridpilot {version} is running (pid {pid}). Stop it with: gridpilot quit").format(
        version=version, pid=pid
    )


def already_running(since: str, paused: bool) -> str:
    state = _("paused; resume it with: gridpilot resume") if paused else _("ready")
    return _("gridpilot is already running (since {since}), {state}.").format(since=since, state=state)


def config_line(path: str, problems: int) -> str:
    if problems:
        return _("config: {path} has {count} problem(s), see: gridpilot config check").format(path=path, count=problems)
    return _("config: {path}").format(path=path)


WORKER_GAVE_UP = _(
    "gridpilot paused itself: the part that reads boards crashed three times in a minute. The log says why "
    "(gridpilot status names it); gridpilot resume tries again."
)
DISPLAY_LOST = _("The display went away, so gridpilot stops. Start it again in the new session with: gridpilot")
PAUSED_REFUSAL = _("gridpilot is paused. Resume it with: gridpilot resume")
BUSY_REFUSAL = _("A job is running. Stop it with: gridpilot stop")
STOPPING = _("The running job is being stopped.")
NOTHING_TO_STOP = _("No job is running.")
NOW_PAUSED = _("Paused: the hotkeys belong to other programs now.")
NOW_READY = _("Ready.")
QUITTING = _("gridpilot stops.")


NOTHING_YET = _("No job has been done yet.")
NO_PROBLEMS = _("No problems.")
NO_EDITOR = (_("No editor was found"), _("Neither VISUAL nor EDITOR is set."), _("Set EDITOR to your editor's name."))


def since_line(version: str, pid: int, since: str) -> str:
    return _("gridpilot {version}, pid {pid}, since {since}").format(version=version, pid=pid, since=since)


def worker_line(pid: int, ready: bool) -> str:
    if not pid:
        return _("worker: none")
    return (_("worker: ready (pid {pid})") if ready else _("worker: warming up (pid {pid})")).format(pid=pid)


def last_line(sentence: str) -> str:
    return _("last:   {sentence}").format(sentence=sentence)


def working(game: str, stage: str) -> str:
    return _("Working: {game} ({stage}). Stop it with: gridpilot stop").format(game=game, stage=stage or "…")


def no_board_in_picture(name: str) -> str:
    return _("No sudoku board was found in {name}. Is the whole board on the picture?").format(name=name)


def no_window_fault(handle: int | None) -> tuple[str, str, str]:
    if handle is None:
        return _("No window"), no_window(), ""
    return _("No such window"), _("Window {handle:#x} is gone or cannot be seen.").format(handle=handle), ""


def verdict_sentence(verdict: str, cells: Sequence[str]) -> str:
    names = ", ".join(cells[:SHOWN_CELLS]) + (" …" if len(cells) > SHOWN_CELLS else "")
    return {
        "multiple": _("More than one solution; two of them differ in {cells}."),
        "no-solution": _("No solution: {cells} cannot hold together."),
        "invalid": _("Not a valid puzzle: {cells} contradict one another."),
    }[verdict].format(cells=names)


def no_daemon(display: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("No gridpilot is running"),
        _("Nothing answers for display {display}.").format(display=display or _("(none)")),
        _("Start it with: gridpilot"),
    )


def status_line(face: str, hotkey: str, note: str) -> str:
    """The tray's tooltip and the menu's first line."""
    if face == "busy":
        return _("Working…")
    if face == "paused":
        return _("Paused")
    if face == "trouble":
        return note or _("Something is wrong: gridpilot status")
    return _("Ready: {keys}").format(keys=combination(hotkey)) if hotkey else _("Ready")


def menu_labels() -> dict[str, str]:
    return {
        "solve": _("Solve sudoku"),
        "stop": _("Stop"),
        "pause": _("Pause"),
        "practice": _("Practice board"),
        "quit": _("Quit"),
    }


def no_window() -> str:
    return _("No window has the focus. Click into the game's window and try again.")


def no_button(name: str) -> str:
    return _(
        "The button {name} is not known in this window. Name its place in the profile: [buttons] {name} = [0.1, 0.9]."
    ).format(name=name)


def no_way_works() -> str:
    return _(
        "No way of typing that was tried put a digit into this window: neither keys nor a digit pad. "
        "Is the puzzle running? Otherwise write a profile that says how this program is filled."
    )


def cannot_erase(cells: Sequence[Cell]) -> str:
    return _(
        "A digit that was tried in {cells} could not be erased again. Please empty it by hand; nothing more was typed."
    ).format(cells=cell_names(cells))


def answered_by_the_game() -> str:
    return _(
        "The last cell could not be read back, because the game put a message over its board when it was in; all the "
        "others were."
    )
