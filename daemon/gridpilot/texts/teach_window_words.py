"""What the window of `gridpilot teach` says of boards, rules and ways. Its pages have their own sentences."""

from __future__ import annotations

from collections.abc import Sequence

from gridpilot.games import GAMES
from gridpilot.pilot.teach_trial import Filled, Moved
from gridpilot.plan import Fill, Move, Moves
from gridpilot.profiles.profile import Rule
from gridpilot.reading import Reading
from gridpilot.texts.language import _
from gridpilot.texts.messages import cell_names
from gridpilot.window import Window

SHOWN_WINDOWS = 3

WAYS: dict[Fill | Moves, tuple[str, str]] = {
    Fill.ARROWS: (_("Arrow keys"), _("one click, then arrows and digits")),
    Fill.CLICK_KEY: (_("Click and key"), _("click each cell, press the digit")),
    Fill.CLICK_PAD: (_("Click and button"), _("click each cell, then the digit's button")),
    Fill.PAD_CLICK: (_("Button and click"), _("click the digit's button, then its cells")),
    Fill.AUTO: (_("Leave it open"), _("it is found out each time")),
    Moves.KEYS: (_("Arrow keys"), _("one for each move")),
    Moves.HELD_KEYS: (_("Held arrow keys"), _("one for each move, held for a moment")),
    Moves.LETTERS: (_("Letters"), _("W, A, S and D, held for a moment")),
    Moves.LINES: (_("Letters and Return"), _("W, A, S and D, each followed by Return")),
    Moves.DRAG: (_("Dragging"), _("or swiping, across the board")),
    Moves.AUTO: (_("Leave it open"), _("it is found out each time")),
}
BUTTONS = {"erase": _("the eraser"), "restart": _("the button for a new game"), "keep-going": _("the button to go on")}
MOVES = {Move.UP: _("upwards"), Move.RIGHT: _("right"), Move.DOWN: _("downwards"), Move.LEFT: _("left")}


def board_line(game: str, reading: Reading) -> str:
    rows = len(reading.cells) // reading.size
    shown = sum(value > 0 for value in reading.board)
    what = _("{count} tiles") if GAMES[game].slides else _("{count} digits")
    return _("{game}, {rows} x {columns}: {what} read, {blank} cells empty.").format(
        game=GAMES[game].title, rows=rows, columns=reading.size, what=what.format(count=shown),
        blank=len(reading.cells) - shown,
    )  # fmt: skip


def doubts_line(reading: Reading) -> str:
    if not reading.doubts:
        return ""
    return _("Not certain: {cells}. Make the game larger if it stays so.").format(cells=cell_names(reading.doubts))


def nothing_in_the_frame(game: str) -> str:
    return _("No {game} can be read in this frame yet. Its edges belong on the outermost lines of the board.").format(
        game=GAMES[game].title
    )


def rule_lines(rule: Rule) -> tuple[str, str]:
    """Each rule in words, and as the profile writes it."""
    fields = {"class": rule.class_name, "instance": rule.instance, "executable": rule.executable, "title": rule.title}
    written = ", ".join(f'{name} = "{text}"' for name, texts in fields.items() for text in texts)
    if "*" in "".join(rule.title):
        return _("This program, titles like this one"), written
    if rule.title:
        return _("This program, exactly this title"), written
    return _("All windows of this program"), written


def hits_line(windows: Sequence[Window]) -> str:
    if not windows:
        return _("No other open window fits.")
    names = [f"“{window.title or window.class_name}”" for window in windows[:SHOWN_WINDOWS]]
    more = _(" and {count} more").format(count=len(windows) - SHOWN_WINDOWS) if len(windows) > SHOWN_WINDOWS else ""
    return _("It would also fit {windows}.").format(windows=", ".join(names) + more)


def button_name(name: str) -> str:
    kind, _dash, digit = name.partition("-")
    return _("the button {digit}").format(digit=digit) if kind == "digit" else BUTTONS[name]


def pad_line(names: Sequence[str]) -> str:
    digits = sum(name.startswith("digit") for name in names)
    others = [BUTTONS[name] for name in names if name in BUTTONS]
    found = [_("{count} digit buttons").format(count=digits)] if digits else []
    return _("Known: {buttons}.").format(buttons=", ".join(found + others)) if found or others else ""


def took(tried: Filled | Moved) -> str:
    if isinstance(tried, Moved):
        how = WAYS[tried.moves][0].lower()
        return _("It works ({how}): the tiles were moved {where}.").format(how=how, where=MOVES[tried.move])
    how, cells = WAYS[tried.way.fill][0].lower(), cell_names(tried.cells)
    if tried.left:
        return _(
            "It works ({how}): {cells} took the right digit, which stays, since no key empties a cell. If the game has "
            "an eraser, go back and point at it."
        ).format(how=how, cells=cells)
    return _("It works ({how}): {cells} took the digit, and the board is as it was.").format(how=how, cells=cells)
