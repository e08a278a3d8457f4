"""What a sudoku program makes of a click or a key: its traits, its state, and the step from one state to the next.

There are no pixels here and no waits, and nothing acts. Chance is passed in: `fails` says whether a click, a digit or a
confirmation is lost on its way. The state knows what is selected, chosen or marked, whether or not that can be seen.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TYPE_CHECKING

from gridpilot.geometry import Cell
from gridpilot.plan import KEYPAD

if TYPE_CHECKING:
    from collections.abc import Callable

ARROWS = {"Left": (0, -1), "Right": (0, 1), "Up": (-1, 0), "Down": (1, 0)}
DIGITS = frozenset("123456789")
CELL_FIRST, DIGIT_FIRST, PIECE, ONCE, EITHER = "cell-first", "digit-first", "piece", "once", "either"
CHOOSING = frozenset({DIGIT_FIRST, PIECE, ONCE, EITHER})
"""The pads whose buttons choose a digit for the cells that are clicked."""

BOARD_SIDE = 9
"""The number of rows and columns. The row below them is the strip with the pad, a button for each column."""


@dataclass(frozen=True, slots=True)
class Traits:
    """What a program does with events. Each default is what most programs do."""

    clicks_select: bool = True
    hold: float = 0.0  # seconds for which a click must be held to count
    keys_type: bool = True
    arrows_move: bool = True
    pad: str = ""  # "", "cell-first", "digit-first", "piece" (for one cell), "once" (the same, or after it) or "either"
    overwrites: bool = True  # typing over a digit replaces it
    erasers: tuple[str, ...] = ("Delete",)
    erases: bool = False  # until a digit of the pad is chosen, a click empties its cell, a given, too
    lets_go: bool = False  # another click on its button lets go of the chosen digit
    picks: bool = False  # a click on a given chooses its digit
    toggles: bool = False  # the same digit again empties its cell
    keeps: bool = False  # a note stays, whatever event comes
    switch: bool = False  # a click below the board switches pencil marks on and off
    confirm: str = ""  # the key that makes a mark a digit
    edits: bool = False  # marks are text in a field that a click elsewhere closes, too; two digits would be a number
    lines: bool = False  # digits stand in fields of several lines, where Return begins another
    polls: bool = False  # only keys that are held for a frame count
    chooses: str = ""  # a digit's key chooses it for the cells clicked next: "only" that, or "too"
    keypad: bool = False  # only keys of the keypad count
    counts: bool = False  # Up and Down count the cell's digit up and down, as number inputs do
    wraps: bool = False  # arrow keys lead from one edge to the other
    given_too: bool = True  # givens can be selected
    givens_change: bool = False  # givens are changed as other cells are
    bursts: bool = True  # all arrow keys that come at once count; else only the first
    repeats: bool = True  # the same arrow key counts several times of those that come at once; else once
    candidates: bool = False  # blanks show marks of all digits, and a click on one enters it
    unfolds: bool = False  # a click on a blank shows marks of all digits there, and the next one enters one of them
    empties: bool = False  # any key but a digit empties the selected cell, a given, too
    cycles: bool = False  # a click counts a blank's digit up
    hides: bool = False  # the pad shows only while a blank is selected
    moves_up: bool = False  # a digit's button on the pad goes once all of it are in, and the others move up
    menu: bool = False  # a click on a blank opens a menu of digits over the pad's place
    tells: bool = False  # the menu only lists what is possible, and takes no click, or as a pad does
    stays: bool = False  # the menu closes at a click elsewhere, not when a digit is chosen
    over: bool = False  # the menu lies over the board, on the row below its cell, or above for the last row
    full: bool = False  # fields that hold a sign: a digit only takes the place of marked text
    text: bool = False  # a double click marks a cell's text, which selects nothing
    lights: bool = False  # a click marks its cell, which selects nothing
    advances: bool = False  # the cursor goes on to the next cell after a digit
    deselects: bool = False  # a click on the selected cell deselects, and one on a given that cannot be selected
    leaves: bool = True  # that click on a given deselects; else it does nothing
    drops: bool = False  # a click below the board deselects
    holds: int = 0  # for so many pictures, the pad's digit: a cell that is clicked by then takes it instead


@dataclass(frozen=True, slots=True)
class State:
    """`entered`: the cells (by number) and digits that the latest event brought, even those that did not stay."""

    board: tuple[int, ...]
    givens: frozenset[int]
    selected: Cell | None = None
    armed: int = 0  # the digit that is chosen
    notes: bool = False  # digits are pencil marks
    marks: tuple[tuple[int, int], ...] = ()  # cell and digit, in the order in which they came
    opened: Cell | None = None
    clicked: Cell | None = None
    marked: Cell | None = None
    above: frozenset[int] = frozenset()  # cells whose digits are out of sight, as another line has begun
    held: int = 0
    until: int = 0
    arrows: frozenset[str] = frozenset()  # arrow keys that came since the latest picture
    moved: int = -1  # the number of pictures that had been taken when the latest arrow key came
    pictures: int = 0
    entered: tuple[tuple[int, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Click:
    """`third`: the part of the cell that is clicked, 0 to 8 in reading order."""

    at: Cell
    third: int = 4
    hold: float = 0.0


@dataclass(frozen=True, slots=True)
class Press:
    key: str
    held: bool = False


@dataclass(frozen=True, slots=True)
class Look:
    """A picture is taken: time passes."""


Event = Click | Press | Look


class Lost(Enum):
    """What may be lost on its way."""

    CLICK = auto()
    DIGIT = auto()
    CONFIRMATION = auto()


def never(_what: Lost) -> bool:
    return False


def step(traits: Traits, state: State, event: Event, fails: Callable[[Lost], bool] = never) -> State:
    """The state of the program after that event."""
    state = replace(state, entered=())
    if isinstance(event, Look):
        return _look(traits, state, fails)
    if isinstance(event, Press):
        return _press(traits, state, event, fails)
    return state if event.hold < traits.hold else _click(traits, state, event, fails)


def put(traits: Traits, state: State, cell: Cell, digit: int, fails: Callable[[Lost], bool] = never) -> State:
    """The program is to write that digit into the cell; 0 empties the cell."""
    index = number(cell)
    state = replace(state, entered=(*state.entered, (index, digit)))
    if traits.toggles and digit == state.board[index]:
        digit = 0
    lost = fails(Lost.DIGIT) or (state.board[index] and digit and not traits.overwrites)
    return state if lost or not changes(traits, state, index) else _written(state, index, digit)


def number(cell: Cell) -> int:
    return cell.index(BOARD_SIDE)


def changes(traits: Traits, state: State, index: int) -> bool:
    """Whether what stands in that cell can be changed."""
    return traits.givens_change or index not in state.givens


def buttons(traits: Traits, board: tuple[int, ...]) -> list[int]:
    """The digits of the pad's buttons."""
    return [digit for digit in range(1, 10) if not traits.moves_up or board.count(digit) < BOARD_SIDE]


