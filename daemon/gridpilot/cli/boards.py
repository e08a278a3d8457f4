"""The sudokus that a verb is given: as text, in files, on a picture, copied, or in a window."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator
from typing import TYPE_CHECKING

from gridpilot.cli import sources
from gridpilot.errors import GridpilotError
from gridpilot.texts import command_words as words

if TYPE_CHECKING:
    from pathlib import Path

    from gridpilot.capture import Capture
    from gridpilot.games.sudoku.formats import Found

GAME = "sudoku"


def sudokus(given: Namespace) -> Iterator[tuple[str, Found]]:
    """Each with the name of where it is from; what cannot be read as a puzzle costs only itself. Raises GridpilotError
    where nothing can be had at all.
    """
    if not are_given(given):
        yield _in_window(given)
        return
    for name, what in taken(given):
        yield from ((name, one) for one in (what if isinstance(what, list) else [_on(what, name)]))


def are_given(given: Namespace) -> bool:
    """Whether a text, file or picture is; else a window is meant."""
    return given.text is not None or bool(getattr(given, "files", None)) or given.image is not None or given.clipboard


def taken(given: Namespace) -> Iterator[tuple[str, list[Found] | Capture]]:
    """What is given, by its name: the puzzles of a text, or a picture. Raises GridpilotError where nothing is in it."""
    for text in getattr(given, "files", None) or ([] if given.text is None else [given.text]):
        yield _some(*sources.puzzles(text, given.regions))
    if given.image is not None:
        with sources.picture(given.image) as path:
            yield words.STANDARD_INPUT if given.image == sources.STANDARD_INPUT else given.image, _loaded(path)
    elif given.clipboard:
        from gridpilot.games.sudoku import formats
        from gridpilot.gui import clipboard

        with clipboard.copied() as found:
            if isinstance(found, str):
                yield _some(words.CLIPBOARD, formats.puzzles(found))
            else:
                yield words.CLIPBOARD, _loaded(found)


def sudoku(given: Namespace) -> Found:
    """The one that is given. Raises GridpilotError where there is none, or more than one."""
    found = list(sudokus(given))
    if len(found) > 1:
        raise GridpilotError(*words.several_in(found[0][0], len(found)))
    return found[0][1]


def _some(name: str, found: list[Found]) -> tuple[str, list[Found]]:
    if not found:
        raise GridpilotError(*words.nothing_in(name))
    return name, found


def _loaded(path: Path) -> Capture:
    from gridpilot.vision.pictures import load  # late, as a puzzle as text needs no OpenCV

    return load(path)


def _in_window(given: Namespace) -> tuple[str, Found]:
    """Nothing is typed there; the window only comes to the front."""
    from gridpilot.cli import target
    from gridpilot.service import compose
    from gridpilot.service.teaching import Teaching

    window = target.window(given)
    scene = Teaching(compose.desk()).look(window.handle, GAME)
    return window.title, _on(scene.capture, window.title)


def _on(capture: Capture, name: str) -> Found:
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
