"""A game of moves on a desktop that is not there: what is lost, late, foreign or covered, and every way to stop it."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from pathlib import Path

import pytest
from fakes.board_window import FakeClock
from fakes.desktop import Clicked, Dragged, FakeDesk, Pressed
from fakes.sliding_window import CONTENT, RULES, WINDOW, Board, Downwards, SlidingWindow, TextEyes, TextSliding, desk_of

from gridpilot.capture import Capture
from gridpilot.games.protocols import Cover, Seen, Step
from gridpilot.games.twenty48.game import STANDING
from gridpilot.games.twenty48.replay import scenes
from gridpilot.geometry import Box, Pixel, Point, Rect, Spot
from gridpilot.outcome import Ending, Outcome, StopReason
from gridpilot.pilot.autoplay import STILL_THERE, Autoplay, Listener, Memory, Wishes
from gridpilot.pilot.guard.abort import Abort
from gridpilot.pilot.moves.moves import WAYS
from gridpilot.pilot.record import Records
from gridpilot.pilot.window_memory_store import Paces
from gridpilot.plan import Goal, Move
from gridpilot.profiles.store import Profiles
from gridpilot.reading import FOUND, NET, Place, Reading, Recogniser
from gridpilot.texts.messages import outcome_sentence

STUCK = (2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 2)
ALMOST_STUCK = (2, 4, 2, 4, 4, 2, 4, 2, 2, 4, 2, 4, 4, 2, 4, 4)
BEFORE_2048 = (1024, 1024, 0, 0, *(0,) * 11, 2)


class Job:
    """A pilot on a simulated program; `profile` is the text of the user's profile for it, if he has one."""

    def __init__(self, tmp_path: Path, program: SlidingWindow, profile: str = 'moves = "keys"') -> None:
        self.program = program
        self.clock = clock = FakeClock()
        program.now = clock.now
        self.fake, desk = desk_of(program)
        self.game = TextSliding(program)
        folder = tmp_path / "profiles"
        folder.mkdir(exist_ok=True, parents=True)
        if profile:
            (folder / "mine.toml").write_text('game = "2048"\nmatch = { class = "Game" }\n' + profile)
        self.paces = Paces(tmp_path / "paces.json")
        self.records = Records(tmp_path / "runs", lambda capture, path: path.write_bytes(b"picture"))
        self.abort = Abort()
        self.told: list[object] = []
        self.other = ""  # what is said of another game's board
        memory = Memory(self.records, self.paces, lambda _: self.other)
        self.pilot = Autoplay(desk, self.game, Profiles(folder), memory, clock)

    def play(self, **goal: int) -> Outcome:
        wishes = Wishes(goal=Goal(**goal) if goal else None)
        return self.pilot.play(self.abort, wishes, Listener(self.told.append, self.told.append))

    @property
    def touched(self) -> list[object]:
        """What reached the program."""
        return [event for event in self.fake.input.events if isinstance(event, Clicked | Pressed | Dragged)]


def shown(outcome: Outcome) -> tuple[int, ...]:
    return tuple(0 if word == "." else int(word) for word in outcome.board.split())


