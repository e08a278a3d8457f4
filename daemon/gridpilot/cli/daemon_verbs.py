"""The verbs that start the resident program or talk to it: run, status, pause, resume, toggle, stop, quit."""

from __future__ import annotations

import contextlib
import subprocess
import sys
import time
from argparse import Namespace
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any

from gridpilot import paths, whole_file
from gridpilot.cli import target
from gridpilot.cli.output import DONE, NOT_DONE, answer, as_json, raise_refusal
from gridpilot.desktop import HotkeyState, Line, choose
from gridpilot.errors import EnvironmentFault, NoDaemon
from gridpilot.service import control
from gridpilot.texts import words

STARTING = 10.0  # seconds that it may take to start
ENDING = 10.0  # seconds that the resident program may take to end; a worker that hangs is killed after 3
LOOKS = 0.05  # seconds between two questions whether it has


def ask(do: str, timeout: float | None = control.PATIENCE, **request: Any) -> dict[str, Any]:
    """Asks the daemon of this display. Raises NoDaemon, or what the daemon refused with."""
    reply = control.ask(control.address(paths.find()), {"do": do, **request}, timeout)
    raise_refusal(reply)
    return reply


def run(given: Namespace) -> int:
    """The daemon itself; a second one only says that there is one. `given.started` is when the process began."""
    found = paths.find()
    line = _line(control.address(found))
    if line is None:
        return _second(given)
    from gridpilot.service import compose

    try:
        compose.start_log("daemon")
        for folder in (found.config, found.state):
            whole_file.clear_left_over(folder)
        whole_file.clear_beside(found.config_file)
        first = _first(found)
        if first and (given.plain or given.or_settings):  # typed, or chosen in the desktop's menu; not at login
            compose.greet()
        daemon = compose.daemon(given.started, first=first, as_json=given.json)
        server = control.Server(line, daemon.answer)
    except BaseException:
        line.close()
        raise
    server.start()
    try:
        with found.noted(paths.current_display()):
            return daemon.run()
    finally:
        server.stop()


def _first(found: paths.Paths) -> bool:
    """Whether nothing tells yet of an earlier start, also where the caches were cleared; from now on something does."""
    first = not any(path.exists() for path in (found.greeted, found.records, found.config_file))
    with contextlib.suppress(OSError):  # a full disk
        found.greeted.touch(mode=whole_file.PRIVATE)
    return first


def _line(address: Path) -> Line | None:
    """As soon as a resident program that is ending leaves it; None where one is there to stay."""
    end = time.monotonic() + ENDING
    while (line := choose.line(address)) is None and time.monotonic() < end:
        with contextlib.suppress(NoDaemon):
            if control.ask(address, {"do": "status"})["ok"]:
                break
        Event().wait(LOOKS)
    return line


def _second(given: Namespace) -> int:
    try:
        found = control.ask_a_new_one(control.address(paths.find()), {"do": "status"})
    except NoDaemon as fault:
        raise EnvironmentFault(*words.MUTE_DAEMON) from fault
    if given.or_settings:
        from gridpilot.service import compose

        compose.open_page("settings", None)
    if not given.json:
        print(words.already_running(_time(found["since"]), found["paused"]))
    return status(given)


def press(given: Namespace) -> int:
    """Whoever pressed a key sees no terminal: where no resident program is there, it is started, and tells the rest."""
    try:
        ask("press", action=given.action)
    except NoDaemon:
        subprocess.Popen([sys.executable, "-m", "gridpilot", "run"], start_new_session=True, stdout=subprocess.DEVNULL)
        _pressed_once_there(given.action)
    answer(given, {"pressed": given.action}, words.pressed(given.action))
    return DONE


def _pressed_once_there(action: str) -> None:
    end = time.monotonic() + STARTING
    while True:
        try:
            ask("press", action=action)
        except NoDaemon:
            if time.monotonic() > end:
                raise
            Event().wait(LOOKS)
        else:
            return


def status(given: Namespace) -> int:
    reply = ask("status")
    reply.pop("ok")
    answer(given, reply, "\n".join(_status_lines(reply)))
    return DONE


def _status_lines(reply: dict[str, Any]) -> list[str]:
    keys = [HotkeyState(k["action"], k["combination"], k["live"], k["reason"], k["instead"]) for k in reply["hotkeys"]]
    tray, worker, config = reply["tray"], reply["worker"], reply["config"]
    return [
        _state(reply),
        *([words.progress_line(reply["job"]["progress"])] if reply["job"] and reply["job"]["progress"] else []),
        words.since_line(reply["version"], reply["pid"], _time(reply["since"])),
        *([reply["note"]] if reply["note"] else []),
        *([words.paused_programs(reply["paused_for"])] if reply["paused_for"] else []),
        *([] if reply["paused"] else [words.hotkey_line(key) for key in keys]),
        words.reader_line(tesseract=reply["reader"]["tesseract"]),
        words.tray_line(tray["kind"], tray["reason"]),
        words.worker_line(worker["pid"], worker["ready"]),
        words.config_line(config["path"], len(config["problems"])),
        *([words.last_line(reply["last"])] if reply["last"] else []),
    ]


def _state(reply: dict[str, Any]) -> str:
    if reply["job"]:
        return words.working(reply["job"]["game"], reply["job"]["stage"])
    return words.NOW_PAUSED if reply["paused"] else words.NOW_READY


def _time(since: str) -> str:
    return datetime.fromisoformat(since).strftime("%H:%M")


def pause(given: Namespace) -> int:
    """Serves pause, resume and toggle."""
    if given.app is not None:
        return _pause_program(given)
    reply = ask(given.verb)
    answer(given, {"paused": reply["paused"]}, words.NOW_PAUSED if reply["paused"] else words.NOW_READY)
    return DONE


def _pause_program(given: Namespace) -> int:
    name = given.app or (target.window(given).class_name if _means_another(given) else "")
    reply = ask(given.verb, application=name)
    reply.pop("ok")
    if given.json:
        as_json(reply)
    else:
        name = reply["application"]
        print(words.paused_for(name) if reply["paused"] else words.resumed_for(name))
    return DONE


def _means_another(given: Namespace) -> bool:
    return bool(given.window or given.delay or given.pick or target.in_terminal())


def stop(given: Namespace) -> int:
    reply = ask("stop")
    answer(given, {"stopped": reply["stopped"]}, words.STOPPING if reply["stopped"] else words.NOTHING_TO_STOP)
    return DONE if reply["stopped"] else NOT_DONE


def leave(given: Namespace) -> int:
    """The verb quit."""
    ask("quit")
    answer(given, {"quit": True}, words.QUITTING)
    return DONE
