"""What fills teach of a real page: fewer looks, until something is lost; and nothing outlives its window."""

import json
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from games import Game, start_page
from playing import Session, session
from rows import user_profile
from truth import PUZZLES
from virtual import Desktop, desktop, wait_for
from Xlib.display import Display

pytestmark = pytest.mark.gui

PUZZLE = PUZZLES[0]
SLOW = """
game = "sudoku"
match = { class = "Chromium" }
fill = "click-key"
pace = { between_clicks = 0.05 }
"""


def learnt(desk: Desktop) -> Path:
    return Path(desk.env["XDG_STATE_HOME"]) / "gridpilot" / "learnt" / "habits.json"


def habit(desk: Desktop) -> dict[str, Any]:
    (facts,) = json.loads(learnt(desk).read_text()).values()
    return facts


def know(desk: Desktop, **facts: Any) -> None:
    """As if fills had taught this, whatever they have: a busy machine teaches caution."""
    known = json.loads(learnt(desk).read_text())
    assert len(known) == 1
    way = {"fill": "click-key", "home": "click", "erase": "Delete"}
    learnt(desk).write_text(json.dumps({kind: {"fills": 5, "way": way} | facts for kind in known}))


def empty(game: Game) -> None:
    game.page.ask("inputs.forEach(input => { if (!input.readOnly) input.value = '' }), document.activeElement.blur()")
    wait_for(lambda: game.board() == PUZZLE.givens, what="the empty board")


def fill(play: Session) -> int:
    """One more fill; returns how many looks it took."""
    empty(play.game)
    ended = play.press()
    assert (ended["outcome"], play.game.board()) == ("verified", PUZZLE.solution), str(ended)
    return int(ended["looks"])


def test_a_page_is_looked_at_less_once_it_is_known_and_more_again_where_something_was_lost():
    with desktop() as desk, session(desk, partial(start_page, name="inputs.html", puzzle=PUZZLE)) as play:
        first = fill(play)
        again = min(fill(play) for _ in range(3))
        assert again < first
        know(desk, slow=1, slips=1)
        assert fill(play) > again + PUZZLE.blanks - len({*PUZZLE.solution})


def entered(play: Session) -> int:
    return PUZZLE.blanks - play.game.board().count(".")


def half_filled(play: Session) -> Path | None:
    """In the middle of what is typed between two looks."""
    empty(play.game)
    know(play.desk)
    play.ready()
    before = play.resident.newest_record()
    play.desk.hand.hotkey("ctrl+alt+s")
    wait_for(lambda: entered(play) >= 4, what="the first digits")
    return before


def cut(play: Session, before: Path | None, reason: str) -> None:
    ended = play.ended(before)
    assert (ended["outcome"], ended["reason"]) == ("stopped", reason), str(ended)
    assert 4 <= entered(play) < PUZZLE.blanks
    board = play.game.board()
    assert all(now in {".", right} for now, right in zip(board, PUZZLE.solution, strict=True))


def test_a_window_that_is_raised_or_comes_to_lie_over_the_board_gets_nothing_of_a_batch():
    with desktop() as desk:
        user_profile(desk, SLOW)
        with session(desk, partial(start_page, name="inputs.html", puzzle=PUZZLE)) as play:
            fill(play)
            typed = desk.home / "typed.txt"
            desk.start(["xterm", "-e", f"stty -icanon; cat > {typed}"])
            other = desk.wait_window(class_name="XTerm")
            wait_for(typed.exists)
            before = half_filled(play)
            desk.focus(other)
            cut(play, before, "focus-lost")
            assert typed.read_text() == ""
            desk.close_window(other)
            before = half_filled(play)
            display = Display(desk.name)
            x, y, width, height = desk.area(play.game.window)
            notice = display.screen().root.create_window(x, y, width, height, 0, 24, override_redirect=True)
            notice.map()  # it takes no focus
            display.sync()
            cut(play, before, "covered")
            display.close()
