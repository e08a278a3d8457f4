"""Real games of 2048, the real Ctrl+Alt+2: each is played to its goal, and what gridpilot believes stands there.

Window managers, layouts, scales, sizes and looks are spread over the games; goals are small, since any game that goes
on long enough shows nothing else.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest
from firefox import start_firefox_2048
from games_2048 import Game2048, start_gnome_2048, start_nmgrid_look, start_page_2048, start_practice_2048
from playing import PLAY_HOTKEY, session, set_goal
from truth_2048 import believed, read_anew
from virtual import Desktop, desktop

pytestmark = pytest.mark.gui

LARGE = (1800, 1560)  # room for a window at scale 2


@dataclass(frozen=True, slots=True)
class Case:
    name: str
    start: Callable[[Desktop], Game2048]
    until: int
    wm: str
    layout: str
    size: tuple[int, int] = (1280, 1024)
    engine: str = "monte-carlo"


def tiles(**options: Any) -> Callable[[Desktop], Game2048]:
    return lambda desk: start_page_2048(desk, "2048-tiles.html", **options)


def canvas(**options: Any) -> Callable[[Desktop], Game2048]:
    return lambda desk: start_page_2048(desk, "2048-canvas.html", **options)


def practice(theme: str, **options: Any) -> Callable[[Desktop], Game2048]:
    return partial(start_practice_2048, theme=theme, **options)


nmgrid_growing = partial(start_nmgrid_look, board="512,512,512,512,64,32,16,4,0,0,2,2,0,0,0,0", target=1 << 17)

CASES = (
    Case("gnome-2048", start_gnome_2048, 32, "openbox", "us", engine="auto"),
    Case("gnome-2048, 3x3, scale 2", partial(start_gnome_2048, rows=3, columns=3, scale=2), 32, "xfwm4", "fr", LARGE),
    Case("gnome-2048, 5x5, large text", partial(start_gnome_2048, rows=5, columns=5, scale=1.5), 32, "openbox", "ru"),
    Case("page of tiles", tiles(), 32, "xfwm4", "fr"),
    Case("page of tiles, drag, scale 1.5", tiles(drag=1, slide=50, scale=1.5), 32, "openbox", "us", LARGE),
    Case("page of tiles, queued, 5x5", tiles(queue=1, slide=50, rows=5, columns=5), 32, "openbox", "ru"),
    Case("canvas", canvas(), 32, "openbox", "fr"),
    Case("canvas, drag, 3x4, scale 2", canvas(drag=1, slide=50, rows=3, scale=2), 32, "xfwm4", "us", LARGE),
    Case("Firefox, page of tiles", partial(start_firefox_2048, name="2048-tiles.html"), 32, "openbox", "us"),
    Case("nmgrid's look", start_nmgrid_look, 64, "xfwm4", "us"),
    Case("nmgrid's look, scale 1.5", partial(start_nmgrid_look, scale=1.5), 32, "openbox", "ru"),
    Case("nmgrid's look, whose window grows and whose columns shift", nmgrid_growing, 2048, "openbox", "us"),
    Case("practice", practice("warm"), 64, "openbox", "ru", engine="auto"),
    Case("practice, whose tiles slide slowly", practice("warm", animation=400), 32, "openbox", "us"),
    Case("practice, cool, 3x5", practice("cool", rows=3, columns=5, animation=40), 32, "xfwm4", "us"),
    Case("practice, night, scale 2", practice("night", scale=2, animation=40), 32, "openbox", "fr", LARGE),
    Case("practice, one colour, scale 1.5", practice("plain", scale=1.5, animation=40), 32, "xfwm4", "ru"),
    Case("practice, high contrast, no window manager", practice("contrast", animation=40), 32, "none", "us"),
)  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}, {case.wm}, {case.layout}")
def test_the_hotkey_plays_to_the_goal_and_the_game_agrees_on_the_board(case: Case):
    with desktop(case.size, case.wm, case.layout) as desk:
        set_goal(desk, f"until = {case.until}", case.engine)
        with session(desk, case.start) as play:
            ended = play.press(PLAY_HOTKEY, 120)
            assert (ended["outcome"], ended["best"]) == ("verified", case.until), str(ended)
            assert desk.hand.held() == []
            assert play.resident.ask("last")["outcome"] == "verified"
            record = play.resident.newest_record().parent
            boards, truth = believed(record), play.game.truth()
            assert boards[-1] == truth.board
            unseen = ended["resent"] + read_anew(record)  # a busy game may take a move that was made twice twice
            if truth.moves is not None:
                assert 0 <= len(truth.moves) - ended["moves"] <= unseen
            if play.game.boards is not None:
                stood = iter(play.game.boards())
                assert boards == [*stood] if not unseen else all(board in stood for board in boards)
