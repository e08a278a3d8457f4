"""Why a file is not read."""

from __future__ import annotations

from gridpilot.texts.language import _

NO_FILE = _("it is no file, but a device or a pipe")
NESTED = _("it is nested too deeply")
DAMAGED = _("it is damaged")
NO_TEXT = _("it is no UTF-8 text")


def too_long(most: int) -> str:
    mebibytes = most >> 20
    limit = _("{size} MiB").format(size=mebibytes) if mebibytes else _("{size} KiB").format(size=most >> 10)
    return _("it is longer than {limit}").format(limit=limit)


def unread(file: str, why: str) -> str:
    """For a file without which the program goes on."""
    return _("{file} cannot be read: {why}.").format(file=file, why=why)


def unread_lines(count: int, file: str) -> str:
    """For a file with one line for each job."""
    return _("Lines of {file} that cannot be read, and are not counted: {count}").format(file=file, count=count)


def only_end(file: str) -> str:
    return _("{file} is so long that only its end was read: the oldest jobs are not counted.").format(file=file)
