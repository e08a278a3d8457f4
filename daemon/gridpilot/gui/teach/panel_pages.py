"""What the panel of `gridpilot teach` shows of a lesson: a page of lines, in words. Drawing them is the panel's."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from gridpilot.games import GAMES
from gridpilot.gui.teach.lesson import Lesson
from gridpilot.gui.teach.parts import OTHER_GAME, STEPS, WAYS, Part
from gridpilot.plan import PADS
from gridpilot.profiles import teach
from gridpilot.reading import Shade
from gridpilot.texts import teach_window_words as words
from gridpilot.texts.language import _


class Look(StrEnum):
    """How a line looks."""

    TEXT = "text"
    GOOD = "good"
    BAD = "bad"
    FIELD = "field"
    KEY = "key"  # a key, and what it does; a click does it, too
    CODE = "code"


@dataclass(frozen=True, slots=True)
class Line:
    text: str
    look: Look = Look.TEXT
    key: str = ""


@dataclass(frozen=True, slots=True)
class Option:
    text: str
    detail: str
    chosen: bool


@dataclass(frozen=True, slots=True)
class Page:
    """`step`: how many parts are behind. `go`: what Return does, `back`: what Esc does."""

    step: int
    title: str
    intro: str
    options: tuple[Option, ...] = ()
    lines: tuple[Line, ...] = ()
    swatches: tuple[Shade, ...] = ()
    go: str = ""
    back: str = ""


def page(lesson: Lesson) -> Page:
    made = _pointing(lesson) if lesson.pointing else _PAGES[lesson.part](lesson)
    if lesson.notice is None:
        return made
    told = Line(lesson.notice.text, Look.GOOD if lesson.notice.good else Look.BAD)
    return Page(made.step, made.title, made.intro, made.options, (told, *made.lines), made.swatches, made.go, made.back)


def _window(lesson: Lesson) -> Page:
    options = tuple(
        Option(window.title or _("(no title)"), window.class_name or window.executable, index == lesson.option)
        for index, window in enumerate(lesson.windows)
    )
    intro = _("gridpilot looks at it once; the window must not be covered.")
    if not options:
        intro = _("No other window is open. Open your game, then come back to this one.")
    go = _("Look at it") if options else ""
    return Page(0, _("Which window shows the game?"), intro, options, go=go, back=_("Close"))


def _board(lesson: Lesson) -> Page:
    if lesson.drawing:
        return _drawn(lesson)
    reading = lesson.reading
    lines = [Line(words.doubts_line(reading), Look.BAD)] if reading and reading.doubts else []
    lines += [
        Line(_("Draw the board myself"), Look.KEY, "D"),
        Line(_("Look for {game}").format(game=_other(lesson)), Look.KEY, "G"),
    ]
    intro = words.board_line(lesson.game, reading) if reading else ""
    return Page(0, _("Is this the board?"), intro, lines=tuple(lines), go=_("Yes, go on"), back=_("Another window"))


def _other(lesson: Lesson) -> str:
    return GAMES[OTHER_GAME[lesson.game]].noun


def _drawn(lesson: Lesson) -> Page:
    reading, drawing = lesson.reading, lesson.drawing
    intro = _("Drag from one corner of the board to the other, or move the marked corner with the arrow keys.")
    seen = Line(_("Nothing can be read in this frame yet."), Look.BAD)
    if reading:
        seen = Line(words.board_line(lesson.game, reading), Look.GOOD)
    doubts = [Line(words.doubts_line(reading), Look.BAD)] if reading and reading.doubts else []
    size = f"{drawing.rows} x {drawing.columns}" if drawing else ""
    lines = [
        seen,
        *doubts,
        Line(_("20 pixels instead of one"), Look.KEY, "Shift"),
        Line(_("The other corner"), Look.KEY, "Tab"),
        Line(_("More, or fewer cells: {size}").format(size=size), Look.KEY, "+ -"),
    ]
    if not GAMES[lesson.game].square:
        lines.append(Line(_("More, or fewer rows"), Look.KEY, "] ["))
    lines.append(Line(_("It is {game}").format(game=_other(lesson)), Look.KEY, "G"))
    back = _("Back") if lesson.found and lesson.found.reading else _("Another window")
    return Page(0, _("Show the board"), intro, lines=tuple(lines), go=_("That is the board"), back=back)


def _match(lesson: Lesson) -> Page:
    rules = lesson.rules
    options = tuple(Option(*words.rule_lines(rule), index == lesson.rule) for index, rule in enumerate(rules))
    others = teach.hits(rules[lesson.rule], lesson.scene.others) if lesson.scene else ()
    told = Line(words.hits_line(others), Look.BAD if others else Look.GOOD)
    intro = _("The profile is used in every window that fits.")
    return Page(1, _("Which windows is it for?"), intro, options, (told,), go=_("Go on"), back=_("Back"))


def _fill(lesson: Lesson) -> Page:
    trial = _("one move is made") if lesson.slides else _("one cell is filled and emptied again")
    find_out = _("Find out"), trial
    options = tuple(
        Option(*(words.WAYS[way] if way else find_out), index == lesson.option)
        for index, way in enumerate(WAYS[lesson.game])
    )
    chosen = WAYS[lesson.game][lesson.option]
    pad = lesson.scene.pad if lesson.scene and chosen in {None, *PADS} else {}
    known = {**pad, **lesson.pointed}
    lines = [Line(words.pad_line([*known]))] if known else []
    if not lesson.slides:
        lines += [
            Line(_("Try the chosen way now"), Look.KEY, "T"),
            Line(_("Point at the digit buttons"), Look.KEY, "P"),
            Line(_("Point at the eraser"), Look.KEY, "E"),
        ]
        return Page(2, _("How do digits get in?"), "", options, tuple(lines), go=_("Go on"), back=_("Back"))
    by = _("numbers alone") if lesson.by_colour else _("these colours, too")
    lines += [
        Line(_("Try the chosen way now"), Look.KEY, "T"),
        Line(_("Point at the button for a new game"), Look.KEY, "N"),
        Line(_("Point at the button to go on after {game}").format(game=GAMES[lesson.game].title), Look.KEY, "K"),
        Line(_("Tell tiles by {what}").format(what=by), Look.KEY, "C"),
    ]
    swatches = lesson.scene.shades if lesson.scene else ()
    return Page(2, _("How are tiles moved?"), "", options, tuple(lines), swatches, _("Go on"), _("Back"))


def _pointing(lesson: Lesson) -> Page:
    names = lesson.pointing.names if lesson.pointing else ("erase",)
    lines = [Line(_("20 pixels instead of one"), Look.KEY, "Shift")]
    if lesson.pointing and lesson.pointing.done:
        lines.insert(0, Line(_("{count} are known.").format(count=len(lesson.pointing.done)), Look.GOOD))
    intro = _("Click it in the picture, or bring the cross there with the arrow keys.")
    title = _("Where is {button}?").format(button=words.button_name(names[0]))
    return Page(2, title, intro, lines=tuple(lines), go=_("It is under the cross"), back=_("Back"))


def _name(lesson: Lesson) -> Page:
    lines = (Line(lesson.name.text, Look.FIELD), Line(words.rule_lines(lesson.rules[lesson.rule])[1], Look.CODE))
    intro = _("The profile is a small text file of yours; beside it lies the picture, as a sample to test it with.")
    return Page(3, _("What shall it be called?"), intro, lines=lines, go=_("Save"), back=_("Back"))


def _done(lesson: Lesson) -> Page:
    intro = _("From now on {keys} uses it in this window.").format(keys=lesson.keys)
    return Page(len(STEPS), _("Saved"), intro, lines=(Line(str(lesson.saved), Look.CODE),), go=_("Close"))


_PAGES = {
    Part.WINDOW: _window,
    Part.BOARD: _board,
    Part.MATCH: _match,
    Part.FILL: _fill,
    Part.NAME: _name,
    Part.DONE: _done,
}
