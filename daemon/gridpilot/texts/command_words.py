"""What the command line says of its input, of what it needs, and of files that it wrote or removed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gridpilot.geometry import Cell
from gridpilot.texts.language import SHOWN_CELLS, _
from gridpilot.texts.messages import cell_names

CLICK_IT = _("Click the window that you mean (Esc: none). gridpilot windows lists what --window takes.")
NOTHING_PICKED = (
    _("No window"),
    _("Esc was pressed, so none was taken."),
    _("Name it: gridpilot windows lists what --window takes."),
)
PICKED_ANEW = (
    _("No window"),
    _("It was asked for a window once more, and the newer one waits for your click."),
    _("Click the window that you mean."),
)
NOTHING_CLICKED = (
    _("No window"),
    _("No window was clicked in a minute."),
    _("Name it: gridpilot windows lists what --window takes."),
)
NO_WINDOWS = _("No window is open.")
FILLING = _("Reading the board, and filling it in …")
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
    """Title, message, fix. `file` holds the whole story; empty where it could not be written."""
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


GIVE_TEXT = _("Give a text file with puzzles in it, or - for standard input.")
GIVE_PICTURE = _("Give a screenshot of the board.")


def unreadable_file(name: str, why: str, fix: str) -> tuple[str, str, str]:
    return _("It cannot be read"), f"{name}: {why}.", fix


def no_cell(name: str) -> tuple[str, str, str]:
    return "", _("{name} names no cell.").format(name=name), _("Say row and column, as r4c7.")


def nothing_in(name: str) -> tuple[str, str, str]:
    return (
        _("No puzzle"),
        _("There is no puzzle in {name}.").format(name=name),
        _("Give one row by row, or one a line."),
    )


def several_in(name: str, count: int) -> tuple[str, str, str]:
    return (
        _("More than one puzzle"),
        _("There are {count} puzzles in {name}, where one is wanted.").format(count=count, name=name),
        _("Give that one alone."),
    )


STANDARD_INPUT = _("standard input")
THE_TEXT = _("the text")
CLIPBOARD = _("what was copied")
NO_TEXT = _("it is no text")


def verdict_sentence(verdict: str, cells: Sequence[str]) -> str:
    names = ", ".join(cells[:SHOWN_CELLS]) + (" …" if len(cells) > SHOWN_CELLS else "")
    return {
        "multiple": _("More than one solution; two of them differ in {cells}."),
        "no-solution": _("No solution: {cells} cannot hold together."),
        "invalid": _("Not a valid puzzle: {cells} contradict one another."),
        "gave-up": _("Whether there is exactly one solution could not be found out in reasonable time."),
    }[verdict].format(cells=names)


def marks_lack(cells: Sequence[Cell]) -> tuple[str, str, str]:
    why = _("The right digit is not among the marks of {cells}.").format(cells=cell_names(cells))
    return _("No next step"), why, _("Look at them again, or leave out --marks.")


FULL_BOARD = (_("No step is left"), _("The board is full."), _("Give a puzzle with blank cells."))
MAKING = _("Making a puzzle …")
NO_TECHNIQUE = (
    _("No next step"),
    _("None of the techniques leads on from here."),
    _("Its solution: gridpilot solve"),
)


def rating_line(label: str, rating: float | None, used: Iterable[tuple[str, int]]) -> str:
    """`label`: which of several puzzles it is. `used`: how often each technique is needed, by its name."""
    told = _("beyond the techniques") if rating is None else f"{rating:.1f}"
    counts = "; ".join(f"{count} x {name}" for name, count in used)
    return f"{label}{told}  {counts}".rstrip()


def labelled(name: str, line: int) -> str:
    """What stands before the answer for one of several puzzles. `name`: its file, where there are several."""
    return (_("{name}, line {line}: ") if name else _("line {line}: ")).format(name=name, line=line)


def none_made(least: float, most: float) -> tuple[str, str, str]:
    return (
        _("No such puzzle"),
        _("In a long search none was made that is rated {least:.1f} to {most:.1f}.").format(least=least, most=most),
        _("Give a wider range, such as 3.0..5.0."),
    )


def verdict_line(facts: Mapping[str, Any]) -> str:
    """The verdict on one of several puzzles, named by the line where it begins."""
    if facts["solution"]:
        told = facts["solution"]
    else:
        told = facts.get("why") or verdict_sentence(facts["verdict"], facts["conflicts"])
    return _("line {line}: {told}").format(line=facts["line"], told=told)


def installed(written: Sequence[str], unseen: str) -> list[str]:
    """`unseen`: the folder of the command's link, where no shell looks for commands yet."""
    lines = [_("Written: {file}").format(file=file) for file in written]
    lines.append(_("gridpilot is in your desktop's menu now. Take all of it away again with: gridpilot uninstall"))
    if unseen:
        lines.append(
            _("{folder} is not on your PATH: log in anew, or add it in your shell's settings.").format(folder=unseen)
        )
    return lines


def uninstalled(gone: Sequence[str], kept: Sequence[str], then: str, *, by_tool: bool) -> list[str]:
    """`then` is the command that removes the program itself, or the folder that it is in."""
    lines = [_("Removed: {file}").format(file=file) for file in gone] or [_("There was nothing to remove.")]
    lines += [_("Kept: {folder} (remove it, too, with --settings)").format(folder=folder) for folder in kept]
    last = _("The program itself is removed by: {then}") if by_tool else _("The program itself is the folder {then}")
    return [*lines, last.format(then=then)]


def files_refused(fault: OSError) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("Not everything could be written or removed"),
        f"{fault.filename}: {fault.strerror or fault}.",
        _("Make it yours and writable, then give the same command again."),
    )


CONTENTS = {
    "versions.json": _("versions of gridpilot, Python and packages"),
    "doctor.json": _("what the doctor found"),
    "config.toml": _("your settings"),
    "profiles": _("your own profiles"),
    "log": _("the ends of the logs: no boards, but names of windows may stand there"),
    "records": _("the last jobs: boards, times and ends, without the titles of windows"),
}
PICTURES = _("Pictures of the windows are in it, as you asked: look at them before you send it.")
NO_PICTURES = _("Pictures are not in it; gridpilot report --pictures adds those of the last jobs.")


def report_written(file: str, contents: Sequence[str], *, pictures: bool) -> list[str]:
    """The file, then what is in it by its outermost folders."""
    counted: dict[str, int] = {}
    for name in contents:
        outermost = name.split("/")[0]
        counted[outermost] = counted.get(outermost, 0) + 1
    return [
        _("Written: {file}. It holds:").format(file=file),
        *(f"  {name:14} {CONTENTS.get(name, '')} ({count})" for name, count in counted.items()),
        PICTURES if pictures else NO_PICTURES,
        _("Nothing was sent. Your home folder is written as ~ in it."),
    ]


def report_exists(file: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("The report is not written"),
        _("{file} is there already, and nothing is written over it.").format(file=file),
        _("Name another file: gridpilot report --output FILE"),
    )


def report_refused(file: str, why: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("The report cannot be written"),
        f"{file}: {why}.",
        _("Name another file: gridpilot report --output FILE"),
    )