def has_blank(state: State) -> bool:
    """Whether a cell is selected that is no given."""
    return state.selected is not None and number(state.selected) not in state.givens


def menu_row(traits: Traits, opened: Cell) -> int:
    """The row on which that cell's menu lies."""
    if not traits.over:
        return BOARD_SIDE
    return opened.row + 1 if opened.row < BOARD_SIDE - 1 else BOARD_SIDE - 2


def is_covered(traits: Traits, state: State, row: int) -> bool:
    """Whether an open menu lies over that row of the board."""
    return state.opened is not None and traits.over and row == menu_row(traits, state.opened)


def _written(state: State, index: int, digit: int) -> State:
    return replace(state, board=(*state.board[:index], digit, *state.board[index + 1 :]))


def _look(traits: Traits, state: State, fails: Callable[[Lost], bool]) -> State:
    state = replace(state, pictures=state.pictures + 1)
    if state.held and state.selected and state.pictures >= state.until:
        return replace(put(traits, state, state.selected, state.held, fails), held=0)
    return state


def _click(traits: Traits, state: State, click: Click, fails: Callable[[Lost], bool]) -> State:
    if is_covered(traits, state, click.at.row):
        return _choose_from_menu(traits, state, click.at.col + 1, fails)
    if click.at.row < BOARD_SIDE:
        return _click_cell(traits, _use_own_digits(traits, state, click, fails), click.at, fails)
    return _click_below(traits, state, click.at.col, fails)


def _click_below(traits: Traits, state: State, column: int, fails: Callable[[Lost], bool]) -> State:
    """A click on the strip below the board."""
    if state.opened and traits.tells:
        return replace(state, armed=column + 1 if traits.pad else 0)
    if state.opened:
        return _choose_from_menu(traits, state, column + 1, fails)
    if traits.switch:
        return replace(state, notes=not state.notes)
    if traits.drops and not traits.pad:
        return replace(state, selected=None)
    digit = _on_button(traits, state, column)
    return _click_button(traits, state, digit, fails) if digit else state


