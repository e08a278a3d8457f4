"""A trial fills one cell and empties it again, or makes one move; in all else it is a job like any other."""

from __future__ import annotations

import pytest
from fakes.board_window import WINDOW, BoardWindow, FakeClock, TextGame, desk_of
from fakes.desktop import Clicked, Pressed
from fakes.sliding_window import WINDOW as SLIDING
from fakes.sliding_window import SlidingWindow, TextSliding
from fakes.sliding_window import desk_of as sliding_desk_of

from gridpilot.geometry import Cell
from gridpilot.outcome import StopReason
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.guard.guard import Refused, Stopped
from gridpilot.pilot.teach_trial import Filled, Trial
from gridpilot.plan import Fill, Home, Moves, Way

PUZZLE = ".1....43.7...........2549..17..4.2.6....9...3..3..6.8...147..6....5.812..9..6.3.4"
SOLUTION = [int(digit) for digit in "519687432724913658386254917178345296652891743943726581231479865467538129895162374"]


def numbers(text: str) -> list[int]:
    return [int(character) if character.isdigit() else 0 for character in text]


class Tried:
    """A trial in a simulated program; `program.board` is the truth."""

    def __init__(self, program: BoardWindow, *, pad: bool = False) -> None:
        self.program = program
        self.fake, desk = desk_of(program)
        self.abort = Abort()
        self.game = TextGame(pad_there=pad)
        self.like = self.game.read(desk.screen.capture(WINDOW.content))
        self.trial = Trial(desk, WINDOW, FakeClock(), self.abort)

    def fill(self, way: Way = Way(Fill.AUTO)) -> Filled:  # noqa: B008 - a frozen value
        assert self.like
        return self.trial.fill(self.game, self.like, way, {})


WAYS = {
    "click and key, though arrow keys move the cursor": ({}, False, Way(Fill.CLICK_KEY)),
    "click and key": ({"arrows_move": False}, False, Way(Fill.CLICK_KEY)),
    "another eraser": ({"erasers": ("BackSpace",)}, False, Way(Fill.CLICK_KEY, erase="BackSpace")),
    "a pad and an eraser on the keyboard": ({"pad": "cell-first"}, True, None),
    "keys only": ({"clicks_select": False, "selected": Cell(4, 4)}, False, Way(Fill.ARROWS, Home.KEYS)),
}


@pytest.mark.parametrize("name", WAYS)
def test_how_a_window_is_filled_is_found_out_and_the_board_is_as_before(name: str) -> None:
    flags, pad, way = WAYS[name]
    tried = Tried(BoardWindow(numbers(PUZZLE), **flags), pad=pad)
    found = tried.fill()
    assert found.left == ()
    assert found.cells
    assert way is None or found.way == way
    assert tried.program.board == numbers(PUZZLE)
    assert tried.program.typed


def test_a_pad_whose_choices_must_be_seen_makes_no_profile() -> None:
    """A fill by such a profile would not look."""
    program = BoardWindow(numbers(PUZZLE), keys_type=False, pad="digit-first", hold=0.2, shows_armed=True)
    tried = Tried(program, pad=True)
    with pytest.raises(Refused, match="no way of typing"):
        tried.fill()
    assert all(digit in {0, right} for digit, right in zip(program.board, SOLUTION, strict=True))


@pytest.mark.parametrize("order", ["cell-first", "digit-first"])
def test_a_digit_that_nothing_empties_is_told_and_is_right(order: str) -> None:
    tried = Tried(BoardWindow(numbers(PUZZLE), keys_type=False, pad=order), pad=True)
    found = tried.fill()
    assert found.way.fill is (Fill.CLICK_PAD if order == "cell-first" else Fill.PAD_CLICK)
    assert found.left == found.cells
    assert all(tried.program.board[cell.row * 9 + cell.col] == SOLUTION[cell.row * 9 + cell.col] for cell in found.left)
    assert found.buttons["digit-5"].y == 95


def test_a_named_way_is_tried_alone() -> None:
    tried = Tried(BoardWindow(numbers(PUZZLE)))
    assert tried.fill(Way(Fill.CLICK_KEY)).way == Way(Fill.CLICK_KEY)
    assert sum(isinstance(event, Pressed) for event in tried.fake.input.events) == 2  # the digit, and Delete


def test_a_way_that_does_not_work_is_refused_by_name() -> None:
    tried = Tried(BoardWindow(numbers(PUZZLE), keys_type=False))
    with pytest.raises(Refused, match="r1c1 did not take the digit"):
        tried.fill(Way(Fill.CLICK_KEY))


@pytest.mark.parametrize(
    ("board", "why"),
    [("11" + PUZZLE[2:], "contradict"), ("." * 81, "more than one solution")],
)
def test_a_board_without_one_solution_is_not_touched(board: str, why: str) -> None:
    tried = Tried(BoardWindow(numbers(board)))
    with pytest.raises(Refused, match=why):
        tried.fill()
    assert tried.fake.input.events == []


def test_the_user_ends_a_trial_as_any_job() -> None:
    tried = Tried(BoardWindow(numbers(PUZZLE)))
    tried.fake.interfere(StopReason.USER_POINTER, after=2)
    with pytest.raises(Stopped) as stopped:
        tried.fill()
    assert stopped.value.reason is StopReason.USER_POINTER
    assert (tried.fake.watch.watched, tried.fake.input.releases) == (None, 1)


def test_a_window_that_is_gone_takes_no_click() -> None:
    tried = Tried(BoardWindow(numbers(PUZZLE)))
    tried.fake.focus.windows.clear()
    with pytest.raises(Stopped) as stopped:
        tried.fill()
    assert stopped.value.reason is StopReason.WINDOW_CLOSED
    assert not [event for event in tried.fake.input.events if isinstance(event, Clicked)]


def moved(program: SlidingWindow, moves: Moves = Moves.AUTO):
    game = TextSliding(program)
    fake, desk = sliding_desk_of(program)
    eyes = game.eyes("")
    like = eyes.read(desk.screen.capture(SLIDING.content))
    assert like
    return fake, lambda: Trial(desk, SLIDING, FakeClock(), Abort()).move(game, eyes, like, moves)


@pytest.mark.parametrize(("flags", "way"), [({}, Moves.KEYS), ({"takes_keys": False, "takes_drags": True}, Moves.DRAG)])
def test_how_a_2048_is_moved_is_found_out_by_one_move(flags: dict[str, bool], way: Moves) -> None:
    program = SlidingWindow(**flags)
    _, trial = moved(program)
    assert trial().moves is way
    assert program.taken == 1


def test_a_2048_that_takes_no_move_is_refused() -> None:
    _, trial = moved(SlidingWindow(takes_keys=False))
    with pytest.raises(Refused, match="nor a drag"):
        trial()


def test_a_2048_that_is_over_is_not_touched() -> None:
    fake, trial = moved(SlidingWindow(board=(2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2)))
    with pytest.raises(Refused, match="over"):
        trial()
    assert fake.input.events == []
