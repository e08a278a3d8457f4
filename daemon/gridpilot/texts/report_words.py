"""What `gridpilot report` says of the file that it wrote."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.texts.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence

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


def written(file: str, contents: Sequence[str], *, pictures: bool) -> list[str]:
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


def refused(file: str, why: str) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("The report cannot be written"),
        f"{file}: {why}.",
        _("Name another file: gridpilot report --output FILE"),
    )
