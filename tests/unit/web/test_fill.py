from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from fakes.board_window import FakeClock

from gridpilot.games import game
from gridpilot.geometry import Cell
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot.guard.abort import Abort
from gridpilot.profiles.profile import Dom
from gridpilot.texts.messages import outcome_sentence
from gridpilot.web.fill import WebFill
from gridpilot.web.table import Field, Gone

PUZZLE = "7....4....4...59..8......2...6.9...4.1.....3.2...8.5...5......1..37...8....2....6"
SOLUTION = "729364158341825967865971423536192874918547632274683519652438791493716285187259346"
DOM = Dom("table#board")


@dataclass
class FakePage:
    """A page with a table; `takes` says what becomes of what is typed into a cell, "" for nothing."""

    texts: list[list[str]]
    title: str = "A page"
    takes: Callable[[int, str], str] = lambda _, sign: sign
    before_rows: Callable[[FakePage, int], None] = lambda page, asked: None
    missing: bool = False
    typed: list[int] = field(default_factory=list)
    asked: int = 0

    def __post_init__(self) -> None:
        self.givens = [[bool(text) for text in row] for row in self.texts]

    def rows(self, dom: Dom) -> Sequence[Sequence[Field]] | None:
        assert dom == DOM
        self.asked += 1
        self.before_rows(self, self.asked)
        if self.missing:
            return None
        return [[Field(t, g) for t, g in zip(*pair, strict=True)] for pair in zip(self.texts, self.givens, strict=True)]

    def type(self, at: Cell, sign: str, *, instead: bool) -> None:
        assert not self.givens[at.row][at.col]
        assert instead or not self.texts[at.row][at.col]
        self.typed.append(at.row * len(self.texts) + at.col)
        self.texts[at.row][at.col] = self.takes(self.typed[-1], sign)

    @property
    def board(self) -> str:
        return "".join(text or "." for row in self.texts for text in row)


def page(puzzle: str, **facts: object) -> FakePage:
    signs = [sign.replace(".", "") for sign in puzzle]
    size = round(len(signs) ** 0.5)
    return FakePage([signs[at : at + size] for at in range(0, len(signs), size)], **facts)


def fill(shown: FakePage, abort: Abort | None = None) -> Outcome:
    return WebFill(shown, DOM, "mine", game("sudoku"), abort or Abort(), FakeClock()).run()


def test_a_table_is_filled_and_checked() -> None:
    shown = page(PUZZLE)
    outcome = fill(shown)
    assert (outcome.ending, outcome.profile, outcome.window) == (Ending.VERIFIED, "mine", "A page")
    assert outcome.filled == outcome.blanks == PUZZLE.count(".")
    assert shown.board == outcome.board == SOLUTION
    assert shown.typed == [index for index, sign in enumerate(PUZZLE) if sign == "."]


@pytest.mark.parametrize("signs", ["1 2 3 4 5 6 7 8 9 A B C", "1 2 3 4 5 6 7 8 9 10 11 12"])
def test_a_large_table_is_written_in_its_own_signs(signs: str) -> None:
    names = signs.split()
    solved = [[names[(4 * (r % 3) + r // 3 + c) % 12] for c in range(12)] for r in range(12)]
    shown = FakePage([["" if r < 3 and text == names[9] else text for text in row] for r, row in enumerate(solved)])
    assert fill(shown).ending is Ending.VERIFIED
    assert [[text.upper() for text in row] for row in shown.texts] == solved


def test_a_cell_that_lost_its_digit_is_typed_again() -> None:
    lost = [8]
    shown = page(PUZZLE, takes=lambda index, sign: "" if index in lost and lost.pop() else sign)
    assert fill(shown).ending is Ending.VERIFIED
    assert shown.typed.count(8) == 2


def test_a_wrong_digit_is_replaced() -> None:
    wrong = [1]
    shown = page(PUZZLE, takes=lambda index, sign: "9" if index in wrong and wrong.pop() else sign)
    assert fill(shown).ending is Ending.VERIFIED
    assert shown.board == SOLUTION


def test_a_cell_that_takes_nothing_is_named() -> None:
    outcome = fill(page(PUZZLE, takes=lambda index, sign: "" if index == 1 else sign))
    assert (outcome.ending, outcome.cells) == (Ending.MISSED, (Cell(0, 1),))
    assert outcome.filled == outcome.blanks - 1


@pytest.mark.parametrize(
    ("puzzle", "ending"),
    [
        ("77" + PUZZLE[2:], Ending.UNSOLVABLE),
        ("." * 81, Ending.AMBIGUOUS),
        (PUZZLE.replace("7....4", "7..9.4"), Ending.UNSOLVABLE),
    ],
    ids=["conflict", "empty", "no solution"],
)
def test_nothing_is_typed_unless_there_is_exactly_one_solution(puzzle: str, ending: Ending) -> None:
    shown = page(puzzle)
    assert fill(shown).ending is ending
    assert shown.typed == []


def test_a_users_wrong_entry_is_named_and_left_alone() -> None:
    shown = page("71" + PUZZLE[2:])
    shown.givens[0][1] = False
    outcome = fill(shown)
    assert (outcome.ending, outcome.cells) == (Ending.UNSOLVABLE, (Cell(0, 1),))
    assert shown.typed == []


@pytest.mark.parametrize(
    ("shown", "says"),
    [
        (page(PUZZLE, missing=True), "the page has no table#board"),
        (FakePage([["1"] * 9] * 8), "8 rows of 9 cells"),
        (FakePage([["1"] * 9] * 8 + [["1"] * 8]), "9 rows of 8 to 9 cells"),
        (FakePage([]), "0 rows of 0 cells"),
        (page("x" + PUZZLE[1:]), "r1c1 holds 'x'"),
        (FakePage([["0", *[""] * 8], *([[""] * 9] * 8)]), "r1c1 holds '0'"),
    ],
    ids=["no table", "too few rows", "uneven", "empty", "a letter", "a zero"],
)
def test_a_page_that_has_changed_is_said_in_one_sentence(shown: FakePage, says: str) -> None:
    outcome = fill(shown)
    assert outcome.ending is Ending.NO_BOARD
    assert says in outcome_sentence(outcome)
    assert shown.typed == []


def test_a_cell_that_somebody_else_changes_stops_it() -> None:
    def change(page: FakePage, asked: int) -> None:
        if asked == 2:
            page.texts[0][0] = "8"

    outcome = fill(page(PUZZLE, before_rows=change))
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, StopReason.BOARD_CHANGED)


def test_a_page_that_goes_away_stops_it() -> None:
    def gone(page: FakePage, asked: int) -> None:
        if asked == 2:
            raise Gone(StopReason.WINDOW_CLOSED)

    outcome = fill(page(PUZZLE, before_rows=gone))
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, StopReason.WINDOW_CLOSED)


def test_it_stops_between_two_cells_when_asked() -> None:
    abort = Abort()

    def takes(index: int, sign: str) -> str:
        if index == 6:
            abort.stop(StopReason.COMMAND)
        return sign

    shown = page(PUZZLE, takes=takes)
    outcome = fill(shown, abort)
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, StopReason.COMMAND)
    assert shown.typed[-1] == 6
    assert outcome.filled == len(shown.typed)
