"""What `gridpilot profile` says."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from gridpilot.games import GAMES
from gridpilot.geometry import Cell
from gridpilot.plan import Fill, Home, Moves
from gridpilot.texts.language import _
from gridpilot.texts.messages import cell_names
from gridpilot.texts.words import combination
from gridpilot.window import Window

if TYPE_CHECKING:
    from gridpilot.profiles.profile import Profile, Rule

NO_BOARD_ON_SAMPLE = _("no board was found on the sample")
LEARNT = _("learnt")
YOURS, BUNDLED = _("yours"), _("bundled")
READ_RIGHT = _("read right")
NO_WINDOW_FITS = _("none that fits")
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


def no_folder(name: str) -> tuple[str, str, str]:
    return (
        "",
        _("The profile {name} is a file alone, without a sample to be held against.").format(name=name),
        _("Make it a folder: {name}/profile.toml, with sample.png and sample.txt beside it.").format(name=name),
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
    """A rule in words, for example: class "XTerm" and title "*nudoku*", but not title "Menu"."""
    names = {"title": rule.title, "class": rule.class_name, "instance": rule.instance}
    names |= {"executable": rule.executable, "command line": rule.command_line}
    text = _(" and ").join(f"{name} {_either(wanted)}" for name, wanted in names.items() if wanted)
    but = _(" or ").join(rule_text(inner) for inner in rule.unless)
    return _("{rule}, but not {but}").format(rule=text, but=but) if but else text


def _either(texts: Sequence[str]) -> str:
    return _(" or ").join(f'"{text}"' for text in texts)


_FOUND_OUT = _("what the window takes, which is found out: digits, arrow keys, Return, Tab, space, BackSpace")
_KEYS = {
    Fill.AUTO: _FOUND_OUT,
    Fill.DOM: _FOUND_OUT,
    Fill.ARROWS: _("digits, and arrow keys from cell to cell"),
    Fill.CLICK_KEY: _("digits"),
    Fill.PROMPT: _("digits, each followed by Return"),
}
_MOVES = {
    Moves.AUTO: _("what the window takes, which is found out: arrow keys, or w, a, s and d, or those and Return"),
    Moves.KEYS: _("arrow keys"),
    Moves.HELD_KEYS: _("arrow keys"),
    Moves.LETTERS: _("w, a, s and d"),
    Moves.LINES: _("w, a, s and d, each followed by Return"),
}
_INSTEAD = {Home.WASD: _("w, a, s and d in the place of arrow keys"), Home.HJKL: _("h, j, k and l in their place")}
_CLICKS = {
    Fill.AUTO: _("clicks on cells and on digit buttons, where that is found out to work"),
    Fill.DOM: _("clicks on cells and on digit buttons, where that is found out to work"),
    Fill.ARROWS: _("a click on one cell"),
    Fill.CLICK_KEY: _("a click on each cell"),
    Fill.CLICK_PAD: _("a click on each cell, and on the digit's button"),
    Fill.PAD_CLICK: _("a click on the digit's button, and on its cells"),
    Fill.POPUP: _("a click on each cell, and on the digit in what opens"),
    Fill.PROMPT: _("a click on each cell"),
    Fill.MARK: _("a click on the digit's own mark in each cell"),
}
_DRAGS = {
    Moves.AUTO: _("drags across the board, where keys do nothing"),
    Moves.DRAG: _("drags across the board"),
}


def effects(profile: Profile) -> tuple[tuple[str, str], ...]:
    """What a profile will do, with a name for each: to which windows, by which keys, by which clicks; and its
    hotkey.
    """
    slides = GAMES[profile.game].slides
    clicks = _DRAGS.get(profile.moves, "") if slides else _CLICKS.get(profile.fill, "")
    if profile.fill is Fill.ARROWS and profile.home is not Home.CLICK:
        clicks = ""
    places = ", ".join(
        _("{name} at {x:.0f}/{y:.0f}").format(name=name.removeprefix("digit-"), x=spot.x * 100, y=spot.y * 100)
        for name, spot in profile.buttons.items()
    )
    buttons = _("at these places, in per cent of the window: {places}").format(places=places) if places else ""
    return (
        *((_("windows"), rule_text(rule)) for rule in profile.match),
        (_("keys"), "; ".join(filter(None, _keys(profile, slides=slides))) or _("none")),
        (_("mouse"), "; ".join(filter(None, (clicks, buttons))) or _("none")),
        (_("hotkey"), combination(profile.hotkey) if profile.hotkey else _("none")),
    )


def _keys(profile: Profile, *, slides: bool) -> Iterator[str]:
    if slides:
        yield _MOVES.get(profile.moves, "")
        if profile.keep_going:
            yield _("{key} where the game asks whether to go on").format(key=profile.keep_going)
        return
    yield _KEYS.get(profile.fill, "")
    yield _INSTEAD.get(profile.home, "")
    if profile.confirm:
        yield _("{key} after each digit").format(key=profile.confirm)
    yield _("{key} to empty a cell").format(key=profile.erase)


def preview(profile: Profile, files: Sequence[str], fitting: Sequence[Window], *, with_hotkey: bool) -> str:
    """What a shared profile is, what it will do, and which of the open windows it fits."""
    lines = [
        _("{name}: a profile for {game}").format(name=profile.name, game=profile.game),
        *(f"  {name}: {text}" for name, text in effects(profile)),
    ]
    if profile.hotkey and not with_hotkey:
        lines.append(_("    It would be taken from all other programs: it is left out, unless --hotkey asks for it."))
    titles = [f'"{window.title}"' for window in fitting]
    lines.append(_("  open now: {windows}").format(windows=", ".join(titles) or NO_WINDOW_FITS))
    if files:
        lines.append(_("  with {files}").format(files=", ".join(files)))
    return "\n".join(lines)


def left_out_hotkey(hotkey: str) -> str:
    """The line in an imported profile's file where its hotkey was left out."""
    return _('It came with a hotkey, which was left out: hotkey = "{hotkey}"').format(hotkey=hotkey)


def exported(name: str, path: str) -> str:
    return _("{name} was written to {path}.").format(name=name, path=path)


def exists(path: str) -> tuple[str, str, str]:
    return "", _("{path} is there already.").format(path=path), _("Name another file with -o.")


def imported(path: str) -> str:
    return _("Imported: {path}. It comes before the bundled profiles from the next key press on.").format(path=path)


def not_written(folder: str, reason: str) -> tuple[str, str, str]:
    return "", _("The profile could not be written to {folder} ({reason}).").format(folder=folder, reason=reason), ""


def learnt_of(kind: str, facts: Mapping[str, Any]) -> str:
    """What was learnt of one kind of window, for example: Gridpilot-practice: fills: 12, filled by click-key."""
    return f"{kind.partition('/')[2]}: {', '.join(_learnt(facts)) or _('nothing yet')}"


def _learnt(facts: Mapping[str, Any]) -> Iterator[str]:
    """`facts` come from pilot/window_memory_store.py. Its files may hold anything, so each fact is checked."""
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
