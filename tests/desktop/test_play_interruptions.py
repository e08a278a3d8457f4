"""Whatever comes between while 2048 is played: gridpilot stops, says why, makes no further move, and tells the truth.

The user is real, as in test_interruptions.py; the game is the practice board, whose state file tells of each move.
"""

import json
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from games_2048 import Game2048, start_practice_2048
from playing import PLAY_HOTKEY, Session
from resident import Resident, gridpilot
from test_interruptions import User, write
from truth_2048 import believed
from virtual import desktop, nested, wait_for

pytestmark = pytest.mark.gui

LARGE = 1 << 17  # a target that no game here reaches
PROFILE = """
game = "2048"
match = { class = "Gridpilot-2048" }
moves = "keys"
engine = "monte-carlo"
"""


@pytest.fixture(scope="module")
def user() -> Iterator[User]:
    with desktop(wm="none") as outer, nested(outer) as desk:
        write(desk, "profiles/mine.toml", PROFILE)
        with Resident(desk) as resident:
            yield User(outer, desk, resident)


@pytest.fixture
def play(user: User) -> Iterator[Session]:
    before = set(user.desk.windows())
    yield Session(user.desk, user.resident, start_practice_2048(user.desk, target=LARGE))
    assert user.outer.hand.held() == user.desk.hand.held() == []
    for window in set(user.desk.windows()) - before:
        user.desk.close_window(window)


def made(play: Session) -> int:
    assert isinstance(play.game, Game2048)
    return len(play.game.truth().moves or "")


def under_way(user: User, play: Session) -> Path | None:
    """Presses the hotkey as the user, and waits for a few moves; returns the record before."""
    play.ready()
    before, start = user.resident.newest_record(), made(play)
    user.hand.hotkey(PLAY_HOTKEY)
    wait_for(lambda: made(play) >= start + 4, what="the first moves")
    return before


def stopped(play: Session, before: Path | None, reason: str, *, covered: bool = False) -> None:
    """The job ends for that reason; no move comes after it, and the board believed is the game's own, if it is seen."""
    ended = play.ended(before)
    assert (ended["outcome"], ended["reason"]) == ("stopped", reason), str(ended)
    moves = made(play)
    time.sleep(0.7)  # several moves' time
    assert made(play) == moves
    record = play.resident.newest_record()
    assert record is not None
    assert covered or believed(record.parent)[-1] == play.game.truth().board


STOPS: dict[str, Callable[[User], object]] = {
    "escape": lambda user: user.hand.tap("esc"),
    "user-key": lambda user: user.hand.tap("f5"),
    "user-pointer": lambda user: [user.hand.move(400 + 3 * step, 300 + step) for step in range(1, 21)],
    "command": lambda user: user.resident.ask("stop"),
}


@pytest.mark.parametrize("reason", STOPS)
def test_the_user_always_wins(user: User, play: Session, reason: str):
    before = under_way(user, play)
    STOPS[reason](user)
    stopped(play, before, reason)


def test_the_hotkey_again_stops_it_and_another_press_goes_on_from_there(user: User, play: Session):
    before = under_way(user, play)
    for key in ("ctrl", "alt", "2"):
        user.hand.hold(key)
        time.sleep(0.08)
    user.hand.release("ctrl", "alt", "2")
    stopped(play, before, "user-key")
    assert not user.resident.ask("status")["busy"]
    again = under_way(user, play)
    user.hand.tap("esc")
    stopped(play, again, "escape")


def test_a_window_that_takes_the_focus_gets_no_key(user: User, play: Session):
    before = under_way(user, play)
    typed = user.desk.home / "typed.txt"
    user.desk.start(["xterm", "-e", f"stty -icanon; cat > {typed}"])
    user.desk.wait_window(class_name="XTerm")
    stopped(play, before, "focus-lost", covered=True)
    assert wait_for(typed.exists)
    assert typed.read_text() == ""


def test_how_the_game_stands_is_told_while_it_runs(user: User, play: Session):
    before = under_way(user, play)
    progress = wait_for(
        lambda: (now := (user.resident.ask("status")["job"] or {}).get("progress")) and now["moves"] and now,
        what="a word on the game",
    )
    assert set(progress) == {"moves", "score", "best", "pace"}
    user.resident.ask("stop")
    stopped(play, before, "command")
    assert user.resident.ask("last")["moves"] >= progress["moves"]


@pytest.mark.parametrize("resident", [True, False], ids=["through the daemon", "without one"])
def test_the_command_line_plays_too_and_its_record_is_a_legal_game(user: User, play: Session, resident: bool):
    play.ready()
    env = user.desk.env if resident else user.desk.env | {"XDG_RUNTIME_DIR": str(user.desk.home)}
    words = gridpilot("play", "2048", "--moves", "6", "--engine", "monte-carlo", "--json")
    done = subprocess.run(words, env=env, capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    told = json.loads(done.stdout)
    assert (told["outcome"], told["moves"]) == ("verified", 6) == ("verified", made(play))
    replay = user.resident.ask("replay")
    assert (replay["legal"], replay["moves"]) == (True, 6)
