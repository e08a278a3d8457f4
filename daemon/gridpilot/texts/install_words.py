"""What `gridpilot install` and `gridpilot uninstall` say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gridpilot.texts.language import _

if TYPE_CHECKING:
    from collections.abc import Sequence


def installed(written: Sequence[str], unseen: str) -> list[str]:
    """`unseen`: the folder of the command's link, where no shell looks for it yet."""
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


def refused(fault: OSError) -> tuple[str, str, str]:
    """Title, message, fix."""
    return (
        _("Not everything could be written or removed"),
        f"{fault.filename}: {fault.strerror or fault}.",
        _("Make it yours and writable, then give the same command again."),
    )