def _on_button(traits: Traits, state: State, column: int) -> int:
    """The digit of the button there; 0: none is."""
    left = buttons(traits, state.board)
    return left[column] if column < len(left) and not (traits.hides and not has_blank(state)) else 0


def _choose_from_menu(traits: Traits, state: State, digit: int, fails: Callable[[Lost], bool]) -> State:
    if state.opened is None:
        return state
    state = put(traits, state, state.opened, digit, fails)
    return state if traits.stays else replace(state, opened=None)


def _click_button(traits: Traits, state: State, digit: int, fails: Callable[[Lost], bool]) -> State:
    if traits.pad in CHOOSING:
        state = replace(state, armed=0 if traits.lets_go and state.armed == digit else digit)
    if state.selected is None:
        return state
    if traits.pad in {ONCE, EITHER}:
        return _meet(traits, state, state.selected, fails)
    if traits.pad == CELL_FIRST and traits.holds:
        return replace(state, held=digit, until=state.pictures + traits.holds)
    return _enter(traits, state, state.selected, digit, fails) if traits.pad == CELL_FIRST else state


def _enter(traits: Traits, state: State, cell: Cell, digit: int, fails: Callable[[Lost], bool]) -> State:
    """A digit or a note comes into a cell."""
    index = number(cell)
    if not state.notes:
        return put(traits, state, cell, digit, fails)
    return state if index in state.givens else _with_note(traits, state, index, digit)


def _use_own_digits(traits: Traits, state: State, click: Click, fails: Callable[[Lost], bool]) -> State:
    """What the cell itself offers to a click: marks that are digits, and counting up."""
    cell, index = click.at, number(click.at)
    if traits.candidates and not state.board[index]:
        state = put(traits, state, cell, click.third + 1, fails)
    if traits.unfolds:
        shown = any(index == where for where, _ in state.marks)
        state = replace(state, marks=() if state.board[index] or shown else ((index, 1),))
        state = put(traits, state, cell, click.third + 1, fails) if shown else state
    if traits.cycles and index not in state.givens:
        state = put(traits, state, cell, (state.board[index] + 1) % 10, fails)
    return state


def _click_cell(traits: Traits, state: State, cell: Cell, fails: Callable[[Lost], bool]) -> State:
    index = number(cell)
    state = _mark_by_click(traits, _leave_field(traits, state, cell, fails), cell)
    if traits.picks and index in state.givens:
        state = replace(state, armed=state.board[index])
    if traits.chooses and state.armed:
        state = _meet(traits, state, cell, fails)
    if traits.pad in CHOOSING and state.armed:
        return _meet(traits, state, cell, fails)
    if traits.erases and not state.armed:
        return _written(state, index, 0)
    return state if traits.pad in {DIGIT_FIRST, PIECE} else _select(traits, state, cell, fails)


def _leave_field(traits: Traits, state: State, cell: Cell, fails: Callable[[Lost], bool]) -> State:
    """The fields that stand open close, and what is in them counts, unless the click is in that one."""
    if traits.edits and cell != state.selected:
        left, state = state.marks, replace(state, marks=())
        for index, mark in left:
            state = put(traits, state, Cell.numbered(index, BOARD_SIDE), mark, fails)
    return state


def _mark_by_click(traits: Traits, state: State, cell: Cell) -> State:
    if traits.text:
        again = cell == state.clicked
        state = replace(state, marked=cell if again else None, clicked=None if again else cell)
    return replace(state, marked=cell) if traits.lights else state


def _select(traits: Traits, state: State, cell: Cell, fails: Callable[[Lost], bool]) -> State:
    given = number(cell) in state.givens
    if not _can_select(traits, given=given) or fails(Lost.CLICK):
        return _miss(traits, state, given=given)
    again = cell == state.selected
    selected = None if again and traits.deselects else cell
    if given:
        return replace(state, selected=selected, opened=None)
    if state.held and not again:
        state = replace(state, entered=(*state.entered, (number(cell), state.held)))
    return replace(state, selected=selected, opened=cell if traits.menu else None)


def _can_select(traits: Traits, *, given: bool) -> bool:
    return traits.clicks_select and (traits.given_too or not given)


def _miss(traits: Traits, state: State, *, given: bool) -> State:
    """A click that selects nothing."""
    return replace(state, selected=None) if given and traits.deselects and traits.leaves else state


