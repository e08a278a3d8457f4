"""The sudokus that a verb is given: as text, in files, on a picture, copied, or in a window."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from gridpilot.cli import sources
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words as words

if TYPE_CHECKING:
    from gridpilot.games.sudoku.formats import Found

GAME = "sudoku"


def sudokus(given: Namespace) -> Iterator[tuple[str, Found]]:
    """Each with the name of where it is from; what cannot be read as a puzzle costs only itself. Raises GridpilotError
    where nothing can be had at all.
    """
    if given.text is not None:
        yield from _all(*sources.puzzles(given.text, given.regions))
    elif getattr(given, "files", None):
        for file in given.files:
            yield from _all(*sources.puzzles(file, given.regions))
    elif given.image is not None:
        with sources.picture(given.image) as path:
            from gridpilot.vision.pictures import load

            name = words.STANDARD_INPUT if given.image == sources.STANDARD_INPUT else given.image
            yield name, _on(load(path), name)
    elif given.clipboard:
        yield from _copied()
    else:
        yield _in_window(given)


def sudoku(given: Namespace) -> Found:
    """The one that is given. Raises GridpilotError where there is none, or more than one."""
    found = list(sudokus(given))
    if len(found) > 1:
        raise GridpilotError(*words.several_in(found[0][0], len(found)))
    return found[0][1]


def _all(name: str, found: list[Found]) -> Iterator[tuple[str, Found]]:
    if not found:
        raise GridpilotError(*words.nothing_in(name))
    yield from ((name, one) for one in found)


def _copied() -> Iterator[tuple[str, Found]]:
    from gridpilot.games.sudoku import formats
    from gridpilot.gui import clipboard
    from gridpilot.vision.pictures import load

    with clipboard.copied() as found:
        if isinstance(found, str):
            yield from _all(words.CLIPBOARD, formats.puzzles(found))
        else:
            yield words.CLIPBOARD, _on(load(found), words.CLIPBOARD)


def _in_window(given: Namespace) -> tuple[str, Found]:
    """Nothing is typed there; the window only comes to the front."""
    from gridpilot.cli import target
    from gridpilot.service import compose
    from gridpilot.service.teaching import Teaching

    window = target.window(given)
    scene = Teaching(compose.desk()).look(window.handle, GAME)
    return window.title, _on(scene.capture, window.title)


def _on(capture: Any, name: str) -> Found:
    """The board on a picture, as far as it may be trusted: the user's own digits count, and a wrong one is named."""
    from gridpilot.cli.read import read_capture
    from gridpilot.games.sudoku import grid
    from gridpilot.games.sudoku.formats import Found, Puzzle
    from gridpilot.geometry import Cell

    facts = read_capture(capture, name, GAME)
    if not facts["ready"]:
        return Found(1, GridpilotError("", facts["why"]))
    shape = grid.shape_of(facts["regions"]) if facts["regions"] else grid.shape_in(facts["board"])
    marks = {shape.index(at): own for name, own in facts["marks"].items() if (at := Cell.named(name))}
    return Found(1, Puzzle(grid.parse(facts["board"], shape), shape, marks))
