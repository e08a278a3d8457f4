"""What the command line says of what it was given, and of what it needs: files, editors, faults."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gridpilot.texts.language import SHOWN_CELLS, _

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

CLICK_IT = _("Click the window that you mean (Ctrl+C: none). gridpilot windows lists what --window takes.")
NOTHING_CLICKED = (
    _("No window"),
    _("No other window was clicked in a minute."),
    _("Name it: gridpilot windows lists what --window takes."),
)
NO_WINDOWS = _("No window is open.")
FILLING = _("Reading the board, and filling it in …")
COMPUTING = _(
    "Perfect play on boards of up to nine cells is computed once: some two minutes and 1 GB of memory for 3 x 3."
)
COMPILING = _("The search for boards of this size is being compiled. That is done once and takes some seconds …")
NO_GAME_YET = _("No game of moves has been recorded yet. Play one with: gridpilot play")


def counting(seconds: float) -> str:
    return _("{seconds:.0f} … click into the window that you mean").format(seconds=seconds)


def editor_fails(editor: str, why: str) -> tuple[str, str, str]:
    return (
        _("The editor cannot be started"),
        _("{editor}: {why}.").format(editor=editor, why=why),
        _("Set EDITOR to an editor that is installed."),
    )


def bug(summary: str, file: str) -> tuple[str, str, str]:
    """Title, message, fix; `file` holds the whole story, empty where it could not be written."""
    return (
        _("gridpilot stumbled over a fault of its own"),
        f"{summary}.",
        _("What happened is written down in {file}: please report it, and send the file along.").format(file=file)
        if file
        else _("Please report it, with the command that you gave."),
    )


def no_such_file(name: str) -> tuple[str, str, str]:
    return (
        _("No such file"),
        _("There is no file {name}, and it is no puzzle either.").format(name=name),
        _("Check the name, or give the puzzle row by row: digits, and a dot for each blank cell."),
    )


def unreadable_file(name: str, why: str) -> tuple[str, str, str]:
    return _("The file cannot be read"), f"{name}: {why}.", _("Give a text file with puzzles in it.")


def nothing_in(name: str) -> tuple[str, str, str]:
    return (
        _("No puzzle"),
        _("There is no puzzle in {name}.").format(name=name),
        _("Give one row by row, or one a line."),
    )


STANDARD_INPUT = _("standard input")
THE_TEXT = _("the text")
NO_TEXT = _("it is no text")


def verdict_sentence(verdict: str, cells: Sequence[str]) -> str:
    names = ", ".join(cells[:SHOWN_CELLS]) + (" …" if len(cells) > SHOWN_CELLS else "")
    return {
        "multiple": _("More than one solution; two of them differ in {cells}."),
        "no-solution": _("No solution: {cells} cannot hold together."),
        "invalid": _("Not a valid puzzle: {cells} contradict one another."),
        "gave-up": _("Whether there is exactly one solution could not be found out in reasonable time."),
    }[verdict].format(cells=names)


def verdict_line(facts: Mapping[str, Any]) -> str:
    """One of several puzzles, by the line where it begins."""
    if facts["solution"]:
        told = facts["solution"]
    else:
        told = facts.get("why") or verdict_sentence(facts["verdict"], facts["conflicts"])
    return _("line {line}: {told}").format(line=facts["line"], told=told)
