"""What `gridpilot profile` says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gridpilot.geometry import Cell
from gridpilot.texts.language import _
from gridpilot.texts.messages import cell_names
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.profiles.profile import Profile, Rule

NO_BOARD_ON_SAMPLE = _("no board was found on the sample")
LEARNT = _("learnt")
YOURS, BUNDLED = _("yours"), _("bundled")
READ_RIGHT = _("read right")
NO_WINDOW_FITS = _("none of the windows that are open now")
NOT_IMPORTED_YET = _("Nothing was written yet. To import it: gridpilot profile import {file} --yes")


def no_profile(name: str, near: Sequence[str]) -> tuple[str, str, str]:
    """Title, message, fix."""
    fix = _("Did you mean {name}?").format(name=near[0]) if near else _("All of them: gridpilot profile list")
    return "", _("There is no profile {name}.").format(name=name), fix


def no_sample(name: str, folder: str) -> tuple[str, str, str]:
    return (
        "",
        _("The profile {name} has no sample to be held against.").format(name=name),
        _("Put sample.png and sample.txt into {folder}.").format(folder=folder),
    )


def other_size(rows: int, columns: int) -> str:
    return _("a board of {rows} rows and {columns} columns was found").format(rows=rows, columns=columns)


def misread(cells: Sequence[Cell]) -> str:
    return _("{cells} were not read as sample.txt says").format(cells=cell_names(cells))


def in_doubt(cells: Sequence[Cell]) -> str:
    return _("{cells} are in doubt").format(cells=cell_names(cells))


def left_out(problem: str) -> str:
    return _("left out: {problem}").format(problem=problem)


def rule_text(rule: Rule) -> str:
    """E.g. class "XTerm" and title "re:nudoku", but not title "Menu"."""
    names = {"title": rule.title, "class": rule.class_name, "instance": rule.instance}
    names |= {"executable": rule.executable, "command line": rule.command_line}
    text = _(" and ").join(f'{name} "{wanted}"' for name, wanted in names.items() if wanted)
    but = _(" or ").join(rule_text(inner) for inner in rule.unless)
    return _("{rule}, but not {but}").format(rule=text, but=but) if but else text


def preview(profile: Profile, files: Sequence[str], fitting: Sequence[Window]) -> str:
    """What a shared profile is and which windows it would be for."""
    lines = [
        _("{name}: a profile for {game}").format(name=profile.name, game=profile.game),
        *(_("  for windows with {rule}").format(rule=rule_text(rule)) for rule in profile.match),
    ]
    titles = [f'"{window.title}"' for window in fitting]
    lines.append(_("  that is {windows}").format(windows=", ".join(titles) or NO_WINDOW_FITS))
    if files:
        lines.append(_("  with {files}").format(files=", ".join(files)))
    return "\n".join(lines)


def exported(name: str, path: str) -> str:
    return _("{name} was written to {path}.").format(name=name, path=path)


def exists(path: str) -> tuple[str, str, str]:
    return "", _("{path} is there already.").format(path=path), _("Name another file with -o.")


def imported(path: str) -> str:
    return _("Imported: {path}. It comes before the bundled profiles from the next key press on.").format(path=path)


def learnt_of(kind: str, facts: Mapping[str, Any]) -> str:
    """E.g. Gridpilot-practice: fills: 12, filled by click-key."""
    return f"{kind.partition('/')[2]}: {', '.join(_learnt(facts)) or _('nothing yet')}"


def _learnt(facts: Mapping[str, Any]) -> Iterator[str]:
    """`facts` as pilot/window_memory_store.py tells them; what the files hold may be anything."""
    if facts.get("fills"):
        yield _("fills: {count}").format(count=facts["fills"])
    if facts.get("slips"):
        yield _("fills in which something was lost: {count}").format(count=facts["slips"])
    if isinstance(way := facts.get("way"), dict):
        yield _("filled by {way}").format(way=way.get("fill"))
    if isinstance(gap := facts.get("gap"), float | int):
        yield _("a move follows the last after {ms} ms").format(ms=round(gap * 1000))
    if facts.get("slow"):
        yield _("its pace is slowed {count} times").format(count=facts["slow"])
    if facts.get("tiles"):
        yield _("tiles known by sight: {count}").format(count=facts["tiles"])


def forgotten(count: int, name: str) -> str:
    if not count:
        return _("Nothing was known of {name}.").format(name=name)
    return _("What was learnt of {name} is forgotten.").format(name=name)