def test_a_game_is_played_to_its_end_and_the_board_believed_is_the_games_own(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    outcome = job.play()
    assert outcome.ending is Ending.VERIFIED
    assert RULES.over(job.program.board, 4)
    assert shown(outcome) == job.program.board
    assert outcome.moves == job.program.taken > 20
    assert (outcome.best, outcome.resent) == (max(job.program.board), 0)
    assert "over" in outcome_sentence(outcome)
    assert (
        json.loads((job.records.latest_folder() / "outcome.json").read_text("utf-8"))["engine"] == outcome.engine != ""
    )


@pytest.mark.parametrize("way", ["keys", "drag", "auto"])
@pytest.mark.parametrize("takes", ["keys", "drags"])
def test_moves_are_keys_or_drags_as_the_profile_says_or_as_is_found_out(tmp_path: Path, way: str, takes: str) -> None:
    program = SlidingWindow(takes_keys=takes == "keys", takes_drags=takes == "drags")
    job = Job(tmp_path, program, "" if way == "auto" else f'moves = "{way}"')
    outcome = job.play(moves=12)
    if way == "auto" or takes.startswith(way):
        assert (outcome.ending, outcome.moves, program.taken) == (Ending.VERIFIED, 12, 12)
        assert {type(event) for event in job.touched[len(WAYS) - 1 :]} == {Pressed if takes == "keys" else Dragged}
    else:
        assert outcome.ending is Ending.BLOCKED
        assert program.taken == 0


def test_where_nobody_tells_who_has_the_focus_a_click_on_the_board_comes_before_any_key(
    tmp_path: Path,
) -> None:
    job = Job(tmp_path, SlidingWindow(), profile="")
    job.fake.focus.windows[WINDOW.handle] = replace(WINDOW, whole_screen=True)
    assert job.play(moves=5).moves == 5
    first, *others = job.touched
    assert isinstance(first, Clicked)
    assert first.at in Rect(CONTENT.x, CONTENT.y, 400, 400)
    assert {type(event) for event in others} == {Pressed}


def test_a_window_that_moves_by_nothing_is_said_to_be_so_after_a_few_tries(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(takes_keys=False), profile="")
    outcome = job.play()
    assert outcome.ending is Ending.BLOCKED
    assert "nor a drag" in outcome_sentence(outcome)
    assert len(job.touched) == 2 * len(WAYS)


def test_a_drag_stays_inside_the_board(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(takes_drags=True, takes_keys=False), 'moves = "drag"')
    job.play(moves=20)
    board = Rect(CONTENT.x, CONTENT.y, 400, 400)
    drags = [event for event in job.fake.input.events if isinstance(event, Dragged)]
    assert drags
    assert all(drag.start in board and drag.end in board for drag in drags)


def test_the_pointer_goes_back_where_it_was_after_drags(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(takes_drags=True, takes_keys=False), 'moves = "drag"')
    start = job.fake.input.at
    job.play(moves=3)
    assert job.fake.input.at == start


@pytest.mark.parametrize("columns", [2, 3, 4])
def test_boards_of_any_shape_are_played(tmp_path: Path, columns: int) -> None:
    board = (2, 2, *(0,) * (columns * 4 - 2))
    job = Job(tmp_path, SlidingWindow(board, columns=columns))
    outcome = job.play(moves=15)
    assert shown(outcome) == job.program.board


def test_lost_moves_are_made_again(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(lose=lambda number: number in {3, 9, 10, 20}))
    outcome = job.play(moves=30)
    assert (outcome.ending, outcome.moves, outcome.resent) == (Ending.VERIFIED, 30, 4)
    assert shown(outcome) == job.program.board


def test_a_move_that_is_taken_late_and_was_made_again_counts_as_two(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(late=lambda number: number == 4))
    outcome = job.play(moves=30)
    assert outcome.ending is Ending.VERIFIED
    assert shown(outcome) == job.program.board
    assert outcome.moves >= job.program.taken - 1


def test_three_lost_moves_in_a_row_end_the_job_with_a_word(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(lose=lambda number: number > 5))
    outcome = job.play()
    assert (outcome.ending, outcome.moves) == (Ending.BLOCKED, 5)
    assert "three moves in a row did not arrive" in outcome_sentence(outcome)
    assert job.program.asked == 8


def test_somebody_elses_move_is_noticed_and_the_game_goes_on_from_there(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(foreign=lambda number: Move.RIGHT if number == 6 else None))
    outcome = job.play(moves=20)
    assert outcome.ending is Ending.VERIFIED
    assert shown(outcome) == job.program.board
    assert (outcome.moves, job.program.taken) == (20, 21)


def test_a_board_that_follows_from_nothing_is_read_anew(tmp_path: Path) -> None:
    program = SlidingWindow()
    program.on_move = lambda number: setattr(program, "board", (64, 0, 2, *(0,) * 13)) if number == 7 else None
    job = Job(tmp_path, program)
    outcome = job.play(moves=20)
    assert (outcome.ending, outcome.moves) == (Ending.VERIFIED, 20)
    assert shown(outcome) == program.board
    assert outcome.best >= 64


@pytest.mark.parametrize(("strange", "ending"), [({5, 8, 12}, Ending.BLOCKED), ({5, 20, 35}, Ending.VERIFIED)])
def test_rules_are_unknown_where_boards_that_follow_from_nothing_come_often(
    tmp_path: Path, strange: set[int], ending: Ending
) -> None:
    """Moves without a merge, which any rules explain, may lie between them."""

    def other_rule(number: int) -> None:
        if number in strange:
            program.board = (*program.board[:15], 64 << number % 5)

    program = SlidingWindow(on_move=other_rule)
    outcome = Job(tmp_path, program).play(moves=40)
    assert outcome.ending is ending
    assert ("rules that gridpilot does not know" in outcome_sentence(outcome)) == (ending is Ending.BLOCKED)


def test_three_boards_in_a_row_that_follow_from_nothing_end_the_job(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.game.believes = lambda step: step.seen is not Seen.MOVED or len(job.program.spawns) < 5
    outcome = job.play()
    assert outcome.ending is Ending.BLOCKED
    before, after = (
        " / ".join(" ".join(str(value or ".") for value in board[at : at + 4]) for at in range(0, 16, 4))
        for _, board in job.program.spawns[-2:]
    )
    assert f" made {after} of {before}." in outcome_sentence(outcome)


def test_a_picture_that_is_half_of_one_frame_and_half_of_the_next_is_not_believed(tmp_path: Path) -> None:
    """A tile in its new place and in its old one, too, looks like a move that has arrived, and a new tile."""
    program = SlidingWindow(torn=lambda number: number % 3 == 0)
    job = Job(tmp_path, program)
    outcome = job.play(moves=40)
    folder = job.records.latest_folder()
    assert folder is not None
    story = json.loads((folder / "moves.json").read_text())
    believed = [scene.board for scene in scenes(story["events"], story["columns"])]
    assert believed[1:] == [board for _, board in program.spawns]
    assert (outcome.moves, outcome.resent) == (40, 0)


@pytest.mark.parametrize(("seconds", "ending"), [(4.0, Ending.VERIFIED), (60.0, Ending.BLOCKED)])
def test_a_board_that_cannot_be_told_three_times_is_looked_at_once_more(
    tmp_path: Path, seconds: float, ending: Ending
) -> None:
    """An effect that stands still for longer than three looks, as over a tile that the game praises."""
    program = SlidingWindow(hidden_for=lambda number: seconds if number == 6 else 0.0)
    outcome = Job(tmp_path, program).play(moves=20)
    assert outcome.ending is ending
    assert (shown(outcome) == program.board) == (ending is Ending.VERIFIED)
    assert ("r1c1" in outcome_sentence(outcome)) == (ending is Ending.BLOCKED), outcome_sentence(outcome)


class Trusting(TextEyes):
    """Says that one picture is enough, as no old tile can pass for the new one: that begins in another cell."""

    def follow(self, capture: Capture, like: Reading, before: Board, move: Move | None, still: float) -> Step:
        return replace(super().follow(capture, like, before, move, still), plain=True)


@pytest.mark.parametrize("eyes", [TextEyes, Trusting])
def test_pictures_are_trusted_less_after_a_board_that_follows_from_nothing(
    tmp_path: Path, eyes: type[TextEyes]
) -> None:
    """A game that draws merged tiles first, and the others still in their old places, for longer than a frame."""
    program = SlidingWindow(torn=lambda number: True, torn_for=12, looks_of_slide=14)
    job = Job(tmp_path, program)
    job.game.eyes = lambda window: eyes(job.game)
    outcome = job.play(moves=60)
    assert outcome.ending is Ending.VERIFIED
    assert shown(outcome) == program.board


@pytest.mark.parametrize("looks", [40, 400])
def test_tiles_on_their_way_are_waited_for_however_slow_the_game_is(tmp_path: Path, looks: int) -> None:
    job = Job(tmp_path, SlidingWindow(looks_until_slide=12, looks_of_slide=looks))
    outcome = job.play(moves=10)
    assert (outcome.ending, outcome.resent, job.program.taken) == (Ending.VERIFIED, 0, 10)


def test_a_busy_program_that_stops_before_it_shows_what_merged_and_came_is_waited_for(tmp_path: Path) -> None:
    """Its picture rests meanwhile, and reads as a whole board."""
    program = SlidingWindow(stalls_for=lambda number: 3.0 if number % 7 == 0 else 0.0)
    job = Job(tmp_path, program)
    outcome = job.play(moves=40)
    folder = job.records.latest_folder()
    assert folder is not None
    story = json.loads((folder / "moves.json").read_text())
    assert [scene.board for scene in scenes(story["events"], story["columns"])][1:] == [b for _, b in program.spawns]
    assert (outcome.ending, outcome.moves, outcome.resent) == (Ending.VERIFIED, 40, 0)


class Thorough(TextEyes):
    """Believes a board only once it has stood for long, as one that only other rules explain."""

    def follow(self, capture: Capture, like: Reading, before: Board, move: Move | None, still: float) -> Step:
        step = super().follow(capture, like, before, move, still)
        return step if step.seen is not Seen.MOVED or still >= STANDING else Step(Seen.UNKNOWN, before)


@pytest.mark.parametrize("looks", [140, 160, 180, 200])
def test_a_board_that_other_rules_may_explain_has_the_time_to_stand_after_a_slow_slide(
    tmp_path: Path, looks: int
) -> None:
    job = Job(tmp_path, SlidingWindow(looks_of_slide=looks))
    job.game.eyes = lambda window: Thorough(job.game)
    outcome = job.play(moves=10)
    assert (outcome.ending, outcome.moves, job.program.taken) == (Ending.VERIFIED, 10, 10)
    assert shown(outcome) == job.program.board


def test_the_pace_that_a_window_needs_is_learnt_from_what_it_loses_and_kept(tmp_path: Path) -> None:
    """This one shows its new board at once and is deaf for a while after that, as if something hidden still moved."""
    job = Job(tmp_path, SlidingWindow(looks_of_slide=0, deaf_for=0.2))
    first = job.play(moves=40)
    assert shown(first) == job.program.board
    assert 1 <= first.resent <= 5
    again = Job(tmp_path, SlidingWindow(seed=2, looks_of_slide=0, deaf_for=0.2))
    assert again.play(moves=40).resent == 0


def test_a_goal_that_is_reached_already_needs_no_move(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(BEFORE_2048))
    outcome = job.play(until=1024)
    assert (outcome.ending, outcome.moves) == (Ending.VERIFIED, 0)
    assert job.touched == []
    assert "1024" in outcome_sentence(outcome)


def test_it_stops_at_the_wanted_tile_and_at_the_wanted_number_of_moves(tmp_path: Path) -> None:
    outcome = Job(tmp_path / "a", SlidingWindow(BEFORE_2048)).play(until=2048)
    assert (outcome.ending, outcome.best) == (Ending.VERIFIED, 2048)
    assert Job(tmp_path / "b", SlidingWindow()).play(moves=7).moves == 7


def test_a_profiles_goal_counts_where_none_is_given(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(), 'moves = "keys"\nengine = "article"\ngoal = { moves = 5 }')
    assert job.play().moves == 5
    assert job.game.engines[0] == "article"


def test_a_game_that_is_over_before_the_goal_is_not_done(tmp_path: Path) -> None:
    outcome = Job(tmp_path, SlidingWindow(ALMOST_STUCK)).play(until=2048)
    assert (outcome.ending, outcome.done) == (Ending.GAME_OVER, False)
    assert "over" in outcome_sentence(outcome)


def test_a_game_that_is_over_when_it_is_found_gets_no_move(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(STUCK))
    assert job.play().ending is Ending.VERIFIED
    assert job.touched == []


BUTTON = 'moves = "keys"\n[buttons]\nkeep-going = [0.5, 0.5]\nrestart = [0.25, 0.5]\n'


def spot(job: Job, x: float, y: float) -> Point:
    """Where the profile's button is, in points."""
    view = job.program.picture(CONTENT).view
    return view.to_point(view.spot_to_pixel(Spot(x, y)))


def test_you_win_is_answered_by_the_button_that_the_profile_names(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(BEFORE_2048, covers_at=2048), BUTTON)
    job.program.keep_going_at = spot(job, 0.5, 0.5)
    outcome = job.play(moves=25)
    assert (outcome.ending, outcome.moves) == (Ending.VERIFIED, 25)
    assert shown(outcome) == job.program.board
    assert sum(isinstance(event, Clicked) for event in job.touched) == 1


def test_you_win_without_a_known_button_ends_the_job_as_won(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(BEFORE_2048, covers_at=2048))
    outcome = job.play()
    assert outcome.ending is Ending.VERIFIED
    assert "won" in outcome_sentence(outcome)
    assert outcome.best == 2048


@pytest.mark.parametrize("says", [Cover.WON, Cover.UNKNOWN])
def test_a_goal_that_the_game_lets_nobody_reach_is_said_not_to_be_reached(tmp_path: Path, says: Cover) -> None:
    job = Job(tmp_path, SlidingWindow(BEFORE_2048, covers_at=2048, says=says))
    outcome = job.play(until=4096)
    assert (outcome.ending, outcome.best) == (Ending.BLOCKED, 2048)
    assert "goal is not reached" in outcome_sentence(outcome)


def test_a_goal_that_the_winning_move_reaches_is_reached_whatever_lies_over_the_board(tmp_path: Path) -> None:
    outcome = Job(tmp_path, SlidingWindow(BEFORE_2048, covers_at=2048)).play(until=2048)
    assert (outcome.ending, outcome.detail) == (Ending.VERIFIED, "")


def test_a_game_that_is_won_with_another_tile_than_is_usual_is_played_on(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(covers_at=16, says=Cover.UNKNOWN), BUTTON)
    job.program.keep_going_at = spot(job, 0.5, 0.5)
    outcome = job.play(until=32)
    assert (outcome.ending, outcome.best) == (Ending.VERIFIED, 32), outcome
    assert sum(isinstance(event, Clicked) for event in job.touched) == 1


@pytest.mark.parametrize("says", [Cover.WON, Cover.UNKNOWN])
def test_a_board_that_grows_with_its_largest_tile_is_not_taken_for_won(tmp_path: Path, says: Cover) -> None:
    job = Job(tmp_path, SlidingWindow(covers_at=16, says=says, grows=2))
    outcome = job.play(until=32)
    assert (outcome.ending, outcome.best, outcome.detail) == (Ending.VERIFIED, 32, ""), outcome


def ask_when_won(job: Job, pid: int = WINDOW.pid, answered_by: str = "Return", nobody: int = 0) -> None:
    """The game puts a window of its own in front of the board, as GNOME 2048 does, until a key answers it. Then for the
    next `nobody` looks no window has the focus.
    """
    dialog = replace(WINDOW, handle=8, title="", pid=pid)
    program, take, focus = job.program, job.program.take, job.fake.focus

    def takes(event: object) -> None:
        if focus.active == dialog.handle:
            if event == Pressed(answered_by):
                focus.active = WINDOW.handle
                looks = iter([None] * nobody)
                focus.focused = lambda: next(looks, focus.windows[WINDOW.handle])
            return
        before = max(program.board)
        take(event)
        if max(program.board) == 2048 > before:
            focus.windows[dialog.handle] = dialog
            focus.active = dialog.handle
            job.fake.watch.report(StopReason.FOCUS_LOST)

    job.fake.input._on_event = takes


@pytest.mark.parametrize("nobody", [0, 20], ids=["the focus is back at once", "nobody has it for a while"])
def test_a_window_that_the_game_asks_by_is_answered_by_the_profiles_key(tmp_path: Path, nobody: int) -> None:
    job = Job(tmp_path, SlidingWindow(BEFORE_2048), 'moves = "keys"\nkeep_going = "Return"')
    ask_when_won(job, nobody=nobody)
    outcome = job.play(moves=25)
    assert (outcome.ending, outcome.moves) == (Ending.VERIFIED, 25), outcome
    assert shown(outcome) == job.program.board
    assert job.touched.count(Pressed("Return")) == 1
    assert job.fake.watch.starts == 2


@pytest.mark.parametrize(
    ("profile", "pid", "ending"),
    [
        ("", WINDOW.pid, Ending.STOPPED),  # no key is known
        ('keep_going = "Return"', 99, Ending.STOPPED),  # another program's window
        ('keep_going = "Tab"', WINDOW.pid, Ending.BLOCKED),  # the wrong key
    ],
)
def test_no_move_goes_to_a_window_that_is_not_the_boards(
    tmp_path: Path, profile: str, pid: int, ending: Ending
) -> None:
    job = Job(tmp_path, SlidingWindow(BEFORE_2048), f'moves = "keys"\n{profile}')
    ask_when_won(job, pid)
    outcome = job.play(moves=25)
    assert outcome.ending is ending
    assert all(event == Pressed("Tab") for event in job.touched[job.program.asked :])


def test_a_new_game_follows_one_that_is_over(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(ALMOST_STUCK), BUTTON)
    job.program.restart_at = spot(job, 0.25, 0.5)
    outcome = job.play(moves=40, restart=True)
    assert (outcome.ending, outcome.moves) == (Ending.VERIFIED, 40)
    assert shown(outcome) == job.program.board


def test_a_box_that_nobody_knows_ends_the_job_and_may_be_the_games_end(tmp_path: Path) -> None:
    """Some games are over as soon as their board is full, and say so in its place."""
    program = SlidingWindow()
    program.on_move = lambda number: setattr(program, "covered", Cover.UNKNOWN if number == 4 else Cover.NONE)
    outcome = Job(tmp_path, program, profile="").play()
    assert (outcome.ending, outcome.moves) == (Ending.BLOCKED, 4)
    assert "is the game over" in outcome_sentence(outcome)


NO_STOPS = {StopReason.KEYS_HELD, StopReason.BUDGET, StopReason.WINDOW_MOVED}


@pytest.mark.parametrize("reason", [reason for reason in StopReason if reason not in NO_STOPS])
def test_every_interference_stops_before_the_next_move(tmp_path: Path, reason: StopReason) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.fake.interfere(reason, after=9)
    outcome = job.play()
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, reason)
    assert len(job.touched) == 9
    assert job.fake.input.releases
    assert job.fake.watch.watched is None
    if reason in STILL_THERE:
        assert shown(outcome) == job.program.board  # the last move was on its way
        assert outcome.moves == job.program.taken


def test_no_event_follows_a_stop_in_hundreds_of_random_aborts(tmp_path: Path) -> None:
    chance = random.Random(5)
    reasons = [StopReason.ESCAPE, StopReason.USER_POINTER, StopReason.FOCUS_LOST, StopReason.COMMAND]
    for number in range(60):
        drags = chance.random() < 0.3
        program = SlidingWindow(
            seed=number, takes_keys=not drags, takes_drags=drags, lose=lambda n: n % 7 == 0, looks_of_slide=number % 4
        )
        job = Job(tmp_path / str(number), program, chance.choice(["", f'moves = "{"drag" if drags else "keys"}"']))
        after = chance.randrange(1, 40)
        job.fake.interfere(chance.choice(reasons), after=after)
        outcome = job.play()
        assert outcome.ending is Ending.STOPPED
        late = [event for event in job.fake.input.events[after:] if isinstance(event, Clicked | Pressed | Dragged)]
        assert late == []
        assert shown(outcome) == program.board


@pytest.mark.parametrize(
    ("do", "reason"),
    [
        (lambda fake: fake.focus.windows.clear(), StopReason.WINDOW_CLOSED),
        (lambda fake: setattr(fake.focus, "active", None), StopReason.FOCUS_LOST),
        (
            lambda fake: fake.focus.windows.update({7: replace(WINDOW, content=Rect(0, 0, 400, 440))}),
            StopReason.WINDOW_MOVED,
        ),
    ],
)
def test_a_window_that_goes_away_silently_is_noticed(tmp_path: Path, do, reason: StopReason) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.fake.at(15, lambda: do(job.fake))
    assert job.play().reason is reason
    assert len(job.touched) < 15 + 11


def grown(fake: FakeDesk, by: int = 40) -> None:
    """The window is wider, or where `by` is 0 elsewhere, says the watch, and so it is."""
    content = fake.focus.windows[7].content
    fake.focus.windows[7] = replace(WINDOW, content=replace(content, x=content.x + (not by), width=content.width + by))
    fake.watch.report(StopReason.WINDOW_MOVED)


@pytest.mark.parametrize("after", [1, 2, 9])
@pytest.mark.parametrize("slow", [0, 1, 40])
def test_a_game_goes_on_in_a_window_that_grows(tmp_path: Path, after: int, slow: int) -> None:
    job = Job(tmp_path, SlidingWindow(looks_until_slide=slow))
    job.fake.at(after, lambda: grown(job.fake))
    outcome = job.play(moves=20)
    assert (outcome.ending, outcome.moves, outcome.resent) == (Ending.VERIFIED, 20, 0)
    assert shown(outcome) == job.program.board
    assert job.fake.watch.starts == 2


def test_a_game_whose_window_grows_again_and_again_is_played_to_its_end(tmp_path: Path) -> None:
    program = SlidingWindow()
    job = Job(tmp_path, program)
    program.on_move = lambda number: grown(job.fake) if number % 5 == 0 else None
    outcome = job.play()
    assert outcome.ending is Ending.VERIFIED
    assert shown(outcome) == program.board
    assert RULES.over(program.board, 4)


def test_a_word_on_a_window_that_is_where_it_was_comes_late_and_stops_nothing(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.fake.at(9, lambda: job.fake.watch.report(StopReason.WINDOW_MOVED))
    outcome = job.play(moves=20)
    assert (outcome.ending, outcome.moves) == (Ending.VERIFIED, 20)
    assert job.fake.watch.starts == 2


def test_a_window_that_has_grown_and_shows_another_board_gets_no_move(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())

    def other() -> None:
        job.program.board = (64, 0, 2, *(0,) * 13)
        grown(job.fake)

    job.fake.at(9, other)
    outcome = job.play()
    assert (outcome.ending, outcome.reason, outcome.moves) == (Ending.STOPPED, StopReason.WINDOW_MOVED, 8)
    assert len(job.touched) == 9


def test_what_became_of_the_last_move_is_known_where_the_window_was_moved(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.fake.at(9, lambda: grown(job.fake, by=0))
    outcome = job.play()
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, StopReason.WINDOW_MOVED)
    assert (outcome.moves, shown(outcome)) == (job.program.taken, job.program.board)
    assert len(job.touched) == 9


def test_the_user_stops_a_game_whose_window_is_looked_for(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.fake.at(9, lambda: grown(job.fake))
    job.game.eyes = lambda window: Interrupted(job)
    outcome = job.play()
    assert (outcome.ending, outcome.reason) == (Ending.STOPPED, StopReason.ESCAPE)
    assert len(job.touched) == 9


class Interrupted(TextEyes):
    """The user presses Esc as soon as the board is looked for in a window that has grown."""

    def __init__(self, job: Job) -> None:
        super().__init__(job.game)
        self.job = job

    def follow(self, capture: Capture, like: Reading, before: Board, move: Move | None, still: float) -> Step:
        if self.job.fake.watch.starts > 1:
            self.job.fake.watch.report(StopReason.ESCAPE)
        return super().follow(capture, like, before, move, still)


def test_held_keys_stop_the_job_before_it_moves(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.fake.input.user_lets_go = False
    assert job.play().reason is StopReason.KEYS_HELD
    assert job.touched == []


def test_a_board_in_doubt_gets_no_move(tmp_path: Path) -> None:
    program = SlidingWindow(covered=Cover.UNKNOWN)
    job = Job(tmp_path, program)
    assert job.play().ending is Ending.DOUBTFUL
    assert job.touched == []


class Twice(TextEyes):
    """Sees the board, and another one beside it."""

    def read(
        self, capture: Capture, pointer: Pixel | None = None, recogniser: Recogniser = NET, place: Place = FOUND
    ) -> Reading | None:
        found = super().read(capture, pointer, recogniser)
        return found and replace(found, equals=(Box(50, 0, 90, 40),))


def test_of_several_boards_none_is_played_until_one_is_pointed_at(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.game.eyes = lambda window: Twice(job.game)
    outcome = job.play()
    assert outcome.ending is Ending.DOUBTFUL
    assert "several boards" in outcome_sentence(outcome)
    assert job.touched == []


def test_a_board_that_still_moves_when_the_hotkey_is_pressed_is_waited_for(tmp_path: Path) -> None:
    program = SlidingWindow(looks_until_slide=0, looks_of_slide=6)
    program.take(Pressed("Down"))  # the user's own last move
    job = Job(tmp_path, program)
    outcome = job.play(moves=5)
    assert (outcome.ending, shown(outcome)) == (Ending.VERIFIED, program.board)


def test_no_board_and_no_window_are_said(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.game.board_there = False
    assert job.play().ending is Ending.NO_BOARD
    job.fake.focus.active = None
    outcome = job.play()
    assert (outcome.ending, bool(outcome.detail)) == (Ending.NO_BOARD, True)


def test_a_notice_that_is_just_being_taken_away_does_not_hide_the_board(tmp_path: Path) -> None:
    job = Job(tmp_path, program := SlidingWindow())
    board, program.board, job.game.board_there = program.board, (4,) * 16, False
    wait = job.clock.wait

    def goes(seconds: float, abort: Abort) -> None:
        wait(seconds, abort)
        if not job.game.board_there:
            program.board, job.game.board_there = board, True

    job.clock.wait = goes
    assert job.play(moves=5).moves == 5


def test_another_games_board_is_told_as_what_it_is(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.game.board_there, job.other = False, "It shows a game of sudoku: press Ctrl+Alt+S for that."
    outcome = job.play()
    assert (outcome.ending, outcome.note, job.touched) == (Ending.NO_BOARD, job.other, [])


def test_an_engine_without_a_move_is_no_crash(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.game.chooser = Downwards(order=())
    outcome = job.play()
    assert outcome.ending is Ending.BLOCKED
    assert "downwards" in outcome.detail


class Slow(Downwards):
    """Takes its time for each move."""

    def __init__(self, clock: FakeClock, takes: float) -> None:
        super().__init__()
        self.clock, self.takes = clock, takes

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        self.clock.wait(self.takes, Abort())
        return super().choose(board, columns, budget)


class Timed(Downwards):
    """Writes down how long it may think."""

    def __init__(self) -> None:
        super().__init__()
        self.budgets: set[float] = set()

    def choose(self, board: tuple[int, ...], columns: int, budget: float) -> Move | None:
        self.budgets.add(budget)
        return super().choose(board, columns, budget)


def test_a_wish_for_thought_goes_before_the_profiles(tmp_path: Path) -> None:
    for think, budget in ((0.0, 0.05), (0.2, 0.2)):
        job = Job(tmp_path / str(think), SlidingWindow(), 'moves = "keys"\npace = { think = 0.05 }')
        job.game.chooser = chooser = Timed()
        job.pilot.play(job.abort, Wishes(goal=Goal(moves=5), think=think))
        assert chooser.budgets == {budget}


def test_a_move_is_thought_of_once_and_while_the_board_before_it_is_still_looked_at(tmp_path: Path) -> None:
    took = []
    for thought in (0.0, 0.02):
        job = Job(tmp_path / str(thought), SlidingWindow(lose=lambda number: number == 9))
        job.game.chooser = Slow(job.clock, thought)
        outcome = job.play(moves=30)
        assert (outcome.ending, outcome.moves, outcome.resent) == (Ending.VERIFIED, 30, 1)
        assert len(job.game.chooser.boards) == len(set(job.game.chooser.boards)) >= 30
        took.append(outcome.ms["play"])
    assert took[1] - took[0] < 30 * 20 / 4, "the first move alone waits for the engine"


def test_a_long_game_has_no_budget_and_says_that_it_is_alive(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(), 'moves = "keys"\npace = { between_moves = 2.0 }')
    outcome = job.play(moves=60)
    assert (outcome.ending, outcome.moves) == (Ending.VERIFIED, 60)
    assert outcome.ms["total"] > 100_000
    progress = [each for each in job.told if not isinstance(each, str)]
    assert len(progress) >= 50
    assert [each for each in job.told if isinstance(each, str)] == ["reading", "waiting", "playing"]


def test_an_engine_that_warms_up_for_long_is_waited_for_with_signs_of_life_and_may_be_stopped(tmp_path: Path) -> None:
    job = Job(tmp_path / "a", SlidingWindow())
    job.game.warming = 900  # a minute and a half
    outcome = job.play(moves=3)
    assert (outcome.ending, outcome.moves) == (Ending.VERIFIED, 3)
    assert sum(not isinstance(each, str) for each in job.told) > 60
    job = Job(tmp_path / "b", SlidingWindow())
    job.game.warming = 10**9
    job.game.ready = lambda engine: (job.fake.watch.report(StopReason.ESCAPE), False)[1]
    assert job.play().reason is StopReason.ESCAPE
    assert job.touched == []


def test_the_record_tells_the_whole_game(tmp_path: Path) -> None:
    start = SlidingWindow().board
    job = Job(tmp_path, SlidingWindow(lose=lambda number: number == 6))
    outcome = job.play(moves=25)
    folder = job.records.latest_folder()
    assert folder is not None
    story = json.loads((folder / "moves.json").read_text())
    told = list(scenes(story["events"], story["columns"]))
    assert told[0].board == start
    assert [scene.board for scene in told[1:]] == [board for _, board in job.program.spawns]
    assert (told[-1].moves, told[-1].score) == (outcome.moves, outcome.score)
    facts = json.loads((folder / "outcome.json").read_text())
    assert (facts["moves"], facts["score"], facts["resent"]) == (25, outcome.score, 1)


def test_of_a_job_that_is_killed_the_record_tells_the_game_until_shortly_before(tmp_path: Path) -> None:
    class Killed(BaseException):
        pass

    def kill(number: int) -> None:
        if number == 200:
            raise Killed

    job = Job(tmp_path, SlidingWindow(looks_of_slide=9, on_move=kill))
    with pytest.raises(Killed):
        job.play()
    (folder,) = (tmp_path / "runs").iterdir()
    assert {path.name for path in folder.iterdir()} == {"before.png", "reading.json", "moves.json"}
    story = json.loads((folder / "moves.json").read_text())
    told = list(scenes(story["events"], story["columns"]))
    assert 50 < told[-1].moves < 200
    assert [scene.board for scene in told[1:]] == [board for _, board in job.program.spawns[: told[-1].moves]]


def test_a_long_job_leaves_one_record(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(looks_of_slide=9))
    outcome = job.play(moves=150)
    (folder,) = (tmp_path / "runs").iterdir()
    assert folder == job.records.latest_folder()
    assert len(json.loads((folder / "moves.json").read_text())["events"]) == outcome.moves + 1


def test_the_user_reads_what_is_wrong_with_the_engine(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.game.engine_note = "The fast search does not work here."
    for outcome in (job.play(moves=3), job.play()):
        assert outcome_sentence(outcome).endswith("The fast search does not work here.")


def test_what_was_learnt_of_the_window_is_kept(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow())
    job.play(moves=3)
    assert [(eyes.learnt, eyes.kept) for eyes in job.game.made] == [(1, 1)]


def test_moves_are_made_as_slowly_as_the_user_wants_to_watch(tmp_path: Path) -> None:
    job = Job(tmp_path, SlidingWindow(), 'moves = "keys"')
    job.pilot.play(job.abort, Wishes(goal=Goal(moves=10), step=1.0))
    assert 9 <= job.clock.time < 20
    assert job.paces.gap("mine") == 0.0