def _meet(traits: Traits, state: State, cell: Cell, fails: Callable[[Lost], bool]) -> State:
    """A digit that is chosen and a cell; either may have come first."""
    state = _enter(traits, state, cell, state.armed, fails)
    if traits.pad in {PIECE, ONCE}:
        return replace(state, armed=0, selected=None)
    return replace(state, selected=None) if traits.pad == EITHER else state


def _with_note(traits: Traits, state: State, index: int, digit: int) -> State:
    """In most programs a note goes by the digit that made it."""
    if traits.keeps or (index, digit) not in state.marks:
        return _with_mark(state, index, digit)
    return replace(state, marks=tuple(mark for mark in state.marks if mark != (index, digit)))


def _with_mark(state: State, index: int, digit: int) -> State:
    return replace(state, marks=tuple((dict(state.marks) | {index: digit}).items()))


def _press(traits: Traits, state: State, press: Press, fails: Callable[[Lost], bool]) -> State:
    key = _heard(traits, press)
    if key in DIGITS:
        return _press_digit(traits, state, int(key), fails)
    return _press_other(traits, state, state.selected, key, fails) if key and state.selected else state


def _heard(traits: Traits, press: Press) -> str:
    """The key that reaches the program; empty: it does not."""
    if traits.polls and not press.held:
        return ""
    if not traits.keypad:
        return press.key
    return press.key.removeprefix(KEYPAD) if press.key.startswith((KEYPAD, *ARROWS)) else ""


def _press_digit(traits: Traits, state: State, digit: int, fails: Callable[[Lost], bool]) -> State:
    if traits.chooses:
        state = replace(state, armed=digit)
    if traits.chooses == "only" or state.selected is None or not traits.keys_type:
        return state
    return _type(traits, state, state.selected, digit, fails)


def _press_other(traits: Traits, state: State, cell: Cell, key: str, fails: Callable[[Lost], bool]) -> State:
    state = _written(state, number(cell), 0) if traits.empties else state
    if traits.counts and key in {"Up", "Down"}:
        return _count(traits, state, cell, 1 if key == "Up" else -1, fails)
    if key in ARROWS:
        return _move(traits, state, cell, key) if traits.arrows_move else state
    return _command(traits, state, cell, key, fails)


def _count(traits: Traits, state: State, cell: Cell, by: int, fails: Callable[[Lost], bool]) -> State:
    return put(traits, state, cell, (state.board[number(cell)] + by) % 10, fails)


def _command(traits: Traits, state: State, cell: Cell, key: str, fails: Callable[[Lost], bool]) -> State:
    """A key that is no digit and no arrow."""
    if traits.lines and key == "Return" and state.board[number(cell)]:
        return replace(state, above=state.above | {number(cell)})
    if traits.keys_type and key in traits.erasers:
        return put(traits, state, cell, 0, fails)
    return _confirm(traits, state, cell, fails) if traits.keys_type and key == traits.confirm else state


def _move(traits: Traits, state: State, cell: Cell, key: str) -> State:
    at_once = state.moved == state.pictures
    before = state.arrows if at_once else frozenset()
    state = replace(state, moved=state.pictures, arrows=before)
    if at_once and (not traits.bursts or (key in before and not traits.repeats)):
        return state
    row, column = cell.row + ARROWS[key][0], cell.col + ARROWS[key][1]
    if traits.wraps:
        to = Cell(row % BOARD_SIDE, column % BOARD_SIDE)
    else:
        to = Cell(min(max(row, 0), BOARD_SIDE - 1), min(max(column, 0), BOARD_SIDE - 1))
    return replace(state, arrows=before | {key}, selected=to)


def _confirm(traits: Traits, state: State, cell: Cell, fails: Callable[[Lost], bool]) -> State:
    marks = dict(state.marks)
    if number(cell) not in marks or fails(Lost.CONFIRMATION):
        return state
    mark = marks.pop(number(cell))
    return put(traits, replace(state, marks=tuple(marks.items())), cell, mark, fails)


def _type(traits: Traits, state: State, cell: Cell, digit: int, fails: Callable[[Lost], bool]) -> State:
    if traits.full and state.marked != cell:
        return state
    index, state = number(cell), replace(state, marked=None)
    if (state.notes or traits.confirm) and index not in state.givens:
        stood = dict(state.marks).get(index, 0)
        if traits.edits and stood:
            state = replace(state, entered=(*state.entered, (index, 10 * stood + digit)))
        return _with_mark(state, index, digit)
    state = put(traits, state, cell, digit, fails)
    following = Cell.numbered((index + 1) % BOARD_SIDE**2, BOARD_SIDE)
    return replace(state, selected=following) if traits.advances else state
