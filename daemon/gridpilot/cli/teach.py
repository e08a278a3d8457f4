"""`gridpilot teach`: makes a profile for a window, in a window of its own or, with --yes, without one."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from gridpilot import whole_file
from gridpilot.cli import target
from gridpilot.cli.output import DONE, NOT_DONE, as_json, while_doing
from gridpilot.errors import GridpilotError
from gridpilot.games import FIRST
from gridpilot.pilot import Desk
from gridpilot.texts import teach_words as words
from gridpilot.texts.words import no_window_fault

if TYPE_CHECKING:
    from gridpilot.service.teaching import Scene, Teaching


def teach(given: Namespace) -> int:
    from gridpilot.service import compose
    from gridpilot.service.teaching import Teaching

    desk = compose.desk()
    teaching = Teaching(desk)
    if given.name and (fault := teaching.taken(given.name)):
        raise GridpilotError(words.NOT_TAUGHT, fault)
    handle = _handle(given, desk)
    if given.yes:
        return _automatic(given, teaching, handle)
    scene = _first_look(given, teaching, handle)
    from gridpilot.gui.teach.window import teach as in_a_window

    path = in_a_window(teaching, scene, dark=given.dark, scale=given.scale)
    if given.json:
        as_json({"saved": str(path) if path else None})
    elif path:
        print(words.saved_line(str(path)))
    return DONE if path else NOT_DONE


def _handle(given: Namespace, desk: Desk) -> int | None:
    """The window asked for. Without --yes a terminal is no window to wait for another of: the lesson asks itself."""
    if given.yes or given.delay or given.pick or given.window is not None:
        found = target.handle(given, given.game or FIRST)
        if found is not None:
            return found
    focused = desk.focus.focused()
    return focused.handle if focused else None


def _first_look(given: Namespace, teaching: Teaching, handle: int | None) -> Scene | None:
    """The focused window, if it shows a board: the command may have been typed in a terminal."""
    if handle is None:
        return None
    meant = bool(given.window is not None or given.delay or given.pick)
    try:
        with while_doing(words.LOOKING):
            scene = teaching.look(handle, given.game)
    except GridpilotError:
        if meant:
            raise
        return None  # a terminal that is partly off the screen, say
    return scene if scene.reading or meant else None


def _automatic(given: Namespace, teaching: Teaching, handle: int | None) -> int:
    from gridpilot.pilot.guard.abort import Abort
    from gridpilot.profiles import teach as pure

    if handle is None:
        raise GridpilotError(*no_window_fault(None))
    with while_doing(words.LOOKING):
        scene = teaching.look(handle, given.game)
    if scene.reading is None:
        raise GridpilotError(*words.no_board_to_teach(scene.window.title))
    facts = pure.Facts(scene.game, scene.window, scene.capture.view, scene.reading)
    rule = pure.rules(scene.window)[pure.proposed(scene.window, scene.others)]
    choices = pure.Choices(rule)
    if given.try_out:
        from gridpilot.cli.jobs import stopped_by_signals
        from gridpilot.service.teaching import learnt

        with while_doing(words.TRYING):
            choices = learnt(choices, teaching.try_out(facts, choices, stopped_by_signals(Abort())))
    name = given.name or teaching.free(pure.wish(scene.window))
    path, first = teaching.save(name, scene, facts, choices)
    return _tell(path, first, scene.game, json_wanted=given.json)


def _tell(path: Path, first: str, game: str, *, json_wanted: bool) -> int:
    if json_wanted:
        as_json({"saved": str(path), "game": game, "first": first or path.parent.name})
        return DONE
    print(words.saved_line(str(path)))
    print(whole_file.read_text(path))
    if first:
        print(words.comes_first(first))
    return DONE
