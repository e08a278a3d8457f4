"""What the resident program and the command line say of themselves. What happened to a board is in messages.py."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from gridpilot.desktop import HotkeyState
from gridpilot.games import ACTIONS, GAMES
from gridpilot.texts.language import _
from gridpilot.texts.messages import no_window

MENU_ONLY = "darwin"  # the tray where every click opens the menu


def combination(text: str) -> str:
    """Keys with their labels: `ctrl+alt+s` is `Ctrl+Alt+S`."""
    return "+".join(part.strip().capitalize() for part in text.split("+"))


def action_name(action: str) -> str:
    names = {"pause": _("pause or resume"), "stop": _("stop the job")}
    names |= {each.verb: each.deed for each in ACTIONS.values()}
    verb, _dash, profile = action.partition(" --profile ")
    if profile:
        return _("{what} with {profile}").format(what=names.get(verb, verb), profile=profile)
    return names.get(action, action)


def key_is_taken(action: str) -> str:
    return _("it is the key to {action}.").format(action=action_name(action))


def hotkey_line(state: HotkeyState) -> str:
    return _("hotkey: {key}").format(key=_live(state) if state.live else _dead(state))


def _live(state: HotkeyState) -> str:
    """A key that works; its drawback, if it has one, and a key without."""
    text = _("{keys} = {action}").format(keys=combination(state.combination), action=action_name(state.action))
    if state.reason:
        text += _(" (but {reason}").format(reason=state.reason)
        free = _("; {keys} is free: gridpilot config edit").format(keys=combination(state.instead))
        text += f"{free if state.instead else ''})"
    return text


def _dead(state: HotkeyState) -> str:
    """What is wrong with a key, and two ways to mend it."""
    text = _("{keys} does not work: {reason}").format(keys=combination(state.combination), reason=_stop(state.reason))
    if _hopeless(state):
        return text
    if state.instead:
        text += _(" {keys} is free: gridpilot config edit.").format(keys=combination(state.instead))
    verb = state.action.partition(" ")[0]
    picked = " --over" * (verb == "hint") + " --pick" * (verb in ACTIONS)
    return text + _(" Or use: gridpilot {action}").format(action=state.action) + picked


def _hopeless(state: HotkeyState) -> bool:
    """For a session in which no key can work, and no command for a window. The reason names what does."""
    return "solve --image" in state.reason


def hotkeys_line(states: Sequence[HotkeyState]) -> str:
    """All keys in one line, the dead ones last."""
    if states and all(map(_hopeless, states)):
        return _("hotkeys: none works: {reason}").format(reason=states[0].reason)
    live = [_live(state) for state in states if state.live]
    told = [", ".join(live)] if live else []
    told += [_dead(state) for state in states if not state.live]
    return _("hotkeys: {keys}").format(keys="; ".join(told) or _("none are set"))


def reader_line(*, tesseract: bool) -> str:
    if tesseract:
        return _("reader: gridpilot's own; Tesseract is there for profiles that ask for it")
    return _("reader: gridpilot's own (Tesseract is not installed, and only needed by profiles that ask for it)")


def _stop(text: str) -> str:
    return text if text.endswith((".", "!", "?")) else text + "."


def tray_line(kind: str, reason: str) -> str:
    if not reason:
        clicks = _("a click opens its menu") if kind == MENU_ONLY else _("left click pauses, right click: menu")
        return _("tray:   icon shown ({kind}); {clicks}").format(kind=kind, clicks=clicks)
    return _("tray:   no icon: {reason} Use gridpilot status, pause, resume and quit.").format(reason=_stop(reason))


TRAY_OFF = _("it is switched off in the settings.")
SEE_LOG = _("it failed; gridpilot's log says why.")
RELEASED = _("paused")


def running_line(version: str, pid: int) -> str:
    return _("gridpilot {version} is running (pid {pid}). Stop it with: gridpilot quit").format(
        version=version, pid=pid
    )


def pressed(action: str) -> str:
    return _("As if the hotkey of {action} had been pressed.").format(action=action)


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
LISTENER_GAVE_UP = _(
    "gridpilot paused itself: the part that hears the hotkeys ended three times in a minute. The log says why; "
    "gridpilot resume tries again."
)
DISPLAY_LOST = _("The display went away, so gridpilot stops. Start it again in the new session with: gridpilot")
PAUSED_REFUSAL = _("gridpilot is paused. Resume it with: gridpilot resume")
BUSY_REFUSAL = _("A job is running. Stop it with: gridpilot stop")
CALLED_OFF = _("The job before it was stopped, so this one did not begin. Ask for it again.")
STOPPING = _("The running job is being stopped.")
NOTHING_TO_STOP = _("No job is running.")
NOW_PAUSED = _(
    "Paused: the hotkeys belong to other programs now. To go on, click the icon again, or use: gridpilot resume"
)
NOW_READY = _("Ready.")
NO_APPLICATION = _("No window has the focus. Name the program as in: gridpilot pause --app Gnome-sudoku")
QUITTING = _("gridpilot stops.")

OTHER_BOARD = _("the game does not end on the board that the record names")
REPLAY_HINT = _("See the game again with: gridpilot replay")
AS_READ = _("The board as it was read:")
PICTURES_HINT = _("What was read stands in the corners of the cells. Click a picture to see it large.")
NO_MOVE_LEFT = _("No move is left: the game is over.")
NOTHING_YET = _("No job has been done yet.")
NO_PROBLEMS = _("No problems.")
NO_EDITOR = (_("No editor was found"), _("Neither VISUAL nor EDITOR is set."), _("Set EDITOR to your editor's name."))


def since_line(version: str, pid: int, since: str) -> str:
    return _("gridpilot {version}, pid {pid}, since {since}").format(version=version, pid=pid, since=since)


def worker_line(pid: int, ready: bool) -> str:
    if not pid:
        return _("worker: none")
    return (_("worker: ready (pid {pid})") if ready else _("worker: warming up (pid {pid})")).format(pid=pid)


def guide_line(page: str, *, opened: bool) -> str:
    if opened:
        return _("The guide opens in your browser. It is this file: {page}").format(page=page)
    return _("No browser was found here. The guide is this file: {page}").format(page=page)


def last_line(sentence: str) -> str:
    return _("last:   {sentence}").format(sentence=sentence)


def working(game: str, stage: str) -> str:
    return _("Working: {game} ({stage}). Stop it with: gridpilot stop").format(game=game, stage=stage or "…")


def no_board_in_picture(name: str, game: str | None) -> str:
    """`game` None: boards of all games were looked for."""
    what = game or _(" or ").join(GAMES)
    return _("No {what} board was found in {name}. Is the whole board on the picture?").format(what=what, name=name)


def no_window_fault(handle: int | None) -> tuple[str, str, str]:
    if handle is None:
        return _("No window"), no_window(), ""
    return _("No such window"), _("Window {handle:#x} is gone or cannot be seen.").format(handle=handle), ""


NO_SUCH_GOAL = _("no game has such a goal, or such a time to think")
NO_SUCH_PROGRAM = _("no program has such a name")
OTHER_GAME = _("that verb is for another game")


def bad_request(why: str) -> str:
    return _("The request cannot be carried out: {why}. What each verb takes is told by its --help.").format(why=why)


def unknown_verb(verb: str) -> str:
    return _(
        "{verb} is no verb of the running gridpilot. Is another version installed? All verbs: gridpilot --help"
    ).format(verb=repr(verb[:40]))


NO_ANSWER = (
    _("gridpilot does not answer"),
    _("It hangs, or it ended in the middle of this."),
    _("Look at the board. End its process if it is still there, then start it again with: gridpilot"),
)
MUTE_DAEMON = (
    _("gridpilot does not answer"),
    _("One runs for this display already, but it hangs, or the file of its socket was deleted."),
    _("End its process (gridpilot run), then start it again."),
)


SEVERAL_RUN = (
    _("Several gridpilots run"),
    _("They are on different displays, and none is named."),
    _("Set DISPLAY to that of the one you mean, such as :0."),
)


def no_daemon(display: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("No gridpilot is running"),
        _("Nothing answers for display {display}.").format(display=display or _("(none)")),
        _("Start it with: gridpilot"),
    )


def scene_line(moves: int, score: int, move: str | None) -> str:
    """The line above each board of a game that is replayed."""
    if move is None:
        return _("The board as it was read, after {moves} moves").format(moves=moves)
    return _("Move {moves}: {move}, {score} points").format(moves=moves, move=move, score=score)


def replay_line(facts: Mapping[str, Any]) -> str:
    if facts["why"]:
        return _("Not a legal game: {why}.").format(**facts)
    return _("{moves} moves, all legal, {score} points won.").format(**facts)


def no_game_record(folder: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("No recorded game"),
        _("There is no game of moves in {folder}.").format(folder=folder),
        _("The last job's record is named by: gridpilot last"),
    )


def progress_line(progress: Mapping[str, Any]) -> str:
    return _("{moves} moves · {score} points · best tile {best} · {pace} moves/s").format(**progress)


def paused_for(name: str) -> str:
    return _("gridpilot is paused for {name}. Resume it with: gridpilot resume --app {name}").format(name=name)


def resumed_for(name: str) -> str:
    return _("The hotkeys work in {name} again.").format(name=name)


def paused_programs(names: Sequence[str]) -> str:
    return _("paused for: {names} (gridpilot resume --app NAME)").format(names=", ".join(names))


def not_paused(name: str, names: Sequence[str]) -> str:
    if not names:
        return _("gridpilot is not paused for {name}, nor for any other program.").format(name=name)
    return _("gridpilot is not paused for {name}, but for: {names}").format(name=name, names=", ".join(names))


def autostart_line(command: str, place: str) -> str:
    if command:
        return _("At login this is started: {command} (written in {place})").format(command=command, place=place)
    return _("Nothing is started at login. Switch it on with: gridpilot autostart on")


def autostart_refused(place: str, reason: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("The start at login was not changed"),
        _("{place} cannot be written ({reason}).").format(place=place, reason=reason),
        _("Make that place yours and writable, or add `gridpilot run` to your desktop's own list of startup programs."),
    )
